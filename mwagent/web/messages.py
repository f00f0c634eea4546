"""What the server is asked and answers, as types.

Requests are checked by them, answers are typed by them, and the OpenAPI document is made of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Annotated, Any, Final, Literal, TypedDict

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mwagent.gamebook import PageGame
from mwagent.minefield import Stage
from mwagent.web.limits import Limits

SYMBOLS: Final = "012345678F*#"
"""One character for each cell of a board in JSON: as `Board` prints them."""
JSON_TYPES: Final = {
    "boolean": bool,
    "integer": int,
    "number": float,
    "string": str,
    "null": NoneType,
}
"""Types of a solver's options, by their names in JSON Schema."""

Index = Annotated[int, Meta(ge=0)]
Cell = Annotated[
    list[Index], Meta(min_length=2, max_length=2, description="Row and column, from 0.")
]
Probability = Annotated[float, Meta(ge=0, le=1)]
Matrix = list[list[Probability]]


class About(TypedDict):
    """What the server can do, and its limits."""

    name: Literal["mwagent"]
    version: str
    watch: Annotated[
        Literal["bot", "coach"] | bool,
        Meta(description="A game of the bot, what the coach sees, or false: nothing to watch."),
    ]
    games: Annotated[bool, Meta(description="Whether watched games are kept here.")]
    upload_bytes: int
    pixels: int
    side: int
    seconds: float


class Option(TypedDict):
    """An option of a solver: `types` are names of JSON Schema."""

    name: str
    types: list[str]
    default: bool | int | float | str | None


class Solver(TypedDict):
    """A solver that can be asked."""

    name: str
    about: str
    options: list[Option]


class Place(TypedDict):
    """Where a board is, in pixels of the picture."""

    x: float
    y: float
    cell_width: float
    cell_height: float


class ReadBoard(TypedDict):
    """A board that was found on a picture."""

    rows: Annotated[int, Meta(ge=1)]
    cols: Annotated[int, Meta(ge=1)]
    cells: Annotated[
        list[str],
        Meta(
            description="Rows of 0-8 open, # hidden, F flag, * mine, X exploded mine, "
            "W wrong flag, ? question mark, ~ not understood."
        ),
    ]
    confidence: Matrix
    doubtful: Annotated[list[Cell], Meta(description="Cells to be checked.")]
    counter: Annotated[int | None, Meta(description="Mines minus flags.")]
    mines: Annotated[
        int | None, Meta(description="All mines of these cells; null where that is not known.")
    ]
    cut: Annotated[
        list[str],
        Meta(description="Sides on which the board goes on beyond what is seen of it."),
    ]
    stage: Stage
    skin: str
    place: Place
    note: Annotated[str, Meta(description="What may be wrong, or empty.")]


class Readings(TypedDict):
    """All boards on a picture."""

    width: int
    height: int
    boards: list[ReadBoard]
    message: Annotated[str, Meta(description="Why there is no board, or empty.")]


class Candidate(TypedDict):
    """A cell that was weighed."""

    cell: Cell
    mine_probability: float
    score: float
    bound: Annotated[bool, Meta(description="Whether the score is no more than an upper bound.")]


class Analysis(TypedDict):
    """What a solver says of a board."""

    mine_probability: list[list[Probability | None]]
    safe: list[Cell]
    mines: list[Cell]
    best: Cell | None
    why: Literal["proof", "endgame", "guess"]
    win_probability: Probability | None
    exact: bool
    complete: Annotated[
        bool, Meta(description="Whether all candidates were weighed as far as can be.")
    ]
    candidates: list[Candidate]


class Error(TypedDict):
    """Why a request was not met, in one sentence."""

    error: Annotated[str, Meta(min_length=1)]


ANSWERS: Final = (About, Solver, Readings, Analysis, PageGame, Error)


def questions(solvers: Sequence[Solver], limits: Limits) -> Mapping[str, type[Struct]]:
    """The forms of the body of `POST /api/solve`, by the name of the solver that is asked.

    Each has `solver`, which may be missing where it is "best", `options`, those of that solver, and
    `board` with `cells` and `mines`.
    """
    side = limits.side
    row = Annotated[str, Meta(pattern=f"^[{SYMBOLS}]{{1,{side}}}$")]
    rows = Annotated[
        list[row],
        Meta(
            min_length=1,
            max_length=side,
            description="Rows of one length: 0-8 open, # hidden, F flag, * mine.",
        ),
    ]
    total = Annotated[
        Annotated[int, Meta(ge=0, le=side**2)] | None,
        Meta(description="All mines, flagged or not; null where it is not known."),
    ]
    board = _form("Board", [("cells", rows), ("mines", total, None)])
    return {solver["name"]: _question(solver, board) for solver in solvers}


def _question(solver: Solver, board: type[Struct]) -> type[Struct]:
    name = solver["name"]
    fields = []
    for option in solver["options"]:
        kinds: Any = UnsetType
        for kind in option["types"]:
            kinds |= JSON_TYPES[kind]
        fields.append((option["name"], kinds, UNSET))
    options = _form(f"{name}-options", fields)
    asked: Any = ("solver", Literal[name])
    asked += (name,) if name == "best" else ()
    return _form(f"{name}-question", [("board", board), asked, ("options", options, options())])


def _form(name: str, fields: Sequence[Any]) -> type[Struct]:
    return msgspec.defstruct(name, fields, forbid_unknown_fields=True, frozen=True, kw_only=True)
