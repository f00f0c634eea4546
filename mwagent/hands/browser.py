"""A browser tab to play in: its picture and its mouse through Playwright, no screen needed.

The user's own Chromium, Chrome or Firefox is driven, without a window unless asked for one. Works
on Wayland and on servers. The user's mouse is never touched, so there is no fail-safe corner.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from minefield import MinefieldError
from mwagent.hands.desktop import MissingProgramError, find_browser
from mwagent.hands.mouse import MIDDLE, PRIMARY, SECONDARY, Mouse, Point, Press
from mwagent.play import LostSightError
from vision.capture import Shot
from vision.lattice import Box

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page, Playwright

VIEWPORT: Final = (1280, 960)
"""Width and height of a tab without a window, in CSS pixels."""
SMALLEST: Final = 200
"""A tab is not made smaller than this, in CSS pixels."""
LARGEST: Final = 4000
"""A tab without a window grows with its page up to this width and height."""
PATIENCE: Final = 20.0
"""Seconds a page may take to load, to show a picture or to take a press."""
CHROMIUM_ARGUMENTS: Final = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
GUARD: Final = (Path(__file__).parent / "guard.js").read_text(encoding="utf-8")
"""Holds back presses that would land on something else than what was seen."""
STILL: Final = (Path(__file__).parent / "still.js").read_text(encoding="utf-8")
"""Stops animations that never end."""
FORGOTTEN: Final = 5.0
"""Seconds after which a page is asked again: Chromium forgets what it is asked as a page loads."""
ATTEMPTS: Final = 20
"""So often a picture is taken anew because the page was scrolled or resized meanwhile."""
FALSE_ALARMS: Final = 2.0
"""Seconds of batches held back after which the guard is given up: some boards never keep still."""
FRAME: Final = """[innerWidth, innerHeight, devicePixelRatio, visualViewport.pageLeft,
    visualViewport.pageTop, visualViewport.scale, document.visibilityState === "visible"]"""
"""How a page is shown."""
COVERED: Final = -3
"""What the page's guard answers when a dialog takes all presses."""
HEADLESS_ARGUMENTS: Final = ("--disable-gpu-vsync", "--disable-frame-rate-limit")
"""Without a window nobody watches: a picture needs not wait for the next tick of 60 Hz."""

_BUTTONS: Final[dict[int, Literal["left", "middle", "right"]]] = {
    PRIMARY: "left",
    MIDDLE: "middle",
    SECONDARY: "right",
}
_KEYS: Final = {
    "f2": "F2",
    "escape": "Escape",
    "enter": "Enter",
    "space": "Space",
    "ctrl": "Control",
}

T = TypeVar("T")


class BrowserError(MinefieldError):
    """A page cannot be opened; the message says why."""


class SilentPageError(LostSightError):
    """A page does not answer."""


class TabHand:
    """The mouse and keyboard of a tab. Every call returns once the page has taken it."""

    taken: Point | None = None

    def __init__(self, page: Page):
        self._page = page
        self._at: Point = (0, 0)

    def position(self) -> Point:
        """Where the pointer is, in CSS pixels of the tab."""
        return self._at

    def corner(self) -> bool:
        """Nobody can throw this pointer into a corner."""
        return False

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        with _in_time():
            self._page.mouse.move(*to)
        self._at = to

    def press(self, buttons: Sequence[int], hold: float) -> None:
        """Press buttons in order, release them in reverse after `hold` seconds."""
        mouse = self._page.mouse
        with _in_time(PATIENCE + hold):
            for button in buttons:
                mouse.down(button=_BUTTONS[button])
            if hold:
                time.sleep(hold)
            for button in reversed(buttons):
                mouse.up(button=_BUTTONS[button])

    def flush(self) -> None:
        """Nothing waits."""

    def program(self, at: Point | None) -> str | None:
        """There is but the page."""
        del at
        return "page"

    def key(self, name: str) -> None:
        """Type a key."""
        with _in_time():
            self._page.keyboard.press("+".join(_KEYS.get(part, part) for part in name.split("+")))


