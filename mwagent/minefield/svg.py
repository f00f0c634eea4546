"""A board as an SVG picture, for notebooks: no library, no ids, nothing from elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from html import escape
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.codes import FLAG, HIDDEN, MINE, Cell

SIDE: Final = 24
"""Units of the picture along the side of a cell."""
_WIDEST: Final = 960
"""Pixels of the widest picture: the cells of large boards are shown smaller."""
PAPER: Final = "#faf9f6"
OPEN: Final = "#e2e0db"
_CLOSED: Final = "#a8b0bc"
LINE: Final = "#bcb9b2"
INK: Final = "#28282c"
_RED: Final = "#ce2020"
FRAME: Final = "#1858dc"
NUMBERS: Final = (
    "",
    "#2040d0",
    "#188028",
    "#d02020",
    "#181880",
    "#801820",
    "#108080",
    "#181818",
    "#707070",
)
_MINE: Final = "m12 4v16m-8-8h16m-13.5-5.5l11 11m0-11l-11 11"
_BALL: Final = "m6.5 12a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z"
_CLOTH: Final = "m13 4v9l-8-4.5z"
_POLE: Final = "m13 4v14m-6 1h12"


class Paint(NamedTuple):
    """How an unopened cell is painted: its colour, what is written on it, and that one's colour."""

    fill: str
    text: str = ""
    ink: str = INK


def board_svg(
    codes: NDArray[np.int8],
    title: str,
    paints: Mapping[Cell, Paint] | None = None,
    frame: Cell | None = None,
) -> str:
    """Draw the cells of a board, (rows, cols), as one SVG element, numbered from 0 along the edges.

    `title` is for screen readers. `paints` says how unopened cells are painted, grey where it says
    nothing; `frame` is a cell with a frame around it.
    """
    rows, cols = codes.shape
    paints = paints or {}
    areas: defaultdict[str, list[Cell]] = defaultdict(list)
    texts: defaultdict[tuple[str, int], list[tuple[Cell, str]]] = defaultdict(list)
    signs: defaultdict[int, list[Cell]] = defaultdict(list)
    for row, line in enumerate(codes.tolist()):
        for col, code in enumerate(line):
            cell = row, col
            unopened = code in (FLAG, HIDDEN)
            paint = paints.get(cell, Paint(_CLOSED)) if unopened else Paint(OPEN)
            areas[paint.fill].append(cell)
            if code in (FLAG, MINE):
                signs[code].append(cell)
            elif 1 <= code <= 8:
                texts[NUMBERS[code], 16].append((cell, str(code)))
            elif paint.text:
                texts[paint.ink, 9].append((cell, paint.text))
    parts = [
        f'<path d="{_at(cells, "h24v24h-24z")}" fill="{fill}"/>' for fill, cells in areas.items()
    ]
    parts.append(_grid(rows, cols))
    for cells, drawn in ((signs[MINE], _mines), (signs[FLAG], _flags)):
        parts += drawn(cells) if cells else []
    parts += [_texts(ink, size, several) for (ink, size), several in texts.items()]
    parts.append(_labels(rows, cols))
    if frame is not None:
        parts.append(
            f'<path d="{_at([frame], "h24v24h-24z")}" fill="none" stroke="{FRAME}" '
            f'stroke-width="3"/>'
        )
    return _picture(rows, cols, title, parts)


def _picture(rows: int, cols: int, title: str, parts: Iterable[str]) -> str:
    width, height = (cols + 1) * SIDE + 2, (rows + 1) * SIDE + 2
    scale = min(1.0, _WIDEST / width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif" text-anchor="middle">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _at(cells: Iterable[Cell], shape: str) -> str:
    """A path that draws a shape, written relative to a cell's corner, at every cell."""
    return "".join(f"M{(col + 1) * SIDE} {(row + 1) * SIDE}{shape}" for row, col in cells)


def _grid(rows: int, cols: int) -> str:
    down = "".join(f"M{(col + 1) * SIDE} {SIDE}v{rows * SIDE}" for col in range(cols + 1))
    across = "".join(f"M{SIDE} {(row + 1) * SIDE}h{cols * SIDE}" for row in range(rows + 1))
    return f'<path d="{down}{across}" stroke="{LINE}"/>'


def _mines(cells: list[Cell]) -> list[str]:
    return [
        f'<path d="{_at(cells, _MINE)}" stroke="{INK}" stroke-width="2"/>',
        f'<path d="{_at(cells, _BALL)}" fill="{INK}"/>',
    ]


def _flags(cells: list[Cell]) -> list[str]:
    return [
        f'<path d="{_at(cells, _POLE)}" stroke="{INK}" stroke-width="2" fill="none"/>',
        f'<path d="{_at(cells, _CLOTH)}" fill="{_RED}"/>',
    ]


def _texts(ink: str, size: int, several: Iterable[tuple[Cell, str]]) -> str:
    weight = ' font-weight="bold"' if size > 12 else ""
    written = "".join(
        f'<text x="{(col + 1.5) * SIDE:g}" y="{(row + 1.5) * SIDE + 0.36 * size:.1f}">'
        f"{escape(text)}</text>"
        for (row, col), text in several
    )
    return f'<g fill="{ink}" font-size="{size}"{weight}>{written}</g>'


def _labels(rows: int, cols: int) -> str:
    labels = [((-1, col), str(col)) for col in range(cols)]
    return _texts(INK, 9, labels + [((row, -1), str(row)) for row in range(rows)])
