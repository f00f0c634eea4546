"""How commands are named in their help: `python -m MODULE`, or as the user called them.

It imports next to nothing, so that an entry can use it before Ctrl-C is taken care of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_spellings: dict[str, str] = {}


def spell(names: Mapping[str, str]) -> None:
    """Name commands otherwise in every help made from now on.

    `names` maps the words after `python -m` to the words to be shown in place of the whole.
    """
    _spellings.update(names)


def spelled(text: str) -> str:
    """Text with its `python -m ...` as `spell` asked for; what stands in columns stays there.

    >>> spelled("python -m solvers analyse board.csv")
    'python -m solvers analyse board.csv'
    """
    for module in sorted(_spellings, key=len, reverse=True):
        shown = _spellings[module]
        spare = " " * (len(f"python -m {module}") - len(shown))
        before = rf"python -m {re.escape(module)}(?![\w.])"
        text = re.sub(rf"{before}(.*?\S)??(?=  +\S)", rf"{shown}\1{spare}", text)
        text = re.sub(before, shown, text)
    return text
