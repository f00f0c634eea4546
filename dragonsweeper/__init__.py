"""Dragonsweeper, the sister game by Daniel Benmergui: its lairs, its rules, and a player.

>>> from dragonsweeper import Game, Lair
>>> Lair.generate(0).grid[4][6]
'dragon'
>>> game = Game(0)
>>> str(game.look(6, 4))
'dragon power=13'
"""

from dragonsweeper.errors import IllegalClickError, SeedError
from dragonsweeper.game import Change, Game, Hero, Stage
from dragonsweeper.lair import Entity, Lair
from dragonsweeper.look import Look

__all__ = [
    "Change",
    "Entity",
    "Game",
    "Hero",
    "IllegalClickError",
    "Lair",
    "Look",
    "SeedError",
    "Stage",
]
