"""The slow, sure ways to count and to play, which the engine's answers are compared with.

Nothing here knows of classes, components or convolution: one way lists every arrangement of the
hidden cells, another sweeps the board cell by cell in whole numbers, a third plays on to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Cell, count_around, neighbours


@dataclass(frozen=True)
class Truth:
    """Mine probabilities, (rows, cols) float64 with nan where open, and how many arrangements."""

    probability: NDArray[np.float64]
    arrangements: int


def without_flags(board: Board) -> Board:
    """Make flags plain hidden cells, as somebody sees them who does not trust them."""
    return Board(np.where(board.cells == FLAG, np.int8(HIDDEN), board.cells), board.mines)


def arrangements(board: Board) -> NDArray[np.bool_]:
    """List all mine masks, (arrangements, rows, cols) bool, that fit the board; flags are mines."""
    hidden = np.argwhere(board.cells == HIDDEN)
    assert len(hidden) <= 18, "too many hidden cells to list every arrangement"
    bits = np.arange(1 << len(hidden))[:, None] >> np.arange(len(hidden)) & 1
    bits = bits.astype(bool)
    if board.mines is not None:
        bits = bits[bits.sum(axis=1) + int(board.known_mines.sum()) == board.mines]
    masks = np.zeros((len(bits), *board.shape), bool)
    masks[:, board.known_mines] = True
    masks[:, hidden[:, 0], hidden[:, 1]] = bits
    return masks[met_numbers(board, masks).all(axis=1)]


def met_numbers(board: Board, masks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each mask which open numbers, row by row, count right: (masks, numbers) bool."""
    rows, cols = board.shape
    padded = np.zeros((len(masks), rows + 2, cols + 2), np.int8)
    padded[:, 1:-1, 1:-1] = masks
    around = -masks.astype(np.int8)
    for row in range(3):
        for col in range(3):
            around += padded[:, row : row + rows, col : col + cols]
    is_open = board.cells <= 8
    return np.asarray(around[:, is_open] == board.cells[is_open])


def listed(board: Board) -> Truth | None:
    """Average all arrangements; None when there are none."""
    masks = arrangements(board)
    if not len(masks):
        return None
    probability = np.where(board.cells <= 8, np.nan, masks.mean(axis=0))
    return Truth(probability, len(masks))


def swept(board: Board) -> Truth | None:
    """Count cell by cell, in whole numbers; None when nothing fits.

    A state is what the last cols + 1 cells still ask of cells to come: for a number the mines it
    lacks, for a mine that a later number will count, 1. The ways to reach it are one big whole
    number with a digit of `width` bits for each count of mines.
    """
    if board.shape[1] > board.shape[0]:
        turned = swept(Board(board.cells.T, board.mines))
        return turned and Truth(turned.probability.T, turned.arrangements)
    cells, cols = board.cells.ravel().tolist(), board.shape[1]
    width = 0 if board.mines is None else len(cells) + 1
    steps = [_Step(board, i) for i in range(len(cells))]
    layers: list[dict[tuple[int, ...], int]] = [{(0,) * (cols + 1): 1}]
    for step in steps:
        layer: dict[tuple[int, ...], int] = {}
        for state, ways in layers[-1].items():
            for mine, after in step.moves(state):
                layer[after] = layer.get(after, 0) + (ways << width * mine)
        layers.append(layer)
    reach = cols + 1
    last = [reach - back for back, code in enumerate(reversed(cells[-reach:]), 1) if code <= 8]
    behind = {state: 1 for state in layers[-1] if not any(state[slot] for slot in last)}
    probability = np.full(len(cells), np.nan)

    def digit(ways: int) -> int:
        return ways if board.mines is None else ways >> width * board.mines & (1 << width) - 1

    total = digit(sum(layers[-1][state] for state in behind))
    if total == 0:
        return None
    for i in reversed(range(len(cells))):
        before: dict[tuple[int, ...], int] = {}
        with_mine = 0
        for state, ways in layers[i].items():
            for mine, after in steps[i].moves(state):
                if after in behind:
                    rest = behind[after] << width * mine
                    before[state] = before.get(state, 0) + rest
                    with_mine += ways * rest * mine
        behind = before
        if cells[i] > 8:
            probability[i] = float(Fraction(digit(with_mine), total))
    return Truth(probability.reshape(board.shape), total)


class _Step:
    """One cell of the sweep: its choices, and the cells before it that it touches."""

    def __init__(self, board: Board, index: int):
        cols = board.shape[1]
        row, col = divmod(index, cols)
        self.code = board[row, col]
        around = [(r, c) for r, c in neighbours((row, col), board.shape)]
        self.counted_later = any(board[r, c] <= 8 and r * cols + c > index for r, c in around)
        earlier = [(r, c) for r, c in around if r * cols + c < index]
        slots = {cell: cols + 1 - (index - cell[0] * cols - cell[1]) for cell in earlier}
        self.numbers = [slot for cell, slot in slots.items() if board[cell] <= 8]
        self.unopened = [slot for cell, slot in slots.items() if board[cell] > 8]
        gone = index - cols - 1
        self.drops_number = gone >= 0 and board.cells.ravel()[gone] <= 8

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        if self.code <= 8:
            choices = [(0, self.code - sum(state[slot] for slot in self.unopened))]
        elif self.code == HIDDEN:
            choices = [(0, 0), (1, int(self.counted_later))]
        else:
            choices = [(1, int(self.counted_later))]
        for mine, symbol in choices:
            after = [*state, symbol]
            for slot in self.numbers:
                after[slot] -= mine
            if min(after) >= 0 and not (self.drops_number and after[0]):
                yield mine, tuple(after[1:])


