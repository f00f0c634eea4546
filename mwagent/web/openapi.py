"""The OpenAPI document of the server, made of the types in `messages.py`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any, Final

import msgspec

from mwagent.formats import KINDS
from mwagent.web.limits import Limits
from mwagent.web.messages import ANSWERS, Solver, questions
from mwagent.web.screenshots import FORMATS

Schema = dict[str, Any]

ERRORS: Final = {
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
_ANY = (401, 403, 421)
"""Statuses that any request may get; those with a body may get any of `ERRORS`."""
_BINARY: Schema = {"schema": {"type": "string", "format": "binary"}}


def document(solvers: Sequence[Solver], limits: Limits) -> Schema:
    """The document for a server with these solvers (as `solver_list` gives them) and limits."""
    forms = list(questions(solvers, limits).values())
    references, schemas = msgspec.json.schema_components(
        [*forms, *ANSWERS], ref_template="#/components/schemas/{name}"
    )
    schemas["Question"] = {"anyOf": list(references[: len(forms)])}
    schemas["Solvers"] = {"type": "array", "items": _ref("Solver")}
    kind = {"type": "string", "enum": list(KINDS)}
    read = _post("read", "Find and read all boards on a picture.", "Readings", FORMATS, _BINARY)
    read["description"] = (
        f"The body is the picture file: at most {limits.upload_bytes} bytes and "
        f"{limits.pixels} pixels."
    )
    question = {"schema": _ref("Question")}
    solve = _post(
        "solve", "Ask a solver about a board.", "Analysis", ["application/json"], question
    )
    octets = ["application/octet-stream"]
    replay = _post("replay", "Read a replay of another program.", "PageGame", octets, _BINARY)
    replay["parameters"] = [{"name": "kind", "in": "query", "required": True, "schema": kind}]
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
            "/api/read": {"post": read},
            "/api/solve": {"post": solve},
            "/api/replay": {"post": replay},
        },
        "components": {"schemas": schemas},
    }


def _post(name: str, summary: str, gives: str, kinds: Iterable[str], body: Schema) -> Schema:
    operation = _operation(name, summary, gives, ERRORS)
    operation["requestBody"] = {"required": True, "content": dict.fromkeys(kinds, body)}
    return operation


def _operation(name: str, summary: str, gives: str, errors: Iterable[int] = _ANY) -> Schema:
    return {
        "operationId": name,
        "summary": summary,
        "responses": {
            "200": {"description": "The answer.", "content": _json(gives)},
            **{
                str(status): {"description": ERRORS[status], "content": _json("Error")}
                for status in errors
            },
        },
    }


def _json(name: str) -> Schema:
    return {"application/json": {"schema": _ref(name)}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
