"""Trouble while a game is played, and the judge of what the bot did meanwhile.

The page's journal tells every press it got. Judged are: no press outside the board (but for the
face), no cell opened that was neither proven safe nor the solver's guess for the page as it is
now, every board that was read true, and an end that is a finished game or one clear sentence.
"""

from __future__ import annotations

import contextlib
import math
import random
import signal
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    MinefieldError,
    Stage,
    count_around,
    neighbours,
)
from mwagent.player.play import Result, Turn, play_game
from mwagent.player.views import ScreenView, TabView, find_browser
from mwagent.player.views.browser import HEADLESS_ARGUMENTS
from mwagent.player.window import SightedWindow
from mwagent.solvers import Analysis, Solver, create
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box
from mwagent.web import page_mines
from testbed.folders import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCRIPT: Final = (Path(__file__).parent / "turmoil.js").read_text(encoding="utf-8")
IN_PAGE: Final = (
    "nothing",
    "scrolled a little",
    "scrolled away and back",
    "scrolled away",
    "moved at once",
    "moved by a cell",
    "dragged about",
    "zoomed by the page",
    "zoomed by style",
    "window dragged across",
    "window put on top for a while",
    "window left on top",
    "alert",
    "dialog for a while",
    "dialog left open",
    "cursor parked",
    "colours switched",
    "colours inverted",
    "page reloaded",
    "new game begun by another",
    "main thread busy",
    "clicks dropped",
    "tooltip at the mouse",
    "second board in view",
    "page blanked",
    "animation over the board",
    "notification in the corner",
    "another level chosen",
)
AROUND: Final = ("tab hidden", "frames late", "tab resized", "tab closed", "pixel ratio changed")
TROUBLES: Final = IN_PAGE + AROUND
LATE: Final = 0.5
"""Seconds by which late frames are late."""
FRAMES: Final = 34.0
"""Milliseconds a frame takes at most from the page that drew it to a picture of the screen."""
LIMIT: Final = 180.0
"""Seconds after which a run counts as hung."""
RIGHT_CODES: Final = (3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Run:
    """One game under one trouble; everything follows from these."""

    trouble: str
    seed: int
    level: str = "9x9/10"


@dataclass(slots=True)
class Verdict:
    """How a run ended and what was wrong in it."""

    run: Run
    ended: str
    wrongs: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    """What would have been wrong, had the trouble been on the screen by then."""


class Witness:
    """A solver that remembers what it was asked and what it answered, and when."""

    def __init__(self, solver: Solver):
        self.solver = solver
        self.answers: list[tuple[float, Board, Analysis]] = []

    def analyse(self, board: Board) -> Analysis:
        answer = self.solver.analyse(board)
        self.answers.append((time.time() * 1000, board, answer))
        return answer


def make_late(view: TabView | ScreenView) -> None:
    """Let the pictures of a view be half a second old from now on."""
    past: deque[tuple[float, Shot]] = deque()
    pictures, grab = view.pictures, view.grab

    def late() -> Shot:
        now = time.perf_counter()
        past.append((now, pictures()[0]))
        while len(past) > 1 and past[1][0] <= now - LATE:
            past.popleft()
        return past[0][1]

    def part(monitor: int, box: Box) -> Shot:
        grab(monitor, box)
        whole = late()
        x0, y0, x1, y1 = box
        left, top = whole.to_screen(x0, y0)
        return Shot(whole.picture[y0:y1, x0:x1], left, top, whole.scale_x, whole.scale_y, monitor)

    view.pictures = lambda: [late()]  # type: ignore[method-assign]
    view.grab = part  # type: ignore[method-assign]


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TimeoutError when the block takes longer."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def address(page_url: str, run: Run) -> str:
    """The page's address for a run: the same board and the same size every time."""
    return f"{page_url}?level={run.level}&seed=chaos{run.seed}&rule=open&test=1&zoom=2"


def prepare(page: Any, run: Run, draw: random.Random) -> None:
    """Keep the journal when the page is loaded again, and set the trouble up."""
    page.add_init_script(
        """window.addEventListener("pagehide", () => {
            const past = JSON.parse(sessionStorage.getItem("past") ?? "[]");
            const changes = window.turmoilChanges ?? [];
            past.push([performance.timeOrigin, {...window.mwState, changes}]);
            sessionStorage.setItem("past", JSON.stringify(past));
        });"""
    )
    page.reload()
    page.evaluate("sessionStorage.clear()")
    asked = {
        "name": run.trouble,
        "presses": draw.randrange(1, 12),
        "delay": draw.randrange(0, 60),
        "seed": draw.randrange(1, 2**32),
    }
    page.evaluate(SCRIPT, asked)


def journals(page: Any) -> list[tuple[float, dict[str, Any]]]:
    """What every document of the tab wrote down, with the time it began (ms)."""
    from playwright.sync_api import Error

    for _ in range(100):
        # It may just be loading again, and its modules run after that.
        with contextlib.suppress(Error):
            page.wait_for_load_state("load", timeout=10_000)
            past = page.evaluate("JSON.parse(sessionStorage.getItem('past') ?? '[]')")
            now = page.evaluate(
                "[performance.timeOrigin, {...mwState, changes: window.turmoilChanges ?? []}]"
            )
            return [(began, journal) for began, journal in [*past, now]]
        time.sleep(0.1)
    raise TimeoutError("the page told nothing of the game for 10 s")


@contextlib.contextmanager
def tabs() -> Iterator[Browser]:
    """A browser whose tabs are played in, one context for each run."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find_browser(), chromium_sandbox=False, args=[*HEADLESS_ARGUMENTS]
        )
        yield browser
        browser.close()


def chaos_in_tab(browser: Browser, page_url: str, run: Run) -> Verdict:
    """Play one game in a browser tab under a trouble, and judge it."""
    draw = random.Random(f"{run.trouble} {run.seed}")
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    view = TabView(context.new_page())
    view.page.goto(address(page_url, run))
    prepare(view.page, run, draw)
    if run.trouble == "frames late":
        make_late(view)
    verdict = judged(run, SightedWindow(view), view, draw)
    context.close()
    return verdict


def judged(run: Run, window: SightedWindow, tab: TabView, draw: random.Random) -> Verdict:
    """Play a game on a window while `tab` shows its page, and judge it by the page's journal."""
    witness = Witness(create("mcsatsolver", {}))
    firsts: set[Cell] = set()
    result: Result | None = None
    wrongs = []
    turns = 0
    strike = draw.randrange(1, 5)
    kept = journals(tab.page) if run.trouble == "tab closed" else []

    def disturb(turn: Turn) -> None:
        nonlocal turns, kept
        turns += 1
        if turn.stage is Stage.WAITING:
            firsts.update(click.cell for click in turn.clicks)
        if turns == strike:
            kept = disturb_around(run, tab, draw) or kept

    try:
        with within(LIMIT):
            result = play_game(window, witness, watch=disturb)
        ended = str(result.stage)
    except MinefieldError as error:
        ended = f"{type(error).__name__}: {error}"
        if error.exit_code not in RIGHT_CODES:
            wrongs.append(f"exit code {error.exit_code}")
        if "\n" in str(error) or not str(error):
            wrongs.append("not one sentence")
    except TimeoutError as error:
        ended = "hung"
        at = [f"{f.name}:{f.lineno}" for f in extract_tb(error.__traceback__) if own(f.filename)]
        wrongs.append(f"hung for {LIMIT:.0f} s in {' '.join(at)}")
    except Exception as error:
        ended = repr(error)
        wrongs.append(f"crashed: {error!r}")
    told = kept if tab.page.is_closed() else journals(tab.page)
    if run.trouble == "dialog left open":
        # What refuses a dialog may be pressed.
        x0, y0, x1, y1 = tab.page.evaluate("window.turmoilRefusal") or (0, 0, 0, 0)
        for _, journal in told:
            outside = journal["outside"]
            outside[:] = [p for p in outside if not (x0 <= p["x"] < x1 and y0 <= p["y"] < y1)]
    verdict = Verdict(run, ended, wrongs)
    for wrong, unseen in judge(run, told, witness, firsts):
        (verdict.unseen if unseen else verdict.wrongs).append(wrong)
    return verdict


def own(file: str) -> bool:
    """Whether a file is one of the bot's."""
    return Path(file).is_relative_to(ROOT / "mwagent" / "player")


def disturb_around(run: Run, tab: TabView, draw: random.Random) -> list[Any]:
    """Do to the tab what a page cannot do to itself."""
    if run.trouble == "tab hidden":
        tab.page.context.new_page().bring_to_front()
    elif run.trouble == "tab resized":
        size = {"width": draw.randrange(700, 1500), "height": draw.randrange(650, 1000)}
        tab.page.set_viewport_size(size)  # type: ignore[arg-type]
    elif run.trouble == "pixel ratio changed":
        ratio = draw.choice([1.25, 1.5, 2])
        metrics = {"width": 1100, "height": 900, "mobile": False, "deviceScaleFactor": ratio}
        session = tab.page.context.new_cdp_session(tab.page)
        session.send("Emulation.setDeviceMetricsOverride", metrics)
    elif run.trouble == "tab closed":
        told = journals(tab.page)
        tab.page.close()
        return told
    return []


def judge(
    run: Run, told: list[tuple[float, dict[str, Any]]], witness: Witness, firsts: set[Cell]
) -> Iterator[tuple[str, bool]]:
    """What was wrong: presses outside, cells opened without proof, boards misread.

    With each, whether it was before anything could be seen of the trouble. `firsts` are the cells
    chosen to begin a game with; another is chosen where one was in vain.
    """
    truths = []
    before: list[dict[str, Any]] = []
    for began, journal in told:
        for press in journal["outside"]:
            # A board seen through a dialog's backdrop may be pressed: nothing comes of it.
            if press["on"] != "face" and not (press["over"] and press["veil"]):
                where = "on what covers the board" if press["over"] else "outside the board"
                yield (
                    f"a press {where} at {press['x']:.0f}, {press['y']:.0f}",
                    early(journal, press),
                )
        # A page that is loaded again brings its game back, and what was proven there still holds.
        known = [answer for answer in witness.answers if before or answer[0] >= began]
        safe = {cell for _, _, analysis in known for cell in analysis.safe}
        best = {analysis.decide().best for _, _, analysis in known if not analysis.safe}
        guesses = (best - {None}) | firsts
        for number in range(journal["game"] + 1):
            moves = [move for move in journal["moves"] if move["game"] == number]
            if moves and number and run.trouble == "another level chosen":
                yield "a press on a board of another level", early(journal, moves[0])
                continue
            moves = before + moves
            game = table(run, moves)
            if game is None:
                continue
            assert game.mines is not None
            truths.append(game.mines)
            for move in moves:
                for cell in opened_by(game, move):
                    mined = bool(game.mines[cell])
                    if cell not in guesses and (mined or cell not in safe):
                        what = "a mine" if mined else "a cell"
                        yield f"{what} at {cell} without proof", early(journal, move)
                game.play(as_click(move))
        if run.trouble == "page reloaded":
            before += journal["moves"]
    for _, board, _ in witness.answers:
        if not any(true_to(board, mines) for mines in truths) and (board.cells != HIDDEN).any():
            yield f"a board misread:\n{board}", False


def early(journal: dict[str, Any], press: dict[str, Any]) -> bool:
    """Whether a press was made before a change of the page could be on the screen.

    What lies under the mouse is another cell from the moment a page moves; the picture of it comes
    with the next frames. Nobody who goes by the picture can keep from pressing in between.
    """
    return any(
        change["from"] <= press["time"] <= (change["seen"] or math.inf) + FRAMES
        for change in journal["changes"]
    )


def table(run: Run, moves: list[dict[str, Any]]) -> Game | None:
    """The game as the page had it before its first move; None where nothing was opened."""
    first = next((m for m in moves if m["opened"] or m["mine"]), None)
    if first is None:
        return None
    level = Level.parse(run.level)
    mines = page_mines(level, f"chaos{run.seed}", (first["row"], first["col"]), FirstClick.OPEN)
    return Game.from_mines(mines)


def as_click(move: dict[str, Any]) -> Click:
    """A move of the page as a click."""
    button = {"open": Button.LEFT, "flag": Button.RIGHT, "chord": Button.CHORD}[move["kind"]]
    return Click((move["row"], move["col"]), button)


def opened_by(game: Game, move: dict[str, Any]) -> list[Cell]:
    """Cells that a move opens by itself, cascades apart."""
    cell = move["row"], move["col"]
    board = game.board
    if move["kind"] == "open":
        return [cell] if board[cell] == HIDDEN else []
    if move["kind"] == "flag" or not (move["opened"] or move["mine"]):
        return []
    return [n for n in neighbours(cell, board.shape) if board[n] == HIDDEN]


def true_to(board: Board, mines: np.ndarray) -> bool:
    """Whether a board that was read can be a state of the game with these mines."""
    if board.shape != mines.shape:
        return False
    numbers = count_around(mines)
    shown = board.cells < FLAG
    return bool(
        (board.cells[shown] == numbers[shown]).all()
        and not mines[shown].any()
        and mines[board.cells == MINE].all()
    )
