"""What is played on: the screen, a page in a tab, or, to demonstrate, our own page in a browser.

The demonstration's board is found on the screen like that of any other game.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlencode

from mwagent.minefield import Level, MinefieldError
from mwagent.player.play import SEARCH
from mwagent.player.views import (
    SCREEN,
    STARTS_WITHIN,
    Desktop,
    ScreenView,
    open_tab,
    while_displayed,
)
from mwagent.player.window import SightedWindow
from mwagent.vision.reading import BoardNotFoundError
from mwagent.web import serve


class BrowserEndedError(MinefieldError):
    """The browser of the demonstration was closed, or killed."""

    exit_code = 1


@contextmanager
def demo_window(
    level: str,
    natural: bool = False,
    virtual: bool = False,
    page: Mapping[str, str] | None = None,
    more: tuple[str, ...] = (),
) -> Iterator[SightedWindow]:
    """Serve the page, open it in a browser on a display, and find its board on the screen.

    `level` is a level's name or COLSxROWS/MINES; `virtual` starts a display of its own even where
    there is one; `page` are further settings of the page and `more` further words of the browser's
    command line. Everything started is gone at the end of the block.
    """
    size = _window_size(Level.parse(level))
    screen = (max(SCREEN[0], size[0] + 80), max(SCREEN[1], size[1] + 60))
    with while_displayed(), serve() as url, Desktop(virtual, screen) as desktop:
        browser: subprocess.Popen[bytes] | None = None
        shown = False

        def check() -> None:
            if browser is None:
                return
            # Some browsers are begun by a program that ends.
            if browser.poll() or (shown and browser.returncode is not None):
                # Without its display a browser ends too.
                if desktop.server is not None and desktop.server.poll() is not None:
                    raise BrowserEndedError(
                        f"the display of the demonstration ended ({_how(desktop.server)}); "
                        "start again"
                    )
                raise BrowserEndedError(
                    f"the browser with the practice page ended ({_how(browser)}); start again"
                    if shown
                    else f"the browser ended before it showed the practice page ({_how(browser)}); "
                    f"try by hand: mwagent page"
                )

        # The desktop's dialog, where it has one, is answered before a window can cover it.
        view = ScreenView(natural, check)
        try:
            address = f"{url}?{urlencode({'level': level, **(page or {})})}"
            browser = desktop.browse(address, size, more)
            window = SightedWindow(view)
            wait_for_board(window)
            shown = browser.poll() is None
            yield window
        finally:
            view.close()


@contextmanager
def open_browser_window(
    url: str, show: bool = False, natural: bool = False
) -> Iterator[SightedWindow]:
    """Open a page in a browser, as a window to play on; raises as `open_tab` does."""
    with open_tab(url, show, natural) as view:
        yield SightedWindow(view, patience=SEARCH)


@contextmanager
def screen_window(natural: bool = False) -> Iterator[SightedWindow]:
    """The screen, as a window to play on."""
    with while_displayed():
        view = ScreenView(natural)
        try:
            yield SightedWindow(view, patience=SEARCH if view.names_game() else 0.0)
        finally:
            view.close()


def _window_size(level: Level) -> tuple[int, int]:
    """Width and height of a window that shows the whole board and what stands around it."""
    return max(1120, 16 * level.cols + 120), max(840, 16 * level.rows + 330)


def wait_for_board(window: SightedWindow) -> None:
    """Wait until a browser shows the page's board, and the same one twice.

    Windows grow as they open, and are drawn anew at their monitor's scale. Raises MinefieldError
    where none is shown.
    """
    until, before = time.monotonic() + STARTS_WITHIN, None
    while time.monotonic() < until:
        with contextlib.suppress(BoardNotFoundError):
            window.find()
            assert window.location is not None
            if window.location.box == before:
                return
            before = window.location.box
        time.sleep(0.1)
    if before is not None:
        return  # slow machines find it once
    raise MinefieldError(
        f"the browser did not show the practice page within {STARTS_WITHIN:.0f} s; try by hand: "
        f"mwagent page"
    )


def _how(program: subprocess.Popen[bytes]) -> str:
    """How a program has ended: its exit code, or the signal by which it was killed."""
    code = program.returncode
    return f"exit code {code}" if code >= 0 else f"by {signal.Signals(-code).name}"
