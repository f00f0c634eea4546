from .game import Change, Game, IllegalClickError
from .knowledge import InconsistentViewError, Knowledge
from .lair import Entity, Lair, SeedError
from .player import Action, Played, Player, Reason, play
from .view import Hero, Look, Stage, View

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
