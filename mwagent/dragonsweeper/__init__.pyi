from .errors import IllegalClickError, InconsistentViewError, SeedError
from .game import Change, Game
from .knowledge import Knowledge
from .lair import Entity, Lair
from .look import Look
from .player import Action, Played, Player, Reason, play
from .view import Hero, Stage, View

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
    "play",
]
