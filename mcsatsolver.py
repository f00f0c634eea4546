"""Entry for `python -m mcsatsolver board.csv`: see `--help`."""

import sys

from mwagent.minefield import command

NAME = "mcsatsolver"

if __name__ == "__main__":
    command.leave(
        command.start(NAME, "mwagent.solvers.cli.analysing:command_line", [NAME, *sys.argv[1:]])
    )
