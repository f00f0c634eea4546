"""Board files: what is written is read back, and what is none gets one sentence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.formats.boards import LARGEST, parse, write
from mwagent.minefield import Board, BoardFormatError, count_around, key_board


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Positions of real boards: mines, some cells open, some flagged; the total known or not."""
    rows, cols = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    mines = rng.random((rows, cols)) < draw(st.sampled_from([0.0, 0.2, 0.6]))
    cells = np.where(mines, 10, count_around(mines))
    look = rng.random((rows, cols))
    cells = np.where(look < draw(st.sampled_from([0.0, 0.5, 1.0])), 11, cells)
    cells = np.where(mines & (look < 0.2), 9, cells)
    total = draw(st.sampled_from([None, int(mines.sum())]))
    first = draw(st.sampled_from([None, (rows - 1, 0)]))
    return Board(cells, total, first)


@settings(max_examples=60, deadline=None)
@given(board=boards())
def test_a_position_is_read_back(board: Board) -> None:
    read = parse(write(board, "csv"), "a.csv", "codes")
    assert (read, read.first) == (board, board.first)
    assert parse(write(board, "txt"), "a.txt", "text") == board
    board = Board(board.cells, 0 if board.mines is None else board.mines)
    assert parse(write(board, "mine"), "a.MINE") == board
    head = f"{board.shape[1]}x{board.shape[0]}x{board.mines}"
    assert write(board, "mine").decode().splitlines()[0] == head


@settings(max_examples=60, deadline=None)
@given(
    size=st.tuples(st.integers(1, 30), st.integers(1, 40)),
    seed=st.integers(0, 2**32 - 1),
    share=st.sampled_from([0.0, 0.2, 1.0]),
)
def test_mbf_says_where_the_mines_are(size: tuple[int, int], seed: int, share: float) -> None:
    mines = np.random.default_rng(seed).random(size) < share
    pairs = bytes(n for row, col in np.argwhere(mines) for n in (int(col), int(row)))
    data = bytes((size[1], size[0])) + int(mines.sum()).to_bytes(2) + pairs
    assert parse(data, "a.mbf") == parse(data, "a.abf") == key_board(mines)
    assert write(key_board(mines), "mbf") == data


def in_bytes(text: str) -> bytes:
    return text.encode()


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.mine", in_bytes("3x3\n###"),
         "a.mine, line 1: the first line gives the size as WIDTHxHEIGHTxMINES, such as 30x16x99, "
         "got '3x3'"),
        ("a.mine", in_bytes("2x2x1\nHH\n"),
         "a.mine, line 3: the head line gives 2 rows, but row 1 is missing"),
        ("a.mine", in_bytes("2x2x1\nHH\nH"),
         "a.mine, line 3: row 1 has 1 cells, the head line gives 2 columns"),
        ("a.mine", in_bytes("2x1x1\nHH\nHH"),
         "a.mine, line 3: the head line gives 1 rows, here is one more"),
        ("a.mine", in_bytes("2x1x1\nHZ"),
         "a.mine, line 2, cell (0, 1): 'Z' is no cell; use 0-8 open, H hidden, F flag, ? mine"),
        ("a.mine", in_bytes("0x5x1\n"),
         "a.mine, line 1: a board has at least one row and one column"),
        ("a.mine", in_bytes("400x5x1\n"),
         "a.mine: the board has 5 rows and 400 columns; up to 250 of each are taken"),
        ("a.mbf", bytes([9, 9]),
         "a.mbf: an .mbf file has at least 4 bytes, this one has 2"),
        ("a.mbf", bytes([9, 9, 0, 2, 1, 1]),
         "a.mbf, byte 3: 2 mines take 8 bytes, the file has 6"),
        ("a.mbf", bytes([9, 9, 0, 1, 9, 1]),
         "a.mbf, byte 5, cell (1, 9): this mine lies off the board of 9 rows and 9 columns"),
        ("a.mbf", bytes([9, 9, 0, 2, 1, 2, 1, 2]),
         "a.mbf, byte 7, cell (2, 1): this mine is given twice"),
        ("a.mbf", bytes([0, 9, 0, 0]),
         "a.mbf, byte 1: the board has 9 rows and 0 columns; each is at least 1"),
        ("a.txt", in_bytes("1##\n1#"),
         "a.txt, line 2: this row has 2 cells, the first row has 3"),
        ("a.txt", in_bytes("11\n1Q"),
         "a.txt, line 2, cell (1, 1): 'Q' is no cell; use 0-8 open, # hidden, F flag, * mine"),
        ("a.txt", in_bytes("#0\n1."),
         "a.txt: these signs do not go together on one board"),
        ("a.txt", in_bytes("\n  \n"), "a.txt: there is no board in an empty text"),
        ("a.txt", bytes([0xff, 0xfe, 0x31]),
         "a.txt, line 1, column 1: this is no text in UTF-8; give a board as .csv, .mine, .mbf or "
         "plain text"),
        ("a.csv", in_bytes(",".join(["11"] * 251)),
         "a.csv: the board has 1 rows and 251 columns; up to 250 of each are taken"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_one_sentence(name: str, data: bytes, sentence: str) -> None:
    with pytest.raises(BoardFormatError) as refused:
        parse(data, name)
    assert str(refused.value) == sentence


def test_what_a_format_cannot_hold_is_refused() -> None:
    with pytest.raises(BoardFormatError, match="needs the number of mines"):
        write(Board.hidden(2, 2), "mine")
    with pytest.raises(BoardFormatError, match="has 2 mines, but 1 cells are marked"):
        write(Board.parse("F#\n##", mines=2), "mbf")
    with pytest.raises(BoardFormatError, match="the file has 2000001 bytes, too many"):
        parse(bytes(LARGEST + 1), "a.csv")
    with pytest.raises(BoardFormatError, match="holds up to 255 rows and columns"):
        write(Board.hidden(1, 256), "mbf")


@settings(max_examples=100, deadline=None)
@given(
    data=st.binary(max_size=40), name=st.sampled_from(["a.csv", "b.mine", "c.mbf", "d.txt", "e"])
)
def test_any_bytes_give_a_board_or_a_sentence(data: bytes, name: str) -> None:
    try:
        assert parse(data, name).cells.size
    except BoardFormatError as error:
        assert str(error).startswith(name)
        assert "\n" not in str(error)
