"""Hidden cells with something written on them, as solvers write their hints.

Each number of a hint is another look, and some of them, by themselves, can be anything. But they
are written in one ink, on the ground that all hidden cells have.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cluster import Look
from vision.kinds import LIKE, apart_of
from vision.logic import CODE, Codes
from vision.reading import UNKNOWN

MANY: Final = 6
"""So many looks of hidden cells that have something written on them make hints likely, ..."""
PLAIN: Final = 8
"""... where so many cells with some of these looks are certainly hidden."""
INK: Final = 45.0
"""Grey levels by which the ink of hints differs; thin letters are paler than others."""


def hinted(groups: list[list[Look]], meaning: list[str], board: Codes) -> NDArray[np.bool_]:
    """Cells (rows, cols) not understood that are hidden ones with hints.

    `groups` are looks of the same `meaning` each, `board` what they were taken for after all.
    """
    found = np.zeros(board.size, np.bool_)
    flat = board.reshape(-1)
    looks = [(look, symbol) for g, symbol in zip(groups, meaning, strict=True) for look in g]
    told = [(one, s) for one, s in looks if (flat[one.cells] == CODE[s]).all() and s != UNKNOWN]
    notes = [one for one, s in told if s == "#" and one.glyph is not None]
    others = [one for one, s in told if s.isdigit()]
    if not others or sum(one.count for one in notes) < PLAIN:
        return found.reshape(board.shape)
    inks = np.array([one.glyph.colour for one in notes if one.glyph is not None])
    ink = np.median(inks, axis=0)
    flags = [one.glyph.colour for one, s in told if s in "FW?" and one.glyph is not None]
    if np.median(np.abs(inks - ink).max(axis=1)) > INK or any(
        np.abs(colour - ink).max() < INK for colour in flags
    ):
        return found.reshape(board.shape)
    unread = [
        one
        for one, _ in looks
        if one.glyph is not None
        and (flat[one.cells] == CODE[UNKNOWN]).all()
        and np.abs(one.glyph.colour - ink).max() < INK
        and float(apart_of([one], notes).min()) < LIKE
        and float(apart_of([one], others).min()) > 2 * LIKE
    ]
    if len(notes) + len(unread) >= MANY:
        for look in unread:
            found[look.cells] = True
    return found.reshape(board.shape)
