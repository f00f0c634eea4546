"""What can go wrong in a game of Dragonsweeper."""

from __future__ import annotations

from mwagent.minefield.errors import IllegalMoveError, MinefieldError


class IllegalClickError(IllegalMoveError):
    """A click or a level-up that the game does not allow; it has changed nothing."""


class SeedError(MinefieldError):
    """A seed that no public game can have."""


class InconsistentViewError(MinefieldError):
    """What was seen fits no lair, so a view was left out or belongs to another game."""
