"""The solvers of the registry as plain data: which there are, and what one says of a board."""

from __future__ import annotations

import functools
import json
import operator
from typing import Annotated, Any, Final

import msgspec

from mwagent import solvers
from mwagent.minefield import Board, BoardFormatError, MinefieldError
from mwagent.solvers.analysis import to_json
from mwagent.solvers.plugins import BrokenSolverError
from mwagent.solvers.registry import Option
from mwagent.solvers.show.report import solvers_as_json
from mwagent.web.limits import Limits

SYMBOLS: Final = frozenset("012345678F*#")
"""One character for each cell of a board in JSON: as `Board` prints them."""
_JSON_NAMES: Final = {
    "bool": "boolean",
    "int": "integer",
    "float": "number",
    "str": "string",
    "NoneType": "null",
}


class BadRequestError(MinefieldError):
    """The JSON of a request does not have the form of a Question."""


class ContradictoryError(MinefieldError):
    """A request has the right form, but its parts contradict each other."""


class AskedBoard(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A board of a request: `cells` are its rows, `mines` all mines, None where not known."""

    cells: list[str]
    mines: int | None = None


class Question(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/solve`: a board, and the solver that is asked about it."""

    board: AskedBoard
    solver: Annotated[str, msgspec.Meta(max_length=80)] = "best"
    options: dict[str, Any] = {}


def question(body: bytes, limits: Limits) -> Question:
    """Read the body of `POST /api/solve`.

    Raises BadRequestError where the form is wrong, ContradictoryError where the rows of the board
    differ in length or the mines do not fit on it.
    """
    try:
        asked = msgspec.json.decode(body, type=Question)
    except msgspec.ValidationError as error:
        raise BadRequestError(_sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequestError("the body is not JSON in UTF-8") from None
    rows, mines, side = asked.board.cells, asked.board.mines, limits.side
    if not rows or not all(1 <= length <= side for length in (len(rows), *map(len, rows))):
        raise BadRequestError(f"board.cells: give 1 to {side} rows of 1 to {side} cells")
    if not SYMBOLS.issuperset("".join(rows)):
        raise BadRequestError("board.cells: a row is 0-8 open, # hidden, F flag, * mine")
    if mines is not None and mines < 0:
        raise BadRequestError(f"board.mines: expected a number from 0 on, got {mines}")
    if len({len(row) for row in rows}) != 1:
        raise ContradictoryError("the rows of a board are of one length")
    if mines is not None and mines > len(rows) * len(rows[0]):
        raise ContradictoryError(f"{mines} mines do not fit on {len(rows)} x {len(rows[0])} cells")
    return asked


def solver_list(_: object) -> list[Any]:
    """All registered solvers with their options; gives the answer of `GET /api/solvers`."""
    listed = json.loads(solvers_as_json())
    for option in (option for one in listed for option in one.get("options", ())):
        option["types"] = [_JSON_NAMES[kind] for kind in option["types"]]
    return [one for one in listed if "error" not in one]


def analysis_of(asked: Question) -> Any:
    """Ask a solver about a board; gives the answer of `POST /api/solve`.

    Raises BadRequestError, ContradictoryError, SolverOptionError and InconsistentBoardError.
    """
    try:
        known = solvers.options(asked.solver)
    except (solvers.UnknownSolverError, BrokenSolverError) as error:
        raise BadRequestError(f"solver: {error}") from None
    for name, value in asked.options.items():
        _check(name, value, known)
    try:
        board = Board.parse("\n".join(asked.board.cells), asked.board.mines)
    except BoardFormatError as error:
        raise ContradictoryError(str(error)) from None
    try:
        return json.loads(to_json(solvers.create(asked.solver, asked.options).analyse(board)))
    except OverflowError as error:
        raise solvers.SolverOptionError(f"{asked.solver}: {error}") from None


def _check(name: str, value: object, known: dict[str, Option]) -> None:
    """Raise BadRequestError unless a solver has such an option, with values of such a type."""
    if name not in known:
        choice = ", ".join(known) or "none at all"
        raise BadRequestError(f"options: there is no {name[:40]!r}; choose from {choice}")
    try:
        msgspec.convert(value, functools.reduce(operator.or_, known[name].types))
    except msgspec.ValidationError as error:
        raise BadRequestError(_sentence(str(error), f"options.{name}")) from None


def _sentence(said: str, field: str = "") -> str:
    """Put the field first: "board.mines: expected `int | null`, got `bool`"."""
    what, _, where = said.partition(" - at `$")
    return f"{field or where.strip('`.') or 'the body'}: {what[:1].lower()}{what[1:]}"
