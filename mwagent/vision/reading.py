"""What was read from a picture of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Cell,
    MinefieldError,
    Stage,
    cells_where,
    named,
    rules,
)
from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import MAJORITY

SYMBOLS: Final = "012345678#F*XW?~"
"""0-8 open, # hidden, F flag, * mine, X exploded mine, W wrong flag, ? question mark, ~ unknown."""
UNKNOWN: Final = "~"
UNKNOWN_SKIN: Final = "unknown skin, learned"
"""The name of any skin that no template folder holds."""

CERTAIN: Final = 0.9
"""Confidence, or probability of a glyph, from which what is seen is certain by itself."""
BELIEVED: Final = 0.6
"""Confidence from which a cell is understood; what is inferred from others has no more."""
_CODE: Final = {str(n): n for n in range(9)} | {
    "#": HIDDEN,
    "F": FLAG,
    "*": MINE,
    "X": MINE,
    "W": FLAG,
    "?": HIDDEN,
    UNKNOWN: HIDDEN,
}


Told: TypeAlias = Mapping[int, str]
"""What cells show by something else than their picture: SYMBOLS by row * cols + col."""


class BoardNotFoundError(MinefieldError):
    """No board is on the picture."""

    exit_code = 3


class BoardCoveredError(BoardNotFoundError):
    """A board is on the picture, and something lies over a part of it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A board as read from a picture.

    `cells` has one string of SYMBOLS per row; `confidence` is (rows, cols) float32 in 0-1;
    `skin` is the name of the template folder it matched, or "unknown skin, learned"; `mines` is
    what a mine counter on the picture shows (mines minus flags), None where none was read; it is
    doubted where nothing tells that number from a clock. `cut`
    are the sides ("left", "right", "top", "bottom") on which the board goes on beyond what is seen
    of it, as far as they were looked for: `look` and `look_all` do that.
    `lessons` are appearances whose meaning is certain, a vector and a symbol each, for whoever
    accepts the reading to learn from (`mwagent.vision.unknown.memory`).
    """

    lattice: Lattice
    cells: tuple[str, ...]
    confidence: NDArray[np.float32]
    skin: str
    mines: int | None
    stage: Stage
    lessons: tuple[tuple[NDArray[np.float32], str], ...] = field(
        default=(), compare=False, repr=False
    )
    cut: tuple[str, ...] = ()
    mines_doubted: bool = False

    @classmethod
    def of(
        cls,
        lattice: Lattice,
        symbols: NDArray[np.str_],
        confidence: NDArray[np.float32],
        skin: str,
        lessons: tuple[tuple[NDArray[np.float32], str], ...] = (),
    ) -> Reading:
        """What SYMBOLS, (rows, cols), and nothing else tell; no mine counter was read."""
        cells = _rows_of(symbols)
        return cls(lattice, cells, confidence, skin, None, stage_of(cells, None), lessons)

    @property
    def symbols(self) -> NDArray[np.str_]:
        """What each cell shows, (rows, cols) of SYMBOLS."""
        return np.array([list(row) for row in self.cells])

    @property
    def numbers(self) -> NDArray[np.int64]:
        """0 to 8 for open cells, 9 for all others, (rows, cols)."""
        symbols = self.symbols
        return np.where(np.char.isdigit(symbols), symbols, "9").astype(np.int64)

    @property
    def unknown(self) -> list[Cell]:
        """Cells that were not understood."""
        return cells_where(self.symbols == UNKNOWN)

    @property
    def plain(self) -> bool:
        """Whether every cell was understood."""
        return not any(UNKNOWN in row for row in self.cells)

    @property
    def contradictions(self) -> list[Cell]:
        """Numbers that contradict what is around them: that, or they themselves, was misread."""
        mines = np.isin(self.symbols, ["*", "X"])
        return cells_where(rules.contradicting(self.numbers, mines))

    def filled(self, told: Told) -> Reading:
        """The reading with cells that were inferred later."""
        cells = self.symbols
        confidence = self.confidence.copy()
        for cell, symbol in told.items():
            cells.flat[cell] = symbol
            confidence.flat[cell] = BELIEVED
        return replace(self, cells=_rows_of(cells), confidence=confidence)

    def with_symbols(self, symbols: NDArray[np.str_]) -> Reading:
        """The reading, at the same stage, with other SYMBOLS, (rows, cols)."""
        return replace(self, cells=_rows_of(symbols))

    def staged(self) -> Reading:
        """The reading at the stage that its cells tell by themselves."""
        return replace(self, stage=stage_of(self.cells, None))

    def showing(self, symbols: NDArray[np.str_]) -> Reading:
        """The reading with other SYMBOLS, (rows, cols), and the stage that they tell."""
        return self.with_symbols(symbols).staged()

    def explained(self, told: Told) -> Reading:
        """The reading with cells that were inferred later, and the stage that all of them tell."""
        return self.filled(told).staged() if told else self

    def others(self, symbols: NDArray[np.str_]) -> Told:
        """Those of some SYMBOLS, (rows, cols), that are not what was read."""
        other = np.flatnonzero(self.symbols != symbols)
        return dict(zip(other.tolist(), symbols.flat[other].tolist(), strict=True))

    @property
    def board(self) -> Board:
        """The reading as a Board; unknown and question-marked cells are hidden.

        Its mines are those that the counter shows and the flags. Of a board that goes on beyond
        what is seen, it is not known how many lie on the cells seen.
        """
        mines = None if self.cut else self.mines
        if mines is not None:
            mines += sum(row.count("F") + row.count("W") for row in self.cells)
        return Board([[_CODE[symbol] for symbol in row] for row in self.cells], mines)


