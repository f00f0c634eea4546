"""The pictures of a tab, as a browser sends them, without a browser."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from mwagent.coach.sources import TabSource


class Page:
    """A page and its connection: `answered` are the numbers of the pictures that were received."""

    def __init__(self) -> None:
        self.line = self
        self.answered: list[int] = []
        self._send: Callable[[dict[str, Any]], None] = lambda frame: None
        self._number = 0

    def on(self, _: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self._send = listener

    def send(self, name: str, values: dict[str, Any] | None = None) -> dict[str, Any]:
        if name == "Page.screencastFrameAck" and values is not None:
            self.answered.append(values["sessionId"])
        return {}

    def is_closed(self) -> bool:
        return False

    def paint(self, shade: int, seconds: float) -> None:
        """Send a picture of one shade that was painted then."""
        _, png = cv2.imencode(".png", np.full((8, 8, 3), shade, np.uint8))
        self._number += 1
        self._send(
            {
                "data": base64.b64encode(png.tobytes()).decode(),
                "metadata": {"timestamp": seconds, "deviceWidth": 8},
                "sessionId": self._number,
            }
        )


def test_a_picture_that_comes_after_a_later_one_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mwagent.coach.sources.tab.PatientPage", lambda page: page)
    page = Page()
    source = TabSource(page)
    for shade, seconds in ((10, 5.0), (30, 5.2), (20, 5.1), (40, 5.3)):
        page.paint(shade, seconds)
    seen = []
    for _ in range(3):
        source.advance(0.0)
        seen.append((int(source.pictures()[0].picture[0, 0, 0]), source.seconds))
    assert [shade for shade, _ in seen] == [10, 30, 40]
    assert [seconds for _, seconds in seen] == pytest.approx([5.0, 5.2, 5.3])
    assert page.answered == [1, 2, 3, 4], "Chromium waits for answers, also for what is left out"
