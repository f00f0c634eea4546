"""Lairs: what every square of a game holds, as its seed has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mwagent.dragonsweeper import _core
from mwagent.minefield import MinefieldError

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


_LETTERS = dict(
    zip((kind.name for kind in KINDS), [*".rbsglKZMGSLkxDwmneWcHoO", *"dRLCt"], strict=True)
)


class SeedError(MinefieldError):
    """A seed that no public game can have."""


def check_seed(seed: int) -> int:
    """Return the seed when a public game can have it; raises SeedError."""
    if not 0 <= seed < 2**32:
        raise SeedError(f"a seed is a whole number from 0 to {2**32 - 1}, got {seed}")
    return seed


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity on its square. `index` says which of its kind: guards by quadrant (0 upper left,
    then clockwise), lovers 0 romeo and 1 juliet, gargoyle twins 2n and 2n+1, chests 0 to 2 with
    treasure and 3 to 4 with a medikit.
    """

    kind: str
    index: int


@dataclass(frozen=True, slots=True)
class Lair:
    """A generated lair.

    `entities` holds 130 entities row by row; `list_order` the squares (x, y) in the order of the
    game's own list, which decides ties; `attempts` how often the generator had to begin; and
    `next_draws` the three 32-bit numbers that the game's random stream gives next.
    """

    seed: int
    entities: tuple[Entity, ...]
    list_order: tuple[tuple[int, int], ...]
    attempts: int
    next_draws: tuple[int, int, int]

    @classmethod
    def generate(cls, seed: int) -> Lair:
        """Generate the lair of version 1.1.18 of the public game; raises SeedError."""
        entities, order, attempts, draws = _core.lair(check_seed(seed))
        return cls(
            seed,
            tuple(Entity(KINDS[kind].name, index) for kind, index in entities),
            tuple((s % WIDTH, s // WIDTH) for s in order),
            attempts,
            (draws[0], draws[1], draws[2]),
        )

    @property
    def grid(self) -> list[list[str]]:
        """The names of the entities, 10 rows of 13."""
        names = [entity.kind for entity in self.entities]
        return [names[i : i + WIDTH] for i in range(0, len(names), WIDTH)]

    def __iter__(self) -> Iterator[tuple[int, int, Entity]]:
        """Go through (x, y, entity) row by row."""
        for s, entity in enumerate(self.entities):
            yield s % WIDTH, s // WIDTH, entity

    def __str__(self) -> str:
        """Draw one letter for each square; `legend` says which."""
        return "\n".join(" ".join(_LETTERS[name] for name in row) for row in self.grid)


def legend() -> str:
    """Say which letter stands for what in a drawn lair."""
    return "  ".join(f"{_LETTERS[kind.name]} {kind.name}" for kind in KINDS if kind.count)
