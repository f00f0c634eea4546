"""Entry for `python -m fullsatsolver board.csv`."""
