"""What the clusters of a board may mean, judged all together by a small network.

A single cell says little: whether its border is that of closed cells, its ground that of
numbers, its glyph that of other flags, shows only beside the other cells. So the network sees every
cluster of a board at once, each as a token with what it shows, how often and where, and every pair
of clusters with how much alike they are and how often they are neighbours; three rounds of messages
between all clusters follow (Gilmer et al., "Neural Message Passing", 2017). Meanings that are known
already can be given; the others are then judged in their light.

It was trained on made-up boards in made-up skins alone
(`python -m benchmarks.training.fit_meanings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.glyphs.classifier import EXTRA, GLYPH
from mwagent.vision.reading import SYMBOLS
from mwagent.vision.unknown.clusters import Cluster

Floats = NDArray[np.float32]

MEANINGS: Final = SYMBOLS
"""The meanings that are distinguished, in the order of the network's outputs; UNKNOWN is no cell at
all, but what covers the board or lies beside it."""


class Touch(IntEnum):
    """What was done to a cell that certainly looks otherwise than before the first click."""

    NONE = 0
    """It may look as it did."""
    OPEN = 1
    FLAG = 2


ROUNDS: Final = 3
WEIGHTS: Final = Path(__file__).with_name("meanings.npz")
_SCALES: Final = (5.0, 18.0, 60.0)
"""Grey levels at which a difference of colours is half of all it can be: noise, shade, hue."""
_SHAPE_SCALES: Final = (0.08, 0.25)
"""The same for differences of shapes."""


def tokens(clusters: Sequence[Cluster], shape: tuple[int, int]) -> Floats:
    """What each cluster of a board of `shape` (rows, cols) shows, (clusters, features)."""
    total = shape[0] * shape[1]
    rows = []
    for cluster in clusters:
        glyph = cluster.glyph
        ground = ground_of(cluster)
        middle = cluster.image[8:-8, 8:-8].reshape(-1, 3)
        if glyph is None:
            shown = np.zeros(EXTRA + 64 + 8, np.float32)
        else:
            square = glyph.shape.reshape(GLYPH, GLYPH)
            coarse = square.reshape(8, 2, 8, 2).mean(axis=(1, 3)).ravel()
            own = (glyph.colour / 255, (glyph.colour - glyph.ground) / 255)
            flags = np.array([1.0, glyph.framed], np.float32)
            shown = np.concatenate([glyph.feature[-EXTRA:], coarse, *own, flags])
        probs = (
            exact.log(cluster.probs + 1e-3) / 7
            if cluster.probs.sum()
            else np.full(len(cluster.probs), -1.0)
        )
        row, col = np.divmod(cluster.cells, shape[1])
        depth = np.minimum.reduce([row, col, shape[0] - 1 - row, shape[1] - 1 - col])
        even = float(((row + col) % 2).mean())
        rings = [float((depth == k).mean()) for k in range(3)]
        where = [
            exact.log(cluster.count) / 6, cluster.count / total, float(cluster.count == 1), *rings,
            abs(2 * even - 1) if cluster.count > 2 else 0.0,
            exact.log(total) / 7, len(clusters) / 32,
        ]  # fmt: skip
        thumb = cv2.resize(cluster.image, (4, 4), interpolation=cv2.INTER_AREA)
        edge, small = cluster.border.reshape(-1, 3), thumb.reshape(-1, 3)
        parts = (
            [probs, shown, ground / 255]
            + [(some - ground).ravel() / 128 for some in (edge, small)]
            + [middle.std(axis=0) / 64, np.array(where)]
        )
        rows.append(np.concatenate(parts))
    return np.asarray(np.stack(rows), np.float32)


def pairs(clusters: Sequence[Cluster], shape: tuple[int, int]) -> Floats:
    """How clusters relate to one another, (clusters, clusters, relations): how alike, how often
    beside.
    """
    borders = _distance(np.stack([cluster.border for cluster in clusters]))
    wholes = _distance(np.stack([cluster.vector for cluster in clusters]))
    grounds = np.stack([ground_of(cluster) for cluster in clusters])
    ground_gap = abs(grounds[:, None] - grounds[None]).max(axis=2)
    drawn = np.array([cluster.glyph is not None for cluster in clusters])
    both = (drawn[:, None] & drawn[None]).astype(np.float32)
    colours = np.stack(
        [np.zeros(3, np.float32) if k.glyph is None else k.glyph.colour for k in clusters]
    )
    blank = np.zeros(GLYPH * GLYPH, np.float32)
    shapes = np.stack([blank if k.glyph is None else k.glyph.shape for k in clusters])
    shape_gap = abs(shapes[:, None] - shapes[None]).mean(axis=2)
    colour_gap = abs(colours[:, None] - colours[None]).max(axis=2)
    probs = np.stack([cluster.probs for cluster in clusters])
    light = grounds.mean(axis=1)
    counts = exact.log(np.array([cluster.count for cluster in clusters], np.float32))
    beside = _beside(clusters, shape)
    parts = [
        *(exact.tanh(gap / scale) for gap in (borders, wholes, ground_gap) for scale in _SCALES),
        *(both * exact.tanh(colour_gap / scale) for scale in _SCALES[1:]),
        *(both * exact.tanh(shape_gap / scale) for scale in _SHAPE_SCALES),
        both, exact.product(probs, probs.T), (light[:, None] - light[None]) / 128,
        (counts[:, None] - counts[None]) / 4, beside, beside.T,
    ]  # fmt: skip
    return np.asarray(np.stack(parts, axis=2), np.float32)


def ground_of(cluster: Cluster) -> Floats:
    """The colour (BGR) on which a cluster shows what it shows."""
    if cluster.glyph is not None:
        return np.asarray(cluster.glyph.ground, np.float32)
    return np.asarray(np.median(cluster.image[8:-8:2, 8:-8:2].reshape(-1, 3), axis=0), np.float32)


def _distance(vectors: Floats) -> Floats:
    """Root mean square distances of vectors (n, m) from one another, (n, n)."""
    squared = exact.squared_distances(vectors, vectors)
    return np.asarray(np.sqrt(squared / vectors.shape[1]), np.float32)


def _beside(clusters: Sequence[Cluster], shape: tuple[int, int]) -> Floats:
    """Fraction of the neighbours of each cluster held by each other, (clusters, clusters)."""
    owner = np.full((shape[0] + 2, shape[1] + 2), -1)
    inner = owner[1:-1, 1:-1]
    for number, cluster in enumerate(clusters):
        inner[np.divmod(cluster.cells, shape[1])] = number
    count = np.zeros((len(clusters), len(clusters)), np.float32)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down or right:
                other = owner[1 + down :, 1 + right :][: shape[0], : shape[1]]
                seen = other >= 0
                np.add.at(count, (inner[seen], other[seen]), 1)
    return np.asarray(count / np.maximum(count.sum(axis=1, keepdims=True), 1), np.float32)


@cache
def _network() -> dict[str, Floats]:
    with np.load(WEIGHTS) as store:
        return {name: store[name].astype(np.float32) for name in store.files}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All clusters of a board of `shape` (rows, cols), for the network.

    `share` is the fraction of the cells in each.
    """

    clusters: list[Cluster]
    shape: tuple[int, int]
    own: Floats
    pair: Floats
    share: Floats

    @classmethod
    def of(cls, clusters: list[Cluster], shape: tuple[int, int]) -> Scene:
        """The clusters of a board of `shape` (rows, cols)."""
        count = np.array([cluster.count for cluster in clusters], np.float32)
        own, pair = tokens(clusters, shape), pairs(clusters, shape)
        return cls(clusters, shape, own, pair, count / count.sum())


