"""Entry for `python -m mcsatsolver board.csv`: see `--help`."""

from mwagent import entry

if __name__ == "__main__":
    entry.solver("mcsatsolver")