class TabView:
    """The picture of a tab and a mouse over it, as a `View`.

    Dialogs of the page (`alert` and its kin) are accepted as they come; `said` keeps their texts.
    """

    name = "the page"
    guarded = True
    alone = True

    def __init__(self, page: Page, natural: bool = False):
        self.page = page
        self.said: list[str] = []
        self._mouse = Mouse(TabHand(page), natural)
        self._session = _session(page)
        self._seen: tuple[Box, NDArray[np.uint8]] | None = None
        self._guarding = True
        self._room: tuple[int, int] | None = None
        self._alarmed: float | None = None
        page.on("dialog", self._accept)
        for script in (GUARD, STILL):
            page.add_init_script(script)
            with _in_time():
                page.evaluate(script)

    def pictures(self) -> list[Shot]:
        """A picture of what the tab shows."""
        return [self._shot()]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of `box`, in pixels of the tab's whole picture."""
        del monitor
        shot = self._part(box)
        self._seen = box, shot.picture
        return shot

    def press(self, presses: Sequence[Press]) -> int:
        """Carry out presses in order; returns how many were made.

        Stops, perhaps before the first, where the page no longer is what the last `grab` showed.
        """
        guarded = self._guarding and self._seen is not None and self._aim(presses)
        if guarded and not self._as_seen():
            self._patiently(self._finish)
            self._alarm()
            return 0
        try:
            with _telling(self.page):
                for press in presses:
                    self._mouse.press(press)
        except SilentPageError:
            # What came of it, the next picture shows.
            return 0
        stopped = self._patiently(self._finish) if guarded else -1
        made = len(presses) if stopped == -1 else max(0, stopped)
        if made:
            self._alarmed = None
        elif stopped != COVERED:
            self._alarm()
        return made

    def _alarm(self) -> None:
        """Presses were held back; when that goes on and on, the guard is wrong."""
        now = time.monotonic()
        self._alarmed = self._alarmed or now
        self._guarding = now - self._alarmed < FALSE_ALARMS

    def _aim(self, presses: Sequence[Press]) -> bool:
        """Let the page note what lies there; False where that cannot be watched."""
        points = [[press.at, press.around] for press in presses]
        aim = "points => window.__mwagentGuard?.aim(points) ?? false"
        return bool(self._patiently(lambda: self.page.evaluate(aim, points)))

    def _finish(self) -> int:
        """Index of the first press the page's guard held back; -1 for none, others see guard.js."""
        return int(self.page.evaluate("window.__mwagentGuard?.finish() ?? -2"))

    def _as_seen(self) -> bool:
        """Whether the page still shows what the last `grab` showed."""
        assert self._seen is not None
        box, before = self._seen
        return np.array_equal(self._part(box).picture, before)

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        with _telling(self.page):
            self._mouse.park(at)

    def key(self, name: str) -> bool:
        """Type a key: `f2`, `escape`, `enter`, `space`; `f5` loads the page again."""
        with _telling(self.page):
            if name == "f5":
                self.page.reload(wait_until="load", timeout=1000 * PATIENCE)
            else:
                self._mouse.hand.key(name)
        return True

    def shrink(self, across: float, down: float) -> bool:
        """Make the tab parts as wide and high as it was at first; False for one with a window."""
        size = self.page.viewport_size
        if size is None:
            return False
        self._room = self._room or (size["width"], size["height"])
        width, height = self._room
        with _telling(self.page):
            self.page.set_viewport_size(
                {
                    "width": max(SMALLEST, round(across * width)),
                    "height": max(SMALLEST, round(down * height)),
                }
            )
        return True

    def unroll(self) -> bool:
        """Let the tab grow until nothing of its page is scrolled out of sight.

        False for one with a window, and where all is in sight.
        """
        with _telling(self.page):
            size = self.page.viewport_size
            return size is not None and _grow(self.page, (size["width"], size["height"]))

    def close(self) -> None:
        """Close the tab."""
        with contextlib.suppress(Exception):
            self.page.close()

    def _shot(self) -> Shot:
        for _ in range(ATTEMPTS):
            before = self._patiently(self._size)
            picture = _decoded(self._patiently(self._capture))
            if self._patiently(self._size) == before:
                break
        else:
            raise LostSightError("the page never keeps still for a picture")
        height, width = picture.shape[:2]
        across, down, ratio = before
        # Width and height are rounded; where they bear the ratio out, it is the exact one.
        if abs(width / ratio - across) <= 1 and abs(height / ratio - down) <= 1:
            return Shot(picture, 0.0, 0.0, ratio, ratio, 0)
        if self._session is not None:
            # Chromium leaves out a ratio that is only emulated.
            self._session = None
            return self._shot()
        return Shot(picture, 0.0, 0.0, width / across, height / down, 0)

    def _part(self, box: Box) -> Shot:
        """A picture of a part of the tab."""
        for _ in range(ATTEMPTS):
            # Right after a picture of a part, presses on a frame of another site go astray.
            framed = len(self.page.frames) > 1
            if self._session is None or self.page.viewport_size is None or framed:
                break
            before = self._patiently(self._frame)
            across, down, ratio, left, top, scale = before
            inner = _within(box, (round(across * ratio), round(down * ratio)))
            plain = scale == 1 and all(side % ratio == 0 for side in (round(ratio), *inner))
            if inner[0] >= inner[2] or inner[1] >= inner[3] or not plain:
                break
            x0, y0, x1, y1 = (side / ratio for side in inner)
            # Counted from the top left corner of the page, not of what is in sight.
            clip = {"x": left + x0, "y": top + y0, "width": x1 - x0, "height": y1 - y0, "scale": 1}
            picture = _decoded(self._patiently(functools.partial(self._capture, clip)))
            if self._patiently(self._frame) != before:
                continue
            if picture.shape[:2] != (inner[3] - inner[1], inner[2] - inner[0]):
                break
            if inner != box:
                right, down = inner[:2]
                moved = (box[0] - right, box[1] - down, box[2] - right, box[3] - down)
                picture = _cut(picture, moved)
            return Shot(picture, box[0] / ratio, box[1] / ratio, ratio, ratio, 0)
        shot = self._shot()
        x, y = shot.to_screen(box[0], box[1])
        return Shot(_cut(shot.picture, box), x, y, shot.scale_x, shot.scale_y, 0)

    def _size(self) -> tuple[int, int, float]:
        """Width and height of the tab in CSS pixels, the mouse's, and device pixels per CSS one."""
        return self._frame()[:3]

    def _frame(self) -> tuple[int, int, float, float, float, float]:
        """As `_size`, with how far the page is scrolled, in CSS pixels, and pinched."""
        across, down, ratio, left, top, scale, seen = self.page.evaluate(FRAME)
        if not seen:
            # A tab behind another is not painted.
            self.page.bring_to_front()
        return max(1, across), max(1, down), ratio, left, top, scale

    def _capture(self, clip: dict[str, float] | None = None) -> bytes:
        """A PNG of the tab. Taking it makes the browser paint what there is to paint.

        `clip` is the part of the page wanted, which takes far less time than the whole.
        """
        if self._session is None:
            return self.page.screenshot(timeout=1000 * PATIENCE)
        # Half the time of `page.screenshot`.
        asked = {"format": "png", "optimizeForSpeed": True, **({"clip": clip} if clip else {})}
        return base64.b64decode(self._session.send("Page.captureScreenshot", asked)["data"])

    def _patiently(self, ask: Callable[[], T]) -> T:
        """Ask the page; once more when it was just loading another, or forgot to answer."""
        try:
            with _in_time(FORGOTTEN):
                return ask()
        except SilentPageError:
            # What an old line has forgotten it may forget again.
            self._session = self._session and _session(self.page)
        except _errors() as error:
            if not re.search("navigat|context was destroyed|not attached", str(error), re.I):
                raise _lost(self.page, error) from None
        with _telling(self.page):
            self.page.wait_for_load_state(timeout=1000 * PATIENCE)
            with _in_time():
                return ask()

    def _accept(self, dialog: Dialog) -> None:
        self.said.append(dialog.message)
        # It may be gone already, with the page that showed it.
        with contextlib.suppress(Exception):
            dialog.accept()


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
    address = complete_address(url)
    driver = _start_playwright()
    try:
        page = _open_page(driver, show, size, ratio)
        view = TabView(page, natural)
        _load(page, address)
        if not show:
            _grow(page, size)
        yield view
    finally:
        # The browser ends with the driver. After Ctrl-C both may be gone already.
        with contextlib.suppress(Exception):
            driver.stop()


