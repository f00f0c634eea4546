"""Who plays: a solver, its options, the way it clicks, and the version of its code."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from mwagent.minefield import HIDDEN, Board, MinefieldError
from mwagent.minefield.files import read_at_most
from mwagent.player.play import Planner, plan
from mwagent.solvers import (
    Analysis,
    Decision,
    create,
    names,
    options,
    parse_options,
    plan_step,
    register,
)
from mwagent.solvers.analysis import blank_probabilities
from mwagent.solvers.registry import UnknownSolverError, solver_class, unregister

_KNOWN: set[str] = set()
_MODULE_BYTES: Final = 10_000_000
OWN: dict[str, str] = {}
"""Players that only this process can play, by name, and the version of the code of each."""

Policy = Callable[[Board], Any] | type[Any]
"""A function from a Board to the (row, col) to open, or a class with `analyse`."""


def named_player(player: Policy) -> str:
    """The name under which a function or class plays.

    It is MODULE:OBJECT where other processes can import it. Else it plays in this one alone, until
    `forget_own`; raises UnknownSolverError where its name is that of a solver.
    """
    if not hasattr(player, "__qualname__"):
        raise MinefieldError(
            f"a player is the name of a solver, a function or a class, not {player!r}"
        )
    module, name = player.__module__, player.__qualname__
    found: Any = None if module == "__main__" else sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is player and "." not in name:
        return f"{module}:{name}"
    name = name.rpartition(".")[2].replace("<lambda>", "my function")
    if name in names() or name in OWN:
        raise UnknownSolverError(f"there is a solver {name!r} already; give yours another name")
    _check(name, player)
    register(name)(player if isinstance(player, type) else _solver(name, module, player))
    file = getattr(sys.modules.get(module), "__file__", None)
    # What is typed in at a prompt may change without anybody's noticing.
    code = read_at_most(file, _MODULE_BYTES) if file else os.urandom(16)
    OWN[name] = f"0+{hashlib.blake2b(code, digest_size=6).hexdigest()}"
    return name


def forget_own() -> None:
    """Forget the players that only this process can play."""
    for name in OWN:
        unregister(name)
    OWN.clear()


def _check(name: str, found: object) -> None:
    if not callable(found) or (isinstance(found, type) and not hasattr(found, "analyse")):
        raise UnknownSolverError(
            f"{name!r} is neither a class with `analyse` nor a function from a Board to a cell"
        )


def bring_in(name: str) -> None:
    """Register the solver of a name such as `my_module:play`; other names are left alone.

    The object is a class with `analyse`, as registered solvers are, or a function from a Board to
    the (row, col) to open. Its module is looked for in the working folder too. Only the arena takes
    such names: to import what a request asks for would let anyone run anything.
    """
    module, colon, attribute = name.partition(":")
    if not colon or name in _KNOWN:
        return
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)
    try:
        found = getattr(importlib.import_module(module), attribute)
    # A module of somebody else's: anything may go wrong in it, and it may be a program that ends.
    except (Exception, SystemExit) as error:
        raise UnknownSolverError(
            f"{name!r} cannot be imported: {type(error).__name__}: {error}"
        ) from None
    _check(name, found)
    register(name)(found if isinstance(found, type) else _solver(name, module, found))
    _KNOWN.add(name)


def _solver(name: str, module: str, choose: Callable[[Board], Any]) -> type[Any]:
    """A solver that proves nothing, and opens what the policy says."""

    class Opens:
        def analyse(self, board: Board) -> Analysis:
            cell = choose(board)
            try:
                row, col = map(int, cell)
            except (TypeError, ValueError):
                raise MinefieldError(f"{name} gives {cell!r}; give (row, col)") from None
            rows, cols = board.shape
            if not (0 <= row < rows and 0 <= col < cols and board.cells[row, col] == HIDDEN):
                raise MinefieldError(f"{name} opens {(row, col)}, which is no hidden cell")
            blank = blank_probabilities(board)
            return Analysis(blank, (), (), Decision((row, col), "guess"), board=board)

    Opens.__module__ = module  # whose code is a part of the version
    return Opens


PLANNERS: Final[dict[str, Planner]] = {"few": plan_step, "fast": plan}
"""Planners by name: `few` makes the fewest clicks, `fast` reads the board fewer times."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player of a tournament.

    `options` is JSON of the options that differ from the solver's defaults. `clicks` names the
    planner that chooses the clicks, one of PLANNERS; without, every safe cell is just opened.
    `version` names the code that plays: results of other versions are never mixed with it.
    """

    solver: str
    options: str
    clicks: str
    version: str

    @classmethod
    def make(cls, solver: str, pairs: Sequence[str] = (), *, clicks: str = "") -> Entrant:
        """Enter a solver with `KEY=VALUE` options; raises as the registry does."""
        values = parse_options(solver, pairs)
        create(solver, values)
        known = options(solver)
        told = {key: value for key, value in values.items() if known[key].default != value}
        version = OWN.get(solver) or code_version(solver, clicks=clicks)
        return cls(solver, json.dumps(told, sort_keys=True), clicks, version)

    @property
    def values(self) -> dict[str, object]:
        """The options as keyword arguments."""
        values: dict[str, object] = json.loads(self.options)
        return values

    def __str__(self) -> str:
        return " ".join([self.solver, *(f"{key}={value}" for key, value in self.values.items())])


def enter(words: Sequence[str], common: Sequence[str], *, clicks: str = "") -> list[Entrant]:
    """Make entrants of arguments such as `best strength=fast linearsolver`.

    `KEY=VALUE` belongs to the solver before it; `common` ones go to every solver that has the
    option. `MODULE:OBJECT` names a player of one's own, see `bring_in`. Raises MinefieldError when
    nobody has an option, or the same entrant stands there twice.
    """
    lines: list[list[str]] = []
    for word in words:
        if "=" not in word:
            bring_in(word)
            lines.append([word])
        elif lines:
            lines[-1].append(word)
        else:
            raise MinefieldError(f"{word!r} stands before any solver; write it behind one")
    for pair in common:
        takers = [line for line in lines if pair.partition("=")[0] in options(line[0])]
        if not takers:
            parse_options(lines[0][0], [pair])
        for line in takers:
            line.append(pair)
    entrants = [Entrant.make(line[0], line[1:], clicks=clicks) for line in lines]
    for entrant in entrants:
        if entrants.count(entrant) > 1:
            raise MinefieldError(f"{entrant} is entered twice; name each solver once")
    return entrants


@cache
def code_version(solver: str, *, clicks: str = "") -> str:
    """Name the code of a solver: its package's version and a digest of all it imports from there.

    Follows imports within the solver's own package, compiled modules included; `minefield`, whose
    rules it plays by, counts too, and with `clicks` the planner and the loop.
    """
    module = solver_class(solver).__module__
    package = module.partition(".")[0]
    roots = (
        [module, "mwagent.player.play.loop", "mwagent.solvers.efficiency"] if clicks else [module]
    )
    sources = _sources(roots, {package, "mwagent"})
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(sources, key=lambda path: path.name):
        digest.update(path.read_bytes())
    try:
        release = version(package)
    except PackageNotFoundError:
        release = "0"
    return f"{release}+{digest.hexdigest()}"


def _sources(roots: Sequence[str], packages: set[str]) -> set[Path]:
    found: dict[str, Path] = {}
    queue = list(roots)
    while queue:
        name = queue.pop()
        path = None if name in found else _file(name, gathers=name in roots)
        if path is None:
            continue
        found[name] = path
        if path.suffix == ".py":
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            wanted = _imports(path.read_bytes(), package)
            queue.extend(w for w in wanted if w.partition(".")[0] in packages)
    return set(found.values())


def _file(module: str, *, gathers: bool = False) -> Path | None:
    """Find a module's file.

    A package's `__init__` only gathers names, and does not count but where `gathers` asks for it.
    """
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        # A module typed in at a prompt has no file.
        origin = getattr(sys.modules.get(module), "__file__", None)
        return Path(origin) if origin else None
    path = Path(spec.origin)
    return path if path.is_file() and (gathers or path.name != "__init__.py") else None


def _imports(source: bytes, package: str) -> set[str]:
    """The modules that a file in a package imports, and names that may be modules."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level and package:
                base = importlib.util.resolve_name("." * node.level + base, package)
            names |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return names
