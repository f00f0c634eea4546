"""`python -m dragonsweeper`: print a lair, watch a game, play many."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from dragonsweeper.lair import Lair, legend
from minefield.errors import MinefieldError

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""

EXAMPLES = """examples:
  python -m dragonsweeper lair --seed 42
  python -m dragonsweeper lair --seed 42 --json

The game is Dragonsweeper by Daniel Benmergui; seeds give the lairs of its version 1.1.18."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    args = _parser().parse_args(argv)
    try:
        code: int = args.run(args)
        return code
    except MinefieldError as error:
        print(f"dragonsweeper: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("dragonsweeper: stopped", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m dragonsweeper",
        description="Dragonsweeper: its lairs and a player for them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    lair = commands.add_parser("lair", help="print the lair of a seed")
    lair.add_argument("--seed", type=int, required=True, metavar="N", help="0 to 4294967295")
    lair.add_argument("--json", action="store_true", help="print it as JSON")
    lair.set_defaults(run=_lair)
    return parser


def _lair(args: argparse.Namespace) -> int:
    lair = Lair.generate(args.seed)
    if args.json:
        print(json.dumps({"seed": lair.seed, "attempts": lair.attempts, "grid": lair.grid}))
    else:
        print(lair, legend(), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
