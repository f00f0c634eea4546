"""An analysis on the terminal: legible in 80 columns, and there at once for the largest boards."""

from __future__ import annotations

import io
import re
import time

import numpy as np
import pytest
from rich.console import Console

from mwagent.minefield import LEVELS, Board, Click, FirstClick, Game
from mwagent.solvers import create
from mwagent.solvers.show import report
from mwagent.solvers.show.picture import draw

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def shown(board: Board, width: int = 80, terminal: bool = True, colours: bool = True) -> str:
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=terminal,
        color_system="truecolor" if colours else None,
        legacy_windows=False,
    )
    report.show(console, board, create("exactsolver").analyse(board))
    return ANSI.sub("", file.getvalue())


@pytest.fixture(scope="module")
def expert() -> Board:
    game = Game(LEVELS["expert"], 3, FirstClick.OPEN)
    game.play(Click((8, 15)))
    return game.board


@pytest.mark.parametrize("width", [40, 80, 100, 160])
@pytest.mark.parametrize("colours", [True, False])
def test_every_line_fits_the_terminal(expert: Board, width: int, colours: bool) -> None:
    assert max(map(len, shown(expert, width, colours=colours).splitlines())) <= width


def test_expert_is_one_picture_in_80_columns_of_a_terminal_with_colours(expert: Board) -> None:
    rows = [line for line in shown(expert).splitlines() if line[:3].strip().isdecimal()]
    assert [(int(row[:3]), len(row)) for row in rows] == [(row, 4 + 2 * 30) for row in range(16)]


def test_a_narrow_terminal_shows_the_columns_in_blocks() -> None:
    board = Board.parse("mines 2\n####\n1211")
    text = shown(board, width=9, colours=False)
    heads = [line.split() for line in text.splitlines() if line.startswith("    ")]
    assert [int(col) for head in heads for col in head] == [0, 1, 2, 3]


def test_what_is_no_terminal_gets_a_tenth_of_a_percent(expert: Board) -> None:
    first = shown(expert, terminal=False).splitlines()[1]
    assert re.search(r"\d\d\.\d", first)
    assert len(first) == 4 + 5 * 30


def test_what_is_said_is_rounded_once() -> None:
    board = Board.hidden(1, 1000, 215)  # 21.5 %
    assert " 21.5 " in shown(board, terminal=False)
    board = Board.hidden(200, 50, 2149)  # 21.49 %
    assert " 21 21 " in shown(board, width=160, colours=False)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("side", [1000])
def test_the_largest_boards_take_seconds(side: int) -> None:
    board = Board.hidden(side, side, side * side // 5)
    analysis = create("exactsolver").analyse(board)
    start = time.process_time()
    report.show(Console(file=io.StringIO(), force_terminal=True, width=80), board, analysis)
    draw(board, analysis)
    assert time.process_time() - start < 10


def test_a_picture_shows_each_cell_for_itself() -> None:
    board = Board.parse("mines 2\n1##\n#2#\n###")
    analysis = create("exactsolver").analyse(board)
    picture = np.asarray(draw(board, analysis))
    size = picture.shape[1] // 5
    cells = picture[size : 4 * size, size : 4 * size].reshape(3, size, 3, size, 3).swapaxes(1, 2)
    looks = {cells[cell].tobytes(): analysis.mine_probability[cell] for cell in np.ndindex(3, 3)}
    kinds = {round(p, 9) for p in analysis.mine_probability[board.unopened]}
    assert len(looks) >= len(kinds) + 2
