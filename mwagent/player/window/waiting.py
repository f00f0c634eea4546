"""Waiting for what is not the game's to go from the board, or to let go of the keyboard."""

from __future__ import annotations

from mwagent.belief import Location
from mwagent.minefield import MinefieldError, signals
from mwagent.minefield.command import warn
from mwagent.player.play import EFFECT, LostSightError
from mwagent.player.rounds import answer_dialogs
from mwagent.player.views import HOLDS, View


class InTheWayError(MinefieldError):
    """A window that is not the game's stays over the board, or keeps the keyboard."""

    exit_code = 6


def await_clear(view: View, location: Location, *, begin: bool = False) -> float:
    """Wait for what is in the way of a board to go; returns the seconds this took.

    It is said what is waited for. A dialog of the game is refused once it can be, or answered with
    what can `begin` a round. Raises InTheWayError once `view.wait` seconds are over; on a page,
    whose next round may begin without what lies over this one, LostSightError.
    """
    clock, told, due = view.clock, False, 0.0
    began = clock.now()
    while (what := view.in_the_way(location.monitor, location.box)) is not None:
        waited = clock.now() - began
        if waited > view.wait:
            raise (LostSightError if view.alone else InTheWayError)(
                f"{what}, and this has lasted for {view.wait:.0f} s; see that the board is in "
                f"sight and nothing lies over it, and start again"
            )
        if due <= waited:
            list(answer_dialogs(view, HOLDS[2], begin=begin))
            due = clock.now() - began + EFFECT
        if waited > EFFECT and not told:
            warn(f"{what}; waiting until that is over, for {view.wait:.0f} s at most")
            told = True
        signals.check()
        clock.wait(0.05)
    return clock.now() - began
