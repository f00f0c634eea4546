"""Are puzzles what they claim to be, and are higher grades harder? Checked by counting in Python.

    python -m benchmarks.engine.puzzles --puzzles 1000

Every position is counted cell by cell in whole numbers, without the engine. The answers must be all
cells that are safe (or mines) in every arrangement, and none besides; every flag must be a mine in
every arrangement even without the flags; the numbers named must force the answer, none of them may
be missing, and the number of mines must be needed where it is named, and only there. Chances of two
cells must be those counted. What is printed besides, for each grade: how long a solver takes that
tries one rule after the other, the simple ones first, until it has one of the answers.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.engine.explanations import Constraint, Position
from mwagent.minefield import FLAG, HIDDEN, Cell
from mwagent.solvers.puzzlebook import GRADES, Puzzle, puzzle
from testbed.harness import Row, show, words
from testbed.oracle import swept, without_flags
from testbed.rulebyrule import RuleByRule

CHANCES = 1e-9  # by which chances may differ


def faults(one: Puzzle) -> Iterator[str]:
    """Everything that is wrong with a puzzle."""
    truth = swept(one.board)
    if truth is None:
        yield "the position is not possible"
        return
    chance = truth.probability
    hidden = one.board.cells == HIDDEN
    blank = swept(without_flags(one.board))
    assert blank is not None
    if not (blank.probability[one.board.cells == FLAG] == 1).all():
        yield "a flag is not proven to be a mine"
    if one.ask == "safer":
        yield from _faults_of_choice(one, chance, hidden)
        return
    wanted = 0 if one.ask == "safe" else 1
    right = set(map(tuple, np.argwhere(hidden & (chance == wanted)).tolist()))
    if set(one.answers) != right or len(one.answers) != len(right):
        yield f"the answers are {sorted(right)}, not {one.answers}"
    if one.proof is None or one.proof.cell not in one.answers:
        yield "the proof is not of an answer"
        return
    yield from _faults_of_proof(one, one.proof.cell, one.proof.numbers, one.proof.mine_count)


def _faults_of_choice(one: Puzzle, chance: np.ndarray, hidden: np.ndarray) -> Iterator[str]:
    if (chance[hidden] == 0).any():
        yield "a cell is proven safe"
    cells = [choice.cell for choice in one.choices]
    if any(abs(chance[choice.cell] - choice.chance) > CHANCES for choice in one.choices):
        yield f"the chances of {cells} are {[chance[cell] for cell in cells]}"
    if one.answers != (min(cells, key=lambda cell: chance[cell]),):
        yield "the answer is not the safer cell"


def _faults_of_proof(
    one: Puzzle, cell: Cell, numbers: tuple[Cell, ...], mine_count: bool
) -> Iterator[str]:
    position = Position(one.board)
    otherwise = Constraint(frozenset({cell}), *((1, 1) if one.ask == "safe" else (0, 0)))
    needs = [position.constraint(number) for number in numbers]

    def proves(constraints: list[Constraint], total: bool) -> bool:
        return not position.possible([*constraints, otherwise], total=total)

    if not proves(needs, mine_count):
        yield f"the numbers do not force {cell}"
    for left_out in range(len(needs)):
        if proves(needs[:left_out] + needs[left_out + 1 :], mine_count):
            yield f"{numbers[left_out]} is not needed for {cell}"
    everything = [position.constraint(n) for n in map(tuple, np.argwhere(one.board.cells <= 8))]
    if mine_count and proves(everything, False):
        yield f"the number of mines is not needed for {cell}"


@dataclass
class Times:
    """What the rule-by-rule solver took, by grade or rating."""

    ms: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    work: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    rules: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    ratings: list[float] = field(default_factory=list)
    works: list[float] = field(default_factory=list)
    unsolved: int = 0  # puzzles that were too deep for the rules

    def take(self, one: Puzzle) -> str | None:
        """Let the solver solve a puzzle; gives what is wrong with its answer."""
        begin = time.process_time()
        solver = RuleByRule(one.board)
        found = solver.first(safe=one.ask == "safe")
        self.ms[one.grade].append((time.process_time() - begin) * 1000)
        self.work[one.grade].append(solver.work)
        self.rules[one.grade].append(solver.rule)
        self.ratings.append(one.rating)
        self.works.append(solver.work)
        self.unsolved += found is None
        return None if found is None or found in one.answers else f"{found} is an answer as well"


def rank_correlation(a: list[float], b: list[float]) -> float:
    """Spearman's rank correlation, ties at their mean rank."""

    def ranks(values: list[float]) -> np.ndarray:
        _, place, count = np.unique(values, return_inverse=True, return_counts=True)
        ends = np.cumsum(count)
        return (ends - (count - 1) / 2)[place]

    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def report(checked: int, wrong: list[str], times: Times) -> list[Row]:
    rows: list[Row] = [
        {"figure": "puzzles", "value": checked},
        {"figure": "faults", "value": len(wrong)},
        {"figure": "too deep for the rules", "value": times.unsolved},
    ]
    for grade in GRADES:
        if grade not in times.ms:
            continue
        ms, work = (np.median(list(values[grade])) for values in (times.ms, times.work))
        rules = times.rules[grade]
        told = ", ".join(f"{rule} {rules.count(rule)}" for rule in dict.fromkeys(sorted(rules)))
        rows.append({"figure": f"{grade}: ms, median", "value": round(float(ms), 2)})
        rows.append({"figure": f"{grade}: steps tried, median", "value": float(work)})
        rows.append({"figure": f"{grade}: rules", "value": told})
    if len(times.works) > 1:
        correlation = rank_correlation(times.ratings, times.works)
        rows.append(
            {"figure": "rank correlation, rating and steps", "value": round(correlation, 3)}
        )
    return rows


def main() -> None:
    parser = words(__doc__)
    parser.add_argument("--puzzles", type=int, default=1000, help="how many (%(default)s)")
    options = parser.parse_args()
    wrong: list[str] = []
    times = Times()
    for i in range(options.puzzles):
        kind = "safer" if i % 5 == 4 else "proven"
        one = puzzle(f"check {options.seed}/{i}", GRADES[i % len(GRADES)], kind)
        told = list(faults(one))
        if kind == "proven":
            told += filter(None, [times.take(one)])
        wrong += [f"{what}\n{one}" for what in told]
    show(options, report(options.puzzles, wrong, times), note="\n\n".join(wrong[:5]))


if __name__ == "__main__":
    main()
