from .camera import Camera
from .cascades import with_clicked_blank
from .finding import Found, Search, find_board
from .game_state import (
    FAMILIAR,
    UNREAD,
    begun,
    familiar,
    fresh,
    plain,
    symbols_of,
    total_of,
)
from .location import Location, in_its_place, near, same_scale
from .pixels import is_another, same_but, same_pixels
from .plausibility import (
    COVERED_OPEN,
    MATCH,
    Program,
    carried_over,
    fits_clicks,
    has_unfinished_zeros,
    numbers_covered,
    plausible,
    plausible_part,
)
from .seen_board import SeenBoard, Taught, watch
from .sight import Sight

__all__ = [
    "COVERED_OPEN",
    "FAMILIAR",
    "MATCH",
    "UNREAD",
    "Camera",
    "Found",
    "Location",
    "Program",
    "Search",
    "SeenBoard",
    "Sight",
    "Taught",
    "begun",
    "carried_over",
    "familiar",
    "find_board",
    "fits_clicks",
    "fresh",
    "has_unfinished_zeros",
    "in_its_place",
    "is_another",
    "near",
    "numbers_covered",
    "plain",
    "plausible",
    "plausible_part",
    "same_but",
    "same_pixels",
    "same_scale",
    "symbols_of",
    "total_of",
    "watch",
    "with_clicked_blank",
]
