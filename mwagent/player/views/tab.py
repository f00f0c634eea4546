"""A browser tab to play in: its picture and its mouse through Playwright, no screen needed.

Works on Wayland and on servers. The user's mouse is never touched, so there is no fail-safe corner.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import numpy as np

from mwagent.player.play import LostSightError
from mwagent.player.views.asking import ANSWER_WITHIN, PatientPage, errors, in_time, telling
from mwagent.player.views.browser import VIEWPORT, grow, open_page
from mwagent.player.views.press import Press
from mwagent.player.views.prompts import answer_to
from mwagent.player.views.tab_pictures import TabPictures
from mwagent.player.views.tab_presses import GUARD, GuardedPresses
from mwagent.player.views.view import Region, Under, View
from mwagent.player.views.windows import Point
from mwagent.player.views.wording import begins_round, is_harmless
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Frame, Page, Request

SMALLEST_TAB: Final = 200
"""Smallest width and height that a tab is given, in CSS pixels."""
_MESSAGE: Final = 1000
_MESSAGES: Final = 100
"""Characters that are kept of a dialog's text, and of how many dialogs."""


def _script(name: str) -> str:
    """A script for pages, with what it has in common with others."""
    folder = Path(__file__).parent
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    return text.replace("/* layers.js */", (folder / "layers.js").read_text(encoding="utf-8"))


VISIBLE: Final = _script("text")
"""A script that gives the text that a frame of a page shows."""
BUTTONS: Final = _script("buttons")
"""A script that lists what can be clicked on a page."""
FIELDS: Final = _script("fields")
"""A script that lists the empty fields of a page."""
UNDER: Final = _script("under")
"""A script that tells what a press at a point would act on."""
DIALOGS: Final = _script("dialogs")
"""A script that tells where the dialogs of a page are."""
OVER: Final = _script("over")
"""A script that tells what lies over a board."""
PRESSES: Final = ("enter", "space", "ctrl+n")
"""Keys that press what has the keyboard, or may."""
ASKED_AT: Final = 7
"""Points across and down a board at which it is asked what lies over it."""
STILL: Final = _script("still")
"""A script for the page that stops animations that never end."""


@contextlib.contextmanager
def open_tab(
    url: str,
    show: bool = False,
    natural: bool = False,
    size: tuple[int, int] = VIEWPORT,
    ratio: float = 1.0,
) -> Iterator[TabView]:
    """Open a page in a browser of its own, which is gone when the block ends.

    `size` is the tab's in CSS pixels and `ratio` its device pixel ratio, for a tab without a
    window. Raises MissingProgramError without Playwright or a browser, BrowserError when the page
    does not open.
    """
    views: list[TabView] = []
    with open_page(url, show, size, ratio, lambda page: views.append(TabView(page, natural))):
        yield views[0]


