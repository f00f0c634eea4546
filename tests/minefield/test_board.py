"""Boards: text and back, masks, random fields, levels, 3BV and openings."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    BoardFormatError,
    FirstClick,
    Game,
    Level,
    MinefieldError,
    count_around,
    difficulty,
    key_board,
    neighbours,
    opening,
    random_mines,
)
from mwagent.minefield.board import cells_where

matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 11), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)
fields = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(
        st.booleans(), min_size=size[0] * size[1], max_size=size[0] * size[1]
    ).map(lambda cells: np.array(cells, bool).reshape(size))
)


def _pickled(board: Board, protocol: int) -> Board:
    again: Board = pickle.loads(pickle.dumps(board, protocol))
    return again


@given(matrices, st.none() | st.integers(0, 99))
def test_a_printed_board_is_read_back(cells: list[list[int]], mines: int | None) -> None:
    board = Board(cells, mines)
    assert Board.parse(str(board)) == board
    assert hash(Board.parse(str(board))) == hash(board)


@given(matrices)
def test_boards_differ_where_cells_or_mines_do(cells: list[list[int]]) -> None:
    board = Board(cells)
    other = board.cells.copy()
    other[0, 0] = (other[0, 0] + 1) % 12
    assert board != Board(other)
    assert board != Board(cells, 3)
    assert board != "board"


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, *(partial(_pickled, protocol=number) for number in range(6))],
)
def test_a_copy_is_the_same_and_read_only(again: Callable[[Board], Board]) -> None:
    board = Board([[1, HIDDEN]], 1, (0, 0))
    other = again(board)
    assert other == board and other.first == (0, 0)
    with pytest.raises(ValueError, match="read-only"):
        other.cells[0, 0] = 2
    assert again(Game(Level(9, 9, 10)).board).mines == 10


def test_a_drawing_with_blanks() -> None:
    board = Board.parse(
        """
        mines 3
        1 # F
        1 2 *
        """
    )
    assert board == Board([[1, HIDDEN, FLAG], [1, 2, MINE]], 3)
    assert board.mines_left == 1
    assert board.unopened.tolist() == [[False, True, True], [False, False, False]]
    assert board.known_mines.tolist() == [[False, False, True], [False, False, True]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty text"),
        ("mines 3", "empty text"),
        ("12\n1", "line 2: this row has 1 cells, the first row has 2"),
        ("12\n1x", "line 2: 'x' is not a cell"),
        ("mines x", "'m' is not a cell"),
    ],
)
def test_a_bad_drawing_is_told_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BoardFormatError, match=says):
        Board.parse(text)


@pytest.mark.parametrize("cells", [[], [[]], [1, 2], [[[1]]]])
def test_a_board_is_a_matrix(cells: list[object]) -> None:
    with pytest.raises(BoardFormatError, match="at least one row"):
        Board(cells)


@pytest.mark.parametrize("code", [-1, 12, 100])
def test_codes_go_from_0_to_11(code: int) -> None:
    with pytest.raises(BoardFormatError, match=rf"cell \(1, 0\) has code {code}"):
        Board([[0, 0], [code, 0]])


def test_a_board_cannot_be_changed() -> None:
    cells = np.zeros((2, 2), np.int8)
    board = Board(cells)
    cells[0, 0] = 5
    assert board[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        board.cells[0, 0] = 1


@given(fields)
def test_counting_around_equals_counting_by_hand(mask: np.ndarray) -> None:
    rows, cols = mask.shape
    counted = count_around(mask)
    for row in range(rows):
        for col in range(cols):
            near = [
                mask[r, c]
                for r in range(rows)
                for c in range(cols)
                if max(abs(r - row), abs(c - col)) == 1
            ]
            assert counted[row, col] == sum(near)
            assert len(list(neighbours((row, col), mask.shape))) == len(near)


# --- levels and random fields ---------------------------------------------------------------


@given(st.integers(3, 250), st.integers(3, 250), st.data())
def test_a_printed_level_is_read_back(rows: int, cols: int, data: st.DataObject) -> None:
    level = Level(rows, cols, data.draw(st.integers(0, rows * cols - 1)))
    assert Level.parse(str(level)) == level


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hard", "'hard' is no level"),
        ("30x16", "is no level"),
        ("0x5/0", "not playable"),
        ("3000x5/9", "3000x5 cells is not playable; give 3 to 250 columns"),
        ("1x9/1", "not playable"),
        ("30x2/3", "not playable"),
        ("251x16/99", "not playable"),
        ("1000x1000/1", "not playable"),
        ("\u0669x9/9", "is no level"),
        ("5x5/25", "do not fit"),
        ("-5x5/2", "is no level"),
    ],
)
def test_a_bad_level_is_told_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(MinefieldError, match=says):
        Level.parse(text)


@given(
    st.integers(1, 8),
    st.integers(1, 8),
    st.integers(0, 2**63),
    st.sampled_from(FirstClick),
    st.data(),
)
def test_random_fields_keep_the_rule(
    rows: int, cols: int, seed: int, rule: FirstClick, data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, rows * cols - 1))
    first = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    level = Level(rows, cols, mines)
    laid = random_mines(level, seed, first, rule)
    assert laid.sum() == mines
    assert np.array_equal(laid, random_mines(level, seed, first, rule))
    around = list(neighbours(first, laid.shape))
    if rule is not FirstClick.ANY:
        assert not laid[first]
    if rule is FirstClick.OPEN and rows * cols - 1 - len(around) >= mines:
        assert not any(laid[cell] for cell in around)


def test_mines_lie_everywhere_alike() -> None:
    rng = np.random.default_rng(5)
    total = sum(random_mines(Level(4, 5, 6), rng, (1, 1)).astype(int) for _ in range(4000))
    assert total[1, 1] == 0
    rest = np.delete(total.ravel(), 6)
    expected = 4000 * 6 / 19
    # Each count is binomial with standard deviation 29.4; 5 of those for 19 cells.
    assert np.abs(rest - expected).max() < 150


# --- 3BV -------------------------------------------------------------------------------------


@given(fields)
def test_3bv_is_the_clicks_of_a_player_who_opens_blanks_first(mines: np.ndarray) -> None:
    key = key_board(mines).cells
    closed = set(cells_where(~mines))
    clicks = openings = 0
    for blank_first in (True, False):
        for cell in sorted(closed):
            if cell in closed and (key[cell] == 0) == blank_first:
                clicks += 1
                openings += blank_first
                closed -= opening(mines, cell)
    assert difficulty(mines)[:2] == (clicks, openings)


@given(fields, st.data())
def test_an_opening_ends_at_its_rim(mines: np.ndarray, data: st.DataObject) -> None:
    safe = np.argwhere(~mines)
    if not len(safe):
        return
    row, col = data.draw(st.sampled_from(safe.tolist()))
    numbers = count_around(mines)
    cells = opening(mines, (row, col))
    assert (row, col) in cells
    assert not any(mines[cell] for cell in cells)
    if numbers[row, col] > 0:
        assert cells == {(row, col)}
    for cell in cells:
        if numbers[cell] == 0:
            assert set(neighbours(cell, mines.shape)) <= cells
