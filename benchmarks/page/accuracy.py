"""How far apart do the page's figures set a careless player and a careful one?

    python -m benchmarks.page.accuracy                      simulated players, Intermediate
    python -m benchmarks.page.accuracy --level expert --games 100
    python -m benchmarks.page.accuracy --replays FOLDER     and the replays in a folder

Each simulated player plays the same boards; the page's own modules (`review/grade.js`, `review/
summary.js`) judge the games, in a real Chromium. For each player: the quartiles of "accuracy", the
median share of the chance to win that was kept, and of the decisions that cost. The scale of
"accuracy" (docs/review.md) was chosen by this program.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.page.pictures import browser
from mwagent import solvers
from mwagent.formats import KINDS, ReplayError, read_replay
from mwagent.gamebook import as_page_record
from mwagent.gamebook.export import FORMAT
from mwagent.minefield import (
    HIDDEN,
    Board,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
    neighbours,
)
from testbed.harness import Row, show, words

GRADE: Final = """async (game) => {
    const { recordFrom } = await import("/game/record.js");
    const { Replay } = await import("/game/replay.js");
    const { gradeSteps } = await import("/review/grade.js");
    const { summarise } = await import("/review/summary.js");
    const { EngineClient } = await import("/engine/client.js");
    window.judge ??= new EngineClient();
    const grades = [];
    const replay = new Replay(recordFrom(game, "a game"));
    for await (const grade of gradeSteps(replay, window.judge)) grades.push(grade);
    return { ...summarise(grades), scores: grades.map(({ score }) => score) };
}"""

Player = Callable[[Board, random.Random], Cell]


def best(board: Board, draw: random.Random) -> Cell:
    """The strongest play there is here."""
    decided = BEST.analyse(board).decide().best
    assert decided is not None
    return decided


def careful(board: Board, draw: random.Random) -> Cell:
    """Opens what is proven, else the cell that is a mine least often."""
    analysis = EXACT.analyse(board)
    if analysis.safe:
        return draw.choice(analysis.safe)
    chance = np.where(board.cells == HIDDEN, analysis.mine_probability, 2.0)
    row, col = np.unravel_index(int(np.argmin(chance)), chance.shape)
    return int(row), int(col)


def by_rules(board: Board, draw: random.Random) -> Cell:
    """Sees what two numbers prove at most, and takes the guess for what it is where they do not."""
    analysis = SUBSETS.analyse(board)
    return draw.choice(analysis.safe) if analysis.safe else careless(board, draw)


def careless(board: Board, draw: random.Random) -> Cell:
    """Opens any hidden cell beside a number."""
    hidden = cells_where(board.cells == HIDDEN)
    beside = [
        cell for cell in hidden if any(board[near] <= 8 for near in neighbours(cell, board.shape))
    ]
    return draw.choice(beside or hidden)


def hasty(share: float) -> Player:
    """Plays carefully, but this share of the moves without a look."""

    def play(board: Board, draw: random.Random) -> Cell:
        return (careless if draw.random() < share else careful)(board, draw)

    return play


BEST, EXACT = solvers.create("best"), solvers.create("exactsolver")
SUBSETS = solvers.create("subsetsolver")
PLAYERS: Final[dict[str, Player]] = {
    "best": best,
    "careful": careful,
    "by rules of two numbers": by_rules,
    "careful, 1 of 50 hasty": hasty(1 / 50),
    "careful, 1 of 20 hasty": hasty(1 / 20),
    "careful, 1 of 8 hasty": hasty(1 / 8),
    "careful, 1 of 4 hasty": hasty(1 / 4),
    "careless": careless,
}


def played(player: Player, level: str, seed: int) -> dict[str, Any]:
    """A game of a player, as the page takes games."""
    size = Level.parse(level)
    draw = random.Random(seed)
    game = Game(size, seed, FirstClick.OPEN)
    cell = size.rows // 2, size.cols // 2
    moves: list[dict[str, Any]] = []
    while game.stage not in (Stage.WON, Stage.LOST):
        moves.append({"kind": "open", "cell": list(cell), "seconds": len(moves)})
        game.play(Click(cell))
        if game.stage is Stage.ONGOING:
            cell = player(Board(game.board.cells, size.mines), draw)
    assert game.mines is not None
    mines = [list(mine) for mine in cells_where(game.mines)]
    head = {"format": FORMAT, "version": 1, "title": "", "first": "open"}
    return head | {"rows": size.rows, "cols": size.cols, "mines": mines, "moves": moves}


def replays(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The replays in a folder that can be read, by name."""
    for path in sorted(folder.iterdir()):
        if path.suffix[1:].lower() in KINDS:
            try:
                game = read_replay(path)
            except ReplayError as error:
                print(error)
            else:
                yield path.name, as_page_record(game)


def told(name: str, found: list[dict[str, Any]]) -> Row:
    """A line of the table."""
    judged = [one for one in found if one["accuracy"] is not None]
    low, middle, high = (
        statistics.quantiles([100 * one["accuracy"] for one in judged], n=4, method="inclusive")
        if len(judged) > 1
        else [100 * judged[0]["accuracy"]] * 3
    )
    return {
        "player": name,
        "games": len(judged),
        "decisions": statistics.median(one["moves"] for one in judged),
        "accuracy, quartile": low,
        "median": middle,
        "quartile": high,
        "kept, median": 100 * statistics.median(one["kept"] for one in judged),
        "cost, median": statistics.median(one["costly"] for one in judged),
    }


def main() -> None:
    """Play, have the games judged, and print the table."""
    parser = words(__doc__)
    parser.add_argument("--level", default="intermediate")
    parser.add_argument("--games", type=int, default=40, help="of each player (%(default)s)")
    parser.add_argument("--replays", type=Path, help="a folder of .avf, .evf, .mvf, .rmv files")
    options = parser.parse_args()
    show(options, list(rows(options)))


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """The lines of the table."""
    with browser() as (chromium, url):
        page = chromium.new_context().new_page()
        page.goto(url)
        for name, player in PLAYERS.items():
            games = [
                played(player, options.level, options.seed * 100_000 + n)
                for n in range(options.games)
            ]
            yield told(name, [page.evaluate(GRADE, game) for game in games])
        if options.replays:
            for name, game in replays(options.replays):
                yield told(name, [page.evaluate(GRADE, game)])


if __name__ == "__main__":
    main()
