"""Boards that need no guess keep that promise, however dense, and are the same by their seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from mwagent.minefield import (
    HIDDEN,
    MINE,
    Board,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
    check_key,
    load,
    random_mines,
)
from mwagent.solvers import create
from mwagent.solvers.cli.commandline import main
from mwagent.solvers.noguess import Making, NoBoardError, no_guess
from testbed.oracle import swept


def by_counting(board: Board) -> Sequence[Cell]:
    """What is safe, counted cell by cell."""
    truth = swept(board)
    assert truth is not None
    return cells_where((board.cells == HIDDEN) & (truth.probability == 0))


def by_sat(board: Board) -> Sequence[Cell]:
    """What is safe, as a SAT solver proves it, which shares nothing with the engine."""
    return create("fullsatsolver", {"consider_mines_th": 10_000}).analyse(board).safe


def needs_no_guess(
    mines: np.ndarray, first: Cell, proven: Callable[[Board], Sequence[Cell]] = by_sat
) -> bool:
    """Whether everything but mines is opened, one proven cell after the other."""
    game = Game.from_mines(mines)
    game.play(Click(first))
    while game.stage is Stage.ONGOING and (safe := proven(game.board)):
        for cell in safe:
            game.play(Click(cell))
    return game.stage is Stage.WON


def test_the_judge_knows_a_guess() -> None:
    level = Level(4, 5, 3)
    boards = [random_mines(level, seed, (1, 1)) for seed in range(80)]
    truths = [needs_no_guess(mines, (1, 1), by_counting) for mines in boards]
    assert [needs_no_guess(mines, (1, 1)) for mines in boards] == truths
    assert 10 < sum(truths) < 70


@pytest.mark.parametrize("rule", [FirstClick.SAFE, FirstClick.OPEN])
@pytest.mark.parametrize(
    "level", [Level(16, 16, 99), Level(16, 30, 170), Level(9, 9, 35), Level(30, 30, 200)], ids=str
)
def test_dense_boards_need_no_guess(level: Level, rule: FirstClick) -> None:
    for seed, first in enumerate([(0, 0), (4, 5), (8, 8)]):
        board = no_guess(level, str(seed), first, rule, making="mended")
        assert (board.made, board.mines.sum()) == ("mended", level.mines)
        row, col = first
        spared = max(0, row - 1), max(0, col - 1)
        around = board.mines[spared[0] : row + 2, spared[1] : col + 2]
        assert not (around.any() if rule is FirstClick.OPEN else board.mines[first])
        assert needs_no_guess(board.mines, first)
        again = no_guess(level, str(seed), first, rule, making="mended")
        assert (again.mines == board.mines).all()


@pytest.mark.parametrize(
    ("level", "made"),
    [(Level(9, 9, 10), "uniform"), (Level(16, 30, 99), "uniform"), (Level(9, 9, 35), "mended")],
)
def test_boards_are_mended_only_where_none_is_dealt(level: Level, made: Making) -> None:
    board = no_guess(level, "either")
    assert board.made == made
    assert needs_no_guess(board.mines, board.first)
    if made == "uniform":
        assert (no_guess(level, "either", making=made).mines == board.mines).all()


@pytest.mark.parametrize("making", ["uniform", "mended"])
def test_a_board_that_cannot_be_is_not_waited_for(making: Making) -> None:
    # With two cells free of mines the second always has to be guessed.
    with pytest.raises(NoBoardError, match=r"9x9/79 .* 0\.05 s"):
        no_guess(Level(9, 9, 79), making=making, seconds=0.05)


def test_a_first_cell_off_the_board_is_refused() -> None:
    with pytest.raises(NoBoardError, match="first cell"):
        no_guess(Level(9, 9, 10), first=(9, 0))


def test_the_command_writes_keys_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", "16x16/99", "--seed", "x", "--first", "3,4"]) == 0
    text = capsys.readouterr().out
    file = tmp_path / "key.csv"
    file.write_text(text, encoding="utf-8")
    key = load(file)
    check_key(key)
    assert text.startswith("# needs no guess; mended\n")
    assert (key.mines, key.first) == (99, (3, 4))
    assert main(["deal", "16x16/99", "--seed", "x", "--first", "3,4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["made"] == "mended"
    assert told["mines"] == np.argwhere(key.cells == MINE).tolist()
    assert main(["deal", "9x9/10", "--count", "3", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["seed"] for line in lines] == ["0/0", "0/1", "0/2"]
