"""Find boards by their period: equal cells repeat, whatever they look like.

Straight edges recur with the pitch of the cells. Where an edge map agrees with itself, shifted by
some lag in x and in y, a lattice is supposed; its phase comes from the first harmonic of the edge
energy, and its extent is the rectangle whose cells are bounded by straight edges on their sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice

Picture = NDArray[np.uint8]
"""(height, width, 3) BGR."""
Floats = NDArray[np.float32]

MIN_PITCH: Final = 11
MAX_CELLS: Final = 104
_BLOCK: Final = 4
"""Edges are averaged over so many pixels along their direction."""
_TILE: Final = 32
"""Lag statistics are kept per square of this size, in pixels of a pyramid level."""
_LAGS: Final = 37
"""Lags looked at on each pyramid level; every level halves the picture."""
_LEVELS: Final = 3
_CANDIDATES: Final = 10
_STRONG: Final = 90
"""Long edges stronger than this count no more than this."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Strength of straight edges, 0-255.

    `x` (height / 4, width) has vertical edges: `x[j, i]` is the one between pixel columns i-1 and
    i, averaged over four rows. `y` (width / 4, height) has horizontal edges, transposed. The totals
    count edges from the top; the long edges run on straight, and none outshines the others.
    """

    x: Picture
    y: Picture
    total_x: Floats
    total_y: Floats
    long_x: Picture
    long_y: Picture

    @classmethod
    def of(cls, picture: Picture) -> Edges:
        """The edges of a BGR picture."""
        height, width = picture.shape[:2]
        tall = cv2.resize(
            picture[: height // _BLOCK * _BLOCK],
            (width, height // _BLOCK),
            interpolation=cv2.INTER_AREA,
        )
        wide = cv2.resize(
            picture[:, : width // _BLOCK * _BLOCK],
            (width // _BLOCK, height),
            interpolation=cv2.INTER_AREA,
        )
        across = np.zeros(tall.shape[:2], np.uint8)
        across[:, 1:] = _contrast(tall[:, 1:], tall[:, :-1])
        down = np.zeros(wide.shape[:2], np.uint8)
        down[1:] = _contrast(wide[1:], wide[:-1])
        upright = np.ascontiguousarray(down.T)
        return cls(
            across,
            upright,
            _running(across),
            _running(upright),
            cv2.min(_long(across), _STRONG),  # type: ignore[call-overload]
            cv2.min(_long(upright), _STRONG),  # type: ignore[call-overload]
        )


def _long(edge: Picture) -> Picture:
    """Only what runs on straight for two blocks at least."""
    return cv2.morphologyEx(edge, cv2.MORPH_OPEN, np.ones((2, 1), np.uint8))  # type: ignore[return-value]


def _running(edge: Picture) -> Floats:
    """Number of edges and their strength above each row, (2, rows + 1, columns)."""
    total = np.zeros((2, edge.shape[0] + 1, edge.shape[1]), np.float32)
    np.cumsum(edge > 0, axis=0, out=total[0, 1:], dtype=np.float32)
    np.cumsum(edge, axis=0, out=total[1, 1:], dtype=np.float32)
    return total


def _contrast(a: Picture, b: Picture) -> Picture:
    """Largest difference over the channels, ten for each level from the second, less the noise.

    Where most places differ (dithering, photographs), their mean is taken off.
    """
    difference = cv2.absdiff(a, b)
    strongest = cv2.max(
        cv2.max(difference[..., 0], difference[..., 1]), np.ascontiguousarray(difference[..., 2])
    )
    strength = cv2.multiply(cv2.subtract(strongest, 1), 10)  # type: ignore[call-overload]
    _, present = cv2.threshold(strength, 0, 255, cv2.THRESH_BINARY)
    share = cv2.blur(present, (25, 25))
    factor = cv2.multiply(cv2.subtract(share, 110), 4)  # type: ignore[call-overload]
    floor = cv2.multiply(cv2.blur(strength, (25, 25)), factor, scale=1.5 / 255)
    return cv2.subtract(strength, floor)  # type: ignore[no-any-return]


def undithered(picture: Picture) -> Picture:
    """The picture with dithering smoothed; the same object where there is none.

    In dithered areas many pixels are lighter, or darker, than both neighbours in their row.
    """
    blue = np.ascontiguousarray(picture[..., 0])
    middle, left, right = blue[:, 1:-1], blue[:, :-2], blue[:, 2:]
    lighter = cv2.min(cv2.subtract(middle, left), cv2.subtract(middle, right))
    darker = cv2.min(cv2.subtract(left, middle), cv2.subtract(right, middle))
    _, extreme = cv2.threshold(cv2.max(lighter, darker), 3, 255, cv2.THRESH_BINARY)
    _, areas = cv2.threshold(cv2.blur(extreme, (15, 15)), 90, 255, cv2.THRESH_BINARY)
    if cv2.countNonZero(areas) < 0.02 * areas.size:
        return picture
    areas = cv2.dilate(areas, np.ones((9, 9), np.uint8))
    areas = cv2.copyMakeBorder(areas, 0, 0, 1, 1, cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(picture, (5, 5), 1.1)
    return np.where(areas[..., None] > 0, smooth, picture)  # type: ignore[no-any-return]


def find_lattices(picture: Picture, limit: int = 4) -> list[Lattice]:
    """Boards on a BGR picture, best first, at most `limit`."""
    picture = undithered(picture)
    edges = Edges.of(picture)
    found: list[tuple[float, Lattice]] = []
    for guess in _guesses(edges):
        if any(_inside(guess, pair[1]) and _convincing(*pair) for pair in found):
            continue
        grown = _grow(edges, guess)
        if grown is not None:
            found = _settle(found, *_completed(picture, edges, grown))
    found.sort(key=lambda pair: -pair[0])
    return [lattice for _, lattice in found[:limit]]


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
    for level in range(_LEVELS):
        if level:
            across, down = _long(_halved(across)), _long(_halved(down))
        if min(across.shape[1], down.shape[1]) < 2 * _TILE:
            break
        first = MIN_PITCH if level == 0 else _LAGS // 2
        x_score = _self_similarity(across, first)
        y_score = _self_similarity(down, first).transpose(0, 2, 1)
        guesses += _peaks(x_score, y_score, first, level)
    guesses.sort(key=lambda guess: -guess.strength)
    return guesses


def _halved(edge: Picture) -> Picture:
    """Half the resolution; thin lines keep their strength."""
    rows, cols = (n // 2 * 2 for n in edge.shape)
    pair = cv2.max(
        np.ascontiguousarray(edge[:rows, 0:cols:2]), np.ascontiguousarray(edge[:rows, 1:cols:2])
    )
    return cv2.resize(pair, (cols // 2, rows // 2), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _self_similarity(edge: Picture, first: int) -> Floats:
    """How well the edges agree with themselves, shifted along the last axis.

    Returns (lags, tile rows, tile columns) in 0-1, averaged over windows of 5x5 tiles; the first
    lag is `first` pixels. A level that repeats by chance is taken off.
    """
    deep = _TILE // _BLOCK
    tiles_y, tiles_x = max(edge.shape[0] // deep, 1), max(edge.shape[1] // _TILE, 1)
    wide = cv2.dilate(edge, np.ones((1, 3), np.uint8))
    scores = []
    for lag in [0, *range(first, _LAGS + 1)]:
        width = edge.shape[1] - lag
        if width < _TILE:
            break
        product = cv2.multiply(edge[:, :width], wide[:, lag:], dtype=cv2.CV_16U)
        canvas = np.zeros((tiles_y * deep, tiles_x * _TILE), np.uint16)
        left = lag // 2
        part = product[: canvas.shape[0], : canvas.shape[1] - left]
        canvas[: part.shape[0], left : left + part.shape[1]] = part
        small = cv2.resize(canvas, (tiles_x, tiles_y), interpolation=cv2.INTER_AREA)
        scores.append(cv2.blur(small.astype(np.float32), (5, 5), borderType=cv2.BORDER_CONSTANT))
    whole = np.maximum(scores[0], 5.0)
    ratio: Floats = np.stack(scores[1:]) / whole
    chance = np.median(ratio, axis=0)
    return np.clip((ratio - 0.5 * chance) / np.maximum(1 - 0.5 * chance, 0.05), 0, 1)  # type: ignore[no-any-return]


def _peaks(x_score: Floats, y_score: Floats, first: int, level: int) -> list[Guess]:
    """The best windows for each pair of pitches."""
    rows = min(x_score.shape[1], y_score.shape[1])
    cols = min(x_score.shape[2], y_score.shape[2])
    lag_x, value_x = _fundamental(x_score[:, :rows, :cols])
    lag_y, value_y = _fundamental(y_score[:, :rows, :cols])
    ratio = (lag_x + first) / (lag_y + first)
    strength = np.where((ratio > 0.7) & (ratio < 1.43), value_x * value_y, 0.0)
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
        strength[alike & near] = 0
        strength[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] = 0
    return guesses


def _fundamental(score: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The smallest lag about as good as the best one, and its score; both (rows, columns)."""
    padded = np.pad(score, ((1, 1), (0, 0), (0, 0)))
    peak = (score >= padded[:-2]) & (score >= padded[2:])
    good = peak & (score >= 0.8 * score.max(axis=0))
    lag = good.argmax(axis=0)
    return lag, np.take_along_axis(score, lag[None], axis=0)[0]


