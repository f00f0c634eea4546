"""The board that is followed: where it lies, and what earlier pictures of its round have shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from mwagent.belief import Found, Program, SeenBoard, same_pixels
from mwagent.coach.changes import CellClock, Patience
from mwagent.coach.ends import Marks
from mwagent.coach.sighting import Sighting, Source
from mwagent.minefield import Board, Cell, Stage
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.edges import Pixels
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading


class Taken(NamedTuple):
    """A board that was found; `other` says that it is not the one that was followed."""

    seen: SeenBoard[Source]
    found: Found
    other: bool


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


class Followed:
    """A board, the clock of its cells, and its round.

    `before` (height, width, 3) are its pixels as they were when it was last believed, and `reading`
    what was believed then. `odd` is a reading that makes no sense, shown since `odd_since`.
    `covered` are the cells on which the pointer of a film lies.
    """

    def __init__(self, source: Source, taken: Taken, clock: CellClock, patience: Patience):
        self._source = source
        self.seen = taken.seen
        self.clock = clock
        self.reading = taken.found.reading
        self.patience = patience
        self.round = Round()
        self.before = clock.picture
        self.odd: Reading | None = None
        self.odd_since: float | None = None
        self.covered: frozenset[Cell] = frozenset()
        self._read: Picture | None = None

    @property
    def now(self) -> float:
        """When the picture was taken that is shown, in seconds."""
        return self._source.seconds

    @property
    def program(self) -> Program:
        """What is known of the program that is played."""
        return self.seen.program

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

    def begin_round(self, mines: int | None) -> None:
        """Forget the round that was."""
        self.seen.begin_round()
        self.round = Round(mines)

    def read(self, picture: Pixels) -> Reading:
        """Read the board of these pixels, (height, width, 3)."""
        self._read = Picture(picture)
        return self.seen.read(self._read)

    def picture(self) -> Picture:
        """The board as it looks now: the picture that was read, where that is the same."""
        if self._read is None or not same_pixels(self._read.pixels, self.pixels):
            self._read = Picture(self.pixels.copy())
        return self._read

    @property
    def drawn(self) -> BoardPicture:
        """The cells of the board as it looks now."""
        return BoardPicture.of(self.picture(), self.seen.location.inner)

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
        if closed is None or self.seen.moved or closed.shape != self.pixels.shape:
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
