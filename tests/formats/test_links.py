"""Links and game IDs: what they hold, and what is written is read back. The page reads the same."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.formats import links
from mwagent.minefield import FLAG, MINE, Board, BoardFormatError, key_board
from testbed.folders import ROOT

EXAMPLES = json.loads((ROOT / "tests/formats/links.json").read_text("utf-8"))
"""Links, and the board each holds or the sentence that refuses it: page and Python agree."""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["text"][:60])
def test_what_a_link_holds(example: dict[str, Any]) -> None:
    assert links.is_link(example["text"])
    if "wrong" in example:
        with pytest.raises(BoardFormatError) as refused:
            links.parse(example["text"])
        assert str(refused.value) == example["wrong"]
        return
    board = links.parse(example["text"])
    assert str(Board(board.cells)).splitlines() == example["rows"]
    assert board.mines == example["mines"]
    assert (board.first and [*board.first]) == example.get("first")


@settings(max_examples=80, deadline=None)
@given(
    size=st.tuples(st.integers(1, 31), st.integers(1, 31)),
    seed=st.integers(0, 2**32 - 1),
    share=st.sampled_from([0.0, 0.2, 0.9]),
)
def test_what_is_written_is_read_back(size: tuple[int, int], seed: int, share: float) -> None:
    mines = np.random.default_rng(seed).random(size) < share
    mines[-1, -1] = False
    board = key_board(mines)
    for kind in links.KINDS:
        text = links.write(board, kind)
        read = links.parse(text)
        assert links.is_link(text) and read.mines == board.mines
        # JSMinesweeper knows no mines that are shown, but flags.
        shown = FLAG if kind == "jsminesweeper" else MINE
        assert np.array_equal(read.cells, np.where(mines, shown, board.cells))
    first = links.parse(links.write(board, "tatham")).first
    assert first is not None and not mines[first]


def test_a_position_is_read_back_from_the_links_that_can_hold_it() -> None:
    board = Board.parse("mines 4\nF2##\n12F#\n0###")
    for kind in ("page", "jsminesweeper"):
        assert links.parse(links.write(board, kind)) == board
    for kind in ("ptt", "llamasweeper", "tatham"):
        with pytest.raises(BoardFormatError, match="4 mines, but 2 cells are marked"):
            links.write(board, kind)
    with pytest.raises(BoardFormatError, match="needs the number of mines"):
        links.write(Board.parse("1#"), "jsminesweeper")
    with pytest.raises(BoardFormatError, match="all have mines"):
        links.write(Board.parse("**"), "tatham")


@pytest.mark.parametrize("text", ["1##", "1 1 #\n2 # #", "9x9x10", "1x1#", "mines: 5", "a=b"])
def test_rows_of_a_board_are_no_link(text: str) -> None:
    assert not links.is_link(text)


@settings(max_examples=60, deadline=None)
@given(
    text=st.one_of(
        st.from_regex(r"\?(position|board|analysis|b)=[\w./-]{0,20}&m=\w{0,9}", fullmatch=True),
        st.from_regex(r"\d{1,3}x\d{1,3}n\d:\d,\d,m[0-9a-f]{0,20}", fullmatch=True),
    )
)
def test_any_link_gives_a_board_or_a_sentence(text: str) -> None:
    try:
        assert links.parse(text, "it").cells.size
    except BoardFormatError as error:
        assert str(error).startswith("it: ") and "\n" not in str(error)
