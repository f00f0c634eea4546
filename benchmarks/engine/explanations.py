"""Are explanations what they claim to be? Deductions from played games, each checked by counting.

    python -m benchmarks.engine.explanations --deductions 10000
    python -m benchmarks.engine.explanations --wide --deductions 200

Games from Beginner to Expert are played to their end, some with known mines flagged. Of every
position some cells are taken that are proven safe or mines. For each the numbers of its
explanation, and the total where it is named, must force the verdict; without any one of them, or
without the total, there must be an arrangement in which the cell is otherwise. Every step must
follow from its numbers and the steps before it. With `--wide` positions are of 40x80 cells, any of
which are open, so that many are too wide to be counted exactly. Counting is done here, cell by cell
in whole numbers, without the engine. What is printed: the sizes of the proofs, the rules they end
with, the words they are told in, and the CPU time they take.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    LEVELS,
    Board,
    Cell,
    Click,
    FirstClick,
    Game,
    Stage,
    cells_where,
    count_around,
    neighbours,
)
from mwagent.solvers import Explanation, Step, analyse, explain
from testbed.harness import Row, show, words

_WORD: Final = re.compile(r"\(\d+, \d+\)|[\w-]+")
"""A word; a cell's coordinates are one."""


@dataclass(frozen=True)
class Constraint:
    """`cells` hold `low` to `high` mines."""

    cells: frozenset[Cell]
    low: int
    high: int


def totals(constraints: Sequence[Constraint]) -> set[int]:
    """The numbers of mines on all cells named with which every constraint can be met.

    Cells are laid one after the other; a state is how many mines each constraint has that has
    some of its cells laid, but not all, and how many mines were laid in all.
    """
    cells = _in_order(constraints)
    last = {cell: place for place, cell in enumerate(cells)}
    ends = [max((last[cell] for cell in c.cells), default=-1) for c in constraints]
    begins = [min((last[cell] for cell in c.cells), default=-1) for c in constraints]
    if any(c.low > 0 or c.high < 0 for c in constraints if not c.cells):
        return set()
    states: set[tuple[int, tuple[int, ...]]] = {(0, ())}
    running: list[int] = []
    for place, cell in enumerate(cells):
        fresh = [i for i, begin in enumerate(begins) if begin == place]
        touched = [cell in constraints[i].cells for i in running + fresh]
        running += fresh
        kept = [j for j, i in enumerate(running) if ends[i] > place]
        rest = [sum(last[c] > place for c in constraints[i].cells) for i in running]
        after = set()
        for mines, counts in states:
            for mine in (0, 1):
                now = [
                    n + mine * t for n, t in zip(counts + (0,) * len(fresh), touched, strict=True)
                ]
                if all(
                    n <= constraints[i].high and n + r >= constraints[i].low
                    for n, i, r in zip(now, running, rest, strict=True)
                ):
                    after.add((mines + mine, tuple(now[j] for j in kept)))
        states = after
        running = [running[j] for j in kept]
    return {mines for mines, _ in states}


def _in_order(constraints: Sequence[Constraint]) -> list[Cell]:
    """All cells, one constraint after the other, so that few are begun and not ended."""
    cells: dict[Cell, None] = {}
    left = sorted(constraints, key=lambda c: min(c.cells, default=(0, 0)))
    while left:
        here = max(left, key=lambda c: sum(cell in cells for cell in c.cells) / (len(c.cells) or 1))
        left.remove(here)
        cells |= dict.fromkeys(sorted(here.cells))
    return list(cells)


