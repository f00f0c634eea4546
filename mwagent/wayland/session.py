"""Which kind of desktop this session has: the one place that chooses how it is looked at."""

from __future__ import annotations

import contextlib
import ctypes
import enum
import os
import sys
from collections.abc import Iterator

from mwagent.wayland.seat import Pictures, Seat, WaylandError


class Session(enum.Enum):
    """Kinds of desktops, each looked at and pressed on in a way of its own."""

    X11 = "X11"
    WLROOTS = "Wayland, made with wlroots"
    PORTAL = "Wayland, by the desktop's portal"
    WINDOWS = "Windows"
    MACOS = "macOS"
    NONE = "no display"

    @property
    def wayland(self) -> bool:
        """Whether it is one of the two kinds of Wayland desktops."""
        return self in (Session.WLROOTS, Session.PORTAL)


def this_session() -> Session:
    """The kind of the desktop that the environment names.

    X11 within a Wayland desktop shows the windows of its own alone: there the desktop is meant.
    """
    if sys.platform == "win32":
        return Session.WINDOWS
    if sys.platform == "darwin":
        return Session.MACOS
    display, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    if wayland and (not display or os.environ.get("XDG_SESSION_TYPE") == "wayland"):
        return Session.WLROOTS if offers_wlroots() else Session.PORTAL
    return Session.X11 if display else Session.NONE


def has_display() -> bool:
    """Whether a window, such as a browser's, can be shown on this machine."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def offers_wlroots() -> bool:
    """Whether the compositor lets its monitors be copied without a dialog.

    Raises WaylandError where none answers, or what speaks its protocol is not installed.
    """
    with needed("pywayland"):
        from mwagent.wayland.connection import offered

    return {"zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1"} <= offered()


def heed_scales() -> None:
    """Have Windows tell this process of pixels as they are, whatever the scale of a monitor.

    Without that it scales pictures and the pointer's place. To be called before any library asks.
    """
    library = getattr(ctypes, "WinDLL", None)
    if library is not None:
        with contextlib.suppress(AttributeError, OSError):  # older than Windows 10 of 2017
            # DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, for all threads and then for this one.
            aware = ctypes.c_void_p(-4)
            user = library("user32")
            if not user.SetProcessDpiAwarenessContext(aware):
                user.SetThreadDpiAwarenessContext(aware)


def open_pictures(session: Session) -> Pictures:
    """The monitors of a Wayland session, for looking alone; raises WaylandError."""
    if session is Session.WLROOTS:
        from mwagent.wayland.wlroots import WlrootsPictures

        return WlrootsPictures()
    with needed("jeepney"):
        from mwagent.wayland.portal import PortalPictures
    return PortalPictures()


def open_seat(session: Session) -> Seat:
    """The monitors of a Wayland session with pointer and keys; raises WaylandError."""
    if session is Session.WLROOTS:
        from mwagent.wayland.wlroots import WlrootsSeat

        return WlrootsSeat()
    with needed("jeepney"):
        from mwagent.wayland.portal import PortalSeat
    return PortalSeat()


@contextlib.contextmanager
def needed(library: str) -> Iterator[None]:
    """Raise WaylandError where a library of the extra `wayland` is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != library:
            raise
        raise WaylandError(
            f"this desktop runs Wayland, and {library} is missing, by which its screen is looked "
            f"at; install it with: pip install 'mwagent[wayland]'"
        ) from None
