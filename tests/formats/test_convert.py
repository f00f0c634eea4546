"""`mwagent convert`: from every format into every other that can hold it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mwagent.convert import main
from mwagent.formats import boards, links
from mwagent.gamebook import GameRecord
from mwagent.minefield import Board, key_board
from mwagent.replay import read, write

MINES = np.array([list("..*.."), list("....."), list("*...*")]) == "*"
MOVES = [("open", (0, 0), 0.0), ("flag", (0, 2), 1.5), ("open", (2, 2), 2.0)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game, two games, a position and a whole board."""
    game = GameRecord.played(MINES, MOVES, source="a test")
    write(tmp_path / "game.json", [game])
    lost = GameRecord.played(MINES, [*MOVES, ("open", (2, 0), 3.0)])  # a log shows its mines
    write(tmp_path / "two.log", [game, lost])
    seen = Board.parse("mines 3\n01F##\n11###\n#####")
    (tmp_path / "seen.mine").write_bytes(boards.write(seen, "mine"))
    (tmp_path / "whole.mbf").write_bytes(boards.write(key_board(MINES), "mbf"))
    return tmp_path


def converted(folder: Path, given: str, to: str, *more: str) -> int:
    is_file = "." in given and (folder / given).exists()
    words = [
        str(folder / given) if is_file else given,
        str(folder / to) if "." in to else to,
        *more,
    ]
    return main(words)


@pytest.mark.parametrize("to", ["b.json", "b.sqlite", "b.log", "b.rawvf"])
def test_a_game_goes_into_every_file_of_games(folder: Path, to: str) -> None:
    assert converted(folder, "game.json", to) == 0
    (game,) = read(folder / to)
    assert [(move.kind, move.cell) for move in game.moves] == [move[:2] for move in MOVES]


@pytest.mark.parametrize("to", ["b.csv", "b.mine", "b.txt"])
def test_a_position_comes_from_a_file_a_link_and_a_game(folder: Path, to: str) -> None:
    seen = boards.parse((folder / "seen.mine").read_bytes(), "seen.mine")
    for given in ("seen.mine", links.write(seen, "page"), links.write(seen, "jsminesweeper")):
        assert converted(folder, given, to) == 0
        assert boards.parse((folder / to).read_bytes(), to) == seen
    moves = GameRecord.played(MINES, MOVES).boards()
    for number, board in enumerate(moves):
        assert converted(folder, "game.json", to, "--move", str(number)) == 0
        assert boards.parse((folder / to).read_bytes(), to) == board


@pytest.mark.parametrize("to", ["ptt", "llamasweeper", "tatham", "page"])
def test_a_whole_board_comes_from_a_file_and_a_game(
    folder: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for given in ("whole.mbf", *(["game.json"] if to != "page" else [])):
        assert converted(folder, given, to) == 0
        link = capsys.readouterr().out.strip()
        assert np.array_equal(links.parse(link).cells, key_board(MINES).cells)
        assert converted(folder, link, "again.mbf") == 0
        assert (folder / "again.mbf").read_bytes() == (folder / "whole.mbf").read_bytes()
        capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("seen.mine", "b.json"), "this is a board, without moves; a .json file holds games"),
        (("seen.mine", "b.mbf"), "3 mines, but 1 cells are marked"),
        (("seen.mine", "b.png"), "b.png is nothing that boards and games are written as"),
        (("seen.mine", "nowhere"), "nowhere is nothing that boards and games are written as"),
        (("two.log", "b.csv"), "has 2 games; say with --game which one's board is wanted"),
        (("two.log", "b.rawvf"), "a .rawvf replay is one game, not 2"),
        (("two.log", "b.json", "--game", "3"), "has 2 games, and no game 3"),
        (("two.log", "b.rawvf", "--game", "1"), "of this one not all are known"),
        (("game.json", "b.csv", "--move", "9"), "the game has 3 moves, and no move 9"),
        (("game.json", "b.log", "--move", "1"), "--move gives a board"),
        (("seen.mine", "b.csv", "--move", "1"), "this is a board, and has no games and moves"),
        (("none.mbf", "b.csv"), "none.mbf: cannot be read"),
        (("9x9n10#77", "b.csv"), "this names a game by a seed"),
        (("seen.mine", "no/folder/b.csv"), "cannot be written"),
    ],
)
def test_what_cannot_be_gets_one_sentence(
    folder: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert converted(folder, *words) == 2
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1 and not captured.out


def test_one_of_several_games_is_chosen(folder: Path) -> None:
    assert converted(folder, "two.log", "b.csv", "--game", "1") == 0
    assert converted(folder, "two.log", "b.rawvf", "--game", "2") == 0
    assert str(read(folder / "b.rawvf")[0]) == "5×3, 3 mines, lost in 3.0 s"
