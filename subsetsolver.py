"""Entry for `python -m subsetsolver board.csv`: see `--help`."""

import sys

from minefield import command

NAME = "subsetsolver"

if __name__ == "__main__":
    command.leave(command.start(NAME, "solvers.onestep:command_line", [NAME, *sys.argv[1:]]))
