"""Entry for `python -m mcsatsolver board.csv`: see `--help`."""

import sys

from solvers.onestep import main

if __name__ == "__main__":
    sys.exit(main("mcsatsolver"))
