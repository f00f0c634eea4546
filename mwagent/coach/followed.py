"""The board that is followed: where it lies, and what earlier pictures of its round have shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Camera, Found, SeenBoard, carried_over, fresh, same_pixels
from mwagent.coach.changes import CellClock, Patience
from mwagent.coach.ends import Marks
from mwagent.coach.moves import Change, revealed
from mwagent.coach.sighting import Sighting, Source
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, cells_where, rules
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.edges import Pixels
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading

HIT: Final = 3
"""Mines that one click opens, at most: where more look so, all mines do."""


@dataclass(slots=True)
class Round:
    """What one round has shown so far.

    `mines` is their number, if it was known from the first. `marks` are its flags and mines,
    `since` says when cells began to bear something that is not known yet, `coloured` are closed
    cells that took another colour, or a pale mark, and `closed` (height, width, 3) is the board
    when all of it was closed, `looks` that in which each cell looks as when it became what it is
    known to be. `pending` are cells whose signs may be passing: these are not
    believed. `unseen` are cells that were never understood, as something lies over them.
    `sighting` is what was believed last.
    """

    mines: int | None = None
    marks: Marks = field(default_factory=Marks)
    since: dict[Cell, float] = field(default_factory=dict)
    coloured: set[Cell] = field(default_factory=set)
    closed: Pixels | None = None
    looks: Pixels | None = None
    pending: frozenset[Cell] = frozenset()
    unseen: frozenset[Cell] = frozenset()
    sighting: Sighting | None = None

    @property
    def stage(self) -> Stage | None:
        """The stage that was believed last; None at first."""
        return None if self.sighting is None else self.sighting.stage

    @property
    def finished(self) -> bool:
        """Whether the end of the round was seen."""
        return self.stage in (Stage.WON, Stage.LOST)


class Followed(SeenBoard[Source]):
    """A seen board, the clock of its cells, and its round.

    `before` (height, width, 3) are its pixels as they were when it was last believed, and `reading`
    what was believed then. `odd` is a reading that makes no sense, shown since `odd_since`.
    `covered` are the cells on which the pointer of a film lies.
    """

    clock: CellClock

    def __init__(self, camera: Camera[Source], found: Found):
        super().__init__(camera, found)
        self.patience = Patience()
        self.round = Round()
        self.watch_cells(self.picture().picture)
        self.before = self.clock.picture
        self.odd: Reading | None = None
        self.odd_since: float | None = None
        self.covered: frozenset[Cell] = frozenset()
        self._read: Picture | None = None

    @property
    def now(self) -> float:
        """When the picture was taken that is shown, in seconds."""
        return self.view.seconds

    @property
    def known(self) -> Board:
        """The board that was believed last; at first all of it is hidden."""
        if self.round.sighting is not None:
            return self.round.sighting.board
        return Board.hidden(*self.clock.times.shape, self.round.mines)

    @property
    def pixels(self) -> Pixels:
        """How it looks now, (height, width, 3), without what compression adds."""
        return self.clock.picture

    def watch_cells(self, picture: Pixels) -> None:
        """Let a new clock watch the cells; they look now as on these pixels, (height, width, 3)."""
        self.clock = CellClock(self.location.inner, picture, self.now, self.view.exact)

    def begin(self, mines: int | None) -> None:
        """Forget the round that was: one with so many mines begins."""
        self.begin_round()
        self.round = Round(mines)

    def read_pixels(self, pixels: Pixels) -> Reading:
        """Read the board of these pixels, (height, width, 3)."""
        self._read = Picture(pixels)
        return self.read(self._read)

    def shown(self) -> Picture:
        """The board as it looks now: the picture that was read, where that is the same."""
        if self._read is None or not same_pixels(self._read.pixels, self.pixels):
            self._read = Picture(self.pixels.copy())
        return self._read

    @property
    def drawn(self) -> BoardPicture:
        """The cells of the board as it looks now."""
        return BoardPicture.of(self.shown(), self.location.inner)

    def make_no_sense(self, reading: Reading) -> None:
        """Note a reading that makes no sense, and since when there was none that did."""
        last = self.odd
        turned = last is None or (last.stage is Stage.LOST) != (reading.stage is Stage.LOST)
        if self.odd_since is None or (turned and not self.round.finished):
            self.odd_since = self.now
        self.odd = reading

    @property
    def closed_again(self) -> bool:
        """Whether it looks as when all was closed, and what lies around it as before."""
        closed = self.round.closed
        if closed is None or self.moved or closed.shape != self.pixels.shape:
            return False
        return not self.clock.changed_cells(closed).any()

    def unmarked(self, cell: Cell) -> bool:
        """Whether a cell with a flag looks as when all was closed again, as far as it is seen."""
        looks, closed = self.round.looks, self.round.closed
        if looks is None or closed is None or not looks.shape == closed.shape == self.pixels.shape:
            return False
        return self.clock.nearer(cell, closed, looks)

    def number(self, cell: Cell) -> int:
        """The flat number of a cell."""
        return cell[0] * self.clock.times.shape[1] + cell[1]


def believe(
    board: Followed, reading: Reading, hit: frozenset[Cell] = frozenset()
) -> Sighting | None:
    """Take a reading for what the board shows; None where it shows nothing new.

    `hit` are the mines that seem to have been opened.
    """
    board.odd_since = None
    board.reading = reading
    now, clock, last = board.round, board.clock, board.round.sighting
    unread = frozenset(reading.unknown)
    now.unseen = unread if last is None else unread & now.unseen
    shown = _shown(board, reading)
    stage = _stage(board, reading, shown, hit)
    board.before = board.pixels.copy()
    # What lies over a board from the first is none of its cells, and may stay.
    if fresh(reading) and (not unread or last is None) and not now.pending:
        now.closed = board.before
    times = _times(board, shown, unread)
    settled = np.ones(times.shape, bool)
    for cell in now.pending:
        settled[cell] = False
    clock.settle(settled)
    if last is not None and last.stage is stage and np.array_equal(last.board.cells, shown.cells):
        return None
    exploded = frozenset(cells_where(reading.symbols == "X"))
    now.sighting = Sighting(
        shown,
        times,
        stage,
        board.now,
        # Where more look so than one click can open, all mines do.
        frozenset[Cell]().union(*(mines for mines in (hit, exploded) if len(mines) <= HIT)),
        last is None,
        len(unread),
        reading.skin,
        board.program.stepwise,
        frozenset(now.marks.suspects),
        frozenset(now.marks.asked),
    )
    return now.sighting


def _shown(board: Followed, reading: Reading) -> Board:
    """The board of a reading, with what earlier ones have told."""
    known = board.known
    shown = carried_over(reading, known, known.mines, board.flagged)
    # Whatever a program shows at the end, and writes over it: numbers stay.
    return Board(np.where(known.cells < FLAG, known.cells, shown.cells), shown.mines)


def _stage(board: Followed, reading: Reading, shown: Board, hit: frozenset[Cell]) -> Stage:
    """How the game stands; what a game that is not lost shows is learned for the next pictures."""
    seen, first = _but(shown, board.round.unseen), board.round.sighting is None
    change = Change(board.known.cells, shown.cells, board.clock.times, over=True)
    if board.round.stage is Stage.LOST:
        return Stage.LOST
    if reading.stage is Stage.LOST:
        # Mines may be shown, too, on a board of which all else was opened by hand.
        cleared = not (seen.cells == HIDDEN).any() and rules.closed_are_mines(seen.cells)
        change = change._replace(after=seen.cells)
        return Stage.WON if cleared and not (first or hit or revealed(change)) else Stage.LOST
    _learn(board, reading, shown)
    stage = stage_of_board(seen)
    return Stage.LOST if stage is Stage.WON and not first and revealed(change) else stage


def _but(shown: Board, unseen: frozenset[Cell]) -> Board:
    """A board that is played whose cells that nobody sees count as open.

    They do not keep a game from its end.
    """
    if not (shown.cells < FLAG).any():
        return shown
    cells = shown.cells.copy()
    for cell in unseen:
        cells[cell] = 0 if cells[cell] == HIDDEN else cells[cell]
    return Board(cells, shown.mines)


def _learn(board: Followed, reading: Reading, shown: Board) -> None:
    flags = set(cells_where(shown.cells == FLAG))
    unsure = board.round.pending | (board.round.marks.first & flags)
    signs = {board.number(cell): UNKNOWN for cell in unsure}
    board.remember(board.shown(), reading.filled(signs))


def _times(board: Followed, shown: Board, unread: frozenset[Cell]) -> NDArray[np.float64]:
    """Since when each cell looks as it does, (rows, cols), and not as when it was known last.

    In the first picture of a round what changed most may have been the end of another.
    """
    clock, now = board.clock, board.round
    if now.sighting is None or now.looks is None or now.looks.shape != board.pixels.shape:
        now.looks = board.pixels.copy()
        return (clock.begun if now.sighting is None else clock.times).copy()
    times, new = clock.times.copy(), cells_where(shown.cells != board.known.cells)
    for cell, since in now.since.items():
        if shown.cells[cell] < FLAG:
            times[cell] = min(times[cell], since)
    for cell in {*new, *unread}:
        changed = clock.since(cell, now.looks)
        times[cell] = times[cell] if changed is None else changed
    for cell in new:
        now.looks[clock.area(cell)] = board.pixels[clock.area(cell)]
    return times


def stage_of_board(board: Board) -> Stage:
    """How a game stands that shows no mines: won where no cell is left that is safe."""
    opened = board.cells < FLAG
    if not opened.any():
        return Stage.WAITING
    closed = int((~opened).sum())
    if closed in (0, board.mines) or rules.closed_are_mines(board.cells):
        return Stage.WON
    return Stage.ONGOING
