"""Arguments of public functions: what their annotations say, or one sentence that says what is not.

NumPy's whole numbers and bools are given on as Python's, and lists of two numbers as cells.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Hashable, Mapping
from enum import StrEnum
from functools import cache, wraps
from numbers import Real
from types import NoneType, UnionType
from typing import Any, Final, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from mwagent.minefield.errors import ArgumentError
from mwagent.minefield.given import shortened, whole, whole_numbers

Given = ParamSpec("Given")
Told = TypeVar("Told")

_WRONG: Final = object()
"""What is no argument of the kind that was asked for."""
_PLAIN: Final[Mapping[object, tuple[str, Callable[[Any], object]]]] = {
    int: ("a whole number", lambda given: _unless(whole(given), None)),
    bool: ("true or false", lambda given: {0: False, 1: True}.get(_whole(given), _WRONG)),
    float: ("a number", lambda given: _unless(_real(given), None)),
    str: ("text", lambda given: given if isinstance(given, str) else _WRONG),
    NoneType: ("None", lambda given: given if given is None else _WRONG),
}


def checked(function: Callable[Given, Told]) -> Callable[Given, Told]:
    """Have a function's arguments checked; it raises ArgumentError naming one that is none.

    >>> import numpy as np
    >>> @checked
    ... def left(mines: int, found: int = 0) -> int:
    ...     return mines - found
    >>> left(np.int64(3), True)
    2
    >>> left("many")
    Traceback (most recent call last):
    mwagent.minefield.errors.ArgumentError: mines is a whole number, not 'many'
    """

    @wraps(function)
    def asked(*args: Given.args, **kwargs: Given.kwargs) -> Told:
        signature, kinds = _asked(function)  # with the types whose values are given on as they are
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError:
            return function(*args, **kwargs)  # which says what is missing, or too much
        for name, given in bound.arguments.items():
            kind, plain = kinds.get(name, (None, {type(given)}))
            if type(given) not in plain:
                bound.arguments[name] = argument(name, given, kind)
        return function(*bound.args, **bound.kwargs)

    return asked


def argument(name: str, given: object, kind: Any) -> Any:
    """Give an argument as the kind it is said to be; raises ArgumentError naming it."""
    told = _as(given, kind)
    if told is _WRONG:
        raise ArgumentError(f"{name} is {_said(kind)}, not {shortened(given)}")
    return told


@cache
def _asked(
    function: Callable[..., object],
) -> tuple[inspect.Signature, dict[str, tuple[Any, set[type]]]]:
    """The signature of a function, and the kinds of its arguments that can be told.

    With each kind come the types whose values are surely of it.
    """
    signature = inspect.signature(function)
    kinds: dict[str, tuple[Any, set[type]]] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        try:
            kind = eval(parameter.annotation, function.__globals__)
        except (NameError, TypeError):  # what only type checkers import, and self
            continue
        parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        kinds[name] = kind, {part for part in parts if part in _PLAIN or type(part) is type}
    return signature, kinds


def _as(given: Any, kind: Any) -> object:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        told = (_as(given, part) for part in parts)
        return next((each for each in told if each is not _WRONG), _WRONG)
    if kind in _PLAIN:
        return _PLAIN[kind][1](given)
    if origin is Literal:  # the function itself knows better what to say of other words
        return given if isinstance(given, str) else _WRONG
    if origin is tuple:
        numbers = whole_numbers(given)
        fits = numbers is not None and (parts[-1] is ... or len(numbers) == len(parts))
        return (numbers if fits else _WRONG) if set(parts) <= {int, ...} else given
    if _is_array(origin):
        return _array(given, get_args(parts[1])[0])
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(given) if isinstance(given, str) and given in set(kind) else _WRONG
    named = isinstance(origin or kind, type) and kind is not Hashable
    if named and not getattr(kind, "_is_protocol", False):
        return given if isinstance(given, origin or kind) else _WRONG
    return given


def _array(given: Any, items: Any) -> object:
    """An array of numbers; a mask where these are true or false."""
    import numpy as np  # a command that prints its help has no need of it

    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return _WRONG
    if array.dtype.kind not in "biuf" or array.ndim < 2 or array.size == 0:
        return _WRONG
    return array.astype(bool, copy=False) if items is np.bool_ else array


def _is_array(origin: Any) -> bool:
    return getattr(origin, "__name__", "") == "ndarray"


def _real(given: Any) -> object:
    """A real number as a float; one that is too large for it is infinite."""
    if not isinstance(given, Real) or isinstance(given, bool):
        return None
    try:
        return float(given)
    except OverflowError:
        return math.inf if given > 0 else -math.inf  # type: ignore[operator]


def _said(kind: Any) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(_said(part) for part in parts)
    if kind in _PLAIN:
        return _PLAIN[kind][0]
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return "one of " + ", ".join(map(str, parts or list(kind)))
    if origin is tuple:
        return "a row and a column" if len(parts) == 2 else "a list of whole numbers"
    if _is_array(origin):
        return "a matrix of numbers"
    name = (origin or kind).__name__
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def _whole(given: object) -> int:
    number = whole(given)
    return -1 if number is None else number


def _unless(told: object, wrong: object) -> object:
    return _WRONG if told is wrong else told
