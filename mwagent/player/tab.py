"""A web page as a window to play on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mwagent.player.play import SEARCH
from mwagent.player.views import open_tab
from mwagent.player.window import SightedWindow


@contextmanager
def open_browser_window(
    url: str, show: bool = False, natural: bool = False
) -> Iterator[SightedWindow]:
    """Open a page in a browser, as a window to play on; raises as `open_tab` does."""
    with open_tab(url, show, natural) as view:
        yield SightedWindow(view, patience=SEARCH)
