"""What a notebook shows of boards and analyses: read back as XML."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mwagent import Analysis, Board, Decision, Game, analyse, create, levels

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.parse("mines 2\n1F#\n12#\n01#")


def written(picture: str) -> Counter[str]:
    """What is written on the cells, without the numbers of rows and columns."""
    texts = list(ElementTree.fromstring(picture).iter(f"{SVG}text"))
    labels = [
        text for text in texts if float(text.get("x", 0)) < 24 or float(text.get("y", 0)) < 24
    ]
    return Counter(str(text.text) for text in texts if text not in labels)


@settings(max_examples=30, deadline=None)
@given(
    cells=arrays.arrays(
        np.int8, st.tuples(st.integers(1, 12), st.integers(1, 12)), elements=st.integers(0, 11)
    )
)
def test_a_board_shows_its_numbers_flags_and_mines(cells: np.ndarray) -> None:
    picture = Board(cells)._repr_svg_()
    shown = Counter(str(code) for code in cells.ravel().tolist() if 1 <= code <= 8)
    assert written(picture) == shown
    paths = "".join(
        path.get("d", "") for path in ElementTree.fromstring(picture).iter(f"{SVG}path")
    )
    assert paths.count("a5.5") == 2 * int((cells == 10).sum())
    assert paths.count("v14m-6") == int((cells == 9).sum())


@pytest.mark.parametrize("solver", ["best", "exactsolver", "mcsatsolver", "subsetsolver"])
def test_an_analysis_is_a_map_of_probabilities_with_the_best_cell_framed(solver: str) -> None:
    analysis = create(solver).analyse(BOARD)
    assert analysis.board == BOARD
    picture = analysis._repr_svg_()
    assert written(picture)["1"] == 3 and written(picture)["2"] == 1
    assert written(picture)["✓"] == len(analysis.safe)
    assert written(picture)["✱"] == len(analysis.mines)
    assert analysis.decide().best is not None
    row, col = analysis.decide().best
    assert f'M{24 * (col + 1)} {24 * (row + 1)}h24v24h-24z" fill="none"' in picture


def test_a_chance_is_told_in_words_too() -> None:
    page = analyse([[1, 11], [11, 11]], mines=1)._repr_html_()
    caption = re.findall("<figcaption>(.*)</figcaption>", page)[0]
    assert "Open row " in caption and "33.3333%" in caption and "exact" in caption
    assert "Win probability" in caption


def test_an_analysis_without_its_board_leaves_open_cells_blank() -> None:
    bare = Analysis(np.array([[np.nan, 0.25]]), (), (), Decision((0, 1), "guess"))
    assert written(bare._repr_svg_()) == {"25": 1}


def test_a_game_is_shown_as_its_board() -> None:
    game = Game(levels.LEVELS["beginner"], seed=1)
    assert game._repr_svg_() == game.board._repr_svg_()
