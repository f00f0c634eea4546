"""Entry for `python -m fullsatsolver board.csv`: see `--help`."""

from mwagent import entry

if __name__ == "__main__":
    entry.solver("fullsatsolver")
