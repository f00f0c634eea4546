"""Web Minesweepers of others, played live in a browser tab and judged by what the pages know.

    python -m benchmarks.live.web_games --fetch --clones ~/clones
    python -m benchmarks.live.web_games --clones ~/clones --half work --save ~/odd
    python -m benchmarks.live.web_games --clones ~/clones --only winmine --games 5
    python -m benchmarks.live.web_games ~/clones/some-game http://localhost:8000/

A file of recipes (`foreign_pages.py`), `web_games.toml` unless others are named, says which public
repositories the pages are in, what is clicked before a game, and how each page's own state is read.
`--fetch` gets the repositories into the folder `--clones` and plays nothing. The bot gets pixels
alone; after every turn of its loop its board is compared with the page's. Folders and addresses
without a recipe are played as they open, and only the bot's own word counts there.

Each page is played until `--games` rounds are won or `--seconds` are over. The columns:

    found       whether the board was found in its shape and place
    guess       rounds lost by a guess
    mined       rounds lost on a cell taken for safe
    verdict     ends of rounds that the bot saw otherwise than the page
    unclear     rounds that the bot gave up
    missed      those of them that the page calls won
    misread     cells read otherwise than the page shows them, while a round is played: `page>bot`
    beside      presses that hit another cell than was meant, or none
    s/win       seconds from the first click to the end of a round that was won (median), without
                those that the judge took
    s/later     the same from the second round on
    s/new       seconds from the end of a round until the next is begun (median)
    CPU s       the bot's processor time for all rounds

What is tuned on pages is judged on others: `--half` takes the pages to work on or those that only
final figures see (`truths.half_of`), of which only the sums are printed and nothing is saved.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
from rich.console import Console

from benchmarks.live.foreign_pages import Game, OddPageError, Recipes, program_of, served
from benchmarks.live.page_judge import Judge, agreed, misread
from benchmarks.vision.truths import HALVES, half_of
from mwagent import solvers
from mwagent.minefield import Board, Button, Cell, Click, MinefieldError, Stage, rules
from mwagent.player.play import LostSightError, Turn
from mwagent.player.session import play_round
from mwagent.player.views import TabView, open_tab
from mwagent.player.window import SightedWindow
from mwagent.vision.lattice import Box
from testbed.harness import Row, show, words

RECIPES: Final = Path(__file__).with_suffix(".toml")
SEARCH: Final = 20.0
"""Seconds a page may take to show its board."""
KEPT: Final = 3
"""Largest number of anomalies of a kind that are saved of one page."""
SHOWN: Final = 3
"""Number of the last batches of clicks that are saved with an anomaly."""
MISPLACED: Final = 0.25
"""Cells by which the middle of a cell may be off."""
BUTTONS: Final = {0: "LEFT", 1: "MIDDLE", 2: "RIGHT"}
"""Names of the buttons that a page tells by number."""


class TimeIsUp(Exception):  # noqa: N818 - nothing went wrong
    """The seconds for a page are over."""


@dataclass(frozen=True, slots=True)
class Target:
    """A page to play on: its name, its recipe, and the folder of its files or its address."""

    name: str
    recipe: dict[str, Any]
    place: str
    recipes: Recipes | None = None


@dataclass(slots=True)
class Batch:
    """Clicks made at once, when, and whether one of them was a guess."""

    at: float
    clicks: Sequence[Click]
    guess: bool = False
    got: list[str] = field(default_factory=list)
    """The buttons and cells of the presses that the page got."""


@dataclass(slots=True)
class Round:
    """How a round went: as the bot says, and as the page does; empty where one does not know.

    `page` is "?" where the page cannot be asked, and `cut` is set where the time was over.
    """

    bot: str = ""
    page: str = ""
    seconds: float = 0.0
    mined: bool = False
    cut: bool = False
    why: str = ""

    @property
    def won(self) -> bool:
        """Whether it was won, and the page does not say otherwise."""
        return self.bot == "won" and self.page in ("won", "?")

    @property
    def unclear(self) -> bool:
        """Whether the bot gave it up."""
        return not (self.bot or self.cut)

    @property
    def wrong(self) -> bool:
        """Whether the bot saw an end that the page did not show."""
        return bool(self.bot) and self.page not in (self.bot, "?")


@dataclass(slots=True)
class Score:
    """What came of the rounds on one page."""

    name: str
    half: str
    board: str = ""
    located: str = ""
    rounds: list[Round] = field(default_factory=list)
    misread: Counter[str] = field(default_factory=Counter)
    anew: list[float] = field(default_factory=list)
    beside: int = 0
    presses: int = 0
    turns: int = 0
    compared: int = 0
    cpu: float = 0.0
    seconds: float = 0.0
    ended: str = ""

    @property
    def wins(self) -> list[float]:
        """Seconds of each round that was won."""
        return [one.seconds for one in self.rounds if one.won]

    @property
    def row(self) -> Row:
        """Its row in the table."""
        lost = [one for one in self.rounds if "lost" in (one.page, one.bot) and one.page != "won"]
        later = [one.seconds for one in self.rounds[1:] if one.won]
        return {
            "game": self.name,
            "board": self.board,
            "found": self.located,
            "rounds": len(self.rounds),
            "won": len(self.wins),
            "guess": sum(not one.mined for one in lost),
            "mined": sum(one.mined for one in lost),
            "verdict": sum(one.wrong for one in self.rounds),
            "unclear": sum(one.unclear for one in self.rounds),
            "missed": sum(one.unclear and one.page == "won" for one in self.rounds),
            "misread": " ".join(f"{n}x{kind}" for kind, n in self.misread.most_common()),
            "beside": self.beside,
            "s/win": round(median(self.wins), 1) if self.wins else "",
            "s/later": round(median(later), 1) if later else "",
            "s/new": round(median(self.anew), 1) if self.anew else "",
            "CPU s": round(self.cpu, 1),
            "ended by": self.ended,
        }

    @property
    def fine(self) -> bool:
        """Whether it was won without a fault."""
        faults = sum(one.mined or one.wrong for one in self.rounds)
        return bool(self.wins) and not (faults or self.beside)


class Keeper:
    """Saves what shows an anomaly: the tab, the bot's board beside the page's, the last clicks."""

    def __init__(self, folder: Path | None, view: TabView):
        self._folder, self._view = folder, view
        self._kept: Counter[str] = Counter()

    def keep(self, kind: str, text: str) -> None:
        """Save the tab as it is now, and a text."""
        self._kept[kind] += 1
        if self._folder is None or self._kept[kind] > KEPT:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"{kind}_{self._kept[kind]}"
        from playwright.sync_api import Error

        with contextlib.suppress(MinefieldError, Error):
            cv2.imwrite(f"{file}.png", self._view.pictures()[0].picture)
        Path(f"{file}.txt").write_text(text, "utf-8")


class Watch:
    """Watches one window: compares every look with the page, and every press with what was meant.

    It stands in front of the window's `look`, `click` and `new_game` and of the view's `grab`, so
    that the bot plays as ever. `began` is when the round began, in seconds of `time.time`.
    """

    def __init__(
        self, view: TabView, window: SightedWindow, judge: Judge, keeper: Keeper, score: Score
    ):
        self.until = float("inf")
        self.began = 0.0
        self.batches: list[Batch] = []
        self._turned = 0
        self._view, self._window, self._judge = view, window, judge
        self._keeper, self._score = keeper, score
        self._before: dict[str, Any] | None = None
        self._after: dict[str, Any] | None = None
        self._wrong: set[tuple[Cell, str]] = set()
        self._look, self._click, self._grab = window.look, window.click, view.grab
        self._new_game = window.new_game
        window.look = self.look  # type: ignore[method-assign]
        window.new_game = self.new_game  # type: ignore[method-assign]
        window.click = self.click  # type: ignore[method-assign]
        view.grab = self.grab  # type: ignore[method-assign]

    def begin(self) -> None:
        """A new round begins."""
        self.began = time.time()
        self.batches, self._turned = [], 0
        self._wrong = set()
        self._judge.presses()

    def new_game(self) -> None:
        """Begin anew as ever, as the bot does by itself where the first clicks have no effect."""
        self._new_game()
        self.begin()

    def grab(self, monitor: int, box: Box) -> Any:
        """A picture of the board, and what the page said just before."""
        self._before = self._judge.state()
        return self._grab(monitor, box)

    def look(self) -> Board:
        """Look as ever, and compare what was seen."""
        if time.perf_counter() > self.until:
            raise TimeIsUp
        board = self._look()
        self._after = self._judge.state()
        self._score.turns += 1
        self._locate(board)
        self._compare(board)
        return board

    def click(self, clicks: Sequence[Click]) -> None:
        """Click as ever, and see where the presses fell."""
        self.batches.append(Batch(time.time(), clicks))
        try:
            self._click(clicks)
        finally:
            self._check_presses(clicks)

    def turn(self, turn: Turn) -> None:
        """Note whether the last clicks were a guess; the first ones of a round always are.

        A press may have been made that the bot, disturbed, takes for one that was not.
        """
        made, self._turned = self.batches[self._turned :], len(self.batches)
        if turn.analysis is None:
            return
        safe = set(turn.analysis.safe)
        for batch in made:
            lefts = {click.cell for click in batch.clicks if click.button is Button.LEFT}
            batch.guess = turn.stage is Stage.WAITING or not lefts <= safe

    def keep(self, kind: str, more: str = "") -> None:
        """Save an anomaly with what was seen and clicked last."""
        clicked = "\n".join(
            ", ".join(f"{click.button.name} {click.cell}" for click in batch.clicks)
            + f"\n    the page got {', '.join(batch.got)}"
            for batch in self.batches[-SHOWN:]
        )
        reading = self._window.reading
        page = self._after["cells"] if self._after else ["not readable"]
        ours = reading.cells if reading else ["nothing was read"]
        sides = itertools.zip_longest(page, ours, fillvalue="")
        rows = "\n".join(f"{a:<32} {b}" for a, b in sides)
        text = (
            f"{more}\n\npage and bot (as read, ~ not understood):\n{rows}\n\nclicked:\n{clicked}\n"
        )
        self._keeper.keep(kind, text)

    def _locate(self, board: Board) -> None:
        """Note once whether the board was found where it is."""
        score, state, place = self._score, self._after, self._window.location
        if score.board or place is None:
            return
        score.board = f"{board.shape[0]}x{board.shape[1]}"
        if state is None:
            return
        score.located = "yes"
        if board.shape != (state["rows"], state["cols"]):
            score.located = f"is {state['rows']}x{state['cols']}"
        else:
            ratio = self._view.pictures()[0].scale_x
            (x, y, wide, high), (px, py) = state["cell"], state["pitch"]
            for row, col in ((0, 0), (state["rows"] - 1, state["cols"] - 1)):
                at = place.lattice.centre((row, col))
                off_x = at[0] / ratio - (x + col * px + wide / 2)
                off_y = at[1] / ratio - (y + row * py + high / 2)
                if max(abs(off_x) / px, abs(off_y) / py) > MISPLACED:
                    score.located = "misplaced"
        if score.located != "yes":
            self.keep("found", score.located)

    def _compare(self, board: Board) -> None:
        """Compare a board with the page's, if that is still in play and kept still."""
        state = self._after
        if not agreed(self._before, state) or state is None or state["verdict"]:
            return
        if board.shape != (state["rows"], state["cols"]):
            return
        self._score.compared += 1
        wrong = set(misread(board, self._window.unread, state["cells"]).items()) - self._wrong
        self._wrong |= wrong
        self._score.misread.update(kind for _, kind in wrong)
        for kind in sorted({kind for _, kind in wrong}):
            where = ", ".join(str(cell) for cell, one in sorted(wrong) if one == kind)
            self.keep(f"misread_{kind[0]}_as_{kind[-1]}".replace("*", "mine"), f"{kind} at {where}")

    def _check_presses(self, clicks: Sequence[Click]) -> None:
        """Count the presses that fell on no cell that was meant."""
        reading = self._window.reading
        meant = {click.cell for click in clicks}
        if reading is not None:
            meant |= rules.opened_by(reading.board, clicks)
        for press in self._judge.presses():
            self._score.presses += 1
            cell = press["cell"] and tuple(press["cell"])
            self.batches[-1].got.append(f"{BUTTONS.get(press['button'], '?')} {cell}")
            if cell not in meant:
                self._score.beside += 1
                self.keep("beside", f"pressed {cell}, meant one of {sorted(meant)}")


