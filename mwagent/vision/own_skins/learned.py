"""Skins learned on sight, kept between runs: the second game on a page begins as on a known one."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import datetime
from typing import Final

import numpy as np

from mwagent.minefield.files import telling
from mwagent.vision.known.skins import Skin, SkinError, known_skins, learned_folder
from mwagent.vision.known.tiles import read
from mwagent.vision.own_skins.teaching import (
    Sample,
    draft_skin,
    drop_draft,
    keep_draft,
)
from mwagent.vision.reading import CERTAIN, UNKNOWN

MOST_KEPT: Final = 8
"""The number of learned skins that are kept; every one makes looking for boards a little slower."""
NEEDED: Final = "#012"
"""The symbols that a board must show for its cells to be worth keeping."""
MISSED: Final = 0.02
"""The fraction of the cells learned from that the skin may fail to understand."""


def learn(sample: Sample) -> Skin | None:
    """Keep the cells of a board that was read rightly, as a skin in the user's cache folder.

    Cells that are not sure are left out. Returns None, and keeps nothing, where the board shows too
    few symbols, or the skin would read the very board otherwise. Raises SkinError where the folder
    cannot be written.
    """
    sample = _sure(sample)
    if not set(NEEDED) <= set("".join(sample.reading.cells)):
        return None
    folder = learned_folder() / f"learned-{datetime.now():%Y%m%d-%H%M%S}"
    try:
        skin = draft_skin(folder, sample, by="winning a game in a look that was unknown")
        if not _reads(skin, sample):
            return None
        keep_draft(folder)
    finally:
        drop_draft(folder)
    for old in learned()[:-MOST_KEPT]:
        forget(old)
    known_skins.cache_clear()
    return skin


def learned() -> list[str]:
    """The names of the skins that were learned, the oldest first."""
    return sorted(file.parent.name for file in learned_folder().glob("learned-*/skin.toml"))


def forget(name: str) -> None:
    """Remove a learned skin; raises SkinError when there is none, or it cannot be removed."""
    if name not in learned():
        raise SkinError(f"no skin called {name!r} was learned; `skins` lists them")
    folder = learned_folder() / name
    with telling(folder, "cannot be removed", SkinError):
        if folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
    known_skins.cache_clear()


def _sure(sample: Sample) -> Sample:
    cells = np.array([list(row) for row in sample.reading.cells])
    cells[sample.reading.confidence < CERTAIN] = UNKNOWN
    rows = tuple("".join(row) for row in cells)
    return Sample(sample.name, sample.picture, replace(sample.reading, cells=rows))


def _reads(skin: Skin, sample: Sample) -> bool:
    """Whether a skin reads the board it was learned from as it was read before."""
    again = "".join(read(sample.picture, sample.reading.lattice, skin).cells)
    pairs = [
        (one, other)
        for one, other in zip("".join(sample.reading.cells), again, strict=True)
        if one != UNKNOWN
    ]
    missed = sum(other == UNKNOWN for _, other in pairs)
    wrong = any(other not in (one, UNKNOWN) for one, other in pairs)
    return not wrong and missed <= MISSED * len(pairs)
