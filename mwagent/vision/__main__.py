"""`python -m vision`: read a board from a picture or the screen, or list skins."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mwagent.minefield.command import leave, start


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the words name; gives the exit code."""
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["skins"]:
        return start("python -m vision skins", "mwagent.vision.skins_command:main", words[1:])
    return start("python -m vision", "mwagent.vision.command:main", words)


if __name__ == "__main__":
    leave(main())
