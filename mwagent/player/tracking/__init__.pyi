from .cascades import with_clicked_blank
from .finding import Found, Search
from .frame import Frame, take_frame
from .game_state import FAMILIAR, begun, familiar, fresh, plain, symbols_of, total_of
from .location import Location, in_its_place, near
from .paint import RESTLESS, PaintWatch, Spent
from .plausibility import (
    Program,
    carried_over,
    fits_clicks,
    has_unfinished_zeros,
    numbers_covered,
    plausible,
    plausible_part,
    without_strays,
)
from .tracking import SeenBoard, TrackedBoard, track, watch

__all__ = [
    "FAMILIAR",
    "RESTLESS",
    "Found",
    "Frame",
    "Location",
    "PaintWatch",
    "Program",
    "Search",
    "SeenBoard",
    "Spent",
    "TrackedBoard",
    "begun",
    "carried_over",
    "familiar",
    "fits_clicks",
    "fresh",
    "has_unfinished_zeros",
    "in_its_place",
    "near",
    "numbers_covered",
    "plain",
    "plausible",
    "plausible_part",
    "symbols_of",
    "take_frame",
    "total_of",
    "track",
    "watch",
    "with_clicked_blank",
    "without_strays",
]
