"""The arguments of `python -m virtual.arena`, and what is done with them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mwagent.minefield import command, signals
from mwagent.minefield.arguments import Parser, above_nothing, natural, parse_cell, positive
from mwagent.minefield.files import telling, write_whole
from mwagent.solvers.registry import names

if TYPE_CHECKING:
    from mwagent.virtual.arena.boards import Boards

LEVELS: Final = ("beginner", "intermediate", "expert")
EXAMPLES = """examples:
  python -m virtual.arena --solvers best mcsatsolver linearsolver --games 10000
  python -m virtual.arena --solvers best --rule open --seed 7 --html arena.html
  python -m virtual.arena --solvers best strength=fast best strength=max
  python -m virtual.arena --level 12x12/30 --games 50 --json
  python -m virtual.arena --boards boards.jsonl --first 0,0 --out results.csv
  python -m virtual.arena --solvers best my_module:choose --level beginner
  python -m virtual.arena --solvers best linearsolver --luck-free --games 10000
  python -m virtual.arena --solvers best --clicks few --games 500
  python -m virtual.arena --solvers best my_module:slow --move-time 5 --keep-going
  python -m virtual.arena bench

Results go to the --ledger file as they come; the same command goes on where it
was stopped, and with more --games plays only those that are new."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, raises MinefieldError."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["bench"]:
        args = bench_parser().parse_intermixed_args(words[1:])
        return command.imported("python -m virtual.arena", "mwagent.virtual.arena.bench:run")(args)
    return _run(parser().parse_intermixed_args(words))


def bench_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m virtual.arena bench`."""
    words = Parser(
        "virtual.arena bench",
        "Play a few fixed boards and print, for each solver, its node count and a checksum of all "
        "its moves. Both change only when the solver behaves differently.",
        "examples:\n  python -m virtual.arena bench --solvers best mcdfssolver",
    )
    words.add_argument("options", nargs="*", metavar="KEY=VALUE", help="option for the solvers")
    words.option("--solvers NAME", "default: all there are", nargs="+", offers=names)
    words.option("--json", "print one JSON list")
    return words


def parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m virtual.arena`."""
    words = Parser(
        "virtual.arena",
        "Play solvers over the same boards and compare them. `python -m virtual.arena bench` "
        "prints node counts and checksums instead.",
        EXAMPLES,
    )
    add = words.option
    words.add_argument(
        "options", nargs="*", metavar="KEY=VALUE", help="option for every solver that has it"
    )
    add(
        "--solvers NAME",
        "who plays; KEY=VALUE behind a name is for that one; MODULE:OBJECT is a class or "
        "function of your own (default: best)",
        nargs="+",
        default=["best"],
        offers=names,
    )
    add(
        "--level LEVEL",
        "a level, or COLSxROWS/MINES (default: expert)",
        default="expert",
        offers=lambda: ("beginner", "intermediate", "expert"),
    )
    add("--rule", "first click (default: safe)", choices=["safe", "open", "any"], default="safe")
    add("--first ROW,COL", "first cell (default: 0,0; 3,3 with --rule open)", type=parse_cell)
    add("--games N", "boards to play (default: 1000, or the file)", type=positive)
    add("--seed", "seed of the boards (default: 1)", type=natural, default=1)
    add("--boards FILE", 'board file, lines of {"w":..,"h":..,"mines":[y*w+x,..]}')
    add(
        "--clicks",
        "let the bot's planner click, and count: for few clicks (default), or fast",
        nargs="?",
        const="few",
        default="",
        choices=["few", "fast"],
    )
    add(
        "--luck-free",
        "take back what games owe to chance: the same rates, two to five times as sharp",
    )
    add(
        "--move-time SECONDS",
        "stop an entrant that takes longer over a move (default: never)",
        type=above_nothing,
    )
    add("--keep-going", "let the others play on where an entrant fails or is stopped")
    add("--workers N", "processes (default: all cores)", type=positive)
    add("--ledger FILE", "results (default: arena.sqlite)", default="arena.sqlite")
    add(
        "--resume",
        "go on with what the ledger has; --no-resume plays it again (default: --resume)",
        action=argparse.BooleanOptionalAction,
        default=True,
    )
    add("--out FILE", "write solver,board,win,ms,guesses for each game as CSV")
    add("--html FILE", "write a page with the tables, and a plot")
    add("--json", "print a summary as the last line")
    return words


def _run(args: argparse.Namespace) -> int:
    from rich.console import Console

    from mwagent.virtual.arena.comparing import compare

    boards = _boards(args)
    for path in filter(None, (args.out, args.html)):
        command.can_write(path)
    console = Console(stderr=args.json)
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        console.print("Stopped; the same command goes on. What is known:")

    found = compare(
        args.solvers,
        boards=boards,
        clicks=args.clicks,
        luck_free=args.luck_free,
        workers=args.workers,
        ledger=args.ledger,
        resume=args.resume,
        move_time=args.move_time,
        keep_going=args.keep_going,
        progress=True,
        out=args.out,
        options=args.options,
        stop=stop,
    )
    found.show(console)
    if args.html:
        with telling(args.html):
            write_whole(args.html, found.html())
    if args.json:
        print(json.dumps(found.as_dict()))
    if stopped:
        return signals.exit_code()
    return 1 if any(rate.failure for rate in found.rates) else 0


def _boards(args: argparse.Namespace) -> Boards:
    from mwagent.virtual.arena.boards import read_boards, usual_boards

    if args.boards:
        return read_boards(args.boards, args.first or (0, 0), args.games)
    return usual_boards(args.level, args.rule, args.first, args.seed, args.games or 1000)
