from . import arena
from .arena import compare
from .keys import Inferences, first_cell, play_key

__all__ = ["Inferences", "arena", "compare", "first_cell", "play_key"]
