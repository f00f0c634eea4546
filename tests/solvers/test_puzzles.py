"""Puzzles have exactly the answers they claim, and grades that mean something."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.engine.explanations import Position
from mwagent.minefield import FLAG, HIDDEN, cells_where
from mwagent.solvers.cli.commandline import main
from mwagent.solvers.explanation import explain
from mwagent.solvers.puzzlebook import (
    GRADES,
    LESSONS,
    WEEK,
    Grade,
    NoPuzzleError,
    Puzzle,
    daily,
    puzzle,
    puzzles,
)
from testbed.oracle import swept, without_flags

SEEDS = st.integers(0, 10**6).map(str)


def faults(one: Puzzle) -> Iterator[str]:
    """Everything that is wrong with a puzzle, by counting cell by cell in whole numbers."""
    truth, blank = swept(one.board), swept(without_flags(one.board))
    assert truth is not None and blank is not None
    chance, hidden = truth.probability, one.board.cells == HIDDEN
    if not (blank.probability[one.board.cells == FLAG] == 1).all():
        yield "a flag is not proven to be a mine"
    if one.ask == "safer":
        cells = [choice.cell for choice in one.choices]
        if (chance[hidden] == 0).any():
            yield "a cell is proven safe"
        if [choice.chance for choice in one.choices] != pytest.approx([chance[c] for c in cells]):
            yield f"the chances of {cells} are {[chance[cell] for cell in cells]}"
        if one.answers != (min(cells, key=lambda cell: chance[cell]),):
            yield "the answer is not the safer cell"
        return
    right = cells_where(hidden & (chance == (one.ask == "mine")))
    if sorted(one.answers) != sorted(right):
        yield f"the answers are {right}, not {one.answers}"
    proof, position = one.proof, Position(one.board)
    if proof is None or proof.cell not in one.answers:
        yield "the proof is not of an answer"
        return
    safe = one.ask == "safe"
    yield from position.faults_of_proof(proof.cell, safe, proof.numbers, proof.mine_count)
    everything = cells_where(one.board.cells <= 8)
    if proof.mine_count and position.forces(proof.cell, safe, everything, total=False):
        yield "the number of mines is not needed"


@settings(max_examples=32)
@given(SEEDS, st.sampled_from(GRADES), st.sampled_from(["safe", "mine", "safer"]))
def test_the_answers_are_those_that_counting_gives(seed: str, grade: Grade, kind: str) -> None:
    one = puzzle(seed, grade, kind)
    assert (one.ask, one.grade) == (kind, grade)
    assert not list(faults(one))


@settings(max_examples=24)
@given(SEEDS, st.sampled_from(LESSONS))
def test_a_lesson_is_an_example_of_its_pattern(seed: str, lesson: str) -> None:
    one = puzzle(seed, kind=lesson)
    assert not list(faults(one))
    proof = one.proof
    assert proof is not None
    if lesson == "number":
        assert len(proof.numbers) == 1 and not proof.mine_count
    elif lesson == "count":
        assert proof.mine_count
    elif lesson == "reduction":
        assert proof.pattern is not None and proof.pattern.endswith(" by reduction")
    elif lesson == "hole":
        assert proof.pattern == "Hole"
    else:
        assert proof.pattern in (lesson, f"{lesson} pattern")
        line = [one.board[number] for number in proof.numbers]
        assert sorted(line) == sorted(int(digit) for digit in lesson.split("-"))[: len(line)] or (
            lesson == "1-2-2-1" and len(line) == 3
        )


def test_the_proof_is_the_smallest_that_is_explained() -> None:
    for one in puzzles(8, "explained"):
        assert one.proof is not None
        told = explain(one.board, one.proof.cell)
        assert told.verdict == one.ask
        assert told.mine_count == one.proof.mine_count
        assert len(told.numbers) == len(one.proof.numbers)


def test_proofs_of_higher_grades_rest_on_more_numbers() -> None:
    sizes: dict[str, list[int]] = {grade: [] for grade in GRADES}
    for one in puzzles(36, "rising"):
        assert one.proof is not None
        sizes[one.grade].append(len(one.proof.numbers))
    middles = [median(sizes[grade]) for grade in GRADES]
    assert middles == sorted(middles)
    assert middles[-1] > 2 * middles[0]


def test_a_seed_gives_the_same_puzzle_and_another_seed_another() -> None:
    assert puzzle("a", "hard").to_json() == puzzle("a", "hard").to_json()
    assert len({puzzle(str(i), "easy").board.cells.tobytes() for i in range(40)}) == 40


def test_a_puzzle_of_the_day_is_fixed_by_the_date() -> None:
    monday = datetime.date(2026, 1, 5)
    week = [daily(monday + datetime.timedelta(days)) for days in range(7)]
    assert tuple(one.grade for one in week) == WEEK
    assert week[2].to_json() == puzzle("daily 2026-01-07", WEEK[2]).to_json()
    assert len({one.board.cells.tobytes() for one in week}) == 7


def test_the_command_line_prints_puzzles_as_json_and_for_people(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["puzzles", "--count", "4", "--seed", "7", "--grade", "easy..expert", "--json"])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["grade"] for one in told] == list(GRADES)
    for one in told:
        board = np.array(one["board"])
        assert all(board[row, col] == HIDDEN for row, col in one["answers"])
        again = puzzle(one["seed"], one["grade"])
        assert json.loads(again.to_json()) == one
    main(["puzzles", "--kind", "safer", "--grade", "hard", "--answers"])
    assert "is a mine with" in capsys.readouterr().out
    main(["puzzles", "--kind", "1-2-1", "--answers"])
    assert "(1-2-1)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--grade", "simple"], "'simple' is no grade"),
        (["--grade", "hard..easy"], "runs backwards; give easy..hard"),
        (["--daily", "31.1.2026"], "'31.1.2026' is no date"),
        (["--count", "-1"], "--count"),
        (["--kind", "x"], "--kind"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["puzzles", *words])
    assert sentence in capsys.readouterr().err


def test_a_seed_of_any_bytes_is_refused_or_shown_harmlessly(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(NoPuzzleError, match="no text in UTF-8"):
        puzzle("\udcff")
    main(["puzzles", "--seed", "\x1b[31mred"])
    told = capsys.readouterr().out
    assert "\x1b" not in told and "\\x1b[31mred" in told


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(NoPuzzleError, match="1-2-1"):
        puzzle("a", kind="1-2-3")
    with pytest.raises(NoPuzzleError, match="easy, medium"):
        puzzle("a", "simple")
