"""Entry for `python -m mcsatsolver board.csv`."""
