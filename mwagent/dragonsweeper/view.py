"""All that a player may know of a game at one time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from mwagent.dragonsweeper import _core
from mwagent.dragonsweeper.lair import HEIGHT, KINDS, SQUARES, WIDTH

FACINGS: Final = (None, "front", "left", "right", "up", "down")
MARKS: Final = (None, "wall", "chest")
_LETTERS: Final = {
    "rat": "r",
    "bat": "b",
    "skeleton": "s",
    "gargoyle": "g",
    "slime": "sl",
    "rat king": "rk",
    "gazer": "gz",
    "minotaur": "mi",
    "guardian": "gu",
    "big slime": "bs",
    "giant": "lo",
    "mine king": "mk",
    "mimic": "mm",
    "dragon": "dr",
    "wizard": "wz",
    "mine": "mn",
    "gnome": "gn",
    "dragon_egg": "eg",
    "wall": "##",
    "chest": "ch",
    "medikit": "+",
    "orb": "o",
    "crown": "cr",
    "treasure": "$",
}


@dataclass(frozen=True, slots=True)
class Look:
    """All that is drawn on one square.

    `kind` is None where the square is hidden; a posing mimic is a chest. `value` is the attack
    number of an empty square (None for "?"), the power of a monster or, once it is `defeated`, its
    experience points, the hit points of a wall, and the worth of a treasure. `facing` is where a
    rat, gargoyle or minotaur looks, `mark` what an empty square was, `name` a guard's or a lover's
    own name.
    """

    kind: str | None = None
    value: int | None = None
    defeated: bool = False
    facing: str | None = None
    mark: str | None = None
    name: str | None = None

    @classmethod
    def of(cls, raw: tuple[bool, int, bool, int, int, int, int]) -> Look:
        """Make one of what the compiled module says of a square."""
        hidden, kind, defeated, value, facing, mark, which = raw
        if hidden:
            return cls()
        name = {"guardian": f"guard{which + 1}", "giant": ("romeo", "juliet")[which & 1]}
        return cls(
            KINDS[kind].name,
            None if value < 0 else value,
            defeated,
            FACINGS[facing],
            MARKS[mark],
            name.get(KINDS[kind].name),
        )

    @property
    def symbol(self) -> str:
        """Up to three characters: a number, or letters, in capitals for a defeated monster."""
        if self.kind is None:
            return "·"
        if self.kind == "empty":
            return "?" if self.value is None else str(self.value)
        letters = _LETTERS.get(self.kind, "*")
        return letters.upper() if self.defeated else letters

    @property
    def fights(self) -> bool:
        """Whether this is a monster, alive or defeated."""
        return any(kind.fights for kind in KINDS if kind.name == self.kind)

    def __str__(self) -> str:
        if self.kind is None:
            return "hidden"
        if self.kind == "empty":
            number = "?" if self.value is None else str(self.value)
            return f"{number} {self.mark}mark" if self.mark else number
        if self.kind == "wall":
            return f"wall hp={self.value}"
        if self.kind == "treasure":
            return f"treasure {self.value}"
        words = [self.name or self.kind]
        if self.facing:
            words.append(f"faces {self.facing}")
        if self.fights:
            words.append(f"DEAD xp={self.value}" if self.defeated else f"power={self.value}")
        return " ".join(words)


class Stage(Enum):
    """How far a game is."""

    PLAYING = "playing"
    WON = "won"
    DEAD = "dead"


class Hero(NamedTuple):
    """The hero: hit points (alive with zero hearts at 1), experience, and what a level costs."""

    hp: int
    max_hp: int
    level: int
    xp: int
    score: int
    need: int


_STAGES = tuple(Stage)


class View:
    """What is in sight: a copy, which leads nowhere near what is hidden.

    Knowledge and the player get views and nothing else. Two views are equal when everything in
    sight is.
    """

    def __init__(self, raw: _core.View):
        self._raw = raw

    @property
    def raw(self) -> _core.View:
        """The view as the compiled module has it."""
        return self._raw

    @property
    def hero(self) -> Hero:
        """The hero as it stands."""
        return Hero(*self._raw.hero())

    @property
    def stage(self) -> Stage:
        """Whether the game goes on, is won, or lost."""
        return _STAGES[self._raw.stage()]

    def look(self, x: int, y: int) -> Look:
        """Say what a square of the board looks like."""
        return Look.of(self._raw.look(y * WIDTH + x))

    def looks(self) -> list[Look]:
        """Say what all 130 squares look like, row by row."""
        return [Look.of(self._raw.look(s)) for s in range(SQUARES)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._raw == other._raw

    __hash__ = None  # type: ignore[assignment]  # as for everything that is compared by content

    def __str__(self) -> str:
        """Draw the board, three characters a square: hidden ones as dots, numbers as they are."""
        looks = self.looks()
        rows = [looks[y * WIDTH : (y + 1) * WIDTH] for y in range(HEIGHT)]
        return "\n".join(" ".join(f"{look.symbol:>3}" for look in row) for row in rows)
