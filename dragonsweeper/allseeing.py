"""A player who sees everything, to measure what is possible at all; no help for honest play.

Every lair holds the same entities, and whoever knows where they are can click them in any order. So
what remains is a schedule of hit points, the same for all lairs: whatever is free comes first, then
enemies in such portions that no heal throws hit points away.
"""

from __future__ import annotations

from dragonsweeper.entities import KINDS
from dragonsweeper.game import Game
from dragonsweeper.lair import Lair
from dragonsweeper.view import Stage

Place = tuple[int, int]
_POWER = {kind.name: kind.power for kind in KINDS}
_MINE_KING_POWER = _POWER["mine king"]


def play_all_seeing(seed: int) -> Game:
    """Play a game with the lair in view; raises SeedError."""
    lair = {(x, y): entity.kind for x, y, entity in Lair.generate(seed)}
    game = Game(seed)
    disarmed = False
    while game.stage is Stage.PLAYING:
        disarmed = _take_free(game, lair, disarmed) or disarmed
        enemies = {
            place: _POWER[kind]
            for place, kind in lair.items()
            if _POWER[kind] and kind != "mine" and _stands(game, place)
        }
        walls = [place for place in lair if game.look(*place).kind == "wall"]
        kits = [place for place in lair if game.look(*place).kind == "medikit"]
        target = _next_enemy(game, lair, enemies)
        if target is not None:
            _fight(game, lair, target)
        elif not enemies and walls and game.hero.hp > 1:
            game.click(*walls[0])
        elif game.hero.xp >= game.hero.need and (enemies or walls):
            game.level_up()
        elif kits and (enemies or walls):
            game.click(*kits[0])
        else:
            game.click(6, 4)
            break
    return game


def _stands(game: Game, place: Place) -> bool:
    look = game.look(*place)
    return look.kind is None or (look.fights and not look.defeated) or look.kind == "chest"


def _take_free(game: Game, lair: dict[Place, str], disarmed: bool) -> bool:
    """Click all that costs nothing until nothing is left; says whether the mines were disarmed."""
    again = True
    while again:
        again = False
        for place, kind in lair.items():
            look = game.look(*place)
            free = look.kind is None and (not _POWER[kind] or (kind == "mine" and disarmed))
            shown = look.kind in ("treasure", "gnome", "dragon_egg", "orb") or (
                look.kind == "chest" and kind == "chest"
            )
            spell = bool(look.kind and look.kind.startswith("spell"))
            if free or shown or spell or look.defeated:
                disarmed = disarmed or look.kind == "spell_disarm"
                game.click(*place)
                again = True
    return disarmed


def _next_enemy(game: Game, lair: dict[Place, str], enemies: dict[Place, int]) -> Place | None:
    """Pick the largest enemy with which the hit points can be used up best; the Mine King first."""
    affordable = game.hero.hp - 1
    for place in enemies:
        if lair[place] == "mine king" and affordable >= _MINE_KING_POWER:
            return place
    best: tuple[int, int, Place] | None = None
    for place, power in enemies.items():
        if power > affordable:
            continue
        rest = _most(affordable - power, [p for other, p in enemies.items() if other != place])
        if best is None or (power + rest, power) > best[:2]:
            best = (power + rest, power, place)
    return best[2] if best else None


def _most(affordable: int, powers: list[int]) -> int:
    """Find the largest sum of powers that can be afforded."""
    sums = 1
    for power in powers:
        sums |= sums << power
    return (sums & ((1 << (affordable + 1)) - 1)).bit_length() - 1


def _fight(game: Game, lair: dict[Place, str], place: Place) -> None:
    if lair[place] == "mimic" and game.look(*place).kind is None:
        game.click(*place)
    game.click(*place)
