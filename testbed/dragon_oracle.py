"""An independent judge of what follows from a position in Dragonsweeper: a CP-SAT model.

It knows the counts, the patterns of generated lairs and what is in sight, and is asked for lairs
that agree. What no such lair has on a square is proven not to be there. It begins with what the
knowledge under test left possible, and so finds what that missed; that the knowledge leaves the
truth in is another test's business. That the gnome begins beside a medikit is left out, for it may
have fled unseen.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from mwagent.dragonsweeper import Game, Knowledge, Lair, Player, Reason, Stage
from mwagent.dragonsweeper.lair import HEIGHT, KINDS, WIDTH

Place = tuple[int, int]
SQUARES = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
POWER = {kind.name: kind.power for kind in KINDS}
COUNT = {kind.name: kind.count for kind in KINDS if kind.count}


def d2(a: Place, b: Place) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def around(a: Place, most: int = 2) -> list[Place]:
    return [b for b in SQUARES if b != a and d2(a, b) <= most]


def border(a: Place) -> bool:
    return a[0] in (0, WIDTH - 1) or a[1] in (0, HEIGHT - 1)


def corner(a: Place) -> bool:
    return a[0] in (0, WIDTH - 1) and a[1] in (0, HEIGHT - 1)


def quadrant(a: Place) -> int | None:
    if a[0] == 6 or a[1] == 4:
        return None
    return 2 * (a[1] > 4) + (a[0] > 6)


def allowed(a: Place) -> set[str]:
    """Name what a lair may have on a square, by the square alone."""
    names = {
        "empty",
        "rat",
        "bat",
        "skeleton",
        "gargoyle",
        "slime",
        "rat king",
        "gazer",
        "minotaur",
        "mimic",
        "mine",
        "gnome",
        "wall",
        "chest",
        "medikit",
        "spell_reveal",
    }
    if quadrant(a) is not None:
        names.add("guardian")
    if a[0] != 6:
        names.add("giant")
    if corner(a):
        names.add("mine king")
    if d2(a, (6, 4)) <= 2:
        names.add("dragon_egg")
    if border(a) and not corner(a):
        names.add("wizard")
    if a[0] <= 1 or a[0] >= WIDTH - 2 or a[1] <= 1 or a[1] >= HEIGHT - 2:
        names.add("big slime")
    return names


class Oracle:
    """All lairs that agree with a game as it stands; `used` names the spells that were cast.

    `base` is what a square may hold before anything is concluded.
    """

    def __init__(self, game: Game, knowledge: Knowledge, used: set[str]):
        from ortools.sat.python import cp_model  # half a second, which few tests need

        self.model: Any = cp_model.CpModel()
        self.game = game
        lair = {(x, y): entity.kind for x, y, entity in Lair.generate(game.seed)}
        self.kinds: dict[Place, set[str]] = {}
        for a in SQUARES:
            look = game.look(*a)
            if look.kind is None:
                self.kinds[a] = allowed(a)
                if "spell_reveal_rats" in used:
                    self.kinds[a].discard("rat")
                if "spell_reveal_slimes" in used:
                    self.kinds[a] -= {"slime", "big slime"}
            elif look.kind == "chest":
                self.kinds[a] = {"chest", "mimic"}
            else:
                # What an open square held is in sight when it is opened; the gnome moves on.
                gone = lair[a] == "gnome" and look.kind == "empty"
                self.kinds[a] = {"empty" if gone else lair[a]}
        if any(game.look(*a).kind == "gnome" for a in SQUARES):
            for a in SQUARES:
                if game.look(*a).kind != "gnome":
                    self.kinds[a].discard("gnome")
                else:
                    self.kinds[a] = {"gnome"}
        self.base = {a: set(kinds) for a, kinds in self.kinds.items()}
        for a in SQUARES:
            if game.look(*a).kind in (None, "chest"):
                self.kinds[a] &= knowledge.possible(*a)
        self.has = {
            (a, k): self.model.new_bool_var(f"{a} {k}") for a in SQUARES for k in self.kinds[a]
        }
        self._counts()
        self._numbers("spell_disarm" in used)
        self._patterns(lair)

    def var(self, a: Place, kind: str) -> Any:
        return self.has.get((a, kind), 0)

    def _counts(self) -> None:
        for a in SQUARES:
            self.model.add_exactly_one(self.has[a, k] for k in self.kinds[a])
        for kind, count in COUNT.items():
            if kind in ("empty", "gnome"):
                continue
            self.model.add(sum(self.var(a, kind) for a in SQUARES) == count)
        both = COUNT["empty"] + COUNT["gnome"]
        self.model.add(sum(self.var(a, "empty") + self.var(a, "gnome") for a in SQUARES) == both)
        self.model.add(sum(self.var(a, "gnome") for a in SQUARES) <= 1)

    def _numbers(self, disarmed: bool) -> None:
        for a in SQUARES:
            look = self.game.look(*a)
            if look.kind != "empty":
                continue
            living = [b for b in around(a, 4) if self._may_be_living_gazer(b)]
            if look.value is None:
                self.model.add_bool_or(self.has[b, "gazer"] for b in living)
                continue
            for b in living:
                self.model.add(self.has[b, "gazer"] == 0)
            total: Any = 0
            for b in around(a):
                seen = self.game.look(*b)
                if seen.kind is None or seen.kind == "chest":
                    for k in self.kinds[b]:
                        power = 0 if disarmed and k == "mine" else POWER[k]
                        total += power * self.has[b, k]
                elif not (disarmed and seen.kind == "mine"):
                    total += POWER[seen.kind] if seen.fights else 0
            self.model.add(total == look.value)

    def _may_be_living_gazer(self, a: Place) -> bool:
        look = self.game.look(*a)
        if look.kind is None:
            return "gazer" in self.kinds[a]
        return look.kind == "gazer" and not look.defeated

    def _pairs(self, pairs: list[tuple[Place, Place]], first: str, second: str) -> Any:
        chosen = {
            (a, b): self.model.new_bool_var(f"{first} {a} {b}")
            for a, b in pairs
            if first in self.kinds[a] and second in self.kinds[b]
        }
        for place, kind, end in [(a, first, 0) for a in SQUARES] + [
            (a, second, 1) for a in SQUARES
        ]:
            if first == second and end == 1:
                continue
            ends = [
                v
                for pair, v in chosen.items()
                if pair[end] == place or (first == second and pair[1] == place)
            ]
            self.model.add(self.var(place, kind) == sum(ends))
        return chosen

    def _patterns(self, lair: dict[Place, str]) -> None:
        add, var = self.model.add, self.var
        rim = [a for a in SQUARES if border(a) and not corner(a)]
        for a in SQUARES:
            beside = [var(w, "wizard") for w in rim if 0 < d2(a, w) <= 2]
            add(var(a, "big slime") == sum(beside))
        for a in SQUARES:
            add(var(a, "giant") == var((12 - a[0], a[1]), "giant"))
        for q in range(4):
            add(sum(var(a, "guardian") for a in SQUARES if quadrant(a) == q) == 1)
        for a, b in combinations(SQUARES, 2):
            if d2(a, b) <= 12:
                add(var(a, "medikit") + var(b, "medikit") <= 1)
        cross = [(a, b) for a, b in combinations(SQUARES, 2) if d2(a, b) == 1]
        twins = self._pairs(cross, "gargoyle", "gargoyle")
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        for a in SQUARES:
            look = self.game.look(*a)
            if look.kind == "gargoyle" and look.facing:
                dx, dy = steps[look.facing]
                b = (a[0] + dx, a[1] + dy)
                add(twins[min(a, b, key=SQUARES.index), max(a, b, key=SQUARES.index)] == 1)
        hoards = [(a, b) for a in SQUARES for b in around(a) if a[0] != b[0]]
        for a in SQUARES:
            look = self.game.look(*a)
            if look.kind == "minotaur" and look.facing in ("left", "right"):
                side = 1 if look.facing == "right" else -1
                hoards = [(m, c) for m, c in hoards if m != a or c[0] - m[0] == side]
        kept = self._pairs(hoards, "minotaur", "chest")
        for a in SQUARES:
            for b in around(a):
                add(var(a, "minotaur") + var(b, "chest") <= 1 + kept.get((a, b), 0))
        self._rats()

    def _rats(self) -> None:
        if any(self.game.look(*a).kind == "rat king" for a in SQUARES):
            return
        if any(self.kinds[a] == {"rat king"} for a in SQUARES):
            return
        for a in SQUARES:
            look = self.game.look(*a)
            if look.kind != "rat":
                continue
            for b in SQUARES:
                side = "right" if b[0] > a[0] else "left" if b[0] < a[0] else "front"
                if side != look.facing:
                    self.model.add(self.var(b, "rat king") == 0)

    def impossible(self, asked: set[tuple[Place, str]], seconds: float) -> set[Any] | None:
        """Prove which of the asked (square, kind) no lair has; None when time does not suffice."""
        left = {pair for pair in asked if pair in self.has}
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = seconds
        while left:
            # A lair that shows at least one of what is left, and soon as many as come easily.
            model = self.model.clone()
            model.add_bool_or(self.has[pair] for pair in left)
            for pair in dict(sorted(left)).items():
                model.add_hint(self.has[pair], 1)
            status = solver.solve(model)
            if status == cp_model.INFEASIBLE:
                break
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return None
            left -= {pair for pair in left if solver.value(self.has[pair])}
        return left | (asked - set(self.has))


def advance(
    seed: int, actions: int, *, thorough: bool = False
) -> tuple[Game, Knowledge, set[str]] | None:
    """Let the player act; also says which spells were cast. None when the game ends before.

    `thorough` makes the knowledge think as hard as it can about the last position.
    """
    game, player, knowledge = Game(seed), Player(), Knowledge()
    spells: set[str] = set()
    for _ in range(actions):
        knowledge.see(game.view)
        action = player.act(game.view)
        if action.reason is Reason.STUCK:
            return None
        if action.square is None:
            game.level_up()
        else:
            kind = game.look(*action.square).kind
            spells |= {kind} if kind and kind.startswith("spell") else set()
            game.click(*action.square)
        if game.stage is not Stage.PLAYING:
            return None
    knowledge.see(game.view, thorough=thorough)
    return game, knowledge, spells


def compare(
    game: Game, knowledge: Knowledge, spells: set[str], *, seconds: float
) -> tuple[int, set[tuple[Place, str]]] | None:
    """Count what the knowledge has proven, and list what it missed; None when time runs out."""
    oracle = Oracle(game, knowledge, spells)
    hidden = [a for a in SQUARES if game.look(*a).kind in (None, "chest")]
    asked = {(a, kind) for a in hidden for kind in knowledge.possible(*a)}
    missed = oracle.impossible(asked, seconds)
    if missed is None:
        return None
    return sum(len(oracle.base[a] - knowledge.possible(*a)) for a in hidden), missed
