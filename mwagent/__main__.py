"""`python -m mwagent`: find a Minesweeper on the screen and play it."""

from __future__ import annotations

from mwagent.entry import main
from mwagent.minefield import command

if __name__ == "__main__":
    command.leave(main())
