"""Arithmetic that gives the same bits on every processor.

Libraries choose their kernels by the processor: sums are formed in another order, products are
fused with additions, exp has another polynomial. The last bits of the results differ, and with them
any decision between two nearly equal values. So whatever a reading depends on is computed here
where such kernels would be used otherwise. Matrix products round their factors to whole numbers
of a common unit that are so small that no sum of their products needs rounding: in whatever order
they are added, the result is the same. Elementary functions are rounded to half their digits, in
which kernels agree. What NumPy computes element by element or sums up without BLAS, and what OpenCV
computes in whole numbers, needs none of this.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Values = NDArray[Any]
"""Numbers of any kind."""
Doubles = NDArray[np.float64]
Waves = NDArray[np.complex128]

_DIGITS: Final = np.finfo(np.float64).nmant + 1
"""Binary digits up to which a double holds every whole number."""
_HALF: Final = 2.0 ** (_DIGITS // 2)
TINY: Final = 1e-6
"""What is added where a divisor, or a probability of which the logarithm is taken, may be 0."""


def product(one: Values, other: Values) -> Any:
    """The matrix product of (n, k) or (k,) and (k, m) or (k,) values, floating point.

    Factors are rounded to a unit of about a millionth of the largest of their matrix.

    >>> product(np.array([[1.0, 2.0]]), np.array([3.0, 4.0])).tolist()
    [11.0]
    """
    digits = (_DIGITS - len(other).bit_length()) // 2
    (left, unit), (right, other_unit) = _whole(one, digits), _whole(other, digits)
    done = (left @ right) * (unit * other_unit)
    kind = np.result_type(one, other)
    return done.astype(kind) if kind.kind == "f" else done


def squared_distances(one: Values, other: Values) -> Doubles:
    """Squared distances of the rows of (n, k) from those of (m, k), (n, m).

    >>> squared_distances(np.eye(2), np.zeros((1, 2))).tolist()
    [[1.0], [1.0]]
    """
    digits = (_DIGITS - 2 - one.shape[1].bit_length()) // 2
    greatest = max(_greatest(one), _greatest(other))
    (left, unit), (right, _) = _whole(one, digits, greatest), _whole(other, digits, greatest)
    lengths = (left * left).sum(axis=1)[:, None] + (right * right).sum(axis=1)
    return np.asarray((lengths - 2 * (left @ right.T)) * unit**2, np.float64)


def _greatest(values: Values) -> float:
    return max(float(values.max(initial=0)), -float(values.min(initial=0)))


def _whole(values: Values, digits: int, greatest: float | None = None) -> tuple[Doubles, float]:
    """Values as whole numbers of at most some binary digits, and the unit they count, a power of 2.

    `greatest` bounds them, by default the largest of them.
    """
    bound = _greatest(values) if greatest is None else greatest
    unit = 2.0 ** (int(np.frexp(bound)[1]) - digits)
    return np.rint(values.astype(np.float64) * (1 / unit)), unit


def correlation(picture: Values, kernel: Values) -> Doubles:
    """Sums of products of a kernel and every part of a picture that it is laid on.

    Both are (height, width) or (height, width, colours) whole numbers; the result has a place for
    each part that lies within the picture. It is formed by Fourier transforms in doubles, whose
    error is far less than the half that is rounded away as long as no sum exceeds 2**40.
    """
    high, wide = picture.shape[0] - len(kernel) + 1, picture.shape[1] - kernel.shape[1] + 1
    size = [cv2.getOptimalDFTSize(side) for side in picture.shape[:2]]
    spectra = [
        [cv2.dft(_padded(colour, size)) for colour in cv2.split(one.astype(np.float64))]
        for one in (picture, kernel)
    ]
    pairs = zip(*spectra, strict=True)
    products = [cv2.mulSpectrums(one, other, 0, conjB=True) for one, other in pairs]
    total = np.add.reduce(products, axis=0)
    back = cv2.dft(total, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
    return np.asarray(np.rint(back[:high, :wide]), np.float64)


def best_match(
    picture: Values, shape: Values, mask: Values | None = None
) -> tuple[tuple[int, int], float]:
    """Where (x, y) a shape is most like a picture, and the sum of squared differences there.

    Pixels of the shape where `mask` is 0 do not count.
    """
    wide = picture.astype(np.float64)
    kept = np.ones(shape.shape) if mask is None else (mask > 0).astype(np.float64)
    apart = correlation(wide * wide, kept) - 2 * correlation(wide, shape * kept)
    row, col = divmod(int(apart.argmin()), apart.shape[1])
    return (col, row), float(apart[row, col] + (kept * shape.astype(np.float64) ** 2).sum())


def solved(matrix: Values, right: Values) -> Doubles:
    """The solution of a few linear equations, by elimination without a change of their order.

    `matrix` (n, n) is symmetric and positive definite, `right` (n, m).

    >>> solved(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([[2.0], [2.0]])).tolist()
    [[1.0], [0.5]]
    """
    rows = np.hstack([matrix, right]).astype(np.float64)
    for k in range(len(rows)):
        rows[k] /= rows[k, k]
        others = np.arange(len(rows)) != k
        rows[others] -= rows[others, k, None] * rows[k]
    return rows[:, len(matrix) :]


def _padded(values: Values, size: list[int]) -> Doubles:
    wide = np.zeros(size)
    wide[: values.shape[0], : values.shape[1]] = values
    return wide


def settled(values: Any) -> Any:
    """Doubles, or a number, without the half of their digits in which kernels differ."""
    part, power = np.frexp(values)
    rounded = np.ldexp(np.rint(part * _HALF) / _HALF, power)
    return rounded if np.ndim(values) else float(rounded)


def _function(function: np.ufunc, values: Any) -> Any:
    done = settled(function(np.asarray(values, np.float64)))
    return done.astype(np.float32) if np.ndim(values) and values.dtype == np.float32 else done


def exp(values: Any) -> Any:
    """The exponential of a number or of an array, float32 where that is given."""
    return _function(np.exp, values)


def log(values: Any) -> Any:
    """The natural logarithm of a number or of an array, float32 where that is given."""
    return _function(np.log, values)


def tanh(values: Any) -> Any:
    """The hyperbolic tangent of a number or of an array, float32 where that is given."""
    return _function(np.tanh, values)


def turned(turns: Values) -> Waves:
    """Points on the unit circle after so many turns, as complex numbers.

    >>> turned(np.array([0.0, 1.0])).tolist()
    [(1+0j), (1+0j)]
    """
    angles = 2 * np.pi * (turns - np.rint(turns))
    points = np.empty(angles.shape, np.complex128)
    points.real, points.imag = settled(np.cos(angles)), settled(np.sin(angles))
    return points


def turns(points: Waves | complex) -> Any:
    """By how many turns complex numbers are off the real axis, -0.5 to 0.5: inverse of `turned`."""
    return settled(np.arctan2(np.asarray(points).imag, np.asarray(points).real) / (2 * np.pi))


def magnitude(points: Waves) -> Doubles:
    """How far complex numbers are from 0."""
    return np.asarray(np.sqrt(points.real * points.real + points.imag * points.imag), np.float64)


def length(vector: Values) -> float:
    """The length of a vector of any shape."""
    return float(np.sqrt((vector * vector).sum()))


def smoothed(values: Values) -> Values:
    """A profile (n,) with half of each neighbour's weight; there is nothing beyond its ends."""
    wide = np.pad(values, 1)
    return np.asarray(0.5 * wide[1:-1] + 0.25 * (wide[:-2] + wide[2:]), values.dtype)


def fitted_line(x: Values, y: Values, weight: Values) -> tuple[float, float]:
    """Slope and start of the line through points that has the least sum of weighted squares.

    >>> fitted_line(np.arange(3.0), 2 * np.arange(3.0) + 1, np.ones(3))
    (2.0, 1.0)
    """
    total = weight.sum()
    middle, mean = (weight * x).sum() / total, (weight * y).sum() / total
    spread = (weight * (x - middle) * (x - middle)).sum()
    slope = (weight * (x - middle) * (y - mean)).sum() / spread if spread > 0 else 0.0
    return float(slope), float(mean - slope * middle)
