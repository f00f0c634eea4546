"""All solvers compared: one table in `docs/statcmp.md`, all others in a dated file of `lab/`.

Times each inference on the key boards, and plays all solvers over the same random boards of every
level under both rules. Games are kept in a ledger as in the arena: a run that was stopped goes on.
"""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Console

from mwagent.minefield import Board, FirstClick, Level, MinefieldError, ending, load
from mwagent.minefield.command import can_write
from mwagent.minefield.files import write_whole
from mwagent.solvers import create, names
from mwagent.virtual.arena import page, report
from mwagent.virtual.arena.boards import CORNERS, SeededBoards
from mwagent.virtual.arena.crew import Crew
from mwagent.virtual.arena.entrants import Entrant, code_version
from mwagent.virtual.arena.ledger import Ledger
from mwagent.virtual.arena.progress import play_in_sight
from mwagent.virtual.arena.statistics import paired
from mwagent.virtual.arena.tally import Loss, Tally
from mwagent.virtual.arena.tournament import Standing, Tournament
from mwagent.virtual.keys import Inferences, first_cell, play_key

if TYPE_CHECKING:
    import argparse

SEED: Final = 20261121
LEVELS: Final = ("beginner", "intermediate", "expert")
RULES: Final = (FirstClick.SAFE, FirstClick.OPEN)
KEYS: Final = ("1.csv", "3.csv", "2.csv", "4.csv")
VARIANTS: Final = (
    ("fullsatsolver",),
    ("mcdfssolver",),
    ("mcsatsolver",),
    ("mcsatsolver", "max_vars=100"),
    ("mcsatsolver", "max_vars=500"),
    ("mcsatsolver", "max_vars=1000000"),
)
"""The SAT solvers and the option sets of the program they come from: the largest parts that a long
frontier is cut to; the last never cuts."""
VARIANT_GAMES: Final = 500
ROUNDS: Final = 3
"""Number of times that each key is played; all inferences count."""


class Cell(NamedTuple):
    """One table of win rates: a level under a rule."""

    level: str
    rule: FirstClick

    @property
    def name(self) -> str:
        """Name for people."""
        promise = "is safe" if self.rule is FirstClick.SAFE else "opens an area"
        row, col = CORNERS[self.rule]
        level = Level.parse(self.level)
        return (
            f"{self.level.capitalize()} {level.cols}x{level.rows}, {level.mines} mines; first "
            f"click at {row},{col} {promise}"
        )

    def boards(self, games: int) -> SeededBoards:
        """The boards that everybody plays."""
        return SeededBoards(Level.parse(self.level), self.rule, CORNERS[self.rule], SEED, games)


VARIANT_CELL: Final = Cell("expert", FirstClick.SAFE)
CELLS: Final = tuple(Cell(level, rule) for level in LEVELS for rule in RULES)


