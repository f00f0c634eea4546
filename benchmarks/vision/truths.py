"""Pictures of boards with their truth, and what became of a reading beside it.

Every PNG with a JSON beside it that has `board_box_px` or `box`, `rows`, `cols` and `cells` is
such a picture. `source_repo` or the first word of `source` names its program.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from mwagent.minefield import MinefieldError, Stage
from mwagent.vision import Reading
from mwagent.vision.reading import UNKNOWN

HALVES: Final = ("work", "judged")
STATES: Final = ("fresh", "early", "mid", "flagged", "won", "lost")
"""How far the game on a picture is: see `Truth.state`."""
_EARLY: Final = 0.25
"""Part of the cells that is open at most, early in a game."""
_MISPLACED: Final = 0.1
"""Cells by which a corner of a board that was located may be off."""
_LEVELS: Final = 1000
"""Confidences are counted in steps of one in this many."""


class TruthError(MinefieldError):
    """The words beside a picture cannot be used; the message says which and why."""


def half_of(program: str) -> str:
    """The half, "work" or "judged", that all pictures of a program belong to.

    By the first hexadecimal digit of the SHA-256 of its name (`owner/name`) in lower case: even is
    the half to work on, odd the half that only final figures see.
    """
    return HALVES[int(sha256(program.lower().encode()).hexdigest()[0], 16) % 2]


@dataclass(frozen=True, slots=True)
class Truth:
    """What a picture shows; `box` is x0, y0, x1, y1 and `gap` what lies between cells, in pixels.

    `cells` has one string of `mwagent.vision.reading.SYMBOLS` per row. `counter` is what the mine
    counter shows and `stage` how far the game is, both None where that is not known. `exploded` is
    False where it is not known which of the mines was clicked.
    """

    picture: Path
    program: str
    hard: bool
    cells: tuple[str, ...]
    box: tuple[float, float, float, float]
    gap: tuple[float, float]
    counter: int | None
    stage: Stage | None
    exploded: bool

    @classmethod
    def load(cls, picture: Path) -> Self | None:
        """What the JSON beside a picture says; None where it says nothing of a whole board."""
        description = picture.with_suffix(".json")
        try:
            told = json.loads(description.read_text("utf-8")) if description.exists() else {}
        except ValueError as error:
            raise TruthError(f"{description} is no JSON: {error}") from error
        box = told.get("board_box_px") or told.get("box")
        if not told.get("cells") or not box:
            return None
        if len({len(row) for row in told["cells"]}) != 1 or len(box) != 4:
            raise TruthError(f"{description}: rows of different lengths, or a box of no four sides")
        source = told.get("source_repo") or str(told.get("source") or picture.stem).split(" ")[0]
        gap = (0.0, 0.0)
        if "cell0" in told and "pitch" in told:
            gap = tuple(
                max(0.0, p - s) for p, s in zip(told["pitch"], told["cell0"][2:], strict=True)
            )
        return cls(
            picture,
            source,
            bool(told.get("hard") or told.get("why_hard")),
            tuple(told["cells"]),
            tuple(box),
            gap,
            told.get("mine_counter"),
            _stage(told),
            told.get("exploded_told", "source_repo" not in told),
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.cells), len(self.cells[0])

    @property
    def state(self) -> str:
        """One of STATES, by how the game ended; while it goes on, by its flags and open cells."""
        cells = "".join(self.cells)
        if self.stage in (Stage.WON, Stage.LOST):
            return "won" if self.stage is Stage.WON else "lost"
        if "F" in cells:
            return "flagged"
        opened = sum(symbol.isdigit() for symbol in cells) / len(cells)
        return "fresh" if opened == 0 else "early" if opened <= _EARLY else "mid"

    def misplaced(self, reading: Reading) -> float:
        """How far the worst corner of a reading is off, in cells; gaps between cells are free."""
        lattice = reading.lattice
        seen = (
            lattice.x,
            lattice.y,
            lattice.x + lattice.cols * lattice.pitch_x,
            lattice.y + lattice.rows * lattice.pitch_y,
        )
        x0, y0, x1, y1 = self.box
        rows, cols = self.shape
        sides = ((x1 - x0 + self.gap[0]) / cols, (y1 - y0 + self.gap[1]) / rows)
        outward = (-1, -1, 1, 1)
        return max(
            max(-sign * (a - b), sign * (a - b) - gap, 0.0) / side
            for a, b, sign, side, gap in zip(
                seen, self.box, outward, sides * 2, self.gap * 2, strict=True
            )
        )


def _stage(told: dict[str, Any]) -> Stage | None:
    named = {"won": Stage.WON, "lost": Stage.LOST}
    state = told.get("state")
    if state in named:
        return named[state]
    cells = "".join(told["cells"])
    if set(cells) & set("*X"):
        return None if state else Stage.LOST
    if state:
        return Stage.ONGOING
    total = told.get("total_mines")
    closed = sum(not symbol.isdigit() for symbol in cells)
    if total is None:
        return None
    return Stage.WON if closed == total else Stage.ONGOING


def truths(folders: Iterable[Path], half: str = "both", only: str = "") -> Iterator[Truth]:
    """Every picture with its truth below the folders, of one half or of both."""
    for folder in folders:
        for picture in sorted(folder.rglob(f"{only}*.png")):
            truth = Truth.load(picture)
            if truth is not None and half in ("both", half_of(truth.program)):
                yield truth


@dataclass(slots=True)
class Result:
    """What became of one picture; `off` is the worst corner, in cells.

    `counter` and `stage` say whether they were right, None where the truth does not know.
    `given` counts the cells that were understood by their confidence: right ones, then wrong ones.
    """

    folder: str
    name: str
    program: str
    half: str
    way: str
    hard: bool
    state: str
    cells: int
    shape: bool = False
    off: float = 9.0
    hidden: bool = False
    wrong: int = 0
    unknown: int = 0
    errors: str = ""
    counter: bool | None = None
    stage: bool | None = None
    skin: str = ""
    seconds: float = 0.0
    given: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def located(self) -> bool:
        """Whether the board was found with its rows and columns, in its place, before any other."""
        return self.shape and self.off <= _MISPLACED and not self.hidden

    @property
    def faultless(self) -> bool:
        """Whether the board was located and all its cells were read as they are."""
        return self.located and not (self.wrong or self.unknown)

    @property
    def right(self) -> bool:
        """Whether nothing at all was wrong."""
        return self.faultless and self.counter is not False and self.stage is not False

    @property
    def faults(self) -> str:
        """What was wrong, in a few words."""
        words = [
            "" if self.shape else "not found" if self.off == 9.0 else "wrong shape",
            "misplaced" if self.shape and self.off > _MISPLACED else "",
            "hidden by another board" if self.hidden else "",
            f"{self.wrong} wrong: {self.errors}" if self.wrong else "",
            f"{self.unknown} not understood" if self.unknown and self.shape else "",
            "counter" if self.counter is False else "",
            "stage" if self.stage is False else "",
        ]
        return ", ".join(word for word in words if word)


def compare(
    truth: Truth, readings: list[Reading], way: str = "with"
) -> tuple[Result, Reading | None]:
    """Hold what was read on a picture against its truth; the reading of the board in question too.

    Of several boards in a picture the one that the truth tells of counts. Cells of a board that
    was read in another shape are not understood.
    """
    rows, cols = truth.shape
    result = Result(
        truth.picture.parent.name,
        truth.picture.stem,
        truth.program,
        half_of(truth.program),
        way,
        truth.hard,
        truth.state,
        rows * cols,
        unknown=rows * cols,
        counter=None if truth.counter is None else False,
        stage=None if truth.stage is None else False,
    )
    if not readings:
        return result, None
    offsets = [truth.misplaced(reading) for reading in readings]
    best = int(np.argmin(offsets))
    reading = readings[best]
    result.off, result.hidden, result.skin = offsets[best], best > 0, reading.skin
    result.shape = (reading.lattice.rows, reading.lattice.cols) == truth.shape
    if truth.counter is not None:
        result.counter = reading.mines == truth.counter
    if truth.stage is not None:
        ends = (Stage.WON, Stage.LOST)
        result.stage = reading.stage == truth.stage or not {reading.stage, truth.stage} & set(ends)
    if result.shape and result.off <= 0.5:
        _compare_cells(truth, reading, result)
    return result, reading


def _compare_cells(truth: Truth, reading: Reading, result: Result) -> None:
    real, seen = "".join(truth.cells), "".join(reading.cells)
    if not truth.exploded:
        real, seen = real.replace("X", "*"), seen.replace("X", "*")
    result.unknown = seen.count(UNKNOWN)
    errors: Counter[str] = Counter()
    given: dict[int, list[int]] = {}
    for a, b, sure in zip(real, seen, reading.confidence.flat, strict=True):
        if b == UNKNOWN:
            continue
        level = min(_LEVELS, max(0, int(_LEVELS * float(sure))))
        given.setdefault(level, [0, 0])[int(a != b)] += 1
        if a != b:
            errors[f"{a}{b}"] += 1
    result.wrong = errors.total()
    result.errors = " ".join(f"{count}x{pair}" for pair, count in sorted(errors.items()))
    result.given = {level: (right, wrong) for level, (right, wrong) in given.items()}


def reliability(results: Iterable[Result]) -> list[tuple[float, float, int]]:
    """For each confidence p that occurs: p, the part that is right of the cells given with at least
    p, and how many those are; from the highest p down.
    """
    right: Counter[int] = Counter()
    wrong: Counter[int] = Counter()
    for result in results:
        for level, (good, bad) in result.given.items():
            right[int(level)] += good
            wrong[int(level)] += bad
    curve, good, bad = [], 0, 0
    for level in sorted(right | wrong, reverse=True):
        good, bad = good + right[level], bad + wrong[level]
        curve.append((level / _LEVELS, good / (good + bad), good + bad))
    return curve
