"""The display that is played on may go: with its server, or with the session it belongs to."""

from __future__ import annotations

import contextlib
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
        # python-xlib is imported only where there is a display of its kind.
        if type(error).__module__.partition(".")[0] != "Xlib":
            raise
        raise DisplayGoneError(
            f"the display is gone ({type(error).__name__}): the mouse can no longer be moved; "
            f"start mwagent again on a display that is there"
        ) from None
