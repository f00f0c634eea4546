"""The CSV format: what is written is read back, and a bad file is told in one sentence."""

from __future__ import annotations

import io
import re
from pathlib import Path

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
    MinefieldError,
    check_key,
    dumps,
    key_board,
    load,
    parse,
)
from testbed.folders import ROOT

sizes = st.tuples(st.integers(1, 7), st.integers(1, 7))


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """Any board a player may see: a random field, some of it open, some mines flagged or shown."""
    rows, cols = draw(sizes)
    cells = rows * cols
    mines = np.array(draw(st.lists(st.booleans(), min_size=cells, max_size=cells)), bool)
    mines = mines.reshape(rows, cols)
    shown = np.array(draw(st.lists(st.booleans(), min_size=cells, max_size=cells)), bool)
    shown = shown.reshape(rows, cols)
    key = key_board(mines)
    view = np.where(shown, key.cells, HIDDEN)
    view[shown & mines] = draw(st.sampled_from([FLAG, MINE]))
    total = draw(st.sampled_from([None, int(mines.sum())]))
    first = draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    return Board(view, total, first)


@given(positions())
def test_what_is_written_is_read_back(board: Board) -> None:
    read = parse(dumps(board))
    assert read == board
    assert read.first == board.first


@given(positions(), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_line_ends_blanks_and_commas_at_the_end_do_not_matter(
    board: Board, end: str, comma: bool, blanks: bool
) -> None:
    lines = dumps(board).splitlines()
    if comma:
        lines = [line if line.startswith("#") else line + "," for line in lines]
    if blanks:
        lines = [line if line.startswith("#") else line.replace(",", " , ") for line in lines]
        lines = ["", *lines, ""]
    assert parse("\ufeff" + end.join(lines)) == board


def test_the_documented_example() -> None:
    board = parse("#mines 4\n#first_bloc 0,2\n11,11,1,0\n11,11,1,0\n")
    assert board.shape == (2, 4)
    assert (board.mines, board.first) == (4, (0, 2))
    assert board.cells.dtype == np.int8


def test_unknown_head_lines_are_comments() -> None:
    assert parse("# made by hand\n#\n0,0\n# the end\n") == Board([[0, 0]])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "b.csv: the file has no cells"),
        ("\n  \n", "b.csv: the file has no cells"),
        ("#mines 3\n", "b.csv: the file has no cells"),
        ("0,0\n0\n", r"b.csv, line 2: this row has 1 cells, the first row has 2"),
        ("0,0\n\n0,0,0\n", r"b.csv, line 3: this row has 3 cells, the first row has 2"),
        ("0,0\n0,12\n", r"b.csv, line 2, cell \(1, 1\): '12' is not a cell code"),
        ("0,x\n", r"b.csv, line 1, cell \(0, 1\): 'x' is not a cell code"),
        ("0,-1\n", r"b.csv, line 1, cell \(0, 1\): '-1' is not a cell code"),
        ("0,1.0\n", r"b.csv, line 1, cell \(0, 1\): '1.0' is not a cell code"),
        ("0,,0\n", r"b.csv, line 1, cell \(0, 1\): '' is not a cell code"),
        ("0,\u0663\n", r"b.csv, line 1, cell \(0, 1\): '\u0663' is not a cell code"),
        ("0;0\n", r"b.csv, line 1, cell \(0, 0\): '0;0' is not a cell code"),
        ("0,0\n#mines 1\n", r"b.csv, line 2: the head line '#mines 1' stands after the cells"),
        ("#mines\n0\n", "b.csv, line 1: '#mines' needs a whole number, got ''"),
        ("#mine 10\n0\n", "b.csv, line 1: '#mine 10' is no head line; use '#mines N' or"),
        ("#mines=10\n0\n", "b.csv, line 1: '#mines=10' is no head line"),
        ("0\n#made by hand\n", "b.csv, line 2: the head line '#made by hand' stands after"),
        ("#mines 1\n#mines 2\n0\n", "b.csv, line 2: '#mines' is given twice"),
        ("#mines -2\n0\n", "b.csv, line 1: '#mines' needs a whole number, got '-2'"),
        ("#mines many\n0\n", "b.csv, line 1: '#mines' needs a whole number, got 'many'"),
        ("#first_bloc 1\n0\n", "b.csv, line 1: '#first_bloc' needs ROW,COL, got '1'"),
        (f"#first_bloc {'9' * 5000},1\n0\n", f"'#first_bloc' needs ROW,COL, got '{'9' * 40}'"),
        (f"#mines {'9' * 5000}\n0\n", f"'#mines' needs a whole number, got '{'9' * 40}'"),
        ("#first_bloc a,b\n0\n", "b.csv, line 1: '#first_bloc' needs ROW,COL, got 'a,b'"),
        ("#first_bloc 0,1\n0\n", "b.csv: #first_bloc 0,1 lies off the 1x1 board"),
        ("#mines 1\n9,9\n", r"b.csv, line 2, cell \(0, 1\): too many mines"),
        ("#mines 1\n0,0\n9,10\n", r"b.csv, line 3, cell \(1, 1\): too many mines"),
        ("#mines 3\n11,11\n", r"too many mines, #mines says 3 but only 2 cells are unopened"),
        ("1,0\n0,0\n", r"b.csv, line 1, cell \(0, 0\): the number 1 is impossible"),
        ("#mines 9\n11,11,11\n11,8,11\n\n11,11,0\n", r"line 3, cell \(1, 1\): the number 8"),
    ],
)
def test_a_bad_file_is_told_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "b.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoardFormatError) as caught:
        load(path)
    message = str(caught.value).replace(str(tmp_path) + "/", "")
    assert re.search(says, message), message
    assert "\n" not in message
    assert caught.value.exit_code == 2


