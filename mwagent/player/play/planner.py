"""From what is known of a board to the fewest and nearest clicks.

Greedy chording: a number whose mines are all known is chorded when that costs fewer clicks, flags
included, than opening its cells one by one. Cells known to be blank (all unopened cells around
them are safe) are opened first, since one click opens all of them. The clicks are then ordered
along a short path, the nearest first, and all chords after their flags.
"""

from __future__ import annotations

import numpy as np

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    cells_where,
    count_around,
    neighbours,
    rules,
)
from mwagent.solvers import Analysis


def plan(
    board: Board, analysis: Analysis, start: Cell | None = None, *, chords: bool = True
) -> list[Click]:
    """Plan clicks on safe cells, or on the solver's guess when none is safe.

    `start` is the cell the mouse is over. Without `chords` every cell is opened by itself and
    nothing is flagged. Opens no cell that is not proven safe, except the guess, and never needs
    more clicks than there are safe cells. Returns no click when nothing is left to open.

    >>> board = Board.parse("1##\\n###\\n###", mines=1)
    >>> from mwagent.solvers import Decision
    >>> known = Analysis(np.zeros((3, 3)), ((0, 1), (1, 0)), ((1, 1),), Decision((0, 1), "proof"))
    >>> [click.cell for click in plan(board, known, (0, 0), chords=False)]
    [(0, 1), (1, 0)]
    """
    hidden = board.cells == HIDDEN
    to_open = {cell for cell in analysis.safe if hidden[cell]}
    if not to_open:
        best = analysis.decide().best
        return [Click(best)] if best is not None and hidden[best] else []
    if len(to_open) == 1:
        return [Click(to_open.pop())]
    singles = _open_blanks(board, to_open)
    flags: dict[Cell, set[Cell]] = {}
    if chords:
        flags = _choose_chords(board, analysis, to_open)
    singles.extend(to_open)
    return _order(*_one_to_an_opening(board, analysis, singles), flags, start)


def _open_blanks(board: Board, to_open: set[Cell]) -> list[Cell]:
    """Take out of `to_open` what opens by itself with one click in each known opening.

    A safe cell with neither a mine nor an undecided cell around it shows 0 and opens all around
    it. Returns one cell to click for each such opening.
    """
    safe = np.zeros(board.shape, bool)
    safe[tuple(zip(*to_open, strict=True))] = True
    blank = safe & (count_around((board.cells >= FLAG) & ~safe) == 0)
    left = set(cells_where(blank))
    clicks = []
    while left:
        first = left.pop()
        clicks.append(first)
        queue, reached = [first], {first}
        while queue:
            around = set(neighbours(queue.pop(), board.shape)) - reached
            reached |= around
            queue.extend(around & left)
            left -= around
        to_open -= reached
    return clicks


def _choose_chords(board: Board, analysis: Analysis, to_open: set[Cell]) -> dict[Cell, set[Cell]]:
    """Choose chords one after another, each time the one that saves most clicks.

    Takes the cells they open out of `to_open`. Returns for every chord the flags it still needs
    placed; a flag shared by two chords is listed with both.
    """
    mine = np.isin(board.cells, (FLAG, MINE))
    mine[tuple(np.array(analysis.mines, int).reshape(-1, 2).T)] = True
    pending = np.zeros(board.shape, bool)
    if to_open:
        pending[tuple(zip(*to_open, strict=True))] = True
    undecided = (board.cells == HIDDEN) & ~mine & ~pending
    fit = (board.cells > 0) & rules.met(board.cells, mine)
    fit &= (count_around(pending) >= 2) & (count_around(undecided) == 0)
    fit &= count_around(board.cells == MINE) == 0
    opens: dict[Cell, set[Cell]] = {}
    needs: dict[Cell, set[Cell]] = {}
    for row, col in np.argwhere(fit):
        cell = (int(row), int(col))
        around = set(neighbours(cell, board.shape))
        opens[cell] = around & to_open
        needs[cell] = {n for n in around if mine[n] and board[n] == HIDDEN}
    flagged: set[Cell] = set()
    chosen: dict[Cell, set[Cell]] = {}
    while opens:
        saved = {c: len(opens[c]) - len(needs[c] - flagged) - 1 for c in opens}
        best = max(saved, key=lambda c: (saved[c], -len(needs[c]), c))
        if saved[best] <= 0:
            break
        chosen[best] = needs[best]
        flagged |= needs[best]
        opened = opens.pop(best)
        to_open -= opened
        opens = {cell: rest for cell, cells in opens.items() if len(rest := cells - opened) > 1}
    return chosen


def _one_to_an_opening(
    board: Board, analysis: Analysis, singles: list[Cell]
) -> tuple[list[Cell], list[Cell]]:
    """Those of some cells that are certain to show a number, and one for each possible opening."""
    if len(singles) < 2:
        return [], singles
    mine = np.isin(board.cells, (FLAG, MINE))
    mine[tuple(np.array(analysis.mines, int).reshape(-1, 2).T)] = True
    undecided = (board.cells == HIDDEN) & ~mine
    undecided[tuple(np.array(analysis.safe, int).reshape(-1, 2).T)] = False
    left = set(cells_where(rules.possible_zeros(board.cells, mine, undecided)))
    numbers = [cell for cell in singles if cell not in left]
    if len(singles) - len(numbers) < 2:
        return numbers, [cell for cell in singles if cell in left]
    risk = np.nan_to_num(analysis.mine_probability)

    def risk_around(cell: Cell) -> float:
        return float(sum(risk[near] for near in neighbours(cell, board.shape)))

    openings, apart = [], left.intersection(singles)
    for cell in sorted(apart, key=lambda cell: (risk_around(cell), cell)):
        if cell not in apart:
            continue
        openings.append(cell)
        apart.remove(cell)
        queue = [cell]
        for here in queue:
            around = left.intersection(neighbours(here, board.shape))
            queue.extend(around)
            left -= around
            apart -= around
            if not apart:
                break
    return numbers, openings


def _order(
    numbers: list[Cell], openings: list[Cell], chords: dict[Cell, set[Cell]], start: Cell | None
) -> list[Click]:
    """Put the clicks on a short path from `start`, all flags before the chords."""
    first = [Click(cell, Button.RIGHT) for cell in sorted(set().union(*chords.values()))]
    first += [Click(cell) for cell in sorted(numbers)]
    path: list[Click] = []
    for clicks in (first, list(map(Click, openings)), [Click(c, Button.CHORD) for c in chords]):
        path += _nearest(clicks, path[-1].cell if path else start)
    return path


def _nearest(clicks: list[Click], here: Cell | None) -> list[Click]:
    """Walk to the nearest click each time."""
    points, done = np.array([click.cell for click in clicks]).reshape(-1, 2), np.zeros(len(clicks))
    path: list[Click] = []
    for _ in clicks:
        away = 0 if here is None else np.abs(points - here).max(axis=1)
        index = int(np.argmin(away + done))
        done[index] = np.inf
        here = clicks[index].cell
        path.append(clicks[index])
    return path
