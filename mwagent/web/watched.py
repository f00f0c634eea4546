"""The games that the coach has watched, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from mwagent.gamebook import GameBook, GameRecord, as_log, as_page_record

MOST: int = 500
"""Number of games that are listed, the latest first."""


class WatchedGames:
    """Answers questions for the games in a file, which is opened anew for each."""

    def __init__(self, path: Path):
        self._path = path

    @property
    def routes(self) -> list[Route]:
        """What is answered: a list of the games, a game as the page keeps it, and as a log."""
        return [
            Route("/games", self.listed),
            Route("/games/{number:int}", self.record),
            Route("/games/{number:int}/log", self.log),
        ]

    async def listed(self, request: Request) -> Response:
        """The games, the latest first, in a few words each."""
        del request
        return JSONResponse(await run_sync(self._list))

    async def record(self, request: Request) -> Response:
        """A game as the page keeps it."""
        return JSONResponse(as_page_record(await self._game(request)))

    async def log(self, request: Request) -> Response:
        """A game as a log that can be replayed."""
        return PlainTextResponse(as_log(await self._game(request)))

    async def _game(self, request: Request) -> GameRecord:
        number = request.path_params["number"]
        game = await run_sync(self._find, number)
        if game is None:
            raise HTTPException(404, f"there is no watched game {number}")
        return game

    def _find(self, number: int) -> GameRecord | None:
        if not self._path.exists() or number >= 2**63:
            return None
        with GameBook(self._path, reading=True) as book:
            return book.game(number)

    def _list(self) -> list[dict[str, Any]]:
        if not self._path.exists():
            return []
        with GameBook(self._path, reading=True) as book:
            return [_summary(game) for game in book.games()[:MOST]]


def _summary(game: GameRecord) -> dict[str, Any]:
    return {
        "number": game.number,
        "title": str(game),
        "source": game.source,
        "begun": game.begun,
        "stage": str(game.stage),
        "moves": len(game.moves),
    }
