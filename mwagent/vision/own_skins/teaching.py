"""What a user teaches: clusters of cells on screenshots, what each means, and a skin of them."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.grid.cells import COMPARED, board_picture, cell_images, cut_cells
from mwagent.vision.header.displays import read_counter
from mwagent.vision.known.skins import STRICT, Skin, SkinError, differences, load_skin, resized
from mwagent.vision.ranks import percentile
from mwagent.vision.reading import CERTAIN, SYMBOLS, UNKNOWN, Reading
from mwagent.vision.unknown.clusters import clusters

MOST_TILES = 16
"""Largest number of clusters kept for one symbol; more of them only slow reading down."""
APART = 6.0
"""Grey levels by which a further look of a symbol must differ from those kept."""
SPARE = 1.5
"""How many times farther from its tile a cell may be than it was on the pictures of a lesson."""
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


@dataclass(slots=True, eq=False)
class Kind:
    """Cells that look alike, over all pictures.

    `cells` are their numbers in `Lesson.images`; `symbol` is what they are taken for and `sure`
    how surely (0-1); `letter` is what a user calls them by: the same for all clusters that were
    clearly read as one symbol.
    """

    letter: str
    cells: NDArray[np.intp]
    symbol: str
    sure: float


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Pictures, the clusters of similar cells on them, and what each cluster means.

    `images` is (n, side, side, 3) uint8, the cells of all pictures one after the other.
    """

    samples: list[Sample]
    images: NDArray[np.uint8]
    kinds: list[Kind]

    @classmethod
    def of(cls, samples: list[Sample]) -> Lesson:
        """Cluster the cells of all pictures; a cluster means what most of its cells were read as.

        Cells that were read differently are kept apart however alike they look, so that one
        correction never changes cells that were right.
        """
        images = np.concatenate([cell_images(s.picture, s.reading.lattice) for s in samples])
        read = np.array([symbol for s in samples for row in s.reading.cells for symbol in row])
        sure = np.concatenate([sample.reading.confidence.ravel() for sample in samples])
        groups = []
        for look in clusters(images):
            for symbol, _ in Counter(read[look.cells].tolist()).most_common():
                groups.append((symbol, look.cells[read[look.cells] == symbol]))
        groups.sort(key=lambda group: (SYMBOLS.index(group[0]), -len(group[1])))
        clear = [symbol != UNKNOWN and sure[cells].mean() > CERTAIN for symbol, cells in groups]
        shared = list(dict.fromkeys(g[0] for g, plain in zip(groups, clear, strict=True) if plain))
        names = _letters(len(shared) + clear.count(False))
        rest = iter(names[len(shared) :])
        kinds = [
            Kind(
                names[shared.index(symbol)] if plain else next(rest),
                cells,
                symbol,
                float(sure[cells].mean()),
            )
            for (symbol, cells), plain in zip(groups, clear, strict=True)
        ]
        return cls(samples, images, sorted(kinds, key=lambda kind: names.index(kind.letter)))

    def rows(self, number: int) -> list[str]:
        """The cells of a picture as they are understood now, a string per row."""
        symbols = np.full(len(self.images), UNKNOWN)
        for kind in self.kinds:
            symbols[kind.cells] = kind.symbol
        lattice, first = self.samples[number].reading.lattice, self._first(number)
        here = symbols[first : first + lattice.rows * lattice.cols]
        return ["".join(row) for row in here.reshape(lattice.rows, lattice.cols)]

    def called(self, letter: str) -> list[Kind]:
        """The clusters called by a letter."""
        return [kind for kind in self.kinds if kind.letter == letter]

    def kind_at(self, picture: int, row: int, col: int) -> Kind | None:
        """The cluster of a cell, counted from 0, of a picture, from 1; None off the board."""
        if not 1 <= picture <= len(self.samples):
            return None
        lattice = self.samples[picture - 1].reading.lattice
        if not (0 <= row < lattice.rows and 0 <= col < lattice.cols):
            return None
        cell = self._first(picture - 1) + row * lattice.cols + col
        return next(kind for kind in self.kinds if cell in kind.cells)

    def place(self, cell: int) -> str:
        """Where a cell of `images` is, row and column counted from 0."""
        number = 0
        while cell >= self._first(number + 1):
            number += 1
        row, col = divmod(cell - self._first(number), self.samples[number].reading.lattice.cols)
        picture = f" of {self.samples[number].name}" if len(self.samples) > 1 else ""
        return f"row {row}, column {col}{picture}"

    def _first(self, number: int) -> int:
        before = (sample.reading.lattice for sample in self.samples[:number])
        return sum(lattice.rows * lattice.cols for lattice in before)


def _letters(many: int) -> list[str]:
    """a, b, ... z, aa, ab, ..."""
    names: list[str] = []
    for length in count(1):
        names += [
            "".join(letters) for letters in product("abcdefghijklmnopqrstuvwxyz", repeat=length)
        ]
        if len(names) >= many:
            return names[:many]
    raise AssertionError


