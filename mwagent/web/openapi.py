"""The OpenAPI document of the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from mwagent.web.asked import SYMBOLS
from mwagent.web.limits import Limits
from mwagent.web.replays import FORMAT, KINDS
from mwagent.web.screenshots import FORMATS

Schema = dict[str, Any]


def document(solvers: Sequence[Mapping[str, Any]], limits: Limits) -> Schema:
    """The document for a server with these solvers (as `solver_list` gives them) and limits."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "mwagent",
            "version": version("mwagent"),
            "description": "What the Minesweeper page asks of Python.",
        },
        "servers": [{"url": "/"}],
        "paths": {
            "/api": {
                "get": _operation("about", "What this server can do, and its limits.", "About")
            },
            "/api/solvers": {
                "get": _operation("solvers", "All solvers and their options.", "Solvers")
            },
            "/api/read": {"post": _read(limits)},
            "/api/solve": {"post": _solve()},
            "/api/replay": {"post": _replay()},
        },
        "components": {
            "schemas": {
                "About": _about(),
                "Solvers": {"type": "array", "items": _solver()},
                "Readings": _readings(limits),
                "Question": _question(solvers, limits),
                "Analysis": _analysis(),
                "Game": _game(),
                "Error": _object({"error": {"type": "string", "minLength": 1}}),
            }
        },
    }


def _operation(name: str, summary: str, gives: str, *errors: int) -> Schema:
    problem = {"content": {"application/json": {"schema": _ref("Error")}}}
    words = {
        400: "The request is not of the form given here.",
        401: "The token is missing.",
        403: "The request comes from another site's page.",
        408: "The body took too long to arrive.",
        409: "The request has the right form, but contradicts itself: a board cannot be, or a "
        "body is not the picture that its type says.",
        413: "The body or the picture is too large.",
        415: "The body is of a kind that is not read.",
        421: "The server is not called so.",
        422: "The work takes too long, or too much memory.",
        429: "Too many requests are waiting.",
    }
    return {
        "operationId": name,
        "summary": summary,
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {"application/json": {"schema": _ref(gives)}},
            },
            **{
                str(status): {"description": words[status], **problem}
                for status in sorted((401, 403, 421, *errors))
            },
        },
    }


def _read(limits: Limits) -> Schema:
    picture = {"type": "string", "format": "binary"}
    return {
        **_operation(
            "read",
            "Find and read all boards on a picture.",
            "Readings",
            400,
            408,
            409,
            413,
            415,
            422,
            429,
        ),
        "description": (
            f"The body is the picture file: at most {limits.upload_bytes} bytes and "
            f"{limits.pixels} pixels."
        ),
        "requestBody": {
            "required": True,
            "content": {kind: {"schema": picture} for kind in FORMATS},
        },
    }


def _solve() -> Schema:
    return {
        **_operation(
            "solve", "Ask a solver about a board.", "Analysis", 400, 408, 409, 413, 415, 422, 429
        ),
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _ref("Question")}},
        },
    }


def _replay() -> Schema:
    kind = {"type": "string", "enum": list(KINDS)}
    body = {"schema": {"type": "string", "format": "binary"}}
    return {
        **_operation(
            "replay", "Read a replay of another program.", "Game", 400, 408, 409, 413, 415, 422, 429
        ),
        "parameters": [{"name": "kind", "in": "query", "required": True, "schema": kind}],
        "requestBody": {"required": True, "content": {"application/octet-stream": body}},
    }


def _about() -> Schema:
    return _object(
        {
            "name": {"const": "mwagent"},
            "version": {"type": "string"},
            "watch": {
                "enum": [False, "bot", "coach"],
                "description": "What can be watched: a game of the bot, or what the coach sees.",
            },
            "games": {"type": "boolean", "description": "Whether watched games are kept here."},
            "upload_bytes": {"type": "integer"},
            "pixels": {"type": "integer"},
            "side": {"type": "integer"},
            "seconds": {"type": "number"},
        }
    )


def _solver() -> Schema:
    option = _object(
        {
            "name": {"type": "string"},
            "types": {"type": "array", "items": {"type": "string"}},
            "default": _any_of("boolean", "integer", "number", "string", "null"),
        }
    )
    return _object(
        {
            "name": {"type": "string"},
            "about": {"type": "string"},
            "options": {"type": "array", "items": option},
        }
    )


