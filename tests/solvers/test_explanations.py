"""Explanations: the named numbers force the verdict, none of them is spare, every step is true."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.engine import explanations
from mwagent.minefield import FLAG, HIDDEN, Board, cells_where, count_around
from mwagent.solvers import Explanation, InconsistentBoardError, NotHiddenError, analyse, explain


@pytest.mark.slow
def test_deductions_of_played_games(seed: int) -> None:
    tally = explanations.Findings()
    drawn = explanations.deductions(np.random.default_rng(seed))
    for board, cell, safe in itertools.islice(drawn, 1200):
        explanations.check(board, cell, safe, tally)
    assert tally.wrong == []
    assert tally.rules["contradiction"] <= 0.1 * tally.checked
    assert len(tally.sizes) > 3
    local = tally.smallest[False, True]
    assert local >= 0.99 * (local + tally.smallest[False, False])


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """Small boards with any cells open and some mines flagged, with the total or without."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    mask = st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols)
    mines, shown = (np.array(draw(mask), bool).reshape(rows, cols) for _ in range(2))
    cells = np.where(mines, np.int8(FLAG), count_around(mines))
    return Board(
        np.where(shown, cells, np.int8(HIDDEN)), draw(st.sampled_from([None, int(mines.sum())]))
    )


def smallest_by_listing(board: Board, cell: tuple[int, int], safe: bool, total: bool) -> int:
    """The size of the smallest set of numbers that forces the verdict, all sets tried."""
    position = explanations.Position(board)
    otherwise = explanations.Constraint(frozenset({cell}), int(safe), int(safe))
    numbers = [
        number
        for number in np.ndindex(*board.shape)
        if board[number] <= 8 and position.constraint(number).cells
    ]
    for size in range(len(numbers) + 1):
        for chosen in itertools.combinations(numbers, size):
            needs = [position.constraint(number) for number in chosen]
            if not position.possible([*needs, otherwise], total=total):
                return size
    raise AssertionError(f"nothing forces {cell}")


@settings(max_examples=60, deadline=None)
@given(positions())
def test_any_position(board: Board) -> None:
    analysis = analyse(board)
    for cell in cells_where(board.cells == HIDDEN):
        chance = analysis.mine_probability[cell]
        answer = explain(board, cell)
        assert answer.verdict == {0: "safe", 1: "mine"}.get(chance, "unknown")
        if answer.verdict == "unknown":
            assert_shows_both(board, answer, chance)
            continue
        safe = answer.verdict == "safe"
        assert list(explanations.faults(board, cell, safe, answer)) == []
        if answer.smallest and (board.cells <= 8).sum() <= 8:
            least = smallest_by_listing(board, cell, safe, answer.mine_count)
            assert len(answer.numbers) == least


def assert_shows_both(board: Board, answer: Explanation, chance: float | None) -> None:
    """Two arrangements that meet every number, one with a mine in the cell and one without."""
    assert answer.numbers == ()
    assert answer.arrangements is not None
    assert answer.ways is not None
    # Two estimates of a position that is too wide to be counted in time may differ.
    if chance is not None and answer.exact:
        assert answer.probability == pytest.approx(chance)
    told = answer.probability / (1 - answer.probability)
    assert np.exp(answer.ways.mine - answer.ways.safe) == pytest.approx(told)
    for laid, wanted in ((answer.arrangements.safe, False), (answer.arrangements.mine, True)):
        assert (answer.cell in laid) == wanted
        mines = board.known_mines
        for cell in laid:
            assert board[cell] == HIDDEN
            mines[cell] = True
        assert board.mines in (None, mines.sum())
        opened = board.cells <= 8
        assert (count_around(mines)[opened] == board.cells[opened]).all()


@pytest.mark.parametrize(
    ("text", "cell", "numbers", "words"),
    [
        (
            "1#\n11",
            (0, 1),
            [(0, 0)],
            ["has only 1 hidden cell left: (0, 1) is"],
        ),
        ("1F#\n###", (1, 1), [(0, 0)], ["has its mine already"]),
        ("11#\n###", (1, 2), [(0, 0), (0, 1)], ["1-1 pattern", "shares all its hidden cells"]),
        ("121\n###", (1, 1), [(0, 0), (0, 1), (0, 2)], ["1-2-1", "1-2 pattern"]),
        ("1221\n####", (1, 1), [(0, 2), (0, 3)], ["1-2 pattern"]),
        (
            "13F\n###",
            (1, 2),
            [(0, 0), (0, 1)],
            ["1-2 pattern by reduction", "1 of its last 2 mines"],
        ),
        ("mines 1\n1##\n###", (0, 2), [(0, 0)], ["hold the only mine", "the 1 at (0, 0) needs it"]),
        ("mines 4\n1##", (0, 2), [], []),
    ],
)
def test_what_is_said(
    text: str, cell: tuple[int, int], numbers: list[tuple[int, int]], words: list[str]
) -> None:
    if not words:
        with pytest.raises(InconsistentBoardError):
            explain(Board.parse(text), cell)
        return
    answer = explain(Board.parse(text), cell)
    assert list(answer.numbers) == numbers
    said = " ".join(step.text for step in answer.steps)
    for word in words:
        assert word.lower() in said.lower(), said


def random_position(random: np.random.Generator) -> Board:
    """A position of a board up to 9x9 of which any cells are open."""
    mines = random.random(random.integers(1, 10, 2)) < random.uniform(0.1, 0.5)
    shown = ~mines & (random.random(mines.shape) < random.uniform(0.1, 0.8))
    cells = np.where(shown, count_around(mines), np.int8(HIDDEN))
    return Board(cells, int(mines.sum()))