def draft_skin(folder: Path, lesson: Lesson, before: Skin | None = None, *, by: str) -> Skin:
    """Write a skin of the lesson's clusters, and of those of `before`; returns it as it is loaded.

    Tiles are the mean of the cells of a cluster; `by` says in the file what made it. The skin lies
    beside `folder`, where no command looks for skins, until `keep_draft` puts it there or
    `drop_draft` removes it. Raises SkinError when no closed or no open cell is known, or it cannot
    be written.
    """
    tiles = _tiles(lesson, before)
    for symbol, what in (("#", "a closed cell (#)"), ("0", "an open cell without a number (0)")):
        if not tiles.get(symbol):
            raise SkinError(
                f"no picture shows {what}, so nothing was saved; give a screenshot that does, "
                "or correct what it was taken for"
            )
    old = before is not None and before.counter != "none"
    display = old or any(
        read_counter(sample.picture, sample.reading.lattice) is not None
        for sample in lesson.samples
    )
    make_room(folder)
    fresh = _draft(folder)
    reach = _reach(lesson, tiles)
    try:
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
    except OSError as error:
        raise _unwritable(folder, error) from None
    return load_skin(fresh)


def make_room(folder: Path) -> None:
    """Make an empty folder for the draft of a skin; raises SkinError where that cannot be."""
    drop_draft(folder)
    try:
        _draft(folder).mkdir(parents=True)
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from None


def keep_draft(folder: Path) -> None:
    """Put the draft of a skin in the place of what was in its folder. May raise SkinError."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
        _draft(folder).rename(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None


def drop_draft(folder: Path) -> None:
    """Remove the draft of a skin, if there is one."""
    shutil.rmtree(_draft(folder), ignore_errors=True)


def _draft(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.new")


def _unwritable(folder: Path, error: OSError | ValueError) -> SkinError:
    why = error.strerror if isinstance(error, OSError) else error
    return SkinError(f"{folder}: cannot be written ({why}); name another folder with --folder")


def _tiles(lesson: Lesson, before: Skin | None) -> dict[str, list[NDArray[np.uint8]]]:
    """Pictures of every symbol: what was known before, then the clusters that differ from it."""
    tiles: dict[str, list[NDArray[np.uint8]]] = {}
    if before is not None:
        for symbol, tile in zip(before.symbols, before.tiles, strict=True):
            tiles.setdefault(symbol, []).append(tile)
    for symbol in dict.fromkeys(kind.symbol for kind in lesson.kinds if kind.symbol != UNKNOWN):
        own = sorted(
            (kind.cells for kind in lesson.kinds if kind.symbol == symbol), key=len, reverse=True
        )
        means = [lesson.images[cells[:64]].mean(axis=0, dtype=np.float32) for cells in own]
        known = tiles.setdefault(symbol, [])
        distance = [
            min((_distance(mean, tile) for tile in known), default=np.inf) for mean in means
        ]
        # The most frequent look first, then always the one least like those kept.
        while len(known) < MOST_TILES and means:
            most = int(np.argmax(distance)) if known else 0
            if distance[most] <= APART:
                break
            known.append(np.asarray(np.rint(means[most]), np.uint8))
            distance = [
                min(old, _distance(m, known[-1])) for old, m in zip(distance, means, strict=True)
            ]
    return tiles


def _reach(lesson: Lesson, tiles: dict[str, list[NDArray[np.uint8]]]) -> float:
    """The difference to its tile, in grey levels, above which a cell is not understood.

    Little more than the cells of the lesson differ from theirs: a cluster that was never shown,
    such as a small flag on a closed cell, may not be far from one that was.
    """
    symbols = "".join(symbol * len(pictures) for symbol, pictures in tiles.items())
    pictures = [resized(tile, COMPARED, COMPARED) for own in tiles.values() for tile in own]
    skin = Skin("", COMPARED, "none", symbols, np.stack(pictures))
    most = 0.0
    for number, sample in enumerate(lesson.samples):
        lattice = sample.reading.lattice
        taught = np.array(list("".join(lesson.rows(number)))) != UNKNOWN
        cells = cut_cells(board_picture(sample.picture, lattice, COMPARED), COMPARED)
        fine = skin.at(min(lattice.pitch_x, lattice.pitch_y))
        distance = differences(cells.reshape(len(taught), -1)[taught], fine).min(axis=1)
        most = max(most, percentile(distance, 98.0))
    return float(np.clip(SPARE * most, STRICTEST, STRICT))


def _distance(one: NDArray[np.float32], other: NDArray[np.uint8]) -> float:
    """Root mean square difference of two tiles, in grey levels."""
    small = [
        cv2.resize(tile.astype(np.float32), (COMPARED, COMPARED), interpolation=cv2.INTER_AREA)
        for tile in (one, other)
    ]
    return float(np.sqrt(((small[0] - small[1]) ** 2).mean()))


def missing(skin: Skin) -> list[str]:
    """The symbols of every game that a skin has no tile for."""
    return [symbol for symbol in "12345678F*X" if symbol not in skin.symbols]