@dataclass
class Position:
    """A board as proofs see it: what each number still needs of the hidden cells around it."""

    board: Board
    left: int = 0
    hidden: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        self.hidden = frozenset(cells_where(self.board.cells == HIDDEN))
        self.mines = frozenset(cells_where(self.board.known_mines))
        self.left = (self.board.mines or 0) - len(self.mines)

    def constraint(self, number: Cell) -> Constraint:
        around = set(neighbours(number, self.board.shape))
        need = self.board[number] - len(around & self.mines)
        return Constraint(frozenset(around & self.hidden), need, need)

    def possible(self, constraints: Sequence[Constraint], *, total: bool) -> bool:
        """Whether the constraints can be met, with as many mines as are left if that counts."""
        counts = totals(constraints)
        if not total:
            return bool(counts)
        free = len(self.hidden) - len(frozenset[Cell]().union(*(c.cells for c in constraints)))
        return any(0 <= self.left - count <= free for count in counts)

    def forces(self, cell: Cell, safe: bool, numbers: Sequence[Cell], *, total: bool) -> bool:
        """Whether no arrangement that meets these numbers has the cell otherwise."""
        otherwise = Constraint(frozenset({cell}), int(safe), int(safe))
        needs = [self.constraint(number) for number in numbers]
        return not self.possible([*needs, otherwise], total=total)

    def faults_of_proof(
        self, cell: Cell, safe: bool, numbers: Sequence[Cell], total: bool
    ) -> Iterator[str]:
        """Whatever numbers, and the total if it is named, lack or have too much to force a cell."""
        if not self.forces(cell, safe, numbers, total=total):
            yield f"the numbers do not force {cell}"
        for number in numbers:
            others = [other for other in numbers if other != number]
            if self.forces(cell, safe, others, total=total):
                yield f"{number} is not needed for {cell}"
        if total and self.forces(cell, safe, numbers, total=False):
            yield f"the total is not needed for {cell}"


@dataclass
class Findings:
    """What was found."""

    checked: int = 0
    wrong: list[str] = field(default_factory=list)
    sizes: Counter[int] = field(default_factory=Counter)
    smallest: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    words: list[int] = field(default_factory=list)


def check(board: Board, cell: Cell, safe: bool, tally: Findings) -> Explanation:
    """Explain a cell known to be safe or a mine, and hold the answer against counting."""
    begin = time.process_time()
    answer = explain(board, cell)
    tally.seconds.append(time.process_time() - begin)
    tally.checked += 1
    tally.sizes[len(answer.numbers)] += 1
    tally.words.append(sum(len(_WORD.findall(step.text)) for step in answer.steps))
    tally.smallest[answer.mine_count, bool(answer.smallest)] += 1
    rules = {step.rule for step in answer.steps}
    tally.rules["contradiction" if "contradiction" in rules else answer.steps[-1].rule] += 1
    tally.wrong += [f"{what}\n{board}\n{answer}" for what in faults(board, cell, safe, answer)]
    return answer


def faults(board: Board, cell: Cell, safe: bool, answer: Explanation) -> Iterator[str]:
    """Everything that is wrong with an explanation."""
    if answer.cell != cell or answer.verdict != ("safe" if safe else "mine"):
        yield f"{cell} is {'safe' if safe else 'a mine'}, not {answer.verdict}"
    position = Position(board)
    yield from position.faults_of_proof(cell, safe, answer.numbers, answer.mine_count)
    yield from untrue_steps(position, answer.steps)
    last = answer.steps[-1]
    if cell not in last.cells or (last.low, last.high) != (
        (0, 0) if safe else (len(last.cells),) * 2
    ):
        yield f"the last step does not say that {cell} is {answer.verdict}"
    if {number for step in answer.steps for number in step.numbers} != set(answer.numbers):
        yield f"the steps for {cell} do not use the numbers of the proof"


def untrue_steps(position: Position, steps: Sequence[Step]) -> Iterator[str]:
    """Every step that does not follow from its numbers and the steps before it."""
    earlier: list[Constraint] = []
    for step in steps:
        if "".join(part.text for part in step.parts) != step.text:
            yield f"the parts are not the text: {step}"
        known = earlier + [position.constraint(number) for number in step.numbers]
        cells = frozenset(step.cells)
        total = step.rule == "total"
        for low, high in ((0, step.low - 1), (step.high + 1, len(cells))):
            if low <= high and position.possible(
                [*known, Constraint(cells, low, high)], total=total
            ):
                yield f"untrue: {step.text}"
        earlier.append(Constraint(cells, step.low, step.high))


