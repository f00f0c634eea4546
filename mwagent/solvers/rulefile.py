"""Systems of rules in files: JSON, or a board of any shape as text."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from typing import Any, Final

from mwagent.minefield.arguments import shortened
from mwagent.minefield.csvformat import read_text
from mwagent.minefield.errors import BoardFormatError
from mwagent.minefield.shapes import SHAPES, ShapedBoard
from mwagent.solvers.rulesystem import (
    ContradictionError,
    Rule,
    RuleAnalysis,
    RuleError,
    RuleSystem,
)

_KEYS: Final = ("rules", "cells", "mines", "density", "priors")
_RULE_KEYS: Final = ("cells", "mines", "name")


def load_rules(
    path: str, mines: int | None = None, density: float | None = None, *, trust_flags: bool = True
) -> tuple[RuleSystem, ShapedBoard | None]:
    """Read a file of rules, or a board of any shape, which is given as well.

    `mines` and `density`, if any, count instead of what the file says. Raises BoardFormatError and
    RuleError naming the file, the place, and what is wrong there.
    """
    text, _ = read_text(path, "a JSON file of rules, or a board that begins with its shape")
    if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0] in SHAPES:
        board = ShapedBoard.parse(text, path)
        if mines is not None or density is not None:
            board = ShapedBoard(board.shape, board.cells, mines)
        try:
            return RuleSystem.of_board(board, density=density, trust_flags=trust_flags), board
        except RuleError as error:
            raise RuleError(f"{path}: {error}") from None
    return parse_rules(text, path, mines, density), None


def parse_rules(
    text: str, name: str = "<text>", mines: int | None = None, density: float | None = None
) -> RuleSystem:
    """Read rules as JSON; see `load_rules`.

    >>> parse_rules('{"rules": [{"cells": ["a", "b"], "mines": 1}]}').cells
    ('a', 'b')
    """
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        raise BoardFormatError(
            f"{name}, line {error.lineno}, column {error.colno}: this is no JSON: {error.msg}"
        ) from None
    except (RecursionError, ValueError):
        raise BoardFormatError(
            f"{name}: this JSON is nested too deep, or has too large a number"
        ) from None
    told = _object(told, name, _KEYS)
    if "rules" not in told:
        raise BoardFormatError(f'{name}: there is no list "rules"; give one, which may be empty')
    rules = [
        _rule(each, f"{name}, rule {number}")
        for number, each in enumerate(_list(told["rules"], f"{name}: rules"), 1)
    ]
    further = [
        _cell(each, f"{name}: cells") for each in _list(told.get("cells", []), f"{name}: cells")
    ]
    priors = {}
    for pair in _list(told.get("priors", []), f"{name}: priors"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BoardFormatError(
                f"{name}: priors are pairs [cell, probability], not {shortened(pair)}"
            )
        priors[_cell(pair[0], f"{name}: priors")] = pair[1]
    if mines is None and density is None:
        mines, density = told.get("mines"), told.get("density")
    try:
        return RuleSystem(rules, mines, density=density, priors=priors, cells=further)
    except RuleError as error:
        raise RuleError(f"{name}: {error}") from None


def analysed(name: str, system: RuleSystem) -> RuleAnalysis:
    """Analyse the rules of a file; raises ContradictionError naming it."""
    try:
        return system.analyse()
    except ContradictionError as error:
        raise ContradictionError(f"{name}: {error}", error.rules, error.total) from None


def cell_named(text: str, system: RuleSystem) -> Hashable:
    """Find a cell by what a person types: its name, or its coordinates such as 0,1.

    Raises RuleError where there is none, or several.
    """
    wanted = _plain(text)
    found = [cell for cell in system.cells if _plain(str(cell)) == wanted]
    if len(found) == 1:
        return found[0]
    some = ", ".join(map(str, system.cells[:6])) + (" …" if len(system.cells) > 6 else "")
    raise RuleError(f"there is no cell {text[:40]!r}; the cells are {some}")


def _plain(text: str) -> str:
    return "".join(text.split()).strip("()")


def _object(value: object, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BoardFormatError(f"{where}: an object with {', '.join(keys)} is expected")
    unknown = next((key for key in value if key not in keys), None)
    if unknown is not None:
        raise BoardFormatError(f"{where}: {unknown[:40]!r} means nothing; use {', '.join(keys)}")
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise BoardFormatError(f"{where}: a list is expected, not {shortened(value)}")
    return value


def _rule(value: object, where: str) -> Rule:
    told = _object(value, where, _RULE_KEYS)
    for key in ("cells", "mines"):
        if key not in told:
            raise BoardFormatError(f'{where}: "{key}" is missing')
    name = told.get("name")
    if name is not None and not isinstance(name, str):
        raise BoardFormatError(f"{where}: name is a text, not {shortened(name)}")
    cells = [_cell(each, where) for each in _list(told["cells"], f"{where}: cells")]
    mines = told["mines"]
    try:
        return Rule(cells, mines, name)
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None


def _cell(value: object, where: str) -> Hashable:
    if isinstance(value, list):
        return tuple(_cell(each, where) for each in value)
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    raise BoardFormatError(
        f"{where}: a cell is a string, a number or a list of them, not {shortened(value)}"
    )
