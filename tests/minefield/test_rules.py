"""The rules that a position is checked against, on boards as they are truly played."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Click,
    Game,
    count_around,
    neighbours,
    rules,
)
from mwagent.minefield.board import cells_where
from mwagent.vision.reading import SYMBOLS, UNKNOWN
from mwagent.vision.unknown.labelling import CODE, strain

Mines = NDArray[np.bool_]


@st.composite
def layouts(draw: st.DrawFn) -> Mines:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    chance = draw(st.floats(0, 0.6))
    mines = np.random.default_rng(draw(st.integers(0, 2**32))).random((rows, cols)) < chance
    mines[0, 0] = False
    return mines


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, Mines]:
    """A game under way, and its mines; flags may stand anywhere on hidden cells."""
    mines = draw(layouts())
    game = Game.from_mines(mines)
    cells = [divmod(at, mines.shape[1]) for at in range(mines.size)]
    for cell in draw(st.lists(st.sampled_from(cells), max_size=8)):
        if not mines[cell]:
            game.play(Click(cell))
    for cell in draw(st.lists(st.sampled_from(cells), max_size=4)):
        if mines[cell]:
            game.play(Click(cell, Button.RIGHT))
    return game, mines


@settings(deadline=None)
@given(games())
def test_a_game_in_which_only_mines_are_said_to_be_left_is_won(played: tuple[Game, Mines]) -> None:
    game, mines = played
    covered = game.board.unopened
    if rules.closed_are_mines(game.board.cells):
        assert not (covered & ~mines).any()
    beside_open = count_around(~covered) > 0
    if not (covered & ~mines).any() and covered.any() and beside_open[covered].all():
        assert rules.closed_are_mines(game.board.cells)


@settings(deadline=None)
@given(games())
def test_no_position_of_a_game_breaks_a_rule(played: tuple[Game, Mines]) -> None:
    game, mines = played
    cells = game.board.cells
    assert not rules.impossible_numbers(game.board).any()
    assert not rules.unfinished_zeros(cells, cells == HIDDEN).any()
    assert not rules.without_room(cells, mines).any()
    assert (rules.met(cells, mines) == rules.opened(cells)).all()


@settings(deadline=None)
@given(layouts(), layouts())
def test_a_number_is_short_met_or_exceeded(mines: Mines, others: Mines) -> None:
    """Whatever the mines are, exactly one of the three holds for every open number."""
    numbers = np.where(mines, MINE, count_around(mines))
    guessed = np.zeros_like(mines)
    rows, cols = (min(a, b) for a, b in zip(mines.shape, others.shape, strict=True))
    guessed[:rows, :cols] = others[:rows, :cols]
    short, met = (rule(numbers, guessed) for rule in (rules.without_room, rules.met))
    over = rules.opened(numbers) & (numbers < count_around(guessed))
    assert (short.astype(int) + met + over == rules.opened(numbers)).all()


@settings(deadline=None)
@given(games(), st.integers(1, 8))
def test_a_number_with_too_little_room_is_found(played: tuple[Game, Mines], more: int) -> None:
    board = played[0].board
    for cell in cells_where(board.cells < FLAG):
        room = sum(board[near] in (HIDDEN, FLAG, MINE) for near in neighbours(cell, board.shape))
        if room + more > 8:
            continue
        wrong = board.cells.copy()
        wrong[cell] = room + more
        assert rules.impossible_numbers(Board(wrong))[cell]
        wrong[cell] = room
        assert not rules.impossible_numbers(Board(wrong))[cell]


@settings(deadline=None)
@given(games(), st.data())
def test_clicks_open_what_is_said_and_else_only_what_a_zero_opens(
    played: tuple[Game, Mines], data: st.DataObject
) -> None:
    game, mines = played
    before = game.board
    cells = [divmod(at, mines.shape[1]) for at in range(mines.size)]
    chordable = (before.cells < FLAG) & rules.met(before.cells, before.cells == FLAG)
    clicks = data.draw(
        st.lists(
            st.sampled_from([Click(cell) for cell in cells if not mines[cell]])
            | st.sampled_from([Click(cell, Button.CHORD) for cell in cells if chordable[cell]]),
            max_size=4,
        )
        if chordable.any()
        else st.just([])
    )
    said = rules.opened_by(before, clicks)
    for click in clicks:
        game.play(click)
    after = game.board
    opened = set(cells_where((before.cells == HIDDEN) & (after.cells < FLAG)))
    assert said <= opened
    beside = rules.beside_zeros(after)
    assert all(beside[cell] for cell in opened - said)


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_reading_a_picture_knows_the_same_rules(data: st.DataObject) -> None:
    """What reading unknown skins calls strain is a number or a zero that breaks a rule here."""
    shape = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    symbols = data.draw(st.lists(st.sampled_from("012345#?F" + UNKNOWN), min_size=25, max_size=25))
    drawn = np.array(symbols[: shape[0] * shape[1]]).reshape(shape)
    assert set(drawn.flat) <= set(SYMBOLS)
    codes = np.vectorize(CODE.get)(drawn).astype(np.int16)
    broken = strain(codes) > 0
    numbers = np.where(np.char.isdigit(drawn), drawn, "9").astype(int)
    room = ~np.char.isdigit(drawn)
    wrong = rules.without_room(numbers, room)
    wrong |= (numbers < count_around(drawn == "F")) & (numbers > 0)
    wrong |= rules.unfinished_zeros(numbers, np.isin(drawn, ["#", "?", "F"]))
    assert (broken == wrong)[rules.opened(numbers)].all()


@settings(deadline=None, max_examples=40)
@given(games())
def test_no_number_of_a_game_contradicts_what_is_around_it(played: tuple[Game, Mines]) -> None:
    game, mines = played
    board = game.board
    assert not rules.contradicting(board.cells, board.cells == MINE).any()
    assert not rules.contradicting(board.cells, mines).any()


@settings(deadline=None, max_examples=30)
@given(games(), st.integers(0, 2**32))
def test_numbers_called_contradictory_have_no_arrangement(
    played: tuple[Game, Mines], seed: int
) -> None:
    board = played[0].board
    draw = np.random.default_rng(seed)
    cells = np.where(board.cells < FLAG, draw.integers(0, 4, board.shape), board.cells)
    wrong = rules.contradicting(cells, cells == MINE)
    closed = [cell for cell in cells_where(cells > 8) if wrong.any()]
    if not closed or len(closed) > 8:
        return
    for number in range(2 ** len(closed)):
        tried = cells == MINE
        for place, cell in enumerate(closed):
            tried[cell] |= bool(number >> place & 1)
        around = count_around(tried)
        assert (around[wrong] != cells[wrong]).any()


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("11\n1#", ""),
        ("12\n1#", "11\n10"),
        ("1*\n2*", "10\n10"),
        ("#0#\n#2#", "010\n010"),
        ("#1#2", "0101"),
        ("#2#1#", ""),
    ],
)
def test_numbers_that_contradict_one_another(rows: str, wrong: str) -> None:
    cells = np.array([["#*012345678".index(symbol) - 2 for symbol in row] for row in rows.split()])
    found = rules.contradicting(np.where(cells < 0, 9, cells), cells == -1)
    told = "\n".join("".join(str(int(one)) for one in row) for row in found)
    assert told == (wrong or "\n".join("0" * len(row) for row in rows.split()))