def _convincing(score: float, lattice: Lattice) -> bool:
    """Whether nearly all cells have borders."""
    area = lattice.rows * lattice.cols * lattice.pitch_x * lattice.pitch_y
    return score > 0.8 * area


def _inside(guess: Guess, lattice: Lattice) -> bool:
    x0, y0, x1, y1 = guess.window
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return lattice.cell_at(x, y) is not None


def _settle(
    found: list[tuple[float, Lattice]], score: float, lattice: Lattice
) -> list[tuple[float, Lattice]]:
    """Add a lattice; of two that overlap the better one stays."""
    rivals = [pair for pair in found if _overlap(pair[1], lattice)]
    if any(rival >= score for rival, _ in rivals):
        return found
    return [pair for pair in found if pair not in rivals] + [(score, lattice)]


def _overlap(a: Lattice, b: Lattice) -> bool:
    ax0, ay0, ax1, ay1 = a.box
    bx0, by0, bx1, by1 = b.box
    return min(ax1, bx1) > max(ax0, bx0) + 4 and min(ay1, by1) > max(ay0, by0) + 4


@dataclass(frozen=True, slots=True)
class Comb:
    """Equidistant lines: positions `start + k * pitch`, in pixels."""

    start: float
    pitch: float

    def at(self, index: NDArray[np.intp]) -> NDArray[np.float64]:
        """Positions of lines."""
        return self.start + index * self.pitch


