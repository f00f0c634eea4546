"""`python -m dragonsweeper`: print a lair, watch a game, play many."""

from __future__ import annotations

from collections.abc import Sequence

from mwagent.minefield import command


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.start("python -m dragonsweeper", "mwagent.dragonsweeper.commandline:main", words)


if __name__ == "__main__":
    command.leave(main())
