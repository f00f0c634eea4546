"""Entry for `python -m contradictionsolver board.csv`: see `--help`."""

from mwagent import entry

if __name__ == "__main__":
    entry.solver("contradictionsolver")