class TabView(View):
    """The pictures of a tab and a mouse over it, as a `View`.

    Dialogs of the page (`alert` and its kin) are accepted as they come; `said` keeps their texts.
    Where one asks for something, `answer_to` says what it gets, and `is_harmless` where it asks
    for consent.
    """

    name = "the page"
    guarded = True
    alone = True

    def __init__(self, page: Page, natural: bool = False):
        self.page = page
        self.said: list[str] = []
        self.answered = 0
        patient = PatientPage(page)
        self._pictures = TabPictures(patient)
        self._presses = GuardedPresses(patient, natural)
        self._seen: tuple[Box, Shot] | None = None
        self._room: tuple[int, int] | None = None
        page.on("dialog", self._accept)
        page.on("popup", _close)
        self._fetched: set[Request] = set()
        page.on("request", self._note_request)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, self._note_end)
        for script in (GUARD, STILL):
            page.add_init_script(script)
            with in_time():
                page.evaluate(script)

    def pictures(self) -> list[Shot]:
        """A picture of what the tab shows."""
        return [self._pictures.whole()]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of `box`, in pixels of the tab's whole picture."""
        del monitor
        shot = self._pictures.part(box)
        self._seen = box, shot
        return shot

    def press(self, presses: Sequence[Press]) -> int:
        """Carry out presses in order; returns how many were made.

        Stops, perhaps before the first, where the page no longer is what the last `grab` showed.
        """
        self._fetched.clear()
        if self._seen is None:
            return self._presses.press(presses, None)
        box, before = self._seen
        return self._presses.press(
            presses, lambda: np.array_equal(self._pictures.part(box).picture, before.picture)
        )

    @property
    def loading(self) -> bool:
        """Whether pictures are being fetched that the page has asked for since the last press."""
        return bool(self._fetched)

    def pointer(self) -> Point:
        """Where the pointer is, in CSS pixels of the tab."""
        return self._presses.mouse.hand.position()

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        with telling(self.page):
            self._presses.mouse.park(at)

    def text(self) -> str:
        """What the page and its frames say, and the dialogs that were accepted so far."""
        words = list(self.said)
        for frame in self.page.frames:
            # A frame may be loading, or gone.
            with contextlib.suppress(errors(), LostSightError), in_time():
                words.append(str(frame.evaluate(VISIBLE)))
        return "\n".join(words)

    def buttons(self) -> list[tuple[str, Region]]:
        """Buttons, links and the like that are in sight, their words and where they are."""
        return self._listed(BUTTONS)

    def fields(self) -> list[tuple[str, Region]]:
        """Empty fields to write in that are in sight, what to write, and where they are."""
        return self._listed(FIELDS)

    def key(self, name: str) -> bool:
        """Type a key: `f2`, `escape`, `enter`, `space`; `f5` loads the page again.

        Types nothing, and returns False, where what has the keyboard is a field that does not ask
        for a size, or would take the key for a press that does not begin a round.
        """
        with telling(self.page):
            if not all(map(partial(_takes, name), self._focused())):
                return False
            if name == "f5":
                self.page.reload(wait_until="load", timeout=1000 * ANSWER_WITHIN)
            else:
                self._presses.mouse.hand.key(name)
        return True

    def under(self, at: Point) -> Under:
        """What the page says that lies under a point, its frames too.

        A small frame of another site is no part of what is played.
        """
        with telling(self.page), in_time():
            return self._under(self.page.main_frame, at)

    def dialogs(self) -> list[Region]:
        """Where the dialogs of the page are (layers.js), the topmost first."""
        return [region for _, region in reversed(self._listed(DIALOGS))]

    def dismiss(self, region: Region) -> bool:
        """Refuse a dialog that takes all presses of the page, as browsers have it, by Escape."""
        del region
        with telling(self.page), in_time():
            modal = bool(self.page.evaluate("document.querySelector('dialog:modal') !== null"))
        return modal and self.key("escape")

    def found(self, monitor: int, box: Box) -> None:
        """Note which layer of the page the board is in."""
        del monitor
        self._over(box, found=True)

    def in_the_way(self, monitor: int, box: Box) -> str | None:
        """What the page has laid over the board, which is not laid out with it."""
        del monitor
        over = self._over(box, found=False)
        named = f"'{' '.join(over.split())}'" if over else "something"
        return None if over is None else f"{named} lies over the board"

    def _over(self, box: Box, found: bool) -> str | None:
        """What lies over a board, in pixels of the tab's whole picture; None for nothing."""
        shot = self._pictures.part(box)
        parts = [(part + 0.5) / ASKED_AT for part in range(ASKED_AT)]
        height, width = shot.picture.shape[:2]
        points = [shot.to_screen(x * width, y * height) for x, y in product(parts, parts)]
        with telling(self.page), in_time():
            over = self.page.evaluate(OVER, [points, found])
        return None if over is None else str(over)

    def plays(self, at: Point) -> bool:
        """The page was named by the user."""
        del at
        return True

    def shrink(self, across: float, down: float) -> bool:
        """Make the tab parts as wide and high as it was at first; False for one with a window."""
        size = self.page.viewport_size
        if size is None:
            return False
        self._room = self._room or (size["width"], size["height"])
        width, height = (
            max(SMALLEST_TAB, round(part * side))
            for part, side in zip((across, down), self._room, strict=True)
        )
        with telling(self.page):
            self.page.set_viewport_size({"width": width, "height": height})
        return True

    def unroll(self) -> bool:
        """Let the tab grow until nothing of its page is scrolled out of sight.

        False for one with a window, and where all is in sight.
        """
        with telling(self.page):
            return grow(self.page)

    def close(self) -> None:
        """Close the tab."""
        _close(self.page)

    def _under(self, frame: Frame, at: tuple[float, float]) -> Under:
        """What a frame says that lies under a point, in CSS pixels of the frame."""
        found = frame.evaluate(UNDER, list(at))
        if found is None:
            return Under(ours=False)
        if "frame" not in found:
            return Under(
                *(True, found["words"], found["signs"], found["leads"]),
                dialog=found["dialog"],
                about=found["about"],
            )
        inside = frame.evaluate_handle("at => document.elementFromPoint(...at)", list(at))
        holder = inside.as_element()
        box = None if holder is None else holder.bounding_box()
        inner = None if holder is None else holder.content_frame()
        if box is None or inner is None:
            return Under(ours=False)
        size = self.page.evaluate("innerWidth * innerHeight")
        if _site(inner.url) != _site(self.page.url) and box["width"] * box["height"] < size / 4:
            return Under(ours=False)
        # Its box is in pixels of the tab, as is that of the frame around it.
        edge = frame.frame_element().bounding_box() if frame.parent_frame else None
        left, top = (0.0, 0.0) if edge is None else (edge["x"], edge["y"])
        return self._under(inner, (at[0] + left - box["x"], at[1] + top - box["y"]))

    def _focused(self) -> list[dict[str, Any]]:
        """What has the keyboard, in each frame of the page."""
        found = []
        for frame in self.page.frames:
            # A frame may be loading, or gone.
            with contextlib.suppress(errors(), LostSightError), in_time():
                found.append(frame.evaluate(UNDER, None) or {})
        return [one for one in found if "frame" not in one]

    def _listed(self, script: str) -> list[tuple[str, Region]]:
        """What a script lists: words and where they are."""
        with telling(self.page), in_time():
            found = self.page.evaluate(script)
        return [(str(text), (x0, y0, x1, y1)) for text, x0, y0, x1, y1 in found]

    def _note_request(self, request: Request) -> None:
        if request.resource_type == "image":
            self._fetched.add(request)

    def _note_end(self, request: Request) -> None:
        self._fetched.discard(request)

    def _accept(self, dialog: Dialog) -> None:
        self.said.append(dialog.message[:_MESSAGE])
        self.answered += 1
        del self.said[:-_MESSAGES]  # a page may show dialogs without end
        # It may be gone already, with the page that showed it, or be called off with what the page
        # was asked meanwhile; nobody waits for this answer.
        with contextlib.suppress(Exception, asyncio.CancelledError):
            answer = None
            if dialog.type == "prompt":
                answer = answer_to(dialog.message, dialog.default_value)
                agreed = answer is not None
            else:
                agreed = dialog.type != "confirm" or is_harmless(dialog.message)
            if agreed:
                dialog.accept(answer)
            else:
                dialog.dismiss()


def _close(page: Page) -> None:
    """Close what a page has opened beside itself."""
    with contextlib.suppress(Exception, asyncio.CancelledError):
        page.close()


def _takes(name: str, focused: dict[str, Any]) -> bool:
    """Whether a key may be typed into what has the keyboard."""
    if len(name) == 1:
        return focused.get("editable") in ("text", "number")
    if focused.get("editable") not in ("", "button", "submit", "checkbox", "radio", "range", None):
        return False
    words = focused.get("words", "")
    return name not in PRESSES or not words or (begins_round(words) and not focused["leads"])


def _site(address: str) -> str:
    """The host that a page comes from; "" for one that was made in place."""
    return urlsplit(address).netloc
