"""The coach beside the truth: web Minesweepers of others are played by a script while it watches.

    python -m benchmarks.live.coach --clones ~/clones --half work
    python -m benchmarks.live.coach --clones ~/clones --only winmine --games 3 --save ~/odd
    python -m benchmarks.live.coach --clones ~/clones --keep ~/reels     # play now, watch later
    python -m benchmarks.live.coach --reels ~/reels
    python -m benchmarks.live.coach --reels ~/reels --video ~/films      # from films of them

The pages and recipes are those of `web_games.py`. The script plays as a person would: it opens
cells that are safe by the page's own state, flags some mines, tries chords, and makes a mistake now
and then. What each press changed on the page is the truth; the coach sees pictures of the tab
alone. With `--keep` nobody watches, and all that the tab shows is kept in reels; `--reels` has the
coach watch them as often as is liked; with `--video` it watches films of them (FFmpeg, H.264, 30
frames a second). The columns:

    truth     presses that changed the board
    found     those of them that the coach has: the same cells, as an opening, flag or chord
    doubtful  found, but marked by the coach as uncertain in its kind or its cell
    wrong     of the right cells, but of another kind or cell without such a mark
    missed    not found
    unshown   presses before the next of which no picture came on which a cell of theirs changed
    share     of the presses that a picture shows, those that are found
    invented  moves of the coach that nobody made
    late      found, but more than 100 ms from the press
    ms        from the press to the time the coach gives (median)
    ends      rounds whose end the coach has right, of all that ended in a picture
    rounds    rounds the coach has, of all
    CPU       the coach's processor time, of a core, while somebody played
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
import numpy as np
from playwright.sync_api import Error
from rich.console import Console
from rich.table import Table

from benchmarks.live.coach_reels import (
    Played,
    RecordingTab,
    Reel,
    ReelSource,
    Shown,
    Truth,
    board_of,
    picture_of,
)
from benchmarks.live.foreign_pages import Game, OddPageError, Recipes, program_of, served
from benchmarks.vision.truths import HALVES, half_of
from mwagent import solvers
from mwagent.coach.coach import Coach
from mwagent.coach.sighting import Sighting, Source, Trouble
from mwagent.coach.sources import TabSource, VideoSource
from mwagent.gamebook import Doubt, GameRecord, Move
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, cells_where, neighbours, rules
from mwagent.player.views import open_page
from mwagent.vision.edges import Pixels

RECIPES: Final = Path(__file__).parent / "web_games.toml"
IN_TIME: Final = 0.1
"""Seconds by which the coach's time of a move may be off."""
BESIDE: Final = 0.05
"""Seconds after a press in which a picture may still show the board before it."""
NEAR: Final = 1.5
"""Seconds within which a move of the coach may be the one that was made."""
MISTAKES: Final = 0.02
"""Part of the presses that open a cell at random."""
FRAMES: Final = 30
"""Frames a second of recordings."""


@dataclass(slots=True)
class Score:
    """What the coach has of the rounds on one page; `pictures` are the times of what it saw."""

    name: str
    truth: int = 0
    found: int = 0
    doubtful: int = 0
    wrong: int = 0
    missed: int = 0
    unshown: int = 0
    unshown_found: int = 0
    invented: int = 0
    late: int = 0
    lags: list[float] = field(default_factory=list)
    ends: int = 0
    ended: int = 0
    rounds: int = 0
    played: int = 0
    cpu: float = 0.0
    seconds: float = 0.0
    note: str = ""
    odd: list[str] = field(default_factory=list)
    pictures: list[float] | None = None
    shown: Shown | None = None

    def row(self) -> dict[str, str]:
        """Its row in the table."""
        lag = f"{1000 * median(self.lags):.0f}" if self.lags else ""
        cpu = f"{100 * self.cpu / self.seconds:.0f} %" if self.seconds else ""
        shown = self.truth - self.unshown
        share = f"{100 * (self.found - self.unshown_found) / shown:.1f} %" if shown else ""
        row = {
            "page": self.name,
            "truth": self.truth,
            "found": self.found,
            "doubtful": self.doubtful,
            "wrong": self.wrong,
            "missed": self.missed,
            "unshown": self.unshown,
            "share": share,
            "invented": self.invented,
            "late": self.late,
            "ms": lag,
            "ends": f"{self.ends}/{self.ended}",
            "rounds": f"{self.rounds}/{self.played}",
            "CPU": cpu,
            "note": self.note,
        }
        return {name: str(value) for name, value in row.items()}


