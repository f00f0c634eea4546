"""Looking for boards: one that was lost, another level in its place, another one elsewhere."""

from __future__ import annotations

import contextlib
import time
from typing import Final, NamedTuple

import numpy as np

from mwagent.belief import (
    CALM,
    UNREAD,
    Found,
    Location,
    Program,
    Search,
    Stillness,
    fresh,
    has_mines,
    plausible,
    same_board,
    same_scale,
    same_shots,
)
from mwagent.coach.changes import COMPRESSED, STILL_SPOT
from mwagent.coach.displacement import changed_box, inside
from mwagent.coach.durations import LATE
from mwagent.coach.followed import Followed
from mwagent.coach.pointer import MOST
from mwagent.coach.sighting import Source
from mwagent.minefield import FLAG, rules
from mwagent.vision.capture import Shot
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reader import Reader
from mwagent.vision.reading import BoardNotFoundError

AGAIN: Final = 1.0
"""Seconds after which a board is looked for again, where none was found or is elsewhere."""
AGAIN_AT_MOST: Final = 8.0
"""The same, where it was looked for in vain many times."""
SHARE: Final = 30.0
"""Times the seconds of a search for another board that must go by before the next."""


class Taken(NamedTuple):
    """The board to follow from now on, and how it was found."""

    board: Followed
    found: Found


class SearchTimes:
    """When it is time to look for a board: the picture keeps still, and is another than before.

    In a film, which is not `exact`, a pointer moves over it all the same.
    """

    def __init__(self, exact: bool) -> None:
        self._still = Stillness() if exact else Stillness(2 * MOST**2, noise=STILL_SPOT)
        self._searched: list[Shot] = []
        self._wait = AGAIN
        self._next = -np.inf

    def due(self, shots: list[Shot], now: float) -> bool:
        """Take the next pictures; gives whether a board is to be looked for on them."""
        self._still.see(shots, now)
        if self._still.seconds(now) < CALM and self._still.moving(now) < LATE:
            return False
        if same_shots(shots, self._searched) or now < self._next:
            return False
        self._searched = shots
        return True

    def note(self, found: bool, now: float) -> None:
        """Note what came of a search."""
        self._wait = AGAIN if found else min(AGAIN_AT_MOST, 1.5 * self._wait)
        if not found:
            self._next = now + self._wait

    def at_once(self) -> None:
        """Let the next search be on any picture."""
        self._searched = []


def find(source: Source, board: Followed | None, *, doubted: bool = False) -> Taken:
    """Find a board: ours where it is still somewhere, else any; raises BoardNotFoundError.

    Where ours is `doubted`, any board of another shape comes first.
    """
    if board is None or board.round.sighting is None:
        return _any(source)
    before = board.known
    other = _any_or_none(source) if doubted else None
    if other is not None and other.found.location.shape != before.shape:
        return other
    try:
        taken = _ours(source, board)
    except BoardNotFoundError:
        other = _any_or_none(source)
        if other is not None and (
            fresh(other.found.reading) or not _shows_part(other.found, board)
        ):
            return other
        raise
    if taken.found.location.shape == before.shape and same_board(taken.found.reading, before):
        return taken
    other = _any_or_none(source)
    return other if other is not None and _sooner(other.found, taken.found) else taken


def _sooner(found: Found, ours: Found) -> bool:
    """Whether a board that was found is rather the one that is played than what ours is now.

    A known skin cannot be mistaken, and ours may be a part of it. What was learned of ours may be
    of a frame beside it, and some of the level that ours gave way to may lie where ours was: that
    has cells beyond ours.
    """
    here, there, anew = ours.location, found.location, fresh(ours.reading)
    if there.skin is not None or _within(here, there):
        return True
    beyond = same_scale(here, there) and here.lattice.overlaps(there.lattice)
    doubtful = bool(ours.reading.unknown) or (beyond and anew)
    return doubtful and found.reading.plain and (anew or not _within(there, here))


def _any(source: Source) -> Taken:
    """Any board, as if none was known."""
    board = Followed.watch(source, Search(watched=True), noise_of(source))
    found = Found(board.location, board.reading, ())
    if not credible(found):
        raise BoardNotFoundError(
            f"what looks like a board on {source.name} is not understood; the coach "
            f"goes on when it is"
        )
    return Taken(board, found)


