"""What a player did between two boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mwagent.coach.moves import Change, moves_between
from mwagent.coach.recorder import _again, _without_blinks, _without_flags, change_of
from mwagent.coach.sighting import Sighting
from mwagent.gamebook import Doubt, GameRecord, Move
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    neighbours,
)

KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}


def change(
    before: str,
    after: str,
    times: dict[Cell, float] | None = None,
    *,
    hit: set[Cell] | None = None,
    over: bool = False,
    stepwise: bool = False,
) -> list[Move]:
    """The moves between two boards drawn as text; cells change at 5 s where not said otherwise."""
    one, other = Board.parse(before).cells, Board.parse(after).cells
    clock = np.full(one.shape, 5.0)
    for cell, seconds in (times or {}).items():
        clock[cell] = seconds
    return moves_between(Change(one, other, clock, frozenset(hit or ()), over, stepwise))


def told(moves: list[Move]) -> list[tuple[str, Cell, float]]:
    return [(move.kind, move.cell, move.seconds) for move in moves]


def test_a_number_is_opened() -> None:
    (move,) = change("###\n###", "#1#\n###")
    assert told([move]) == [("open", (0, 1), 5.0)]
    assert move.doubts == () and move.shown == ((0, 1, 1),)


def test_an_opening_is_one_move_at_one_of_its_zeros() -> None:
    (move,) = change("####\n####", "01##\n01##")
    assert move.kind == "open" and move.cell in {(0, 0), (1, 0)}
    assert move.doubts == (Doubt.CELL,)
    assert {(r, c) for r, c, _ in move.shown} == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_numbers_around_a_number_with_its_flags_are_a_chord() -> None:
    (move,) = change("#F#\n#1#\n###", "1F1\n111\n111")
    assert told([move]) == [("chord", (1, 1), 5.0)]


def test_a_single_cell_may_be_a_chord_and_says_so() -> None:
    (move,) = change("1F\n1#", "1F\n11")
    assert told([move]) == [("open", (1, 1), 5.0)] and Doubt.KIND in move.doubts


def test_cells_opened_one_after_the_other_are_no_chord() -> None:
    moves = change("F1#\n#1#", "F11\n#11", {(0, 2): 4.0, (1, 2): 5.0})
    assert told(moves) == [("open", (0, 2), 4.0), ("open", (1, 2), 5.0)]


def test_flags_come_and_go() -> None:
    moves = change("#F\n##", "##\nF#", {(0, 1): 1.0, (1, 0): 2.0})
    assert told(moves) == [("flag", (0, 1), 1.0), ("flag", (1, 0), 2.0)]
    assert [move.shown for move in moves] == [((0, 1, HIDDEN),), ((1, 0, FLAG),)]


def test_a_chord_comes_after_the_flag_it_needs() -> None:
    moves = change("#1#\n#1#", "F11\n#11")
    assert moves[0].kind == "flag"


def test_what_a_zero_opens_late_is_no_move_of_its_own() -> None:
    first = change("####", "01##")
    assert len(first) == 1
    late = change("0###", "01##")
    assert late == []


def test_flags_that_come_with_a_win_are_the_programs() -> None:
    moves = change("1#\n##", "1#\n1F", over=True)
    assert told(moves) == [("open", (1, 0), 5.0)]


def test_a_mine_that_is_opened_is_the_last_move() -> None:
    moves = change("1##\n###", "1*#\n##*", hit={(0, 1)}, over=True)
    assert told(moves) == [("open", (0, 1), 5.0)]


def test_a_program_that_opens_all_at_a_loss_makes_no_moves() -> None:
    before = "1####\n#####\n#####"
    after = "1*211\n1122*\n#1*21"
    moves = change(before, after, hit={(0, 1)}, over=True)
    assert told(moves) == [("open", (0, 1), 5.0)]


def test_cells_read_as_open_beside_a_mine_are_no_moves_without_a_chord() -> None:
    moves = change("11##\n####\n####", "11#1\n#*##\n##*#", hit={(1, 1)}, over=True)
    assert told(moves) == [("open", (1, 1), 5.0)]


def test_many_numbers_at_once_are_an_opening_whose_zero_was_not_seen() -> None:
    (move,) = change("#####\n#####\n#####", "111##\n1#1##\n111##")
    assert move.kind == "open" and Doubt.CELL in move.doubts and len(move.shown) == 8


def test_three_that_touch_and_come_at_once_are_one_press() -> None:
    (move,) = change("#1##\n####", "11##\n11##")
    assert Doubt.CELL in move.doubts and len(move.shown) == 3


def test_zeros_that_open_nothing_are_opened_one_by_one() -> None:
    moves = change("0##\n###", "00#\n###", stepwise=True)
    assert told(moves) == [("open", (0, 1), 5.0)]


@example(seed=180, choices=[1, 0, 0, 0, 0])
@example(seed=1050, choices=[496, 2445, 0, 226, 417, 2445, 0])  # a chord hits two mines
@given(
    seed=st.integers(0, 10_000), choices=st.lists(st.integers(0, 10_000), min_size=5, max_size=40)
)
def test_one_click_is_one_move_that_says_what_it_did(seed: int, choices: list[int]) -> None:
    game = Game(Level(6, 7, 8), seed, FirstClick.SAFE)
    times = np.zeros((6, 7))
    for number, choice in enumerate(choices, 1):
        if game.stage in (Stage.WON, Stage.LOST):
            break
        before = game.board.cells
        click = _click(before, choice)
        game.play(click)
        after = game.board.cells
        over = game.stage in (Stage.WON, Stage.LOST)
        hit: frozenset[Cell] = (
            _hit(game, click, before) if game.stage is Stage.LOST else frozenset()
        )
        times = np.where(before == after, times, 10.0 * number)
        moves = moves_between(Change(before, after, times, hit, over))
        if (before == after).all():
            assert moves == []
            continue
        assert len(moves) == 1, moves
        (move,) = moves
        if move.kind != KINDS[click.button]:
            assert Doubt.KIND in move.doubts or len(hit) > 0
        elif move.cell != click.cell:
            assert Doubt.CELL in move.doubts
        for row, col, code in move.shown:
            assert after[row, col] == code or (row, col) in hit


def _click(cells: np.ndarray, choice: int) -> Click:
    """A click that a person might make: an opening, a flag, or a chord that has an effect."""
    rows, cols = cells.shape
    spots = [(r, c) for r in range(rows) for c in range(cols)]
    chords = [
        cell
        for cell in spots
        if 0 < cells[cell] < FLAG
        and sum(cells[n] == FLAG for n in neighbours(cell, cells.shape)) == cells[cell]
    ]
    if chords and choice % 3 == 0:
        return Click(chords[choice % len(chords)], Button.CHORD)
    closed = [cell for cell in spots if cells[cell] in (HIDDEN, FLAG)]
    cell = closed[choice % len(closed)]
    right = cells[cell] == FLAG or choice % 4 == 1
    return Click(cell, Button.RIGHT if right else Button.LEFT)


def _hit(game: Game, click: Click, before: np.ndarray) -> frozenset[Cell]:
    assert game.mines is not None
    if click.button is Button.LEFT:
        return frozenset({click.cell})
    around = neighbours(click.cell, before.shape)
    return frozenset(n for n in around if game.mines[n] and before[n] == HIDDEN)


@pytest.mark.parametrize("size", [1, 2])
def test_moves_of_one_picture_have_no_order(size: int) -> None:
    moves = change("###\n###", "1#1\n###" if size == 2 else "1##\n###")
    assert all((Doubt.ORDER in move.doubts) == (size == 2) for move in moves)


def test_cells_that_open_at_once_are_one_opening_also_where_zeros_open_nothing() -> None:
    before = np.full((4, 4), HIDDEN, np.int8)
    after = before.copy()
    after[0, :3] = 0
    times = np.zeros((4, 4))
    (move,) = moves_between(Change(before, after, times, stepwise=True))
    assert len(move.shown) == 3
    times[0] = [1.0, 2.0, 3.0, 0.0]
    assert len(moves_between(Change(before, after, times, stepwise=True))) == 3


def record(*moves: Move) -> GameRecord:
    return GameRecord(Board(np.full((4, 4), HIDDEN, np.int8)), "a test", moves=list(moves))


def test_a_flag_that_becomes_a_number_was_that_number() -> None:
    game = record(Move("flag", (1, 1), 5.0, (), ((1, 1, FLAG),)))
    moves = [Move("open", (1, 1), 5.6, (), ((1, 1, 2),))]
    _without_flags(game, moves)
    assert not game.moves and moves[0].seconds == 5.0
    late = record(Move("flag", (1, 1), 1.0, (), ((1, 1, FLAG),)))
    _without_flags(late, [Move("open", (1, 1), 5.6, (), ((1, 1, 2),))])
    assert late.moves


def test_a_flag_that_was_seen_for_a_moment_was_none() -> None:
    game = record(Move("flag", (1, 1), 5.0, (), ((1, 1, FLAG),)))
    moves = [Move("flag", (1, 1), 5.4, (), ((1, 1, HIDDEN),))]
    _without_blinks(game, moves)
    assert not game.moves and not moves
    kept = record(Move("flag", (1, 1), 5.0, (), ((1, 1, FLAG),)))
    taken = [Move("flag", (1, 1), 6.4, (), ((1, 1, HIDDEN),))]
    _without_blinks(kept, taken)
    assert kept.moves and taken


def test_a_flag_that_soon_gave_way_to_a_question_was_set() -> None:
    game, moves = record(flag((1, 1), 5.0)), [flag((1, 1), 5.4, HIDDEN)]
    _without_blinks(game, moves, asked={(1, 1)})
    assert game.moves and moves


def flag(cell: Cell, seconds: float, code: int = FLAG, *doubts: Doubt) -> Move:
    return Move("flag", cell, seconds, doubts, ((*cell, code),))


def test_a_flag_within_an_opening_was_the_press() -> None:
    shown = ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1))
    for doubts, seconds in (((), 5.0), ((Doubt.ORDER,), 6.0)):
        game = record(flag((0, 0), 5.0, FLAG, *doubts))
        moves = [Move("open", (0, 0), 6.0, (), shown)]
        _without_flags(game, moves)
        assert not game.moves and moves[0].seconds == seconds


def test_a_cell_that_has_not_changed_is_not_flagged_again() -> None:
    game = record(flag((1, 1), 2.0), flag((1, 1), 5.0, HIDDEN))
    assert _again(game, flag((1, 1), 5.0)) and not _again(game, flag((1, 1), 5.1))


def test_a_mark_that_came_just_before_the_mines_was_hit() -> None:
    closed = Board(np.full((4, 4), HIDDEN, np.int8))
    cells, times = closed.cells.copy(), np.full((4, 4), 1.0)
    cells[0, 0], cells[2, 2], times[2, 2] = FLAG, MINE, 5.0
    before = Sighting(closed, times, Stage.ONGOING, 1.0, frozenset(), False, 0, "unknown")
    for seconds, hit in ((4.8, (0, 0)), (4.0, (2, 2))):
        times[0, 0] = seconds
        after = Sighting(Board(cells), times, Stage.LOST, 5.1, frozenset(), False, 0, "unknown")
        assert change_of(before, after).hit == {hit}


def test_a_loss_whose_mines_nobody_can_read_hits_one_of_the_cells_that_changed() -> None:
    closed = Board(np.full((4, 4), HIDDEN, np.int8))
    cells, times = np.ones((4, 4), np.int8), np.full((4, 4), 5.0)
    cells[1, 1] = cells[2, 2] = HIDDEN
    times[1, 1] = 1.0
    before = Sighting(closed, times, Stage.ONGOING, 1.0, frozenset(), False, 0, "unknown")
    after = Sighting(Board(cells), times, Stage.LOST, 5.1, frozenset(), False, 0, "unknown")
    assert change_of(before, after).hit == {(2, 2)}


def test_numbers_painted_just_before_their_zero_belong_to_it() -> None:
    before = np.full((4, 4), HIDDEN, np.int8)
    after = before.copy()
    after[0, :2], after[1, :2] = (0, 1), (1, 1)
    times = np.full((4, 4), 5.0)
    times[0, 0] = 5.1  # the zero fades in
    (move,) = moves_between(Change(before, after, times))
    assert len(move.shown) == 4


def test_what_opens_long_after_a_zero_that_opens_nothing_was_clicked() -> None:
    before = np.full((4, 4), HIDDEN, np.int8)
    after = before.copy()
    after[0, :2] = after[1, :2] = 0
    after[0, 2] = 1
    times = np.full((4, 4), 5.0)
    times[0, 2] = 6.0
    moves = moves_between(Change(before, after, times, stepwise=True))
    assert [len(move.shown) for move in moves] == [4, 1]


def test_an_opening_that_stops_at_corners_is_one_move_though_painted_bit_by_bit() -> None:
    moves = change("###\n###", "001\n011", {(0, 2): 5.5, (1, 1): 5.3, (1, 2): 6.0}, stepwise=True)
    assert [len(move.shown) for move in moves] == [6]


def test_a_mine_drawn_as_a_flag_is_one_move() -> None:
    before = np.full((4, 4), HIDDEN, np.int8)
    before[0, 0] = 2
    after = before.copy()
    after[1, 1] = after[3, 3] = FLAG
    times = np.full((4, 4), 5.0)
    times[3, 3] = 5.2
    hit = frozenset({(1, 1)})
    (move,) = moves_between(Change(before, after, times, hit, over=True))
    assert (move.kind, move.cell) == ("open", (1, 1))
