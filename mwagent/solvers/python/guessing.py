"""Guesses, where nothing is proven.

A draw is random but seeded by the position: the same board always gets the same guess.
Source of both weightings: the SAT-based Minesweeper solver of kkew3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, Board, Cell
from mwagent.solvers.python.bitboard import Bitboard, bits, plane_of

_FAR: Final = 1.8
"""Factor on the chance that an aggressive guess takes a cell, for each step from danger."""
_TIE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Habits:
    """How a classic solver guesses; the fields are the solvers' options of the same names."""

    consider_mines_th: int = 5
    guess_edge_weight: float = 2.0
    aggressive_guess_max_mine_density: float = 0.0
    aggressive_guess_min_empty_density: float = 1.0

    def __post_init__(self) -> None:
        if not self.guess_edge_weight > 0:
            raise ValueError(f"guess_edge_weight must be above 0, not {self.guess_edge_weight}")
        for name in ("aggressive_guess_max_mine_density", "aggressive_guess_min_empty_density"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is a share of cells, from 0 to 1, not {value}")

    def aggressive(self, board: Board) -> bool:
        """Whether to guess without thinking: few mines left on a board still empty."""
        if not self.aggressive_guess_max_mine_density or board.mines_left is None:
            return False
        hidden = int((board.cells == HIDDEN).sum())
        return (
            board.mines_left <= self.aggressive_guess_max_mine_density * hidden
            and hidden >= self.aggressive_guess_min_empty_density * board.cells.size
        )


def at_least_one(name: str, value: int) -> int:
    """Check an option that counts something; raises ValueError below 1."""
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {value}")
    return value


def first_click(bitboard: Bitboard) -> Cell:
    """Choose the first cell of a game: the one the board names, or else a corner.

    A corner opens an area most often, having the fewest neighbours.
    """
    first = bitboard.board.first
    return (0, 0) if first is None else first


def safest(
    bitboard: Bitboard,
    cells: Sequence[int],
    probabilities: NDArray[np.float64],
    edge_weight: float = 1.0,
) -> int:
    """Choose the cell least likely a mine; equals are drawn, those on the edge weigh more."""
    least = probabilities[cells].min() + _TIE
    choice = [cell for cell in cells if probabilities[cell] <= least]
    if len(choice) == 1:
        return choice[0]
    edge = _edge(bitboard)
    return _draw(bitboard, choice, [edge_weight if edge >> cell & 1 else 1.0 for cell in choice])


def far_from_danger(bitboard: Bitboard, cells: Sequence[int]) -> int:
    """Draw one of `cells`, with more weight the farther it is from open numbers and edges."""
    left = plane_of(cells)
    reached = bitboard.around(bitboard.numbers & ~_zeros(bitboard)) | _edge(bitboard)
    order: list[int] = []
    weights: list[float] = []
    weight = _FAR
    while left:
        ring = reached & left
        order += bits(ring)
        weights += [weight] * ring.bit_count()
        left &= ~ring
        reached = bitboard.around(reached)
        weight *= _FAR
    return _draw(bitboard, order, weights)


def _draw(bitboard: Bitboard, cells: Sequence[int], weights: Sequence[float]) -> int:
    return Random(crc32(bitboard.codes)).choices(cells, weights)[0]


def _zeros(bitboard: Bitboard) -> int:
    one, two, four, eight = bitboard.digits
    return bitboard.numbers & ~(one | two | four | eight)


def _edge(bitboard: Bitboard) -> int:
    rows, cols = bitboard.board.shape
    first, last = bitboard.stride + 1, rows * bitboard.stride + 1
    row = (1 << cols) - 1
    side = plane_of(range(first, last + 1, bitboard.stride))
    return row << first | row << last | side | side << cols - 1
