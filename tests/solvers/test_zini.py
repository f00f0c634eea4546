"""ZiNi: clicks of efficient play, counted by hand and by a second player who makes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.minefield import (
    LEVELS,
    Cell,
    Level,
    cells_where,
    count_around,
    difficulty,
    neighbours,
    opening,
    random_mines,
)
from mwagent.solvers import zini

ms_toollib = pytest.importorskip("ms_toollib")

fields = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(
        st.sampled_from([True, False, False, False]),
        min_size=size[0] * size[1],
        max_size=size[0] * size[1],
    ).map(lambda cells: np.array(cells, bool).reshape(size))
)


def field(drawing: str) -> np.ndarray:
    return np.array([[symbol == "*" for symbol in row] for row in drawing.split()])


@pytest.mark.parametrize(
    ("drawing", "clicks"),
    [
        (".", 1),
        ("*.", 1),
        # One opening and nothing else.
        ("....\n....\n...*", 1),
        # Open (0,1), flag the mine, chord: five cells are open. Two chords open the other three.
        ("...\n.*.\n...", 5),
        # Four numbers that share no neighbour but mines: no chord pays.
        ("*.*\n.*.\n*.*", 4),
        # Two openings divided by mines: one click each.
        ("...*...\n...*...\n...*...", 2),
    ],
)
def test_clicks_of_drawn_boards(drawing: str, clicks: int) -> None:
    assert zini(field(drawing)).greedy == clicks


def counted(mines: np.ndarray, human: bool = False, order: int = 0) -> int:
    """Greedy ZiNi by sets of cells; `order` says which of equals comes first."""
    down, right, columns = 1 - 2 * (order & 1), 1 - (order & 2), not order & 4

    def place(cell: Cell) -> tuple[int, ...]:
        at = down * cell[0], right * cell[1]
        return at[::-1] if columns else at

    solves, unsolved = solutions(mines)
    cells = sorted(cells_where(~mines), key=place)
    around = {cell: list(neighbours(cell, mines.shape)) for cell in cells}
    covered, flagged = set(cells), set[Cell]()
    clicks = 0

    def reveal(cell: Cell) -> None:
        for task in solves.get(cell, ()):
            covered.difference_update(unsolved.pop(task, ()))
        covered.discard(cell)

    def premium(cell: Cell) -> int:
        if human and cell in covered:
            return -1
        gain = {task for n in around[cell] for task in solves.get(n, ()) if task in unsolved}
        # Opening the number itself costs a click and solves its own task: that is even.
        gain.difference_update(solves.get(cell, ()))
        flags = sum(bool(mines[n]) and n not in flagged for n in around[cell])
        return len(gain) - flags - 1 - (cell in covered and cell not in solves)

    if human:
        zeros = set(cells_where(~mines & (count_around(mines) == 0)))
        for task in [task for task in unsolved if task in zeros]:
            clicks += 1
            reveal(task)
    worth = {cell: premium(cell) for cell in cells}
    while unsolved:
        best = max(cells, key=worth.__getitem__)
        before, marked = set(covered), set(flagged)
        if worth[best] >= 0:
            clicks += (best in covered) + 1
            reveal(best)
            for n in around[best]:
                if mines[n]:
                    clicks += n not in flagged
                    flagged.add(n)
                else:
                    reveal(n)
        else:
            clicks += 1
            reveal(next(c for c in cells if any(task in unsolved for task in solves.get(c, ()))))
        changed = (before - covered) | (flagged - marked)
        for cell in {n for c in changed for n in neighbours(c, mines.shape)} | changed:
            if cell in worth:
                worth[cell] = premium(cell)
    return clicks


def solutions(mines: np.ndarray) -> tuple[dict[Cell, list[Cell]], dict[Cell, set[Cell]]]:
    """List the tasks that make up the 3BV, each named by its first cell.

    Returns the tasks that a click on a cell solves, and the cells that each task opens. Openings
    come first.
    """
    numbers = count_around(mines)
    solves: dict[Cell, list[Cell]] = {}
    tasks: dict[Cell, set[Cell]] = {}
    rims: set[Cell] = set()
    for row, col in np.argwhere(~mines & (numbers == 0)):
        cell = (int(row), int(col))
        if cell not in solves:
            tasks[cell] = opening(mines, cell)
            for opened in tasks[cell]:
                if numbers[opened] == 0:
                    solves[opened] = [cell]
                else:
                    rims.add(opened)
    for row, col in np.argwhere(~mines & (numbers > 0)):
        cell = (int(row), int(col))
        if cell not in rims:
            tasks[cell] = {cell}
            solves[cell] = [cell]
    return solves, tasks


@given(fields)
def test_the_engine_counts_as_python_does(mines: np.ndarray) -> None:
    if mines.all():
        return
    told = zini(mines)
    assert told.greedy == counted(mines)
    assert told.human == counted(mines, human=True)
    assert told.eight_way == min(counted(mines, order=order) for order in range(8))


@given(fields)
def test_the_figures_of_boards_are_those_of_ms_toollib(mines: np.ndarray) -> None:
    if mines.all():
        return
    board = np.where(mines, -1, count_around(mines)).tolist()
    told, clicks = difficulty(mines), zini(mines)
    assert (told.bbbv, told.openings) == (ms_toollib.cal_bbbv(board), ms_toollib.cal_op(board))
    assert clicks.greedy == ms_toollib.cal_zini(board)
    assert clicks.human == ms_toollib.cal_hzini(board)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["beginner", "intermediate", "expert"])
def test_zini_of_usual_boards_is_that_of_ms_toollib(name: str, seed: int) -> None:
    mines = random_mines(LEVELS[name], seed, (0, 0))
    board = np.where(mines, -1, count_around(mines)).tolist()
    assert zini(mines).greedy == ms_toollib.cal_zini(board)
    assert zini(mines).human == ms_toollib.cal_hzini(board)


def test_no_chord_on_a_closed_number_is_worth_anything_in_human_zini() -> None:
    assert zini(field("*..\n*.*\n...")).human == 6


@given(fields)
def test_zini_is_never_more_than_3bv(mines: np.ndarray) -> None:
    if not mines.all():
        assert difficulty(mines).openings <= zini(mines).eight_way <= difficulty(mines).bbbv


def test_expert_boards_take_about_as_many_clicks_as_they_are_known_to() -> None:
    # Greedy ZiNi solves Expert in some seven tenths of its 3BV.
    boards = [random_mines(Level(16, 30, 99), seed, (0, 0)) for seed in range(20)]
    share = sum(zini(mines).greedy for mines in boards) / sum(
        difficulty(mines).bbbv for mines in boards
    )
    assert 0.66 < share < 0.78
