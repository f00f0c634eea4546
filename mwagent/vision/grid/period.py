"""Find boards by their period: equal cells repeat, whatever they look like.

Straight edges recur with the pitch of the cells. Where an edge map agrees with itself, shifted by
some lag in x and in y, a lattice is supposed; its phase comes from the first harmonic of the edge
energy, and its extent is the rectangle whose cells are bounded by straight edges on their sides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, product
from operator import itemgetter
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import EDGE_BLOCK, Edges, Floats, Pixels, long_only
from mwagent.vision.grid.comb import Comb, fit_comb, refit, regress
from mwagent.vision.grid.extent import LONGEST_CELL, completed, extent
from mwagent.vision.grid.sharpen import sharpened
from mwagent.vision.grid.specks import speckled
from mwagent.vision.lattice import MAX_CELLS, Lattice
from mwagent.vision.picture import Picture

__all__ = ["find_lattices"]

MIN_PITCH: Final = 11
_TILE: Final = 32
"""Side of the squares for which lag statistics are kept, in pixels of a pyramid level."""
_LAGS: Final = 37
"""Number of lags tried on each pyramid level; every level halves the picture."""
_CANDIDATES: Final = 10
_SAME_AT_MOST: Final = 4
"""Largest number of them with the same pitches: a texture all over a page repeats everywhere."""
COARSER: Final = 1.25
"""Factor by which a lattice of larger cells must be better than a finer one in the same place."""
_SHARED: Final = 0.15
"""Part of the smaller of two lattices that may lie in the other one, its end being missed."""
_SAME_PITCH: Final = 0.07
"""Part by which a pitch that is guessed, in whole pixels, may be off that of a lattice."""
_GUESSES_TRIED: Final = 24
"""Number of guesses that are followed, the best ones first."""


@lru_cache(maxsize=1)
def find_lattices(picture: Picture, limit: int = 4) -> list[Lattice]:
    """Boards on a picture, best first, at most `limit`; none on one too small to repeat."""
    if min(picture.height, picture.width) < 2 * _TILE:
        return []
    pixels, edges = picture.flat.pixels, picture.flat.edges
    found: list[tuple[float, Lattice]] = []
    for guess in _guesses(edges)[:_GUESSES_TRIED]:
        if any(_explained(guess, *pair) for pair in found):
            continue
        grown = _grow(edges, guess, found)
        if grown is not None:
            found = _settle(found, *completed(pixels, edges, grown))
    found = [pair for pair in found if not speckled(picture.flat.grey, pair[1])]
    found.sort(key=lambda pair: -pair[0])
    return [sharpened(pixels, lattice) for _, lattice in found[:limit]]


@dataclass(frozen=True, slots=True)
class Guess:
    """A window (x0, y0, x1, y1) in which the picture repeats with these pitches."""

    strength: float
    pitch_x: float
    pitch_y: float
    window: tuple[int, int, int, int]


def _guesses(edges: Edges) -> list[Guess]:
    """Where and with which pitches the picture repeats, strongest first."""
    guesses: list[Guess] = []
    across, down = edges.long_x, edges.long_y
    for level in count():
        if level:
            across, down = long_only(_halved(across)), long_only(_halved(down))
        if min(across.shape[1], down.shape[1]) < 2 * _TILE:
            break
        first = MIN_PITCH if level == 0 else _LAGS // 2
        x_score = _self_similarity(across, first)
        y_score = _self_similarity(down, first).transpose(0, 2, 1)
        guesses += _peaks(x_score, y_score, first, level)
    guesses.sort(key=lambda guess: -guess.strength)
    return guesses


def _halved(edge: Pixels) -> Pixels:
    """Half the resolution; thin lines keep their strength."""
    rows, cols = (n // 2 * 2 for n in edge.shape)
    pair = cv2.max(
        np.ascontiguousarray(edge[:rows, 0:cols:2]), np.ascontiguousarray(edge[:rows, 1:cols:2])
    )
    return cv2.resize(pair, (cols // 2, rows // 2), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _self_similarity(edge: NDArray[np.integer[Any]], first: int) -> Floats:
    """How well the edges agree with themselves, shifted along the last axis.

    Returns (lags, tile rows, tile columns) in 0-1, averaged over windows of 5x5 tiles; the first
    lag is `first` pixels. A level that repeats by chance is taken off.
    """
    deep = _TILE // EDGE_BLOCK
    tiles_y, tiles_x = max(edge.shape[0] // deep, 1), max(edge.shape[1] // _TILE, 1)
    # Numbers of 16 bits from the start: products of them take a sixth of the time.
    wide = cv2.dilate(edge, np.ones((1, 3), np.uint8)).astype(np.uint16)
    edge = edge.astype(np.uint16)
    scores = []
    for lag in [0, *range(first, _LAGS + 1)]:
        width = edge.shape[1] - lag
        if width < _TILE:
            break
        canvas = np.zeros((tiles_y * deep, tiles_x * _TILE), np.uint16)
        left = lag // 2
        part = canvas[: edge.shape[0], left : left + width]
        high, long = part.shape
        np.multiply(edge[:high, :long], wide[:high, lag : lag + long], out=part)
        small = cv2.resize(canvas, (tiles_x, tiles_y), interpolation=cv2.INTER_AREA)
        scores.append(cv2.blur(small.astype(np.float32), (5, 5), borderType=cv2.BORDER_CONSTANT))
    whole = np.maximum(scores[0], 5.0)
    ratio = np.stack(scores[1:]) / whole
    chance = np.median(ratio, axis=0)
    return np.clip((ratio - 0.5 * chance) / np.maximum(1 - 0.5 * chance, 0.05), 0, 1)


def _peaks(x_score: Floats, y_score: Floats, first: int, level: int) -> list[Guess]:
    """The best windows for each pair of pitches."""
    rows = min(x_score.shape[1], y_score.shape[1])
    cols = min(x_score.shape[2], y_score.shape[2])
    lag_x, value_x = _fundamental(x_score[:, :rows, :cols])
    lag_y, value_y = _fundamental(y_score[:, :rows, :cols])
    ratio = (lag_x + first) / (lag_y + first)
    fitting = (ratio > 1 / LONGEST_CELL) & (ratio < LONGEST_CELL)
    strength = np.asarray(value_x * value_y * fitting, np.float64)
    scale = 2**level
    guesses = []
    size = _TILE * scale
    for _ in range(_CANDIDATES):
        row, col = np.unravel_index(int(strength.argmax()), strength.shape)
        best = float(strength[row, col])
        if best < 0.08:
            break
        here_x, here_y = int(lag_x[row, col]), int(lag_y[row, col])
        window = (
            max(0, int(col - 2) * size),
            max(0, int(row - 2) * size),
            int(col + 3) * size,
            int(row + 3) * size,
        )
        guesses.append(
            Guess(best, float(here_x + first) * scale, float(here_y + first) * scale, window)
        )
        alike = (abs(lag_x - here_x) <= 1) & (abs(lag_y - here_y) <= 1)
        near = np.zeros_like(alike)
        near[max(0, row - 8) : row + 9, max(0, col - 8) : col + 9] = True
        again = sum(
            (one.pitch_x, one.pitch_y) == (guesses[-1].pitch_x, guesses[-1].pitch_y)
            for one in guesses
        )
        strength[alike & (near | (again >= _SAME_AT_MOST))] = 0
        strength[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] = 0
    return guesses


def _fundamental(score: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The smallest lag about as good as the best one, and its score; both (rows, columns)."""
    padded = np.pad(score, ((1, 1), (0, 0), (0, 0)))
    peak = (score >= padded[:-2]) & (score >= padded[2:])
    good = peak & (score >= 0.8 * score.max(axis=0))
    lag = good.argmax(axis=0)
    return lag, np.take_along_axis(score, lag[None], axis=0)[0]


