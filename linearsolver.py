"""Entry for `python -m linearsolver board.csv`: see `--help`."""

import sys

from minefield import command

NAME = "linearsolver"

if __name__ == "__main__":
    command.leave(command.start(NAME, "solvers.onestep:command_line", [NAME, *sys.argv[1:]]))
