"""What was given: whole numbers of any kind, and how a sentence quotes the rest."""

from __future__ import annotations

from operator import index
from typing import Any


def whole(given: object) -> int | None:
    """A whole number of any kind, Python's or NumPy's, bools too; None where it is none.

    >>> whole(True), whole(2.0)
    (1, None)
    """
    try:
        scalar: Any = given.item() if getattr(given, "shape", None) == () else given  # type: ignore[attr-defined]
        return index(scalar)
    except (TypeError, ValueError, AttributeError):
        return None


def whole_numbers(given: object) -> tuple[int, ...] | None:
    """The whole numbers of a list, a tuple or an array, such as a cell; None where it is none."""
    try:
        each = [whole(one) for one in given]  # type: ignore[attr-defined]
    except TypeError:
        return None
    return None if None in each or isinstance(given, str | bytes) else tuple(each)  # type: ignore[arg-type]


def shortened(given: object, most: int = 40) -> str:
    """Quote what was given, without its end where it is long, and without control characters."""
    try:
        text = " ".join(line.strip() for line in repr(given).splitlines())
    except Exception as error:  # of a number of thousands of digits, or what somebody else wrote
        return f"a {type(given).__name__} that cannot be shown ({type(error).__name__})"
    return text if len(text) <= most + 2 else f"{text[:most]}..."
