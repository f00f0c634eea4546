"""The application: the page's files, and the few things that only Python can do for it."""

from __future__ import annotations

import sys
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from mwagent.formats.replays import KINDS, NOT_READ, ReplayFile, recorded_page_game
from mwagent.formats.toollib import broken
from mwagent.minefield import MinefieldError
from mwagent.web.files import page_files
from mwagent.web.guard import Guard, refused
from mwagent.web.limits import Limits
from mwagent.web.live import Live
from mwagent.web.screenshots import FORMATS, LargePictureError, Upload, boards_on
from mwagent.web.solving import BadRequestError, analysis_of, question, solver_list
from mwagent.web.watched import watched_games
from mwagent.web.workers import TooBusyError, TooLongError, WorkerDiedError, Workers

STATUS: Final[dict[type[MinefieldError], int]] = {
    BadRequestError: 400,
    LargePictureError: 413,
    TooLongError: 422,
    WorkerDiedError: 422,
    TooBusyError: 429,
}
"""HTTP status of each kind of error; of all others, 409: what was asked contradicts itself."""


def make_app(
    hosts: set[str],
    token: str | None = None,
    limits: Limits | None = None,
    live: Live | None = None,
    games: Path | None = None,
    *,
    home: str | None = None,
) -> ASGIApp:
    """Make the application of a server that may be called by `hosts`, and with `token` needs it.

    `home` is the name for which pages asked of localhost are to be asked (guard.py).
    `live` is a game that can be watched, and `games` the file of watched games, if there is one.
    """
    services = _Services(limits or Limits(), live, games)
    asked_for = [
        Route("/solvers", services.solvers),
        Route("/read", services.read, methods=["POST"]),
        Route("/solve", services.solve, methods=["POST"]),
        Route("/replay", services.replay, methods=["POST"]),
        *([] if live is None else [Route("/watch", services.watch)]),
        *([] if games is None else watched_games(games)),
    ]
    routes = [
        Route("/api", services.about),
        Mount("/api", routes=asked_for),
        Route("/{path:path}", services.file),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={
            HTTPException: _refuse,
            MinefieldError: _explain,
            Exception: _apologise,
        },
    )
    return Guard(app, hosts, token, home)


class _Services:
    """What the routes lead to."""

    def __init__(self, limits: Limits, live: Live | None, games: Path | None):
        self._limits = limits
        self._live = live
        self._games = games
        self._files = page_files()
        self._workers: Workers | None = None
        self._solver_list: Any = None
        self._listing = anyio.Lock()

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        found = self._files.get(request.path_params["path"])
        if found is None:
            raise HTTPException(404, "there is no such page here")
        try:
            content = found.content()
        except FileNotFoundError:
            raise HTTPException(404, "this file of the page was removed") from None
        # The browser asks each time: the page must be the one that is installed.
        headers = {
            "Cache-Control": "private, no-cache",
            "ETag": content.tag,
            "Vary": "Accept-Encoding",
        }
        if content.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        packs = "gzip" in request.headers.get("accept-encoding", "")
        if content.packed is None or not packs:
            return Response(content.plain, media_type=found.media_type, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(content.packed, media_type=found.media_type, headers=headers)

    async def about(self, request: Request) -> Response:
        """What the server can do: the page asks it first."""
        limits = self._limits
        about = {
            "name": "mwagent",
            "version": version("mwagent"),
            "watch": self._live is not None and self._live.shows,
            "games": self._games is not None,
            "upload_bytes": limits.upload_bytes,
            "pixels": limits.pixels,
            "side": limits.side,
            "seconds": limits.seconds,
        }
        return JSONResponse(about)

    async def solvers(self, request: Request) -> Response:
        """The solvers there are, asked of a worker once: to import them all takes a while."""
        async with self._listing:
            if self._solver_list is None:
                self._solver_list = await self._pool.run(solver_list, None)
        return JSONResponse(self._solver_list)

    async def read(self, request: Request) -> Response:
        """The boards on a picture."""
        _of_kind(request, set(FORMATS))
        upload = Upload(await self._body(request), self._limits)
        seconds = min(self._limits.seconds, self._limits.read_seconds)
        return JSONResponse(await self._pool.run(boards_on, upload, seconds=seconds))

    async def solve(self, request: Request) -> Response:
        """What a solver says of a board."""
        _of_kind(request, {"application/json"})
        asked = question(await self._body(request), self._limits)
        return JSONResponse(await self._pool.run(analysis_of, asked))

    async def replay(self, request: Request) -> Response:
        """The recorded game in a replay of another program."""
        _of_kind(request, {"application/octet-stream"})
        kind = request.query_params.get("kind", "")
        if kind not in KINDS and kind not in NOT_READ:
            raise BadRequestError(f"kind is one of {', '.join(KINDS)}")
        file = ReplayFile(kind, await self._body(request))
        try:
            return JSONResponse(await self._pool.run(recorded_page_game, file))
        except WorkerDiedError:
            # Broken files may end the process that reads them.
            raise broken(kind) from None

    async def watch(self, request: Request) -> Response:
        """The bot's game, as Server-Sent Events."""
        assert self._live is not None
        last = request.headers.get("last-event-id", "")
        after = int(last) if last.isascii() and last.isdigit() and len(last) < 16 else 0
        return StreamingResponse(self._live.stream(after), media_type="text/event-stream")

    @property
    def _pool(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self._limits)
        return self._workers

    async def _body(self, request: Request) -> bytes:
        """The body of a request, within the limits of size and time."""
        most = self._limits.upload_bytes
        too_large = HTTPException(413, f"send at most {most / 1e6:g} MB")
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length) > most:
            raise too_large
        body = bytearray()
        try:
            with anyio.fail_after(self._limits.upload_seconds):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise too_large
        except TimeoutError:
            raise HTTPException(408, "the request took too long to arrive") from None
        except ClientDisconnect:  # nobody reads the answer, but it is no fault of ours
            raise HTTPException(400, "the request ended before all of it arrived") from None
        return bytes(body)


def _of_kind(request: Request, kinds: set[str]) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in kinds:
        raise HTTPException(415, f"send one of {', '.join(sorted(kinds))}, not {kind[:80]!r}")


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refused(error.status_code, error.detail, dict(error.headers or {}))


def _explain(request: Request, error: Exception) -> Response:
    assert isinstance(error, MinefieldError)
    return refused(STATUS.get(type(error), 409), str(error))


def _apologise(request: Request, error: Exception) -> Response:
    traceback.print_exception(error, file=sys.stderr)
    return refused(500, "the server has a fault; what it printed says which")
