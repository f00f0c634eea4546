from .camera import RIM_WATCHED, Camera, Sight
from .finding import Found, Search, find_board
from .game_state import (
    UNREAD,
    agreement,
    familiar,
    fresh,
    signs_of,
    total_of,
    with_around,
)
from .location import Location, in_its_place, near, same_scale
from .occlusion import unclear
from .pixels import (
    OTHER_COLOUR,
    extent,
    is_another,
    same_but,
    same_pixels,
    same_shots,
)
from .plausibility import (
    MATCH,
    Program,
    carried_over,
    consistent,
    fits_clicks,
    has_unfinished_zeros,
    implausible,
    numbers_covered,
    other_round,
    plausible,
    proven_safe,
    same_board,
)
from .seen_board import SeenBoard, Taught, watch
from .stillness import CALM, Calm, Stillness
from .zeros import clicked_blank

__all__ = [
    "CALM",
    "MATCH",
    "OTHER_COLOUR",
    "RIM_WATCHED",
    "UNREAD",
    "Calm",
    "Camera",
    "Found",
    "Location",
    "Program",
    "Search",
    "SeenBoard",
    "Sight",
    "Stillness",
    "Taught",
    "agreement",
    "carried_over",
    "clicked_blank",
    "consistent",
    "extent",
    "familiar",
    "find_board",
    "fits_clicks",
    "fresh",
    "has_unfinished_zeros",
    "implausible",
    "in_its_place",
    "is_another",
    "near",
    "numbers_covered",
    "other_round",
    "plausible",
    "proven_safe",
    "same_board",
    "same_but",
    "same_pixels",
    "same_scale",
    "same_shots",
    "signs_of",
    "total_of",
    "unclear",
    "watch",
    "with_around",
]
