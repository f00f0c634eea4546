"""A browser of our own, with one page in it to play on.

The user's own Chromium, Chrome or Firefox is driven, without a window unless asked for one.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mwagent.minefield import MinefieldError
from mwagent.player.views.asking import (
    ANSWER_WITHIN,
    PatientPage,
    SilentPageError,
    errors,
    first_line,
    in_time,
)
from mwagent.player.views.desktop import (
    CHROMIUM_ARGUMENTS,
    MissingProgramError,
    Programs,
    environment,
    find_browser,
    is_root,
)
from mwagent.wayland.session import has_display

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

STARTS_WITHIN: Final = 45.0
"""Seconds a browser may take to open a tab, or to show a page on the screen."""
VIEWPORT: Final = (1280, 960)
"""Width and height of a tab without a window, in CSS pixels."""
LARGEST_TAB: Final = 4000
"""Largest width and height that a tab without a window is given, in CSS pixels."""
HEADLESS_ARGUMENTS: Final = ("--disable-gpu-vsync", "--disable-frame-rate-limit")
"""Arguments of a browser without a window: its pictures need not wait for a refresh of 60 Hz."""
PLAYABLE: Final = ("text/html", "application/xhtml+xml", "image/svg+xml")
"""Types of documents that can hold a game; plain text in columns could be taken for a board."""


_GONE: Final = "Connection closed while reading from the driver"


class BrowserError(MinefieldError):
    """A page cannot be opened; the message says why."""


@contextlib.contextmanager
def open_page(
    url: str,
    show: bool = False,
    size: tuple[int, int] = VIEWPORT,
    ratio: float = 1.0,
    prepare: Callable[[Page], object] = lambda page: None,
) -> Iterator[Page]:
    """Open a page in a browser of its own, which is gone when the block ends.

    `prepare` is called before the page is loaded; the other arguments, and what is raised, are as
    in `mwagent.player.views.open_tab`.
    """
    address = complete_address(url)
    with Programs() as programs:
        # What Playwright starts is found at the end, and keeps its files in a folder of ours.
        ours = {**programs.environment, "TMPDIR": str(programs.folder("browser"))}
        with environment(ours):
            driver = _start_playwright()
        try:
            page = _open_page(driver, show, size, ratio)
            prepare(page)
            _load(page, address)
            if not show:
                grow(page)
            yield page
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
    logging.getLogger("asyncio").addFilter(_but_for_its_end)
    try:
        return sync_playwright().start()
    except Exception as error:  # of no class of its own
        if _GONE not in str(error):
            raise
        raise BrowserError(
            "the program by which Playwright drives the browser ended; start again, with enough "
            "memory left"
        ) from None


def _but_for_its_end(record: logging.LogRecord) -> bool:
    """Keep what asyncio logs, but that Playwright's program ended: who asks it next is told."""
    return _GONE not in f"{record.getMessage()} {record.exc_info}"


def _open_page(driver: Playwright, show: bool, size: tuple[int, int], ratio: float) -> Page:
    if show and not has_display():
        raise BrowserError(
            "there is no display to show a browser on; start this in a desktop session (the bot "
            "plays without one where --show is left out)"
        )
    path = find_browser()
    firefox = "firefox" in Path(path).name
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
                chromium_sandbox=not is_root(),
                args=[*CHROMIUM_ARGUMENTS, *(() if show else HEADLESS_ARGUMENTS)],
            )
        viewport: dict[str, Any] = {"no_viewport": True}
        if not show:
            viewport = {
                "viewport": {"width": size[0], "height": size[1]},
                "device_scale_factor": ratio,
            }
        with in_time(STARTS_WITHIN):
            # Nothing that a page offers is taken home.
            return browser.new_context(accept_downloads=False, **viewport).new_page()
    except SilentPageError:
        raise BrowserError(f"the browser {path} does not start: it does not answer") from None
    except errors() as error:
        if "unknown command" in str(error):
            raise BrowserError(
                f"Playwright cannot drive {path}, which is too old for it; install a newer "
                f"Firefox, or Chromium"
            ) from None
        raise BrowserError(f"the browser {path} does not start: {first_line(error)}") from None


def _load(page: Page, address: str) -> None:
    try:
        page.goto(address, wait_until="load", timeout=1000 * ANSWER_WITHIN)
    except errors() as error:
        line = first_line(error)
        if "Timeout" in line:
            # Advertisements may load for ever; the game may be there.
            return
        reason = re.sub(r"^Page\.goto: | at https?:\S*$", "", line)
        raise BrowserError(f"the page {address} does not open: {reason}") from None
    # A page may lead on to another at once.
    kind = str(PatientPage(page).ask(lambda: page.evaluate("document.contentType")))
    if kind not in PLAYABLE:
        raise BrowserError(
            f"{address} is no page but a file of type {kind}; give the address of a game"
        )


def grow(page: Page) -> bool:
    """Let a tab without a window grow until nothing of its page is scrolled out of sight.

    False for one with a window, and where all is in sight.
    """
    size = page.viewport_size
    if size is None:
        return False
    old = size["width"], size["height"]
    sides = _sides_of(page)
    grown = tuple(max(had, min(LARGEST_TAB, side)) for had, side in zip(old, sides, strict=True))
    if grown == old:
        return False
    page.set_viewport_size({"width": grown[0], "height": grown[1]})
    # What grows with the tab, as a sky does that fills it, is never in sight as a whole.
    every = zip(old, sides, grown, _sides_of(page), strict=True)
    kept = tuple(had if now - large >= side - had else large for had, side, large, now in every)
    if kept != grown:
        page.set_viewport_size({"width": kept[0], "height": kept[1]})
    return kept != old


def _sides_of(page: Page) -> tuple[int, int]:
    """The width and height of all that a page shows, or lets be scrolled to, in CSS pixels."""
    sides = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    with in_time():
        # A page with a `Map` of its own answers nothing that Playwright asks.
        width, height = page.evaluate(sides) or (0, 0)
    return width, height
