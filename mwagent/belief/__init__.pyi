from .camera import RIM_WATCHED, Camera
from .cascades import with_clicked_blank
from .finding import Found, Search, find_board
from .game_state import (
    UNREAD,
    agreement,
    begun,
    familiar,
    fresh,
    plain,
    rows_of,
    showing,
    signs_of,
    symbols_of,
    total_of,
    with_around,
)
from .location import Location, in_its_place, near, same_scale
from .occlusion import unclear
from .pixels import OTHER_COLOUR, extent, is_another, same_but, same_pixels
from .plausibility import (
    MATCH,
    Program,
    carried_over,
    consistent,
    fits_clicks,
    has_unfinished_zeros,
    numbers_covered,
    plausible,
    plausible_part,
)
from .seen_board import SeenBoard, Taught, watch
from .sight import Sight

__all__ = [
    "MATCH",
    "OTHER_COLOUR",
    "RIM_WATCHED",
    "UNREAD",
    "Camera",
    "Found",
    "Location",
    "Program",
    "Search",
    "SeenBoard",
    "Sight",
    "Taught",
    "agreement",
    "begun",
    "carried_over",
    "consistent",
    "extent",
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
    "rows_of",
    "same_but",
    "same_pixels",
    "same_scale",
    "showing",
    "signs_of",
    "symbols_of",
    "total_of",
    "unclear",
    "watch",
    "with_around",
    "with_clicked_blank",
]
