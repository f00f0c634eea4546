"""Pixels in, boards out: find a Minesweeper on a picture of the screen and read it."""

import lazy_loader

from mwagent import entry

entry.door("vision", __name__)  # `vision` of a checkout is a link to this folder
# The names listed in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
