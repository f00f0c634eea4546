"""What is on the board now, given all that was seen of it and all that was done.

The bot and the coach ask the same: where the board lies, what its picture shows, and whether that
can follow from what was known. Nothing here presses anything.
"""

import lazy_loader

# The names listed in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
