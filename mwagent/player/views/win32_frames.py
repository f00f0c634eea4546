"""What Windows tells of the windows on it, by ctypes: whose they are, and where they take clicks.

All coordinates are pixels of the whole desktop, negative ones left of and above the main monitor
(`mwagent.wayland.session.heed_scales` sees to that).
"""

from __future__ import annotations

import ctypes
import enum
import functools
import time
from ctypes import wintypes
from pathlib import PureWindowsPath
from typing import Any, Final

from mwagent.player.views.press import FRESH, HANDS_OFF
from mwagent.player.views.windows import BAR, SMALLEST_WINDOW, OpenWindow, Point


class Api(enum.IntEnum):
    """What numbers of Windows' interface are called there."""

    GA_ROOT = 2
    GW_OWNER = 4
    WM_NCHITTEST = 0x84
    WM_CLOSE = 0x10
    NOT_THERE = 0x8001  # STATE_SYSTEM_UNAVAILABLE and STATE_SYSTEM_INVISIBLE together
    SMTO_ABORTIFHUNG = 2
    HTCLIENT = 1
    HTMENU = 5
    OBJID_MENU = -3
    DWMWA_EXTENDED_FRAME_BOUNDS = 9
    DWMWA_CLOAKED = 14
    PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
    TOKEN_QUERY = 8
    TOKEN_INTEGRITY_LEVEL = 25
    SECURITY_MANDATORY_HIGH_RID = 0x3000


_STORE_FRAME, _STORE_CORE = "ApplicationFrameWindow", "Windows.UI.Core.CoreWindow"
_BACKGROUND: Final = ("#32769", "Progman", "WorkerW")
"""Classes of what lies behind all windows: the desktop, and the shell's icons on it."""
_MENU, _DIALOG = "#32768", "#32770"
"""The classes of menus that have been opened, and of dialogs."""


@functools.cache
def library(name: str) -> Any:
    """A library of Windows, whose functions take and give whole numbers."""
    return getattr(ctypes, "WinDLL")(name, use_last_error=True)  # noqa: B009


def callback(result: Any, *arguments: Any) -> Any:
    """The type of a function that Windows calls."""
    return getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)(result, *arguments)


class Win32Windows:
    """The windows of the desktop on which this process is."""

    def __init__(self) -> None:
        super().__init__()
        self._user = library("user32")
        self._listed: tuple[float, list[OpenWindow]] = (-FRESH, [])

    def windows(self) -> list[OpenWindow]:
        """The windows in sight, the lowest first."""
        since, found = self._listed
        if time.monotonic() - since >= FRESH:
            handles: list[int] = []

            def note(handle: int, _: int) -> bool:
                handles.append(handle)
                return True

            pointer = ctypes.c_void_p
            self._user.EnumWindows(callback(ctypes.c_bool, pointer, pointer)(note), 0)
            found = [one for one in map(self._described, reversed(handles)) if one is not None]
            self._listed = time.monotonic(), found
        return list(found)

    def window(self, at: Point) -> int | None:
        """The window that takes a press at a point, None for the background."""
        handle = self._user.WindowFromPoint(wintypes.POINT(*at))
        return self._outermost(handle)

    def close_window(self, number: int) -> bool:
        """Do what a window's button to close it does; any dialog takes that for its Cancel."""
        bar = (wintypes.DWORD * 11)(44)  # TITLEBARINFO, whose last number is of that button
        there = self._user.GetTitleBarInfo(number, bar) and not bar[10] & Api.NOT_THERE
        there = there or text_of(number) == _DIALOG
        return bool(there and self._user.PostMessageW(number, Api.WM_CLOSE, 0, 0))

    def hidden(self, number: int) -> bool:
        """Whether a window is minimised, or was taken out of sight."""
        return bool(self._user.IsWindow(number)) and self._described(number) is None

    def focus(self) -> int | None:
        """The window in front, to which the keyboard belongs."""
        return self._outermost(self._user.GetForegroundWindow())

    def why_not(self, at: Point) -> str | None:
        """Why nothing that is pressed at a point reaches what is shown there; None where it may."""
        number = self.window(at)
        if number is None:
            return (
                "no window of this desktop lies under the board, so that presses would reach "
                "nothing: start mwagent on the desktop on which the game is"
            )
        ours, theirs = integrity(None), integrity(self._process(number))
        if ours is not None and theirs is not None and theirs > ours:
            return (
                "the game runs as administrator, and Windows lets no other program press there: "
                "start the game without that, or mwagent as administrator"
            )
        return None

    def _outermost(self, handle: int) -> int | None:
        root = self._user.GetAncestor(handle, Api.GA_ROOT) if handle else 0
        return int(root) if root and text_of(root) not in _BACKGROUND else None

    def _described(self, handle: int) -> OpenWindow | None:
        """What a window is, None where it is none that can be seen."""
        user = self._user
        if not user.IsWindowVisible(handle) or user.IsIconic(handle) or cloaked(handle):
            return None
        region = frame(handle)
        kind = text_of(handle)
        if min(region[2] - region[0], region[3] - region[1]) < SMALLEST_WINDOW:
            return None
        if kind in _BACKGROUND:
            return None
        process = self._process(handle)
        owner = user.GetWindow(handle, Api.GW_OWNER)
        # Some programs own all their windows by one that nobody sees.
        x0, y0, x1, y1 = frame(owner) if owner and user.IsWindowVisible(owner) else (0, 0, 0, 0)
        belongs = kind == _MENU or (x0 < x1 and y0 < y1)
        client = functools.partial(client_area, handle)
        name = program(process)
        return OpenWindow(
            text_of(handle, "GetWindowTextW"), region, process, client, handle, belongs, name
        )

    def _process(self, handle: int) -> int:
        """The process of a window; of what the Store brought, the game's and not the frame's."""
        if text_of(handle) == _STORE_FRAME:
            handle = self._user.FindWindowExW(handle, None, _STORE_CORE, None) or handle
        process = wintypes.DWORD()
        self._user.GetWindowThreadProcessId(handle, ctypes.byref(process))
        return process.value


