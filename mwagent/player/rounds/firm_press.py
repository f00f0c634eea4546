"""A press on a button of a program: long enough for any to notice, again where it was held back.

Some pages let coloured paper fall over their dialogs once a game is won: a press is held back where
a piece of it crosses the button just then.
"""

from __future__ import annotations

from typing import Final

from mwagent.player.play import RESTLESS
from mwagent.player.views import HOLDS, NEAR, PRIMARY, Point, Press, View, permits, shown_at
from mwagent.vision.capture import Shot

MOST_PRESSED: Final = 4
"""Largest number of things of one kind, such as words, that are pressed to begin a round."""


def press_shown(view: View, shot: Shot, middle: tuple[float, float], hold: float) -> bool:
    """Press the middle of a button, in pixels of a picture of a monitor, in a still moment.

    Whether it may be pressed.
    """
    x, y = (round(at) for at in middle)
    for _ in view.clock.ticks(RESTLESS, 0.0):
        # What is pressed must still be what was seen.
        view.grab(shot.monitor, (x - NEAR, y - NEAR, x + NEAR, y + NEAR))
        made = press_firmly(view, shot.to_screen(*middle), hold)
        if made or made is None:
            break
    return made is not None


def press_firmly(
    view: View,
    at: tuple[float, float],
    hold: float,
    rest: float = 0.0,
    *,
    field: bool = False,
    hand: bool = False,
) -> bool | None:
    """Press a point, in mouse coordinates, and stay there for `rest` seconds.

    Whether it was made: in a tab it is held back where what lies around the point changes just
    then, whatever has become of what was seen elsewhere before. None where `permits` says that
    it must not be pressed; `field` and `hand` are as there.
    """
    point: Point = (int(at[0]), int(at[1]))
    if not permits(view, point, field=field, hand=hand):
        return None
    if view.alone:
        _aim(view, point)
    press = Press(point, (PRIMARY,), max(hold, HOLDS[2]), rest=rest, beside=True)
    return view.press([press]) > 0


def _aim(view: View, point: Point) -> None:
    """See what lies around a point, which the next press is to find there."""
    for shot, x, y in shown_at(view, point):
        left, top = max(0, x - NEAR), max(0, y - NEAR)
        view.grab(shot.monitor, (left, top, left + 2 * NEAR, top + 2 * NEAR))
        return
