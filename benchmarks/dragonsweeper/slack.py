"""Checks the player's slack against that of one who sees everything, before every action.

    python -m benchmarks.dragonsweeper.slack --seeds 0-999

The player reckons from what is public; `testbed.all_seeing.slack` from the lair, with
whole enemies. Exit code 1 says that they differed.
"""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import track

from mwagent.dragonsweeper import Game, Lair, Player, Reason, SeedError, Stage
from mwagent.dragonsweeper.bench import parse_seeds
from testbed.all_seeing import slack
from testbed.harness import show, words


def compare(seed: int) -> tuple[int, list[tuple[int, int]]]:
    """Play a seed; returns the number of positions, and where they differ what both say."""
    game, player, lair = Game(seed), Player(lairs=0), Lair.generate(seed)
    positions = 0
    wrong = []
    while game.stage is Stage.PLAYING:
        action = player.act(game.view)
        if action.reason is Reason.STUCK:
            break
        positions += 1
        if (said := (player.slack, slack(game, lair, player.slack)))[0] != said[1]:
            wrong.append(said)
        action.take(game)
    return positions, wrong


def main() -> int:
    """Run the command line; returns the exit code."""
    parser = words(__doc__, seed=None)
    parser.add_argument("--seeds", default="0-999", help="such as 0-999 or 7,42 (0-999)")
    args = parser.parse_args()
    try:
        seeds = parse_seeds(args.seeds)
    except SeedError as error:
        print(f"dragonsweeper_slack: {error}", file=sys.stderr)
        return error.exit_code
    total, rows = 0, []
    for seed in track(seeds, "lairs", console=Console(stderr=True)):
        positions, wrong = compare(seed)
        total += positions
        if wrong:
            player, seeing = wrong[0]
            rows.append({"lair": seed, "differ": len(wrong), "player": player, "seeing": seeing})
    show(args, rows, note=f"{total} positions, slack differs in {sum(r['differ'] for r in rows)}")
    return int(bool(rows))


if __name__ == "__main__":
    sys.exit(main())
