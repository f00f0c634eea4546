"""`benchmarks/vision/screenshots.py`: pictures are split by program, and judged fairly."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.vision import screenshots, truths
from mwagent.minefield import Stage
from mwagent.vision import Lattice, Reading
from testbed.drawn_classic import Drawing, desktop, draw
from testbed.readings import as_read

CELLS = ["1#1000", "112110", "002#20", "002F20", "001121", "00001#"]
PROGRAM = "nobody/drawn"


def truth_of(tmp_path: Path, **told: Any) -> Any:
    """The truth written beside a picture that need not be there."""
    picture = tmp_path / "a.png"
    base = {"source_repo": PROGRAM, "cells": CELLS, "box": [10, 20, 106, 116]}
    picture.with_suffix(".json").write_text(json.dumps(base | told), "utf-8")
    return truths.Truth.load(picture)


def read_as(cells: list[str], **other: Any) -> Reading:
    """A reading of these cells with the same confidence everywhere."""
    lattice = Lattice(10, 20, 16, 16, len(cells), len(cells[0]))
    sure = np.full((len(cells), len(cells[0])), 0.9, np.float32)
    return as_read(*cells, **{"at": lattice, "confidence": sure, "skin": "classic"} | other)


@given(st.from_regex(r"[A-Za-z0-9-]{1,20}/[A-Za-z0-9._-]{1,20}", fullmatch=True))
def test_a_program_is_in_one_half_however_its_name_is_written(name: str) -> None:
    half = truths.half_of(name)
    assert half in truths.HALVES
    assert truths.half_of(name.upper()) == truths.half_of(name.lower()) == half


def test_what_is_read_as_it_is_has_no_fault(tmp_path: Path) -> None:
    result, found = truths.compare(truth_of(tmp_path, state="mid"), [read_as(CELLS)])
    assert found is not None
    assert result.right
    assert not result.faults


@pytest.mark.parametrize(
    ("cells", "faults"),
    [
        (["2" + CELLS[0][1:], *CELLS[1:]], "1 wrong: 1x12"),
        (["~" + CELLS[0][1:], *CELLS[1:]], "1 not understood"),
        (CELLS[:-1], "wrong shape"),
    ],
)
def test_every_fault_counts(tmp_path: Path, cells: list[str], faults: str) -> None:
    result, _ = truths.compare(truth_of(tmp_path), [read_as(cells)])
    assert not result.faultless
    assert faults in result.faults


def test_the_first_board_found_is_the_one_that_counts(tmp_path: Path) -> None:
    other = read_as(CELLS, lattice=Lattice(300, 20, 16, 16, 6, 6))
    result, _ = truths.compare(truth_of(tmp_path), [other, read_as(CELLS)])
    assert result.hidden
    assert not result.located


def test_a_board_in_another_place_is_not_located(tmp_path: Path) -> None:
    beside = read_as(CELLS, lattice=Lattice(13, 20, 16, 16, 6, 6))
    assert not truths.compare(truth_of(tmp_path), [beside])[0].located


@given(st.floats(0, 4), st.floats(0, 4))
def test_gaps_between_cells_belong_to_either_side(left: float, top: float) -> None:
    truth = truths.Truth(
        Path("a.png"), PROGRAM, False, tuple(CELLS), (10, 20, 126, 136), (4, 4), None, None, False
    )
    lattice = Lattice(10 - left, 20 - top, 20, 20, 6, 6)
    assert truth.misplaced(read_as(CELLS, lattice=lattice)) < 1e-9


@pytest.mark.parametrize(
    ("seen", "right"), [(Stage.WAITING, True), (Stage.ONGOING, True), (Stage.WON, False)]
)
def test_a_game_that_goes_on_is_not_won(tmp_path: Path, seen: Stage, right: bool) -> None:
    result, _ = truths.compare(truth_of(tmp_path, state="fresh"), [read_as(CELLS, stage=seen)])
    assert result.stage is right


def test_the_mine_that_exploded_need_not_be_known(tmp_path: Path) -> None:
    lost = [CELLS[0].replace("#", "*"), *CELLS[1:]]
    seen = [CELLS[0].replace("#", "X"), *CELLS[1:]]
    told = {"cells": lost, "state": "lost"}
    reading_of_it = read_as(seen, stage=Stage.LOST)
    assert truths.compare(truth_of(tmp_path, **told), [reading_of_it])[0].right
    strict = truth_of(tmp_path, **told, exploded_told=True)
    assert truths.compare(strict, [reading_of_it])[0].wrong == 1


@pytest.mark.parametrize("words", ["{", '{"cells": ["11", "1"], "box": [0, 0, 9, 9]}'])
def test_words_that_cannot_be_used_are_named(
    tmp_path: Path,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "odd.png").write_bytes(b"")
    (tmp_path / "odd.json").write_text(words, "utf-8")
    assert run(monkeypatch, tmp_path) == 2
    assert "odd.json" in capsys.readouterr().err


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A board drawn on a screen, told truly; and once more with a wrong word about it."""
    for name, cells in (("true", CELLS), ("untrue", ["3" + CELLS[0][1:], *CELLS[1:]])):
        screen = desktop()
        lattice = draw(CELLS, Drawing(24, 200, 150, 0), screen)
        cv2.imwrite(str(tmp_path / f"{name}.png"), screen)
        box = [200, 150, 200 + lattice.cols * 24, 150 + lattice.rows * 24]
        told = {"source_repo": PROGRAM, "cells": cells, "box": box, "state": "mid"}
        (tmp_path / f"{name}.json").write_text(json.dumps(told), "utf-8")
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["screenshots.py", *map(str, words)])
    return int(screenshots.main())


@pytest.mark.slow
def test_the_command_reads_a_folder(
    pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    half = truths.half_of(PROGRAM)
    other = next(name for name in truths.HALVES if name != half)
    assert run(monkeypatch, pictures, "--only", "true", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    result = json.loads(line)
    assert (result["half"], result["wrong"], result["unknown"]) == (half, 0, 0)
    assert result["shape"]
    assert run(monkeypatch, pictures, "--half", other) == 2
    assert run(monkeypatch, pictures, "--half", half, "--list") == 1
    assert "untrue" in capsys.readouterr().out


@pytest.mark.slow
def test_a_list_names_nothing_of_the_judged_half(
    pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(truths, "HALVES", ("judged", "judged"))
    assert run(monkeypatch, pictures, "--only", "untrue", "--list") == 1
    assert "untrue" not in capsys.readouterr().out


def test_a_plot_is_drawn(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    run(monkeypatch, pictures, "--only", "true", "--plot", pictures / "plot.svg")
    assert "<svg" in (pictures / "plot.svg").read_text("utf-8")
