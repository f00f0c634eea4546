from .cascades import with_clicked_blank
from .eye import FAMILIAR, Eye, begun, familiar, fresh, plain
from .location import Place, near
from .paint import Spent, Watch
from .plausibility import (
    Program,
    answers,
    believable,
    half_covered,
    partly,
    remembered,
    spreading,
    without_strays,
)

__all__ = [
    "FAMILIAR",
    "Eye",
    "Place",
    "Program",
    "Spent",
    "Watch",
    "answers",
    "begun",
    "believable",
    "familiar",
    "fresh",
    "half_covered",
    "near",
    "partly",
    "plain",
    "remembered",
    "spreading",
    "with_clicked_blank",
    "without_strays",
]
