"""The coach beside the truth on films that are drawn: looks of any kind, a clock of their own.

    python -m benchmarks.live.coach_films                   18 films, at 15 and 30 pictures a second
    python -m benchmarks.live.coach_films --first 1000      in the looks that are judged
    python -m benchmarks.live.coach_films --kind classic    in a skin that is known
    python -m benchmarks.live.coach_films --encoded         as H.264, which blurs what is drawn
    python -m benchmarks.live.coach_films --kind chequered --films 3 --odd

In each film a person plays two rounds at one level and one at another, which takes the place of the
first; in about half of them the level is switched in mid-game. A pointer is drawn. The columns are
those of `benchmarks.live.coach_judge`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from benchmarks.live.coach_judge import (
    Notes,
    Played,
    Score,
    Truth,
    compare,
    encode,
    shifted,
    summed,
)
from mwagent import solvers
from mwagent.coach.coach import Coach
from mwagent.coach.sources import VideoSource
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
)
from mwagent.player.play import plan
from mwagent.solvers import Solver
from testbed.drawn_classic import Picture
from testbed.drawn_games import CLASSIC, SCREEN, TOP, level_of, shown
from testbed.drawn_kinds import KINDS, Look
from testbed.drawn_view import Monitor
from testbed.harness import show, words

RATES: Final = (15, 30)
"""Pictures a second."""


class Film:
    """A person plays two rounds at one level and one at another, in a look.

    The first round of each film is broken off in odd films: the level is switched in mid-game.
    `played` are the rounds, known once `frames` is through.
    """

    def __init__(self, look: Look, rate: int, seed: int):
        self.look, self.rate = look, rate
        self._rng = np.random.default_rng([seed, look.seed, *look.kind.encode()])
        self.played: list[Played] = []
        self._now = 0.0
        self._pointer = np.array([20.0, SCREEN[1] - 40.0])
        self._painted: tuple[str, Picture, tuple[int, int]] | None = None

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """All pictures, and their seconds."""
        first = level_of(self.look, self._rng)
        second = first
        while second.rows == first.rows or second.cols == first.cols:
            second = level_of(self.look, self._rng)
        broken = bool(self._rng.integers(2))
        for level, cut in ((first, False), (first, broken), (second, False)):
            yield from self._round(level, cut)

    def _round(self, level: Level, cut: bool) -> Iterator[tuple[float, Picture]]:
        rng = self._rng
        game = Game(level, seed=int(rng.integers(1 << 30)), rule=FirstClick.OPEN)
        solver = solvers.create("best", {})
        played = Played()
        self.played.append(played)
        until = int(rng.integers(4, 9)) if cut else 10_000
        yield from self._wait(game, 1.2)
        while game.stage in (Stage.WAITING, Stage.ONGOING) and len(played.moves) < until:
            for click in self._choice(game, solver):
                yield from self._go(game, click.cell)
                before = game.board.cells.copy()
                game.play(click)
                fresh = cells_where((game.board.cells < FLAG) & (before >= FLAG))
                kind = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}
                if (game.board.cells != before).any():
                    done = frozenset(fresh)
                    played.moves.append(Truth(kind[click.button], click.cell, self._now, done))
                yield from self._wait(game, float(rng.uniform(0.1, 0.5)))
                if game.stage not in (Stage.WAITING, Stage.ONGOING):
                    break
        ends = {Stage.WON: "won", Stage.LOST: "lost"}
        played.verdict = ends.get(game.stage, "")
        if not cut:
            yield from self._wait(game, 1.5)
        yield from self._go(game, None)

    def _choice(self, game: Game, solver: Solver) -> list[Click]:
        """What a person may do next: a few good moves, a flag, now and then a mistake."""
        board, rng = game.board, self._rng
        analysis = solver.analyse(Board(np.where(board.cells == FLAG, HIDDEN, board.cells)))
        mines = [c for c in analysis.mines if board[c] == HIDDEN]
        if mines and rng.random() < 0.4:
            return [Click(mines[int(rng.integers(len(mines)))], Button.RIGHT)]
        if rng.random() < 0.02:
            shut = cells_where(board.cells == HIDDEN)
            return [Click(list(shut)[int(rng.integers(len(shut)))], Button.LEFT)]
        return plan(board, analysis, None)[:2]

    def _go(self, game: Game, cell: Cell | None) -> Iterator[tuple[float, Picture]]:
        """Move the pointer to a cell, or beside the board."""
        _, at = self._paint(game)
        cols, side = game.board.shape[1], self.look.pitch
        end = (
            np.array([at[0] + cols * side / 2 + self._rng.uniform(-60, 60), TOP / 2])
            if cell is None
            else np.array([at[0] + (cell[1] + 0.5) * side, at[1] + (cell[0] + 0.5) * side])
        )
        begin, steps = self._pointer.copy(), int(self._rng.integers(2, 7))
        for step in range(1, steps + 1):
            self._pointer = begin + (end - begin) * step / steps
            yield from self._wait(game, 1 / self.rate)

    def _wait(self, game: Game, seconds: float) -> Iterator[tuple[float, Picture]]:
        for _ in range(max(1, round(seconds * self.rate))):
            self._now += 1 / self.rate
            picture = self._paint(game)[0].copy()
            _arrow(picture, self._pointer)
            yield self._now, picture

    def _paint(self, game: Game) -> tuple[Picture, tuple[int, int]]:
        state = str(Board(game.board.cells))
        if self._painted is None or self._painted[0] != state:
            self._painted = state, *shown(self.look, game.board)
        return self._painted[1:]


def _arrow(picture: Picture, at: NDArray[np.float64]) -> None:
    """A pointer, white with a black rim."""
    ends = np.array([(0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11)])
    shape = (ends + np.round(at)).astype(np.int32)
    cv2.fillPoly(picture, [shape], (255, 255, 255))
    cv2.polylines(picture, [shape], True, (0, 0, 0), 1)


class FilmSource(Monitor):
    """The pictures of a film: its clock goes as fast as they are looked at."""

    name = "the film"
    exact = True
    live = False

    def __init__(self, film: Film):
        self._frames = film.frames()
        self._shown: Picture
        self.seconds = 0.0

    def advance(self, pause: float) -> bool:
        """Go on to the next picture; False at the end."""
        del pause
        one = next(self._frames, None)
        if one is None:
            return False
        self.seconds, self._shown = one
        return True

    def picture(self) -> Picture:
        """What is shown now."""
        return self._shown

    def close(self) -> None:
        """Nothing is held."""


def watched(look: Look, rate: int, seed: int, *, encoded: bool = False) -> Score:
    """What a coach finds in one film, as it is drawn or `encoded`."""
    film = Film(look, rate, seed)
    score = Score(f"{look.kind} {look.seed} {rate}/s")
    with TemporaryDirectory() as folder:
        source: FilmSource | VideoSource = FilmSource(film)
        if encoded:
            path = Path(folder) / "film.mp4"
            encode((picture for _, picture in film.frames()), SCREEN, rate, path)
            source = VideoSource(path)
        notes = Notes(lambda: source.seconds)
        coach = Coach(source, None, notes)
        began = time.process_time()
        coach.run()
        score.cpu, score.seconds = time.process_time() - began, source.seconds
        coach.close()
        source.close()
    # The first picture of a file is at 0.
    played = [shifted(one, -1 / rate) for one in film.played] if encoded else film.played
    compare(score, played, coach.games)
    score.odd += notes.lines
    return score


def main() -> int:
    """Draw films, watch them and print a table; returns 1 where anything was invented."""
    parser = words(__doc__)
    parser.add_argument("--kind", nargs="+", choices=[*KINDS, CLASSIC], default=list(KINDS))
    parser.add_argument("--first", type=int, default=0, help="seed of the first look (0)")
    parser.add_argument("--films", type=int, default=1, help="of each kind and rate (1)")
    parser.add_argument("--rate", type=int, nargs="+", default=RATES, help="pictures a second")
    parser.add_argument("--encoded", action="store_true", help="watch them as H.264")
    parser.add_argument("--odd", action="store_true", help="say what went wrong")
    options = parser.parse_args()
    tasks = [
        (Look(kind, options.first + n), rate)
        for kind in options.kind
        for rate in options.rate
        for n in range(options.films)
    ]
    scores = []
    for look, rate in track(tasks, "watching", disable=options.json):
        scores.append(watched(look, rate, options.seed, encoded=options.encoded))
        if options.odd:
            print(scores[-1].name, *scores[-1].odd, sep="\n  ", file=sys.stderr, flush=True)
    rows = [one.row() for one in [*scores, summed(scores)]]
    show(options, rows)
    return 1 if any(one.invented for one in scores) else 0


if __name__ == "__main__":
    sys.exit(main())
