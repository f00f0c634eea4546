"""Minesweepers of others as desktop programs, played by screen and mouse on a display of their own.

    python benchmarks/desktop_games.py ~/clones/desktop.toml --half work --rounds 3 --save out
    python benchmarks/desktop_games.py ~/clones/desktop.toml --only some-program --seconds 60

The file of recipes lies beside clones of the programs, which are no part of this project. It has a
table for each program; only `command` is asked for, and runs in `folder`, seen from the file:

    [some-program]
    repository = "owner/name"             # its half: work if the SHA-256 begins with an even digit
    command = ["python", "main.py"]
    folder = "owner+name"
    environment = { SOME = "value" }
    press = [[200, 160]]                  # places to press first, to choose a level

What the bot says of each round is counted: a loss on a cell taken for safe is a fault, and so are
rounds it breaks off. `--save` keeps pictures of how rounds ended, and for faults the turns before.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
import tomllib
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
from rich.console import Console

import solvers
from minefield import MinefieldError, dumps
from mwagent.hands import PRIMARY, Desktop, Press, ScreenView
from mwagent.play import Result, Turn
from mwagent.seen import SightedWindow
from mwagent.session import outcome, play_round
from testbed.harness import Row, show, words

OPENS: Final = 30.0
"""Seconds a program may take to show its board."""
KEPT: Final = 8
"""Number of turns kept for a round that ends in a fault."""


class TimeIsUpError(MinefieldError):
    """A program took all its time."""


@dataclass(slots=True)
class Score:
    """What came of the rounds of one program."""

    board: str = ""
    won: list[float] = field(default_factory=list)
    guessed: int = 0
    mined: int = 0
    broken: int = 0
    starts: int = 1
    spent: float = 0.0
    first: float | None = None
    error: str = ""

    @property
    def played(self) -> int:
        """Number of rounds."""
        return len(self.won) + self.guessed + self.mined + self.broken

    def add(self, result: Result, spent: float) -> None:
        """Count a round that took some seconds in all."""
        self.spent += spent
        if result.won:
            self.first = self.first or self.spent
            self.won.append(result.seconds)
        elif result.broken_off is not None:
            self.broken += 1
        elif result.lost_at is None:
            self.mined += 1
        else:
            self.guessed += 1

    @property
    def row(self) -> Row:
        """Its row in the table."""
        return {
            "board": self.board,
            "won": len(self.won),
            "guessed": self.guessed,
            "mined": self.mined,
            "broken off": self.broken,
            "seconds a win": median(self.won) if self.won else "",
            "first win after": "" if self.first is None else self.first,
            "starts": self.starts,
            "ended by": self.error,
        }


@dataclass(slots=True)
class Diary:
    """The last turns of a round, with the pictures they were read from."""

    window: SightedWindow
    folder: Path | None
    name: str
    until: float
    turns: deque[tuple[Turn, Any]] = field(default_factory=lambda: deque(maxlen=KEPT))

    def turn(self, turn: Turn) -> None:
        """Keep a turn; raises TimeIsUpError when the program has had its time."""
        frame = self.window.frame
        self.turns.append((turn, None if frame is None else frame.shot.picture))
        if time.monotonic() > self.until:
            raise TimeIsUpError("its time is up")

    def keep(self, number: int, what: str, fault: bool) -> None:
        """Save how a round ended, and what led to it where that was a fault."""
        if self.folder is None:
            return
        stem = self.folder / f"{self.name}-{number}"
        cv2.imwrite(f"{stem}-end.png", self.window.view.pictures()[0].picture)
        lines = [what]
        for turn, picture in self.turns:
            clicks = ", ".join(f"{click.button.name} {click.cell}" for click in turn.clicks)
            lines.append(f"turn {turn.number} {turn.stage.name}\n{dumps(turn.board)}{clicks}")
            if fault and picture is not None:
                cv2.imwrite(f"{stem}-turn{turn.number}.png", picture)
        stem.with_suffix(".txt").write_text("\n".join(lines) + "\n", "utf-8")
        self.turns.clear()


def half_of(repository: str) -> str:
    """Whether a program belongs to the half that is worked on, or to the one that judges."""
    digit = hashlib.sha256(repository.lower().encode()).hexdigest()[0]
    return "judged" if int(digit, 16) % 2 else "work"


def recipes(file: Path) -> dict[str, dict[str, Any]]:
    """The recipes in a file; raises SystemExit with a sentence on one that holds none."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"{file} holds no recipes: {error}") from error


