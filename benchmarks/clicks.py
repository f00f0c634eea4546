"""Clicks on won games: the bot's two planners against 3BV and greedy ZiNi.

    python benchmarks/clicks.py --games 300 [--boards boards.jsonl --first 0,0]

ZiNi knows the mines beforehand; no player can. `--write boards.jsonl` writes the boards played, for
`benchmarks/jsminesweeper_clicks.js`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from minefield import LEVELS, FirstClick, zini
from virtual.arena.boards import Boards, SeededBoards, read_boards
from virtual.arena.entrants import PLANNERS, Entrant
from virtual.arena.games import Task, play_task


def write(boards: Boards, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number in range(len(boards)):
            mines = boards.mines(number)
            height, width = mines.shape
            line = {"w": width, "h": height, "mines": np.flatnonzero(mines).tolist()}
            file.write(json.dumps(line) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solver", default="best")
    parser.add_argument("--boards", help="board file instead of random Expert boards")
    parser.add_argument("--first", default="0,0")
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
        write(boards, args.write)
        return
    print("planner  won  clicks/3BV  ZiNi/3BV  clicks/ZiNi")
    for planner in PLANNERS:
        entrant = Entrant.make(args.solver, clicks=planner)
        won = [g for g in play_task(Task(boards, entrant, range(len(boards)))).games if g.win]
        clicks = sum(game.clicks or 0 for game in won)
        bbbv = sum(game.bbbv or 0 for game in won)
        least = sum(zini(boards.mines(game.number)) for game in won)
        print(
            f"{planner:7} {len(won):4}  {clicks / bbbv:10.3f}  {least / bbbv:8.3f}  "
            f"{clicks / least:11.3f}"
        )


if __name__ == "__main__":
    main()
