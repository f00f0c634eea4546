"""Pictures of a browser tab: the whole of it, or quickly a part of it."""

from __future__ import annotations

import base64
import functools
import time
from typing import Final, NamedTuple, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.player.play import RESTLESS, LostSightError
from mwagent.player.views.asking import ANSWER_WITHIN, PatientPage
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box

SHOWN: Final = """[innerWidth, innerHeight, devicePixelRatio, visualViewport.pageLeft,
    visualViewport.pageTop, visualViewport.scale, document.visibilityState === "visible"]"""


class _Shown(NamedTuple):
    """How a page is shown: width and height of the tab in CSS pixels, the mouse's; device pixels
    per CSS pixel; how far it is scrolled, in CSS pixels; and how far it is pinched."""

    across: int
    down: int
    ratio: float
    left: float
    top: float
    scale: float


class TabPictures:
    """Takes pictures of a tab, and takes them again where the page moved meanwhile."""

    def __init__(self, page: PatientPage):
        self._page = page

    def whole(self) -> Shot:
        """A picture of what the tab shows."""
        until = time.monotonic() + RESTLESS
        while True:
            before = self._page.ask(self._shown)[:3]
            picture = _decoded(self._page.ask(self._capture))
            if self._page.ask(self._shown)[:3] == before:
                break
            if time.monotonic() > until:
                raise LostSightError("the page never keeps still for a picture")
        height, width = picture.shape[:2]
        across, down, ratio = before
        # Width and height are rounded; where they bear the ratio out, it is the exact one.
        if abs(width / ratio - across) <= 1 and abs(height / ratio - down) <= 1:
            return Shot(picture, 0.0, 0.0, ratio, ratio, 0)
        if self._page.line is not None:
            # Chromium leaves out a ratio that is only emulated.
            self._page.line = None
            return self.whole()
        return Shot(picture, 0.0, 0.0, width / across, height / down, 0)

    def part(self, box: Box) -> Shot:
        """A picture of a part of the tab; what lies outside the tab stays black."""
        return self._quickly(box) or self.whole().part(box)

    def _quickly(self, box: Box) -> Shot | None:
        """The part alone, which takes far less time; None where it would not be exact."""
        page = self._page.page
        until = time.monotonic() + RESTLESS
        while time.monotonic() < until:
            # Right after a picture of a part, presses on a frame of another site go astray.
            if self._page.line is None or page.viewport_size is None or len(page.frames) > 1:
                return None
            before = self._page.ask(self._shown)
            ratio = before.ratio
            inner = _within(box, (round(before.across * ratio), round(before.down * ratio)))
            plain = before.scale == 1 and all(side % ratio == 0 for side in (round(ratio), *inner))
            if inner[0] >= inner[2] or inner[1] >= inner[3] or not plain:
                return None
            x0, y0, x1, y1 = (side / ratio for side in inner)
            # Counted from the top left corner of the page, not of what is in sight.
            clip = {"x": before.left + x0, "y": before.top + y0, "scale": 1.0}
            clip |= {"width": x1 - x0, "height": y1 - y0}
            picture = _decoded(self._page.ask(functools.partial(self._capture, clip)))
            if self._page.ask(self._shown) != before:
                continue
            if picture.shape[:2] != (inner[3] - inner[1], inner[2] - inner[0]):
                return None
            shot = Shot(picture, inner[0] / ratio, inner[1] / ratio, ratio, ratio, 0)
            left, top = inner[:2]
            return shot.part((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
        return None

    def _shown(self) -> _Shown:
        shown = self._page.page.evaluate(SHOWN)
        if shown is None:
            raise LostSightError("scripts of the page keep it from being asked: they change `Map`")
        across, down, ratio, left, top, scale, seen = shown
        if not seen:
            # A tab behind another is not painted.
            self._page.page.bring_to_front()
        return _Shown(max(1, across), max(1, down), ratio, left, top, scale)

    def _capture(self, clip: dict[str, float] | None = None) -> bytes:
        """A PNG of the tab, or of `clip`, a part of the page. Taking it makes the browser paint."""
        if self._page.line is None:
            return self._page.page.screenshot(timeout=1000 * ANSWER_WITHIN)
        # Half the time of `page.screenshot`.
        asked = {"format": "png", "optimizeForSpeed": True, **({"clip": clip} if clip else {})}
        return base64.b64decode(self._page.line.send("Page.captureScreenshot", asked)["data"])


def _within(box: Box, size: tuple[int, int]) -> Box:
    """The part of a box that lies on a picture of a width and height."""
    x0, y0, x1, y1 = box
    return max(0, x0), max(0, y0), min(x1, size[0]), min(y1, size[1])


def _decoded(png: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return cast("NDArray[np.uint8]", picture)
