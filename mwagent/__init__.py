r"""Minesweeper: the game, its solvers, a reader of boards on pictures, and a player.

>>> from mwagent import Board, analyse
>>> board = Board.parse("mines 2\n1##\n1##\n0##")
>>> float(analyse(board).mine_probability[0, 1])
1.0

The names listed in `__init__.pyi` are imported when they are first used: `import mwagent` alone
loads neither numpy nor OpenCV.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"
