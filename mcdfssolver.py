"""Entry for `python -m mcdfssolver board.csv`."""
