"""A picture of what a solver says: the board under a heat map of mine probability."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Cell, MinefieldError
from mwagent.minefield.files import written_whole
from mwagent.minefield.svg import FRAME, INK, LINE, NUMBERS, OPEN, PAPER
from mwagent.solvers.analysis import Analysis
from mwagent.solvers.heatmap import Colour, heat, heats

Box = tuple[float, float, float, float]

_WIDEST: Final = 4000
_SMALLEST: Final = 6
"""Pixels of the largest picture, roughly, and of a side of its smallest cells."""
_SAFE, _PROVEN = 102, 103
"""Codes for what is written on cells proven safe and proven mines; others have 1 + percent."""


class PictureError(MinefieldError):
    """A picture cannot be written where it should go."""


def save_picture(board: Board, analysis: Analysis, path: str | Path) -> None:
    """Draw a board and write it; the kind of file follows from the name's ending.

    Raises PictureError naming the file.
    """
    image = draw(board, analysis)
    try:
        with written_whole(path) as file:
            image.save(file)
    except ValueError:
        raise PictureError(f"{path}: name a picture with an ending such as .png") from None
    except OSError as error:
        raise PictureError(f"{path}: the picture cannot be written ({error.strerror})") from None


def draw(board: Board, analysis: Analysis) -> Image.Image:
    """Draw a board as an RGB image.

    Hidden cells are coloured by mine probability, with per cent where it is not certain; a tick
    marks cells proven safe, a mine cells proven mines, a frame the cell to open next. Rows and
    columns are numbered from 0 along the edges.
    """
    return _Drawing(board, analysis).image


def _looks(board: Board, analysis: Analysis) -> NDArray[np.int_]:
    """Number the appearances of cells, (rows, cols): equal numbers are drawn alike.

    An open or flagged cell has its code; a hidden one what is written on it, and its colour.
    """
    hidden = board.cells == HIDDEN
    chances = np.nan_to_num(analysis.mine_probability[hidden]).clip(0, 1)
    written = np.zeros(board.shape, int)
    written[hidden] = 1 + np.rint(100 * chances).astype(int)
    colours = np.zeros(board.shape, int)
    colours[hidden] = heats(chances) @ (1 << 16, 1 << 8, 1)
    for cells, mark in ((analysis.safe, _SAFE), (analysis.mines, _PROVEN)):
        if cells:
            written[tuple(np.array(cells).T)] = mark
    return np.where(hidden, (written << 24) + colours, board.cells)


class _Drawing:
    """A picture put together from one small picture for each appearance of a cell."""

    def __init__(self, board: Board, analysis: Analysis):
        rows, cols = board.shape
        self.board = board
        self.pitch = max(_SMALLEST, min(40, _WIDEST // (max(rows, cols) + 2)))
        self.margin = self.pitch
        self.top = self.margin
        width = (cols + 2) * self.pitch
        height = (rows + 2) * self.pitch + self.pitch
        self.image = Image.new("RGB", (width, height), PAPER)
        self.image.paste(self._cells(_looks(board, analysis)), (self.margin, self.top))
        self.pen = ImageDraw.Draw(self.image)
        if (best := analysis.decide().best) is not None:
            self.pen.rectangle(self._box(best), outline=FRAME, width=self._thick(9))
        if self.pitch >= 16:
            self._labels()
            self._legend()

    def _cells(self, looks: NDArray[np.int_]) -> Image.Image:
        """Draw each appearance once, and lay the cells out in their (rows, cols)."""
        kinds, which = np.unique(looks, return_inverse=True)
        drawn = np.stack([np.asarray(self._tile(int(look))) for look in kinds])
        rows, cols = looks.shape
        cells = drawn[which.reshape(rows, cols)].swapaxes(1, 2)
        return Image.fromarray(cells.reshape(rows * self.pitch, cols * self.pitch, 3))

    def _thick(self, parts: int) -> int:
        return max(1, self.pitch // parts)

    def _box(self, cell: Cell) -> Box:
        left = self.margin + cell[1] * self.pitch
        top = self.top + cell[0] * self.pitch
        return left, top, left + self.pitch - 1, top + self.pitch - 1

    def _text(self, box: Box, text: str, colour: str, height: float) -> None:
        font = ImageFont.load_default(max(6.0, self.pitch * height))
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        self.pen.text(middle, text, colour, font, anchor="mm")

    def _tile(self, look: int) -> Image.Image:
        """Draw a cell of one appearance."""
        tile = Image.new("RGB", (self.pitch, self.pitch), OPEN)
        self.pen = ImageDraw.Draw(tile)
        box = (0, 0, self.pitch - 1, self.pitch - 1)
        if look > HIDDEN:
            self._hidden(box, look >> 24, (look >> 16 & 255, look >> 8 & 255, look & 255))
            return tile
        self.pen.rectangle(box, OPEN, LINE)
        if look == FLAG:
            self._flag(box)
        elif look == MINE:
            self._mine(box)
        elif look > 0:
            self._text(box, str(look), NUMBERS[look], 0.66)
        return tile

    def _hidden(self, box: Box, written: int, colour: Colour) -> None:
        """Draw a hidden cell, with its mine probability in percent or what it is proven to be."""
        self.pen.rectangle(box, colour, LINE)
        edge = self._thick(16)
        light: Colour = tuple((c + 255) // 2 for c in colour)  # type: ignore[assignment]
        self.pen.line([box[0], box[3], box[0], box[1], box[2], box[1]], light, edge)
        if written == _SAFE:
            self._tick(box)
        elif written == _PROVEN:
            self._mine(box)
        elif self.pitch >= 24:
            percent = written - 1
            self._text(box, f"{percent}", "white" if percent > 80 else INK, 0.38)

    def _at(self, box: Box, *points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(box[0] + x * self.pitch, box[1] + y * self.pitch) for x, y in points]

    def _tick(self, box: Box) -> None:
        stroke = self._at(box, (0.26, 0.54), (0.43, 0.72), (0.76, 0.3))
        self.pen.line(stroke, (255, 255, 255), self._thick(8), joint="curve")

    def _mine(self, box: Box) -> None:
        for points in (
            ((0.5, 0.16), (0.5, 0.84)),
            ((0.16, 0.5), (0.84, 0.5)),
            ((0.26, 0.26), (0.74, 0.74)),
            ((0.26, 0.74), (0.74, 0.26)),
        ):
            self.pen.line(self._at(box, *points), INK, self._thick(14))
        self.pen.ellipse(self._at(box, (0.27, 0.27), (0.73, 0.73)), INK)
        self.pen.ellipse(self._at(box, (0.37, 0.37), (0.48, 0.48)), (255, 255, 255))

    def _flag(self, box: Box) -> None:
        self.pen.polygon(self._at(box, (0.58, 0.18), (0.58, 0.54), (0.22, 0.36)), (206, 32, 32))
        self.pen.line(self._at(box, (0.58, 0.18), (0.58, 0.76)), INK, self._thick(14))
        self.pen.rectangle(self._at(box, (0.3, 0.74), (0.78, 0.82)), INK)

    def _labels(self) -> None:
        rows, cols = self.board.shape
        for col in range(cols):
            left = self._box((0, col))
            self._text((left[0], 0, left[2], self.margin), str(col), INK, 0.34)
        for row in range(rows):
            box = self._box((row, 0))
            self._text((0, box[1], self.margin, box[3]), str(row), INK, 0.34)

    def _legend(self) -> None:
        rows, cols = self.board.shape
        top = self.top + rows * self.pitch + self.pitch * 0.6
        left, right = self.margin, self.margin + cols * self.pitch
        for x in range(left, right):
            colour = heat((x - left) / (right - left))
            self.pen.line([x, top, x, top + self.pitch * 0.4], colour)
        below = top + self.pitch * 0.45, top + self.pitch * 1.15
        for share, anchor in ((0.0, left), (0.5, (left + right) / 2), (1.0, right)):
            box = (anchor - 1, below[0], anchor + 1, below[1])
            self._text(box, f"{share:.0%}", INK, 0.34)
