"""Reels: what a tab showed while a game was played on it, kept so that a coach can watch it again.

A reel has every picture that Chromium sent, with the time of its paint, and what was played by the
page's own state. Watched again it gives the same record each time, whatever else the machine does.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from mwagent import solvers
from mwagent.coach.sources import TabSource
from mwagent.coach.sources.still import part_of
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, rules
from mwagent.solvers import InconsistentBoardError
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box, Lattice

KEPT: Final = 30
"""Pictures of a reel that are kept decoded."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a press changed on the page."""

    kind: str
    cell: Cell
    at: float
    opened: frozenset[Cell]


@dataclass(slots=True)
class Played:
    """One round: what was done, and how it ended by the page's own state.

    `states` are the boards that the page told, with the times at which it was asked.
    """

    moves: list[Truth] = field(default_factory=list)
    verdict: str = ""
    states: list[tuple[float, list[str]]] = field(default_factory=list)

    def cleared(self) -> float:
        """When all that is safe was first seen open, which wins a game whatever a page says."""
        for seconds, rows in self.states:
            shown = "".join(rows)
            if not set(shown) & set("*X") and rules.closed_are_mines(board_of(rows).cells):
                return seconds
        return float("inf")

    def anew(self) -> list[tuple[float, float]]:
        """Between which times a page closed what was open: the press before is not told."""
        return [
            (before, after)
            for (before, old), (after, new) in pairwise(self.states)
            if len(old) != len(new)
            or any(
                a.isdigit() and b in "#F?"
                for one, other in zip(old, new, strict=True)
                for a, b in zip(one, other, strict=False)
            )
        ]

    def unruly(self) -> bool:
        """Whether the page's own numbers contradict each other, as by a fault at its borders."""
        solver = solvers.create("best", {})
        for _, rows in self.states[::-1]:
            if set("".join(rows)) & set("*X"):
                continue
            cells = board_of(rows).cells
            try:
                solver.analyse(Board(np.where(cells == FLAG, HIDDEN, cells)))
            except InconsistentBoardError:
                return True
            return False
        return False


def board_of(rows: Sequence[str]) -> Board:
    """The board that a page says it shows."""
    return Board.parse(
        "\n".join("".join({"X": "*", "W": "F", "?": "#"}.get(c, c) for c in row) for row in rows)
    )


@dataclass(slots=True)
class Reel:
    """The pictures of a tab, as (seconds since the epoch, PNG), and the rounds that were played."""

    frames: list[tuple[float, bytes]] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    shape: tuple[int, int] = (0, 0)
    ended: float = 0.0

    def in_order(self) -> list[tuple[float, bytes]]:
        """The pictures without those that came after one that was painted later."""
        latest = list(accumulate((seconds for seconds, _ in self.frames), max))
        return [one for one, last in zip(self.frames, latest, strict=True) if one[0] == last]

    def save(self, path: Path) -> None:
        """Keep it in a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(self))

    @classmethod
    def load(cls, path: Path) -> Reel:
        """Read one that `save` has written; other files must not be given."""
        reel = pickle.loads(path.read_bytes())
        assert isinstance(reel, cls)
        return reel


class Shown:
    """The pictures of a reel, asked whether cells of its board look otherwise than before."""

    def __init__(self, reel: Reel, lattice: Lattice):
        self._frames = reel.in_order()
        self._lattice = lattice
        self._decoded: dict[int, Pixels] = {}

    def differ(self, cells: Iterable[Cell], since: float, until: float) -> bool:
        """Whether a picture of that time shows any of the cells as the last one before it did not.

        Whatever changes in a cell counts, also a pointer.
        """
        first = sum(at <= since for at, _ in self._frames)
        last = sum(at <= until for at, _ in self._frames)
        if not first:
            return True
        boxes = [self._box(cell) for cell in cells]
        before = self._picture(first - 1)
        return any(
            before.shape != self._picture(n).shape
            or any(not np.array_equal(before[box], self._picture(n)[box]) for box in boxes)
            for n in range(first, last)
        )

    def _box(self, cell: Cell) -> tuple[slice, slice]:
        at, (row, col) = self._lattice, cell
        ys = (round(at.y + at.pitch_y * (row + n)) for n in (0, 1))
        xs = (round(at.x + at.pitch_x * (col + n)) for n in (0, 1))
        return slice(*ys), slice(*xs)

    def _picture(self, number: int) -> Pixels:
        if number not in self._decoded:
            while len(self._decoded) > KEPT:
                del self._decoded[next(iter(self._decoded))]
            self._decoded[number] = picture_of(self._frames[number][1])
        return self._decoded[number]


def picture_of(png: bytes) -> Pixels:
    """The pixels (height, width, 3) of a picture that was kept."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


class RecordingTab(TabSource):
    """A tab whose pictures are kept in a reel."""

    def __init__(self, page: Any, reel: Reel):
        self.reel = reel
        super().__init__(page)

    def _take(self, frame: dict[str, Any]) -> None:
        seconds = float(frame["metadata"]["timestamp"])
        self.reel.frames.append((seconds, base64.b64decode(frame["data"])))
        super()._take(frame)


class ShownSource:
    """A coach's source that has its pictures already: its clock goes as fast as they are looked at.

    `_shot` is the one that is shown.
    """

    _shot: Shot | None = None

    def pictures(self) -> list[Shot]:
        """What is shown now."""
        assert self._shot is not None
        return [self._shot]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of what is shown now."""
        del monitor
        return part_of(self.pictures()[0], box)

    def close(self) -> None:
        """Nothing is held."""


class ReelSource(ShownSource):
    """The pictures of a reel."""

    name = "the reel"
    exact = True
    live = True

    def __init__(self, reel: Reel):
        self._frames = reel.in_order()
        self._end = max(reel.ended, self._frames[-1][0])
        self._next = 0
        self.seconds = self._frames[0][0] - 1e-3
        self.advance(0.0)

    def advance(self, pause: float) -> bool:
        """Go on to the next picture, or by `pause` seconds; False at the end."""
        frames = self._frames
        if self._next < len(frames) and (
            frames[self._next][0] <= self.seconds + pause or self._shot is None
        ):
            seconds, png = frames[self._next]
            self._shot = Shot(picture_of(png), 0.0, 0.0, 1.0, 1.0, 0)
            self.seconds = max(self.seconds, seconds)
            self._next += 1
            return True
        self.seconds += pause
        return self.seconds < self._end
