"""A game that is watched while it is played: events from the bot's thread to any page."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final, Literal

KEPT: Final = 2000
"""Events kept for pages that are opened, or come back, later."""
ALIVE: Final = 10.0
"""Seconds of silence after which a line is sent that keeps the connection alive."""

Fields = Callable[[], Mapping[str, Any]]


class Live:
    """Events in the order they happened.

    The bot publishes and goes on at once: events are put into words in the server's thread, and
    only when a page asks for them. Pages that are slow, or gone, hold up nobody.
    """

    def __init__(self, shows: Literal["bot", "coach"] = "bot") -> None:
        self.shows: Final = shows
        """What is watched: "bot", or "coach" where somebody else plays."""
        self._events: deque[_Event] = deque(maxlen=KEPT)
        self._number = 0
        self._closed = False
        self._lock = threading.Lock()
        self._watched = threading.Event()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def publish(self, kind: str, fields: Fields) -> None:
        """Add an event; `fields` gives what it says, from data that no longer changes."""
        with self._lock:
            self._number += 1
            self._events.append(_Event(self._number, kind, fields))
            self._wake()

    def close(self) -> None:
        """End all streams once they have sent what there is."""
        with self._lock:
            self._closed = True
            self._wake()

    def wait_for_page(self, seconds: float) -> bool:
        """Wait at most `seconds` until a page watches; returns whether one does or did."""
        return self._watched.wait(seconds)

    async def stream(self, after: int = 0) -> AsyncIterator[str]:
        """Yield the events after number `after`, and those to come, as Server-Sent Events."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._waiting.add((loop, news))
        self._watched.set()
        try:
            yield "retry: 1000\n\n"
            while True:
                news.clear()
                with self._lock:
                    fresh = [event for event in self._events if event.number > after]
                    closed = self._closed
                for event in fresh:
                    after = event.number
                    yield event.text()
                if closed:
                    return
                if not fresh:
                    try:
                        await asyncio.wait_for(news.wait(), ALIVE)
                    except TimeoutError:
                        yield ": still here\n\n"
        finally:
            with self._lock:
                self._waiting.discard((loop, news))

    def _wake(self) -> None:
        for loop, news in self._waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(news.set)


class _Event:
    """One event; its text is made once, when it is first sent."""

    __slots__ = ("_fields", "_kind", "_text", "number")

    def __init__(self, number: int, kind: str, fields: Fields):
        self.number = number
        self._kind = kind
        self._fields = fields
        self._text: str | None = None

    def text(self) -> str:
        if self._text is None:
            data = json.dumps(self._fields(), separators=(",", ":"))
            self._text = f"id: {self.number}\nevent: {self._kind}\ndata: {data}\n\n"
        return self._text