@pytest.mark.slow
@pytest.mark.parametrize("wide", [False, True])
def test_analysis_finds_whatever_can_be_explained(wide: bool, seed: int, quick: bool) -> None:
    random = np.random.default_rng(seed)
    for _ in range((1 if quick else 3) if wide else (500 if quick else 2000)):
        board = explanations.wide_position(random) if wide else random_position(random)
        analysis = analyse(board, strength="fast", budget=20)
        assert analysis.decide().complete
        proven = {*analysis.safe, *analysis.mines}
        cells = np.argwhere(board.cells == HIDDEN)
        for row, col in random.permutation(cells)[: 6 if wide else 2].tolist():
            answer = explain(board, (row, col), budget=20)
            assert (answer.verdict != "unknown") == ((row, col) in proven)
            if answer.verdict == "unknown":
                counted = analysis.mine_probability[row, col] if analysis.exact else None
                assert_shows_both(board, answer, counted)


def test_every_mine_is_laid_where_the_total_goes_with_few_ways() -> None:
    board = Board.parse("""mines 32
0##222#2#
12##3####
####5####
3#3###5#4
######6##
#33#4####
##324##42
#5##3###2
###2##3##""")
    answer = explain(board, (4, 2))
    assert_shows_both(board, answer, analyse(board).mine_probability[4, 2])


def test_a_proof_of_many_numbers_is_found_among_many() -> None:
    board = Board.parse("""mines 81
################
################
################
#22#3#2#########
#3#3##10########
#4####1#3#######
####2###########
##2#3###2#######
2#######0#######
##13###10#######
23#####2#2######
#33#3212########
################
####3#236#######
2#4#############
################""")
    answer = explain(board, (12, 0))
    assert (answer.verdict, len(answer.numbers), answer.smallest) == ("safe", 10, True)


@pytest.mark.slow
def test_proofs_on_wide_positions_can_do_without_none_of_their_numbers(seed: int) -> None:
    tally = explanations.Findings()
    drawn = explanations.wide_deductions(np.random.default_rng(seed))
    for board, cell, safe in itertools.islice(drawn, 20):
        answer = explanations.check(board, cell, safe, tally)
        assert answer.mine_count or len(answer.numbers) < 100
    assert tally.wrong == []


def test_words_point_at_cells() -> None:
    (step,) = explain(Board.parse("1F#\n###"), (1, 1)).steps
    pointed = {part.text: part.cells for part in step.parts if part.cells}
    assert pointed == {"The 1 at (0, 0)": ((0, 0),), "(1, 1)": ((1, 1),)}


def test_what_single_numbers_show_in_a_row_is_told_as_far_as_it_is_used() -> None:
    answer = explain(Board.parse("mines 4\n#11##\n#2#3#\n12#2#"), (0, 4))
    assert [step.text for step in answer.steps] == [
        "The 1 at (2, 0), the 1 at (0, 1) and the 1 at (0, 2) show, one after the other, "
        "that (0, 3) is a mine.",
        "And (1, 2) is safe.",
        "2-2 pattern by reduction: the 2 at (2, 3) shares all its hidden cells with the 3 at "
        "(1, 3), which needs no more. So (0, 4) is safe.",
    ]


def test_mines_found_one_after_the_other_are_one_step_where_the_total_decides() -> None:
    answer = explain(Board.parse("mines 4\n###\n3##\n122"), (0, 2))
    assert [step.text for step in answer.steps] == [
        "The 3 at (1, 0) and the 2 at (2, 2) show, one after the other, 4 mines.",
        "All 4 mines are found. So (0, 2) is safe.",
    ]


def test_cases_stand_in_lines_of_their_own() -> None:
    answer = explain(Board.parse("2#2\n###\n2#3\n###"), (3, 0))
    assert [line[:29] for line in answer.steps[-1].text.split("\n")] == [
        "Suppose (3, 0) were a mine.",
        "  If (1, 0) is a mine, the 2 ",
        "  If (1, 0) is safe, the 2 at",
        "So (3, 0) is safe.",
    ]


def test_a_flag_on_the_cell_is_not_taken_for_granted() -> None:
    assert explain(Board.parse("1F\n##"), (0, 1)).verdict == "unknown"
    assert explain(Board.parse("1F\n##"), (1, 1)).verdict == "safe"
    assert explain(Board.parse("1F\n##"), (1, 1), trust_flags=False).verdict == "unknown"
    assert explain(Board.parse("1F\n11"), (0, 1)).verdict == "mine"


@pytest.mark.parametrize("cell", [(0, 0), (5, 5), (-1, 0)])
def test_only_hidden_cells_can_be_explained(cell: tuple[int, int]) -> None:
    with pytest.raises(NotHiddenError):
        explain([[1, 11]], cell)


def test_a_position_that_contradicts_itself_is_said_to() -> None:
    with pytest.raises(InconsistentBoardError) as error:
        explain([[1, 11, 0, 11, 11]], (0, 3))
    assert error.value.cell in {(0, 0), (0, 2)}
    with pytest.raises(InconsistentBoardError) as error:
        explain([[1, 11, 11, 1]], (0, 1), 3)
    assert error.value.cell is None


def test_a_lie_is_noticed() -> None:
    board = Board.parse("121\n###")
    honest = explain(board, (1, 1))
    position = explanations.Position(board)
    assert list(explanations.faults(board, (1, 1), True, honest)) == []
    assert list(explanations.faults(board, (1, 1), False, honest))
    spare = explain(board, (1, 0))
    padded = Explanation(
        **{
            **{name: getattr(spare, name) for name in spare.__slots__},
            "numbers": ((0, 0), (0, 1), (0, 2)),
        }
    )
    assert any("not needed" in what for what in explanations.faults(board, (1, 0), False, padded))
    assert list(explanations.untrue_steps(position, honest.steps[-1:]))
