"""Entry for `python -m mcdfssolver board.csv`: see `--help`."""

import sys

from minefield import command

NAME = "mcdfssolver"

if __name__ == "__main__":
    command.leave(command.start(NAME, "solvers.onestep:command_line", [NAME, *sys.argv[1:]]))
