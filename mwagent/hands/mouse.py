"""The mouse: one hand for the screen, with pyautogui's fail-safe always on.

Throwing the mouse into a corner of the screen stops the bot. On X11 the clicks of a batch go out
in one piece through XTEST, which is what pyautogui uses too, one call at a time.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import math
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from minefield import MinefieldError

Point = tuple[int, int]

PRIMARY: Final = 1
MIDDLE: Final = 2
SECONDARY: Final = 3


class FailSafeError(MinefieldError):
    """The user threw the mouse into a corner of the screen: stop at once."""

    exit_code = 130


class MouseError(MinefieldError):
    """There is no mouse to move; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Press:
    """Buttons pressed together at a point, all held `hold` seconds, `times` times.

    The pointer stays there for `rest` seconds afterwards.
    What is shown at the points `around` must be as it was seen, or the press is not to be made.
    """

    at: Point
    buttons: tuple[int, ...]
    hold: float = 0.0
    times: int = 1
    rest: float = 0.0
    around: tuple[Point, ...] = ()


class Hand(Protocol):
    """What moves and clicks: mouse coordinates in, nothing out.

    `taken` is where the user had taken the pointer while a button was held, None if nowhere.
    """

    taken: Point | None

    def position(self) -> Point:
        """Where the pointer is."""
        ...

    def corner(self) -> bool:
        """Whether the user keeps the pointer in a corner of the screen."""
        ...

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        ...

    def press(self, buttons: Sequence[int], hold: float) -> None:
        """Press buttons in order where the pointer is, release them in reverse after `hold`.

        They are released where they were pressed, also when the pointer has been taken away.
        """
        ...

    def program(self, at: Point | None) -> str | None:
        """Name of the program whose window is at a point, or of the one that has the keyboard.

        None where it cannot be found out.
        """
        ...

    def flush(self) -> None:
        """Make sure that everything so far has been sent."""
        ...

    def key(self, name: str) -> None:
        """Type a key by its pyautogui name, such as `f2`, or several such as `ctrl+n`."""
        ...


def load_pyautogui() -> Any:
    """Import pyautogui without its window toolkit, whose absence would end the program."""
    # mouseinfo calls sys.exit where tkinter is missing; pyautogui does without it.
    sys.modules.setdefault("mouseinfo", None)  # type: ignore[arg-type]
    # Xlib fails where the file of keys to the display is missing; an empty one will do.
    if "XAUTHORITY" not in os.environ and not Path("~/.Xauthority").expanduser().exists():
        os.environ["XAUTHORITY"] = os.devnull
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # Xlib prints a warning about it
            pyautogui: Any = importlib.import_module("pyautogui")
    except Exception as error:
        # Without a display the import fails in several ways, KeyError and Xlib errors among them.
        raise MouseError(
            f"the mouse cannot be used here ({error!r}); start a desktop session, or play in a "
            f"browser tab: python -m mwagent --browser URL"
        ) from None
    pyautogui.PAUSE = 0
    pyautogui.MINIMUM_DURATION = 0
    pyautogui.FAILSAFE = True
    return pyautogui


class AutoGuiHand:
    """pyautogui's mouse, on any system."""

    _NAMES: Final = {PRIMARY: "primary", MIDDLE: "middle", SECONDARY: "secondary"}
    taken: Point | None = None
    """Where the user had taken the pointer while a button was held."""

    def __init__(self) -> None:
        self._gui = load_pyautogui()

    def position(self) -> Point:
        """Where the pointer is."""
        x, y = self._gui.position()
        return int(x), int(y)

    def corner(self) -> bool:
        """Whether the pointer is in a corner, pyautogui's sign to stop."""
        return self.position() in self._gui.FAILSAFE_POINTS

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        self._gui.moveTo(*to, _pause=False)

    def press(self, buttons: Sequence[int], hold: float) -> None:
        """Press buttons in order, release them in reverse after `hold` seconds."""
        at = self.position()
        for button in buttons:
            self._gui.mouseDown(button=self._NAMES[button], _pause=False)
        if hold:
            time.sleep(hold)
            self._return(at)
        for button in reversed(buttons):
            self._gui.mouseUp(button=self._NAMES[button], _pause=False)

    def _return(self, at: Point) -> None:
        """Put the pointer back to where a button is held, unless it was thrown into a corner."""
        if self.position() != at and not self.corner():
            self.taken = self.position()
            self.move(at)

    def flush(self) -> None:
        """Nothing waits."""

    def key(self, name: str) -> None:
        """Type a key."""
        self._gui.hotkey(*name.split("+"), _pause=False)

    def program(self, at: Point | None) -> str | None:
        """Give None: pyautogui cannot say."""
        del at
        return None


_KEYSYMS: Final = {
    "f2": "F2",
    "f5": "F5",
    "escape": "Escape",
    "enter": "Return",
    "space": "space",
    "ctrl": "Control_L",
}


