"""How files of rules look, for the help of commands, which comes at once: nothing is imported."""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 50_000_000
"""Bytes of the largest file that is looked at."""
_LIST: Final = re.compile(rb"""\s*\[\s*(\[\s*[^\s\[]|")""")
"""How a list of rows begins, which is a board."""
FORM: Final = """\
A file of rules is JSON, and ends in .json:
  {"rules": [{"cells": ["a", "b", "c"], "mines": 1},
             {"cells": ["c", "d"], "mines": [0, 1], "name": "the sonar"}],
   "cells": ["e"], "mines": 2}
`mines` of a rule is a number, or the least and the most; cells are strings,
numbers or lists of them. `cells` (optional) are further cells; `mines` is the
total, or `density` the share of mines where none is known; `priors`
(optional) lists pairs [cell, probability] of single cells.
A board of another shape is text, and ends in .txt:
  hexagons 2x3 mines 2
  1 # #
   # # #
The shapes are squares, hexagons, triangles, torus, 3d and 4d; empty lines may
part the layers. F is a flag, * a mine.
"""


def is_rules(path: str) -> bool:
    """Whether a file has rules, by its name, or a board that says its shape, not one of squares."""
    if not path.lower().endswith((".txt", ".json")):
        return False
    from mwagent.minefield.files import read_at_most
    from mwagent.minefield.shapes import SHAPES

    rules = path.lower().endswith(".json")
    try:
        text = read_at_most(path, _LONGEST, plain=True)
    except OSError:
        return rules
    if rules:
        return _LIST.match(text) is None
    words = text.split(maxsplit=1)
    return bool(words) and words[0].decode("ascii", "replace") in SHAPES
