"""`python -m virtual.statcmp`: compare all solvers, and write `docs/statcmp.md`.

All solvers play the same random boards of every level under both rules. Games are kept in a ledger
as in the arena: a run that was stopped goes on.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mwagent.minefield import MinefieldError, command, ending

if TYPE_CHECKING:
    import argparse

    from mwagent.virtual.arena.entrants import Entrant
    from mwagent.virtual.arena.ledger import Ledger
    from mwagent.virtual.arena.report import Rate
    from mwagent.virtual.arena.tournament import Tournament

SEED: Final = 20261121
TABLES: Final = tuple(
    (level, rule) for level in ("beginner", "intermediate", "expert") for rule in ("safe", "open")
)
"""The columns of the table: a level under a rule for the first click."""
GROWING: Final = (100, 500, 1000)
"""Games that are played of everything first: a run that is stopped has something of all."""
EXAMPLES: Final = """examples:
  python -m virtual.statcmp --games 2000 --best 100000
  python -m virtual.statcmp --no-play

Games go to the --ledger file as they come; stopped with Ctrl-C it writes what
is known, and the same command goes on."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m virtual.statcmp", lambda: _run(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, positive

    parser = Parser("virtual.statcmp", "Compare all solvers; write docs/statcmp.md.", EXAMPLES)
    add = parser.add_argument
    add("--games", type=positive, default=2000, help="per solver and table (2000)")
    add("--best", type=positive, default=100_000, help="of best on Expert (100000)")
    add("--solvers", nargs="+", metavar="NAME", help="default: all there are")
    add("--workers", type=positive, metavar="N", help="processes (default: all cores)")
    add("--ledger", default="statcmp.sqlite", help="results file (default: statcmp.sqlite)")
    add("--docs", type=Path, default=Path("docs"), help="where to write (default: docs)")
    add("--no-play", action="store_true", help="write what the ledger has, play nothing more")
    return parser


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    with ending.at_once():
        from mwagent.minefield.files import write_whole
        from mwagent.solvers import names
        from mwagent.virtual.arena.entrants import Entrant
        from mwagent.virtual.arena.ledger import Ledger
    entrants = [Entrant.make(name) for name in args.solvers or names()]
    document = args.docs / "statcmp.md"
    command.can_write(document)
    stopped = False
    with Ledger(args.ledger) as ledger:
        if not args.no_play:
            try:
                _play(entrants, ledger, args)
            except KeyboardInterrupt:
                stopped = True
                command.say("Stopped; writing what is known. The same command goes on.")
        text = _INTRODUCTION.format(seed=SEED, machine=_machine()) + _table(entrants, ledger, args)
    try:
        write_whole(document, text)
    except OSError as error:
        raise MinefieldError(f"{document}: cannot be written ({error.strerror})") from None
    command.say(f"wrote {document}")
    return ending.exit_code() if stopped else 0


def _tournament(
    level: str, rule: str, games: int, entrants: list[Entrant], ledger: Ledger
) -> Tournament:
    from mwagent.virtual.arena.boards import usual_boards
    from mwagent.virtual.arena.tournament import Tournament

    return Tournament.open(usual_boards(level, rule, None, SEED, games), entrants, ledger)


def _play(entrants: list[Entrant], ledger: Ledger, args: argparse.Namespace) -> None:
    from rich.console import Console

    from mwagent.virtual.arena.progress import play_in_sight
    from mwagent.virtual.arena.workers import WorkerPool

    targets = sorted({min(args.games, target) for target in (*GROWING, args.games)})
    stages = [(table, target, entrants) for target in targets for table in TABLES]
    best = [entrant for entrant in entrants if entrant.solver == "best"]
    stages += [(table, args.best, best) for table in TABLES if best and table[0] == "expert"]
    pool = WorkerPool(*([args.workers] if args.workers else []))
    try:
        for number, ((level, rule), games, players) in enumerate(stages, 1):
            tournament = _tournament(level, rule, games, players, ledger)
            if not tournament.finished:
                command.say(f"{number} of {len(stages)}: {level}, {rule}, {games} games")
                play_in_sight(tournament, pool, Console(stderr=True))
    finally:
        pool.close()


def _table(entrants: list[Entrant], ledger: Ledger, args: argparse.Namespace) -> str:
    """Tabulate the win rates of all solvers, the strongest on Expert first."""
    from mwagent.virtual.arena import report

    most = max(args.games, args.best)
    columns = [
        report.summed_up(_tournament(level, rule, most, entrants, ledger)).rates
        for level, rule in TABLES
    ]
    heads = " | ".join(f"{level.capitalize()}, {rule}" for level, rule in TABLES)
    lines = [f"| solver | {heads} | games | ms/game |", f"|---|{'--:|' * (len(TABLES) + 2)}"]
    rows = [rates for rates in zip(*columns, strict=True) if any(rate.games for rate in rates)]
    for rates in sorted(rows, key=lambda rates: -rates[-1].rate if rates[-1].games else 0):
        figures = " | ".join(map(_percentage, rates))
        last = rates[-1]
        ms = report.number(last.ms_per_game)
        lines.append(f"| {last.solver} | {figures} | {last.games} | {ms} |")
    return "\n".join(lines) + "\n"


def _percentage(rate: Rate) -> str:
    low, high = rate.interval
    return f"{100 * rate.rate:.2f} ± {50 * (high - low):.2f}" if rate.games else "–"


def _machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    told = cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else ""
    named = re.search(r"^model name\s*: (.*)$", told, re.MULTILINE)
    model = named[1] if named else platform.processor() or platform.machine()
    return f"{model}, Python {platform.python_version()}"


_INTRODUCTION: Final = """# Solvers compared

Generated by `python -m virtual.statcmp`; do not edit. Percentages of games won, with Wilson's
interval for 95 %. Beginner is 9x9 with 10 mines, Intermediate 16x16 with 40, Expert 30x16 with 99.
Where the rule is *safe* the first click, at 0,0, is no mine; where it is *open* it is at 3,3 and
opens an area. Boards are random with seed {seed}, the same for every solver; any figure can be
played again with `python -m virtual.arena --seed {seed}` and the level, rule and solver of its
column. The last two columns are of Expert, open: games played, and CPU milliseconds of a game on
one core ({machine}).

"""


if __name__ == "__main__":
    command.leave(main())