def _explained(guess: Guess, score: float, lattice: Lattice) -> bool:
    """Whether a lattice there has the pitch that is guessed, or borders at nearly all its cells."""
    x0, y0, x1, y1 = guess.window
    if lattice.cell_at((x0 + x1) / 2, (y0 + y1) / 2) is None:
        return False
    same_x = abs(guess.pitch_x / lattice.pitch_x - 1) < _SAME_PITCH
    same_y = abs(guess.pitch_y / lattice.pitch_y - 1) < _SAME_PITCH
    area = lattice.rows * lattice.cols * lattice.pitch_x * lattice.pitch_y
    finer = guess.pitch_x * guess.pitch_y < (1 - _SAME_PITCH) * lattice.pitch_x * lattice.pitch_y
    return (same_x and same_y) or (score > 0.8 * area and not finer)


def _settle(
    found: list[tuple[float, Lattice]], score: float, lattice: Lattice
) -> list[tuple[float, Lattice]]:
    """Add a lattice; of two that overlap the better one stays.

    Lines that lie close together leave out fewer pixels at the rim when only some are taken: a
    lattice of larger cells must be better by far.
    """
    rivals = [pair for pair in found if pair[1].shared(lattice) > _SHARED]
    if any(rival * _dearer(other, lattice) >= score for rival, other in rivals):
        return found
    return [pair for pair in found if pair not in rivals] + [(score, lattice)]