def start(desktop: Desktop, recipe: dict[str, Any], beside: Path) -> None:
    """Start a program in its folder; what it would leave at home goes away with the desktop."""
    home = desktop.folder("home")
    environment = {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
        "QT_QPA_PLATFORM": "xcb",
        "GDK_BACKEND": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "LC_ALL": "C.UTF-8",
        **recipe.get("environment", {}),
    }
    folder = (beside / recipe.get("folder", ".")).resolve()
    desktop.start(["env", "-C", str(folder), *recipe["command"]], environment)


def press_first(view: ScreenView, places: list[tuple[int, int]]) -> None:
    """Press places on the screen, one after another, such as buttons of a menu."""
    for x, y in places:
        time.sleep(1.5)
        view.press([Press((x, y), (PRIMARY,), 0.1)])
    view.park((2, 2 + len(places)))


def compete(recipe: dict[str, Any], name: str, args: argparse.Namespace) -> Score:
    """Play one program until its rounds, its wins or its time are over.

    It is started again where it begins no further round.
    """
    score = Score()
    until = time.monotonic() + args.seconds
    while score.played < args.rounds and len(score.won) < args.wins and time.monotonic() < until:
        played = score.played
        with Desktop(virtual=True) as desktop:
            start(desktop, recipe, args.recipes.parent)
            view = ScreenView()
            try:
                time.sleep(recipe.get("wait", 1.0))
                press_first(view, recipe.get("press", []))
                sit(view, name, args, until, score)
                if args.save:
                    cv2.imwrite(str(args.save / f"{name}.png"), view.pictures()[0].picture)
            finally:
                view.close()
        if score.played == played:
            break
        score.starts += 1
    return score


def sit(view: ScreenView, name: str, args: argparse.Namespace, until: float, score: Score) -> None:
    """Play rounds of a program that is running, as long as it begins new ones."""
    window = SightedWindow(view, keep_frames=args.save is not None, patience=OPENS)
    diary = Diary(window, args.save, name, until)
    solver = solvers.create("best")
    broken: list[Result] = []
    try:
        window.look()
        assert window.location is not None
        score.board = "{}x{}".format(*window.location.shape)
        first = score.played
        while score.played < args.rounds and len(score.won) < args.wins:
            score.error = ""
            if score.played > first:
                window.new_game()
            began = time.monotonic()
            try:
                result = play_round(window, solver, watch=diary.turn, report=broken.append)
            except MinefieldError as error:
                score.error = str(error)
                if not broken or broken[-1].broken_off is None:
                    raise
                result = broken[-1]
            score.add(result, time.monotonic() - began)
            fault = not result.won and result.lost_at is None
            diary.keep(score.played, outcome(result), fault)
            if time.monotonic() > until:
                return
    except MinefieldError as error:
        score.error = str(error)


def main() -> int:
    """Play all programs and print a table; returns 1 unless each was won without a fault."""
    parser = words(__doc__, seed=None)
    parser.add_argument("recipes", type=Path, metavar="TOML")
    parser.add_argument("--half", choices=("work", "judged", "both"), default="work")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="play these alone")
    parser.add_argument("--rounds", type=int, default=5, help="at most (default: %(default)s)")
    parser.add_argument("--wins", type=int, default=99, help="wins after which to stop")
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="for a program (default: %(default)s)"
    )
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep pictures")
    args = parser.parse_args()
    if args.save:
        args.save.mkdir(parents=True, exist_ok=True)
    os.environ.pop("WAYLAND_DISPLAY", None)
    console = Console(stderr=args.json)
    rows: list[Row] = []
    fine = True
    for name, recipe in recipes(args.recipes).items():
        half = half_of(recipe.get("repository", name))
        if name not in args.only if args.only else args.half not in (half, "both"):
            continue
        score = compete(recipe, name, args)
        rows.append({"program": name, "half": half, **score.row})
        fine &= bool(score.won) and not score.mined
        console.print(f"{name}: {len(score.won)} won {score.error}", highlight=False)
    show(args, rows, note=f"{sum(bool(row['won']) for row in rows)} of {len(rows)} won")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
