"""Boards as batches for fitting the network, and the same network in both places it is written."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.training.fit_meanings import Sample, batch, fresh, outputs
from mwagent.vision.unknown.meanings import MEANINGS, forward

FEATURES, RELATIONS = 9, 5


def samples(rng: np.random.Generator, sizes: list[int]) -> list[Sample]:
    """Boards with any looks, the first of them that of most cells."""
    made = []
    for size in sizes:
        counts = np.zeros((size, len(MEANINGS)), np.float32)
        counts[np.arange(size), rng.integers(0, len(MEANINGS), size)] = rng.integers(1, 9, size)
        counts[0, 0] = 20
        own = rng.normal(size=(size, FEATURES)).astype(np.float16)
        pair = rng.normal(size=(size, size, RELATIONS)).astype(np.float16)
        made.append(Sample(own, pair, counts))
    return made


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 30), min_size=1, max_size=5))
def test_a_batch_is_of_its_boards(seed: int, sizes: list[int]) -> None:
    rng = np.random.default_rng(seed)
    boards = samples(rng, sizes)
    own, _, pair, share, real, label, weight = batch(boards, None)
    assert real.sum(axis=1).tolist() == sizes
    assert np.allclose(share.sum(axis=1), 1)
    assert np.allclose(label.sum(axis=2), real)
    assert ((weight > 0) == (real > 0)).all()
    for b, board in enumerate(boards):
        n = len(board.own)
        assert (own[b, :n] == board.own).all() and (pair[b, :n, :n] == board.pair).all()
    own, given_, _, share, real, _, weight = batch(boards, rng)
    assert (real.sum(axis=1) <= sizes).all() and (real.sum(axis=1) >= 1).all()
    assert np.allclose(share.sum(axis=1), 1)
    assert not weight[given_[:, :, : len(MEANINGS)].any(axis=2)].any(), "what is given is no lesson"
    for b, board in enumerate(boards):
        assert (own[b, 0] == board.own[0]).all(), "the look of most cells stays"


def test_the_network_is_the_same_where_it_is_fitted_and_where_it_reads() -> None:
    pytest.importorskip("jax", reason="fitting needs jax: pip install -e '.[train]'")
    rng = np.random.default_rng(1)
    boards = samples(rng, [3, 7])
    net = fresh(rng, FEATURES, RELATIONS)
    own, given_, pair, share, real, _, _ = batch(boards, None)
    fitted = np.asarray(outputs(net, (own, given_, pair, share, real)))
    for b, n in enumerate([3, 7]):
        read = forward(net, own[b, :n], given_[b, :n], pair[b, :n, :n], share[b, :n])
        assert np.allclose(fitted[b, :n], read, atol=1e-3)