def play_rounds(
    watch: Watch, window: SightedWindow, judge: Judge, score: Score, games: int
) -> None:
    """Play rounds until enough are won or something ends it."""
    solver = solvers.create("best")
    while len(score.wins) < games:
        if score.rounds:
            ended = time.perf_counter()
            window.new_game()
            score.anew.append(time.perf_counter() - ended)
        watch.begin()
        one, spent = Round(page="" if judge.reads else "?"), judge.spent
        score.rounds.append(one)
        try:
            result = play_round(window, solver, watch=watch.turn)
            one.bot = result.stage.name.lower()
            one.seconds = result.seconds - (judge.spent - spent)
            one.mined = not judge.reads and result.lost_on_proven
        except LostSightError as error:
            one.why = str(error)
        except TimeIsUp:
            one.cut = True
            raise
        except MinefieldError as error:
            one.why = str(error)
            raise
        finally:
            _ask_page(one, judge, watch)
        if one.mined or one.wrong or not one.bot:
            kind = "mined" if one.mined else "verdict" if one.wrong else "unclear"
            watch.keep(kind, f"the bot says {one.bot or one.why!r}, the page {one.page!r}")


def _ask_page(one: Round, judge: Judge, watch: Watch) -> None:
    """Take the page's word for how a round ended."""
    if not judge.reads:
        return
    end = judge.end(watch.began, awaited=bool(one.bot))
    if end is None:
        return
    one.page = end["verdict"]
    made = [batch for batch in watch.batches if 1000 * batch.at <= end["at"]]
    one.mined = one.page == "lost" and bool(made) and not made[-1].guess


