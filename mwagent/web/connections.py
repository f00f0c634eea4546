"""How long a connection may keep the server waiting, and how many there may be at once.

Uvicorn's own `limit_concurrency` counts half-open connections, and ends none: with 200 of them at a
limit of 200 everybody else got 503 for as long as they stayed. Here they make room.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from mwagent.web.limits import Limits

RESERVED: Final = 2
"""A connection may use one in so many of the files that the process may open."""


def bounded(limits: Limits) -> type[H11Protocol]:
    """Make uvicorn's protocol for HTTP with limits of time and number, which its own does not have.

    A request's head has `header_seconds` to arrive, and who does not read an answer for
    `unread_seconds` is given up. Beyond `connections` a new one takes the place of that which has
    shown no request for longest, or if all have, of the oldest: whoever opens many blocks nobody.
    """
    most = min(limits.connections, max(1, _open_files() // RESERVED))

    class Bounded(H11Protocol):
        """A connection."""

        since = 0.0
        dropped = False
        _waiting: asyncio.TimerHandle | None = None
        _unread: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.since = self.loop.time()
            self._wait_for_request()
            if len(self.connections) > most:
                self._make_room()

        def _make_room(self) -> None:
            # Those that were dropped in this turn of the loop are still among the connections.
            every: list[Any] = [*self.connections]
            others = [one for one in every if one is not self and not one.dropped]
            if len(others) >= most:
                min(others, key=lambda one: (one.under_way, one.since)).drop()

        def drop(self) -> None:
            """Close the connection, whatever it still has to send."""
            self.dropped = True
            self.transport.abort()

        @property
        def under_way(self) -> bool:
            """Whether a request has arrived that is not answered yet."""
            return self.cycle is not None and not self.cycle.response_complete

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._wait_for_request()

        def on_response_complete(self) -> None:
            self.since = self.loop.time()
            super().on_response_complete()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._unread = self.loop.call_later(limits.unread_seconds, self.drop)

        def resume_writing(self) -> None:
            super().resume_writing()
            _cancel(self._unread)

        def connection_lost(self, exc: Exception | None) -> None:
            _cancel(self._waiting)
            _cancel(self._unread)
            super().connection_lost(exc)

        def _wait_for_request(self) -> None:
            """Let the time for a head run, unless it does, and as long as there is no request."""
            if self.under_way:
                _cancel(self._waiting)
                self._waiting = None
            elif self._waiting is None:
                self._waiting = self.loop.call_later(limits.header_seconds, self._give_up)

        def _give_up(self) -> None:
            self._waiting = None
            if not self.under_way:
                self.drop()

    return Bounded


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def _open_files() -> int:
    """How many files this process may have open."""
    try:
        import resource
    except ImportError:  # Windows counts them otherwise, and has room for thousands
        return 8192
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft
