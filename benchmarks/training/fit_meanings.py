"""Fit the network of `vision.unknown.meanings`: `python -m benchmarks.training.fit_meanings`.

Boards in invented skins are drawn, their cells clustered by the very code that reads screenshots,
and the network is fitted to what every cluster means; no screenshot is used.
Needs the extra `train` and many fonts (see `benchmarks.training.glyphs`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from benchmarks.training.boards import photographed
from benchmarks.training.glyphs import fonts
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.glyphs.classifier import CLASSES
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN
from mwagent.vision.unknown.meanings import MEANINGS, ROUNDS, WEIGHTS, pairs, tokens

Floats = NDArray[np.float32]
Net = dict[str, Any]
Batch = tuple[Floats, ...]

WIDTH: Final = 64
"""Numbers by which a cluster is described between the rounds."""
FIRST: Final = 96
SHOWN: Final = 3.5
"""Weight from which the path starts that leads from a glyph's log_probs straight to the end."""
BATCH: Final = 24
MOST: Final = 96
"""Looks that are judged together, the most frequent ones; a board of cells has fewer."""
PADDED: Final = (8, 12, 16, 24, 40, 64, MOST)
"""Boards are padded with empty clusters to one of these numbers: each is compiled once."""
THINNED: Final = 0.4
"""Fraction of the boards of which clusters are left out."""
LEFT_OUT: Final = 0.35
"""Fraction of the clusters that is left out of such a board, at most."""
CERTAIN: Final = 0.99
"""How far a label is believed: a glyph under a pointer may be anything."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The clusters of a board: what they show, how they relate, and what their cells are.

    `own` (clusters, features), `pair` (clusters, clusters, relations), `counts` (clusters,
    meanings).
    """

    own: NDArray[np.float16]
    pair: NDArray[np.float16]
    counts: Floats


def sample(seed: int, faces: list[str]) -> Sample:
    """The clusters of the drawn board of a seed."""
    picture, lattice, symbols = photographed(np.random.default_rng([seed, 5]), faces)
    board = BoardPicture(Picture(picture), lattice).even
    shape, found = board.shape, board.clusters[:MOST]
    flat = np.array([MEANINGS.index(symbol) for row in symbols for symbol in row])
    counts = [np.bincount(flat[look.cells], minlength=len(MEANINGS)) for look in found]
    own, pair = tokens(found, shape), pairs(found, shape)
    return Sample(own.astype(np.float16), pair.astype(np.float16), np.array(counts, np.float32))


def fresh(rng: np.random.Generator, features: int, relations: int) -> Net:
    """A network that has learned nothing yet."""
    count = len(MEANINGS)

    def weights(rows: int, cols: int, part: float = 1.0) -> Floats:
        return (rng.normal(0, part * np.sqrt(2 / rows), (rows, cols))).astype(np.float32)

    def zeros(number: int) -> Floats:
        return np.zeros(number, np.float32)

    net: Net = {
        "own": weights(features, FIRST), "given": weights(count + 2, FIRST), "own_b": zeros(FIRST),
        "first": weights(FIRST, WIDTH), "first_b": zeros(WIDTH),
        "end": weights(WIDTH, count, 0.3), "end_b": zeros(count),
        "shown": np.zeros((features, count), np.float32),
    }  # fmt: skip
    # What a glyph is like goes straight to the end: a sign seen once is like no other look.
    for place, one in enumerate(CLASSES):
        if one in "12345678":
            net["shown"][place, MEANINGS.index(one)] = SHOWN
    for k in range(ROUNDS):
        net |= {
            f"pair{k}": weights(relations, WIDTH), f"to{k}": weights(WIDTH, WIDTH, 0.5),
            f"from{k}": weights(WIDTH, WIDTH, 0.5), f"sent{k}_b": zeros(WIDTH),
            f"in{k}": weights(4 * WIDTH, WIDTH), f"in{k}_b": zeros(WIDTH),
            f"out{k}": weights(WIDTH, WIDTH, 0.3), f"out{k}_b": zeros(WIDTH),
        }  # fmt: skip
    return net