def play(target: Target, options: Any) -> Score:
    """Play on one page."""
    from playwright.sync_api import Error

    score = Score(target.name, half_of(program_of(target.name)))
    width, _, height = options.size.partition("x")
    save = options.save / target.name if options.save and options.half != HALVES[1] else None
    with (
        _address(target) as url,
        open_tab("about:blank", size=(int(width), int(height))) as view,
    ):
        judge = Judge(view.page, target.recipe)
        keeper = Keeper(save, view)
        window = SightedWindow(view, patience=SEARCH)
        watch = Watch(view, window, judge, keeper, score)
        began, cpu = time.perf_counter(), time.process_time()
        try:
            _open(target, view, url)
            began, cpu = time.perf_counter(), time.process_time()
            watch.until = began + options.seconds
            play_rounds(watch, window, judge, score, options.games)
        except TimeIsUp:
            score.ended = "time"
            watch.keep("time", score.ended)
        except (MinefieldError, OddPageError, Error) as error:
            score.ended = str(error).splitlines()[0]
            watch.keep("ended", score.ended)
        score.cpu, score.seconds = time.process_time() - cpu, time.perf_counter() - began
    score.ended = score.ended or next((one.why for one in score.rounds[::-1] if one.why), "")
    return score


def _open(target: Target, view: TabView, url: str) -> None:
    """Open the page with what it needs of the internet, and choose a level."""
    if target.recipes is not None:
        target.recipes.stand_in(view.page)
    Game(view.page, target.recipe, 1.0).open(url)
    view.unroll()


