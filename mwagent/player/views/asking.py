"""Asking a page, which may be loading, busy or gone: with a time limit, once more, then an error.

Chromium forgets what it was asked while a page loads, and Playwright waits for many answers for
ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mwagent.player.play import LostSightError

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANSWER_WITHIN: Final = 20.0
"""Seconds a page may take to load, to show a picture or to take a press."""
FORGOTTEN: Final = 5.0
"""Seconds after which a page is asked again."""

T = TypeVar("T")


class SilentPageError(LostSightError):
    """A page does not answer."""


class PatientPage:
    """A page that is asked again where it did not answer.

    `line` is a connection by Chromium's own protocol, None with other browsers or where it fails.
    """

    def __init__(self, page: Page):
        self.page = page
        self.line: Any = _line(page)

    def ask(self, question: Callable[[], T]) -> T:
        """Ask the page; once more when it was just loading another, or forgot to answer.

        Raises LostSightError, SilentPageError among them, when there is no answer then either.
        """
        try:
            with in_time(FORGOTTEN):
                return question()
        except SilentPageError:
            # What an old line has forgotten it may forget again.
            self.line = self.line and _line(self.page)
        except errors() as error:
            if not re.search("navigat|context was destroyed|not attached", str(error), re.I):
                raise _lost(self.page, error) from None
        with telling(self.page):
            self.page.wait_for_load_state(timeout=1000 * ANSWER_WITHIN)
            with in_time():
                return question()


@contextlib.contextmanager
def in_time(seconds: float | None = None) -> Iterator[None]:
    """Raise SilentPageError when calls to the page take longer than `seconds`.

    `seconds` are ANSWER_WITHIN where they are not given.
    """
    loop = asyncio.get_running_loop()
    others = asyncio.all_tasks(loop)
    late = False

    def ring() -> None:
        nonlocal late
        late = True
        for task in asyncio.all_tasks(loop) - others:
            task.cancel()

    timer = loop.call_later(ANSWER_WITHIN if seconds is None else seconds, ring)
    try:
        yield
    except asyncio.CancelledError:
        if not late:
            raise
        raise SilentPageError("the page does not answer") from None
    finally:
        timer.cancel()


@contextlib.contextmanager
def telling(page: Page) -> Iterator[None]:
    """Raise whatever goes wrong with the page as a LostSightError of one clear sentence."""
    try:
        yield
    except errors() as error:
        raise _lost(page, error) from None


def errors() -> type[Exception]:
    """What Playwright raises."""
    from playwright.sync_api import Error

    return Error


def first_line(error: Exception) -> str:
    """The first line of an error's message, without a full stop."""
    return str(error).strip().partition("\n")[0].rstrip(". ")


def gone_on(address: str) -> LostSightError:
    """What ends a round whose page has left for an address that no press of ours leads to."""
    return LostSightError(
        f"the page has gone on to {address} by itself, where nothing is pressed or typed; open the "
        f"game again"
    )


def _line(page: Page) -> Any:
    try:
        with in_time(FORGOTTEN):
            return page.context.new_cdp_session(page)
    except (SilentPageError, errors()):
        return None


def _lost(page: Page, error: Exception) -> LostSightError:
    line = first_line(error)
    if page.is_closed() or "closed" in line:
        return LostSightError("the browser tab was closed")
    if "crash" in line.lower():
        return LostSightError("the page has crashed; open it again")
    if "detached" in line:
        return gone_on(page.url)
    return LostSightError(f"the page does not answer: {line}")