def deductions(random: np.random.Generator) -> Iterator[tuple[Board, Cell, bool]]:
    """Positions of played games, each with a cell that is proven safe (true) or a mine."""
    levels = [LEVELS[name] for name in ("beginner", "intermediate", "expert")]
    while True:
        level = levels[random.integers(len(levels))]
        game = Game(level, seed=int(random.integers(1 << 31)), rule=FirstClick.OPEN)
        flags = bool(random.integers(2))
        game.play(Click((level.rows // 2, level.cols // 2)))
        while game.stage is Stage.ONGOING:
            answer = analyse(game.board, strength="fast")
            board = Board(_flagged(game.board.cells, answer.mines, flags, random), level.mines)
            proven = [(cell, True) for cell in answer.safe]
            proven += [(cell, False) for cell in answer.mines if board[cell] == HIDDEN]
            random.shuffle(proven)
            late = (board.cells == HIDDEN).sum() < 0.1 * board.cells.size
            for cell, safe in proven[: 6 if late else 2]:
                yield board, (int(cell[0]), int(cell[1])), bool(safe)
            # Some at a time, so that positions are met that a hasty player sees.
            some = max(1, len(answer.safe) // 2)
            for cell in answer.safe[:some] or ([best] if (best := answer.decide().best) else []):
                if cell is not None and game.stage is Stage.ONGOING:
                    game.play(Click(cell))


def wide_position(random: np.random.Generator) -> Board:
    """Draw 40x80 cells, few or many of them open; the frontier may be too wide to count."""
    mines = random.random((40, 80)) < random.uniform(0.15, 0.36)
    hidden = mines | (random.random(mines.shape) < random.uniform(0.45, 0.8))
    return Board(np.where(hidden, np.int8(HIDDEN), count_around(mines)), int(mines.sum()))


def wide_deductions(random: np.random.Generator) -> Iterator[tuple[Board, Cell, bool]]:
    """Wide positions, each with some cells that are proven safe (true) or mines."""
    while True:
        board = wide_position(random)
        answer = analyse(board, strength="fast")
        proven = [(cell, True) for cell in answer.safe] + [(cell, False) for cell in answer.mines]
        random.shuffle(proven)
        for cell, safe in proven[:10]:
            yield board, (int(cell[0]), int(cell[1])), bool(safe)


def _flagged(
    cells: np.ndarray, mines: Sequence[Cell], flags: bool, random: np.random.Generator
) -> np.ndarray:
    """Flag most of the known mines, as people do."""
    shown = cells.copy()
    if flags:
        for mine in mines:
            if random.random() < 0.8:
                shown[mine] = FLAG
    return shown


def report(tally: Findings) -> list[Row]:
    """What was found, a figure to a row."""
    times = np.array(sorted(tally.seconds)) * 1000
    local, late = (tally.smallest[total, True] for total in (False, True))
    locals_, lates = (
        sum(tally.smallest[total, s] for s in (True, False)) for total in (False, True)
    )
    share = 100 * tally.rules["contradiction"] / tally.checked
    figures = {
        "deductions": tally.checked,
        "faults": len(tally.wrong),
        "known to be the smallest proof, without the total": f"{local} of {locals_}",
        "the same, with the total": f"{late} of {lates}",
        "numbers in a proof": ", ".join(f"{n}: {tally.sizes[n]}" for n in sorted(tally.sizes)),
        "last rule": ", ".join(f"{rule} {n}" for rule, n in tally.rules.most_common()),
        "by contradiction, per cent": share,
        "words, mean": float(np.mean(tally.words)),
        "words, 99 %": float(np.percentile(tally.words, 99)),
        "more than 60 words, per cent": 100 * float(np.mean(np.array(tally.words) > 60)),
        "ms, median": float(np.median(times)),
        "ms, 99 %": float(times[int(0.99 * len(times))]),
        "ms, worst": float(times[-1]),
    }
    return [{"figure": name, "value": value} for name, value in figures.items()]


def main() -> None:
    parser = words(__doc__)
    parser.add_argument("--deductions", type=int, default=10_000, help="how many (%(default)s)")
    parser.add_argument("--wide", action="store_true", help="on 40x80 positions")
    options = parser.parse_args()
    tally = Findings()
    drawn = wide_deductions if options.wide else deductions
    for board, cell, safe in drawn(np.random.default_rng(options.seed)):
        check(board, cell, safe, tally)
        if tally.checked >= options.deductions:
            break
    show(options, report(tally), note="\n\n".join(tally.wrong[:5]))


if __name__ == "__main__":
    main()