def fit_comb(energy: NDArray[np.float64], origin: float, pitch: float, slack: float) -> Comb:
    """Phase and pitch of the lines in a profile of edge energy.

    The pitch is where the profile agrees best with itself. The first harmonic is centred on the
    borders of cells: on the line between two touching tiles, or halfway between the edges of two
    tiles with a gap. `slack` is how far the pitch may be off.
    """
    at = np.arange(len(energy))
    soft = np.convolve(energy - energy.mean(), [0.25, 0.5, 0.25], mode="same")
    lags = np.arange(max(2, int(pitch - slack)), int(pitch + slack) + 2)
    lags = lags[lags < len(soft) - 2]
    agree = np.array([soft[:-lag] @ soft[lag:] / (len(soft) - lag) for lag in lags])
    best = int(agree.argmax())
    period = float(lags[best])
    if 0 < best < len(lags) - 1:
        left, mid, right = agree[best - 1 : best + 2]
        bend = left - 2 * mid + right
        if bend < 0:
            period += float(0.5 * (left - right) / bend)
    phase = np.angle(np.exp(2j * np.pi * at / period) @ energy) / (2 * np.pi) * period
    return Comb(origin + float(phase), period)


def _grow(edges: Edges, guess: Guess) -> tuple[float, Lattice] | None:
    """The lattice around a window, with its score; None when its cells have no borders."""
    best: tuple[float, Lattice] | None = None
    combs_x, combs_y = _combs(edges, guess)
    for comb_x in combs_x:
        for comb_y in combs_y:
            grown = _extent(edges, comb_x, comb_y, guess.window, 10)
            if grown is not None and (best is None or grown[0] > best[0]):
                best = grown
    if best is None:
        return None
    for reach in (30, MAX_CELLS, MAX_CELLS):
        comb_x, comb_y = _refit(edges, best[1])
        better = _extent(edges, comb_x, comb_y, best[1].box, reach)
        if better is None or better[0] < 0.9 * best[0]:
            break
        best = better
    return best


