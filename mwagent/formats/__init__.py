"""Files and links of other programs: replays as games, boards as positions, and back."""

import lazy_loader

# The names listed in `__init__.pyi` are imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
