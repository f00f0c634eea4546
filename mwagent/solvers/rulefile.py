"""Systems of rules in files: JSON, or a board of any shape as text."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from mwagent.minefield.csvformat import read_text
from mwagent.minefield.errors import BoardFormatError
from mwagent.minefield.given import shortened
from mwagent.minefield.shapes import SHAPES, ShapedBoard
from mwagent.solvers.rulesystem import ContradictionError, Rule, RuleAnalysis, RuleError, RuleSystem


class _Rule(msgspec.Struct, forbid_unknown_fields=True):
    cells: list[Any]
    mines: int | tuple[int, int]
    name: str | None = None


class _RuleFile(msgspec.Struct, forbid_unknown_fields=True):
    rules: list[_Rule]
    cells: list[Any] = []
    mines: int | None = None
    density: float | None = None
    priors: list[tuple[Any, float]] = []


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
        with _naming(path):
            return RuleSystem.of_board(board, density=density, trust_flags=trust_flags), board
    return parse_rules(text, path, mines, density), None


def parse_rules(
    text: str, name: str = "<text>", mines: int | None = None, density: float | None = None
) -> RuleSystem:
    """Read rules as JSON; see `load_rules`.

    >>> parse_rules('{"rules": [{"cells": ["a", "b"], "mines": 1}]}').cells
    ('a', 'b')
    """
    try:
        told = msgspec.json.decode(text, type=_RuleFile)
        rules = [_rule(each, f"rule {number}") for number, each in enumerate(told.rules, 1)]
        further = [_cell(each, "cells") for each in told.cells]
        priors = {_cell(cell, "priors"): chance for cell, chance in told.priors}
    except (msgspec.DecodeError, RecursionError, BoardFormatError) as error:
        raise BoardFormatError(
            f"{name}: this is no file of rules ({error}); `mwagent analyse --help` shows one"
        ) from None
    except RuleError as error:
        raise RuleError(f"{name}, {error}") from None
    if mines is None and density is None:
        mines, density = told.mines, told.density
    with _naming(name):
        return RuleSystem(rules, mines, density=density, priors=priors, cells=further)


@contextmanager
def _naming(where: str) -> Iterator[None]:
    """Raise a RuleError of the block with the place that it is about."""
    try:
        yield
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None


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


def _rule(told: _Rule, where: str) -> Rule:
    with _naming(where):
        return Rule([_cell(each, where) for each in told.cells], told.mines, told.name)


def _cell(value: object, where: str) -> Hashable:
    if isinstance(value, list):
        return tuple(_cell(each, where) for each in value)
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    raise BoardFormatError(
        f"{where}: a cell is a string, a number or a list of them, not {shortened(value)}"
    )
