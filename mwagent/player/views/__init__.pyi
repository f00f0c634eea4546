from .asking import ANSWER_WITHIN, PatientPage
from .browser import HEADLESS_ARGUMENTS, STARTS_WITHIN, complete_address, open_page
from .click_style import HOLDS, ClickStyle
from .desktop import SCREEN, Desktop, MissingProgramError, find_browser
from .display import DisplayGoneError, while_displayed
from .mouse import hand
from .permit import STROKES, begins_round, does_harm, permits, pieces_of, shown_at, strokes_of
from .press import NEAR, PRIMARY, SECONDARY, Press, point_of
from .right_button import Spot, right_button_marks
from .screen import ScreenView
from .stillness import CLOCK, await_stillness
from .tab import TabView, open_tab
from .tab_pictures import TabPictures
from .view import Region, Under, View
from .win32_frames import Api, integrity
from .windows import Point

__all__ = [
    "ANSWER_WITHIN",
    "CLOCK",
    "HEADLESS_ARGUMENTS",
    "HOLDS",
    "NEAR",
    "PRIMARY",
    "SCREEN",
    "SECONDARY",
    "STARTS_WITHIN",
    "STROKES",
    "Api",
    "ClickStyle",
    "Desktop",
    "DisplayGoneError",
    "MissingProgramError",
    "PatientPage",
    "Point",
    "Press",
    "Region",
    "ScreenView",
    "Spot",
    "TabPictures",
    "TabView",
    "Under",
    "View",
    "await_stillness",
    "begins_round",
    "complete_address",
    "does_harm",
    "find_browser",
    "hand",
    "integrity",
    "open_page",
    "open_tab",
    "permits",
    "pieces_of",
    "point_of",
    "right_button_marks",
    "shown_at",
    "strokes_of",
    "while_displayed",
]
