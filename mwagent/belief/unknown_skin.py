"""Reading a board in an unknown skin: cells seen before by memory, the rest from the picture."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief.game_state import RECALLED
from mwagent.belief.location import Location
from mwagent.belief.occlusion import UnderstoodCells, covered
from mwagent.belief.skin_memory import SkinMemory
from mwagent.belief.zeros import flood_stops, lone_blanks, written_zeros_stop
from mwagent.minefield import FLAG, Board, Cell, Stage
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Reader
from mwagent.vision.reading import UNKNOWN, UNKNOWN_SKIN, Reading, Told
from mwagent.vision.unknown.labelling import Event
from mwagent.vision.unknown.meanings import Touch
from mwagent.vision.unknown.weights import WEIGHTS

WORTH_KEEPING: Final = 0.8
"""Confidence from which the appearance of a cell is worth keeping."""


class UnknownSkinReader:
    """Reads pictures of a board, and learns from those readings that made sense.

    `familiar_share` is the part of the cells that looked, at the last reading, as some did before;
    `stepwise` says that zeros do not open all cells around them here.
    """

    def __init__(self, noise: float = 0.0) -> None:
        self.skin = SkinMemory(noise)
        self.familiar_share = 0.0
        self.stepwise = False
        self._understood: UnderstoodCells | None = None

    def read(
        self,
        picture: Picture,
        location: Location,
        pressed: Set[Cell],
        flagged: Set[Cell],
        *,
        since: Board | None = None,
    ) -> Reading:
        """Read a picture of the board's pixels alone, of which cells were `pressed` and `flagged`.

        Nothing was clicked `since` a board was believed. What lies over the board is not
        understood.
        """
        reading = self.read_at(picture, location.inner, location, pressed, flagged, since=since)
        return reading.filled(self._covered(picture, reading, pressed))

    def read_at(
        self,
        picture: Picture,
        lattice: Lattice,
        location: Location,
        pressed: Set[Cell],
        flagged: Set[Cell],
        *,
        since: Board | None = None,
    ) -> Reading:
        """Read the board on a lattice, the last `location` of which may be another."""
        shape = lattice.rows, lattice.cols
        symbols = self.skin.recall(picture, lattice)
        confidence = np.full(shape, RECALLED, np.float32)
        over = self.skin.still_over(picture, lattice, location)
        new = (symbols == UNKNOWN) & ~over
        self.familiar_share = 1 - float(new.mean())
        faint = self.skin.faintly_changed(picture, lattice, location, symbols) & ~over
        lessons: tuple[tuple[NDArray[np.float32], str], ...] = ()
        if (new | faint).any():
            touched = None
            if self.skin.knows_closed(lattice, location):
                touched = new * np.int8(Touch.OPEN)
                for cell in flagged:
                    touched[cell] = new[cell] * Touch.FLAG
            whole = Reader().read(
                self.skin.without_noise(picture, lattice, symbols),
                lattice,
                memory=self.skin.memory,
                touched=touched,
                recalled=np.where(faint, UNKNOWN, symbols),
                events=events_of(shape, pressed, flagged, since),
            )
            said, lessons = whole.symbols, whole.lessons
            # Of what has hardly changed, nothing but an open blank cell is believed.
            new |= faint & (said == "0")
            symbols = np.where(new, said, symbols)
            confidence = np.where(new, whole.confidence, confidence)
        symbols[over] = UNKNOWN
        return Reading.of(lattice, symbols, confidence, UNKNOWN_SKIN, lessons)

    def remember(
        self,
        picture: Picture,
        location: Location,
        reading: Reading,
        pressed: Set[Cell],
    ) -> None:
        """Keep how cells look, of a reading of the board's pixels that makes sense."""
        symbols = reading.symbols
        self._understood = UnderstoodCells(
            picture, location.inner, symbols.reshape(-1), self._understood
        )
        if location.skin is not None:
            return
        self.skin.memory.learn(reading)
        symbols = symbols.copy()
        symbols[reading.confidence < WORTH_KEEPING] = UNKNOWN
        for cell in pressed:
            # It may lie open, though it does not look like it.
            if symbols[cell] == "#":
                symbols[cell] = UNKNOWN
        cells = BoardPicture.of(picture, location.inner).cells
        self.skin.appearances.learn(cells, symbols.reshape(-1))

    def lone_blanks(
        self,
        picture: Picture,
        location: Location,
        reading: Reading,
        pressed: Set[Cell],
        effective: bool,
    ) -> Told:
        """The zeros that were opened one by one, and are known from now on.

        `picture` shows the board's pixels, without the pointer; `effective` says that clicks are
        known to open cells.
        """
        cells = BoardPicture.of(picture, location.inner).cells
        album, closed = self.skin.appearances, self.skin.closed
        told: Told = {}
        if location.skin is None and closed is not None:
            told = lone_blanks(cells, reading, album, closed, pressed, effective=effective)
            reading = reading.explained(told)
        self.stepwise |= flood_stops(cells, reading, album, pressed)
        self.stepwise |= written_zeros_stop(cells, reading, pressed)
        return told

    def forget(self) -> None:
        """Forget how cells look: the program looks otherwise now."""
        self.skin.forget()
        self._understood = None

    def _covered(self, picture: Picture, reading: Reading, pressed: Set[Cell]) -> Told:
        """Closed cells that were closed before, and looked otherwise, are not understood."""
        before, lattice = self._understood, reading.lattice
        if before is None or reading.stage is Stage.LOST:
            return {}
        if before.shape != (lattice.rows, lattice.cols):
            return {}
        now = reading.symbols.reshape(-1)
        closed = (before.symbols == "#") & (now == "#")
        for row, col in pressed:
            closed[row * lattice.cols + col] = False
        cells = BoardPicture.of(picture, lattice).cells
        strange = np.flatnonzero(covered(before.cells, cells, closed))
        return dict.fromkeys(strange.tolist(), UNKNOWN)


def events_of(
    shape: tuple[int, int], pressed: Set[Cell], flagged: Set[Cell], since: Board | None = None
) -> list[Event]:
    """The events that a board of `shape` (rows, cols) takes on which these cells were pressed.

    Somebody else has begun the round, where we have pressed nothing; it is over, which shows mines,
    but none that we have flagged; somebody else has set flags, or opened cells `since` a board was
    believed after which nothing was clicked.
    """
    ours = np.zeros(shape, bool)
    for row, col in flagged:
        # What is read may be another board.
        ours[row : row + 1, col : col + 1] = True
    events = [
        Event("*XW", WEIGHTS.over),
        Event("*XW", WEIGHTS.over, ours.reshape(-1)),
        Event("F", WEIGHTS.foreign, ~ours.reshape(-1)),
    ]
    if since is not None and since.shape == shape:
        closed = (since.cells >= FLAG).reshape(-1)
        events.append(Event("012345678", WEIGHTS.foreign, closed))
    return events if pressed else [Event("12345678", WEIGHTS.begun), *events]
