"""A press on a button of a program: held long enough for any to notice."""

from __future__ import annotations

from typing import Final

from mwagent.player.views import PRIMARY, Point, Press, View

HELD: Final = 0.05
"""Seconds for which a button is held, at least."""


def press_firmly(view: View, at: tuple[float, float], hold: float, rest: float = 0.0) -> None:
    """Press a point, in mouse coordinates, and stay there for `rest` seconds."""
    point: Point = (int(at[0]), int(at[1]))
    view.press([Press(point, (PRIMARY,), max(hold, HELD), rest=rest)])