def _readings(limits: Limits) -> Schema:
    board = _object(
        {
            "rows": {"type": "integer", "minimum": 1, "maximum": limits.side},
            "cols": {"type": "integer", "minimum": 1, "maximum": limits.side},
            "cells": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Rows of 0-8 open, # hidden, F flag, * mine, X exploded mine, "
                "W wrong flag, ? question mark, ~ not understood.",
            },
            "confidence": _matrix({"type": "number", "minimum": 0, "maximum": 1}),
            "doubtful": {"type": "array", "items": _CELL, "description": "Cells to be checked."},
            "counter": {**_any_of("integer", "null"), "description": "Mines minus flags."},
            "mines": {**_any_of("integer", "null"), "description": "All mines, where known."},
            "stage": {"enum": ["waiting", "ongoing", "won", "lost"]},
            "skin": {"type": "string"},
            "place": _object(
                {
                    name: {"type": "number", "description": "Pixels of the picture."}
                    for name in ("x", "y", "cell_width", "cell_height")
                }
            ),
            "note": {"type": "string", "description": "What may be wrong, or empty."},
        }
    )
    return _object(
        {
            "width": {"type": "integer"},
            "height": {"type": "integer"},
            "boards": {"type": "array", "items": board},
            "message": {"type": "string", "description": "Why there is no board, or empty."},
        }
    )


def _question(solvers: Sequence[Mapping[str, Any]], limits: Limits) -> Schema:
    row = {"type": "string", "pattern": f"^[{SYMBOLS}]{{1,{limits.side}}}$"}
    board = _object(
        {
            "cells": {
                "type": "array",
                "items": row,
                "minItems": 1,
                "maxItems": limits.side,
                "description": "Rows of one length: 0-8 open, # hidden, F flag, * mine.",
            },
            "mines": {
                **_any_of("integer", "null"),
                "minimum": 0,
                "maximum": limits.side**2,
                "description": "All mines, flagged or not; null where it is not known.",
            },
        },
        needed=["cells"],
    )
    forms = [
        _object(
            {
                "solver": {"const": solver["name"]},
                "options": _object(
                    {option["name"]: _any_of(*option["types"]) for option in solver["options"]},
                    needed=[],
                ),
                "board": board,
            },
            needed=["board"] if solver["name"] == "best" else ["solver", "board"],
        )
        for solver in solvers
    ]
    return {"anyOf": forms}


def _analysis() -> Schema:
    chance = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
    cells = {"type": "array", "items": _CELL}
    candidate = _object(
        {"cell": _CELL, "mine_probability": {"type": "number"}, "score": {"type": "number"}}
    )
    return _object(
        {
            "mine_probability": _matrix(chance),
            "safe": cells,
            "mines": cells,
            "best": {"anyOf": [_CELL, {"type": "null"}]},
            "why": {"enum": ["proof", "endgame", "guess"]},
            "win_probability": chance,
            "exact": {"type": "boolean"},
            "complete": {
                "type": "boolean",
                "description": "Whether all candidates were weighed as far as can be.",
            },
            "candidates": {"type": "array", "items": candidate},
        }
    )


def _game() -> Schema:
    move = _object(
        {
            "kind": {"enum": ["open", "chord", "flag"]},
            "cell": _CELL,
            "seconds": {"type": "number", "description": "Since the first click."},
        }
    )
    return _object(
        {
            "format": {"const": FORMAT},
            "version": {"type": "integer"},
            "title": {"type": "string"},
            "first": {"anyOf": [_CELL, {"type": "null"}]},
            "rows": {"type": "integer"},
            "cols": {"type": "integer"},
            "mines": {"type": "array", "items": _CELL},
            "moves": {"type": "array", "items": move},
        }
    )


_CELL: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
    "description": "Row and column, from 0.",
}


def _matrix(items: Schema) -> Schema:
    return {"type": "array", "items": {"type": "array", "items": items}}


def _any_of(*kinds: str) -> Schema:
    return {"type": list(dict.fromkeys(kinds))}


def _object(properties: Schema, needed: list[str] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if needed is None else needed,
        "additionalProperties": False,
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
