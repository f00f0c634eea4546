from .browser import HEADLESS_ARGUMENTS, open_tab
from .click_style import HOLDS, ClickStyle
from .desktop import SCREEN, Desktop, MissingProgramError, ending_on_signals, find_browser
from .press import PRIMARY, Point, Press
from .right_button import Spot, right_button_marks
from .screen import ScreenView
from .stillness import await_stillness, same_but
from .tab import TabView
from .view import Region, View

__all__ = [
    "HEADLESS_ARGUMENTS",
    "HOLDS",
    "PRIMARY",
    "SCREEN",
    "ClickStyle",
    "Desktop",
    "MissingProgramError",
    "Point",
    "Press",
    "Region",
    "ScreenView",
    "Spot",
    "TabView",
    "View",
    "await_stillness",
    "ending_on_signals",
    "find_browser",
    "open_tab",
    "right_button_marks",
    "same_but",
]
