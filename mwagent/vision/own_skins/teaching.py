"""A skin made of a board that was read: tiles of the cells that look alike."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.files import telling
from mwagent.vision.grid.cells import COMPARED, board_picture, cell_images, cut_cells
from mwagent.vision.header.displays import read_counter
from mwagent.vision.known.skins import STRICT, Skin, SkinError, differences, load_skin, resized
from mwagent.vision.ranks import percentile
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.clusters import clusters

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


def draft_skin(folder: Path, sample: Sample, *, by: str) -> Skin:
    """Write a skin of the cells of a sample that were understood; returns it as it is loaded.

    Tiles are the mean of cells that look alike; `by` says in the file what made it. The skin lies
    beside `folder`, where no command looks for skins, until `keep_draft` puts it there or
    `drop_draft` removes it. Raises SkinError where it cannot be written.
    """
    lattice = sample.reading.lattice
    images = cell_images(sample.picture, lattice)
    read = np.array(list("".join(sample.reading.cells)))
    tiles = _tiles(images, read)
    display = read_counter(sample.picture, lattice) is not None
    drop_draft(folder)
    fresh = _draft(folder)
    reach = _reach(sample, read != UNKNOWN, tiles)
    with telling(folder, error=SkinError):
        fresh.mkdir(parents=True)
        facts = [
            f"# Made by {by}.",
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


def _tiles(images: NDArray[np.uint8], read: NDArray[np.str_]) -> dict[str, list[NDArray[np.uint8]]]:
    """Pictures of every symbol: means of cells that look alike and were read alike.

    Cells that were read differently are kept apart however alike they look.
    """
    groups: dict[str, list[NDArray[np.intp]]] = {}
    for look in clusters(images):
        for symbol in np.unique(read[look.cells]).tolist():
            groups.setdefault(symbol, []).append(look.cells[read[look.cells] == symbol])
    groups.pop(UNKNOWN, None)
    tiles: dict[str, list[NDArray[np.uint8]]] = {}
    for symbol, cells in groups.items():
        own = sorted(cells, key=len, reverse=True)
        means = [images[some[:64]].mean(axis=0, dtype=np.float32) for some in own]
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
    sample: Sample, taught: NDArray[np.bool_], tiles: dict[str, list[NDArray[np.uint8]]]
) -> float:
    """The difference to its tile, in grey levels, above which a cell is not understood.

    Little more than the cells that were taught differ from theirs: a look that was never shown,
    such as a small flag on a closed cell, may not be far from one that was.
    """
    symbols = "".join(symbol * len(pictures) for symbol, pictures in tiles.items())
    pictures = [resized(tile, COMPARED, COMPARED) for own in tiles.values() for tile in own]
    skin = Skin("", COMPARED, "none", symbols, np.stack(pictures))
    lattice = sample.reading.lattice
    cells = cut_cells(board_picture(sample.picture, lattice, COMPARED), COMPARED)
    fine = skin.at(min(lattice.pitch_x, lattice.pitch_y))
    distance = differences(cells.reshape(len(taught), -1)[taught], fine).min(axis=1)
    return float(np.clip(SPARE * percentile(distance, 98.0), STRICTEST, STRICT))


def _distance(one: NDArray[np.float32], other: NDArray[np.uint8]) -> float:
    """Root mean square difference of two tiles, in grey levels."""
    small = [
        cv2.resize(tile.astype(np.float32), (COMPARED, COMPARED), interpolation=cv2.INTER_AREA)
        for tile in (one, other)
    ]
    return float(np.sqrt(((small[0] - small[1]) ** 2).mean()))