def _rows_of(symbols: NDArray[np.str_]) -> tuple[str, ...]:
    return tuple("".join(row) for row in symbols.tolist())


def stage_of(rows: tuple[str, ...], mines: int | None) -> Stage:
    """The stage of a game, from what its cells show and the mines the counter says are left."""
    shown = "".join(rows)
    if any(symbol in shown for symbol in "*XW"):
        return Stage.LOST
    if not any(symbol in shown for symbol in "012345678"):
        return Stage.WAITING
    closed = sum(shown.count(symbol) for symbol in "#?")
    if UNKNOWN not in shown and closed in (0, mines):
        return Stage.WON
    return Stage.ONGOING


def doubts(reading: Reading) -> list[str]:
    """What a person would doubt at a glance, a sentence each: empty where nothing is odd.

    A board that goes on beyond what is seen, numbers that contradict one another, a row or column
    along a side of which most is not understood, sides that are drawn once more on the opposite
    one, and a mine counter that cannot be right, or that may be a clock.
    """
    sentences = [told_cut(reading.lattice, reading.cut)] if reading.cut else []
    wrong = reading.contradictions
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        sentences.append(
            f"this reading contradicts itself: the number at {named(wrong[0])}{more} cannot be "
            f"right beside what is around it; some cell there was misread"
        )
    unread = reading.symbols == UNKNOWN
    sides = {"first row": unread[0], "last row": unread[-1]}
    sides |= {"first column": unread[:, 0], "last column": unread[:, -1]}
    odd = [name for name, side in sides.items() if side.mean() > MAJORITY]
    if odd and not unread.mean() > MAJORITY:
        sentences.append(
            f"most of the {' and the '.join(odd)} is not understood: it may be none of the board"
        )
    for lines, symbols in (("columns", reading.symbols), ("rows", reading.symbols.T)):
        outer, across = symbols[:, [0, -1]], symbols[:, [-2, 1]]
        if symbols.shape[1] >= 5 and len(set(outer.flat)) > 1 and (outer == across).all():
            sentences.append(
                f"the outer {lines} repeat those within on the opposite side, as on a cylinder or "
                f"a torus, whose cells have other neighbours than were read here"
            )
    closed, left = int(np.isin(reading.symbols, ["#", "?", UNKNOWN]).sum()), reading.mines
    if left is not None and not 0 <= left <= closed and reading.stage is Stage.ONGOING:
        sentences.append(
            f"the mine counter was read as {left}, with {closed} closed cells without a flag: it "
            f"cannot be right, so the number of mines is not known"
        )
    elif reading.mines_doubted:
        sentences.append(
            f"{left} was taken for the mine counter, as no other number is beside the board; "
            f"it may be a clock"
        )
    return sentences


def told_cut(lattice: Lattice, cut: Sequence[str]) -> str:
    """A sentence on a board that `mwagent.vision.partial.cutoff.cut_sides` calls cut."""
    size = f"{lattice.rows} x {lattice.cols} cells can be seen"
    return f"a board goes on beyond what can be seen of it ({' and '.join(cut)}; {size})"
