"""`benchmarks/live/page_captures.py`: pages are played, and what is kept of them is true."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.live import page_captures as captures
from benchmarks.vision import truths
from mwagent.vision import look_all
from testbed.folders import ROOT

BOARD = """{rows, cols, x: board.getBoundingClientRect().x, y: board.getBoundingClientRect().y,
    w: cols * wide, h: rows * high, at: (r, c) => {
        const k = r * cols + c;
        if (game.open.has(k)) return String(number(k));
        if (game.flagged.has(k)) return "F";
        return game.over && game.mines.has(k) ? "*" : "#"; }}"""
RECIPES = f"""
["nobody+odd"]
page = "odd_game.html?seed=3"
board = '''{BOARD}'''
"""


@pytest.fixture
def recipes(tmp_path: Path) -> Path:
    """A recipe beside the clone of a page."""
    folder = tmp_path / "clones" / "nobody+odd"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "end_to_end" / "odd_game.html", folder)
    file = tmp_path / "clones" / "recipes.toml"
    file.write_text(RECIPES, "utf-8")
    return file


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.timeout(120)
def test_what_is_kept_is_true(
    recipes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(captures, "ROUNDS", (("fresh", "early", "flagged"),))
    monkeypatch.setattr(captures, "ATTEMPTS", 1)
    monkeypatch.setattr(captures, "ZOOMS", (1.25,))
    # In a thread of its own: another test's browser may be open in this one.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(captures.capture_all, recipes, tmp_path / "out").result()
    found = list(truths.truths([tmp_path / "out"]))
    assert len(found) == 3
    for truth in found:
        assert truth.picture.parent.name == truths.half_of("nobody/odd")
        assert truth.shape == (9, 9)
        assert truth.box == pytest.approx([1.25 * v for v in (61, 97, 313, 349)])
    opened = [sum(s.isdigit() for s in "".join(truth.cells)) for truth in found]
    assert opened[0] == 0 < opened[1] <= opened[2]
    assert "F" in "".join(found[2].cells)
    picture = cv2.imread(str(found[2].picture))
    assert picture is not None
    result, _ = truths.compare(found[2], look_all(np.asarray(picture, np.uint8)))
    assert result.faultless


def state(cells: list[str], **other: Any) -> dict[str, Any]:
    return {"cells": cells, "box": [0, 0, 48, 32]} | other


@pytest.mark.parametrize(
    ("cells", "word"),
    [
        (["1#1", "111"], ""),
        (["2#1", "111"], "row 0, column 0"),
        (["1*1", "101"], "row 1, column 1"),
        (["1#1", "11#"], ""),
    ],
)
def test_numbers_must_fit_what_is_around_them(cells: list[str], word: str) -> None:
    viewport = {"width": 100, "height": 100}
    doubt = captures.doubt_of(state(cells), state(cells), viewport)
    assert bool(doubt) == bool(word)
    assert word in doubt


def test_a_board_that_changes_or_is_cut_off_is_not_kept() -> None:
    calm, viewport = state(["1#1", "111"]), {"width": 40, "height": 100}
    assert "cut off" in captures.doubt_of(calm, calm, viewport)
    assert "changed" in captures.doubt_of(calm, state(["1#1", "11#"]), viewport)


def test_recipes_that_are_none_are_named(tmp_path: Path) -> None:
    (tmp_path / "recipes.toml").write_text("[", "utf-8")
    with pytest.raises(SystemExit, match=r"recipes\.toml holds no recipes"):
        captures.capture_all(tmp_path / "recipes.toml", tmp_path)


def test_what_is_kept_can_be_read_by_all(tmp_path: Path) -> None:
    told = {"source_repo": "a/b", "cells": ["1#"], "box": [0, 0, 32, 16], "state": "mine_hit"}
    (tmp_path / "a.json").write_text(json.dumps(told), "utf-8")
    truth = truths.Truth.load(tmp_path / "a.png")
    assert truth is not None
    assert truth.shape == (1, 2)
