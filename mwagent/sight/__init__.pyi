from .cascades import with_clicked_blank
from .eye import FAMILIAR, Eye, begun, familiar, fresh, plain
from .location import Location, near
from .paint import PaintWatch, Spent
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

__all__ = [
    "FAMILIAR",
    "Eye",
    "Location",
    "PaintWatch",
    "Program",
    "Spent",
    "begun",
    "carried_over",
    "familiar",
    "fits_clicks",
    "fresh",
    "has_unfinished_zeros",
    "near",
    "numbers_covered",
    "plain",
    "plausible",
    "plausible_part",
    "with_clicked_blank",
    "without_strays",
]
