"""Trying what the right button does, on a cell that is proven safe.

There are programs in which every button opens. A flag asked for on a mine would be the end of the
game there, so in a program that nobody knows the first press of the right button goes where it can
do no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Stillness
from mwagent.player.play import EFFECT, RESTLESS
from mwagent.player.views.press import PRIMARY, SECONDARY, Press
from mwagent.player.views.view import View
from mwagent.player.views.windows import Point
from mwagent.vision.lattice import Box

STATES: Final = 3
"""Largest number of states of a closed cell: blank, flag and question mark."""
SAME_CELL: Final = 2.0
"""Mean difference in grey levels up to which a cell counts as unchanged."""


CLOCK: Final = 900
"""Largest number of pixels that change at once where a clock ticks."""
STILL_FOR: Final = 0.25
"""Seconds without any change after which what is shown counts as complete."""


def await_stillness(view: View, monitor: int = 0, box: Box | None = None) -> None:
    """Wait until a view keeps still, but for a clock, or a part of it; some pages never do.

    The part is a rectangle in pixels of a monitor's picture.
    """
    still = Stillness(CLOCK if box is None else 0)
    for _ in view.clock.ticks(RESTLESS, 0.03):
        shots = view.pictures() if box is None else [view.grab(monitor, box)]
        now = view.clock.now()
        still.see(shots, now)
        if still.seconds(now) >= STILL_FOR:
            return


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: its rectangle in pixels of a monitor's picture, and its middle.

    `wide` is the rectangle with the cells around it. `at`, the middle, and `aside`, a point off
    the board, are in mouse coordinates.
    """

    monitor: int
    box: Box
    wide: Box
    at: Point
    aside: Point


def right_button_marks(
    view: View, cell: Spot, holds: Sequence[float], seen: NDArray[np.uint8]
) -> bool | None:
    """Whether the right button marks a cell, and does not open it; None where that was not tried.

    It is not where the `wide` rectangle no longer shows what was `seen`, pixels of the same shape.
    The button is held for one of the `holds` (seconds) after the other until one has an effect.
    Leaves the cell, which must be safe, as it was, or open. Where a mark stays it is opened with
    the left button: what that does not change had been opened. Presses no more, and says no, once
    something around the cell has changed: it may have moved, or much have been opened at once.
    """
    view.park(cell.aside)
    await_stillness(view, cell.monitor, cell.wide)
    blank = now = view.grab(cell.monitor, cell.box).picture
    around = _around(view, cell)
    if not same_cell(around, _without(seen, cell)):
        return None
    for hold in holds:
        if not same_cell(_around(view, cell), around):
            return False
        view.press([Press(cell.at, (SECONDARY,), hold)])
        now = _changed(view, cell, blank)
        if not same_cell(now, blank):
            break
    else:
        return False
    if is_unmarked(view, cell, Press(cell.at, (SECONDARY,), hold), blank, seen):
        return True
    now = view.grab(cell.monitor, cell.box).picture
    if not same_cell(_around(view, cell), around):
        return False
    view.press([Press(cell.at, (PRIMARY,), hold)])
    return not same_cell(_changed(view, cell, now), now)


def is_unmarked(
    view: View, cell: Spot, press: Press, blank: NDArray[np.uint8], seen: NDArray[np.uint8]
) -> bool:
    """Whether a press that marked a cell, made again, makes it look `blank` as it did before.

    Presses no more once what is around the cell is not as it was `seen`.
    """
    for _ in range(STATES - 1):
        before = view.grab(cell.monitor, cell.box).picture
        if not same_cell(_around(view, cell), _without(seen, cell)):
            break
        view.press([press])
        if same_cell(_changed(view, cell, before), blank):
            return True
    return False


def _around(view: View, cell: Spot) -> NDArray[np.uint8]:
    """What is shown around a cell, which is left out with what its frame may reach."""
    return _without(view.grab(cell.monitor, cell.wide).picture, cell)


def _without(wide: NDArray[np.uint8], cell: Spot) -> NDArray[np.uint8]:
    picture = wide.copy()
    (x0, y0, x1, y1), (left, top, _, _) = cell.box, cell.wide
    frame = 2 + (x1 - x0) // 8
    up, across = max(0, y0 - top - frame), max(0, x0 - left - frame)
    picture[up : y1 - top + frame, across : x1 - left + frame] = 0
    return picture


def _changed(view: View, cell: Spot, before: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What a cell shows, with the pointer aside, once it no longer shows what it did."""
    view.park(cell.aside)
    for _ in view.clock.ticks(EFFECT, 0.01):
        if not same_cell(view.grab(cell.monitor, cell.box).picture, before):
            await_stillness(view, cell.monitor, cell.wide)
            break
    return view.grab(cell.monitor, cell.box).picture


def same_cell(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two pictures of a cell show the same."""
    if one.shape != other.shape:
        return False
    return bool(np.abs(one.astype(np.int16) - other).mean() < SAME_CELL)