def summed(scores: Sequence[Score]) -> Score:
    """The sums of all."""
    total = Score("all")
    counts = ("truth", "found", "doubtful", "wrong", "missed", "invented", "late", "lags")
    others = ("unshown", "unshown_found", "ends", "ended", "rounds", "played", "cpu", "seconds")
    for score in scores:
        for each in counts + others:
            setattr(total, each, getattr(total, each) + getattr(score, each))
    return total


class Player:
    """Plays one page by its own state, and keeps what came of each press."""

    def __init__(self, game: Game, pace: tuple[float, float], dice: random.Random):
        self.game = game
        self._pace = pace
        self._dice = dice
        self._solver = solvers.create("best", {})

    def play(self, wait: Any, most: float) -> Played:
        """Play a round for at most `most` seconds; `wait(seconds)` lets the coach look."""
        played = Played()
        until = time.monotonic() + most
        dull = 0
        while time.monotonic() < until and dull < 12:  # some pages end without a sign
            before = self._state()
            if before is None:
                break
            played.verdict = self._verdict(before)
            if played.verdict or "#" not in "".join(before["cells"]):
                break
            kind, cell, button = self._choice(before)
            at = self._press(cell, button)
            wait(self._dice.uniform(*self._pace))
            after = self._state()
            played.states += [(time.time(), after["cells"])] if after else []
            truth = None if after is None else changed(kind, cell, at, before, after)
            dull = 0 if truth else dull + 1
            if truth is not None:
                played.moves.append(truth)
        return played

    def _state(self) -> dict[str, Any] | None:
        with contextlib.suppress(OddPageError, Error):
            return self.game.state()
        return None

    def _verdict(self, state: dict[str, Any]) -> str:
        recipe = self.game.recipe
        with contextlib.suppress(Error):
            if recipe.get("over"):
                return str(self.game.page.evaluate(recipe["over"]) or "")
            cells = "".join(state["cells"])
            mines = self.game.page.evaluate(recipe["mines"]) if recipe.get("mines") else None
            if mines and sum(c.isdigit() for c in cells) == len(cells) - int(mines):
                return "won"
            if any(c in "*X" for c in cells):
                return "lost"
            return "won" if rules.closed_are_mines(board_of(state["cells"]).cells) else ""
        return ""

    def _press(self, cell: Cell, button: str) -> float:
        page = self.game.page
        x, y, w, h = self.game.seen["cell"]
        px, py = self.game.seen["pitch"]
        page.mouse.move(x + cell[1] * px + w / 2, y + cell[0] * py + h / 2)
        page.mouse.down(button=button)
        with contextlib.suppress(Error):
            page.mouse.up(button=button)
        return time.time()

    def _choice(self, state: dict[str, Any]) -> tuple[str, Cell, str]:
        board = board_of(state["cells"])
        cells, dice = board.cells, self._dice
        hidden = cells_where(cells == HIDDEN)
        if not (cells < FLAG).any():
            return "open", dice.choice(hidden), "left"
        if hidden and dice.random() < MISTAKES:
            return "open", dice.choice(hidden), "left"
        mines = self.game.recipe.get("mines")
        try:
            total = int(self.game.page.evaluate(mines)) if mines else None
            answer = self._solver.analyse(Board(cells, total))
        except Exception:
            return "open", dice.choice(hidden), "left"
        flags = [cell for cell in answer.mines if cells[cell] == HIDDEN]
        if flags and dice.random() < 0.3:
            return "flag", dice.choice(flags), "right"
        chords = list(satisfied(cells))
        if chords and dice.random() < 0.25:
            return "chord", dice.choice(chords), "left"
        safe = [cell for cell in answer.safe if cells[cell] == HIDDEN]
        return "open", dice.choice(safe) if safe else answer.decide().best or hidden[0], "left"


