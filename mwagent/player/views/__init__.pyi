from .asking import PatientPage
from .browser import HEADLESS_ARGUMENTS, complete_address, open_page
from .click_style import HOLDS, ClickStyle
from .desktop import SCREEN, Desktop, MissingProgramError, ending_on_signals, find_browser
from .display import DisplayGoneError, while_displayed
from .mouse import hand
from .press import PRIMARY, Point, Press
from .right_button import Spot, right_button_marks
from .screen import ScreenView
from .sight import Sight
from .stillness import await_stillness, is_another, same_but
from .tab import TabView, open_tab
from .tab_pictures import TabPictures
from .view import Region, View

__all__ = [
    "HEADLESS_ARGUMENTS",
    "HOLDS",
    "PRIMARY",
    "SCREEN",
    "ClickStyle",
    "Desktop",
    "DisplayGoneError",
    "MissingProgramError",
    "PatientPage",
    "Point",
    "Press",
    "Region",
    "ScreenView",
    "Sight",
    "Spot",
    "TabPictures",
    "TabView",
    "View",
    "await_stillness",
    "complete_address",
    "ending_on_signals",
    "find_browser",
    "hand",
    "is_another",
    "open_page",
    "open_tab",
    "right_button_marks",
    "same_but",
    "while_displayed",
]
