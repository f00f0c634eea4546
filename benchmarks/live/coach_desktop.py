"""Reels of desktop Minesweepers of others for coach.py: the bot plays them, one click at a time.

    python -m benchmarks.live.coach_desktop ~/clones ~/reels --half work
    python -m benchmarks.live.coach --reels ~/reels

The programs are those of desktop_games.py, which says what they need. What the bot pressed, and
what the board showed before and after, is the truth; a thread takes pictures of the screen
meanwhile, and nobody watches. The bot's eyes are the coach's, so what this measures is whether the
moves are told apart and timed, not how well boards are read.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.live.coach_reels import Played, Reel, Truth
from benchmarks.live.desktop_games import (
    OPENS,
    RECIPES,
    half_of,
    lacking,
    press_first,
    recipes,
    start,
)
from mwagent import solvers
from mwagent.minefield import FLAG, Board, Button, Click, MinefieldError, Stage, cells_where
from mwagent.player.play import Turn, plan
from mwagent.player.session import play_round
from mwagent.player.views import Desktop, Press, ScreenView
from mwagent.player.window import SightedWindow
from mwagent.vision.capture import Screen
from testbed.harness import words

RATE: Final = 25
"""Pictures a second."""
KINDS: Final = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}


class TimeIsUp(MinefieldError):  # noqa: N818 - nothing went wrong
    """The seconds for a program are over."""


class TimedView(ScreenView):
    """A view that notes when it pressed last."""

    pressed = 0.0

    def press(self, presses: Sequence[Press]) -> int:
        """Press, and note when."""
        made = super().press(presses)
        self.pressed = time.time()
        return made


class Camera(threading.Thread):
    """Takes pictures of the screen into a reel until it is ended."""

    def __init__(self, reel: Reel):
        super().__init__(daemon=True)
        self._reel = reel
        self._ended = threading.Event()

    def run(self) -> None:
        """Take a picture again and again, and keep those that differ from the one before."""
        screen, last = Screen(), None
        while not self._ended.wait(1 / RATE):
            now = time.time()
            picture = screen.grab_all()[0].picture
            if last is None or not np.array_equal(picture, last):
                _, png = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
                self._reel.frames.append((now, png.tobytes()))
                last = picture.copy()
        screen.close()

    def end(self) -> None:
        """Take no more."""
        self._ended.set()
        self.join()
        self._reel.ended = time.time()


class Diary:
    """Makes truths of turns: what a click changed is seen at the next turn."""

    def __init__(self, view: TimedView, until: float, dice: random.Random):
        self.played = Played()
        self._view = view
        self._until = until
        self._dice = dice
        self._last: tuple[Turn, float] | None = None

    def turn(self, turn: Turn) -> None:
        """Take a turn, after its clicks; raises TimeIsUp."""
        self.see(turn.board)
        self._last = turn, self._view.pressed
        time.sleep(self._dice.uniform(0.15, 0.45))
        if time.monotonic() > self._until:
            raise TimeIsUp("its time is up")

    def see(self, board: Board, over: bool = False) -> None:
        """Take the board that the last click made."""
        if self._last is None or not self._last[0].clicks:
            return
        turn, at = self._last
        click, before, after = turn.clicks[0], turn.board.cells, board.cells
        self._last = None
        if before.shape != after.shape:
            return
        opened = frozenset(cells_where((before >= FLAG) & (after < FLAG)))
        if click.button is not Button.RIGHT and after[click.cell] >= FLAG:
            opened = frozenset()
        if opened or over or before[click.cell] != after[click.cell]:
            kind = KINDS[click.button]
            self.played.moves.append(Truth(kind, click.cell, at, opened))


def one_by_one(*args: Any, **more: Any) -> list[Click]:
    """The first of the clicks that the bot would make."""
    return plan(*args, **more)[:1]


def play(recipe: dict[str, Any], programs: Path, seconds: float, seed: str) -> Reel:
    """Play a program, and keep what the screen showed."""
    reel = Reel()
    with Desktop(virtual=True) as desktop:
        start(desktop, recipe, programs)
        view = TimedView()
        time.sleep(recipe.get("wait", 1.0))
        press_first(view, recipe.get("press", []))
        window = SightedWindow(view, patience=OPENS)
        window.look()
        assert window.location is not None
        reel.shape = window.location.shape
        camera = Camera(reel)
        camera.start()
        time.sleep(1.5)
        until = time.monotonic() + seconds
        dice = random.Random(seed)
        try:
            while time.monotonic() < until:
                if reel.played:
                    window.new_game()
                    time.sleep(1.0)
                diary = Diary(view, until, dice)
                reel.played.append(diary.played)
                solver = solvers.create("best")
                result = play_round(window, solver, watch=diary.turn, planner=one_by_one)
                diary.see(result.board, over=True)
                if result.stage in (Stage.WON, Stage.LOST):
                    diary.played.verdict = str(result.stage)
                time.sleep(1.2)
        except MinefieldError as error:
            print(f"  {error}", file=sys.stderr)
        finally:
            time.sleep(1.0)
            camera.end()
            view.close()
    return reel


def main() -> int:
    """Play the programs, and keep a reel of each."""
    parser = words(__doc__, seed=None)
    parser.add_argument("programs", type=Path, metavar="FOLDER", help="where the clones are")
    parser.add_argument("reels", type=Path, metavar="REELS", help="where the reels are put")
    parser.add_argument("--recipes", type=Path, metavar="TOML", default=RECIPES)
    parser.add_argument("--half", choices=("work", "judged", "both"), default="work")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="play these alone")
    parser.add_argument("--seconds", type=float, default=30.0, help="for a program")
    args = parser.parse_args()
    for name, recipe in recipes(args.recipes).items():
        half = half_of(recipe["repository"])
        if name not in args.only if args.only else args.half not in (half, "both"):
            continue
        if (sentence := lacking(recipe, args.programs)) is not None:
            print(f"{name} is left out: {sentence}", file=sys.stderr)
            continue
        try:
            reel = play(recipe, args.programs, args.seconds, name)
        except MinefieldError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        reel.save(args.reels / f"{name}.reel")
        moves = sum(len(one.moves) for one in reel.played)
        print(f"{name}: {moves} moves, {len(reel.frames)} pictures", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