def satisfied(cells: np.ndarray[Any, Any]) -> Iterator[Cell]:
    """Numbers with all of their flags and hidden cells besides."""
    for r, c in np.argwhere((cells > 0) & (cells < FLAG)):
        around = list(neighbours((int(r), int(c)), cells.shape))
        flags = sum(cells[n] == FLAG for n in around)
        if flags == cells[r, c] and any(cells[n] == HIDDEN for n in around):
            yield int(r), int(c)


def changed(
    kind: str, cell: Cell, at: float, before: dict[str, Any], after: dict[str, Any]
) -> Truth | None:
    """What a press did; None where it changed nothing."""
    if len(before["cells"]) != len(after["cells"]):
        return None
    pairs = [
        ((r, c), a, b)
        for r, (one, other) in enumerate(zip(before["cells"], after["cells"], strict=True))
        for c, (a, b) in enumerate(zip(one, other, strict=True))
        if a != b
    ]
    opened = frozenset(place for place, a, b in pairs if a in "#F?" and b.isdigit())
    mines = [place for place, a, b in pairs if b in "*X"]
    if kind == "flag":
        return Truth("flag", cell, at, frozenset()) if pairs else None
    if not opened and not mines:
        return None
    if after["cells"][cell[0]][cell[1]] in "*X":
        opened = frozenset()  # what is open besides was shown by the program
    return Truth(kind, cell, at, opened)


def unshown(played: list[Played], pictures: list[float], shown: Shown | None = None) -> set[int]:
    """The moves, by `id`, that no picture before the next press can show.

    These are moves before the next of which no picture came at all, or, where `shown` tells what
    pictures look like, none on which any of their cells looks otherwise than before. Pictures of
    a moment before the press or after the next count: times are noted after a press, and pages
    paint at once.
    """
    done = set()
    for one in played:
        last = 0.0
        for truth, later in zip_longest(one.moves, one.moves[1:]):
            since, last = max(last, truth.at - NEAR), truth.at
            until = later.at + BESIDE if later is not None else float("inf")
            cells = truth.opened | {truth.cell}
            came = any(truth.at - IN_TIME < at <= until for at in pictures)
            seen = came and (
                shown is None or shown.differ(cells, since, min(until, truth.at + NEAR))
            )
            if not seen:
                done.add(id(truth))
    return done


