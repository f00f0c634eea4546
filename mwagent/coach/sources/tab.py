"""A browser tab that somebody else plays in.

Chromium sends a picture whenever something was painted (its screencast), with the time of the
paint; other browsers are asked for one again and again. No event is sent to the page, and nothing
in it is changed.
"""

from __future__ import annotations

import base64
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import cv2
import numpy as np

from mwagent.coach.sources.steady import steadied, steady
from mwagent.player.views import PatientPage, TabPictures, open_page
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box

if TYPE_CHECKING:
    from playwright.sync_api import Page

POLL: Final = 0.12
"""Seconds between two pictures of a browser that sends none by itself."""

SLICES: Final = 3
"""Parts of a pause after each of which it is looked whether something was painted."""

QUEUE: Final = 6
"""Pictures that wait to be looked at, at most: what comes faster is left out."""


class TabSource:
    """Pictures of a page that a browser shows."""

    name = "the page"
    exact = True
    live = True

    def __init__(self, page: Page):
        self._page = page
        patient = PatientPage(page)
        self._line: Any = patient.line
        self._pictures = TabPictures(patient)
        self._shot: Shot | None = None
        self._frames: deque[tuple[float, dict[str, Any]]] = deque()
        self._unanswered: deque[int] = deque()
        self._latest = 0.0
        self._seconds = steady()
        self._painted = self._seconds
        self._polled = 0.0
        if self._line is not None:
            self._line.on("Page.screencastFrame", self._take)
            self._line.send("Page.startScreencast", {"format": "png"})

    @property
    def seconds(self) -> float:
        """Seconds since the epoch, as of the last paint or, where nothing was painted, of now.

        By a steady clock.
        """
        return self._seconds

    def advance(self, pause: float) -> bool:
        """Wait a moment for the page to be painted; False once the tab is closed."""
        from playwright.sync_api import Error

        try:
            until = time.monotonic() + pause
            while not self._frames and time.monotonic() < until:
                left = until - time.monotonic()
                self._page.wait_for_timeout(1000 * max(1e-3, min(pause / SLICES, left)))
            if self._page.is_closed():
                return False
            self._renew()
        except Error:
            return False
        return True

    def pictures(self) -> list[Shot]:
        """What the tab shows."""
        if self._shot is None:
            self._shot = self._pictures.whole()
        return [self._shot]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of what the tab shows."""
        del monitor
        return self.pictures()[0].part(box)

    def close(self) -> None:
        """Watch no longer."""

    def _take(self, frame: dict[str, Any]) -> None:
        self._unanswered.append(frame["sessionId"])
        painted = frame["metadata"].get("timestamp")
        at = steadied(float(painted)) if painted else steady()
        if at < self._latest:
            return  # encoded for longer than one that was painted after it
        self._latest = at
        self._frames.append((at, frame))

    def _renew(self) -> None:
        while self._unanswered:
            # Chromium sends no more than a few before it hears of those it has sent.
            number = self._unanswered.popleft()
            self._line.send("Page.screencastFrameAck", {"sessionId": number})
        while len(self._frames) > QUEUE:
            self._frames.popleft()
        if self._frames:
            at, frame = self._frames.popleft()
            picture = _decoded(frame["data"])
            about = frame["metadata"]
            across = about.get("deviceWidth") or picture.shape[1]
            ratio = picture.shape[1] / across
            self._shot = Shot(picture, 0.0, 0.0, ratio, ratio, 0)
            self._painted = self._seconds = at
            return
        self._seconds = max(self._painted, steady())
        if self._line is None and self._seconds - self._polled > POLL:
            self._polled = self._seconds
            self._shot = self._pictures.whole()


@contextmanager
def open_tab_source(url: str, show: bool = True) -> Iterator[TabSource]:
    """Open a page in a browser window for the user to play in; raises as `open_page` does."""
    with open_page(url, show) as page:
        yield TabSource(page)


def _decoded(data: str) -> Pixels:
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    return cast("Pixels", picture)
