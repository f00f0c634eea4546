"""A player who sees everything, to measure what is possible at all; no help for honest play.

Every lair holds the same entities, and whoever knows where they are can click them in any order. So
what remains is a schedule of hit points, the same for all lairs: whatever is free comes first, then
enemies in such portions that no heal throws hit points away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from mwagent.dragonsweeper.game import Game
from mwagent.dragonsweeper.lair import KINDS, Lair

_POWER = {kind.name: kind.power for kind in KINDS}
_XP = {kind.name: kind.xp for kind in KINDS}
_FIGHTS = {kind.name for kind in KINDS if kind.fights}
_MINE_KING_POWER = _POWER["mine king"]
_NEED = (4, 5, 7, 9, 9, 10, 12, 12, 12, 15, 18, 21, 21)
_HIGHEST_HP = 19
_TREASURE_CHESTS = 3


@dataclass
class _Rest:
    """What is left of a lair: `enemies` by their power, `free` experience, that of armed mines."""

    hp: int
    max_hp: int
    level: int
    xp: int
    enemies: Counter[int]
    walls: int
    treasure: int
    free: int
    armed: int
    medikits: int

    @property
    def need(self) -> int:
        return _NEED[self.level - 1] if self.level <= len(_NEED) else 25

    def level_up(self) -> None:
        self.xp -= self.need
        self.level += 1
        if self.level % 2 == 1 and self.max_hp < _HIGHEST_HP:
            self.max_hp += 1
        self.hp = self.max_hp

    def fight(self, power: int) -> None:
        self.enemies[power] -= 1
        self.hp -= power
        self.xp += power


Pick = Callable[[Sequence[int]], int]
"""Chooses one of some powers, in ascending order."""


def slack(game: Game, lair: Lair, enough: int | None = None, tries: int = 300) -> int:
    """Count the hit points that may still be lost with a clear in reach, seeing everything.

    What is left is played on in thought, with whole enemies, the largest first, the smallest first,
    and then by chance, until `tries` are used up or `enough` hit points are found: a lower bound,
    to compare with one that lets enemies be divided. Below zero, so many hit points are missing.
    `lair` is that of the game's seed.
    """
    left = _rest(game, lair)
    picks: list[Pick] = [max, min, *(Random(i).choice for i in range(tries - 2))]
    best: int | None = None
    for pick in picks:
        found = _spare(replace(left, enemies=Counter(left.enemies)), pick)
        best = found if best is None else max(best, found)
        if enough is not None and best >= enough:
            break
    assert best is not None
    return best


def _spare(rest: _Rest, pick: Pick) -> int:
    rest.xp += rest.free
    lost = 0
    while True:
        if rest.armed and rest.hp > _MINE_KING_POWER:
            rest.fight(_MINE_KING_POWER)
            rest.xp += rest.armed
            rest.armed = 0
        _use_up(rest, pick)
        done = not rest.enemies.total()
        if done:
            on_walls = min(rest.hp - 1, rest.walls)
            rest.hp -= on_walls
            rest.walls -= on_walls
            if not rest.walls:
                rest.xp += rest.treasure
                rest.treasure = 0
        done = done and not rest.walls
        if rest.xp >= rest.need:
            lost += rest.hp - 1
            rest.level_up()
        elif rest.medikits and not done:
            lost += rest.hp - 1
            rest.hp = rest.max_hp
            rest.medikits -= 1
        else:
            break
    left = rest.hp - 1 + rest.medikits * (rest.max_hp - 1)
    return lost + left - sum(rest.enemies.elements()) - rest.walls


def _use_up(rest: _Rest, pick: Pick) -> None:
    """Fight enemies that together use up the hit points best; the Mine King is kept."""
    kept = Counter({_MINE_KING_POWER: 1 if rest.armed else 0})
    while affordable := rest.hp - 1:
        others = rest.enemies - kept
        after = {
            power: power + _most(affordable - power, [*(others - Counter([power])).elements()])
            for power in sorted(others)
            if power <= affordable
        }
        if not after:
            return
        rest.fight(pick([power for power in after if after[power] == max(after.values())]))


def _rest(game: Game, lair: Lair) -> _Rest:
    """Count what is left of a game; the gnome is found wherever it has fled to."""
    hero = game.hero
    rest = _Rest(hero.hp, hero.max_hp, hero.level, hero.xp, Counter(), 0, 0, 0, 0, 0)
    rest.free = _XP["gnome"] if any(kind == "gnome" for kind in game.truth()) else 0
    places = list(lair)
    king = game.look(*next((x, y) for x, y, entity in places if entity.kind == "mine king"))
    disarmed = king.defeated or king.kind in ("spell_disarm", "empty")
    for x, y, entity in places:
        look = game.look(x, y)
        if look.kind in ("treasure", "medikit"):
            rest.free += look.value or 0
            rest.medikits += look.kind == "medikit"
        elif entity.kind == "gnome" or look.kind in ("empty", "gnome"):
            continue
        elif look.defeated:
            rest.free += look.value or 0
            rest.medikits += entity.kind == "giant"
        elif entity.kind == "mine":
            rest.free += _XP["mine"] if disarmed else 0
            rest.armed += 0 if disarmed else _XP["mine"]
        elif entity.kind in _FIGHTS and look.kind in (None, entity.kind, "chest"):
            _count_unfought(rest, entity.kind)
        elif entity.kind == "wall":
            rest.walls += 3 if look.value is None else look.value
            rest.treasure += 1
        elif entity.kind == "chest":
            rest.free += 5 if entity.index < _TREASURE_CHESTS else 0
            rest.medikits += entity.index >= _TREASURE_CHESTS
        elif entity.kind == "medikit":
            rest.medikits += 1
    return rest


def _count_unfought(rest: _Rest, kind: str) -> None:
    if not _POWER[kind]:
        rest.free += _XP[kind]
        return
    rest.enemies[_POWER[kind]] += 1
    rest.medikits += kind == "giant"


def _most(affordable: int, powers: list[int]) -> int:
    """Find the largest sum of powers that can be afforded."""
    sums = 1
    for power in powers:
        sums |= sums << power
    return (sums & ((1 << (affordable + 1)) - 1)).bit_length() - 1
