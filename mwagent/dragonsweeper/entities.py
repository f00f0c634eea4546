"""What may live on a square: names, counts, powers and experience points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mwagent.dragonsweeper import _core

WIDTH: Final = 13
HEIGHT: Final = 10
SQUARES: Final = WIDTH * HEIGHT


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of entity.

    `count` is how many a fresh lair has, `power` the damage of a fight, `xp` the experience points
    for the defeated one. `fights` says whether it is defeated at all.
    """

    name: str
    count: int
    power: int
    xp: int
    fights: bool


KINDS: Final = tuple(Kind(*traits) for traits in _core.kinds())
"""All kinds, in the order of their numbers in the compiled module."""
