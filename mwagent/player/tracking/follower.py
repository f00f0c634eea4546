"""Following a board until it shows what clicks did: waiting for the paint, not for a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mwagent.belief import Calm, Phase, Stillness
from mwagent.player.play import EFFECT, IN_A_ROW, RESTLESS
from mwagent.vision.capture import Shot
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading


@dataclass(slots=True)
class Spent:
    """Seconds spent grabbing pictures and reading them, in all looks so far."""

    grab: float = 0.0
    read: float = 0.0
    grabs: int = 0

    @property
    def slow(self) -> bool:
        """Whether grabbing is so slow that no part is grabbed for its own sake."""
        return self.grab > 0.004 * self.grabs


@dataclass(frozen=True, slots=True)
class Acts:
    """What was done on a board, and how to tell what has come of it.

    `read` reads a picture of it; a reading is `complete` where nothing is missing nor odd; where it
    is not, the game may be `over`. `clicked` says that the board was to change.
    """

    read: Callable[[Picture], Reading]
    complete: Callable[[Reading], bool]
    over: Callable[[], bool]
    clicked: bool


class Follower:
    """Follows the pictures of a board from acts on; pictures and times are handed in.

    It learns how one program paints: for how long a picture must keep still until it is all there
    is to come (`calm`), and whether reading is `tardy`.
    """

    def __init__(self) -> None:
        self.calm = Calm(EFFECT, IN_A_ROW)
        self.tardy = False
        self.begin(None)

    def begin(self, acts: Acts | None) -> None:
        """Follow what comes of acts, from the next picture on."""
        self._acts = acts
        self._still = Stillness()
        self._shot: Shot | None = None
        self._reading: Reading | None = None
        self._complete_at: float | None = None
        self._unread = True

    @property
    def seen(self) -> tuple[Reading, Shot]:
        """The last picture, and what was read of it, or of the last one that was read."""
        assert self._shot is not None and self._acts is not None
        return self._reading or self._acts.read(self._shot.seen), self._shot

    def step(self, shot: Shot, now: float) -> Phase:
        """Take the next picture: whether more is to come, or it is believed, or doubted."""
        acts, moving = self._acts, self._still.see([shot], now)
        assert acts is not None
        if moving:
            self._shot, self._unread = shot, True
        # Where reading is slow, pictures that pass by are not read.
        passing = moving and self.tardy and self._still.watched(now) < RESTLESS
        if self._unread and not passing and not self._read(acts, now) and acts.over():
            return Phase.OVER
        still = self._still.seconds(now)
        if self._complete_at is not None and still >= self.calm.seconds:
            self.calm.kept(acts.clicked)
            return Phase.BELIEVED
        given_up = still > EFFECT or self._still.watched(now) > RESTLESS
        return Phase.DOUBTED if given_up else Phase.SETTLING

    def _read(self, acts: Acts, now: float) -> bool:
        """Read the last picture; gives whether it is complete."""
        assert self._shot is not None
        before, self._unread = self._reading, False
        self._reading = acts.read(self._shot.seen)
        if self._complete_at is not None and before and self._reading.cells != before.cells:
            self.calm.went_on(1.5 * (now - self._complete_at))
        complete = acts.complete(self._reading)
        self._complete_at = (self._complete_at or now) if complete else None
        return complete
