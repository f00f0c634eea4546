"""What solvers there are, and what options they take, read from their source without running it.

Help is to be there at once; to import every solver takes numpy, graphs and SAT solvers. What is
read here is what `mwagent.solvers.registry` finds on the classes themselves, which a test compares.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mwagent.solvers.registry import BUILT_IN

_FOLDER = Path(__file__).resolve().parents[3]
_PACKAGE = "mwagent.solvers."


class Declared(NamedTuple):
    """A solver's name, the first paragraph of its docstring, and its options as `Option` prints."""

    name: str
    about: str
    options: tuple[str, ...]


def declared(name: str | None = None) -> list[Declared]:
    """List the solvers of this package by name, or only one of them; none where it has no such."""
    found = [
        Declared(word, _about(cls), tuple(_options(cls, module)))
        for word, module in BUILT_IN.items()
        if name in (None, word)
        for cls in _module(module).classes.values()
        if word in _names(cls)
    ]
    return sorted(found)


class _Module(NamedTuple):
    classes: dict[str, ast.ClassDef]
    constants: dict[str, ast.expr]
    imported: dict[str, str]
    """Module, within this package, that each imported name comes from."""


@cache
def _module(name: str) -> _Module:
    parts = _Module({}, {}, {})
    file = _FOLDER.joinpath(*name.split(".")).with_suffix(".py")
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            parts.classes[node.name] = node
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            parts.constants[node.target.id] = node.value
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PACKAGE):
            parts.imported.update({alias.name: str(node.module) for alias in node.names})
    return parts


def _names(cls: ast.ClassDef) -> list[str]:
    """The names that a class is registered under."""
    return [
        str(ast.literal_eval(word.args[0]))
        for word in cls.decorator_list
        if isinstance(word, ast.Call) and ast.unparse(word.func) == "register"
    ]


def _about(cls: ast.ClassDef) -> str:
    return (ast.get_docstring(cls) or "").split("\n\n")[0].replace("\n", " ")


def _options(cls: ast.ClassDef, module: str) -> Iterator[str]:
    """Write out the options of a class; its `**rest` stands for those of the class it is made from.

    An option with a default in two classes has that of the class that derives from the other.
    """
    seen: set[str] = set()
    for each, source in _line(cls, module):
        init = next((f for f in each.body if getattr(f, "name", "") == "__init__"), None)
        if not isinstance(init, ast.FunctionDef):
            continue
        for word, default in zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True):
            if word.arg not in seen and default is not None and word.annotation is not None:
                kinds = ast.unparse(word.annotation).replace(" ", "").removesuffix("|None")
                yield f"{word.arg}={_value(default, source)} ({kinds})"
            seen.add(word.arg)
        if init.args.kwarg is None:
            return


def _line(cls: ast.ClassDef, module: str) -> Iterator[tuple[ast.ClassDef, str]]:
    """The class, the class it derives from, and so on, each with its module."""
    yield cls, module
    for base in map(ast.unparse, cls.bases):
        source = _module(module).imported.get(base, module)
        if base in _module(source).classes:
            yield from _line(_module(source).classes[base], source)


def _value(node: ast.expr, module: str) -> object:
    if isinstance(node, ast.Name):
        return _value(_module(module).constants[node.id], module)
    return ast.literal_eval(node)