def _combs(edges: Edges, guess: Guess) -> tuple[list[Comb], list[Comb]]:
    """Lines across and down in the window; each also half a cell aside, should glyphs outshine."""
    x0, y0, x1, y1 = guess.window
    pairs = []
    for edge, low, high, side0, side1, pitch in (
        (edges.long_x, x0, x1, y0, y1, guess.pitch_x),
        (edges.long_y, y0, y1, x0, x1, guess.pitch_y),
    ):
        energy = edge[side0 // _BLOCK : side1 // _BLOCK].sum(axis=0, dtype=np.float64)
        comb = fit_comb(energy[low:high], low, pitch, max(1.0, 0.04 * pitch))
        comb = _regress(energy, comb, int((high - comb.start) / comb.pitch), 0.5)
        pairs.append([comb, Comb(comb.start + comb.pitch / 2, comb.pitch)])
    return pairs[0], pairs[1]


def _refit(edges: Edges, lattice: Lattice) -> tuple[Comb, Comb]:
    """Fit phase and pitch on the whole board, on edges as long as the side of a cell."""
    rows = lattice.y + np.arange(lattice.rows + 1) * lattice.pitch_y
    cols = lattice.x + np.arange(lattice.cols + 1) * lattice.pitch_x
    across = _long_edges(edges.total_x, rows, lattice.pitch_y)
    down = _long_edges(edges.total_y, cols, lattice.pitch_x)
    comb_x = _regress(across, Comb(lattice.x, lattice.pitch_x), lattice.cols, 0.3)
    comb_y = _regress(down, Comb(lattice.y, lattice.pitch_y), lattice.rows, 0.3)
    return _sharpest(across, comb_x, lattice.cols), _sharpest(down, comb_y, lattice.rows)


def _sharpest(energy: NDArray[np.float64], comb: Comb, count: int) -> Comb:
    """The comb near this one under which all cells have their edges at the same places."""
    low = max(0, int(comb.start - 0.4 * comb.pitch))
    high = min(len(energy), int(comb.start + (count + 0.4) * comb.pitch))
    at = np.arange(low, high)
    value = energy[low:high]
    middle = comb.start + count / 2 * comb.pitch
    best, winner, bins = 0.0, comb, round(comb.pitch)
    most = min(0.3 * comb.pitch, 8.0)
    for drift in np.arange(-most, most + 0.05, 0.1):
        pitch = comb.pitch + float(drift) / max(count, 1)
        place = ((at - middle) / pitch % 1.0) * bins
        left = place.astype(int)
        part = place - left
        fold = np.bincount(left % bins, value * (1 - part), bins)
        fold += np.bincount((left + 1) % bins, value * part, bins)
        sharpness = float((fold**2).sum()) - 1e-9 * abs(float(drift))
        if sharpness > best:
            place = _border_place(fold) - (0.5 if count % 2 else 0.0)
            shift = (place + 0.5) % 1.0 - 0.5
            best, winner = sharpness, Comb(middle + (shift - count / 2) * pitch, pitch)
    return winner


def _border_place(fold: NDArray[np.float64]) -> float:
    """Where in a cell its border lies, as a share of the pitch, from the edges folded over it."""
    clear = np.maximum(fold - 0.5 * fold.max(), 0)
    turn = (clear * np.exp(2j * np.pi * np.arange(len(fold)) / len(fold))).sum()
    return float(np.angle(turn)) / (2 * np.pi)


def _long_edges(
    total: Floats, marks: NDArray[np.float64], depth: float
) -> NDArray[np.float64]:
    """Energy of the edges that run along most of a cell, per pixel across."""
    covered, strength = _means(total, marks + 0.15 * depth, 0.7 * depth)
    energy: NDArray[np.float64] = (np.minimum(strength, _STRONG) * (covered >= 0.75)).sum(
        axis=0, dtype=np.float64
    )
    return energy


def _regress(energy: NDArray[np.float64], comb: Comb, count: int, share: float) -> Comb:
    """Least squares over how far the edge energy around each inner line is from its place.

    Energy counts within `share` of a pitch around the line.
    """
    index = np.arange(1, count)
    if len(index) < 3:
        return comb
    reach = int(comb.pitch * share)
    near = np.rint(comb.at(index)).astype(int)[:, None] + np.arange(-reach, reach + 1)
    inside = (near >= 0) & (near < len(energy))
    value = np.where(inside, energy[np.clip(near, 0, len(energy) - 1)], 0.0)
    turn = np.exp(2j * np.pi * (near - comb.start) / comb.pitch)
    vector = (value * turn).sum(axis=1)
    weight = abs(vector) + 1e-9
    shift = np.angle(vector * np.exp(-1j * np.angle(vector.sum())))
    shift = (shift + np.angle(vector.sum())) / (2 * np.pi) * comb.pitch
    for _ in range(3):
        slope, offset = np.polyfit(index, shift, 1, w=np.sqrt(weight))
        miss = abs(shift - slope * index - offset)
        weight = np.where(miss > 2 * np.median(miss) + 0.5, 1e-9, abs(vector) + 1e-9)
    return Comb(comb.start + float(offset), comb.pitch + float(slope))


def _extent(
    edges: Edges,
    comb_x: Comb,
    comb_y: Comb,
    window: tuple[int, int, int, int],
    reach: int,
    picture: Picture | None = None,
) -> tuple[float, Lattice] | None:
    """The best rectangle of cells: most cells with straight edges on their sides and none inside.

    Cells up to `reach` from the middle of the window are looked at. With a picture, what recurs
    counts as a cell, and the border of the board must be clear.
    """
    width, height = edges.x.shape[1], edges.y.shape[1]
    x0, y0, x1, y1 = window
    lines_x = _lines(comb_x, width, x0, x1, reach)
    lines_y = _lines(comb_y, height, y0, y1, reach)
    if len(lines_x) < 4 or len(lines_y) < 4 or not 0.7 < comb_x.pitch / comb_y.pitch < 1.43:
        return None
    upright, split_x = _sides(edges.total_x, lines_x, comb_x.pitch, lines_y, comb_y.pitch)
    level, split_y = _sides(edges.total_y, lines_y, comb_y.pitch, lines_x, comb_x.pitch)
    sides = 1 * upright[:, :-1] + upright[:, 1:] + level.T[:-1] + level.T[1:]
    weight = np.interp(sides, [0, 1, 2, 3, 4], [-0.7, -0.45, -0.1, 0.7, 1.0])
    weight[split_x[:, :-1] | split_y.T[:-1]] = -0.7
    plain = weight.copy()
    if picture is not None:
        known = recurring(picture, lines_x, lines_y) & (weight > -0.7 + 1e-6)
        weight[known] = 1.0
    score, top, left, bottom, right = heaviest(weight)
    if picture is not None:
        top, left, bottom, right = _trimmed(weight, top, left, bottom, right)
    if bottom - top < 4 or right - left < 4:
        return None
    score = float(plain[top:bottom, left:right].sum()) * comb_x.pitch * comb_y.pitch
    lattice = Lattice(
        float(lines_x[left]),
        float(lines_y[top]),
        comb_x.pitch,
        comb_y.pitch,
        bottom - top,
        right - left,
    )
    return score, lattice


def _completed(
    picture: Picture, edges: Edges, grown: tuple[float, Lattice]
) -> tuple[float, Lattice]:
    """Add rows and columns whose cells look like others, drop outer ones that have no borders."""
    lattice = grown[1]
    comb_x, comb_y = Comb(lattice.x, lattice.pitch_x), Comb(lattice.y, lattice.pitch_y)
    better = _extent(edges, comb_x, comb_y, lattice.box, MAX_CELLS, picture)
    return better or grown


def recurring(
    picture: Picture, lines_x: NDArray[np.float64], lines_y: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which cells between lines show something that recurs in three rows and three columns."""
    size = 8
    rows, cols = len(lines_y) - 1, len(lines_x) - 1
    step_x, step_y = (lines_x[-1] - lines_x[0]) / cols, (lines_y[-1] - lines_y[0]) / rows
    fine = 2 * size
    warp = np.array([[step_x / fine, 0, lines_x[0]], [0, step_y / fine, lines_y[0]]])
    warp[:, 2] += [0.5 * step_x / fine - 0.5, 0.5 * step_y / fine - 0.5]
    flat = cv2.warpAffine(
        picture,
        warp,
        (cols * fine, rows * fine),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    small = cv2.resize(flat, (cols * size, rows * size), interpolation=cv2.INTER_AREA)
    cells = small.reshape(rows, size, cols, size, 3).swapaxes(1, 2).reshape(rows * cols, -1)
    cells = cells.astype(np.float32)
    busy = cells.reshape(len(cells), -1, 3).std(axis=1).max(axis=1) > 8
    among = np.flatnonzero(busy)
    if len(among) > 800:
        among = among[:: len(among) // 800 + 1]
    length = (cells**2).sum(axis=1)
    squared = length[:, None] + length[among] - 2 * cells @ cells[among].T
    close = (squared < 100 * cells.shape[1]).astype(np.float32)
    in_rows = (close @ np.eye(rows, dtype=np.float32)[among // cols] > 0).sum(axis=1)
    in_cols = (close @ np.eye(cols, dtype=np.float32)[among % cols] > 0).sum(axis=1)
    return (busy & (in_rows >= 3) & (in_cols >= 3)).reshape(rows, cols)  # type: ignore[no-any-return]


def _trimmed(
    weight: NDArray[np.float64], top: int, left: int, bottom: int, right: int
) -> tuple[int, int, int, int]:
    """Drop outer rows and columns that are hardly cells."""
    least = 0.3
    while bottom - top > 3 and weight[top, left:right].mean() < least:
        top += 1
    while bottom - top > 3 and weight[bottom - 1, left:right].mean() < least:
        bottom -= 1
    while right - left > 3 and weight[top:bottom, left].mean() < least:
        left += 1
    while right - left > 3 and weight[top:bottom, right - 1].mean() < least:
        right -= 1
    return top, left, bottom, right


def _lines(comb: Comb, length: int, low: int, high: int, reach: int) -> NDArray[np.float64]:
    """Positions of the lines of a comb on the picture, not too far from a place."""
    first = round((low - comb.start) / comb.pitch)
    last = round((high - comb.start) / comb.pitch)
    middle = (first + last) // 2
    at = comb.at(np.arange(middle - reach, middle + reach + 1))
    slack = 0.3 * comb.pitch
    return at[(at > -slack) & (at < length + slack)]


def _sides(
    total: Floats,
    lines: NDArray[np.float64],
    pitch: float,
    marks: NDArray[np.float64],
    depth: float,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which sides of cells are straight edges, and which cells are split by one in the middle.

    `lines` are positions across the edges, `marks` the borders of the cells along them; both
    results are (cells along the lines, lines), the cell being the one after the line. All sides
    must lie at one of two offsets from the lines (two where tiles have a gap).
    """
    offsets = np.arange(round(pitch)) - round(0.25 * pitch)
    covered, strength = _profiles(total, lines, offsets, marks + 0.15 * depth, 0.7 * depth)
    typical = np.quantile(strength, 0.25, axis=2, keepdims=True)
    distinct = strength >= np.maximum(12.0, 2 * typical)
    straight = (covered >= 0.7) & distinct
    straight |= _beside(straight)
    middle = round(0.25 * pitch)
    reach = max(1, round(0.19 * pitch))
    narrow = straight[:, :, middle - reach : middle + reach + 1]
    votes = narrow.sum(axis=(0, 1))
    first = int(votes.argmax())
    more = narrow[~narrow[:, :, first]].sum(axis=0)
    side = narrow[:, :, first] | narrow[:, :, int(more.argmax())]
    border = (lines < 1.5) | (lines > total.shape[2] - 1.5)
    side[:, border] = True
    through, _ = _profiles(total, lines, offsets, marks - 0.1 * depth, 1.2 * depth)
    split = ((through >= 0.9) & distinct)[:, :, 2 * middle :].any(axis=2)
    return side, split


def _profiles(
    total: Floats,
    lines: NDArray[np.float64],
    offsets: NDArray[np.intp],
    starts: NDArray[np.float64],
    depth: float,
) -> Floats:
    """Share covered by edges and their mean strength, (2, cells, lines, offsets)."""
    mean = _means(total, starts, depth)
    at = np.rint(lines[:, None] + offsets).astype(int)
    within = (at >= 0) & (at < mean.shape[2])
    return np.where(within, mean[:, :, np.clip(at, 0, mean.shape[2] - 1)], 0.0).astype(np.float32)


def _means(total: Floats, starts: NDArray[np.float64], depth: float) -> Floats:
    """Share covered by edges and their mean strength along cells, (2, cells, positions)."""
    last = total.shape[1] - 1
    low = np.clip(np.ceil(starts[:-1] / _BLOCK).astype(int), 0, last)
    high = np.clip(np.floor((starts[:-1] + depth) / _BLOCK).astype(int), 0, last)
    mean: Floats = (total[:, high] - total[:, low]) / np.maximum(high - low, 1)[:, None]
    return mean


def _beside(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Flags moved by one to either side along the last axis."""
    moved = np.zeros_like(flags)
    moved[..., 1:] |= flags[..., :-1]
    moved[..., :-1] |= flags[..., 1:]
    return moved


def heaviest(weight: NDArray[np.float64]) -> tuple[float, int, int, int, int]:
    """The rectangle with the largest sum: (sum, top, left, bottom, right), ends exclusive.

    Kadane's algorithm over every pair of rows.
    """
    rows, cols = weight.shape
    total = np.zeros((rows + 1, cols))
    np.cumsum(weight, axis=0, out=total[1:])
    best = (0.0, 0, 0, 0, 0)
    for top in range(rows):
        strip = np.zeros((rows - top, cols + 1))
        np.cumsum(total[top + 1 :] - total[top], axis=1, out=strip[:, 1:])
        gain = strip - np.minimum.accumulate(strip, axis=1)
        high = int(gain.argmax())
        depth, right = divmod(high, cols + 1)
        if gain[depth, right] > best[0]:
            left = int(strip[depth, : right + 1].argmin())
            best = (float(gain[depth, right]), top, left, top + depth + 1, right)
    return best
