"""A connection to the Wayland compositor of the session."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import time
from collections.abc import Callable
from typing import Any, Final

from pywayland.client import Display

from mwagent.wayland.seat import DesktopGoneError, WaylandError

ANSWER_SECONDS: Final = 5.0
"""Seconds within which a compositor answers that is there."""
_GONE: Final = (
    "the Wayland compositor is gone: its screen can no longer be looked at or pressed on; start "
    "mwagent again in a session that is there"
)


class Connection:
    """The session's compositor and what it offers; raises WaylandError where none answers."""

    def __init__(self) -> None:
        self._display = Display()
        try:
            self._display.connect()
        except ValueError:
            name = os.environ.get("WAYLAND_DISPLAY", "wayland-0")
            raise WaylandError(
                f"no Wayland compositor answers at {name!r} ($WAYLAND_DISPLAY); start mwagent in "
                f"the desktop's own session"
            ) from None
        # libwayland does not bear that objects outlive their connection.
        atexit.register(self.close)
        self.offered: list[tuple[str, int, int]] = []
        """Names of interfaces, with the number and version of each."""
        self._registry = self._display.get_registry()
        self._registry.dispatcher["global"] = lambda _registry, number, name, version: (
            self.offered.append((name, number, version))
        )
        self.roundtrip()

    def bind_all(self, interface: Any, most: int) -> list[Any]:
        """An object for each time an interface is offered, up to a version."""
        return [
            self._registry.bind(number, interface, min(version, most))
            for name, number, version in self.offered
            if name == interface.name
        ]

    def bind(self, interface: Any, most: int) -> Any:
        """The object of an interface; raises WaylandError where it is not offered."""
        found = self.bind_all(interface, most)
        if not found:
            raise WaylandError(
                f"this Wayland desktop does not offer {interface.name}; play in a browser tab "
                f"instead: python -m mwagent --browser URL"
            )
        return found[0]

    def roundtrip(self) -> None:
        """Wait until the compositor has answered everything so far."""
        done: list[bool] = []
        callback = self._display.sync()
        callback.dispatcher["done"] = lambda *_: done.append(True)
        self.wait(lambda: bool(done))

    def wait(self, done: Callable[[], bool]) -> None:
        """Handle events until `done`; raises DesktopGoneError where none come any more."""
        until = time.monotonic() + ANSWER_SECONDS
        while not done():
            self.flush()
            left = until - time.monotonic()
            if left <= 0:
                raise DesktopGoneError(
                    f"the Wayland compositor has not answered for {ANSWER_SECONDS:.0f} s; see that "
                    f"its monitors are on, and start again"
                )
            # Ctrl-C is heard here, and would not be within libwayland.
            ready, _, _ = select.select([self._display.get_fd()], [], [], left)
            if ready and self._display.dispatch(block=True) < 0:
                raise DesktopGoneError(_GONE)

    def flush(self) -> None:
        """Send every request so far; raises DesktopGoneError where nobody takes them."""
        if self._display.flush() < 0:
            raise DesktopGoneError(_GONE)

    def close(self) -> None:
        """Let go of the compositor."""
        atexit.unregister(self.close)
        with contextlib.suppress(Exception):  # it may be gone
            self._display.disconnect()


def offered() -> set[str]:
    """Names of the interfaces that the session's compositor offers; raises WaylandError."""
    connection = Connection()
    try:
        return {name for name, _, _ in connection.offered}
    finally:
        connection.close()