def best_win_probability(board: Board) -> float:
    """Play on in every way and every arrangement; the board's mine count must be known."""
    masks = arrangements(board)
    numbers = np.array([np.where(mask, np.int8(MINE), count_around(mask)) for mask in masks])
    flat = [bytes(view.ravel()) for view in numbers]
    hidden = tuple(np.flatnonzero(board.cells.ravel() == HIDDEN).tolist())
    won = _wins(tuple(flat), hidden)
    _wins.cache_clear()
    return won / len(masks)


@cache
def _wins(keys: tuple[bytes, ...], hidden: tuple[int, ...]) -> int:
    if len(keys) == 1:
        return 1
    best = 0
    for cell in hidden:
        shown: dict[int, list[bytes]] = {}
        for key in keys:
            shown.setdefault(key[cell], []).append(key)
        exploded = len(shown.pop(MINE, []))
        rest = tuple(other for other in hidden if other != cell)
        if len(keys) - exploded > best:
            best = max(best, sum(_wins(tuple(group), rest) for group in shown.values()))
        if not exploded:
            break  # a cell that cannot be a mine is always worth opening
    return best


def to_blame(board: Board) -> set[Cell]:
    """Find the numbers that some set of numbers, possible by itself, makes impossible."""
    free = Board(np.where(board.cells <= 8, np.int8(10), board.cells), None)
    hidden = np.argwhere(board.cells == HIDDEN)
    assert len(hidden) <= 14
    masks = np.zeros((1 << len(hidden), *board.shape), bool)
    masks[:, free.known_mines & (board.cells > 8)] = True
    bits = np.arange(1 << len(hidden))[:, None] >> np.arange(len(hidden)) & 1
    masks[:, hidden[:, 0], hidden[:, 1]] = bits.astype(bool)
    if board.mines is not None:
        masks = masks[masks.sum(axis=(1, 2)) == board.mines]
    met = np.unique(met_numbers(board, masks), axis=0)
    found = set()
    for index, (row, col) in enumerate(np.argwhere(board.cells <= 8)):
        with_it = met[met[:, index]]
        for row_of_met in met[~met[:, index]]:
            if not (with_it | ~row_of_met).all(axis=1).any():
                found.add((int(row), int(col)))
                break
    return found


@st.composite
def small_boards(draw: st.DrawFn, most_hidden: int = 12, flags: bool = True) -> Board:
    """Draw a true position: random mines, some cells open, some mines flagged or shown.

    The mine count is the true one, none, or any other with which the board is still possible.
    """
    rows = draw(st.integers(1, 6))
    cols = draw(st.integers(1, 7))
    size = rows * cols
    density = draw(st.sampled_from([0.1, 0.25, 0.5, 0.8, 1.0]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    mines = rng.random((rows, cols)) < density
    cells = np.where(mines, np.int8(MINE), count_around(mines))
    hidden_count = draw(st.integers(0, min(size, most_hidden)))
    hidden = np.zeros(size, bool)
    hidden[rng.permutation(size)[:hidden_count]] = True
    cells[hidden.reshape(rows, cols)] = HIDDEN
    if flags:
        cells[(cells == MINE) & (rng.random((rows, cols)) < draw(st.sampled_from([0, 0.5, 1])))] = (
            FLAG
        )
    kind = draw(st.sampled_from(["true", "none", "least", "most", "any"]))
    if kind == "none":
        return Board(cells)
    if kind == "true":
        return Board(cells, int(mines.sum()))
    possible = np.unique(arrangements(Board(cells)).sum(axis=(1, 2))).tolist()
    count = {"least": possible[0], "most": possible[-1]}.get(kind)
    return Board(cells, draw(st.sampled_from(possible)) if count is None else count)


def opened_at_random(
    rows: int, cols: int, mines: int, share: float, *, seed: int, cascade: bool = False
) -> Board:
    """Make a true position with a random share of the safe cells open, with openings if asked."""
    rng = np.random.default_rng(seed)
    mask = (rng.permutation(rows * cols) < mines).reshape(rows, cols)
    key = count_around(mask)
    is_open = (rng.random((rows, cols)) < share) & ~mask
    if cascade:
        grown = None
        while grown is None or (grown != is_open).any():
            grown = is_open.copy()
            is_open |= (count_around(is_open & (key == 0)) > 0) & ~mask
    return Board(np.where(is_open, key, np.int8(HIDDEN)), mines)