@contextlib.contextmanager
def _address(target: Target) -> Iterator[str]:
    """The address of a target; a folder is served while the block lasts."""
    if not Path(target.place).is_dir():
        yield target.place
        return
    with served(Path(target.place)) as url:
        yield url


def targets_of(
    given: Sequence[str], half: str, only: Sequence[str], clones: Path | None = None
) -> list[Target]:
    """The pages that are meant: those of files of recipes, folders and addresses."""
    found = []
    for one in given:
        if not one.endswith(".toml"):
            found.append(Target(Path(one.rstrip("/")).name, {"page": ""}, one))
            continue
        recipes = Recipes.load(Path(one), clones)
        for name, recipe in recipes.pages.items():
            folder = str(recipes.folder / name.partition("@")[0])
            found.append(Target(name, {"page": "index.html"} | recipe, folder, recipes))
    return [
        target
        for target in found
        if half in ("both", half_of(program_of(target.name)))
        and (not only or any(word.lower() in target.name.lower() for word in only))
    ]


def total_of(scores: Sequence[Score]) -> str:
    """The sums over all pages, in one line."""
    rounds = [one for score in scores for one in score.rounds]
    kinds: Counter[str] = Counter()
    for score in scores:
        kinds.update(score.misread)
    return (
        f"{len(scores)} pages: {sum(bool(score.wins) for score in scores)} won at least once, "
        f"{sum(score.fine for score in scores)} without a fault; "
        f"{len(rounds)} rounds, {sum(one.won for one in rounds)} won, "
        f"{sum(one.mined for one in rounds)} lost on a cell taken for safe, "
        f"{sum(one.wrong for one in rounds)} wrong verdicts, "
        f"{sum(one.unclear for one in rounds)} unclear "
        f"({sum(one.unclear and one.page == 'won' for one in rounds)} of them won); "
        f"{sum(score.beside for score in scores)} of {sum(score.presses for score in scores)} "
        f"presses beside; {kinds.total()} cells misread in "
        f"{sum(score.compared for score in scores)} looks compared"
    )


