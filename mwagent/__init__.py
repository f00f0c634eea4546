r"""Minesweeper: the game, its solvers, a reader of boards on pictures, and a player.

>>> from mwagent import Board, analyse
>>> board = Board.parse("mines 2\n1##\n1##\n0##")
>>> float(analyse(board).mine_probability[0, 1])
1.0

The names listed in `__init__.pyi` are imported when they are first used: `import mwagent` alone
loads neither numpy nor OpenCV.
"""

import os.path
import sys

_program = "".join(sys.argv[:1])
if _program == "-m" and "-m" in sys.orig_argv:
    _program = sys.orig_argv[sys.orig_argv.index("-m") + 1]
if os.path.basename(_program).partition(".")[0] == "mwagent":  # noqa: PTH119
    import signal

    # One of our own commands: until `minefield.signals` takes over there is nothing to undo.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

import lazy_loader  # noqa: E402

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"