def text_of(handle: int, function: str = "GetClassNameW") -> str:
    """The class of a window, or its title by GetWindowTextW; "" where it has none.

    A program that hangs is not asked for that: Windows answers for windows of others.
    """
    text = ctypes.create_unicode_buffer(512)
    getattr(library("user32"), function)(handle, text, len(text))
    return text.value


def cloaked(handle: int) -> bool:
    """Whether a window that counts as visible is kept out of sight, as on another desktop."""
    hidden = wintypes.DWORD()
    library("dwmapi").DwmGetWindowAttribute(handle, Api.DWMWA_CLOAKED, ctypes.byref(hidden), 4)
    return hidden.value != 0


def frame(handle: int) -> tuple[int, int, int, int]:
    """Where a window is seen to lie, without the borders that Windows 10 does not draw."""
    rect = wintypes.RECT()
    place = ctypes.byref(rect)
    if library("dwmapi").DwmGetWindowAttribute(handle, Api.DWMWA_EXTENDED_FRAME_BOUNDS, place, 16):
        library("user32").GetWindowRect(handle, place)
    return rect.left, rect.top, rect.right, rect.bottom


def client_area(handle: int) -> tuple[int, int, int, int]:
    """The rectangle in which a program takes clicks, its menu bar included.

    Programs that draw a title bar themselves say at each of its points that it is one.
    """
    user = library("user32")
    rect, corner = wintypes.RECT(), wintypes.POINT()
    user.GetClientRect(handle, ctypes.byref(rect))
    user.ClientToScreen(handle, ctypes.byref(corner))
    left, top = corner.x, corner.y
    right, foot = left + rect.right, top + rect.bottom
    bar = (wintypes.LONG * 12)(48)  # MENUBARINFO, with the rectangle of the bar after its size
    if user.GetMenuBarInfo(handle, Api.OBJID_MENU, 0, bar) and bar[4]:
        return left, min(top, bar[2]), right, foot
    parts = 8  # across and down, of which one point each is asked for
    step = BAR // parts
    across = [left + (right - left) * part // parts for part in range(1, parts)]
    for y in range(min(top + BAR, foot), top, -step):
        if any(not inside(handle, (x, y)) for x in across):
            return left, min(y + step, foot), right, foot
    return left, top, right, foot


def inside(handle: int, at: Point) -> bool:
    """Whether a program takes clicks at a point of its window: it is no title bar, border, button.

    A window that does not answer is not asked again for each point: it takes none.
    """
    place = (at[1] & 0xFFFF) << 16 | at[0] & 0xFFFF
    part = ctypes.c_size_t()
    answered = library("user32").SendMessageTimeoutW(
        handle,
        Api.WM_NCHITTEST,
        0,
        place,
        Api.SMTO_ABORTIFHUNG,
        int(1000 * HANDS_OFF),
        ctypes.byref(part),
    )
    return bool(answered) and part.value in (Api.HTCLIENT, Api.HTMENU)


def program(process: int) -> str:
    """The name of a program in small letters, "" where Windows does not tell."""
    kernel = library("kernel32")
    opened = kernel.OpenProcess(Api.PROCESS_QUERY_LIMITED_INFORMATION, False, process)
    path = ctypes.create_unicode_buffer(1024)
    length = wintypes.DWORD(len(path))
    if opened:
        kernel.QueryFullProcessImageNameW(opened, 0, path, ctypes.byref(length))
        kernel.CloseHandle(opened)
    return PureWindowsPath(path.value).stem.lower()


def integrity(process: int | None) -> int | None:
    """The integrity level of a process, of this one for None; None where Windows does not tell.

    Windows drops presses that a process sends to a window of a higher level (UIPI).
    """
    kernel, security = library("kernel32"), library("advapi32")
    asked = kernel.GetCurrentProcessId() if process is None else process
    opened = kernel.OpenProcess(Api.PROCESS_QUERY_LIMITED_INFORMATION, False, asked)
    token, size = wintypes.HANDLE(), wintypes.DWORD()
    label = ctypes.create_string_buffer(256)
    level = None
    if security.OpenProcessToken(opened, Api.TOKEN_QUERY, ctypes.byref(token)):
        security.GetSidSubAuthority.restype = ctypes.POINTER(wintypes.DWORD)
        security.GetSidSubAuthority.argtypes = [ctypes.c_void_p, wintypes.DWORD]
        if security.GetTokenInformation(
            token, Api.TOKEN_INTEGRITY_LEVEL, label, len(label), ctypes.byref(size)
        ):
            sid = ctypes.c_void_p.from_buffer(label).value
            level = int(security.GetSidSubAuthority(sid, 0)[0])
        kernel.CloseHandle(token)
    if opened:
        kernel.CloseHandle(opened)
    return level