class X11Hand(AutoGuiHand):
    """XTEST, batched: hundreds of clicks in a tenth of a second."""

    def __init__(self) -> None:
        super().__init__()
        # pyautogui talks to the display that was there at first; this hand, to the one there now.
        from Xlib import X
        from Xlib.display import Display
        from Xlib.ext import xtest

        self._x = X
        self._fake = xtest.fake_input
        with contextlib.redirect_stdout(io.StringIO()):
            self._display = Display()
        root = self._display.screen().root
        self._root = root
        self._right = self._display.screen().width_in_pixels - 1
        self._bottom = self._display.screen().height_in_pixels - 1

    def position(self) -> Point:
        """Where the pointer is."""
        place = self._root.query_pointer()
        return int(place.root_x), int(place.root_y)

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        self._fake(self._display, self._x.MotionNotify, x=to[0], y=to[1])

    def press(self, buttons: Sequence[int], hold: float) -> None:
        """Press buttons in order, release them in reverse after `hold` seconds."""
        at = self.position() if hold else None
        for button in buttons:
            self._fake(self._display, self._x.ButtonPress, button)
        if hold:
            self._display.flush()
            time.sleep(hold)
            if at is not None:
                self._return(at)
        for button in reversed(buttons):
            self._fake(self._display, self._x.ButtonRelease, button)

    def key(self, name: str) -> None:
        """Type a key; where no window listens to the keyboard, the one under the pointer does."""
        focus = self._display.get_input_focus().focus
        if focus in (self._x.NONE, self._x.PointerRoot) or focus == self._root:
            # Without a window manager nobody gives back what a dialog took.
            child = self._root.query_pointer().child
            if child != self._x.NONE:
                child.set_input_focus(self._x.RevertToParent, self._x.CurrentTime)
        codes = [self._display.keysym_to_keycode(self._keysym(part)) for part in name.split("+")]
        for code in codes:
            self._fake(self._display, self._x.KeyPress, code)
        for code in reversed(codes):
            self._fake(self._display, self._x.KeyRelease, code)
        self._display.flush()

    def program(self, at: Point | None) -> str | None:
        """The class of the window, in small letters."""
        window = self._display.get_input_focus().focus if at is None else self._root
        if at is not None:
            # Down to the window itself: window managers put theirs around it.
            while window is not None and window != self._x.NONE:
                name = self._class(window)
                if name is not None:
                    return name
                child = window.translate_coords(self._root, *at).child
                window = None if child == self._x.NONE else child
            return None
        while window not in (None, self._x.NONE, self._x.PointerRoot) and window != self._root:
            name = self._class(window)
            if name is not None:
                return name
            window = window.query_tree().parent
        return None

    def _class(self, window: Any) -> str | None:
        from Xlib import Xatom
        from Xlib.error import XError

        try:
            told = window.get_full_property(Xatom.WM_CLASS, self._x.AnyPropertyType)
        except XError:
            return None  # it has just been closed
        if told is None:
            return None
        # Some programs set text of another type than they should: then it comes as bytes.
        text = told.value if isinstance(told.value, str) else bytes(told.value).decode("latin-1")
        words = [word for word in text.split("\0") if word]
        return words[-1].lower() if words else None

    def _keysym(self, name: str) -> int:
        from Xlib import XK

        return int(XK.string_to_keysym(_KEYSYMS.get(name, name)))

    def flush(self) -> None:
        """Send what waits; the server takes it in order, nobody has to wait for that."""
        self._display.flush()


def hand() -> Hand:
    """The mouse of this system."""
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        return X11Hand()
    return AutoGuiHand()


class Mouse:
    """Carries out presses, `fast` or like a person's hand (`natural`), under the fail-safe.

    Raises FailSafeError when the user throws the pointer into a corner.
    """

    def __init__(self, hand: Hand, natural: bool = False, seed: int | None = None):
        self.hand = hand
        self.natural = natural
        self.left_at: Point | None = None
        self._random = random.Random(seed)

    def check(self) -> bool:
        """Whether the pointer is where we left it; raises FailSafeError when in a corner."""
        place = self.hand.position()
        if place != self.left_at and self.hand.corner():
            raise FailSafeError("the mouse was thrown into a corner of the screen: stopped")
        taken, self.hand.taken = self.hand.taken, None
        if taken is not None:
            return False
        return self.left_at is None or math.dist(place, self.left_at) <= 2

    def press(self, press: Press) -> None:
        """Go to a point and press there."""
        if self.natural:
            for point, pause in self._stroll(self.hand.position(), press.at):
                self.hand.move(point)
                self.hand.flush()
                time.sleep(pause)
        self.hand.move(press.at)
        hold = max(press.hold, self._random.uniform(0.03, 0.07)) if self.natural else press.hold
        for _ in range(press.times):
            self.hand.press(press.buttons, hold)
        self.left_at = press.at
        if press.rest:
            self.hand.flush()
            time.sleep(press.rest)

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        self.hand.move(at)
        self.hand.flush()
        self.left_at = at

    def flush(self) -> None:
        """Make sure that every press has been sent."""
        self.hand.flush()

    def _stroll(self, start: Point, end: Point) -> Iterator[tuple[Point, float]]:
        """Points on a curved way, each with the seconds to stay there.

        The way is a cubic Bezier curve bowed to one side, walked with the bell-shaped speed of
        minimum-jerk movements (Flash and Hogan 1985); its time follows Fitts's law.
        """
        away = math.dist(start, end)
        if away < 1:
            return
        seconds = 0.05 + 0.035 * math.log2(1 + away / 8)
        bow = self._random.uniform(-0.18, 0.18) * away
        across = (-(end[1] - start[1]) / away, (end[0] - start[0]) / away)
        bends = [
            (
                start[0] + (end[0] - start[0]) * share + across[0] * bow,
                start[1] + (end[1] - start[1]) * share + across[1] * bow,
            )
            for share in (self._random.uniform(0.2, 0.4), self._random.uniform(0.6, 0.8))
        ]
        steps = max(3, round(seconds / 0.008))
        for step in range(1, steps + 1):
            t = step / steps
            t = t**3 * (10 - 15 * t + 6 * t * t)
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            corners = (start, *bends, end)
            x = sum(w * p[0] for w, p in zip(weights, corners, strict=True))
            y = sum(w * p[1] for w, p in zip(weights, corners, strict=True))
            yield (round(x), round(y)), seconds / steps
