"""The registry: one class with a `register` line, and one line in a table, add a solver."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, get_args, get_type_hints

from mwagent.minefield import MinefieldError
from mwagent.minefield.checked import checked
from mwagent.solvers import plugins

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from mwagent.minefield import Board
    from mwagent.solvers.analysis import Analysis


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


_PYTHON: Final = "mwagent.solvers.python"
BUILT_IN: Final[Mapping[str, str]] = {
    "best": "mwagent.solvers.best",
    "exactsolver": "mwagent.solvers.best",
    "fullsatsolver": f"{_PYTHON}.classic",
    "mcdfssolver": f"{_PYTHON}.mincut",
    "mcsatsolver": f"{_PYTHON}.mincut",
    "subsetsolver": f"{_PYTHON}.subsetsolver",
    "contradictionsolver": f"{_PYTHON}.contradictionsolver",
    "linearsolver": f"{_PYTHON}.linearsolver",
}
"""The module of each solver of this package, which registers it."""

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


def unregister(name: str) -> None:
    """Take a solver out of the registry again, if it is there."""
    _SOLVERS.pop(name, None)


@cache
def _plugins() -> Mapping[str, EntryPoint]:
    """The solvers of other packages: entry points of the group `mwagent.solvers`, by name."""
    from importlib.metadata import entry_points  # takes as long as all the rest here

    return {entry.name: entry for entry in entry_points(group="mwagent.solvers")}


def names() -> list[str]:
    """Names of all solvers, sorted; none of them is imported for it."""
    return sorted({*BUILT_IN, *_SOLVERS, *_plugins()})


def solver_class(name: str) -> type[Any]:
    """Find a solver's class.

    Raises UnknownSolverError naming those there are, and BrokenSolverError where that of another
    package cannot be used.
    """
    if name not in _SOLVERS and name in BUILT_IN:
        importlib.import_module(BUILT_IN[name])
    if name not in _SOLVERS and name in _plugins():
        _SOLVERS[name] = plugins.load(_plugins()[name])
    if name not in _SOLVERS:
        raise UnknownSolverError(f"there is no solver {name!r}; choose from {', '.join(names())}")
    return _SOLVERS[name]


def failure(name: str) -> str:
    """Why the solver of another package cannot be used; "" where it can, as all of ours can."""
    try:
        solver_class(name)
    except plugins.BrokenSolverError as error:
        return str(error)
    return ""


def about(name: str) -> str:
    """What a solver's class says of itself first, in one line."""
    paragraph = (inspect.getdoc(solver_class(name)) or "").split("\n\n")[0].replace("\n", " ")
    return paragraph or "A solver of another package."


@checked
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


@checked
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


@checked
def create(name: str, options: Mapping[str, object] | None = None) -> Solver:
    """Make a solver by name.

    Raises UnknownSolverError, SolverOptionError or BrokenSolverError.
    """
    cls = solver_class(name)
    try:
        solver: Solver = cls(**(options or {}))
    except (TypeError, ValueError) as error:
        raise SolverOptionError(f"{name}: {error}") from None
    if name not in _plugins():
        return solver
    return plugins.Checked(name, solver, lambda: create("exactsolver", {"budget": 0.2}))
