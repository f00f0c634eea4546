"""The registry: one class and one `register` line add a solver."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args, get_type_hints

from minefield import MinefieldError

if TYPE_CHECKING:
    from minefield import Board
    from solvers.analysis import Analysis


class Solver(Protocol):
    """Board in, Analysis out. Options are the keyword arguments of `__init__`."""

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        ...


class UnknownSolverError(MinefieldError):
    """No solver of that name is registered."""


class SolverOptionError(MinefieldError):
    """A KEY=VALUE option that the solver does not have, or a value of the wrong type."""


@dataclass(frozen=True, slots=True)
class Option:
    """A solver's option: its name, the types its value may have, and its default."""

    name: str
    types: tuple[type, ...]
    default: object

    def parse(self, text: str) -> object:
        """Turn the text behind `=` into a value; raises ValueError when it does not fit."""
        if NoneType in self.types and text.lower() in ("none", ""):
            return None
        if bool in self.types:
            if text.lower() in ("yes", "true", "1", "on"):
                return True
            if text.lower() in ("no", "false", "0", "off"):
                return False
        for kind in (int, float):
            if kind in self.types:
                try:
                    return _number(kind, text)
                except ValueError:
                    continue
        if str in self.types:
            return text
        raise ValueError(text)

    def __str__(self) -> str:
        kinds = "|".join(kind.__name__ for kind in self.types if kind is not NoneType)
        return f"{self.name}={self.default} ({kinds})"


def _number(kind: type[int] | type[float], text: str) -> float:
    """Turn plain digits into a number; Python alone takes 1_0 and numbers without end, too."""
    value = kind(text)
    if "_" in text or not text.isascii() or not -(2**63) <= value < 2**63:  # nor nan
        raise ValueError(text)
    return value


_SOLVERS: dict[str, type[Any]] = {}
S = TypeVar("S", bound=type[Any])


def register(name: str) -> Callable[[S], S]:
    """Put a solver class into the registry under `name` (class decorator)."""

    def add(cls: S) -> S:
        if _SOLVERS.get(name, cls) is not cls:
            raise ValueError(f"two solvers want the name {name!r}")
        _SOLVERS[name] = cls
        return cls

    return add


@cache
def _discover() -> None:
    import solvers

    for module in pkgutil.iter_modules(solvers.__path__):
        if not module.name.startswith("_"):
            importlib.import_module(f"solvers.{module.name}")
    _discover_elsewhere()


@cache
def _discover_elsewhere() -> None:
    """Register the solvers of other packages."""
    from importlib.metadata import entry_points  # takes as long as all the rest here

    for entry in entry_points(group="mwagent.solvers"):
        register(entry.name)(entry.load())


def _find(name: str) -> None:
    """Register the solver of a name: most are in a module named so, and no other is needed."""
    import solvers

    if name not in _SOLVERS and name in {
        each.name for each in pkgutil.iter_modules(solvers.__path__)
    }:
        importlib.import_module(f"solvers.{name}")
    if name not in _SOLVERS:
        _discover()


def names() -> list[str]:
    """Names of all registered solvers, sorted."""
    _discover()
    return sorted(_SOLVERS)


def solver_class(name: str) -> type[Any]:
    """Find a solver's class; raises UnknownSolverError naming those there are."""
    _find(name)
    if name not in _SOLVERS:
        raise UnknownSolverError(f"there is no solver {name!r}; choose from {', '.join(names())}")
    return _SOLVERS[name]


def options(name: str) -> dict[str, Option]:
    """List a solver's options by name, from the typed keyword arguments of its `__init__`.

    A `**rest` there stands for the options of the next class that the solver derives from.
    """
    found: dict[str, Option] = {}
    for cls in solver_class(name).__mro__[:-1]:
        init = vars(cls).get("__init__")
        if init is None:
            continue
        hints = get_type_hints(init)
        parameters = list(inspect.signature(init).parameters.values())[1:]
        for parameter in parameters:
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
                hint = hints[parameter.name]
                kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
                option = Option(parameter.name, kinds, parameter.default)
                found.setdefault(parameter.name, option)
        if all(parameter.kind is not inspect.Parameter.VAR_KEYWORD for parameter in parameters):
            break
    return found


def parse_options(name: str, pairs: Sequence[str]) -> dict[str, object]:
    """Parse `KEY=VALUE` texts into keyword arguments for `create`; raises SolverOptionError."""
    known = options(name)
    values: dict[str, object] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise SolverOptionError(f"{pair!r} is no option; write KEY=VALUE")
        if key not in known:
            choice = ", ".join(map(str, known.values())) or "none at all"
            raise SolverOptionError(f"{name} has no option {key!r}; it has {choice}")
        try:
            values[key] = known[key].parse(text)
        except ValueError:
            raise SolverOptionError(f"{name}: {text!r} does not fit {known[key]}") from None
    return values


def create(name: str, options: Mapping[str, object] | None = None) -> Solver:
    """Make a solver by name.

    Raises UnknownSolverError or SolverOptionError.
    """
    cls = solver_class(name)
    try:
        solver: Solver = cls(**(options or {}))
    except (TypeError, ValueError) as error:
        raise SolverOptionError(f"{name}: {error}") from None
    return solver
