"""Saved games of other programs, and archives with one replay in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest

from mwagent import replay
from mwagent.convert import main as convert
from mwagent.formats import ReplayError, ReplayFile, boards, links, recorded_game
from mwagent.minefield import MINE, Board, BoardFormatError

SGT_MINES = shutil.which("sgt-mines", path=f"{os.environ.get('PATH', '')}:/usr/games")
MINES = np.array([[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]], bool)


def saved(*steps: str, layout: str = "", game: str = "Mines", stands: int | None = None) -> bytes:
    """A saved game of Mines on the board of MINES, before its first click."""
    told = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", game),
        ("PARAMS", "4x3n1"),
        ("DESC", "0,0,u020"),
        ("PRIVDESC", layout or "u020"),
        ("NSTATES", str(len(steps) + 1)),
        ("STATEPOS", str(len(steps) + 1 if stands is None else stands)),
        *(tuple(step.split(" ")) for step in steps),
    ]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in told).encode()


def test_a_saved_game_has_the_moves_up_to_where_its_player_stands() -> None:
    game = recorded_game(ReplayFile("sav", saved("MOVE O0,0", "MOVE F2,1", "MOVE C1,1")))
    assert [(move.kind, move.cell) for move in game.moves] == [
        ("open", (0, 0)),
        ("flag", (1, 2)),
        ("chord", (1, 1)),
    ]
    assert game.boards()[-1] == Board.parse("mines 1\n011#\n01F#\n011#")
    back = recorded_game(ReplayFile("sav", saved("MOVE O0,0", "MOVE F2,1", stands=2)))
    assert [move.kind for move in back.moves] == ["open"]
    again = recorded_game(ReplayFile("sav", saved("MOVE O3,0", "RESTART -", "MOVE O3,2")))
    assert [move.cell for move in again.moves] == [(2, 3)]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"anything", "no saved game of Simon Tatham's Mines"),
        (saved(game="Net"), "a saved game of Simon Tatham's Net"),
        (saved("SOLVE S"), "solved by the program"),
        (saved("MOVE O9,9"), "cannot be made"),
        (saved("MOVE Q1,1"), "'Q1,1' is no move"),
        (saved(layout="u02"), "no layout"),
        (saved(stands=0).replace(b"STATEPOS", b"STATEPOT"), "cannot be read"),
    ],
)
def test_what_is_no_saved_game_is_told_in_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(ReplayError, match=says) as caught:
        recorded_game(ReplayFile("sav", data))
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(SGT_MINES is None or shutil.which("xvfb-run") is None, reason="no Mines here")
@pytest.mark.slow
def test_what_mines_has_saved_is_read(tmp_path: Path) -> None:
    assert SGT_MINES is not None
    asked = [SGT_MINES, "--generate", "2", "--save", "it", "--save-suffix", ".sav", "16x9n20"]
    subprocess.run(["xvfb-run", "-a", *asked], cwd=tmp_path, check=True, timeout=60)
    for path in sorted(tmp_path.glob("*.sav")):
        (game,) = replay.read(path)
        text = path.read_text("latin-1")
        description = text.partition("DESC    :")[2].split("\n")[0].partition(":")[2]
        key = links.parse(f"16x9n20:{description}")
        assert np.array_equal(game.key, key.cells)
        assert (game.shape, game.mines) == ((9, 16), 20)
        assert [(move.kind, move.cell) for move in game.moves] == [("open", key.first)]


def test_an_archive_is_opened_if_one_game_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("read me.txt", "1##")
    with pytest.raises(ReplayError, match="has no game in it"):
        replay.read(path)
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("one/game.sav", saved("MOVE O0,0"))
    (game,) = replay.read(path)
    assert len(game.moves) == 1
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("two.sav", saved("MOVE O0,0"))
    with pytest.raises(ReplayError, match="has 2 games in it"):
        replay.read(path)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(ReplayError, match="cannot be opened"):
        replay.read(path)


@pytest.mark.parametrize("kind", ["umf", "fvsf", "fsvf", "mvr"])
def test_replays_that_are_not_read_are_named(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"game.{kind}"
    path.write_bytes(b"\0\1\2")
    assert convert([str(path), str(tmp_path / "game.json")]) == 2
    told = capsys.readouterr().err
    assert "a replay of " in told and told.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "regular", "x_size": 4, "y_size": 3, "mine_coords": [[2, 1]], "per_cell": 1}',
        '{"per_cell": 1, "coords": [[1, 2]],\n "mines": 1, "dims": [3, 4]}',
    ],
)
def test_a_board_of_minegauler_says_where_its_mines_lie(text: str) -> None:
    board = boards.parse(text.encode(), "a.mgb")
    assert np.array_equal(board.cells == MINE, MINES)
    assert board == Board.parse("mines 1\n0111\n01*1\n0111")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"coords": [[3, 0]], "dims": [3, 4]}', r"cell \(3, 0\): this mine lies off"),
        ('{"coords": [[1, 0], [1, 0]], "dims": [3, 4]}', "several mines"),
        ('{"type": "split_cell", "x_size": 4, "y_size": 4, "mine_coords": []}', "cells that split"),
        ('{"mine_coords": []}', "no size"),
        ('{"coords": [], "dims": [0, 4]}', "0 rows"),
    ],
)
def test_other_boards_of_minegauler_are_refused(text: str, says: str) -> None:
    with pytest.raises(BoardFormatError, match=says):
        boards.parse(text.encode(), "a.mgb")
