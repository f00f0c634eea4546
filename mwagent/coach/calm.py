"""When a board is read: once it has calmed down, and again where something was in passing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import CALM
from mwagent.coach.changes import CellClock
from mwagent.coach.durations import FADING, PASSING


class Patience:
    """Whether there is something to read (`unread`), and whether it is time to.

    Cells of an unknown skin are read when nothing has changed for a moment: how long this is, is
    learned from cells that went on changing after they had been believed, as in a fade.
    """

    def __init__(self) -> None:
        self.unread = False
        self.quiet_since = -np.inf
        self._calm = CALM
        self._at = -np.inf

    def note(self, changed: NDArray[np.bool_], begun: NDArray[np.float64], now: float) -> None:
        """Take what changed, (rows, cols), of cells whose last change began at `begun`."""
        if not changed.any():
            return
        fading = changed & (now - begun < FADING)
        if fading.any() and not self.unread:
            took = float((now - begun)[fading].max())
            self._calm = min(PASSING, max(self._calm, took))
        self.unread = True
        self._at = -np.inf
        self.quiet_since = now

    def again_at(self, seconds: float) -> None:
        """Have the board read once more then, unless it changes before."""
        self.unread, self._at = True, seconds

    def waits(self, now: float) -> bool:
        """Whether there is nothing to read before something changes, or time goes by."""
        return not self.unread or now < self._at

    def interrupted(self, clock: CellClock, now: float) -> bool:
        """Whether a board that is not read yet was still for about as long as it takes.

        If it changes now, what it showed is read before it is gone.
        """
        still = now - clock.changed_at
        return not self.waits(now) and still >= max(CALM, self._calm / 2)

    def calm(self, clock: CellClock, now: float) -> bool:
        """Whether the cells of a board in an unknown skin have changed for now."""
        return now - clock.changed_at >= self._calm or clock.restless >= FADING
