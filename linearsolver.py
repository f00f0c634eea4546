"""Entry for `python -m linearsolver board.csv`: see `--help`."""

from mwagent import entry

if __name__ == "__main__":
    entry.solver("linearsolver")