def compare(score: Score, played: list[Played], games: list[GameRecord]) -> None:
    """Count what the coach has of the rounds that were played."""
    left = [move for game in games for move in game.moves]
    hidden = set() if score.pictures is None else unshown(played, score.pictures, score.shown)
    for one in [one for one in played if one.moves and one.unruly()]:
        score.note = "numbers of the page contradict each other"
        first, last = one.moves[0].at - NEAR, one.moves[-1].at + NEAR
        left = [move for move in left if not first < move.seconds < last]
    played = [one for one in played if not one.unruly()]
    for number, game_played in enumerate(played):
        over = game_played.cleared()
        for truth in game_played.moves:
            if truth.at > over and truth.kind != "flag":
                # A mine, opened on a page that does not know of a win: no move of the game.
                extra = best_match(truth, left)
                if extra is not None:
                    left.remove(extra)
                continue
            score.truth += 1
            score.unshown += id(truth) in hidden
            found = best_match(truth, left)
            if found is None:
                score.missed += 1
                score.odd.append(f"round {number}: missed {truth.kind} {truth.cell} {truth.at:.2f}")
                continue
            left.remove(found)
            lag = found.seconds - truth.at
            score.lags.append(lag)
            score.late += abs(lag) > IN_TIME
            kind = found.kind == truth.kind or Doubt.KIND in found.doubts
            where = found.cell == truth.cell or found.kind != truth.kind
            where |= Doubt.CELL in found.doubts
            score.found += kind and where
            score.unshown_found += kind and where and id(truth) in hidden
            score.doubtful += kind and where and bool({Doubt.KIND, Doubt.CELL} & {*found.doubts})
            if not (kind and where):
                score.wrong += 1
                score.odd.append(
                    f"round {number}: {truth.kind} {truth.cell} taken for {found.kind} {found.cell}"
                )
    for before, after in [times for one in played for times in one.anew()]:
        # What was done on a page that began anew at once, it does not tell.
        untold = next((move for move in left if before < move.seconds <= after), None)
        if untold is not None:
            left.remove(untold)
    score.invented += len(left)
    score.odd += [f"invented {m.kind} {m.cell} {m.seconds:.2f} {m.doubts}" for m in left]
    score.played += sum(bool(one.moves) for one in played)
    score.rounds += len(games)
    for one in played:
        # A page that does not know of a win goes on until a mine is opened: either is right.
        verdicts = {one.verdict, "won"} if one.cleared() < float("inf") else {one.verdict}
        if verdicts != {""} and one.moves and id(one.moves[-1]) not in hidden:
            score.ended += 1
            first, last = one.moves[0].at, one.moves[-1].at
            same = [
                game
                for game in games
                if first - NEAR < game.moves[0].seconds and game.moves[-1].seconds < last + NEAR
            ]
            right = any(str(game.stage) in verdicts for game in same)
            score.ends += right
            if not right:
                score.odd.append(f"ended {sorted(verdicts)}, seen {[str(g.stage) for g in same]}")


def best_match(truth: Truth, moves: list[Move]) -> Move | None:
    """The move of the coach that a press made."""
    options = []
    for move in moves:
        if abs(move.seconds - truth.at) > NEAR:
            continue
        shown = {(r, c) for r, c, _ in move.shown}
        if truth.kind == "flag" or move.kind == "flag":
            same = move.kind == truth.kind and move.cell == truth.cell
        elif truth.opened:
            same = bool(shown & truth.opened)
        else:
            same = move.cell == truth.cell or Doubt.CELL in move.doubts
        if same:
            options.append(move)
    return min(options, key=lambda move: abs(move.seconds - truth.at), default=None)


def watch(name: str, recipe: dict[str, Any], folder: Path, recipes: Recipes, args: Any) -> Score:
    """Play one page while the coach watches, or keep a reel of it."""
    score, notes, reel = Score(name), Notes(), Reel()
    with served(folder) as url, open_page("about:blank") as page:
        page.on("dialog", lambda dialog: dialog.accept())
        recipes.stand_in(page)
        game = Game(page, {"page": "index.html", **recipe}, 1.0)
        try:
            game.start(url)
        except (OddPageError, Error, KeyError) as error:
            score.note = str(error).partition("\n")[0][:60]
            return score
        source = TabSource(page) if args.keep is None else RecordingTab(page, reel)
        coach = None if args.keep is not None else Coach(source, None, notes)
        spent = 0.0

        def wait(seconds: float) -> None:
            nonlocal spent
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                began = time.process_time()
                if coach is None:
                    source.advance(seconds / 3)
                else:
                    coach.step()
                spent += time.process_time() - began

        wait(1.0)
        until = time.monotonic() + 15
        while coach is not None and coach.follower.lost and time.monotonic() < until:
            wait(0.5)
        state = game.state()
        reel.shape = state["rows"], state["cols"]
        note_place(score, coach, reel.shape)
        player = Player(game, tuple(args.pace), random.Random(f"{args.seed}-{name}"))
        for number in range(args.games):
            if number:
                try:
                    game.start(url)
                except (OddPageError, Error) as error:
                    score.note = str(error).partition("\n")[0][:60]
                    break
                game.away()
                wait(1.5)
            spent, began = 0.0, time.monotonic()
            reel.played.append(player.play(wait, args.seconds))
            score.cpu += spent
            score.seconds += time.monotonic() - began
            game.away()
            wait(1.2)
        reel.ended = time.time()
        if coach is None:
            reel.save(args.keep / f"{name}.reel")
            score.note = f"{len(reel.frames)} pictures kept"
            return score
        judge(score, reel.played, coach, notes, args)
        save_picture(name, source, args)
    return score