def complete_address(text: str) -> str:
    """The address that a person means: of a file, of a site, with or without a scheme.

    >>> complete_address("localhost:8642/?level=expert"), complete_address("example.org")
    ('http://localhost:8642/?level=expert', 'https://example.org')
    """
    if re.match(r"(https?|file|data|about|blob):", text):
        return text
    if Path(text).is_file():
        return Path(text).resolve().as_uri()
    if re.match(r"[a-z][a-z0-9+.-]*://", text) or not text.strip():
        raise BrowserError(f"{text!r} is no address of a web page, such as https://example.org")
    here = re.match(r"(localhost|127\.|\[::1\]|[^/]*:\d)", text)
    return f"{'http' if here else 'https'}://{text}"


def _start_playwright() -> Playwright:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise MissingProgramError(
            "to play in a browser tab, Playwright is needed; install it with: "
            "pip install 'mwagent[browser]'"
        ) from None
    return sync_playwright().start()


def _open_page(driver: Playwright, show: bool, size: tuple[int, int], ratio: float) -> Page:
    if show and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and _x11():
        raise BrowserError("there is no display to show a browser on; leave out --show")
    path = find_browser()
    firefox = "firefox" in Path(path).name
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        if firefox:
            # Playwright speaks WebDriver BiDi with a Firefox it did not build itself.
            browser = driver.firefox.launch(
                executable_path=path, channel="moz-firefox", headless=not show
            )
        else:
            browser = driver.chromium.launch(
                executable_path=path,
                headless=not show,
                chromium_sandbox=not root,
                args=[*CHROMIUM_ARGUMENTS, *(() if show else HEADLESS_ARGUMENTS)],
            )
        viewport: dict[str, Any] = {"no_viewport": True}
        if not show:
            viewport = {
                "viewport": {"width": size[0], "height": size[1]},
                "device_scale_factor": ratio,
            }
        return browser.new_context(**viewport).new_page()
    except _errors() as error:
        if "unknown command" in str(error):
            raise BrowserError(
                f"Playwright cannot drive {path}, which is too old for it; install a newer "
                f"Firefox, or Chromium"
            ) from None
        raise BrowserError(f"the browser {path} does not start: {_first_line(error)}") from None


