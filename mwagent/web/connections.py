"""Connections to the server: who says nothing is hung up on, and keeps nobody else out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENCE: Final = 5.0
"""Seconds that a connection has until the head of its next request has arrived."""


class Connection(H11Protocol):
    """A connection that is closed where no whole head of a request comes within `SILENCE`.

    Where there are more than `most` at once, the address that has most of them gives way: that of
    its connections which has waited longest is closed, or, where all of them are being answered,
    the new one. What a request may do is decided later, by the token first (guard.py).
    """

    most: int = 200

    def __init__(self, *words: Any, **named: Any):
        super().__init__(*words, **named)
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.most:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; half a head earns no more time."""
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        super().connection_lost(exc)
        self._stop_waiting()

    @property
    def silent_since(self) -> float | None:
        """By the clock of the loop; None while a request is answered."""
        return None if self._waiting is None else self._waiting.when()

    def _wait(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(SILENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _make_room(self) -> None:
        ours: Iterable[Any] = self.connections
        of_address = Counter(one.client and one.client[0] for one in ours)
        address, _ = of_address.most_common(1)[0]
        theirs = [one for one in ours if (one.client and one.client[0]) == address]
        silent = [one for one in theirs if one.silent_since is not None and one is not self]
        if silent:
            min(silent, key=lambda one: one.silent_since).transport.abort()
        elif self in theirs:
            self.transport.abort()