def outputs(net: Mapping[str, Any], seen: Sequence[Any]) -> Any:
    """What `mwagent.vision.unknown.meanings.forward` gives, for many boards at once.

    `seen` is a batch without its labels and weights.
    """
    import jax
    import jax.numpy as jnp

    own, given, pair, share, real = seen
    state = jax.nn.relu(own @ net["own"] + given @ net["given"] + net["own_b"])
    state = jax.nn.relu(state @ net["first"] + net["first_b"])
    count = real.sum(axis=1)[:, None, None]
    for k in range(ROUNDS):
        ends = (state @ net[f"to{k}"])[:, :, None] + (state @ net[f"from{k}"])[:, None]
        sent = jax.nn.relu(pair @ net[f"pair{k}"] + ends + net[f"sent{k}_b"])
        sent *= real[:, None, :, None]
        mean = sent.sum(axis=2) / count
        heard = [state, mean, jnp.einsum("bijd,bj->bid", sent, share), sent.max(axis=2)]
        inner = jax.nn.relu(jnp.concatenate(heard, axis=-1) @ net[f"in{k}"] + net[f"in{k}_b"])
        state += inner @ net[f"out{k}"] + net[f"out{k}_b"]
    return jax.nn.relu(state) @ net["end"] + own @ net["shown"] + net["end_b"]


def batch(samples: list[Sample], rng: np.random.Generator | None) -> Batch:
    """Samples as arrays of one size, the labels and their weights last.

    With `rng`, some clusters are given with their meaning, or as touched, as happens during a game;
    these have no weight themselves. Of some boards clusters are left out: what others mean must
    not depend on a single one.
    """
    if rng is not None:
        samples = [_thinned(rng, one) for one in samples]
    longest = max(len(one.own) for one in samples)
    size = next(number for number in PADDED if number >= longest)
    many, meanings = len(samples), len(MEANINGS)
    own = np.zeros((many, size, samples[0].own.shape[1]), np.float32)
    pair = np.zeros((many, size, size, samples[0].pair.shape[2]), np.float32)
    given = np.zeros((many, size, meanings + 2), np.float32)
    share, real = np.zeros((2, many, size), np.float32)
    label, weight = np.zeros((many, size, meanings), np.float32), np.zeros((many, size), np.float32)
    for b, one in enumerate(samples):
        count, n = one.counts.sum(axis=1), len(one.own)
        own[b, :n], pair[b, :n, :n] = one.own, one.pair
        share[b, :n], real[b, :n] = count / count.sum(), 1
        label[b, :n] = one.counts / count[:, None]
        weight[b, :n] = np.minimum(np.sqrt(count), 6)
        if rng is not None:
            _reveal(rng, given[b, :n], label[b, :n])
    weight *= 1 - given[:, :, :meanings].sum(axis=2)
    return own, given, pair, share, real, label, weight


def _thinned(rng: np.random.Generator, one: Sample) -> Sample:
    if rng.random() > THINNED:
        return one
    kept = rng.random(len(one.own)) > rng.uniform(0, LEFT_OUT)
    kept[one.counts.sum(axis=1).argmax()] = True
    return Sample(one.own[kept], one.pair[np.ix_(kept, kept)], one.counts[kept])


def _reveal(rng: np.random.Generator, given: Floats, label: Floats) -> None:
    if rng.random() < 0.35:
        known = np.flatnonzero(rng.random(len(given)) < rng.uniform(0, 0.7))
        given[known, label[known].argmax(axis=1)] = 1
    if rng.random() < 0.25:
        at = [MEANINGS.index(symbol) for symbol in f"#?{UNKNOWN}"]
        changed = label[:, at].sum(axis=1) < 0.01
        for number in np.flatnonzero(changed & (rng.random(len(given)) < 0.95)):
            asked = label[number, MEANINGS.index("F")] > 0.9 and rng.random() < 0.8
            given[number, len(MEANINGS) + int(asked)] = 1