PLAYABLE: Final = ("text/html", "application/xhtml+xml", "image/svg+xml")
"""Types of documents that can hold a game; text in columns may look like a board."""


def _load(page: Page, address: str) -> None:
    try:
        page.goto(address, wait_until="load", timeout=1000 * PATIENCE)
    except _errors() as error:
        line = _first_line(error)
        if "Timeout" in line:
            # Advertisements may load for ever; the game may be there.
            return
        reason = re.sub(r"^Page\.goto: | at https?:\S*$", "", line)
        raise BrowserError(f"the page {address} does not open: {reason}") from None
    with _in_time():
        kind = str(page.evaluate("document.contentType"))
    if kind not in PLAYABLE:
        raise BrowserError(
            f"{address} is no page but a file of type {kind}; give the address of a game"
        )


def _grow(page: Page, size: tuple[int, int]) -> bool:
    """Let a tab without a window grow until nothing of its page is scrolled out of sight.

    `size` is what it has; False where that is enough.
    """
    sides = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    with _in_time():
        width, height = page.evaluate(sides)
    grown = tuple(max(size[i], min(LARGEST, side)) for i, side in enumerate((width, height)))
    if grown == size:
        return False
    page.set_viewport_size({"width": grown[0], "height": grown[1]})
    return True


def _session(page: Page) -> Any:
    """A line to Chromium's own protocol; None with other browsers."""
    try:
        return page.context.new_cdp_session(page)
    except _errors():
        return None


def _within(box: Box, size: tuple[int, int]) -> Box:
    """The part of a box that lies on a picture of a width and height."""
    x0, y0, x1, y1 = box
    return max(0, x0), max(0, y0), min(x1, size[0]), min(y1, size[1])


def _cut(picture: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    """The part in a box; what is outside the picture stays black, as on a screen."""
    x0, y0, x1, y1 = box
    part = np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
    inside = picture[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]
    part[max(0, -y0) :, max(0, -x0) :][: inside.shape[0], : inside.shape[1]] = inside
    return part


def _decoded(png: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return cast("NDArray[np.uint8]", picture)


@contextlib.contextmanager
def _in_time(seconds: float | None = None) -> Iterator[None]:
    """Raise SilentPageError when calls to the page take longer (default: PATIENCE).

    For many of them Playwright waits for ever.
    """
    loop = asyncio.get_running_loop()
    others = asyncio.all_tasks(loop)
    late = False

    def ring() -> None:
        nonlocal late
        late = True
        for task in asyncio.all_tasks(loop) - others:
            task.cancel()

    timer = loop.call_later(PATIENCE if seconds is None else seconds, ring)
    try:
        yield
    except asyncio.CancelledError:
        if not late:
            raise
        raise SilentPageError("the page does not answer") from None
    finally:
        timer.cancel()


@contextlib.contextmanager
def _telling(page: Page) -> Iterator[None]:
    """Turn what goes wrong with the page into one clear sentence."""
    try:
        yield
    except _errors() as error:
        raise _lost(page, error) from None


def _lost(page: Page, error: Exception) -> LostSightError:
    line = _first_line(error)
    if page.is_closed() or "closed" in line:
        return LostSightError("the browser tab was closed")
    if "crash" in line.lower():
        return LostSightError("the page has crashed; open it again")
    return LostSightError(f"the page does not answer: {line}")


def _errors() -> type[Exception]:
    from playwright.sync_api import Error

    return Error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(". ")


def _x11() -> bool:
    return os.name == "posix" and os.uname().sysname == "Linux"
