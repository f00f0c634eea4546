"""Following a board until it shows what clicks did: waiting for the paint, not for a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from mwagent.belief import Calm, Stillness
from mwagent.player.play import EFFECT, IN_A_ROW, RESTLESS
from mwagent.vision.capture import Shot
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading


class Phase(Enum):
    """What a picture of a board is, once it was handed in.

    More may come, and another picture is needed; it is all there is to come; it is not all there
    should be; or the game has ended, whatever the board shows.
    """

    SETTLING = auto()
    BELIEVED = auto()
    DOUBTED = auto()
    OVER = auto()


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
    is to come (`calm`). Where reading is `tardy`, pictures that pass by are not read. `shot` is the
    last picture.
    """

    shot: Shot

    def __init__(self) -> None:
        self.calm = Calm(EFFECT, IN_A_ROW)
        self.tardy = False
        self._acts: Acts | None = None

    def step(self, shot: Shot, now: float, acts: Acts) -> Phase:
        """Take the next picture: whether more is to come of acts, or it is believed, or doubted."""
        if acts is not self._acts:
            self._acts, self._still = acts, Stillness()
            self._reading: Reading | None = None
            self._complete_at: float | None = None
        moving = self._still.see([shot], now)
        if moving:
            self.shot, self._unread = shot, True
        passing = moving and self.tardy and self._still.watched(now) < RESTLESS
        if self._unread and not passing and not self._complete(now, acts) and acts.over():
            return Phase.OVER
        still = self._still.seconds(now)
        if self._complete_at is not None and still >= self.calm.seconds:
            self.calm.kept(acts.clicked)
            return Phase.BELIEVED
        given_up = still > EFFECT or self._still.watched(now) > RESTLESS
        return Phase.DOUBTED if given_up else Phase.SETTLING

    def reading(self, acts: Acts) -> Reading:
        """What was read last of what came of acts."""
        return self._reading or acts.read(self.shot.seen)

    def _complete(self, now: float, acts: Acts) -> bool:
        """Read the last picture; gives whether it is complete."""
        before, reading = self._reading, acts.read(self.shot.seen)
        self._reading, self._unread = reading, False
        if before is not None and self._complete_at is not None and reading.cells != before.cells:
            self.calm.went_on(1.5 * (now - self._complete_at))
        complete = acts.complete(reading)
        self._complete_at = (self._complete_at or now) if complete else None
        return complete
