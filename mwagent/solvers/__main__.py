"""`python -m solvers`: analyse a position, explain one of its cells, or list the solvers."""

from __future__ import annotations

from collections.abc import Sequence

from mwagent.minefield import command


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.start("python -m solvers", "mwagent.solvers.cli.commandline:main", words)


if __name__ == "__main__":
    command.leave(main())
