"""What share of what a constraint model proves about Dragonsweeper lairs our knowledge proves.

    python -m benchmarks.dragonsweeper.knowledge                 # 60 positions
    python -m benchmarks.dragonsweeper.knowledge --seed 7000 --states 20 --json

Positions come from games of the player on consecutive seeds, each stopped after 5 to 199 actions.
Whatever CP-SAT (testbed/dragon_oracle.py) proves impossible on a square counts, beyond what is
clear without any number. Positions that CP-SAT does not settle in time are counted apart.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from rich.console import Console
from rich.progress import Progress

from testbed.dragon_oracle import advance, compare
from testbed.harness import show, words

INTERRUPTED = 130


def main() -> int:
    """Run the command line; returns the exit code."""
    parser = words(__doc__, seed=203_000)
    parser.add_argument("--states", type=int, default=60, metavar="N")
    parser.add_argument("--quick", action="store_true", help="without proof by contradiction")
    parser.add_argument("--seconds", type=float, default=60, help="for a question to CP-SAT (60)")
    args = parser.parse_args()
    proven = ours = states = unsettled = 0
    missed: Counter[str] = Counter()
    seed, code = args.seed, 0
    try:
        with Progress(console=Console(stderr=True)) as progress:
            bar = progress.add_task("positions", total=args.states)
            while states + unsettled < args.states:
                actions = random.Random(seed).randrange(5, 200)
                position = advance(seed, actions, thorough=not args.quick)
                seed += 1
                if position is None:
                    continue
                found = compare(*position, seconds=args.seconds)
                progress.advance(bar)
                if found is None:
                    unsettled += 1
                    continue
                known, unknown = found
                states += 1
                ours += known
                proven += known + len(unknown)
                missed.update(kind for _, kind in unknown)
    except KeyboardInterrupt:
        code = INTERRUPTED
    row = {"positions": states, "not settled": unsettled, "proven": proven, "ours": ours}
    most = ", ".join(f"{kind} {n}" for kind, n in missed.most_common()) or "nothing"
    show(args, [row | {"share": ours / max(1, proven)}], note=f"missed: {most}")
    return code


if __name__ == "__main__":
    sys.exit(main())
