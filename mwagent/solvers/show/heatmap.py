"""An analysis as a notebook shows it: the board as an SVG map of mine probability."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

import numpy as np

from mwagent.minefield import HIDDEN, Board
from mwagent.minefield.svg import Paint, board_svg
from mwagent.solvers.analysis import Analysis, advice, kind

_WHITE: Final = "#fff"


def heatmap_svg(analysis: Analysis) -> str:
    """Draw hidden cells from green (no mine) to red (a mine), with a frame around the best cell.

    Cells that are not certain have their probability in per cent; a tick marks those proven safe,
    an asterisk those proven mines. Open cells are blank where the analysis has no board.
    """
    board = analysis.board or _blank(analysis)
    chances = np.nan_to_num(analysis.mine_probability).round(3).tolist()
    paints = {}
    for row, col in np.argwhere(board.cells == HIDDEN).tolist():
        paints[row, col] = _paint(chances[row][col])
    for cells, sign in ((analysis.safe, "✓"), (analysis.mines, "✱")):
        paints |= {
            cell: Paint(_paint(chances[cell[0]][cell[1]]).fill, sign, _WHITE) for cell in cells
        }
    title = f"mine probability, {kind(analysis)}; {advice(analysis)}"
    return board_svg(board, paints, frame=analysis.decide().best, title=title)


def heatmap_html(analysis: Analysis) -> str:
    """Draw the same over a sentence: the best move, why, and the chance to win if it is known."""
    said = f"{advice(analysis).capitalize()}; probabilities are {kind(analysis)}."
    win = analysis.decide().win_probability
    if win is not None:
        said += f" Win probability with best play: {win:.4%}."
    return f"<figure>{heatmap_svg(analysis)}<figcaption>{escape(said)}</figcaption></figure>"


def _blank(analysis: Analysis) -> Board:
    return Board(np.where(np.isnan(analysis.mine_probability), 0, HIDDEN))


@cache
def _paint(chance: float) -> Paint:
    from mwagent.solvers.show.picture import heat

    fill = "#{:02x}{:02x}{:02x}".format(*heat(chance))
    text = f"{min(99, max(1, round(100 * chance)))}"
    return Paint(fill, text, _WHITE) if chance > 0.8 else Paint(fill, text)
