"""The mouse and keyboard of any system, through pyautogui."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

from mwagent.player.views.click_style import HOLDS
from mwagent.player.views.press import MIDDLE, PRIMARY, SECONDARY, Hand, MouseError
from mwagent.player.views.windows import Point


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
            f"the mouse cannot be used on this display ({error!r}); start a desktop session, or "
            f"play in a browser tab: python -m mwagent --browser URL"
        ) from None
    pyautogui.PAUSE = 0
    pyautogui.MINIMUM_DURATION = 0
    pyautogui.FAILSAFE = True
    return pyautogui


class AutoGuiHand(Hand):
    """pyautogui's mouse, on any system."""

    _NAMES: Final = {PRIMARY: "primary", MIDDLE: "middle", SECONDARY: "secondary"}

    def __init__(self) -> None:
        super().__init__()
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

    def _button(self, button: int, down: bool) -> None:
        put = self._gui.mouseDown if down else self._gui.mouseUp
        put(button=self._NAMES[button], _pause=False)

    def _key(self, key: str, down: bool) -> None:
        (self._gui.keyDown if down else self._gui.keyUp)(key, _pause=False)

    def flush(self) -> None:
        """Nothing waits."""

    def key(self, name: str) -> None:
        """Type a key, for as long as programs take that ask now and then which keys are down."""
        with self._kept_down(self._key, name.split("+"), flush=True):
            time.sleep(HOLDS[2])