def run(args: argparse.Namespace) -> int:
    """Carry out `python -m virtual.statcmp`; returns the exit code, raises MinefieldError."""
    console = Console(stderr=True)
    entrants = [Entrant.make(name) for name in args.solvers or names()]
    keys = {name: load(args.boards / "key" / name) for name in KEYS}
    for folder in (args.docs, args.lab / "img"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MinefieldError(f"{folder}: cannot be made ({error.strerror})") from None
    can_write(args.docs / "statcmp.md")
    stopped = False
    with Ledger(args.ledger) as ledger:
        if not args.no_play:
            try:
                play(ledger, entrants, args, console)
            except KeyboardInterrupt:
                stopped = True
                console.print("Stopped; writing what is known. The same command goes on.")
        write(ledger, entrants, keys, args, console)
    return ending.exit_code() if stopped else 0


def play(
    ledger: Ledger, entrants: list[Entrant], args: argparse.Namespace, console: Console
) -> None:
    """Play all tables, in rounds that grow, so that a stopped run has something of everything."""
    targets = sorted({min(args.games, target) for target in (100, 500, 1000, args.games)})
    stages = [(cell, target, entrants) for target in targets for cell in CELLS]
    strongest = [entrant for entrant in entrants if entrant.solver == "best"]
    stages.append((VARIANT_CELL, min(args.games, VARIANT_GAMES), _variants(entrants)))
    if strongest:
        expert = [cell for cell in CELLS if cell.level == "expert"]
        stages += [(cell, args.best, strongest) for cell in expert]
    crew = Crew(*([args.workers] if args.workers else []))
    try:
        for number, (cell, target, players) in enumerate(stages, 1):
            tournament = Tournament.open(cell.boards(target), players, ledger)
            if not tournament.finished:
                where = f"{number} of {len(stages)}: {cell.name}, {target} games"
                console.print(where, highlight=False)
                play_in_sight(tournament, crew, console)
    finally:
        crew.close()


def write(
    ledger: Ledger,
    entrants: list[Entrant],
    keys: Mapping[str, Board],
    args: argparse.Namespace,
    console: Console,
) -> None:
    """Write the document, and the file of all tables with its pictures."""
    name = f"{date.today():%Y-%m}-statcmp"
    machine = _machine()
    parts = [_DETAILS.format(seed=SEED, machine=machine)]
    parts.append(_INFERENCES.format(rounds=ROUNDS))
    for key_name, key in keys.items():
        console.print(f"timing inferences on key/{key_name}", highlight=False)
        parts.append(inference_table(key_name, key, entrants))
    if variants := _variants(entrants):
        console.print("timing the variants of the SAT solvers", highlight=False)
        found = _known(ledger, VARIANT_CELL, variants, min(args.games, VARIANT_GAMES))
        parts.append(variants_table(keys, variants, found))
    parts.append(_WIN_RATES)
    tournaments = {
        cell: _known(ledger, cell, entrants, max(args.games, args.best)) for cell in CELLS
    }
    folder = args.docs
    try:
        summary = [_INTRODUCTION.format(seed=SEED, machine=machine), overview(tournaments)]
        write_whole(args.docs / "statcmp.md", "\n".join(summary))
        folder = args.lab
        for cell, found in tournaments.items():
            if not found.standings:
                continue
            picture = f"img/{name}-{cell.level}-{cell.rule}"
            write_whole(args.lab / f"{picture}.svg", page.win_rates(report.summed_up(found)))
            write_whole(args.lab / f"{picture}-lost.svg", page.lost_at(report.summed_up(found)))
            parts.append(win_table(found, cell, picture))
        parts.append(_versions(entrants))
        write_whole(args.lab / f"{name}.md", "\n".join(parts))
    except OSError as error:
        raise MinefieldError(f"{folder}: cannot be written ({error.strerror})") from None
    for path in (args.docs / "statcmp.md", args.lab / f"{name}.md"):
        console.print(f"wrote {path}", highlight=False)


def overview(tournaments: Mapping[Cell, Tournament]) -> str:
    """Tabulate the win rates of all solvers, the strongest on Expert first."""
    tallies: dict[Entrant, dict[Cell, Tally]] = {}
    for cell in reversed(CELLS):
        for standing in tournaments[cell].standings:
            tallies.setdefault(standing.entrant, {})[cell] = standing.tally
    heads = [f"{cell.level.capitalize()}, {cell.rule}" for cell in CELLS]
    lines = [
        f"| solver | {' | '.join(heads)} | games | ms/game |",
        f"|---|{'--:|' * (len(heads) + 2)}",
    ]
    for entrant, known in tallies.items():
        rates = " | ".join(_rate(known.get(cell, Tally())) for cell in CELLS)
        last = known.get(CELLS[-1], Tally())
        lines.append(f"| {entrant} | {rates} | {last.games} | {report.number(last.ms_per_game)} |")
    return "\n".join(lines) + "\n"


def _rate(tally: Tally) -> str:
    low, high = tally.interval
    return f"{100 * tally.win_rate:.2f} ± {50 * (high - low):.2f}" if tally.games else "–"


def inference_table(name: str, key: Board, entrants: list[Entrant]) -> str:
    """Play a key with every solver and tabulate the times of its inferences."""
    rows, cols = key.shape
    lines = [
        f"### `key/{name}`: {cols}x{rows}, {key.mines} mines\n",
        "| solver | inferences | mean | std | min | 25 % | 50 % | 75 % | max | result |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    for entrant in entrants:
        seconds: list[float] = []
        for _ in range(ROUNDS):
            solver = create(entrant.solver, entrant.values)
            done = play_key(key, first_cell(key), solver, clock=time.process_time)
            seconds += done.seconds
        times = Inferences.of(seconds)
        figures = [times.mean, times.std, times.min, times.q25, times.median, times.q75, times.max]
        cells = " | ".join(report.number(value) for value in figures)
        lines.append(f"| {entrant} | {times.inferences} | {cells} | {done.stage} |")
    return "\n".join(lines) + "\n"


def variants_table(
    keys: Mapping[str, Board], variants: Sequence[Entrant], tournament: Tournament
) -> str:
    """Tabulate the SAT solvers with the option sets of the program they come from."""
    taken = {entrant: [_mean_ms(key, entrant) for key in keys.values()] for entrant in variants}
    heads = [f"`key/{name}`" for name in keys]
    lines = [
        _VARIANTS.format(claims=_claims(taken), games=VARIANT_CELL.name),
        f"| solver | {' | '.join(heads)} | games | won % | 95 % | ms/game |",
        f"|---|{'--:|' * (len(heads) + 4)}",
    ]
    tallies = {standing.entrant: standing.tally for standing in tournament.standings}
    for entrant, times in taken.items():
        figures = " | ".join(report.number(ms) for ms in times)
        tally = tallies.get(entrant, Tally())
        low, high = tally.interval
        lines.append(
            f"| {entrant} | {figures} | {tally.games} | {report.number(100 * tally.win_rate, 2)} | "
            f"{100 * low:.2f}–{100 * high:.2f} | {report.number(tally.ms_per_game)} |"
        )
    return "\n".join(lines) + "\n"


def _variants(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The variants, where all of their solvers are compared."""
    if not {name for name, *_ in VARIANTS} <= {entrant.solver for entrant in entrants}:
        return []
    return [Entrant.make(name, pairs) for name, *pairs in VARIANTS]


def _mean_ms(key: Board, entrant: Entrant) -> float:
    """Mean CPU milliseconds of an inference on a key, once what it needs is loaded."""
    seconds: list[float] = []
    for turn in range(1 + ROUNDS):
        solver = create(entrant.solver, entrant.values)
        done = play_key(key, first_cell(key), solver, clock=time.process_time)
        seconds += done.seconds if turn else ()
    return Inferences.of(seconds).mean


def _claims(taken: Mapping[Entrant, Sequence[float]]) -> str:
    """Say what has become of what the original says of its solvers' times."""
    full, depth, sat = list(taken.values())[:3]
    faster = [a / b for a, b in zip(full, depth, strict=True)]
    fastest = sum(c <= min(a, b) for a, b, c in zip(full, depth, sat, strict=True))
    return (
        f"mcdfssolver is {min(faster):.2g} to {max(faster):.2g} times as fast as fullsatsolver, "
        f"and mcsatsolver the fastest of the three on {fastest} of the {len(full)} boards"
    )


def win_table(tournament: Tournament, cell: Cell, picture: str) -> str:
    """Tabulate the win rates of one level under one rule."""
    lines = [
        f"### {cell.name}\n",
        "| solver | games | won % | 95 % | guesses/game | ms/game mean | median | p99 | "
        "lost early | forced | in endgame | best − it, same boards |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    best = next((s for s in tournament.standings if s.entrant.solver == "best"), None)
    for standing in tournament.standings:
        tally = standing.tally
        low, high = tally.interval
        shares = " | ".join(
            f"{100 * tally.loss_share(kind):.0f} %"
            for kind in (Loss.EARLY, Loss.FORCED, Loss.ENDGAME)
        )
        lines.append(
            f"| {standing.entrant} | {tally.games} | {100 * tally.win_rate:.2f} | "
            f"{100 * low:.2f}–{100 * high:.2f} | {tally.guesses_per_game:.2f} | "
            f"{report.number(tally.ms_per_game)} | {report.number(tally.ms_median)} | "
            f"{report.number(tally.ms_p99)} | {shares} | "
            f"{_ahead(tournament, best, standing)} |"
        )
    lines.append(f"\n![win rates]({picture}.svg)\n\n![losses]({picture}-lost.svg)\n")
    return "\n".join(lines)


def _ahead(tournament: Tournament, best: Standing | None, other: Standing) -> str:
    if best is None or best is other:
        return "–"
    counts = tournament.ledger.pairs(best.entry, other.entry, len(tournament.boards))
    found = paired(*counts)
    return f"{100 * found.difference:+.2f} (p = {found.p:.1g})"


def _known(ledger: Ledger, cell: Cell, entrants: list[Entrant], games: int) -> Tournament:
    tournament = Tournament.open(cell.boards(games), entrants, ledger)
    tournament.standings = [s for s in tournament.standings if s.tally.games]
    tournament.sum_up()
    tournament.standings.sort(key=lambda s: -s.tally.win_rate)
    return tournament


def _versions(entrants: list[Entrant]) -> str:
    told = {entrant.solver: code_version(entrant.solver) for entrant in entrants}
    return (
        "## What was measured\n\nThe code of each solver, as the arena names it:\n\n"
        f"```json\n{json.dumps(told, indent=2)}\n```\n"
    )


def _machine() -> str:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, Python {platform.python_version()}"


_INTRODUCTION: Final = """# Solvers compared

Generated by `python -m virtual.statcmp`; do not edit. Percentages of games won, with Wilson's
interval for 95 %. Beginner is 9x9 with 10 mines, Intermediate 16x16 with 40, Expert 30x16 with 99.
Where the rule is *safe* the first click, at 0,0, is no mine; where it is *open* it is at 3,3 and
opens an area. Boards are random with seed {seed}, the same for every solver; any figure can be
played again with `python -m virtual.arena --seed {seed}` and the level, rule and solver of its
column. The last two columns are of Expert, open: games played, and CPU milliseconds of a game on
one core ({machine}). Guesses, times and losses of
every table, and the times of single inferences, are in `lab/`.
"""

_DETAILS: Final = """# Solvers compared: all tables

Generated by `python -m virtual.statcmp`; do not edit. Boards are random with seed {seed}, the same
for every solver. Times are milliseconds on one core ({machine}).
"""

_INFERENCES: Final = """## Time per inference

Each key board is played {rounds} times by the bot's own loop; CPU milliseconds of all
inferences. The keys need no guess, but solvers that cannot prove everything still guess on them,
and a game lost to such a guess has fewer inferences.
"""

_VARIANTS: Final = """## The variants of the SAT bot

The program that the SAT solvers come from has them cut a long frontier to parts of at most so many
cells, 100 or 500, or never; ours cuts at 32. It says that counting by depth-first search is two to
eight times as fast as asking a SAT solver of each cell, and counting by a SAT solver faster still.
With today's solvers that no longer holds, for rules of single numbers, which all of them apply
first, leave the SAT solver little to do:

- {claims}.

Mean CPU milliseconds of an inference, and {games}:
"""

_WIN_RATES: Final = """## Win rates

Every table says how many games were played; a run that was stopped early has fewer than it was to
have. Intervals are Wilson's for 95 %. Guesses are cells opened that the solver had not proven safe.
Times are CPU time of the solver for a whole game. Losses are early (less than a twentieth of the
safe cells open), forced, or in the endgame (nine tenths open). The last column is the difference to
`best` in percentage points over the boards that both have played, with McNemar's exact test.
"""
