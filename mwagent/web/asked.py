"""What a request asks, checked: JSON in, a question to a solver out."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from mwagent.minefield import Board, BoardFormatError, MinefieldError
from mwagent.web.limits import Limits
from mwagent.web.messages import Solver, questions
from mwagent.web.solving import Question

_EXACT = 2.0**53
"""Integers up to here are exact as a float, as which JSON may write them."""


class BadRequestError(MinefieldError):
    """A request's JSON is not of the form that the OpenAPI document gives."""


class ContradictoryError(MinefieldError):
    """A request has the right form, but its parts contradict each other."""


def question(body: bytes, solvers: Sequence[Solver], limits: Limits) -> Question:
    """Read the body of `POST /api/solve`; `solvers` are those there are, as `solver_list` gives.

    Raises BadRequestError where the form is wrong, ContradictoryError where the rows of the board
    differ in length or the mines do not fit on it.
    """
    forms = questions(solvers, limits)
    given = _json(body)
    name = given.get("solver", "best") if isinstance(given, dict) else "best"
    if not isinstance(name, str) or name not in forms:
        said = json.dumps(name)
        raise BadRequestError(
            f"solver: there is no {said if len(said) <= 40 else said[:37] + '...'}; choose from "
            f"{', '.join(forms)}"
        )
    try:
        asked: Any = msgspec.convert(given, forms[name])
    except msgspec.ValidationError as error:
        raise BadRequestError(_sentence(str(error))) from None
    options = msgspec.structs.asdict(asked.options)
    told = {option: value for option, value in options.items() if value is not msgspec.UNSET}
    return Question(name, told, _board(asked.board.cells, asked.board.mines))


def _json(body: bytes) -> object:
    def refuse(word: str) -> NoReturn:
        raise ValueError(f"{word} is no JSON")

    try:
        return json.loads(body.decode("utf-8"), parse_constant=refuse, parse_float=_number)
    except (ValueError, RecursionError):
        raise BadRequestError("the body is not JSON in UTF-8") from None


def _number(text: str) -> float:
    """Read a number with a fraction or exponent, 3.0 as an integer, as JSON Schema understands it.

    Raises ValueError where it is too large for a float, such as 1e400.
    """
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return int(value) if value.is_integer() and abs(value) <= _EXACT else value


def _sentence(said: str) -> str:
    """Put the field first: "board.mines: expected `int | null`, got `bool`"."""
    what, _, where = said.partition(" - at `$")
    field = where.strip("`.") or "the body"
    hint = "; a row is 0-8 open, # hidden, F flag, * mine" if field.startswith("board.c") else ""
    return f"{field}: {what[:1].lower()}{what[1:]}{hint}"


def _board(rows: Sequence[str], mines: int | None) -> Board:
    if len({len(row) for row in rows}) != 1:
        raise ContradictoryError("the rows of a board are of one length")
    if mines is not None and mines > len(rows) * len(rows[0]):
        raise ContradictoryError(f"{mines} mines do not fit on {len(rows)} x {len(rows[0])} cells")
    try:
        return Board.parse("\n".join(rows), mines)
    except BoardFormatError as error:
        raise ContradictoryError(str(error)) from None
