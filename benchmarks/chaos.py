"""Play while everything goes wrong, and check every press the page got.

    python benchmarks/chaos.py                       200 runs in a browser tab
    python benchmarks/chaos.py --screen --runs 100   by screen and mouse, on an Xvfb
    python benchmarks/chaos.py --seed 1000 --only "page reloaded" --runs 10

Every run plays one game on the practice page under one trouble: the page scrolled, moved, zoomed,
covered, reloaded, its colours switched, dialogs, dropped clicks, late pictures and more. Checked
is that no press fell outside the board, that no cell was opened that was neither proven safe nor
the solver's guess, and that the bot finished the game or stopped with one sentence and the right
exit code. Exit code 1 when anything was wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

import web

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import turmoil
import turmoil_desktop
from turmoil import Run, Verdict


def main(argv: Sequence[str] | None = None) -> int:
    """Play the runs and print what came of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="9x9/10", help="COLSxROWS/MINES (default: %(default)s)")
    parser.add_argument("--screen", action="store_true", help="by screen and mouse, on an Xvfb")
    parser.add_argument("--only", action="append", help="this trouble alone; may be repeated")
    args = parser.parse_args(argv)
    troubles = args.only or (turmoil_desktop if args.screen else turmoil).TROUBLES
    verdicts: list[Verdict] = []
    console = Console()
    with web.serve() as url, ExitStack() as stack:
        if args.screen:
            stack.enter_context(turmoil_desktop.desktop())
            play = turmoil_desktop.chaos_on_screen
        else:
            play = partial(turmoil.chaos_in_tab, stack.enter_context(turmoil.tabs()))
        try:
            for number in range(args.runs):
                run = Run(troubles[number % len(troubles)], args.seed + number, args.level)
                verdict = play(url, run)
                verdicts.append(verdict)
                if verdict.wrongs:
                    console.print(f"[red]{run}[/red] {verdict.ended}", *verdict.wrongs, sep="\n  ")
        except KeyboardInterrupt:
            console.print("stopped")
        console.print(summary(verdicts))
    wrong = sum(bool(verdict.wrongs) for verdict in verdicts)
    finished = sum(verdict.ended in ("won", "lost") for verdict in verdicts)
    console.print(f"{len(verdicts)} runs: {finished} finished, {wrong} went wrong")
    return 1 if wrong else 0


def summary(verdicts: Sequence[Verdict]) -> Table:
    """How the runs of each trouble ended."""
    table = Table("trouble", "runs", "ends", "moves", "median s", "wrong")
    by_trouble: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        by_trouble[verdict.run.trouble].append(verdict)
    for trouble, some in by_trouble.items():
        ends = Counter(verdict.ended.partition(":")[0] for verdict in some)
        seconds = sorted(verdict.seconds for verdict in some)
        table.add_row(
            trouble,
            str(len(some)),
            ", ".join(f"{count} {end}" for end, count in ends.most_common()),
            str(sum(verdict.moves for verdict in some)),
            f"{seconds[len(seconds) // 2]:.1f}",
            str(sum(bool(verdict.wrongs) for verdict in some)),
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
