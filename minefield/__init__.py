"""The game of Minesweeper: cell codes, boards, files, rules, random boards and metrics."""

import os

import lazy_loader

# Boards are small: threads for their matrices cost more than they bring, and take the processor
# from the game that is being played. Numpy reads this once, when it is first imported, so every
# package that uses numpy imports this one first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A command that only prints its help, or is stopped at once, waits for no numpy: the names listed
# in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