def note_place(score: Score, coach: Coach | None, shape: tuple[int, int]) -> None:
    """Note whether the board was found in its shape."""
    if coach is None:
        return
    place = coach.follower.location
    if place is None:
        score.note = "no board found"
    elif place.shape != shape:
        score.note = f"found {place.shape}, is {shape}"


def judge(score: Score, played: list[Played], coach: Coach, notes: Notes, args: Any) -> None:
    """Compare, and save what is odd."""
    coach.close()
    compare(score, played, coach.games)
    score.odd += notes.lines
    if args.save is not None and score.odd:
        args.save.mkdir(parents=True, exist_ok=True)
        (args.save / f"{score.name}.txt").write_text("\n".join(score.odd), "utf-8")


def save_picture(name: str, source: Source, args: Any) -> None:
    """Save the last picture."""
    if args.save is not None:
        args.save.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(args.save / f"{name}.png"), source.pictures()[0].picture)


def watch_reel(path: Path, args: Any) -> Score:
    """Watch a reel, or a film that is made of it."""
    reel, score = Reel.load(path), Score(path.stem)
    played = reel.played
    source: ReelSource | VideoSource
    if args.video is None:
        source = ReelSource(reel)
        score.seconds = reel.ended - reel.frames[0][0]
    else:
        film = args.video / f"{path.stem}.mp4"
        if not film.exists():
            write_film(reel, film)
        source = VideoSource(film)
        score.seconds = source.length
        played = [shifted(one, -reel.frames[0][0]) for one in played]
    notes = Notes(lambda: source.seconds)
    coach = Coach(source, None, notes)
    began = time.process_time()
    coach.run()
    score.cpu = time.process_time() - began
    note_place(score, coach, reel.shape)
    if args.video is not None:
        score.note += f" film, {score.seconds / max(score.cpu, 1e-6):.0f} times real time"
    score.pictures = [at for at, _ in reel.in_order()] if args.video is None else None
    place = coach.follower.location
    if args.video is None and place is not None and place.shape == reel.shape:
        score.shown = Shown(reel, place.lattice)
    judge(score, played, coach, notes, args)
    return score


def shifted(played: Played, seconds: float) -> Played:
    """A round by another clock."""
    return Played([replace(t, at=t.at + seconds) for t in played.moves], played.verdict)


