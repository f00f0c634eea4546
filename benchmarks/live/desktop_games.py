"""Minesweepers of others as desktop programs, played by screen and mouse on a display of their own.

    python -m benchmarks.live.desktop_games ~/clones --fetch                 # clones what is listed
    python -m benchmarks.live.desktop_games ~/clones --half work --rounds 3 --save out
    python -m benchmarks.live.desktop_games ~/clones --only some-program --seconds 60

The programs are no part of this project. `desktop_games.toml` (or another file, with --recipes)
lists them, a table for each; its clone is expected in the folder given, as OWNER+NAME:

    [some-program]
    repository = "owner/name"             # its half: work if the SHA-256 begins with an even digit
    command = ["python", "main.py"]
    commit = "0123abc"                    # the one that was played, where that is known
    folder = "src"                        # where the command runs, within the clone
    environment = { SOME = "value" }
    press = [[200, 160]]                  # places to press first, to choose a level

Commands are looked for on $PATH: put a Python first that has tkinter, pygame, PyQt5 and so on. A
program that has to be compiled is left out, with a sentence, until that has been done by hand.

What the bot says of each round is counted: a loss on a cell taken for safe is a fault, and so are
rounds it breaks off. `--save` keeps pictures of how rounds ended, and for faults the turns before.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
from rich.console import Console

from benchmarks.vision.truths import half_of
from mwagent import solvers
from mwagent.minefield import MinefieldError, dumps
from mwagent.player.play import Result, Turn
from mwagent.player.session import outcome, play_round
from mwagent.player.views import PRIMARY, Desktop, Press, ScreenView
from mwagent.player.window import SightedWindow
from testbed.harness import Row, show, words

OPENS: Final = 30.0
"""Seconds a program may take to show its board."""
RECIPES: Final = Path(__file__).with_suffix(".toml")
"""The programs that are listed in this project."""
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
        elif result.lost_on_proven:
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


def recipes(file: Path) -> dict[str, dict[str, Any]]:
    """The recipes in a file; raises SystemExit with a sentence on one that holds none."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"{file} holds no recipes: {error}") from error
    for name, recipe in found.items():
        if not isinstance(recipe, dict) or not {"repository", "command"} <= recipe.keys():
            raise SystemExit(f"{file}: {name} needs a repository and a command")
    return found


def fetch(repositories: Iterable[str], programs: Path) -> None:
    """Clone what is not there yet from GitHub; raises SystemExit naming what could not be had."""
    programs.mkdir(parents=True, exist_ok=True)
    missing = []
    for repository in repositories:
        folder = programs / repository.replace("/", "+")
        address = f"https://github.com/{repository}.git"
        command = ["git", "clone", "--quiet", "--depth", "1", address, str(folder)]
        # Nothing is asked at the keyboard where a repository is gone.
        quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
        if not folder.exists() and subprocess.run(command, check=False, env=quiet).returncode:
            missing.append(repository)
    if missing:
        raise SystemExit(f"could not be cloned: {', '.join(missing)}")


def place(recipe: dict[str, Any], programs: Path) -> Path:
    """The folder a program runs in."""
    clone = programs / str(recipe["repository"]).replace("/", "+")
    return (clone / str(recipe.get("folder", "."))).resolve()


def lacking(recipe: dict[str, Any], programs: Path) -> str | None:
    """What hinders a program from being started, as a sentence; None where nothing does."""
    folder = place(recipe, programs)
    if not folder.is_dir():
        return f"there is no {folder}; --fetch clones it"
    needs = folder / recipe.get("compiled", ".")
    if not needs.exists():
        return f"it has to be compiled first, to {needs}"
    return None


def start(desktop: Desktop, recipe: dict[str, Any], programs: Path) -> None:
    """Start a program in its folder; what it would leave at home goes away with the desktop."""
    home = desktop.folder("home")
    environment = {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
        "QT_QPA_PLATFORM": "xcb",
        "GDK_BACKEND": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "LC_ALL": "C.UTF-8",
        # A page about the author is not opened.
        "BROWSER": "true",
        **recipe.get("environment", {}),
    }
    folder = place(recipe, programs)
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
            start(desktop, recipe, args.programs)
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
    parser.add_argument("programs", type=Path, metavar="FOLDER", help="where the clones are")
    parser.add_argument("--recipes", type=Path, metavar="TOML", default=RECIPES)
    parser.add_argument("--fetch", action="store_true", help="clone what is listed, and end")
    parser.add_argument("--half", choices=("work", "judged", "both"), default="work")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="play these alone")
    parser.add_argument("--rounds", type=int, default=5, help="at most (default: %(default)s)")
    parser.add_argument("--wins", type=int, default=99, help="wins after which to stop")
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="for a program (default: %(default)s)"
    )
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep pictures")
    args = parser.parse_args()
    listed = recipes(args.recipes)
    if args.fetch:
        fetch((recipe["repository"] for recipe in listed.values()), args.programs)
        return 0
    if args.save:
        args.save.mkdir(parents=True, exist_ok=True)
    os.environ.pop("WAYLAND_DISPLAY", None)
    console = Console(stderr=args.json)
    rows: list[Row] = []
    fine = True
    for name, recipe in listed.items():
        half = half_of(recipe["repository"])
        if name not in args.only if args.only else args.half not in (half, "both"):
            continue
        if (sentence := lacking(recipe, args.programs)) is not None:
            console.print(f"{name} is left out: {sentence}", highlight=False)
            continue
        score = compete(recipe, name, args)
        rows.append({"program": name, "half": half, **score.row})
        fine &= bool(score.won) and not score.mined
        console.print(f"{name}: {len(score.won)} won {score.error}", highlight=False)
    show(args, rows, note=f"{sum(bool(row['won']) for row in rows)} of {len(rows)} won")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