def test_unreadable_files_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BoardFormatError, match="there is no such file"):
        load(tmp_path / "none.csv")
    with pytest.raises(BoardFormatError, match="this is a folder"):
        load(tmp_path)
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(BoardFormatError, match="not a text file"):
        load(tmp_path / "picture.csv")


def test_standard_input_is_a_file_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("0,0\n0,0\n"))
    assert load("-") == Board([[0, 0], [0, 0]])
    monkeypatch.setattr("sys.stdin", io.StringIO("0,y\n"))
    with pytest.raises(BoardFormatError, match=r"<stdin>, line 1, cell \(0, 1\)"):
        load("-")


@pytest.mark.slow
@given(st.text(max_size=60))
def test_any_text_is_a_board_or_a_sentence(text: str) -> None:
    try:
        board = parse(text)
    except MinefieldError as error:
        assert "\n" not in str(error).strip()
    else:
        assert parse(dumps(board)) == board


@given(st.text("0123456789,#\n mines_fiRbloc-", max_size=80))
def test_any_text_that_looks_like_a_board_is_one_or_a_sentence(text: str) -> None:
    test_any_text_is_a_board_or_a_sentence.hypothesis.inner_test(text)


@given(positions())
def test_only_whole_consistent_boards_are_keys(board: Board) -> None:
    key = key_board(np.isin(board.cells, (FLAG, MINE)))
    if (key.cells == MINE).all():
        with pytest.raises(BoardFormatError, match="every cell is a mine"):
            check_key(key)
        return
    check_key(key)
    row, col = np.argwhere(key.cells != MINE)[0]
    for code, says in ((HIDDEN, "a key shows every cell"), (FLAG, "a key shows every cell")):
        cells = key.cells.copy()
        cells[row, col] = code
        with pytest.raises(BoardFormatError, match=says):
            check_key(Board(cells))
    cells = key.cells.copy()
    cells[row, col] = (int(cells[row, col]) + 1) % 9
    with pytest.raises(BoardFormatError, match=rf"cell \({row}, {col}\): it says"):
        check_key(Board(cells))
    assert key.mines is not None
    with pytest.raises(BoardFormatError, match="#mines says"):
        check_key(Board(key.cells, key.mines + 1))


def test_a_key_begins_on_a_safe_cell() -> None:
    with pytest.raises(BoardFormatError, match=r"#first_bloc \(0, 1\) is a mine"):
        check_key(Board([[1, 10]], 1, (0, 1)))


def test_the_example_boards_are_sound() -> None:
    folder = ROOT / "example_boards"
    positions = sorted(folder.glob("*.csv"))
    keys = sorted((folder / "key").glob("*.csv"))
    assert len(positions) >= 4 and len(keys) >= 3
    assert all(load(path).unopened.any() for path in positions)
    shapes = set()
    for path in keys:
        key = load(path)
        check_key(key)
        assert key.first is not None and key.cells[key.first] == 0
        shapes.add((*key.shape, key.mines))
    assert {(9, 9, 10), (16, 30, 99), (40, 80, 640), (80, 40, 640)} <= shapes
