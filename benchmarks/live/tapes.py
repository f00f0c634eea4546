"""Games in programs of others, recorded once and played back in minutes, without a browser.

    python -m benchmarks.live.web_games --fetch --clones ~/clones
    python -m benchmarks.live.tapes --record ~/tapes --clones ~/clones
    python -m benchmarks.live.tapes ~/tapes --half work
    python -m benchmarks.live.tapes ~/tapes --half judged

`--record` has the bot play the pages of `web_games.py` for `--seconds` each, a few clicks at once,
and keeps every picture that it gets, every press, and what the page's own state says. Played back,
the bot sees these pictures and makes these clicks again (`tape.py`), however it reads them now. The
coach has tapes of its own: `python -m benchmarks.live.coach --keep`. The columns:

    looks      looks at a board whose page was sure of it, while a round was played
    wrong      of 10 000 cells of these boards, those that are believed to be something else
    unread     of 10 000, those that are not understood
    rounds     rounds on the tape that came to an end by the page's own state
    verdict    of those, that the bot takes for another end than the page
    unclear    of those, given up, or not seen to end
    lost sight times the board got lost, or no new round was found

What is tuned on pages is judged on others: the halves are those of `truths.half_of`, and of the
judged one only the sums are printed.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rich.progress import track

from benchmarks.live import web_games
from benchmarks.live.foreign_pages import program_of
from benchmarks.live.page_judge import misread
from benchmarks.live.tape import SUFFIX, PlayedBack, Recorder, Tape, TapeView
from benchmarks.vision.truths import HALVES, half_of
from mwagent import solvers
from mwagent.minefield import Board, Cell, Click, MinefieldError, Stage
from mwagent.player.play import plan
from mwagent.player.session import play_round
from mwagent.player.window import SightedWindow
from mwagent.solvers import Analysis
from testbed.harness import Row, show, words

AT_A_TIME: Final = 3
"""Clicks made at once while a tape is recorded, at most: there are more looks, then."""
CELLS: Final = 10_000


@dataclass(slots=True)
class Score:
    """What came of one tape."""

    name: str
    looks: int = 0
    cells: int = 0
    wrong: int = 0
    unread: int = 0
    rounds: int = 0
    verdict: int = 0
    unclear: int = 0
    lost: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def row(self) -> Row:
        """Its row in the table."""
        per = CELLS / max(1, self.cells)
        return {
            "page": self.name,
            "looks": self.looks,
            "wrong": round(self.wrong * per, 1),
            "unread": round(self.unread * per, 1),
            "rounds": self.rounds,
            "verdict": self.verdict,
            "unclear": self.unclear,
            "lost sight": self.lost,
            "s": round(self.seconds, 1),
            "kinds": " ".join(f"{n}x{kind}" for kind, n in self.kinds.most_common(6)),
        }


def summed(scores: Sequence[Score]) -> Score:
    """The sums of all; for wrong and unread cells each page counts once, however long it is."""
    total = Score(f"{len(scores)} pages", cells=CELLS)
    for name in ("looks", "rounds", "verdict", "unclear", "lost", "seconds"):
        setattr(total, name, sum(getattr(one, name) for one in scores))
    for name in ("wrong", "unread"):
        shares = [getattr(one, name) / one.cells for one in scores if one.cells]
        setattr(total, name, CELLS * sum(shares) / max(1, len(shares)))
    for one in scores:
        total.kinds.update(one.kinds)
    return total


class _Watched:
    """Compares each look of a bot with what the page said then."""

    def __init__(self, view: TapeView, window: SightedWindow, score: Score):
        self._view, self._window, self._score = view, window, score
        self._look = window.look
        window.look = self.look  # type: ignore[method-assign]

    def look(self) -> Board:
        board = self._look()
        told = self._view.told()
        if told is not None and not told["verdict"]:
            cells = told["cells"]
            if board.shape == (len(cells), len(cells[0])):
                wrong = misread(board, self._window.unread, cells)
                self._score.wrong += len(wrong)
                self._score.unread += len(self._window.unread)
                self._score.kinds.update(wrong.values())
            else:
                self._score.wrong += len(cells) * len(cells[0])
                self._score.kinds["another board"] += 1
            self._score.cells += len(cells) * len(cells[0])
            self._score.looks += 1
        return board


def played_back(file: Path) -> Score:
    """Play back one tape."""
    tape, score = Tape.load(file), Score(file.name.removesuffix(SUFFIX))
    began = time.perf_counter()
    view = TapeView(tape)
    solver = solvers.create("best")
    window: SightedWindow | None = None
    rounds = [n for n, event in enumerate(tape.events) if event["kind"] == "round"]
    for number, (start, page) in enumerate(zip(rounds, tape.verdicts, strict=True)):
        if number and window is not None:
            try:
                window.new_game()
            except MinefieldError:
                score.lost += 1
                window = None
        view.go_to(start + 1)
        if window is None:
            window = SightedWindow(view, patience=1.0)
            player = PlayedBack(view, window)
            _Watched(view, window, score)
        stage = None
        try:
            stage = play_round(window, solver, planner=player.plan).stage
        except MinefieldError:
            # A tape may end in mid-game.
            score.lost += not page and next(view.coming("clicks"), None) is not None
        if page:
            score.rounds += 1
            score.unclear += stage not in (Stage.WON, Stage.LOST)
            score.verdict += stage in (Stage.WON, Stage.LOST) and stage.name.lower() != page
    score.seconds = time.perf_counter() - began
    return score


def a_few(
    board: Board, analysis: Analysis, start: Cell | None = None, *, chords: bool = True
) -> list[Click]:
    """The first of the clicks that are planned."""
    return plan(board, analysis, start, chords=chords)[:AT_A_TIME]


def record(options: Any) -> int:
    """Record a tape of each page; those that are there are kept."""
    targets = web_games.targets_of(
        [str(web_games.RECIPES)], options.half, options.only, options.clones
    )
    targets = [one for one in targets if one.recipe.get("cells") or one.recipe.get("board")]
    targets = [one for one in targets if Path(one.place).is_dir()]
    first, _, step = options.part.partition("/")
    for target in itertools.islice(targets, int(first), None, int(step)):
        file = options.record / f"{target.name}{SUFFIX}"
        if file.exists():
            continue
        kept: list[Recorder] = []
        score = web_games.play(target, options, recorders=kept, planner=a_few)
        tape = kept[0].tape
        tape.verdicts = [one.page if one.page != "?" else "" for one in score.rounds]
        tape.save(file)
        size = file.stat().st_size / 2**20
        print(
            f"{target.name}: {len(score.rounds)} rounds, {size:.1f} MiB {score.ended}", flush=True
        )
    return 0


def main() -> int:
    """Record tapes, or play them back and print a table; returns 1 where a verdict is wrong."""
    parser = words(__doc__, seed=None)
    parser.add_argument("tapes", type=Path, nargs="?", help="folder with tapes")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="record tapes into it")
    parser.add_argument("--clones", type=Path, metavar="FOLDER", help="where the pages lie")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="parts of names")
    parser.add_argument("--part", default="0/1", help="0/2: every second page from the first")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each page recorded")
    parser.add_argument("--size", default="1280x960", help="of the tab (default: %(default)s)")
    options = parser.parse_args()
    if options.record:
        options.games, options.save = sys.maxsize, None
        return record(options)
    if options.tapes is None:
        parser.error("give a folder with tapes, or record some")
    files = [
        file
        for file in sorted(options.tapes.glob(f"*{SUFFIX}"))
        if options.half in ("both", half_of(program_of(file.name.removesuffix(SUFFIX))))
        and (not options.only or any(word in file.name for word in options.only))
    ]
    if not files:
        parser.error(f"{options.tapes}: no tape of this half and name; --record makes some")
    with ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(played_back, files)
        scores = list(track(results, "playing back", len(files), disable=options.json))
    rows = [] if options.half == HALVES[1] else [one.row for one in scores]
    show(options, [*rows, summed(scores).row])
    return 1 if any(one.verdict for one in scores) else 0


if __name__ == "__main__":
    sys.exit(main())
