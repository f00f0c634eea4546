"""What is answered where a page asks for something to be typed: a level, or a number."""

from __future__ import annotations

import re
from typing import Final

from mwagent.vision.header.words import LEVELS

USUAL: Final = 10
"""Said where a page asks for something else, mostly a number of rows, columns or mines."""
_LEVEL: Final = re.compile(rf"\b({'|'.join(LEVELS)})\b", re.IGNORECASE)
_NUMBERED: Final = r"(\d+)\W{1,4}\b(?:" + "|".join(LEVELS) + r")\b"
"""An easy level in a list: "1) easy", "1 - easy"."""
_NUMBERED_AFTER: Final = r"\b(?:" + "|".join(LEVELS) + r")\s*[=(:]\s*(\d+)"
"""The same the other way round: "easy = 1", "easy (1)"."""
_RANGE: Final = re.compile(r"(\d+)\s*(?:-|–|to|and|a|y|bis|und|à|et|до)\s*(\d+)", re.IGNORECASE)


def answer_to(message: str, proposal: str = "") -> str:
    """The answer to what a page asks: its own proposal, an easy level it names, or a number.

    >>> answer_to("Rows?", "9"), answer_to("Which level? Type: easy, medium, hard.")
    ('9', 'easy')
    >>> answer_to("1) easy 2) hard"), answer_to("Mines?"), answer_to("Size, from 4 to 8:")
    ('1', '10', '8')
    """
    if proposal:
        return proposal
    for numbered in (_NUMBERED, _NUMBERED_AFTER):
        if found := re.search(numbered, message, re.IGNORECASE):
            return found[1]
    if level := _LEVEL.search(message):
        return level[0]
    least, most = next(((int(a), int(b)) for a, b in _RANGE.findall(message)), (USUAL, USUAL))
    return str(min(max(USUAL, least), most) if least < most else USUAL)
