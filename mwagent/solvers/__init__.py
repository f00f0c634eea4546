"""Solvers: Board in, Analysis out, found by name in one registry."""

import lazy_loader

from mwagent import entry

entry.door("solvers", __name__)  # `solvers` of a checkout is a link to this folder
# The names listed in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
