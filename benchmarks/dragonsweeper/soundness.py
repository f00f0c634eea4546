"""Checks that what is known of a Dragonsweeper lair never excludes the truth.

    python -m benchmarks.dragonsweeper.soundness                        # 10 000 lairs, all cores
    python -m benchmarks.dragonsweeper.soundness --seeds 0-999 --workers 1 --json

The player plays every lair, and before each of its actions every square that is not in full sight
is compared with what stands there. Exit code 1 says that something true was held to be impossible.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from rich.console import Console
from rich.progress import track

from mwagent.dragonsweeper import SeedError, excluded
from mwagent.dragonsweeper.bench import parse_seeds
from testbed.harness import show, words

INTERRUPTED = 130


def check(seeds: Sequence[int], workers: int) -> Iterator[tuple[int, int]]:
    """Play the seeds; give each with how often the truth was excluded, as they finish."""
    queue = iter(seeds)
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[int], int] = {}
        # Few are asked for ahead, so that Ctrl-C does not have to wait for many.
        for seed in islice(queue, 2 * workers):
            running[pool.submit(excluded, seed)] = seed
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
                for seed in islice(queue, 1):
                    running[pool.submit(excluded, seed)] = seed


def main() -> int:
    """Run the command line; returns the exit code."""
    parser = words(__doc__, seed=None)
    parser.add_argument("--seeds", default="0-9999", help="such as 0-999 or 7,42 (0-9999)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    args = parser.parse_args()
    try:
        seeds = parse_seeds(args.seeds)
    except SeedError as error:
        print(f"dragonsweeper_soundness: {error}", file=sys.stderr)
        return error.exit_code
    played = 0
    wrong: dict[int, int] = {}
    stopped = False
    games = check(seeds, max(1, args.workers))
    try:
        for seed, count in track(games, "lairs", len(seeds), console=Console(stderr=True)):
            played += 1
            if count:
                wrong[seed] = count
    except KeyboardInterrupt:
        stopped = True
    rows = [{"lair": seed, "truth excluded": count} for seed, count in sorted(wrong.items())]
    show(args, rows, note=f"{played} of {len(seeds)} lairs, truth excluded in {len(wrong)}")
    return INTERRUPTED if stopped else int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
