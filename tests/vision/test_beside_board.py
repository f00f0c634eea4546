"""Rows and columns beside a board that look like open cells are none of it."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mwagent.vision.reader import look_all
from mwagent.vision.unknown.bounds import played

BOARD = ["1F101F2", "111012F", "0000011", "1100000", "F101111", "11012F#"]
WHOLE = (0, 0, 6, 7)


def test_a_board_is_all_of_it() -> None:
    assert played(BOARD) == WHOLE


@pytest.mark.parametrize("row", ["~~0000~", "0000000", "0###00~"])
def test_a_row_above_with_blank_cells_beside_closed_ones_is_none_of_it(row: str) -> None:
    assert played([row, *BOARD]) == (1, 0, 7, 7)


def test_a_column_beside_it_is_none_of_it() -> None:
    assert played([row + end for row, end in zip(BOARD, "0~0~00", strict=True)]) == WHOLE


def test_blank_rows_of_a_board_stay() -> None:
    assert played(["0000000", *BOARD[2:]]) == (0, 0, 5, 7)
    assert played(["~000000", *BOARD[2:]]) == (0, 0, 5, 7)


def test_a_program_whose_zeros_open_nothing_keeps_its_rows() -> None:
    board = ["0000000", "#00#00#", "0#00#00", "#00#0#0", "0F#0##1"]
    assert played(board) == (0, 0, 5, 7)


def test_rows_that_are_not_understood_stay() -> None:
    assert played(["~~~~~~~", *["#######"] * 4]) == (0, 0, 5, 7)
    assert played(["~~~~~~~", *BOARD]) == (0, 0, 7, 7)


def test_a_table_of_words_and_figures_is_no_board() -> None:
    picture = Image.new("RGB", (420, 480), (200, 200, 200))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(15)
    for row in range(9):
        for col, text in enumerate((f"Name {row * row}", f"{1.37 * row:.3f} ({7 * row})")):
            box = (40 + 170 * col, 40 + 44 * row, 210 + 170 * col, 84 + 44 * row)
            draw.rectangle(box, outline=(80, 80, 80))
            draw.text((box[0] + 6, box[1] + 14), text, (0, 0, 0), font)
    assert look_all(np.asarray(picture)[:, :, ::-1].copy()) == []
