"""`python -m vision` as a user meets it."""

from __future__ import annotations

import json
import logging
import os
import struct
import time
import zlib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from mwagent.vision import look, look_all, own_skins
from mwagent.vision.__main__ import main
from mwagent.vision.capture import Screen, ScreenCaptureError
from mwagent.vision.known.skins import SkinError, known_skins, load_skin, skin_folders
from mwagent.vision.patience import patience
from mwagent.vision.pictures import PictureError, decode_picture, load_picture
from mwagent.vision.reader import GOOD, explained
from mwagent.vision.skins_command import _print
from testbed.readings import as_read

BOARD = ["00111", "001F1", "00111", "11000", "#1000", "#2111", "##F##"]
KEYS = ["rows", "cols", "box", "pitch", "cells", "unknown", "skin", "mines", "cut", "stage"]
KEYS += ["contradictions"]
WRONG = [*BOARD[:5], "#2131", "##F##"]
"""The same with a number for which too few cells are closed."""


def drawn(rows: list[str], file: Path) -> Path:
    """A picture of a board: 20 pixels to the cell, at (40, 30)."""
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    board = np.concatenate([np.concatenate([skin.tile(s) for s in row], axis=1) for row in rows])
    picture = np.full((300, 260, 3), 192, np.uint8)
    picture[30:170, 40:140] = cv2.resize(board, (100, 140), interpolation=cv2.INTER_LINEAR)
    cv2.imwrite(str(file), picture)
    return file


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    """A picture of a small board in mid-game."""
    return drawn(BOARD, tmp_path / "shot.png")


