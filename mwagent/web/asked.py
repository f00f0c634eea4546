"""What a request asks, checked: JSON in, a question to a solver out."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from mwagent.minefield import Board, BoardFormatError, MinefieldError
from mwagent.web.limits import Limits
from mwagent.web.solving import Question

SYMBOLS = "012345678F*#"
"""One character for each cell of a board in JSON: as `Board` prints them."""


class BadRequestError(MinefieldError):
    """A request's JSON is not of the form that the OpenAPI document gives."""


class ContradictoryError(MinefieldError):
    """A request has the right form, but its parts contradict each other."""


def question(body: bytes, solvers: Sequence[Mapping[str, Any]], limits: Limits) -> Question:
    """Read the body of `POST /api/solve`; `solvers` are those there are, as `solver_list` gives.

    Raises BadRequestError where the form is wrong, ContradictoryError where the rows of the board
    differ in length or the mines do not fit on it.
    """
    asked = _object(_json(body), "the body", {"solver", "options", "board"}, {"board"})
    name = asked.get("solver", "best")
    known = next((each for each in solvers if each["name"] == name), None)
    if known is None:
        names = ", ".join(each["name"] for each in solvers)
        _bad(f"there is no solver {_quoted(name)}; choose from {names}")
    options = _options(known, asked.get("options", {}))
    return Question(known["name"], options, _board(asked["board"], limits.side))


def _json(body: bytes) -> object:
    def refuse(word: str) -> NoReturn:
        raise ValueError(f"{word} is no JSON")

    try:
        return json.loads(body.decode("utf-8"), parse_constant=refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        _bad("the body is not JSON in UTF-8")


def _finite(text: str) -> float:
    """Read a number; raises ValueError where it is too large for one, such as 1e400."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value


def _options(solver: Mapping[str, Any], given: object) -> dict[str, object]:
    known = {option["name"]: option for option in solver["options"]}
    options = _object(given, f"options of {solver['name']}", set(known), set())
    for name, value in options.items():
        kinds = known[name]["types"]
        if not any(_is(value, kind) for kind in kinds):
            _bad(f"option {name} of {solver['name']} is {' or '.join(kinds)}, not {_quoted(value)}")
        if isinstance(value, float) and "number" not in kinds:
            options[name] = int(value)
    return options


def _board(given: object, side: int) -> Board:
    asked = _object(given, "board", {"cells", "mines"}, {"cells"})
    rows, mines = asked["cells"], asked.get("mines")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        _bad("cells of the board is a list with one text for each row")
    if not 1 <= len(rows) <= side or not all(1 <= len(row) <= side for row in rows):
        _bad(f"a board has 1 to {side} rows and columns")
    for number, row in enumerate(rows):
        strange = row.strip(SYMBOLS)
        if strange or set(row) - set(SYMBOLS):
            symbol = next(each for each in row if each not in SYMBOLS)
            _bad(
                f"row {number}: {_quoted(symbol)} is not a cell; use 0-8 open, # hidden, F flag, "
                f"* mine"
            )
    if mines is not None and (not _is(mines, "integer") or not 0 <= mines <= side * side):
        _bad(f"the number of mines is a whole number from 0 to {side * side}, or null")
    if len({len(row) for row in rows}) != 1:
        raise ContradictoryError("the rows of a board are of one length")
    if mines is not None and mines > len(rows) * len(rows[0]):
        raise ContradictoryError(
            f"{int(mines)} mines do not fit on {len(rows)} x {len(rows[0])} cells"
        )
    try:
        return Board.parse("\n".join(rows), None if mines is None else int(mines))
    except BoardFormatError as error:
        raise ContradictoryError(str(error)) from None


def _object(given: object, what: str, known: set[str], needed: set[str]) -> dict[str, Any]:
    if not isinstance(given, dict):
        _bad(f"{what} is an object with {_list(known)}" if known else f"{what}: there are none")
    strange = set(given) - known
    if strange:
        has = f"it has {_list(known)}" if known else "it has nothing"
        _bad(f"{what} has no {_quoted(min(strange))}; {has}")
    if needed - set(given):
        _bad(f"{what} lacks {_list(needed - set(given))}")
    return dict(given)


def _is(value: object, kind: str) -> bool:
    """Whether a JSON value is of a kind, as JSON Schema understands it: 3.0 is an integer."""
    if kind == "null":
        return value is None
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "string":
        return isinstance(value, str)
    if isinstance(value, bool):
        return False
    if kind == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return isinstance(value, int | float)


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _quoted(value: object) -> str:
    """A JSON value as a short quotation."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _bad(sentence: str) -> NoReturn:
    raise BadRequestError(sentence)
