"""Pages that ask something before there is a board, or amid a game: a size, a name, consent.

The game is the odd one of the tests; what comes before it stands in `gates.html`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from testbed.folders import ROOT

PART: Final = Path(__file__).with_suffix(".html").read_text("utf-8")
KINDS: Final = tuple(re.findall(r'^  "(.+?)": \(\) =>', PART, re.MULTILINE))
"""What the kinds are called."""


def gated_page(kind: str) -> str:
    """The text of a page with what it asks; `odd.bad` are the answers nobody would have given."""
    game = (ROOT / "tests/end_to_end/odd_game.html").read_text("utf-8")
    return game + PART.replace("KIND]", f"{json.dumps(kind)}]")