def fetch(given: Sequence[str], clones: Path | None, console: Console) -> int:
    """Get the repositories of files of recipes; returns 1 unless all were had."""
    failed = []
    for file in given:
        if file.endswith(".toml"):
            failed += Recipes.load(Path(file), clones).fetch()
    for sentence in failed:
        console.print(sentence)
    return 1 if failed else 0


def main() -> int:
    """Play on every page and print a table; returns 1 unless all were won without a fault."""
    parser = words(__doc__, seed=None)
    parser.add_argument(
        "targets", nargs="*", default=[str(RECIPES)], metavar="RECIPES.toml|FOLDER|URL"
    )
    parser.add_argument(
        "--clones", type=Path, metavar="FOLDER", help="where the repositories of recipes lie"
    )
    parser.add_argument(
        "--fetch", action="store_true", help="get the repositories of recipes, and do no more"
    )
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="parts of names")
    parser.add_argument(
        "--games", type=int, default=3, help="wins asked for on each page (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="for each page (default: %(default)g)"
    )
    parser.add_argument("--size", default="1280x960", help="of the tab (default: %(default)s)")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep every anomaly there")
    options = parser.parse_args()
    console = Console(stderr=options.json, soft_wrap=True, highlight=False)
    if options.fetch:
        return fetch(options.targets, options.clones, console)
    scores = []
    try:
        for target in targets_of(options.targets, options.half, options.only, options.clones):
            scores.append(play(target, options))
            if options.half != HALVES[1]:
                console.print("  ".join(f"{key} {value}" for key, value in scores[-1].row.items()))
    except KeyboardInterrupt:
        console.print(f"stopped after {len(scores)} pages")
    rows = [] if options.half == HALVES[1] else [score.row for score in scores]
    show(options, rows, note=total_of(scores))
    return 0 if all(score.fine for score in scores) else 1


if __name__ == "__main__":
    sys.exit(main())
