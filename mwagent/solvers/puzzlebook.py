"""Puzzles: positions of played games in which something can be proven, and how hard each is.

The engine plays the games and grades the positions (`engine/train/puzzle.h`); the page's mode Train
poses the same. A seed gives the same puzzle everywhere.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
import numpy as np

from mwagent.minefield import SYMBOLS, Board, Cell, MinefieldError
from mwagent.minefield.checked import checked
from mwagent.solvers import _engine
from mwagent.solvers.explanation import Rule

Grade = Literal["easy", "medium", "hard", "expert"]
Ask = Literal["safe", "mine", "safer"]

GRADES: Final[tuple[Grade, ...]] = ("easy", "medium", "hard", "expert")
KINDS: Final = ("proven", "safe", "mine", "safer")
LESSONS: Final = ("number", "1-1", "1-2", "1-2-1", "1-2-2-1", "hole", "reduction", "count")
WEEK: Final[tuple[Grade, ...]] = ("easy", "medium", "medium", "hard", "hard", "expert", "expert")
"""The grades of the daily puzzles, from Monday on."""

_GAMES: Final = 20_000
"""Games played for one puzzle; the rarest (`1-2-2-1`, expert mines) take some hundreds."""


class NoPuzzleError(MinefieldError):
    """What is asked for is no kind, lesson or grade of puzzles."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cell to choose, and the exact chance that it is a mine."""

    cell: Cell
    chance: float


@dataclass(frozen=True, slots=True)
class PuzzleProof:
    """What the answer with the least effort takes.

    `numbers` are those of the smallest proof, `steps` the length of the argument, `rule` the
    hardest in it, `pattern` its name or None. `mine_count` says that the mines left are needed, and
    `smallest` that no proof has fewer numbers.
    """

    cell: Cell
    numbers: tuple[Cell, ...]
    steps: int
    rule: Rule
    mine_count: bool
    smallest: bool
    pattern: str | None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and the cell to find: one that is `safe`, a `mine`, or the `safer` of two.

    `board` has flags on known mines. `answers` are all cells that are right. `proof` is None and
    `choices` has two cells where chances are compared; else `choices` is empty. `rating` is on a
    scale like that of chess players, and gives the `grade`.
    """

    seed: str
    ask: Ask
    grade: Grade
    rating: int
    board: Board
    answers: tuple[Cell, ...]
    proof: PuzzleProof | None
    choices: tuple[Choice, ...]

    def to_json(self) -> str:
        """Write the puzzle as one JSON object."""
        return json.dumps(
            {
                "seed": self.seed,
                "ask": self.ask,
                "grade": self.grade,
                "rating": self.rating,
                "mines": self.board.mines,
                "board": self.board.cells.tolist(),
                "answers": self.answers,
                "proof": msgspec.to_builtins(self.proof),
                "choices": msgspec.to_builtins(self.choices),
            }
        )

    def __str__(self) -> str:
        """Give the question and the board, with rows and columns numbered from 0."""
        asked = {
            "safe": "Which cell is proven safe?",
            "mine": "Which cell is proven to be a mine?",
            "safer": "Which is safer, "
            + " or ".join(f"({c.cell[0]}, {c.cell[1]})" for c in self.choices)
            + "?",
        }[self.ask]
        rows, cols = self.board.shape
        head = "    " + " ".join(str(col % 10) for col in range(cols))
        lines = [
            f"{row:>3} " + " ".join(SYMBOLS[code] for code in self.board.cells[row])
            for row in range(rows)
        ]
        title = f"{self.seed}  {self.grade}, {self.rating}  {self.board.mines} mines"
        return "\n".join([title, asked, "", head, *lines])


@checked
def puzzle(seed: str, grade: Grade | None = None, kind: str = "proven") -> Puzzle:
    """Make the puzzle of a seed: always the same, here and on the page.

    `kind` is "proven" (a safe cell or a mine is to be found), "safe", "mine", "safer" (two cells to
    choose from), or a lesson of LESSONS, for which there is no grade. Without a grade, the first
    position that serves is taken. Raises NoPuzzleError for another kind or grade.

    >>> made = puzzle("example", "easy")
    >>> made.grade, made.proof.rule
    ('easy', 'pair')
    """
    if kind not in KINDS and kind not in LESSONS:
        raise NoPuzzleError(
            f"there are no puzzles {kind!r}; there are {', '.join(KINDS + LESSONS)}"
        )
    if grade is not None and grade not in GRADES:
        raise NoPuzzleError(f"there is no grade {grade!r}; there are {', '.join(GRADES)}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise NoPuzzleError(f"the seed {seed!r} is no text in UTF-8; give another") from None
    number = -1 if grade is None else GRADES.index(grade)
    text = _engine.puzzle(seed, kind, number, _GAMES)
    if not text:
        raise NoPuzzleError(f"{_GAMES} games of the seed {seed!r} had no such puzzle; try another")
    return _read(seed, json.loads(text))


def puzzles(
    count: int, seed: str = "0", grades: Sequence[Grade] = GRADES, kind: str = "proven"
) -> Iterator[Puzzle]:
    """Make `count` puzzles, as many of each of the grades as can be, the lowest first.

    Puzzle number i is that of the seed "SEED/i". Lessons have no grades. Raises NoPuzzleError as
    `puzzle` does.
    """
    for i in range(count):
        grade = None if kind in LESSONS else grades[i * len(grades) // count]
        yield puzzle(f"{seed}/{i}", grade, kind)


@checked
def daily(date: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everybody; the week goes from easy to expert."""
    return puzzle(f"daily {date.isoformat()}", WEEK[date.weekday()])


def _read(seed: str, told: dict[str, Any]) -> Puzzle:
    shape = told["rows"], told["cols"]
    return Puzzle(
        seed=seed,
        ask=told["ask"],
        grade=told["grade"],
        rating=told["rating"],
        board=Board(np.array(told["board"], np.int8).reshape(shape), told["mines"]),
        answers=msgspec.convert(told["answers"], tuple[Cell, ...]),
        proof=msgspec.convert(told.get("proof"), PuzzleProof | None),
        choices=msgspec.convert(told.get("choices", ()), tuple[Choice, ...]),
    )
