from .asking import ANSWER_WITHIN, PatientPage, gone_on
from .browser import STARTS_WITHIN, open_page
from .click_style import HOLDS, ClickStyle
from .desktop import SCREEN, Desktop, MissingProgramError, find_browser
from .hands import Effect, Hands, Manner
from .mouse import DisplayGoneError, hand, while_displayed
from .permit import labels_in, permits, said_at, shown_at
from .press import NEAR, PRIMARY, SECONDARY, Press, point_of
from .prompts import speaks_of_deals
from .right_button import CLOCK, Spot, await_stillness, is_unmarked, right_button_marks, same_cell
from .screen import ScreenView
from .tab import TabView, open_tab
from .tab_pictures import TabPictures
from .view import Region, Under, View
from .win32_frames import Api, integrity
from .windows import Point
from .wording import (
    AGAIN,
    BEGIN,
    FIRST,
    LEVELS,
    agrees,
    begins_round,
    named_key,
    names_hand,
    names_menu,
    names_size,
    refuses,
    refuses_only,
    round_word,
    shows_sign,
    tells_to_click,
)

__all__ = [
    "AGAIN",
    "ANSWER_WITHIN",
    "BEGIN",
    "CLOCK",
    "FIRST",
    "HOLDS",
    "LEVELS",
    "NEAR",
    "PRIMARY",
    "SCREEN",
    "SECONDARY",
    "STARTS_WITHIN",
    "Api",
    "ClickStyle",
    "Desktop",
    "DisplayGoneError",
    "Effect",
    "Hands",
    "Manner",
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
    "agrees",
    "await_stillness",
    "begins_round",
    "find_browser",
    "gone_on",
    "hand",
    "integrity",
    "is_unmarked",
    "labels_in",
    "named_key",
    "names_hand",
    "names_menu",
    "names_size",
    "open_page",
    "open_tab",
    "permits",
    "point_of",
    "refuses",
    "refuses_only",
    "right_button_marks",
    "round_word",
    "said_at",
    "same_cell",
    "shown_at",
    "shows_sign",
    "speaks_of_deals",
    "tells_to_click",
    "while_displayed",
]
