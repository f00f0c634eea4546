"""Marks that a reader does not know: flags as they come up, and the mines at the end of a game.

A flag comes up alone, in a closed cell, and the game goes on. The mines of a game that is lost
come up together.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import OTHER_COLOUR, with_around
from mwagent.coach.durations import TOGETHER
from mwagent.coach.moves import QUICK
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, cells_where, neighbours, rules
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.clusters import signs_in

MINES: Final = "*XW"
FILL: Final = 24
"""Difference in grey levels within a cell that is filled with one colour, at most."""
FILL_APART: Final = 60
"""Difference in grey levels between such a colour and those of closed and open cells, at least."""


class Understood(NamedTuple):
    """A reading in which marks are understood: `flags` that came up, whether mines are `shown`.

    `hit` are the mines that were opened, where they look otherwise than the others. `lone` is a
    mark that is no flag as others are: it may be the one mine that a program shows at the end.
    """

    reading: Reading
    flags: frozenset[Cell] = frozenset()
    shown: bool = False
    hit: frozenset[Cell] = frozenset()
    lone: frozenset[Cell] = frozenset()


class Look(NamedTuple):
    """The board `known` a moment ago, and how it looks now; what is sought are marks on it.

    `drawn` are its cells, `times` (rows, cols) the seconds since which each looks so. What is not
    understood where a pointer has `covered` a cell is no mark yet; where cells are `unseen`
    something lies over them.
    """

    known: Board
    drawn: BoardPicture
    times: NDArray[np.float64]
    covered: Set[Cell] = frozenset()
    unseen: Set[Cell] = frozenset()


class Marks:
    """Tells flags from mines in one round, by how they come up."""

    def __init__(self) -> None:
        self.flags: set[Cell] = set()
        self.first: set[Cell] = set()
        """Those that came up before anything was open: they may be numbers all the same."""
        self._drawn: set[Cell] = set()
        self.asked: set[Cell] = set()
        """Those that bear the mark that follows a flag in turn, a question."""
        self.suspects: set[Cell] = set()
        """Those of the flags that look like no flag that is known: one may be all an end shows."""
        self.like_mines: set[Cell] = set()
        """Those of the suspects that were read as mines."""

    def _note_questions(self, symbols: NDArray[np.str_], known: Board) -> None:
        """Tell question marks from flags that are drawn as such: these come first on a cell."""
        for cell in [cell for cell in self.flags if symbols[cell] == "#"]:
            self.flags.discard(cell)
        for cell in [cell for cell in self.asked if symbols[cell] not in ("?", UNKNOWN)]:
            self.asked.discard(cell)
        for row, col in np.argwhere(np.isin(symbols, ["?", UNKNOWN]) & (known.cells == FLAG)):
            cell = int(row), int(col)
            # A flag that was read as such gives way to a mark that nobody knows: the next in turn.
            unlike = symbols[cell] == "?" or cell not in self.flags
            if unlike and cell not in self._drawn:
                self.flags.discard(cell)
                self.asked.add(cell)

    def forget(self, cells: Set[Cell]) -> None:
        """Take cells for no flags."""
        self.flags -= cells
        self.suspects -= cells
        self.like_mines -= cells

    def understand(self, reading: Reading, look: Look, known_skin: bool) -> Understood:
        """Understand the marks of a reading."""
        read, symbols = reading.symbols, reading.symbols
        if _open_beneath(symbols, look.covered):
            reading = reading.with_symbols(symbols)
        burst = _at_once((symbols == "F") & (look.known.cells == HIDDEN), look.times)
        if burst.sum() > QUICK and not rules.closed_are_mines(_without(look.unseen, reading)):
            # Nobody flags so fast: a program shows its mines, and draws them as flags.
            symbols[burst] = "*"
            hit = _odd_one(look.drawn, burst)
            return Understood(reading.showing(self._flagged(symbols)), shown=True, hit=hit)
        if known_skin:
            return _in_known_skin(reading, look)
        return self._in_unknown_skin(reading, look, read)

    def _in_unknown_skin(self, reading: Reading, look: Look, read: NDArray[np.str_]) -> Understood:
        """Understand marks of any kind; `read` (rows, cols) was seen beneath the pointer."""
        known, drawn, covered = look.known, look.drawn, look.covered
        symbols = reading.symbols
        self._note_questions(symbols, known)
        questions = (symbols == "?") & (known.cells > FLAG)
        strange = questions | np.isin(symbols, [*MINES, UNKNOWN]) & (known.cells >= FLAG)
        hidden = [cell for cell in covered | look.unseen if symbols[cell] == UNKNOWN]
        for cell in (*self.flags, *self.asked, *hidden):
            strange[cell] = False
        filled = self._filled_before(reading, look, strange)
        self.flags |= filled
        for cell in filled:
            strange[cell] = False
        taken = strange & np.isin(symbols, list(MINES))
        marks = taken | (questions & strange) | bearing(drawn, strange & ~taken)
        count = int(marks.sum())
        if not count:
            return Understood(reading.showing(self._flagged(symbols)), filled)
        if _are_shown(symbols, marks, taken, look):
            symbols[marks] = "*"
            _open_beneath(symbols, covered)
            hit = exploded(drawn, read, marks, covered)
            return Understood(reading.showing(self._flagged(symbols)), shown=True, hit=hit)
        if count > QUICK:
            return Understood(reading)
        flags = frozenset(cells_where(marks))
        if count == 1 and (taken & marks).any() and (symbols == "F").any():
            symbols[marks] = UNKNOWN
            return Understood(reading.showing(self._flagged(symbols)), filled, lone=flags)
        self.flags |= flags
        self._drawn |= {cell for cell in flags if symbols[cell] == "?"}
        self.suspects |= {cell for cell in flags if taken[cell] or not (symbols == "F").any()}
        self.like_mines |= {cell for cell in flags if taken[cell]}
        return Understood(reading.showing(self._flagged(symbols)), flags | filled)

    @staticmethod
    def _filled_before(reading: Reading, look: Look, strange: NDArray[np.bool_]) -> frozenset[Cell]:
        """Flags that are no more than a colour: cells that kept one while others were opened.

        The colour that a pointer gives to a closed cell goes with the pointer, and a zero of a
        colour that nobody knows opens all around it.
        """
        known, drawn, times, _, _ = look
        symbols = reading.symbols
        options = strange & (symbols == UNKNOWN) & (known.cells == HIDDEN)
        if not options.any():
            return frozenset()
        if not (symbols == "0").any():
            options &= with_around(symbols == "#")
        options &= filled(drawn, reading, known, options)
        new = times[(known.cells == HIDDEN) & np.char.isdigit(symbols)]
        since = [float(time) for time in times[options]]
        after = max([*new[new == new.min(initial=np.inf)], *since], default=-np.inf)
        return frozenset(
            cell
            for cell in cells_where(options & (times < after - TOGETHER))
            if sum(abs(time - times[cell]) < TOGETHER for time in since) == 1
        )

    def _flagged(self, symbols: NDArray[np.str_]) -> NDArray[np.str_]:
        """Symbols, (rows, cols), with the flags that are known."""
        for cell in self.flags:
            if symbols[cell] in (UNKNOWN, "?", *MINES):
                symbols[cell] = "F"
        return symbols


def _without(unseen: Set[Cell], reading: Reading) -> NDArray[np.int8]:
    """The codes of a reading, (rows, cols); `unseen` cells not understood count as open."""
    codes = reading.board.cells.copy()
    for cell in unseen:
        codes[cell] = 0 if reading.cells[cell[0]][cell[1]] == UNKNOWN else codes[cell]
    return codes


def _in_known_skin(reading: Reading, look: Look) -> Understood:
    """Marks where a mine is read as one: a single sign that is not known may be the only one."""
    symbols = reading.symbols
    shown = bool(np.isin(symbols, list(MINES)).any())
    strange = (symbols == UNKNOWN) & (look.known.cells == HIDDEN)
    alone = not shown and strange.sum() == 1 and bearing(look.drawn, strange).any()
    lone, odd = (frozenset(cells_where(s)) for s in (strange & alone, symbols == "X"))
    return Understood(reading, shown=shown, hit=odd, lone=lone)


def _are_shown(
    symbols: NDArray[np.str_], marks: NDArray[np.bool_], taken: NDArray[np.bool_], look: Look
) -> bool:
    """Whether a program shows these `marks` as its mines, (rows, cols): many, here and there.

    Those that were read as mines are `taken` for such.
    """
    count = int(marks.sum())
    at_once = _at_once(marks, look.times).sum() == count and count > 1
    if at_once and (taken.any() or count > QUICK) and _all_shown(symbols, marks, look.covered):
        return True
    groups = _groups(marks)
    if count <= QUICK or groups < min(3, count // UNDER_POINTER + 1):
        return False
    mines = int(np.isin(symbols, list(MINES)).sum())
    return groups >= 5 or (mines >= 3 and _at_once(taken, look.times).sum() > QUICK)


def _open_beneath(symbols: NDArray[np.str_], covered: Set[Cell]) -> bool:
    """Note what the pointer has `covered`, where all else that is closed bears a mark.

    It is open, or the game would have been won before, and counts these.
    """
    marks = np.isin(symbols, ["F", *MINES])
    unread = [cell for cell in covered if symbols[cell] == UNKNOWN]
    if not unread or (marks | np.char.isdigit(symbols)).sum() != symbols.size - len(unread):
        return False
    for cell in unread:
        symbols[cell] = str(sum(marks[n] for n in neighbours(cell, symbols.shape)))
    return True


def _all_shown(symbols: NDArray[np.str_], marks: NDArray[np.bool_], covered: Set[Cell]) -> bool:
    """Whether every number has all of its mines, if these `marks` are mines, as flags are."""
    numbers = np.where(np.char.isdigit(symbols), symbols, "9").astype(np.int8)
    unsure = np.zeros(marks.shape, bool)
    for cell in covered:
        unsure[cell] = symbols[cell] == UNKNOWN
    met = rules.met(numbers, marks | (symbols == "F"))
    met |= ~rules.opened(numbers) | with_around(unsure)
    return bool(met.all() and rules.opened(numbers).any())


def marks_shown(reading: Reading, known: Board) -> bool:
    """Whether a reading shows mines where cells were closed, and not everywhere."""
    symbols = reading.symbols
    mines = np.isin(symbols, list(MINES))
    return bool(mines.any() and (known.cells >= FLAG)[mines].all())


def _at_once(cells: NDArray[np.bool_], times: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Those of some cells, (rows, cols), that changed together with the last of them."""
    if not cells.any():
        return cells
    return np.asarray(cells & (times > times[cells].max() - TOGETHER))


