"""The one record of a game, from everything that holds one and to all that is written from it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from mwagent import GameRecord
from mwagent.gamebook import GameFormatError, Verdict, as_page_record, from_page_record, grade
from mwagent.gamebook.record import BUTTONS
from mwagent.minefield import Board, Click, FirstClick, Game, Level, MinefieldError, Stage
from mwagent.player.play import VirtualWindow, play_game
from mwagent.player.records import GameLog
from mwagent.replay import read, write
from mwagent.solvers import create, zini

MINES = np.array([list("..*.."), list("....."), list("*...*")]) == "*"


def example() -> GameRecord:
    """A game with an opening, a flag, a chord and single cells, which is won."""
    moves = [
        *(("open", (0, 0), 0.0), ("flag", (0, 2), 1.5), ("open", (1, 2), 2.0)),
        *(("flag", (2, 0), 2.5), ("flag", (2, 4), 3.0), ("chord", (1, 2), 4.25)),
        *(("open", (1, 4), 5.0), ("open", (0, 4), 6.0)),
    ]
    return GameRecord.played(MINES, moves, source="a test")


def test_a_game_is_told_by_its_mines_and_moves() -> None:
    game = example()
    assert game.stage is Stage.WON and game.seconds == 6.0
    assert game.zinis == zini(MINES) and game.bbbv_per_second == game.bbbv / 6
    live = Game.from_mines(MINES)
    for move, before in zip(game.moves, game.boards(), strict=False):
        assert before == live.board
        live.play(Click(move.cell, BUTTONS[move.kind]))


@pytest.mark.parametrize("name", ["game.json", "games.sqlite", "run.log"])
def test_a_game_comes_back_from_every_file_that_is_written(name: str, tmp_path: Path) -> None:
    games = [example(), GameRecord.played(MINES, [("open", (0, 0), 0.5), ("open", (0, 2), 2.0)])]
    write(tmp_path / name, games)
    for number, (one, other) in enumerate(zip(games, read(tmp_path / name), strict=True), 1):
        assert other.moves == one.moves and other.boards() == one.boards()
        assert (other.stage, other.mine_cells) == (one.stage, one.mine_cells)
        assert other.number == (0 if name == "game.json" else number)
        assert grade(other) == grade(one)


@pytest.mark.parametrize("file", ["game.json", "games.sqlite"])
def test_everything_is_kept(file: str, tmp_path: Path) -> None:
    game = replace(example(), name="José", first=FirstClick.SAFE, begun=5.0, number=1)
    game.pointer = ((0.0, 0.5, 0.5), (1.0, 2.25, 3.0))
    write(tmp_path / file, [game])
    assert read(tmp_path / file) == [game]


def test_what_was_watched_of_a_film_comes_back_with_its_offset() -> None:
    start = Board.parse("mines 3\n0####\n#####\n#####")
    game = GameRecord(start, "film.mp4")
    game.moves = [replace(move, seconds=move.seconds + 70) for move in example().moves[2:4]]
    told = json.loads(json.dumps(as_page_record(game)))
    assert told["offset"] == 72 and told["moves"][0]["seconds"] == 0
    assert from_page_record(told) == game


@pytest.mark.parametrize(
    ("name", "began"),
    [
        ("2026-11-26 05-12-00.mkv", "2026-11-26 05:12:00"),  # OBS
        ("Screencast From 2026-11-26 05-12-00.webm", "2026-11-26 05:12:00"),  # GNOME
        ("VID_20261126_051200.mp4", "2026-11-26 05:12:00"),  # Android
        ("Minesweeper 2026-11-26 17-12-00.mp4", "2026-11-26 17:12:00"),  # Windows
        ("Screen Recording 2026-11-26 at 5.12.00 PM.mov", "2026-11-26 17:12:00"),  # macOS
        ("Screen Recording 2026-11-26 at 12.12.00 AM.mov", "2026-11-26 00:12:00"),
        ("2026-13-26 05-12-00.mkv", None),
        ("expert 2026.mp4", None),
        ("20261126_0512000.mp4", None),
    ],
)
def test_the_name_of_a_film_may_say_when_it_began(name: str, began: str | None) -> None:
    film = GameRecord(Board.parse("mines 3\n0####"), name)
    film.moves = [replace(move, seconds=move.seconds + 90) for move in example().moves]
    start = None if began is None else datetime.fromisoformat(began).timestamp()
    assert film.date == (start and start + 90) and film.offset == 90
    assert replace(film, begun=5.0).date == 5.0
    assert replace(film, origin=0.0).date is None


def test_the_bots_log_gives_the_games_that_it_played(tmp_path: Path) -> None:
    path, played = tmp_path / "run.log", []
    with GameLog(path, "best", {}, "virtual") as log:
        for seed in range(3):
            game = Game(Level(8, 8, 10), seed, FirstClick.OPEN)
            result = play_game(VirtualWindow(game), create("best"), 10, log.turn)
            log.result(result)
            played.append((game, result))
    for record, (game, result) in zip(read(path), played, strict=True):
        assert record.stage is result.stage and record.bbbv == result.bbbv
        assert np.array_equal(np.argwhere(game.mines), sorted(record.mine_cells))
        opened = record.boards()[-1].cells < 9
        assert np.array_equal(opened, game.board.cells < 9)
        # The clock of the log begins with the first look, that of the result with the first click.
        assert record.times == sorted(record.times) and record.seconds <= result.seconds + 1e-3
        grades = grade(record)
        assert {one.verdict for one in grades} <= set(Verdict) - {Verdict.RISK, Verdict.ODD}


def test_a_replay_of_another_program_is_a_record(tmp_path: Path) -> None:
    pytest.importorskip("ms_toollib", reason="the extra replays is not installed")
    from mwagent.formats import ReplayFile, recorded_game
    from testbed.replay_files import played

    data, mines, moves = played(3, pixels=16)
    game = recorded_game(ReplayFile("evf", data))
    assert game.mine_cells == tuple(map(tuple, np.argwhere(mines).tolist()))
    assert [(move.kind, move.cell) for move in game.moves] == moves
    assert game.stage in (Stage.WON, Stage.LOST) and game.pointer
    assert from_page_record(as_page_record(game)) == game


def graded(board: str, cell: tuple[int, int], code: int) -> tuple[Verdict, float, object]:
    """The grade of one opening: verdict, what it cost, and the best cell."""
    start = Board.parse(board)
    moves = [example().moves[0]]
    moves[0] = replace(moves[0], cell=cell, shown=((*cell, code),))
    (one,) = grade(GameRecord(start, "a test", moves=moves))
    return one.verdict, round(one.cost, 3), one.best


def test_grades() -> None:
    # (1, 1) is safe, (0, 1) and (2, 1) are mines; a corner of the last column is one in four.
    side = "mines 3\n1##\n2##\n1##\n1##"
    assert graded(side, (1, 1), 3) == (Verdict.PROOF, 0, None)
    assert graded(side, (0, 1), 10) == (Verdict.RISK, 1, None)
    assert graded(side, (0, 2), 2) == (Verdict.RISK, 0.25, None)
    # Three cells alike around the 1: each wins a third with its mine beside two more cells.
    corner = "mines 2\n1#\n##\n##"
    verdict, cost, best = graded(corner, (0, 1), 1)
    assert verdict is Verdict.WORSE and cost == 0.5 and best == (1, 0)
    assert graded(corner, (1, 0), 2)[:2] == (Verdict.BEST, 0)
    assert graded("mines 1\n###\n###", (0, 0), 1)[0] is Verdict.FIRST
    assert graded("mines 1\n3##\n###", (0, 1), 1)[0] is Verdict.ODD


def test_a_chord_risks_what_its_flags_leave_open() -> None:
    # One of the two cells beside the 1 is the mine, and the flag may stand on the other.
    start = Board.parse("mines 1\n1F\n1#")
    chord = replace(example().moves[0], kind="chord", cell=(0, 0), shown=((1, 1, 1),))
    (one,) = grade(GameRecord(start, "a test", moves=[chord]))
    assert one.risk == pytest.approx(0.5) and one.verdict is Verdict.BEST


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "chess"}, r"'chess' - at `\$.format`"),
        ({"rows": 0}, r"rows"),
        ({"mines": [[9, 9]]}, r"\[9, 9\] is no cell of the board"),
        ({"mines": None}, "neither its mines nor what its moves have shown"),
        ({"moves": [{"kind": "open", "cell": [0, 7]}]}, "off the board|no cell of the board"),
        ({"start": [1, 2]}, "reshape"),
    ],
)
def test_a_record_that_is_broken_is_refused_in_a_sentence(
    change: dict[str, object], says: str
) -> None:
    with pytest.raises(GameFormatError, match=says):
        from_page_record(as_page_record(example()) | change)


@pytest.mark.parametrize("name", ["game.json", "games.sqlite", "run.log", "game.avf"])
def test_a_file_that_is_not_there_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(MinefieldError, match=name):
        read(tmp_path / name)


def test_the_public_names_are_shown() -> None:
    import mwagent

    assert {"Result", "Window", "play_game"} <= set(dir(mwagent.player))
    assert {"compare", "SeededBoards"} <= set(dir(mwagent.virtual.arena))
    assert {"read", "write"} <= set(mwagent.replay.__all__)
