from .window import SightedWindow

__all__ = [
    "SightedWindow",
]
