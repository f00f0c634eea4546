"""Play while everything goes wrong, and check every press the page got.

    python -m benchmarks.live.chaos                200 runs, in tabs and on a screen (an Xvfb)
    python -m benchmarks.live.chaos --where tab --runs 50
    python -m benchmarks.live.chaos --seed 1000 --only "page reloaded" --runs 10

Every run plays one game on the practice page under one trouble: the page scrolled, moved, zoomed,
covered, reloaded, its colours switched, dialogs, dropped clicks, late pictures and more. Checked
is that no press fell outside the board, that no cell was opened that was neither proven safe nor
the solver's guess, and that the bot finished the game or stopped with one sentence and the right
exit code. Exit code 1 when anything was wrong. Presses made between a change of the page and the
frame that shows it, which nobody can know of, are told apart as "unseen".
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice, zip_longest
from typing import Final

from rich.console import Console

from mwagent import web
from mwagent.minefield import MinefieldError
from testbed import turmoil, turmoil_desktop
from testbed.harness import Row, show, words
from testbed.turmoil import Run, Verdict

PLACES: Final = {"tab": turmoil.TROUBLES, "screen": turmoil_desktop.TROUBLES}
AT_ONCE: Final = 25
"""So many runs share a browser; then, or after a run that hung or crashed, another is started."""

Player = Callable[[str, Run], Verdict]
Asked = tuple[str, Run]
"""Where to play, and what."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play the runs and print what came of them."""
    args = _words().parse_args(argv)
    console = Console(stderr=args.json)
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing and args.where != "tab":
        console.print(f"{' and '.join(missing)} not installed: only tabs are played in")
        args.where = "tab"
    asked = list(islice(runs(args), args.runs))
    verdicts: dict[Asked, Verdict] = {}
    try:
        with web.serve() as url:
            for where in PLACES:
                for place, run, verdict in played(url, [one for one in asked if one[0] == where]):
                    verdicts[place, run] = verdict
                    if verdict.wrongs:
                        told = "\n  ".join([verdict.ended, *verdict.wrongs])
                        console.print(f"[red]{place}, {run}[/red]", told, highlight=False)
    except KeyboardInterrupt:
        console.print(f"stopped after {len(verdicts)} runs")
    wrong = sum(bool(verdict.wrongs) for verdict in verdicts.values())
    finished = sum(verdict.ended in ("won", "lost") for verdict in verdicts.values())
    unseen = sum(bool(verdict.unseen) for verdict in verdicts.values())
    note = f"{len(verdicts)} runs: {finished} finished, {wrong} went wrong"
    if unseen:
        note += f"; in {unseen} a press was made before the trouble could be on the screen"
    show(args, summary(verdicts), note=note)
    return 1 if wrong or len(verdicts) < len(asked) else 0


def _words() -> argparse.ArgumentParser:
    parser = words(__doc__)
    parser.add_argument("--runs", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--level", default="9x9/10", help="COLSxROWS/MINES (default: %(default)s)")
    parser.add_argument("--where", choices=("tab", "screen", "both"), default="both")
    parser.add_argument("--only", action="append", help="this trouble alone; may be repeated")
    return parser


def runs(args: argparse.Namespace) -> Iterator[Asked]:
    """Runs without end: every trouble of every place in turn, each time with another seed."""
    places = PLACES if args.where == "both" else {args.where: PLACES[args.where]}
    there = set(chain.from_iterable(places.values()))
    for name in set(args.only or ()) - there:
        raise MinefieldError(f"there is no trouble {name!r} here, but {', '.join(sorted(there))}")
    columns = [
        [(where, trouble) for trouble in troubles if trouble in (args.only or troubles)]
        for where, troubles in places.items()
    ]
    cycle = [one for one in chain.from_iterable(zip_longest(*columns)) if one is not None]
    number = 0
    while cycle:
        for where, trouble in cycle:
            yield where, Run(trouble, args.seed + number, args.level)
            number += 1


def played(url: str, todo: Sequence[Asked]) -> Iterator[tuple[str, Run, Verdict]]:
    """Play runs that share one place, a browser for some of them at a time."""
    queue = list(todo)
    while queue:
        with _player(queue[0][0]) as play:
            for _ in range(min(AT_ONCE, len(queue))):
                where, run = queue.pop(0)
                verdict = play(url, run)
                yield where, run, verdict
                if any(wrong.startswith(("hung", "crashed")) for wrong in verdict.wrongs):
                    break


@contextmanager
def _player(where: str) -> Iterator[Player]:
    """What plays in a place."""
    with ExitStack() as stack:
        if where == "screen":
            stack.enter_context(turmoil_desktop.desktop())
            yield turmoil_desktop.chaos_on_screen
        else:
            yield partial(turmoil.chaos_in_tab, stack.enter_context(turmoil.tabs()))


def summary(verdicts: dict[Asked, Verdict]) -> list[Row]:
    """How the runs of each trouble ended."""
    rows: list[Row] = []
    by_trouble: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for (where, run), verdict in verdicts.items():
        by_trouble[where, run.trouble].append(verdict)
    for (where, trouble), some in sorted(by_trouble.items()):
        ends = Counter(verdict.ended.partition(":")[0] for verdict in some)
        seconds = sorted(verdict.seconds for verdict in some)
        rows.append(
            {
                "where": where,
                "trouble": trouble,
                "runs": len(some),
                "ends": ", ".join(f"{count} {end}" for end, count in ends.most_common()),
                "moves": sum(verdict.moves for verdict in some),
                "median s": seconds[len(seconds) // 2],
                "unseen": sum(bool(verdict.unseen) for verdict in some),
                "wrong": sum(bool(verdict.wrongs) for verdict in some),
            }
        )
    return rows


if __name__ == "__main__":
    try:
        sys.exit(main())
    except MinefieldError as error:
        sys.exit(str(error))
