"""The arguments of `mwagent dragonsweeper`, and what is done with them."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from mwagent.dragonsweeper.bench import parse_seeds, run
from mwagent.dragonsweeper.game import Game
from mwagent.dragonsweeper.lair import HEIGHT, WIDTH, Lair, legend
from mwagent.dragonsweeper.ledger import Ledger
from mwagent.dragonsweeper.player import Action, Player, Reason
from mwagent.dragonsweeper.view import Look, Stage
from mwagent.minefield import command, signals
from mwagent.minefield.arguments import Parser, integer, natural, positive, seconds

EXAMPLES = """examples:
  python -m mwagent dragonsweeper lair --seed 42
  python -m mwagent dragonsweeper lair --seed 42 --json
  python -m mwagent dragonsweeper play --seed 42 --watch
  python -m mwagent dragonsweeper bench --seeds 0-999
  python -m mwagent dragonsweeper bench --seeds 7,42,100000-100999 --ledger dragon.sqlite --json

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
    parser = Parser(
        "mwagent dragonsweeper", "Dragonsweeper: its lairs and a player for them.", EXAMPLES
    )
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
        "--pause", type=seconds, default=0.15, metavar="SECONDS", help="between actions (0.15)"
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
        told = {"seed": game.seed, "won": game.won, "cleared": game.cleared}
        print(json.dumps(told | {"score": game.hero.score, "level": game.hero.level}))
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


def play_in_sight(
    seed: int, console: Console, *, pause: float | None, lairs: int | None = None
) -> Game:
    """Play a game and return it; with `pause`, draw every action and wait for `pause` seconds.

    Without, nothing but the end is drawn. `lairs` as of Player.
    """
    game, player = Game(seed), Player(lairs)
    if pause is None:
        while _step(game, player) is not None:
            pass
        console.print(_board(game, None, None))
    else:
        with Live(_board(game, None, None), console=console, auto_refresh=False) as live:
            while (action := _step(game, player)) is not None:
                live.update(_board(game, action, player.slack), refresh=True)
                time.sleep(pause)
        if not console.is_terminal:
            console.print()  # rich ends the last picture without a line break there
    return game


def _step(game: Game, player: Player) -> Action | None:
    if game.stage is not Stage.PLAYING:
        return None
    action = player.act(game.view)
    if action.reason is Reason.STUCK:
        return None
    action.take(game)
    return action


def _board(game: Game, action: Action | None, slack: int | None) -> Group:
    hero = game.hero
    status = (
        f"level {hero.level}  hearts {max(0, hero.hp - 1)}/{hero.max_hp - 1}  "
        f"xp {hero.xp}/{hero.need}  score {hero.score}"
    )
    if slack is not None:
        status += f"  slack {slack}"
    rows = []
    for y in range(HEIGHT):
        row = Text()
        for x in range(WIDTH):
            look = game.look(x, y)
            style = _style(look)
            if action and action.square == (x, y):
                style += " reverse"
            row.append(f"{look.symbol:>3}", style)
            row.append(" ")
        rows.append(row)
    return Group(Text(status), *rows, Text(_words(action)))


def _words(action: Action | None) -> str:
    if action is None:
        return ""
    place = "level up" if action.square is None else f"click {action.square}"
    risk = f", dies of it with {100 * action.death:.1f} %" if action.death else ""
    return f"{place}: {action.reason.value}{risk}"


def _style(look: Look) -> str:
    if look.kind is None:
        return "bright_black"
    if look.kind == "empty":
        return "default" if look.value else "bright_black"
    if look.defeated:
        return "yellow"
    return "red" if look.fights else "green"