def bearing(drawn: BoardPicture, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of some cells bear a digit or a mark of any kind, (rows, cols)."""
    found = np.zeros(where.shape, bool)
    if where.any():
        found[where] = [sign is not None for sign in signs_in(drawn.cells[where.ravel()])]
    return found


def filled(
    drawn: BoardPicture, reading: Reading, known: Board, where: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of some cells have one colour, unlike closed and open ones, (rows, cols).

    `known` is the board of a moment ago.
    """
    found = np.zeros(where.shape, bool)
    if not where.any():
        return found
    images = drawn.cells.astype(np.int16)
    high, wide = images.shape[1] // 4, images.shape[2] // 4
    options = np.flatnonzero(where)
    middles = images[options, high : images.shape[1] - high, wide : images.shape[2] - wide]
    options = options[np.ptp(middles, axis=(1, 2)).max(axis=1) <= FILL]
    if not len(options):
        return found
    grounds = np.median(images, axis=(1, 2))
    symbols = reading.symbols
    closed = (symbols == "#") & (known.cells == HIDDEN) & ~where
    others = [grounds[np.flatnonzero(s)] for s in (closed, np.char.isdigit(symbols))]
    if not all(len(other) for other in others):
        return found
    for at in options:
        apart = min(np.abs(other - grounds[at]).max(axis=1).min() for other in others)
        found.flat[at] = apart >= FILL_APART
    return found


def _groups(cells: NDArray[np.bool_]) -> int:
    count, _ = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
    return int(count) - 1


def exploded(
    drawn: BoardPicture,
    symbols: NDArray[np.str_],
    marks: NDArray[np.bool_],
    covered: Set[Cell] = frozenset(),
) -> frozenset[Cell]:
    """The mine that was opened: the one read so, or that looks so; else that beneath the pointer.

    What the pointer has `covered` is not seen whole: of several such `marks`, (rows, cols), or
    cells that are not understood, none is told.
    """
    beneath = np.zeros(marks.shape, bool)
    for cell in covered:
        beneath[cell] = marks[cell] or symbols[cell] == UNKNOWN
    odd = _odd_one(drawn, marks & ~beneath)
    for likely in (marks & (symbols == "X"), beneath):
        if not odd and likely.sum() == 1:
            odd = frozenset(cells_where(likely))
    return odd


def _odd_one(drawn: BoardPicture, marks: NDArray[np.bool_]) -> frozenset[Cell]:
    """The mine that looks otherwise than all others; none where that is not clear."""
    at = np.flatnonzero(marks)
    if len(at) < 3:
        return frozenset()
    images = drawn.cells[at].astype(np.float32)
    means = images.mean(axis=(1, 2))
    apart = np.abs(means - np.median(means, axis=0)).max(axis=1)
    next_most, most = np.sort(apart)[-2:]
    if most < OTHER_COLOUR or next_most > most / 2:
        return frozenset()
    return frozenset({cells_where(marks)[int(apart.argmax())]})
