"""Clicks on won games: the bot's planners against 3BV, greedy ZiNi and another efficient player.

    python -m benchmarks.engine.clicks --games 300 [--boards boards.jsonl --first 0,0]
    python -m benchmarks.engine.clicks --games 400 --peer JSMinesweeper

The first prints both planners over random Expert boards. With `--peer`, the folder of a clone of
https://github.com/DavidNHill/JSMinesweeper, its "efficiency" style plays the boards that the
planner of few clicks has won (needs node), and the two are compared on those that both have won.
Nobody sees the mines but ZiNi, which knows all of them beforehand. `--write boards.jsonl` writes
the boards played.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from rich.progress import track

from mwagent.minefield import LEVELS, FirstClick
from mwagent.solvers import zini
from mwagent.virtual.arena.boards import Boards, SeededBoards, read_boards
from mwagent.virtual.arena.entrants import PLANNERS, Entrant
from mwagent.virtual.arena.games import Played, Task, play_task
from testbed.harness import Row, show, words


def main() -> None:
    parser = words(__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--solver", default="best")
    parser.add_argument("--boards", help="board file instead of random Expert boards")
    parser.add_argument("--first", default="0,0")
    parser.add_argument("--peer", type=Path, help="folder of JSMinesweeper, to compare with")
    parser.add_argument("--write", type=Path, help="write the boards, and play nothing")
    args = parser.parse_args()
    row, col = map(int, args.first.split(","))
    boards: Boards
    if args.boards:
        boards = read_boards(args.boards, (row, col), args.games)
    else:
        level = LEVELS["expert"]
        boards = SeededBoards(level, FirstClick.SAFE, (row, col), args.seed, args.games)
    if args.write:
        write(boards, range(len(boards)), args.write)
    elif args.peer:
        compare(boards, args)
    else:
        report(boards, args)


def write(boards: Boards, numbers: range | list[int], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number in numbers:
            mines = boards.mines(number)
            height, width = mines.shape
            line = {"w": width, "h": height, "mines": np.flatnonzero(mines).tolist()}
            file.write(json.dumps(line) + "\n")


def won_games(boards: Boards, solver: str, planner: str) -> list[Played]:
    """Play all boards with a planner; gives the games it won."""
    entrant = Entrant.make(solver, clicks=planner)
    won = []
    for number in track(range(len(boards)), f"clicking, {planner}", transient=True):
        game = play_task(Task(boards, entrant, range(number, number + 1))).games[0]
        won += [game] if game.win else []
    return won


def report(boards: Boards, args: argparse.Namespace) -> None:
    rows: list[Row] = []
    for planner in PLANNERS:
        won = won_games(boards, args.solver, planner)
        clicks = sum(game.clicks or 0 for game in won)
        bbbv = sum(game.bbbv or 0 for game in won)
        least = sum(zini(boards.mines(game.number)).greedy for game in won)
        ratios = {
            "clicks/3BV": clicks / bbbv,
            "ZiNi/3BV": least / bbbv,
            "clicks/ZiNi": clicks / least,
        }
        rows.append({"planner": planner, "won": len(won), **ratios})
    show(args, rows, f"{len(boards)} boards")


def compare(boards: Boards, args: argparse.Namespace) -> None:
    won = won_games(boards, args.solver, "few")
    rows = []
    for game, other in zip(won, peer_games(boards, won, args.peer), strict=True):
        if other["won"]:
            assert other["bbbv"] == game.bbbv, f"3BV of board {game.number} differs"
            least = zini(boards.mines(game.number)).greedy
            rows.append((game.clicks, other["clicks"], least, game.bbbv))
    if not rows:
        sys.exit("no board was won by both; play more of them with --games")
    table = np.array(rows, float)
    gap = table[:, 0] - table[:, 1]
    low, high = interval(table)
    note = (
        f"{len(won)} of {len(boards)} boards won by us, {len(rows)} of these by both. "
        f"ours - JSMinesweeper: {gap.sum() / table[:, 3].sum():+.4f} clicks/3BV, 95 % {low:+.4f} "
        f"to {high:+.4f} (games resampled); {gap.mean():+.2f} clicks a game, fewer in "
        f"{(gap < 0).sum()} games, more in {(gap > 0).sum()}"
    )
    names = ("few clicks", "JSMinesweeper", "greedy ZiNi")
    ratios = table[:, :3].sum(axis=0) / table[:, 3].sum()
    show(
        args,
        [
            {"player": name, "clicks/3BV": f"{ratio:.4f}"}
            for name, ratio in zip(names, ratios, strict=True)
        ],
        "Boards won by both",
        note,
    )


def interval(table: np.ndarray) -> tuple[float, float]:
    """Find the 95 % interval of the paired difference of clicks/3BV by resampling games."""
    picks = np.random.default_rng(1).integers(len(table), size=(10_000, len(table)))
    sums = table[picks].sum(axis=1)
    low, high = np.quantile((sums[:, 0] - sums[:, 1]) / sums[:, 3], [0.025, 0.975])
    return float(low), float(high)


def peer_games(boards: Boards, won: list[Played], folder: Path) -> list[dict[str, int]]:
    """Let JSMinesweeper play the boards of `won`; gives won, clicks and bbbv for each."""
    script = Path(__file__).with_name("jsminesweeper_clicks.js")
    row, col = boards.first
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "boards.jsonl"
        write(boards, [game.number for game in won], path)
        command = ["node", str(script), str(folder), str(path), f"{row},{col}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = track(process.stdout, "clicking, JSMinesweeper", len(won), transient=True)
            games = [json.loads(line) for line in lines]
    if process.returncode or len(games) != len(won):
        sys.exit(f"JSMinesweeper played {len(games)} of {len(won)} boards; is {folder} its folder?")
    return games


if __name__ == "__main__":
    main()
