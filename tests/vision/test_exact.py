"""Arithmetic does not depend on the processor, nor on the order in which numbers are added."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.vision import exact
from testbed.folders import SHARED

SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS, st.integers(1, 700), st.sampled_from([np.float32, np.float64]))
def test_products_are_the_same_in_any_order(seed: int, inner: int, kind: type) -> None:
    rng = np.random.default_rng(seed)
    one: Any = rng.normal(size=(5, inner)).astype(kind)
    other: Any = rng.normal(size=(inner, 4)).astype(kind)
    done, shuffled = exact.product(one, other), rng.permutation(inner)
    assert done.dtype == kind
    assert (exact.product(one[:, shuffled], other[shuffled]) == done).all()
    assert done == pytest.approx(one.astype(np.float64) @ other, abs=1e-3)


@given(SEEDS, st.integers(1, 700))
def test_distances_are_the_same_in_any_order_and_0_of_what_is_the_same(
    seed: int, inner: int
) -> None:
    rng = np.random.default_rng(seed)
    some = (rng.normal(size=(6, inner)) * 100).astype(np.float32)
    done, shuffled = exact.squared_distances(some, some[:3]), rng.permutation(inner)
    assert (exact.squared_distances(some[:, shuffled], some[:3, shuffled]) == done).all()
    assert (np.diag(done) == 0).all()
    assert (done >= 0).all()
    apart = ((some[:, None] - some[None, :3]).astype(np.float64) ** 2).sum(axis=2)
    assert done == pytest.approx(apart, rel=1e-4, abs=1)


@given(SEEDS, st.integers(1, 12), st.integers(1, 12), st.sampled_from([(), (3,)]))
def test_correlations_are_whole_numbers(
    seed: int, high: int, wide: int, colours: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(seed)
    picture = rng.integers(0, 256, (high + 9, wide + 7, *colours)).astype(np.uint8)
    kernel = rng.integers(-2000, 2000, (high, wide, *colours))
    done = exact.correlation(picture, kernel)
    assert done.shape == (10, 8)
    for row, col in ((0, 0), (9, 7), (4, 3)):
        part = picture[row : row + high, col : col + wide].astype(np.int64)
        assert done[row, col] == (part * kernel).sum()


@given(SEEDS)
def test_a_shape_is_found_where_it_is(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture = rng.integers(0, 256, (40, 50, 3)).astype(np.uint8)
    x, y = int(rng.integers(0, 30)), int(rng.integers(0, 20))
    shape = picture[y : y + 12, x : x + 9].copy()
    mask = rng.integers(0, 2, shape.shape).astype(np.uint8)
    assert exact.best_match(picture, shape) == ((x, y), 0.0)
    noisy = np.where(mask, shape, 255 - shape).astype(np.uint8)
    assert exact.best_match(picture, noisy, mask) == ((x, y), 0.0)


@given(SEEDS)
def test_equations_are_solved_as_lapack_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    slopes, right = rng.normal(size=(3, 20)), rng.normal(size=(3, 5))
    matrix = slopes @ slopes.T + np.eye(3)
    assert exact.solved(matrix, right) == pytest.approx(np.linalg.solve(matrix, right), abs=1e-9)


@given(SEEDS)
def test_a_line_is_fitted_as_numpy_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y, weight = np.arange(9.0), rng.normal(size=9), rng.uniform(0.1, 5, 9)
    slope, start = np.polyfit(x, y, 1, w=np.sqrt(weight))
    assert exact.fitted_line(x, y, weight) == pytest.approx((slope, start), abs=1e-9)


@given(st.floats(-700, 700), st.floats(1e-300, 1e300))
def test_functions_are_rounded_to_less_than_kernels_differ_by(power: float, value: float) -> None:
    assert exact.exp(power) == pytest.approx(np.exp(power), rel=1e-7)
    assert exact.exp(power) == exact.settled(np.exp(power) * (1 + 2e-16))
    assert exact.log(value) == pytest.approx(np.log(value), rel=1e-7, abs=1e-9)


@pytest.mark.slow
@pytest.mark.shared
def test_pictures_and_films_are_read_alike_by_any_kernels() -> None:
    """Under the kernels of an old processor and those of this one."""
    pytest.importorskip("playwright", reason="playwright is not installed")
    from testbed.kernels import BASELINE, read_under

    pictures = sorted((SHARED / "screenshots").rglob("*.png"))
    some = pictures[:: max(1, len(pictures) // 3)][:3]
    native = read_under({}, some)
    assert native
    assert read_under(BASELINE, some) == native
