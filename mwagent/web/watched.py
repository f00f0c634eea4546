"""The games that the coach has watched, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from mwagent.gamebook import GameBook, GameRecord, as_log, as_page_record

MOST: Final = 500
"""Number of games that are listed, the latest first."""


def watched_games(path: Path) -> list[Route]:
    """What is answered of the games in a file: a list, a game as the page keeps it, and as a log.

    The file is opened anew for each.
    """

    async def listed(_: Request) -> Response:
        return JSONResponse(await run_sync(_listed, path))

    async def record(request: Request) -> Response:
        return JSONResponse(as_page_record(await _game(path, request)))

    async def log(request: Request) -> Response:
        return PlainTextResponse(as_log(await _game(path, request)))

    return [
        Route("/games", listed),
        Route("/games/{number:int}", record),
        Route("/games/{number:int}/log", log),
    ]


async def _game(path: Path, request: Request) -> GameRecord:
    number = request.path_params["number"]
    game = await run_sync(_found, path, number)
    if game is None:
        raise HTTPException(404, f"there is no watched game {number}")
    return game


def _found(path: Path, number: int) -> GameRecord | None:
    if not path.exists() or number >= 2**63:
        return None
    with GameBook(path, reading=True) as book:
        return book.game(number)


def _listed(path: Path) -> list[dict[str, Any]]:
    """The games, the latest first, in a few words each."""
    if not path.exists():
        return []
    with GameBook(path, reading=True) as book:
        return [
            {
                "number": game.number,
                "title": str(game),
                "source": game.source,
                "begun": game.begun,
                "stage": str(game.stage),
                "moves": len(game.moves),
            }
            for game in book.games()[:MOST]
        ]
