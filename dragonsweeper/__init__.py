"""Dragonsweeper, the sister game by Daniel Benmergui: its lairs, its rules, and a player.

>>> from dragonsweeper import Game, Lair
>>> Lair.generate(0).grid[4][6]
'dragon'
>>> game = Game(0)
>>> str(game.look(6, 4))
'dragon power=13'
"""

from dragonsweeper.errors import IllegalClickError, InconsistentViewError, SeedError
from dragonsweeper.game import Change, Game
from dragonsweeper.knowledge import Knowledge
from dragonsweeper.lair import Entity, Lair
from dragonsweeper.look import Look
from dragonsweeper.player import Action, Played, Player, Reason, excluded, play
from dragonsweeper.view import Hero, Stage, View

__all__ = [
    "Action",
    "Change",
    "Entity",
    "Game",
    "Hero",
    "IllegalClickError",
    "InconsistentViewError",
    "Knowledge",
    "Lair",
    "Look",
    "Played",
    "Player",
    "Reason",
    "SeedError",
    "Stage",
    "View",
    "excluded",
    "play",
]
