"""Skins: how the cells of a Minesweeper look. One folder of tile pictures adds a skin.

A skin folder holds PNG tiles and a `skin.toml`:

    name = "classic"
    size = 16                     # pixels of a cell at the resolution it is compared at
    counter = "seven-segment"     # or "none"
    farthest = 75.0               # grey levels a cell may differ from its tile and be understood
    [cells]                       # symbol = tile file, or several pictures of the same cell
    "0" = "open.png"
    "F" = ["flag.png", "flag2.png"]

The tiles may have any size; they are brought to `size`.
"""

from __future__ import annotations

import functools
import logging
import math
import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from mwagent.minefield import MinefieldError
from mwagent.minefield.command import harmless
from mwagent.minefield.files import read_at_most
from mwagent.minefield.given import shortened
from mwagent.vision import exact
from mwagent.vision.pictures import PictureError, load_picture
from mwagent.vision.reading import SYMBOLS, UNKNOWN

FARTHEST = 75.0
"""Difference to its tile, in grey levels, above which a cell is not understood."""
STRICT = 30.0
"""FARTHEST for tiles cut from a user's own screen: some symbols may never have been shown."""
_LOG = logging.getLogger(__name__)
_DESCRIPTION_BYTES, _NAME_LENGTH = 1_000_000, 100
"""Bytes of a `skin.toml`, and characters of a skin's name."""
COUNTERS = ("seven-segment", "none")
COLOUR_WEIGHT = 2.0
"""Weight of the mean colours of a cell's quarters against its pixels, when cells are compared."""


class SkinError(MinefieldError):
    """A skin folder cannot be used; the message names the file and what is wrong with it."""


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """How the cells of one Minesweeper look.

    `tiles` is (n, size, size, 3) uint8 BGR; `symbols` the n symbols they stand for, a symbol may
    come more than once. `farthest` is the difference to its tile, in grey levels, above which a
    cell is not understood.
    """

    name: str
    size: int
    counter: str
    symbols: str
    tiles: NDArray[np.uint8]
    farthest: float = FARTHEST

    @property
    def strict(self) -> bool:
        """Whether its tiles were cut from a user's own screen."""
        return self.farthest <= STRICT

    def at(self, pitch: float) -> Skin:
        """The skin as cells of `pitch` pixels show it: blurred where they are smaller than tiles.

        >>> skin = next(iter(known_skins()))
        >>> skin.at(40.0) is skin, skin.at(12.1) is skin.at(12.2)
        (True, True)
        """
        side = max(8, round(pitch))
        return self if side >= self.size else _softened(self, side)

    def tile(self, symbol: str) -> NDArray[np.uint8]:
        """The first tile of a symbol; raises SkinError when the skin has none."""
        where = self.symbols.find(symbol)
        if where < 0:
            raise SkinError(f"skin {self.name!r} has no tile for {symbol!r}")
        return np.asarray(self.tiles[where], np.uint8)


@functools.lru_cache(maxsize=64)
def _softened(skin: Skin, side: int) -> Skin:
    size = (skin.size, skin.size)
    tiles = [
        cv2.resize(resized(t, side, side), size, interpolation=cv2.INTER_LINEAR_EXACT)
        for t in skin.tiles
    ]
    return replace(skin, tiles=np.asarray(np.stack(tiles), np.uint8))


def skin_folders() -> list[Path]:
    """The folders skins are looked for in: the project's own, then the user's."""
    return [
        Path(__file__).resolve().parent.parent.parent / "templates",
        Path("~/.config/mwagent/templates").expanduser(),
    ]


def learned_folder() -> Path:
    """The folder of the skins that were learned on sight: a cache, which may be deleted.

    It is the user's cache folder, or what MWAGENT_CACHE names.
    """
    return Path(os.environ.get("MWAGENT_CACHE") or user_cache_path("mwagent")) / "skins"


@functools.cache
def known_skins() -> tuple[Skin, ...]:
    """Every skin in `skin_folders()`, then those learned on sight.

    A user's skin replaces ours of the same name. One that cannot be used is left out, and a warning
    logged that says why.
    """
    ours, *users = skin_folders()
    skins = {skin.name: skin for skin in map(load_skin, _folders_in(ours))}
    for folder in (one for user in (*users, learned_folder()) for one in _folders_in(user)):
        try:
            skin = load_skin(folder)
        except SkinError as error:
            _LOG.warning("%s; this skin is left out", harmless(str(error)))
        else:
            skins[skin.name] = skin
    return tuple(skins.values())


def own_names() -> set[str]:
    """What the project's own skins are called."""
    return {load_skin(folder).name for folder in _folders_in(skin_folders()[0])}


