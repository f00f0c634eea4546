"""Skins of the user's own, learned from games that were won and kept between runs.

They are tiles of the cells that look alike; the second game on a page begins as on a known one.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.files import telling
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.cells import COMPARED
from mwagent.vision.header.displays import read_counter
from mwagent.vision.known.skins import (
    STRICT,
    Skin,
    SkinError,
    differences,
    known_skins,
    learned_folder,
    load_skin,
    resized,
)
from mwagent.vision.known.tiles import read
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import percentile
from mwagent.vision.reading import CERTAIN, UNKNOWN, Reading

MOST_TILES = 16
"""Largest number of clusters kept for one symbol; more of them only slow reading down."""
APART = 6.0
"""Grey levels by which a further look of a symbol must differ from those kept."""
SPARE = 1.5
"""How many times farther from its tile a cell may be than it was on the picture that taught it."""
STRICTEST = 12.0
"""Grey levels that a cell may always be from its tile: the program may be shown at another size."""
FILES = dict(
    zip("#F*XW?", ("hidden", "flag", "mine", "exploded", "wrong", "question"), strict=True)
)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A picture (height, width, 3) uint8 BGR, what it is called, and what was read on it."""

    name: str
    picture: NDArray[np.uint8]
    reading: Reading


def draft_skin(folder: Path, sample: Sample) -> Skin:
    """Write a skin of the cells of a sample that were understood; returns it as it is loaded.

    Tiles are the mean of cells that look alike. The skin lies
    beside `folder`, where no command looks for skins, until `keep_draft` puts it there or
    `drop_draft` removes it. Raises SkinError where it cannot be written.
    """
    lattice = sample.reading.lattice
    shown = BoardPicture(Picture(sample.picture), lattice)
    read = np.array(list("".join(sample.reading.cells)))
    tiles = _tiles(shown, read)
    display = read_counter(sample.picture, lattice) is not None
    drop_draft(folder)
    fresh = _draft(folder)
    reach = _reach(shown, read != UNKNOWN, tiles)
    with telling(folder, error=SkinError):
        fresh.mkdir(parents=True)
        facts = [
            "# Made by winning a game in a look that was unknown.",
            f"name = {json.dumps(folder.name)}",
            f"size = {COMPARED}",
            f'counter = "{"seven-segment" if display else "none"}"',
            f"farthest = {reach:.1f}",
            "",
            "[cells]",
        ]
        for symbol, pictures in sorted(tiles.items()):
            stem = FILES.get(symbol, f"open{symbol}")
            names = [f"{stem}_{number}.png" for number in range(1, len(pictures) + 1)]
            for name, picture in zip(names, pictures, strict=True):
                (fresh / name).write_bytes(cv2.imencode(".png", picture)[1].tobytes())
            facts.append(f"{json.dumps(symbol)} = {json.dumps(names)}")
        (fresh / "skin.toml").write_text("\n".join(facts) + "\n", encoding="utf-8")
    return load_skin(fresh)


def keep_draft(folder: Path) -> None:
    """Put the draft of a skin in the place of what was in its folder. May raise SkinError."""
    with telling(folder, error=SkinError):
        shutil.rmtree(folder, ignore_errors=True)
        _draft(folder).rename(folder)


def drop_draft(folder: Path) -> None:
    """Remove the draft of a skin, if there is one."""
    shutil.rmtree(_draft(folder), ignore_errors=True)


def _draft(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.new")


def _tiles(shown: BoardPicture, read: NDArray[np.str_]) -> dict[str, list[NDArray[np.uint8]]]:
    """Pictures of every symbol: means of cells that look alike and were read alike.

    Cells that were read differently are kept apart however alike they look.
    """
    groups: dict[str, list[NDArray[np.intp]]] = {}
    for look in shown.clusters:
        for symbol in np.unique(read[look.cells]).tolist():
            groups.setdefault(symbol, []).append(look.cells[read[look.cells] == symbol])
    groups.pop(UNKNOWN, None)
    tiles: dict[str, list[NDArray[np.uint8]]] = {}
    for symbol, cells in groups.items():
        own = sorted(cells, key=len, reverse=True)
        means = [shown.cells[some[:64]].mean(axis=0, dtype=np.float32) for some in own]
        known: list[NDArray[np.uint8]] = []
        tiles[symbol] = known
        distance = [np.inf] * len(means)
        # The most frequent look first, then always the one least like those kept.
        while len(known) < MOST_TILES:
            most = int(np.argmax(distance)) if known else 0
            if distance[most] <= APART:
                break
            known.append(np.asarray(np.rint(means[most]), np.uint8))
            distance = [
                min(old, _distance(m, known[-1])) for old, m in zip(distance, means, strict=True)
            ]
    return tiles


def _reach(
    shown: BoardPicture, taught: NDArray[np.bool_], tiles: dict[str, list[NDArray[np.uint8]]]
) -> float:
    """The difference to its tile, in grey levels, above which a cell is not understood.

    Little more than the cells that were taught differ from theirs: a look that was never shown,
    such as a small flag on a closed cell, may not be far from one that was.
    """
    symbols = "".join(symbol * len(pictures) for symbol, pictures in tiles.items())
    pictures = [resized(tile, COMPARED, COMPARED) for own in tiles.values() for tile in own]
    skin = Skin("", COMPARED, "none", symbols, np.stack(pictures))
    fine = skin.at(min(shown.lattice.pitch_x, shown.lattice.pitch_y))
    cells = shown.scaled(COMPARED).reshape(len(taught), -1)[taught]
    distance = differences(cells, fine).min(axis=1)
    return float(np.clip(SPARE * percentile(distance, 98), STRICTEST, STRICT))


def _distance(one: NDArray[np.float32], other: NDArray[np.uint8]) -> float:
    """Root mean square difference of two tiles, in grey levels."""
    small = [
        cv2.resize(tile.astype(np.float32), (COMPARED, COMPARED), interpolation=cv2.INTER_AREA)
        for tile in (one, other)
    ]
    return float(np.sqrt(((small[0] - small[1]) ** 2).mean()))


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
        skin = draft_skin(folder, sample)
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
    again = "".join(read(Picture(sample.picture), sample.reading.lattice, skin).cells)
    pairs = [
        (one, other)
        for one, other in zip("".join(sample.reading.cells), again, strict=True)
        if one != UNKNOWN
    ]
    missed = sum(other == UNKNOWN for _, other in pairs)
    wrong = any(other not in (one, UNKNOWN) for one, other in pairs)
    return not wrong and missed <= MISSED * len(pairs)