def test_json_tells_everything(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(shot), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cells"] == BOARD
    assert (told["rows"], told["cols"], told["skin"]) == (7, 5, "classic")
    assert np.allclose(told["box"], [40, 30, 140, 170], atol=2)
    assert np.allclose(told["pitch"], [20, 20], atol=0.2)
    assert (told["unknown"], told["mines"], told["stage"]) == ([], None, "ongoing")
    assert list(told) == KEYS
    assert told["contradictions"] == []


def test_without_a_file_every_monitor_is_looked_at(
    shot: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_board = SimpleNamespace(picture=load_picture(shot))
    without = SimpleNamespace(picture=np.full((200, 300, 3), 192, np.uint8))
    monkeypatch.setattr("mwagent.vision.capture.grab", lambda: [without, with_board])
    assert main([]) == 0
    assert BOARD[1] in capsys.readouterr().out


def test_a_reading_that_contradicts_itself_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sure = look(cv2.imread(str(drawn(BOARD, tmp_path / "right.png"))))
    wrong = drawn(WRONG, tmp_path / "wrong.png")
    assert main([str(wrong), "--json", "--confidence"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert told["cells"] == WRONG
    assert [5, 3] in told["contradictions"]
    assert err.count("\n") == 1 and err.startswith("this reading contradicts itself: the number")
    beside, before = told["confidence"][6][3], 100 * sure.confidence[6, 3]
    assert beside == pytest.approx(before / 2, abs=2)
    assert told["confidence"][0] == pytest.approx(100 * sure.confidence[0], abs=2)


def test_the_marked_picture_has_the_size_of_the_shot(shot: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert main([str(shot), "--mark", str(out)]) == 0
    marked, before = cv2.imread(str(out)), cv2.imread(str(shot))
    assert marked is not None and before is not None
    assert marked.shape == before.shape
    assert (marked != before).any()


def test_bad_files_end_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "text.png").write_text("no picture")
    for name in ("missing.png", "empty.png", "text.png", ".", "\0"):
        assert main([str(tmp_path / name)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def head_of_png(width: int, height: int) -> bytes:
    """The beginning of a picture that says how large it is, and nothing of what it shows."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


@pytest.mark.parametrize("side", [20_000, 60_000, 1 << 31])
def test_a_picture_that_is_too_large_is_refused_by_its_first_bytes(
    side: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "huge.png").write_bytes(head_of_png(side, side))
    assert main([str(tmp_path / "huge.png")]) == 2
    assert "too large" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp", ".webp"])
def test_a_broken_picture_is_told_in_one_sentence(
    kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """By us alone: the libraries that decode it have nothing to add on standard error."""
    rng = np.random.default_rng(1)
    whole = cv2.imencode(kind, rng.integers(0, 256, (60, 90, 3), np.uint8))[1]
    sentences = set()
    for _ in range(50):
        data = whole[: rng.integers(1, len(whole) + 1)].copy()
        data[rng.integers(0, min(len(data), 80), 3)] = rng.integers(0, 256, 3)
        try:
            assert decode_picture(data.tobytes()).dtype == np.uint8
        except PictureError as error:
            sentences.add(str(error))
    assert sentences and not any("\n" in sentence for sentence in sentences)
    assert capfd.readouterr().err == ""


@given(
    height=st.sampled_from([1, 2, 3, 4, 5, 9, 31, 40, 64, 700]),
    width=st.sampled_from([1, 2, 3, 4, 5, 9, 31, 40, 64, 700]),
    paint=st.sampled_from(["flat", "noise", "stripes", "tiles"]),
)
@settings(max_examples=40, deadline=None)
def test_a_picture_of_any_size_is_looked_at(height: int, width: int, paint: str) -> None:
    y, x = np.mgrid[:height, :width]
    grey = {
        "flat": np.full((height, width), 192),
        "noise": np.random.default_rng(height * width).integers(0, 256, (height, width)),
        "stripes": x // 4 % 2 * 255,
        "tiles": (y % 16 > 0) * (x % 16 > 0) * 192,
    }[paint]
    look_all(np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2))


def test_a_marked_picture_that_cannot_be_written_takes_nothing_from_the_answer(
    shot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out, told in (
        ("none/out.png", "No such file"),
        ("out.xyz", "ends in '.xyz'"),
        (".", "Is a dir"),
    ):
        assert main([str(shot), "--mark", str(tmp_path / out)]) == 2
        said = capsys.readouterr()
        assert BOARD[1] in said.out
        sentences = [one for one in said.err.splitlines() if not one.startswith("still looking")]
        assert len(sentences) == 1 and told in sentences[0]


def test_confidence_is_a_part_of_the_one_object(
    shot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(shot), "--json", "--confidence"]) == 0
    sure = np.array(json.loads(capsys.readouterr().out)["confidence"])
    assert sure.shape == (7, 5) and sure.min() >= 0 and sure.max() <= 100


def test_who_waits_long_hears_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    with patience("still at it", after=0.0):
        time.sleep(0.1)
    with patience("soon done", after=60.0):
        pass
    assert capsys.readouterr().err == "still at it\n"


def test_no_board_ends_with_three(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "grey.png"
    cv2.imwrite(str(file), np.full((200, 300, 3), 192, np.uint8))
    assert main([str(file)]) == 3
    assert "no board" in capsys.readouterr().err


def test_without_a_display_the_browser_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(ScreenCaptureError, match="--browser"):
        Screen()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("size = 'x'", "size"),
        ("size = 2", "8 to 64"),
        ("counter = 'abacus'", "counter"),
        ("[cells]\n'9' = 'a.png'", "no cell is called '9'"),
        ("[cells]\n'0' = 'a.png'", "a.png"),
        ("[cells]", "needs a tile"),
        ("[cells]\n'0' = 7", "needs a file"),
        ("farthest = nan", "more than 0"),
        ("= 3", "skin.toml"),
        ("a = " + "[" * 100_000, "skin.toml"),
        (f"name = '{'n' * 5000}'\n[cells]\n'#' = 'a.png'\n'0' = 'a.png'", "1 to 100 printable"),
        ("size = '" + "9" * 5000 + "'", r"must be a int, not '9{39}\.\.\.$"),
        ("size = " + "9" * 5000, "skin.toml: Exceeds the limit"),
        ("#" * 1_000_001, "longer than 1 MB"),
    ],
)
def test_a_bad_skin_names_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "skin.toml").write_text(text)
    Image.new("RGB", (16, 16)).save(tmp_path / "a.png") if "n" * 5000 in text else None
    with pytest.raises(SkinError, match=told):
        load_skin(tmp_path)


def test_a_name_with_markup_is_shown_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    _print([replace(next(iter(known_skins())), name="[bold]a[/nothing]")])
    assert "[bold]a[/nothing]" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
def test_a_learned_skin_that_is_a_link_is_forgotten_but_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MWAGENT_CACHE", str(tmp_path))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "skin.toml").write_text("")
    (tmp_path / "skins").mkdir()
    (tmp_path / "skins" / "learned-1").symlink_to(tmp_path / "mine")
    own_skins.forget("learned-1")
    assert own_skins.learned() == []
    assert (tmp_path / "mine" / "skin.toml").exists()


def test_a_broken_skin_of_a_user_is_left_out_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "skin.toml").write_text("size = 'x'")
    (tmp_path / ".half.new").mkdir()
    (tmp_path / ".half.new" / "skin.toml").write_text("still being written")
    ours = skin_folders()[0]
    monkeypatch.setattr("mwagent.vision.known.skins.skin_folders", lambda: [ours, tmp_path])
    known_skins.cache_clear()
    with caplog.at_level(logging.WARNING):
        names = {skin.name for skin in known_skins()}
    known_skins.cache_clear()
    assert names >= {"classic", "night"}
    assert [record.getMessage() for record in caplog.records] == [
        f"{tmp_path / 'broken' / 'skin.toml'}: size must be a int, not 'x'; this skin is left out"
    ]


def test_nothing_but_blank_open_cells_explains_no_board(shot: Path) -> None:
    """A fresh board of another skin may look like the open cells of a known one."""
    reading = look(load_picture(shot))
    blank = replace(reading, cells=("0" * 5,) * 6 + ("0~000",))
    assert explained(reading) == 1.0
    assert explained(blank) == 0.0


@pytest.mark.parametrize("turned", [False, True])
def test_the_same_numbers_in_every_row_are_text(shot: Path, turned: bool) -> None:
    """Columns of a list repeat in every line; its first line may not be understood."""
    cells = ("~" * 9, *["######100"] * 8)
    if turned:
        cells = tuple("".join(column) for column in zip(*cells, strict=True))
    reading = replace(look(load_picture(shot)), cells=cells)
    assert explained(reading) == 0.0
    some = tuple("#" * 9 if number < 5 else row for number, row in enumerate(cells))
    assert explained(replace(reading, cells=some)) > 0.5


def test_blank_cells_that_open_alone_are_no_great_fault_among_numbers() -> None:
    cells = ("001######", "0012#####", "001######", *["#########"] * 6)
    alone = as_read(*cells)
    assert 0.95 <= explained(alone) < GOOD
    assert explained(alone, stepwise=True) == 1.0
    pattern = replace(alone, cells=("#0#0#0#0#", "0#0#0#0#0", *cells[2:]))
    assert explained(pattern) < 0.0, "with more blank cells than numbers it is a pattern"
