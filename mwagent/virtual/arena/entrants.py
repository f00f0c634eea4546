"""Who plays: a solver, its options, the way it clicks, and the version of its code."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from mwagent.minefield import MinefieldError
from mwagent.player.play import Planner, plan
from mwagent.solvers import create, options, parse_options, plan_step
from mwagent.solvers.registry import solver_class
from mwagent.virtual.arena.policies import OWN, bring_in

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