def _any_or_none(source: Source) -> Taken | None:
    """Any board, as if none was known; None where there is none."""
    with contextlib.suppress(BoardNotFoundError):
        return _any(source)
    return None


def _within(place: Location, other: Location) -> bool:
    """Whether one board may be a part of another, with cells of one size.

    That is what can be seen of a board beside something that lies over it; and a level with fewer
    cells may lie where another was.
    """
    margin = other.lattice.pitch_x / 2
    inner = all(
        side * (one - two) > -margin
        for side, one, two in zip((1, 1, -1, -1), place.box, other.box, strict=True)
    )
    return inner and place.shape != other.shape and same_scale(place, other)


def _shows_part(found: Found, board: Followed) -> bool:
    """Whether a board may be what is seen of ours beside something that lies over it."""
    ours, part = board.location.lattice, found.location.lattice
    before = board.known
    if not _within(found.location, board.location) or before.shape != (ours.rows, ours.cols):
        return False
    top = max(0, round((part.y - ours.y) / ours.pitch_y))
    left = max(0, round((part.x - ours.x) / ours.pitch_x))
    cells = before.cells[top : top + part.rows, left : left + part.cols]
    numbers = rules.opened(cells) & (cells > 0)
    if cells.shape != found.location.shape or not numbers.any():
        return cells.shape == found.location.shape
    return bool((found.reading.symbols == cells.astype("<U2"))[numbers].mean() >= MAJORITY)


def _ours(source: Source, board: Followed) -> Taken:
    """The board that was followed, where it is still somewhere, or another round of it."""
    before = board.known
    opened = bool((before.cells < FLAG).any())
    found = board.find(Search(before, moved=True, opened=opened))
    same = found.location.shape == before.shape and (
        same_board(found.reading, before) or board.round.finished
    )
    # A board that is not ours is read as a whole before it takes the place of ours.
    if not credible(found) or (not same and found.reading.unknown):
        raise BoardNotFoundError(
            f"no board is in sight on {source.name}; the coach goes on when it is"
        )
    adopt = board.adopt_fresh
    if same and not (fresh(found.reading) and opened):
        adopt = board.adopt
    adopt(found)
    return Taken(board, found)


def other_level(source: Source, ours: Location) -> Taken | None:
    """The board that lies where ours was, looked for as if none was known."""
    taken = _any_or_none(source)
    return taken if taken is not None and _same_place(taken.found.location, ours) else None


class Elsewhere:
    """Looks now and then whether it is on another board that something happens."""

    def __init__(self, source: Source):
        self._source = source
        self._whole: list[Shot] = []
        self._next = -np.inf

    def look(self, ours: Location) -> Taken | None:
        """The board that is played instead of ours; None where there is none, or too soon."""
        now, began = self._source.seconds, time.perf_counter()
        if now <= self._next:
            return None
        self._next = now + AGAIN
        before, self._whole = self._whole, self._source.pictures()
        for shot, last in zip(self._whole, before, strict=False):
            own = ours.box if shot.monitor == ours.monitor else None
            active = changed_box(shot.picture, last.picture, own)
            if active is None:
                continue
            for board in Reader().boards(shot.seen):
                place = Location(shot.monitor, board.place.lattice, board.place.skin)
                found = Found(place, board.reading, ())
                there = inside(active, place.box) and not _same_place(place, ours)
                if there and credible(found):
                    noise = noise_of(self._source)
                    return Taken(Followed.at(self._source, found, noise), found)
            self._next = now + max(AGAIN, SHARE * (time.perf_counter() - began))
        return None


def credible(found: Found) -> bool:
    """Whether what was found can be a board that somebody plays on."""
    reading = found.reading
    if len(reading.unknown) > UNREAD * reading.confidence.size or not has_mines(reading):
        return False
    known_skin = found.location.skin is not None
    return plausible(reading, None, Program(known_skin, stepwise=not known_skin))


def noise_of(source: Source) -> float:
    """Grey levels by which a cell that nothing has changed may differ in the next picture."""
    return 0.0 if source.exact else COMPRESSED


def _same_place(place: Location, ours: Location) -> bool:
    return place.monitor == ours.monitor and place.lattice.overlaps(ours.lattice)
