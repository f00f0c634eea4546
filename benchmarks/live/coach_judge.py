"""The record of a coach beside the truth: moves found, missed and invented, and ends.

The columns:

    truth     presses that changed the board
    found     those of them that the coach has: the same cells, as an opening, flag or chord
    doubtful  found, but marked by the coach as uncertain in its kind or its cell
    wrong     of the right cells, but of another kind or cell without such a mark
    missed    not found
    share     of the presses, those that are found
    invented  moves of the coach that nobody made
    late      found, but more than 100 ms from the press
    ms        from the press to the time the coach gives (median)
    ends      rounds whose end the coach has right, of all that ended in a picture
    rounds    rounds the coach has, of all
    CPU       the coach's processor time, of a core, while somebody played
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np

from mwagent.coach.sighting import Sighting, Trouble
from mwagent.gamebook import Doubt, GameRecord, Move
from mwagent.minefield import Cell
from mwagent.vision.edges import Pixels

IN_TIME: Final = 0.1
"""Seconds by which the coach's time of a move may be off."""
NEAR: Final = 1.5
"""Seconds within which a move of the coach may be the one that was made."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a press changed on the board."""

    kind: str
    cell: Cell
    at: float
    opened: frozenset[Cell]


@dataclass(slots=True)
class Played:
    """One round: what was done, and how it ended; empty where it was broken off."""

    moves: list[Truth] = field(default_factory=list)
    verdict: str = ""


@dataclass(slots=True)
class Score:
    """What the coach has of the rounds that it watched."""

    name: str
    truth: int = 0
    found: int = 0
    doubtful: int = 0
    wrong: int = 0
    missed: int = 0
    invented: int = 0
    late: int = 0
    lags: list[float] = field(default_factory=list)
    ends: int = 0
    ended: int = 0
    rounds: int = 0
    played: int = 0
    cpu: float = 0.0
    seconds: float = 0.0
    odd: list[str] = field(default_factory=list)

    def row(self) -> dict[str, str]:
        """Its row in the table."""
        lag = f"{1000 * median(self.lags):.0f}" if self.lags else ""
        cpu = f"{100 * self.cpu / self.seconds:.0f} %" if self.seconds else ""
        share = f"{100 * self.found / self.truth:.1f} %" if self.truth else ""
        row = {
            "film": self.name,
            "truth": self.truth,
            "found": self.found,
            "doubtful": self.doubtful,
            "wrong": self.wrong,
            "missed": self.missed,
            "share": share,
            "invented": self.invented,
            "late": self.late,
            "ms": lag,
            "ends": f"{self.ends}/{self.ended}",
            "rounds": f"{self.rounds}/{self.played}",
            "CPU": cpu,
        }
        return {name: str(value) for name, value in row.items()}


def summed(scores: Sequence[Score]) -> Score:
    """The sums of all."""
    total = Score("all")
    counts = ("truth", "found", "doubtful", "wrong", "missed", "invented", "late", "lags")
    others = ("ends", "ended", "rounds", "played", "cpu", "seconds")
    for score in scores:
        for each in counts + others:
            setattr(total, each, getattr(total, each) + getattr(score, each))
    return total


def compare(score: Score, played: Sequence[Played], games: Sequence[GameRecord]) -> None:
    """Count what the coach has of the rounds that were played."""
    left = [move for game in games for move in game.moves]
    for number, one in enumerate(played):
        for truth in one.moves:
            score.truth += 1
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
            score.doubtful += kind and where and bool({Doubt.KIND, Doubt.CELL} & {*found.doubts})
            if not (kind and where):
                score.wrong += 1
                score.odd.append(
                    f"round {number}: {truth.kind} {truth.cell} taken for {found.kind} {found.cell}"
                )
        score.played += bool(one.moves)
        if one.verdict and one.moves:
            _compare_ends(score, one, games)
    score.invented += len(left)
    score.odd += [f"invented {m.kind} {m.cell} {m.seconds:.2f} {m.doubts}" for m in left]
    score.rounds += len(games)


def _compare_ends(score: Score, one: Played, games: Sequence[GameRecord]) -> None:
    """Count whether the coach saw how a round has ended."""
    score.ended += 1
    first, last = one.moves[0].at, one.moves[-1].at
    same = [
        str(game.stage)
        for game in games
        if first - NEAR < game.moves[0].seconds and game.moves[-1].seconds < last + NEAR
    ]
    score.ends += one.verdict in same
    if one.verdict not in same:
        score.odd.append(f"ended {one.verdict}, seen {same}")


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