class Notes:
    """An audience that notes troubles, and when boards and rounds were taken for new."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.lines: list[str] = []
        self._clock = clock

    def sight(self, sighting: Sighting, game: GameRecord, moves: list[Move]) -> None:
        """Note another round."""
        del game, moves
        if sighting.anew:
            shape, stage = sighting.board.shape, sighting.stage
            self.lines.append(f"{sighting.seconds:.2f} anew: {shape}, {stage}, {sighting.skin}")

    def trouble(self, trouble: Trouble, sentence: str) -> None:
        """Note a trouble."""
        self.lines.append(f"{self._clock():.2f} {trouble}: {sentence}")


def write_film(reel: Reel, path: Path) -> None:
    """Make a film of a reel: H.264, at a steady rate."""
    pictures = [(seconds, picture_of(png)) for seconds, png in reel.in_order()]
    high = max(picture.shape[0] for _, picture in pictures)
    wide = max(picture.shape[1] for _, picture in pictures)
    first = pictures[0][0]

    def frames() -> Iterator[Pixels]:
        at = 0
        for frame in range(int((reel.ended - first) * FRAMES)):
            while at + 1 < len(pictures) and pictures[at + 1][0] - first <= frame / FRAMES:
                at += 1
            yield pictures[at][1]

    encode(frames(), (wide, high), FRAMES, path)


def encode(frames: Iterable[Pixels], size: tuple[int, int], rate: int, path: Path) -> None:
    """Write pictures as a film of `size` (width, height), with FFmpeg."""
    if shutil.which("ffmpeg") is None:
        raise SystemExit("ffmpeg is not installed; on Debian: apt-get install ffmpeg")
    path.parent.mkdir(parents=True, exist_ok=True)
    wide, high = (side // 2 * 2 for side in size)
    pipe = subprocess.Popen(
        [
            *("ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24"),
            *("-s", f"{wide}x{high}", "-r", str(rate), "-i", "-", "-pix_fmt", "yuv420p"),
            *("-c:v", "libx264", "-preset", "ultrafast", "-crf", "23", str(path)),
        ],
        stdin=subprocess.PIPE,
    )
    assert pipe.stdin is not None
    for picture in frames:
        shown = picture[:high, :wide]
        part = np.zeros((high, wide, 3), np.uint8)
        part[: shown.shape[0], : shown.shape[1]] = shown
        pipe.stdin.write(part.tobytes())
    pipe.stdin.close()
    pipe.wait()


def main() -> int:
    """Play, watch and print."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--recipes", type=Path, default=RECIPES)
    words.add_argument("--clones", type=Path)
    words.add_argument("--half", choices=[*HALVES, "both"], default="work")
    words.add_argument("--only", default="")
    words.add_argument("--pages", type=int, default=1000)
    words.add_argument("--games", type=int, default=2)
    words.add_argument("--seconds", type=float, default=40.0, help="for each round, at most")
    words.add_argument("--pace", type=float, nargs=2, default=(0.12, 0.5))
    words.add_argument("--seed", default="coach")
    words.add_argument("--save", type=Path)
    words.add_argument("--keep", type=Path, help="keep reels in this folder; no coach watches")
    words.add_argument("--reels", type=Path, help="watch the reels there; nothing is played")
    words.add_argument("--video", type=Path, help="with --reels: watch films of them, made here")
    args = words.parse_args()
    scores: list[Score] = []
    if args.reels is not None:
        for path in sorted(args.reels.glob("*.reel")):
            if args.only not in path.stem or len(scores) >= args.pages:
                continue
            scores.append(watch_reel(path, args))
            print(" | ".join(scores[-1].row().values()), file=sys.stderr, flush=True)
    elif args.clones is None:
        words.error("give --clones, the folder of the pages, or --reels")
    pages = {} if args.reels is not None else Recipes.load(args.recipes, args.clones).pages
    recipes = Recipes.load(args.recipes, args.clones) if pages else None
    for name, recipe in pages.items():
        assert recipes is not None
        half = half_of(program_of(name))
        folder = recipes.folder / name.partition("@")[0]
        if args.only not in name or args.half not in ("both", half):
            continue
        if not folder.is_dir() or len(scores) >= args.pages:
            continue
        try:
            score = watch(name, recipe, folder, recipes, args)
        except Exception as error:  # a page may do anything; the others are measured all the same
            score = Score(name, note=f"{type(error).__name__}: {error}"[:90])
            if args.pages == 1:
                raise
        scores.append(score)
        print(" | ".join(score.row().values()), file=sys.stderr, flush=True)
    total = summed(scores).row()
    table = Table(*total, title="The coach beside the truth")
    for score in scores if args.half != "judged" else ():
        table.add_row(*score.row().values())
    table.add_row(*total.values())
    Console(width=200).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
