"""The display that is played on may go: with its server, or with the session it belongs to."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator

from mwagent.minefield import MinefieldError


class DisplayGoneError(MinefieldError):
    """The display that was played on is no longer there."""

    exit_code = 1


@contextlib.contextmanager
def while_displayed() -> Iterator[None]:
    """Raise DisplayGoneError where the mouse's connection to the display breaks."""
    try:
        yield
    except Exception as error:
        # python-xlib is imported only where there is a display of its kind. Some of what it raises
        # then are faults of its own, as it looks for a number in an OSError.
        if "Xlib" not in (_package(type(error).__module__), _package(_raised_in(error))):
            raise
        raise DisplayGoneError(
            f"the display is gone ({type(error).__name__}): the mouse can no longer be moved; "
            f"start mwagent again on a display that is there"
        ) from None


def _package(module: str) -> str:
    return module.partition(".")[0]


def _raised_in(error: Exception) -> str:
    """The module that raised an error."""
    last = ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        last = str(frame.f_globals.get("__name__", ""))
    return last
