"""`python -m mwagent`: find a Minesweeper on the screen and play it."""

from __future__ import annotations

from minefield import command
from mwagent.entry import main

if __name__ == "__main__":
    command.leave(main())
