"""The page's board files: what Python writes the page reads, and the other way round."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import astuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.formats import ReplayError, links, rawvf
from mwagent.formats import boards as formats
from mwagent.formats.mouse import play
from mwagent.minefield import Board, BoardFormatError, count_around, csvformat, key_board
from testbed.folders import ROOT
from testbed.nodejs import Scripts

Formats = Callable[..., Any]

# Calls one of the page's functions; a position travels as lists, bytes as lists of numbers.
CALL = """
async ([file, name, ...words]) => {
    const module = await import(`/formats/${file}.js`);
    const inward = (x) => x?.cells ? {...x, cells: Uint8Array.from(x.cells)}
        : Array.isArray(x) ? Uint8Array.from(x) : x;
    try {
        const out = await module[name](...words.map(inward));
        delete out?.said;
        return out?.cells ? {...out, cells: [...out.cells]}
            : out instanceof Uint8Array ? [...out] : out;
    } catch (error) {
        if (error.name !== "FormatError") throw error;
        return {wrong: error.message};
    }
}
"""


@pytest.fixture(scope="module")
def call(scripts: Scripts) -> Formats:
    """Run one of the page's functions: call("reader", "readBoard", text, "it")."""
    return lambda *words: scripts.evaluate(CALL, list(words))


def position(board: Board) -> dict[str, Any]:
    """A board as the page keeps it."""
    rows, cols = board.shape
    first = None if board.first is None else board.first[0] * cols + board.first[1]
    cells = board.cells.ravel().tolist()
    return {"rows": rows, "cols": cols, "mines": board.mines, "first": first, "cells": cells}


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


@settings(max_examples=40, deadline=None)
@given(board=boards())
def test_csv_round_trip_between_python_and_page(call: Formats, board: Board) -> None:
    read = call("reader", "readBoard", csvformat.dumps(board), "a.csv", "codes")
    assert read == position(board)
    assert call("boardfile", "writeCsv", read) == csvformat.dumps(board)


LINES = st.one_of(
    st.lists(st.sampled_from(["0", "1", "3", "8", "9", "10", "11", "12", " 7", "x"]), max_size=4)
    .map(",".join),
    st.sampled_from(
        ["#mines 2", "#mines", "#mines -1", "#mines 99", "# mines 3", "#first_bloc 0,1",
         "#first_bloc 9,9", "#first_bloc 1", "#note", "# note", "#", "#\tmines 1", "#minesx 2",
         "  ", "1,1,,", "11,11", "11,11,11"]
    ),
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(text=st.lists(LINES, max_size=5).map("\n".join))
def test_page_and_python_refuse_the_same_csv_in_the_same_words(call: Formats, text: str) -> None:
    answer = call("reader", "readBoard", text, "a.csv", "codes")
    try:
        board = csvformat.parse(text, "a.csv")
    except BoardFormatError as error:
        assert answer == {"wrong": str(error)}
    else:
        assert answer == position(board)


@settings(max_examples=40, deadline=None)
@given(board=boards())
def test_plain_text_round_trip_between_python_and_page(call: Formats, board: Board) -> None:
    board = Board(board.cells, board.mines)
    read = call("reader", "readBoard", str(board), "it", "text")
    assert read == position(board)
    written = call("boardfile", "writePlainText", read)
    assert Board.parse(written) == board


@settings(max_examples=40, deadline=None)
@given(board=boards())
def test_mine_round_trip(call: Formats, board: Board) -> None:
    board = Board(board.cells, 0 if board.mines is None else board.mines)
    text = call("boardfile", "writeMine", position(board))
    assert text.splitlines()[0] == f"{board.shape[1]}x{board.shape[0]}x{board.mines}"
    assert call("reader", "readBoard", text, "it") == position(board)
    assert formats.parse(text.encode(), "a.mine") == board
    assert formats.write(board, "mine").decode() == text


@settings(max_examples=40, deadline=None)
@given(
    size=st.tuples(st.integers(1, 30), st.integers(1, 40)),
    seed=st.integers(0, 2**32 - 1),
    share=st.sampled_from([0.0, 0.2, 1.0]),
)
def test_mbf_round_trip(call: Formats, size: tuple[int, int], seed: int, share: float) -> None:
    mines = np.random.default_rng(seed).random(size) < share
    pairs = [n for row, col in np.argwhere(mines) for n in (int(col), int(row))]
    count = int(mines.sum())
    bytes_ = [size[1], size[0], count >> 8, count & 255, *pairs]
    read = call("mbf", "parseMbf", bytes_)
    assert read == position(Board(np.where(mines, 10, count_around(mines)), count))
    assert read == position(formats.parse(bytes(bytes_), "a.mbf"))
    assert [*formats.write(key_board(mines), "mbf")] == bytes_
    assert call("mbf", "writeMbf", read) == bytes_


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1 1\n# F", [1, 1, 11, 9]),
        ("| 1 | 1 |\n| ? | * |", [1, 1, 11, 10]),
        ("01.\n01.", [0, 1, 11, 0, 1, 11]),
        (".1#\n.1#", [0, 1, 11, 0, 1, 11]),
        ("..\n.1", [11, 11, 11, 1]),
        ("1️⃣🚩\n2️⃣💣", [1, 9, 2, 10]),
        ("2x2x1\n1H\n?F", [1, 11, 10, 9]),
        ("2,11\n10,9\n", [2, 11, 10, 9]),
        ("\n\n2\t#\r\n2\tm\r\n\n", [2, 11, 2, 10]),
    ],
)
def test_variants_of_text_from_the_clipboard(call: Formats, text: str, codes: list[int]) -> None:
    assert call("reader", "readBoard", text, "it")["cells"] == codes


