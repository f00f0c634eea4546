"""`python -m vision` as a user meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import look
from vision.__main__ import main
from vision.capture import Screen, ScreenCaptureError
from vision.pictures import load_picture
from vision.sight import explained
from vision.skins import SkinError, known_skins, load_skin

BOARD = ["00111", "001F1", "00111", "11000", "#1000", "#2111", "##F##"]
KEYS = ["rows", "cols", "box", "pitch", "cells", "unknown", "skin", "mines", "stage"]


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    """A picture of a small board in mid-game: 20 pixels to the cell, at (40, 30)."""
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    board = np.concatenate([np.concatenate([skin.tile(s) for s in row], axis=1) for row in BOARD])
    picture = np.full((300, 260, 3), 192, np.uint8)
    picture[30:170, 40:140] = cv2.resize(board, (100, 140), interpolation=cv2.INTER_LINEAR)
    file = tmp_path / "shot.png"
    cv2.imwrite(str(file), picture)
    return file


def test_json_tells_everything(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(shot), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cells"] == BOARD
    assert (told["rows"], told["cols"], told["skin"]) == (7, 5, "classic")
    assert np.allclose(told["box"], [40, 30, 140, 170], atol=2)
    assert np.allclose(told["pitch"], [20, 20], atol=0.2)
    assert (told["unknown"], told["mines"], told["stage"]) == ([], None, "ongoing")
    assert list(told) == KEYS


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
    for name in ("missing.png", "empty.png", "text.png", "."):
        assert main([str(tmp_path / name)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


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
        ("= 3", "skin.toml"),
    ],
)
def test_a_bad_skin_names_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "skin.toml").write_text(text)
    with pytest.raises(SkinError, match=told):
        load_skin(tmp_path)


def test_a_reader_that_has_seen_enough_is_no_error(shot: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "vision", str(shot)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_but_blank_open_cells_explains_no_board(shot: Path) -> None:
    """A fresh board of another skin may look like the open cells of a known one."""
    reading = look(load_picture(shot))
    blank = replace(reading, cells=("0" * 5,) * 6 + ("0~000",))
    assert explained(reading) == 1.0
    assert explained(blank) == 0.0
