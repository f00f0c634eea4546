"""The game of Minesweeper: cell codes, boards, files, rules, random boards and metrics."""

import lazy_loader

# A command that only prints its help, or is stopped at once, waits for no numpy: the names listed
# in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
