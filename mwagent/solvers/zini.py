"""How few clicks a board takes with flags and chords, by ZiNi (`engine/play/zini.h`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.checked import checked
from mwagent.minefield.errors import ArgumentError
from mwagent.solvers import _engine


class ZiNi(NamedTuple):
    """Clicks of ZiNi: greedy, the fewest of eight orders, and with all openings first."""

    greedy: int
    eight_way: int
    human: int


@checked
def zini(mines: NDArray[np.bool_]) -> ZiNi:
    """Count the clicks of ZiNi: efficient play, flags and chords included, by a clairvoyant.

    A chord on a number is worth the 3BV it solves, less a click for each mine around it without a
    flag, one for the chord, and one for opening the number first where that solves nothing by
    itself (it lies on the rim of an opening). Greedily the chord worth most is made while one is
    worth at least nothing; then a 3BV is solved by a plain click. Of equals the first is taken
    column by column, as ms_toollib does; 8-way ZiNi takes the best of eight orders, one for each
    corner and direction. H.ZiNi opens all openings first, as people do, and then chords on numbers
    that are open, or opens the first 3BV where no such chord is worth it. Greedy ZiNi is due to
    Elmar Zimmermann and Christoph Nikolaus; fewer clicks may be possible.

    `mines` is a (rows, cols) bool mask.

    >>> zini(np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]], bool))
    ZiNi(greedy=5, eight_way=5, human=6)
    """
    if mines.ndim != 2:
        raise ArgumentError(
            f"a board is a matrix of rows and columns, not one of {mines.ndim} dimensions"
        )
    return ZiNi(*_engine.zini(np.ascontiguousarray(mines, np.bool_)))
