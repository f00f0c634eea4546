"""`python -m vision calibrate`: a user teaches a look nobody drew tiles for."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.vision.__main__ import main
from mwagent.vision.known.locate import locate_all
from mwagent.vision.known.skins import SkinError, known_skins, load_skin
from mwagent.vision.known.tiles import read
from mwagent.vision.own_skins.teaching import Lesson, Sample
from mwagent.vision.own_skins.trial import examine
from mwagent.vision.picture import Picture
from mwagent.vision.reader import look_all

FIRST = ["0000111", "00001#1", "0000122", "110012#", "#2111##", "12#11##"]
SECOND = ["#######", "###F###", "##232##", "##2F2##", "#######", "X#*###*"]
COLOURS = {"1": (200, 60, 30), "2": (30, 130, 20), "3": (40, 40, 210)}
SIDE = 30


def cell(symbol: str) -> NDArray[np.uint8]:
    """A cell of a look of our own: round keys on violet, slim digits."""
    closed = symbol in "#F"
    tile = np.full((SIDE, SIDE, 3), (140, 90, 110) if closed else (235, 225, 230), np.uint8)
    cv2.rectangle(
        tile, (0, 0), (SIDE - 1, SIDE - 1), (90, 50, 70) if closed else (190, 180, 185), 1
    )
    if closed:
        cv2.rectangle(tile, (1, 1), (SIDE - 2, SIDE - 2), (190, 150, 165), 1)
    if symbol in COLOURS:
        at = (8, 23)
        cv2.putText(
            tile, symbol, at, cv2.FONT_HERSHEY_DUPLEX, 0.75, COLOURS[symbol], 2, cv2.LINE_AA
        )
    if symbol == "F":
        cv2.fillPoly(tile, [np.array([[9, 6], [22, 12], [9, 18]])], (40, 220, 250), cv2.LINE_AA)
        cv2.line(tile, (9, 6), (9, 25), (240, 240, 240), 2)
    if symbol in "*X":
        if symbol == "X":
            tile[2:-2, 2:-2] = (60, 60, 230)
        cv2.circle(tile, (15, 15), 8, (20, 20, 20), -1, cv2.LINE_AA)
    return tile


def shot(board: list[str], file: Path) -> Path:
    """A screenshot of a board at (40, 50)."""
    rows = [np.concatenate([cell(symbol) for symbol in row], axis=1) for row in board]
    drawn = np.concatenate(rows)
    picture = np.full((320, 400, 3), (120, 110, 90), np.uint8)
    picture[50 : 50 + drawn.shape[0], 40 : 40 + drawn.shape[1]] = drawn
    cv2.imwrite(str(file), picture)
    return file


def place(board: list[str]) -> list[str]:
    """The arguments that say where a board lies."""
    rows, cols = len(board), len(board[0])
    return ["--at", f"40,50,{40 + SIDE * cols},{50 + SIDE * rows}", "--size", f"{rows}x{cols}"]


def teach(board: list[str]) -> str:
    """What a user types to name one cell of every symbol."""
    lines = []
    for symbol in sorted(set("".join(board))):
        row = next(number for number, cells in enumerate(board) if symbol in cells)
        lines.append(f"{row},{board[row].index(symbol)} {symbol}")
    return "\n".join([*lines, "save", ""])


def calibrate(monkeypatch: pytest.MonkeyPatch, typed: str, arguments: list[str]) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["calibrate", *arguments])


@pytest.mark.slow
def test_a_taught_skin_reads_every_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = shot(FIRST, tmp_path / "a.png"), shot(SECOND, tmp_path / "b.png")
    told = ["--name", "violet", "--folder", str(tmp_path / "skins")]
    assert calibrate(monkeypatch, teach(FIRST), [str(first), *told, *place(FIRST)]) == 0
    said = capsys.readouterr().out
    assert "42 of 42 cells right, 0 not understood, 0 wrong" in said
    assert "not seen yet: 3 4 5 6 7 8 F * X" in said

    more = [str(second), *told, *place(SECOND), "--add"]
    assert calibrate(monkeypatch, teach(SECOND), more) == 0
    assert "42 of 42 cells right, 0 not understood, 0 wrong" in capsys.readouterr().out
    skin = load_skin(tmp_path / "skins" / "violet")
    for file, board in ((first, FIRST), (second, SECOND)):
        picture = np.asarray(cv2.imread(str(file)), np.uint8)
        larger = np.asarray(cv2.resize(picture, None, fx=1.25, fy=1.25), np.uint8)
        found = locate_all(Picture(larger), [skin])[0]
        assert np.allclose(found.lattice.box, np.array([40, 50, 250, 230]) * 1.25, atol=3)
        assert list(read(larger, found.lattice, skin).cells) == board


def test_what_was_never_taught_is_not_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ["--name", "violet", "--folder", str(tmp_path)]
    file = shot(FIRST, tmp_path / "a.png")
    assert calibrate(monkeypatch, teach(FIRST), [str(file), *told, *place(FIRST)]) == 0
    skin = load_skin(tmp_path / "violet")
    picture = np.asarray(cv2.imread(str(shot(SECOND, tmp_path / "b.png"))), np.uint8)
    found = locate_all(Picture(picture), [skin])[0]
    cells = "".join(read(picture, found.lattice, skin).cells)
    unseen = set("3F*X")
    assert all(
        seen == ("~" if real in unseen else real)
        for real, seen in zip("".join(SECOND), cells, strict=True)
    )


def test_the_looks_are_listed_and_corrected_by_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shot(FIRST, tmp_path / "a.png")
    told = [str(file), "--name", "violet", "--folder", str(tmp_path), *place(FIRST)]
    mark = tmp_path / "found.png"
    typed = "show\nlooks\na F\na 0\nzz 3\n9,9 3\n1,1\nhelp\nquit\n"
    assert calibrate(monkeypatch, typed, [*told, "--mark", str(mark)]) == 0
    said = capsys.readouterr().out
    assert said.count("looks:") == 2 and "corrections:" in said
    assert "is now F" in said and "F is now 0" in said
    assert "there is no zz" in said and "there is no 9,9" in said and "not understood; type" in said
    assert "nothing was saved" in said
    assert mark.exists() and not (tmp_path / "violet").exists()


@pytest.mark.slow
def test_a_skin_is_not_overwritten_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shot(FIRST, tmp_path / "a.png")
    told = [str(file), "--name", "violet", "--folder", str(tmp_path), *place(FIRST)]
    assert calibrate(monkeypatch, teach(FIRST), told) == 0
    assert calibrate(monkeypatch, "\n", told) == 2
    assert "--add or --replace" in capsys.readouterr().err
    assert calibrate(monkeypatch, teach(FIRST), [*told, "--replace"]) == 0


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["missing.png", "--name", "a"], "missing.png"),
        (["a.png", "--name", "../a"], "no name"),
        (["a.png", "--name", "a", "--size", "9x9"], "--at"),
        (["a.png", "--name", "a", "--size", "9x9", "--at", "0,0,5000,300"], "400 x 320"),
        (["a.png", "--name", "a", "--size", "99x99", "--at", "0,0,300,300"], "6 pixels each way"),
        (["a.png", "--name", "Classic"], "comes with the program"),
        (["a.png", "--name", "a", "--folder", "a.png/skins"], "name another folder"),
    ],
)
def test_bad_input_ends_with_one_sentence(
    tmp_path: Path,
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shot(FIRST, tmp_path / "a.png")
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "--folder", str(tmp_path), *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--size", "1000x1000"], "each may be 3 to 250"),
        (["--size", "9"], "not ROWSxCOLS"),
        (["--at", "1,2,3"], "four numbers"),
        (["--at", "1,2,nan,4"], "four numbers"),
        (["--at", "1,2,1,4"], "left and top first"),
    ],
)
def test_a_place_that_cannot_be_is_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["calibrate", "a.png", "--name", "a", *words])
    assert told in capsys.readouterr().err


def test_rows_and_columns_count_from_nought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [str(shot(FIRST, tmp_path / "a.png")), "--name", "violet", "--folder", str(tmp_path)]
    assert calibrate(monkeypatch, "0,6 7\nshow\nlooks\nquit\n", [*told, *place(FIRST)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "    0123456" in said
    assert "  0 0000777" in said and "  1 00007#7" in said
    assert any(" 7 " in line and "row 0, column 4" in line for line in said)


def test_a_marked_picture_that_cannot_be_written_keeps_nobody_from_teaching(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [str(shot(FIRST, tmp_path / "a.png")), "--name", "violet", "--folder", str(tmp_path)]
    mark = ["--mark", str(tmp_path / "none" / "out.png")]
    assert calibrate(monkeypatch, teach(FIRST), [*told, *place(FIRST), *mark]) == 2
    assert "out.png: cannot be written" in capsys.readouterr().err
    assert (tmp_path / "violet" / "skin.toml").exists()


def test_nothing_is_left_of_a_skin_that_was_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "skins"
    told = [str(shot(FIRST, tmp_path / "a.png")), "--name", "violet", "--folder", str(folder)]
    assert calibrate(monkeypatch, "quit\n", [*told, *place(FIRST)]) == 0
    assert list(folder.iterdir()) == []


def test_a_skin_that_reads_a_picture_worse_than_before_is_refused() -> None:
    """Here it calls every closed cell a question mark, which breaks no rule of the game."""
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    picture = np.full((6 * 16 + 60, 7 * 16 + 60, 3), 192, np.uint8)
    rows = [np.concatenate([skin.tile(symbol) for symbol in row], axis=1) for row in FIRST]
    picture[30:-30, 30:-30] = np.concatenate(rows)
    (reading,) = look_all(picture)
    assert list(reading.cells) == FIRST
    lesson = Lesson.of([Sample("shot.png", picture, reading)])
    marks = examine(lesson, skin)
    assert (marks[0].right, marks[0].cost) == (42, 0)
    swapped = replace(skin, symbols=skin.symbols.translate(str.maketrans("#?", "?#")))
    with pytest.raises(SkinError, match=r"shot\.png is read worse with it .* than without"):
        examine(lesson, swapped)
