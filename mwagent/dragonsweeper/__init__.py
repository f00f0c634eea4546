"""Dragonsweeper, the sister game by Daniel Benmergui: its lairs, its rules, and a player.

>>> from mwagent.dragonsweeper import Game, Lair
>>> Lair.generate(0).grid[4][6]
'dragon'
>>> game = Game(0)
>>> str(game.look(6, 4))
'dragon power=13'
"""

import lazy_loader

# Ctrl-C while a command is being loaded ends it quietly: the names listed in `__init__.pyi` are
# imported when they are first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