def meaning_probabilities(
    scene: Scene,
    known: Mapping[int, str] | None = None,
    touched: Sequence[Touch] = (),
) -> Floats:
    """Probabilities of MEANINGS for each cluster, (clusters, len(MEANINGS)), each row adding up to
    1.

    `known` are meanings of some clusters, by number; `touched` says what was done to all
    cells of each cluster.
    """
    given = np.zeros((len(scene.own), len(MEANINGS) + 2), np.float32)
    for number, symbol in (known or {}).items():
        given[number, MEANINGS.index(symbol)] = 1
    for number, how in enumerate(touched):
        if how:
            given[number, len(MEANINGS) + how - 1] = 1
    logits = forward(_network(), scene.own, given, scene.pair, scene.share)
    power = exact.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(power / power.sum(axis=1, keepdims=True), np.float32)


def forward(
    net: Mapping[str, Floats], own: Floats, given: Floats, pair: Floats, share: Floats
) -> Floats:
    """The network's outputs before they are made probabilities, (clusters, len(MEANINGS))."""

    def times(values: Floats, name: str) -> Floats:
        return np.asarray(exact.product(values, net[name]), np.float32)

    state = np.maximum(times(own, "own") + times(given, "given") + net["own_b"], 0)
    state = np.maximum(times(state, "first") + net["first_b"], 0)
    for k in range(ROUNDS):
        ends = times(state, f"to{k}")[:, None] + times(state, f"from{k}")[None]
        sent = np.maximum(times(pair, f"pair{k}") + ends + net[f"sent{k}_b"], 0)
        weighted = (sent * share[:, None]).sum(axis=1)
        heard = [state, sent.mean(axis=1), weighted, sent.max(axis=1)]
        inner = np.maximum(times(np.concatenate(heard, axis=1), f"in{k}") + net[f"in{k}_b"], 0)
        state = state + times(inner, f"out{k}") + net[f"out{k}_b"]
    ends = times(np.maximum(state, 0), "end") + times(own, "shown") + net["end_b"]
    return np.asarray(ends, np.float32)