def _folders_in(folder: Path) -> list[Path]:
    """The folders of skins in a folder; one that begins with a dot is still being written."""
    found = sorted(description.parent for description in folder.glob("*/skin.toml"))
    return [one for one in found if not one.name.startswith(".")]


def load_skin(folder: Path) -> Skin:
    """The skin in a folder. Raises SkinError when its description or a tile cannot be used."""
    description = folder / "skin.toml"
    try:
        text = read_at_most(description, _DESCRIPTION_BYTES, plain=True).decode("utf-8")
        facts = tomllib.loads(text)
    except (OSError, ValueError, RecursionError) as error:  # of a number too long, too
        why = error.strerror if isinstance(error, OSError) else error
        raise SkinError(f"{description}: {why}") from None
    size = _fact(facts, description, "size", int, 16)
    counter = _fact(facts, description, "counter", str, "none")
    farthest = _fact(facts, description, "farthest", float, FARTHEST)
    if not 8 <= size <= 64:
        raise SkinError(f"{description}: size must be 8 to 64 pixels, not {size}")
    if not 0 < farthest < math.inf:
        raise SkinError(f"{description}: farthest must be more than 0 grey levels, not {farthest}")
    if counter not in COUNTERS:
        raise SkinError(f"{description}: counter must be one of {', '.join(COUNTERS)}")
    symbols, tiles = "", []
    for symbol, files in _fact(facts, description, "cells", dict, {}).items():
        if len(symbol) != 1 or symbol not in SYMBOLS or symbol == UNKNOWN:
            raise SkinError(
                f"{description}: no cell is called {shortened(symbol)}; use one of {SYMBOLS}"
            )
        names = [files] if isinstance(files, str) else files
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise SkinError(f"{description}: {shortened(symbol)} needs a file, or a list of them")
        for file in names:
            symbols += symbol
            tiles.append(_tile(folder / file, size))
    for needed in "#0":
        if needed not in symbols:
            raise SkinError(f"{description}: a skin needs a tile for {needed!r}")
    name = _fact(facts, description, "name", str, folder.name)
    if not (0 < len(name) <= _NAME_LENGTH and name.isprintable()):
        raise SkinError(
            f"{description}: name must have 1 to {_NAME_LENGTH} printable characters, not "
            f"{shortened(name)}"
        )
    return Skin(name, size, counter, symbols, np.stack(tiles), farthest)


def _fact(facts: dict[str, Any], file: Path, key: str, kind: type, default: Any) -> Any:
    value = facts.get(key, default)
    if not isinstance(value, kind):
        raise SkinError(f"{file}: {key} must be a {kind.__name__}, not {shortened(value)}")
    return value


def _tile(file: Path, size: int) -> NDArray[np.uint8]:
    try:
        return resized(load_picture(file, plain=True), size, size)
    except PictureError as error:
        raise SkinError(str(error)) from None


def resized(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """A picture at another size, averaged where it shrinks, smoothed where it grows."""
    shrinks = width < picture.shape[1] or height < picture.shape[0]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LANCZOS4
    return np.asarray(cv2.resize(picture, (width, height), interpolation=how), np.uint8)


def differences(cells: NDArray[np.uint8] | NDArray[np.float32], skin: Skin) -> NDArray[np.float32]:
    """How different cells (n, size * size * 3) are from every tile, in grey levels, (n, tiles).

    The root mean square over their pixels and, weighing more, over the mean colours of the
    quarters of their inside: a digit drawn a pixel further left keeps its colours.
    """
    seen = _features(cells, skin.size)
    tiles = _features(skin.tiles.reshape(len(skin.tiles), -1), skin.size)
    return np.asarray(np.sqrt(exact.squared_distances(seen, tiles)), np.float32)


def _features(cells: NDArray[np.uint8] | NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Rows whose squared distance is the mean square described in `differences`."""
    count = len(cells)
    quarter = size * 5 // 16
    first = (size - 2 * quarter) // 2
    pixels = cells.astype(np.float32)
    inside = pixels.reshape(count, size, size, 3)[:, first : first + 2 * quarter]
    inside = inside[:, :, first : first + 2 * quarter]
    down = inside.reshape(count, 2, quarter, 2 * quarter, 3).mean(axis=2)
    colours = down.reshape(count, 2, 2, quarter, 3).mean(axis=3).reshape(count, 12)
    return np.hstack(
        [pixels / np.float32(size * np.sqrt(3)), colours * np.float32(np.sqrt(COLOUR_WEIGHT / 12))]
    )


def pick(skins: Sequence[Skin] | None) -> Sequence[Skin]:
    """These skins, or all known ones for None."""
    return known_skins() if skins is None else skins
