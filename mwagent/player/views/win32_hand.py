"""The mouse and keyboard of Windows, through SendInput: the clicks of a batch go out in one piece.

What one call sends nothing else comes between, neither the user's mouse nor another program.
"""

from __future__ import annotations

import ctypes
import enum
import time
from ctypes import wintypes
from typing import Final

from mwagent.minefield import signals
from mwagent.player.views.press import HANDS_OFF, MIDDLE, PRIMARY, SECONDARY, Hand, MouseError
from mwagent.player.views.seat_hand import corners
from mwagent.player.views.win32_frames import Win32Windows, callback, library
from mwagent.player.views.windows import Point
from mwagent.wayland.seat import Monitor
from mwagent.wayland.session import heed_scales

_DOWN: Final = {PRIMARY: 2, SECONDARY: 8, MIDDLE: 0x20}  # MOUSEEVENTF_LEFTDOWN and so on
_KEYS: Final = {"f2": 0x71, "f5": 0x74, "escape": 27, "enter": 13, "space": 32, "ctrl": 17}
"""Virtual key codes by the names of pyautogui."""
_ORIGIN: Final = (76, 77, 78, 79)  # SM_XVIRTUALSCREEN and so on


class _Flag(enum.IntEnum):
    """What numbers of Windows' interface are called there."""

    MOUSEEVENTF_TO = 0xC001  # MOUSEEVENTF_MOVE, _VIRTUALDESK and _ABSOLUTE together
    KEYEVENTF_KEYUP = 2
    SM_SWAPBUTTON = 23


class _Mouse(ctypes.Structure):
    """MOUSEINPUT."""

    _fields_ = (
        ("dx", wintypes.LONG),
        ("dy", wintypes.LONG),
        ("data", wintypes.DWORD),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("extra", ctypes.c_size_t),
    )


class _Key(ctypes.Structure):
    """KEYBDINPUT."""

    _fields_ = (
        ("code", wintypes.WORD),
        ("scan", wintypes.WORD),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("extra", ctypes.c_size_t),
    )


class _Either(ctypes.Union):
    _fields_ = (("mouse", _Mouse), ("key", _Key))


class _Input(ctypes.Structure):
    """INPUT."""

    _fields_ = (("kind", wintypes.DWORD), ("what", _Either))


class Win32Hand(Win32Windows, Hand):
    """SendInput, batched."""

    def __init__(self) -> None:
        heed_scales()
        super().__init__()
        self._waiting: list[_Input] = []
        self._way: list[Point] = []
        self._to: Point = (0, 0)
        self._left: list[Point] = []
        self._sent = -HANDS_OFF

    def position(self) -> Point:
        """Where the pointer is, or will be as soon as Windows has taken it where it was sent."""
        if self._waiting:  # else it would still be where it was before that
            self.flush()
        at = self._told()
        return self._to if at in self._left and time.monotonic() - self._sent < HANDS_OFF else at

    def _told(self) -> Point:
        """Where Windows says that the pointer is."""
        place = wintypes.POINT()
        self._user.GetCursorPos(ctypes.byref(place))
        return place.x, place.y

    def corner(self) -> bool:
        """Whether the pointer is in a corner of a monitor beyond which there is none."""
        return self.position() in corners(monitors())

    def move(self, to: Point) -> None:
        """Put the pointer at a point, or as near to it as there is a monitor."""
        left, top, width, height = map(self._user.GetSystemMetrics, _ORIGIN)
        self._way.append(
            (min(max(to[0], left), left + width - 1), min(max(to[1], top), top + height - 1))
        )
        self._waiting.append(self._at(0))

    def _at(self, flag: int) -> _Input:
        """An event of the mouse that says itself where it happens, whatever comes between."""
        left, top, width, height = map(self._user.GetSystemMetrics, _ORIGIN)
        x, y = self._way[-1] if self._way else self.position()
        place = fine(x - left, width), fine(y - top, height)
        return _Input(0, _Either(mouse=_Mouse(*place, 0, _Flag.MOUSEEVENTF_TO | flag)))

    def _button(self, button: int, down: bool) -> None:
        self._waiting.append(self._at(self._flag(button, down)))

    def _flag(self, button: int, down: bool) -> int:
        swapped = self._user.GetSystemMetrics(_Flag.SM_SWAPBUTTON)
        if swapped:
            button = {PRIMARY: SECONDARY, SECONDARY: PRIMARY}.get(button, button)
        return _DOWN[button] if down else 2 * _DOWN[button]

    def let_go(self) -> None:
        """Release what is down, wherever the pointer is, without what else was to be sent."""
        ups = [self._flag(button, False) for _, button in reversed(self._down)]
        self._waiting = [_Input(0, _Either(mouse=_Mouse(0, 0, 0, up))) for up in ups]
        self._send()

    def _send(self) -> bool:
        """Send what waits; whether Windows has taken it."""
        events, self._waiting = self._waiting, []
        sent = (_Input * len(events))(*events)
        size = ctypes.sizeof(_Input)
        return not events or self._user.SendInput(len(sent), sent, size) == len(sent)

    @signals.undisturbed()
    def flush(self) -> None:
        """Send what waits."""
        if self._way:
            self._left = [self._told(), *self._way[:-1]]
            self._to, self._way, self._sent = self._way[-1], [], time.monotonic()
        if not self._send():
            raise MouseError(
                "Windows takes no presses now: it shows another desktop, such as the lock screen "
                "or a question for an administrator; start mwagent again when that has gone"
            )

    def reach(self, at: Point) -> None:
        """Raise MouseError where presses at a point do not reach what is shown there."""
        reason = self.why_not(at)
        if reason is not None:
            raise MouseError(reason)

    def key(self, name: str) -> None:
        """Type a key, or several together."""
        codes = [_KEYS.get(part) or ord(part.upper()) for part in name.split("+")]
        pairs = [(code, self._user.MapVirtualKeyW(code, 0)) for code in codes]
        flags = [(pair, 0) for pair in pairs]
        flags += [(pair, int(_Flag.KEYEVENTF_KEYUP)) for pair in reversed(pairs)]
        with signals.undisturbed():  # all of it goes out at once: nothing stays down
            self._waiting += [_Input(1, _Either(key=_Key(*pair, flag))) for pair, flag in flags]
            self.flush()


def fine(pixel: int, pixels: int) -> int:
    """The first of the 65536 parts of all monitors' width, or height, that lies in a pixel of it.

    Windows rounds down. With a monitor left of the main one, pixels count from the left of that.

    >>> fine(1280 + 100, 3200), fine(1280 + 100, 3200) * 3200 // 65536
    (28263, 1380)
    """
    return -(-pixel * 65536 // pixels)


def monitors() -> list[Monitor]:
    """The monitors and where they lie, in pixels."""
    found: list[Monitor] = []

    def note(_: int, __: int, rect: ctypes.Array[wintypes.LONG], ___: int) -> bool:
        left, top, right, foot = rect[:4]
        size = right - left, foot - top
        found.append(Monitor("", left, top, *size, size))
        return True

    pointer = ctypes.c_void_p
    kind = callback(ctypes.c_bool, pointer, pointer, ctypes.POINTER(wintypes.LONG), pointer)
    library("user32").EnumDisplayMonitors(None, None, kind(note), None)
    return found