def in_bytes(text: str) -> list[int]:
    return list(text.encode())


@pytest.mark.parametrize(
    ("name", "bytes_", "sentence"),
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
        ("a.mbf", [9, 9],
         "a.mbf: an .mbf file has at least 4 bytes, this one has 2"),
        ("a.mbf", [9, 9, 0, 2, 1, 1],
         "a.mbf, byte 3: 2 mines take 8 bytes, the file has 6"),
        ("a.mbf", [9, 9, 0, 1, 9, 1],
         "a.mbf, byte 5, cell (1, 9): this mine lies off the board of 9 rows and 9 columns"),
        ("a.mbf", [9, 9, 0, 2, 1, 2, 1, 2],
         "a.mbf, byte 7, cell (2, 1): this mine is given twice"),
        ("a.mbf", [0, 9, 0, 0],
         "a.mbf, byte 1: the board has 9 rows and 0 columns; each is at least 1"),
        ("a.txt", in_bytes("1##\n1#"),
         "a.txt, line 2: this row has 2 cells, the first row has 3"),
        ("a.txt", in_bytes("11\n1Q"),
         "a.txt, line 2, cell (1, 1): 'Q' is no cell; use 0-8 open, # hidden, F flag, * mine"),
        ("a.txt", in_bytes("#0\n1."),
         "a.txt: these signs do not go together on one board"),
        ("a.txt", in_bytes("\n  \n"), "a.txt: there is no board in an empty text"),
        ("a.txt", [0xff, 0xfe, 0x31],
         "a.txt: this is not a text file; give a board as .csv, .mine, .mbf or plain text"),
        ("a.csv", in_bytes(",".join(["11"] * 251)),
         "a.csv: the board has 1 rows and 251 columns; up to 250 of each are taken"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_one_sentence(
    call: Formats, name: str, bytes_: list[int], sentence: str
) -> None:
    assert call("boardfile", "parseBoardFile", bytes_, name) == {"wrong": sentence}
    with pytest.raises(BoardFormatError) as refused:
        formats.parse(bytes(bytes_), name)
    assert str(refused.value) == sentence


def told(example: dict[str, Any]) -> dict[str, Any]:
    """What the page is to say of one of the links that Python reads as well."""
    if "wrong" in example:
        return {"wrong": example["wrong"]}
    board = Board.parse("\n".join(example["rows"]), example["mines"])
    first = example.get("first")
    return position(board) | {"first": first and first[0] * board.shape[1] + first[1]}


def test_page_and_python_read_the_same_links(call: Formats) -> None:
    examples = json.loads((ROOT / "tests/formats/links.json").read_text("utf-8"))
    for example in examples:
        assert call("links", "looksLikeLink", example["text"])
        assert call("links", "parseLink", example["text"]) == told(example), example["text"]


@settings(max_examples=8, deadline=None)
@given(board=boards(), size=st.tuples(st.integers(1, 30), st.integers(1, 40)), seed=st.integers(0))
def test_page_and_python_write_the_same_links(
    call: Formats, board: Board, size: tuple[int, int], seed: int
) -> None:
    key = key_board(np.random.default_rng(seed).random(size) < 0.2)
    for one in (board, key):
        for kind in links.KINDS:
            try:
                text = links.write(one, kind)
            except BoardFormatError as error:
                assert call("links", "writeLink", position(one), kind) == {"wrong": str(error)}
                continue
            assert call("links", "parseLink", text) == position(links.parse(text))
            if kind != "page":
                assert call("links", "writeLink", position(one), kind) == text


@settings(max_examples=60, deadline=None)
@given(
    text=st.one_of(
        st.sampled_from(
            ["1.\n.F", "#0\n1.", "mines 3\n1 # 1\n", "2x1x1\nHH", "🚩1\n##", "", "1,11"]
        ),
        st.text("01#F*.x\n ,", max_size=12),
    ),
    name=st.sampled_from(["a.csv", "b.mine", "d.txt", "e"]),
)
def test_page_and_python_read_the_same_board_files(call: Formats, text: str, name: str) -> None:
    answer = call("boardfile", "parseBoardFile", list(text.encode()), name)
    try:
        assert answer == position(formats.parse(text.encode(), name))
    except BoardFormatError as error:
        assert answer == {"wrong": str(error).partition(" (--notation")[0]}


REPLAYED = """async (texts) => {
    const { parseRawvf, writeRawvf } = await import("/formats/rawvf.js");
    return texts.map((text) => {
        try {
            const record = parseRawvf(text, "it");
            return {...record, key: [...record.key], again: writeRawvf(record)};
        } catch (error) {
            return {wrong: error.message};
        }
    });
}"""


def test_page_and_python_play_the_same_rawvf_replays(scripts: Scripts) -> None:
    shared = json.loads((ROOT / "tests/formats/rawvf.json").read_text("utf-8"))
    raw = "\n".join(shared["replay"])
    changed = [raw.replace(each["old"], each["new"]) for each in shared["broken"]]
    lost = raw.replace("On", "Off").replace("won", "boom")
    texts = [raw, lost, *changed, *(presses_at_random(seed) for seed in range(40))]
    for text, told in zip(texts, scripts.evaluate(REPLAYED, texts), strict=True):
        try:
            game = play(rawvf.parse(text))
        except ReplayError as error:
            assert told == {"wrong": f"it: {error}"}
            continue
        rows, cols = game.shape
        moves = [
            (move["kind"], divmod(move["cell"], cols), move["seconds"]) for move in told["moves"]
        ]
        assert moves == [(move.kind, move.cell, move.seconds) for move in game.moves]
        assert (told["rows"], told["cols"], told["title"]) == (rows, cols, game.name)
        assert np.array_equal(np.reshape(told["key"], game.shape), game.key)
        assert np.allclose(told["pointer"], game.pointer, atol=0.011)
        again = play(rawvf.parse(told["again"]))
        assert [move[:3] for move in map(astuple, again.moves)] == moves


def presses_at_random(seed: int) -> str:
    """A replay whose buttons go down and up as they like, on and off the board."""
    draw = random.Random(seed)
    rows = ["".join(draw.choice("000*") for _ in range(5)) for _ in range(4)]
    marks, chords = draw.choice(["on", "off"]), draw.choice(["on", "off"])
    head = [
        f"Player: no {seed}",
        "Width: 5",
        "Height: 4",
        f"Marks: {marks}",
        f"SuperClick: {chords}",
    ]
    events = []
    for number in range(60):
        kind = draw.choice(["mv", "lc", "lr", "lr", "rc", "rr", "mc", "mr", "sc", "mt"])
        place = f"({draw.randrange(-5, 85)} {draw.randrange(-5, 69)})"
        events.append(f"{number / 8:.3f} {kind} {place}")
    return "\n".join([*head, f"Status: {draw.choice(['won', 'lost'])}", "Board:", *rows, *events])


def test_what_a_format_cannot_hold_is_refused(call: Formats) -> None:
    free = position(Board.hidden(2, 2))
    assert "needs the number of mines" in call("boardfile", "writeMine", free)["wrong"]
    unmarked = position(Board.parse("F#\n##", mines=2))
    assert "has 2 mines, but 1 cells are marked" in call("mbf", "writeMbf", unmarked)["wrong"]


@settings(max_examples=100, deadline=None)
@given(
    bytes_=st.binary(max_size=40), name=st.sampled_from(["a.csv", "b.mine", "c.mbf", "d.txt", "e"])
)
def test_any_bytes_give_a_board_or_a_sentence(call: Formats, bytes_: bytes, name: str) -> None:
    answer = call("boardfile", "parseBoardFile", list(bytes_), name)
    if "wrong" in answer:
        assert answer["wrong"].startswith(name)
        assert "\n" not in answer["wrong"]
    else:
        assert len(answer["cells"]) == answer["rows"] * answer["cols"] > 0