def _dearer(fine: Lattice, coarse: Lattice) -> float:
    """How much better a lattice must be than one found before, for its cells being larger."""
    larger = coarse.pitch_x * coarse.pitch_y > 1.4 * fine.pitch_x * fine.pitch_y
    return COARSER if larger else 1.0


def _grow(
    edges: Edges, guess: Guess, found: list[tuple[float, Lattice]]
) -> tuple[float, Lattice] | None:
    """The lattice around a window, with its score.

    None when its cells have no borders, or it is the lesser of two of one size in a place.
    """
    best = _best_extent(edges, guess)
    if best is None:
        # Of oblong cells, two side by side may have been taken for one: too few make no board.
        across, down = guess.pitch_x, guess.pitch_y
        pitches = [(across, down / 2), (across / 2, down)]
        halved = [replace(guess, pitch_x=x, pitch_y=y) for x, y in pitches if min(x, y) > MIN_PITCH]
        some = (_best_extent(edges, one) for one in halved)
        best = max(filter(None, some), key=itemgetter(0), default=None)
    if best is None:
        return None
    best = _doubled(edges, best)
    for reach in (30, MAX_CELLS, MAX_CELLS):
        better = extent(edges, refit(edges, best[1]), best[1].box, reach)
        if better is None or better[0] < 0.9 * best[0]:
            break
        best = better
        same = [pair for pair in found if pair[1].same_size(best[1])]
        if any(score >= best[0] and one.shared(best[1]) > _SHARED for score, one in same):
            return None
    return best


def _best_extent(edges: Edges, guess: Guess) -> tuple[float, Lattice] | None:
    """The lattice around a window with the highest score, of all pairs of combs."""
    pairs = product(*_combs(edges, guess))
    some = (extent(edges, combs, guess.window, 10) for combs in pairs)
    return max(filter(None, some), key=itemgetter(0), default=None)


def _doubled(edges: Edges, grown: tuple[float, Lattice]) -> tuple[float, Lattice]:
    """The lattice with every other of its lines where that is better: cells may be oblong.

    Lags across and down are found on the same level of the pyramid, and so about as large.
    """
    best, fine = grown, grown[1]
    across, down = Comb(fine.x, fine.pitch_x), Comb(fine.y, fine.pitch_y)
    # Both are measured as far as they reach: of a large board only a part may have been grown.
    whole = extent(edges, (across, down), fine.box, MAX_CELLS) or grown
    pairs = [(wide, down) for wide in _every_other(across)]
    pairs += [(across, high) for high in _every_other(down)]
    for combs in pairs:
        coarse = extent(edges, combs, fine.box, MAX_CELLS)
        if coarse is not None and coarse[0] > COARSER * whole[0] and coarse[0] > best[0]:
            best = coarse
    return best


def _every_other(comb: Comb) -> list[Comb]:
    return [Comb(start, 2 * comb.pitch) for start in (comb.start, comb.start + comb.pitch)]


def _combs(edges: Edges, guess: Guess) -> tuple[list[Comb], list[Comb]]:
    """Lines across and down in the window; each also half a cell aside, should glyphs outshine."""
    x0, y0, x1, y1 = guess.window
    pairs = []
    for edge, low, high, side0, side1, pitch in (
        (edges.long_x, x0, x1, y0, y1, guess.pitch_x),
        (edges.long_y, y0, y1, x0, x1, guess.pitch_y),
    ):
        energy = edge[side0 // EDGE_BLOCK : side1 // EDGE_BLOCK].sum(axis=0, dtype=np.float64)
        comb = fit_comb(energy[low:high], low, pitch, max(1.0, 0.04 * pitch))
        closer = regress(energy, comb, int((high - comb.start) / comb.pitch), 0.5)
        if abs(closer.pitch - comb.pitch) < 0.03 * comb.pitch:
            comb = closer
        pairs.append([comb, Comb(comb.start + comb.pitch / 2, comb.pitch)])
    return pairs[0], pairs[1]