def _step(total: int, rate: float) -> tuple[Any, Callable[..., Any]]:
    import jax
    import jax.numpy as jnp
    import optax

    pace = optax.warmup_cosine_decay_schedule(1e-4, rate, 200, total, 1e-5)
    descent = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(pace, weight_decay=1e-3))

    def loss(net: Net, *data: Any) -> Any:
        *seen, label, weight = data
        log_probs = jax.nn.log_softmax(outputs(net, seen))
        believed = CERTAIN * label + (1 - CERTAIN) / len(MEANINGS)
        return -((believed * log_probs).sum(axis=-1) * weight).sum() / jnp.maximum(weight.sum(), 1)

    @jax.jit  # type: ignore[untyped-decorator,unused-ignore]
    def step(net: Net, state: Any, *data: Any) -> tuple[Net, Any, Any]:
        value, slope = jax.value_and_grad(loss)(net, *data)
        change, state = descent.update(slope, state, net)
        return optax.apply_updates(net, change), state, value

    return descent, step


def fit(
    samples: list[Sample], net: Net, epochs: int, rate: float, report: Callable[..., None]
) -> Net:
    """The network after `epochs` passes over all samples; `report(epoch, loss, net)` after each."""
    rng = np.random.default_rng(1)
    descent, step = _step(epochs * (len(samples) // BATCH), rate)
    state = descent.init(net)
    lengths = np.array([len(one.own) for one in samples])
    for epoch in range(epochs):
        # Boards with similar numbers of clusters need little padding.
        order = np.argsort(lengths + rng.uniform(-3, 3, len(samples)))
        starts = np.arange(0, len(order) - BATCH + 1, BATCH)
        total = 0.0
        for start in track(rng.permutation(starts).tolist(), f"epoch {epoch + 1} of {epochs}"):
            some = [samples[i] for i in order[start : start + BATCH]]
            net, state, value = step(net, state, *batch(some, rng))
            total += float(value)
        report(epoch, total / len(starts), net)
    return net


def share_right(net: Mapping[str, Any], samples: list[Sample]) -> tuple[float, float]:
    """Fraction of the clusters, and of the cells, whose likeliest meaning is the true one."""
    import jax

    run = jax.jit(outputs)
    clusters_right = looks_all = cells_right = cells_all = 0.0
    for start in range(0, len(samples), BATCH):
        *seen, label, _ = batch(samples[start : start + BATCH], None)
        guess = np.asarray(run(net, seen)).argmax(axis=-1)
        share, real = seen[-2:]
        right = (guess == label.argmax(axis=-1)) * real
        clusters_right, looks_all = clusters_right + right.sum(), looks_all + real.sum()
        cells_right, cells_all = cells_right + (right * share).sum(), cells_all + share.sum()
    return clusters_right / looks_all, cells_right / cells_all


def main() -> int:
    """Draw, fit, tell how well boards of other seeds are understood, save the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=16000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="of learning, at its highest")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--jobs", type=int, default=2, help="processes that draw boards")
    args = parser.parse_args()
    console, faces, held = Console(), fonts(), 500
    seeds = [*range(args.boards), *range(10**6, 10**6 + held)]
    with ProcessPoolExecutor(args.jobs) as pool:
        drawn = pool.map(partial(sample, faces=faces), seeds, chunksize=16)
        samples = list(track(drawn, "drawing boards", total=len(seeds), console=console))
    samples, tests = samples[:-held], samples[-held:]
    net = fresh(np.random.default_rng(1), samples[0].own.shape[1], samples[0].pair.shape[2])
    if args.start is not None:
        with np.load(args.start) as store:
            net = {name: store[name].astype(np.float32) for name in store.files}

    def report(epoch: int, loss: float, net: Net) -> None:
        clusters_right, cells_right = share_right(net, tests)
        console.print(
            f"epoch {epoch + 1}: loss {loss:.4f}; on {held} boards of other seeds "
            f"{clusters_right:.2%} of the clusters right, {cells_right:.2%} of the cells"
        )
        store = {name: np.asarray(value).astype(np.float16) for name, value in net.items()}
        np.savez_compressed(args.out, allow_pickle=False, **store)

    fit(samples, net, args.epochs, args.rate, report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
