"""Virtual windows that the loop is tried on: one as it should be, and two that lose clicks."""

from __future__ import annotations

from collections.abc import Sequence

from mwagent.minefield import Click, FirstClick, Game, Level
from mwagent.player.play import VirtualWindow

LEVEL = Level(9, 9, 10)


def virtual(seed: int = 1, level: Level = LEVEL) -> VirtualWindow:
    """A window whose rounds are drawn from `seed` on."""
    seeds = iter(range(seed + 1, seed + 1000))
    return VirtualWindow(
        Game(level, seed, FirstClick.OPEN), lambda: Game(level, next(seeds), FirstClick.OPEN)
    )


class Stubborn(VirtualWindow):
    """Takes no click at all."""

    def click(self, clicks: Sequence[Click]) -> None:
        pass


class Forgetful(VirtualWindow):
    """Loses every seventh click."""

    count = 0

    def click(self, clicks: Sequence[Click]) -> None:
        for click in clicks:
            self.count += 1
            if self.count % 7:
                super().click([click])
