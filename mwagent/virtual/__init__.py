"""Boards without a screen: key boards to replay, and the arena that compares solvers."""

import lazy_loader

from mwagent import entry

entry.door("virtual", __name__)  # `virtual` of a checkout is a link to this folder
# The names listed in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
