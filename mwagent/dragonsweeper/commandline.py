"""The arguments of `python -m dragonsweeper`, and what is done with them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Final

from rich.console import Console

from mwagent.dragonsweeper.bench import parse_seeds, run
from mwagent.dragonsweeper.lair import Lair, legend
from mwagent.dragonsweeper.ledger import Ledger
from mwagent.dragonsweeper.watch import play_in_sight
from mwagent.minefield import command, signals
from mwagent.minefield.arguments import Parser, integer, natural, positive, seconds

EXAMPLES = """examples:
  python -m dragonsweeper lair --seed 42
  python -m dragonsweeper lair --seed 42 --json
  python -m dragonsweeper play --seed 42 --watch
  python -m dragonsweeper bench --seeds 0-999
  python -m dragonsweeper bench --seeds 7,42,100000-100999 --ledger dragon.sqlite --json

A stopped bench goes on with what its ledger has.

The game is Dragonsweeper by Daniel Benmergui; seeds give the lairs of its version 1.1.18."""

LAIRS_AT_MOST: Final = 1000
"""A game with more of them takes so long that nobody can stop it in time."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, raises MinefieldError."""
    args = _parser().parse_args(argv)
    code: int = args.run(args)
    return code


def _lairs(text: str) -> int:
    number = natural(text)
    if number > LAIRS_AT_MOST:
        raise argparse.ArgumentTypeError(f"takes at most {LAIRS_AT_MOST}, got {number}")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = Parser("dragonsweeper", "Dragonsweeper: its lairs and a player for them.", EXAMPLES)
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=argparse.ArgumentParser
    )
    lair = commands.add_parser("lair", help="print the lair of a seed")
    lair.add_argument("--seed", type=integer, required=True, metavar="N", help="0 to 4294967295")
    lair.add_argument("--json", action="store_true", help="print it as JSON")
    lair.set_defaults(run=_lair)
    play = commands.add_parser("play", help="let the player play a seed")
    play.add_argument("--seed", type=integer, required=True, metavar="N", help="0 to 4294967295")
    play.add_argument("--watch", action="store_true", help="show every action")
    play.add_argument(
        "--pause",
        type=seconds,
        default=0.15,
        metavar="SECONDS",
        help="between actions (0.15)",
    )
    play.add_argument("--json", action="store_true", help="print how it ended as JSON")
    play.set_defaults(run=_play)
    bench = commands.add_parser("bench", help="let the player play many seeds")
    bench.add_argument("--seeds", default="0-999", help="such as 0-999 or 7,42 (default: 0-999)")
    bench.add_argument(
        "--ledger", default="dragonsweeper.sqlite", metavar="FILE", help="where results are kept"
    )
    bench.add_argument("--again", action="store_true", help="play also what the ledger has")
    bench.add_argument("--workers", type=positive, metavar="N", help="threads (default: all cores)")
    for player in (play, bench):
        player.add_argument(
            "--lairs",
            type=_lairs,
            metavar="N",
            help="lairs to try actions in where a clear is at stake: 0 is fastest, "
            f"{LAIRS_AT_MOST} are the most",
        )
    bench.add_argument("--json", action="store_true", help="print a summary as the last line")
    bench.set_defaults(run=_bench)
    return parser


def _lair(args: argparse.Namespace) -> int:
    lair = Lair.generate(args.seed)
    if args.json:
        print(json.dumps({"seed": lair.seed, "attempts": lair.attempts, "grid": lair.grid}))
    else:
        print(lair, legend(), sep="\n\n")
    return 0


def _play(args: argparse.Namespace) -> int:
    console = Console(stderr=args.json)
    game = play_in_sight(
        args.seed, console, pause=args.pause if args.watch else None, lairs=args.lairs
    )
    ending = "cleared" if game.cleared else "won" if game.won else "lost"
    if args.json:
        print(
            json.dumps(
                {
                    "seed": game.seed,
                    "won": game.won,
                    "cleared": game.cleared,
                    "score": game.hero.score,
                    "level": game.hero.level,
                }
            )
        )
    else:
        console.print(f"{ending}, score {game.hero.score} of 365")
    return 0


def _bench(args: argparse.Namespace) -> int:
    seeds = parse_seeds(args.seeds)
    with Ledger(args.ledger, args.lairs) as ledger:
        if args.again:
            ledger.forget(seeds)
        summary, stopped = run(seeds, ledger, Console(stderr=True), args.workers, args.lairs)
    if args.json:
        print(json.dumps(summary.as_dict()))
    else:
        summary.show(Console())
    if stopped:
        command.say_stopped("; the same command goes on")
    return signals.exit_code() if stopped else 0
