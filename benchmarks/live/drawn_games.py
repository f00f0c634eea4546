"""Whole games in looks that are drawn, played without a window: what the bot believes all along.

    python -m benchmarks.live.drawn_games                   3 looks of each kind, two rounds in each
    python -m benchmarks.live.drawn_games --first 1000      in the looks that are judged
    python -m benchmarks.live.drawn_games --kind pictured --looks 6

After each look the board that is believed is compared with the one that is there. The columns:

    rounds     rounds that were begun
    won        those that were won; where all is read rightly the rest is lost by guesses
    mined      rounds lost on a cell taken for safe
    unclear    rounds that the bot gave up, or whose end it saw otherwise
    wrong      of 10 000 cells, those that are believed to be something else
    unread     of 10 000, those that are not understood
    s          seconds for all rounds
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from rich.progress import track

from benchmarks.live.page_judge import misread
from mwagent import solvers
from mwagent.minefield import Board, FirstClick, Game, MinefieldError, Stage
from mwagent.player.play import Turn
from mwagent.player.session import play_round
from mwagent.player.window import SightedWindow
from testbed.drawn_games import LookView, level_of
from testbed.drawn_kinds import KINDS, Look
from testbed.harness import Row, show, words

CELLS: Final = 10_000


@dataclass(slots=True)
class Score:
    """What came of the games in one look."""

    name: str
    rounds: int = 0
    won: int = 0
    mined: int = 0
    unclear: int = 0
    cells: int = 0
    wrong: int = 0
    unread: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    said: str = ""

    @property
    def row(self) -> Row:
        """Its row in the table."""
        per = CELLS / max(1, self.cells)
        return {
            "look": self.name,
            "rounds": self.rounds,
            "won": self.won,
            "mined": self.mined,
            "unclear": self.unclear,
            "wrong": round(self.wrong * per, 1),
            "unread": round(self.unread * per, 1),
            "s": round(self.seconds, 1),
            "kinds": " ".join(f"{n}x{kind}" for kind, n in self.kinds.most_common(6)),
            "said": self.said[:60],
        }


class _Watched:
    """Compares each look of a bot with the board that is there, while a round is played."""

    def __init__(self, view: LookView, window: SightedWindow, score: Score):
        self._view, self._window, self._score = view, window, score
        self._look = window.look
        window.look = self.look  # type: ignore[method-assign]

    def look(self) -> Board:
        board = self._look()
        true, score = self._view.game.board, self._score
        if self._view.game.stage not in (Stage.WAITING, Stage.ONGOING):
            return board
        score.cells += true.cells.size
        if board.shape != true.shape:
            score.wrong += true.cells.size
            score.kinds["another board"] += 1
            return board
        cells = ["".join(line.split()) for line in str(Board(true.cells)).splitlines()]
        wrong = misread(board, self._window.unread, cells)
        score.wrong += len(wrong)
        score.unread += len(self._window.unread)
        score.kinds.update(wrong.values())
        return board


def played(look: Look, rounds: int, seed: int) -> Score:
    """Play some rounds in a look."""
    rng = np.random.default_rng([seed, look.seed])
    level = level_of(look, rng)
    view = LookView(look, lambda n: Game(level, seed=seed + n, rule=FirstClick.OPEN))
    score = Score(f"{look.kind} {look.seed}")
    began = time.perf_counter()
    solver = solvers.create("best")
    window: SightedWindow | None = None
    for number in range(rounds):
        guesses: list[bool] = []

        def watch(turn: Turn, guesses: list[bool] = guesses) -> None:
            if turn.clicks:
                guesses.append(turn.guess)

        stage = None
        score.rounds += 1
        try:
            if window is None:
                window = SightedWindow(view, patience=1.0)
                _Watched(view, window, score)
            elif number:
                window.new_game()
            stage = play_round(window, solver, watch=watch).stage
        except MinefieldError as error:
            score.said = str(error)
            view.key("f2")
        true = view.game.stage
        score.won += stage is Stage.WON and true is Stage.WON
        score.unclear += stage is not true
        score.mined += true is Stage.LOST and not (guesses and guesses[-1])
    score.seconds = time.perf_counter() - began
    return score


def summed(scores: list[Score]) -> Score:
    """The sums of all."""
    total = Score(f"{len(scores)} looks")
    for one in scores:
        for name in ("rounds", "won", "mined", "unclear", "cells", "wrong", "unread", "seconds"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        total.kinds.update(one.kinds)
    return total


def main() -> int:
    """Play and print a table; returns 1 where a round was lost on a cell taken for safe."""
    parser = words(__doc__)
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--first", type=int, default=0, help="seed of the first look (0)")
    parser.add_argument("--looks", type=int, default=3, help="of each kind (3)")
    parser.add_argument("--rounds", type=int, default=2, help="in each look (2)")
    options = parser.parse_args()
    looks = [Look(kind, options.first + n) for kind in options.kind for n in range(options.looks)]
    scores = [
        played(look, options.rounds, options.seed)
        for look in track(looks, "playing", disable=options.json)
    ]
    show(options, [one.row for one in [*scores, summed(scores)]])
    return 1 if any(one.mined for one in scores) else 0


if __name__ == "__main__":
    sys.exit(main())
