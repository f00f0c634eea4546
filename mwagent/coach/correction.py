"""Readings put right by earlier pictures of the same round.

What has not changed is what it was; what looks as it did when all was closed is closed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import (
    MATCH,
    OTHER_COLOUR,
    signs_of,
    symbols_of,
)
from mwagent.coach.credibility import sound, zeros_among
from mwagent.coach.ends import bearing, filled
from mwagent.coach.followed import Followed
from mwagent.minefield import FLAG, HIDDEN, Board, cells_where
from mwagent.vision.edges import Pixels
from mwagent.vision.glyphs.classifier import Glyph, glyph_of
from mwagent.vision.grid.cells import cut_some
from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.reading import UNKNOWN, Reading, stage_of

SAME_SHAPE: Final = 0.1
"""Mean difference of two marks, scaled to one square, up to which they are the same one.

Other numbers of a font differ by 0.12 or more."""
EXAMPLES: Final = 4
"""Cells of each number with which others are compared."""
HOVERED: Final = 2
"""Cells that look otherwise because the pointer came or went, at most."""


def as_before(board: Followed, reading: Reading, known: Board, picture: Pixels) -> Reading:
    """The reading, with open and flagged cells as they were where no pixel has changed."""
    before = board.before
    if before.shape != picture.shape:
        return reading
    changed = board.clock.changed_cells(before)
    same = ~changed & (known.cells <= FLAG)
    for cell in board.round.pending:
        same[cell] = False
    symbols, signs = symbols_of(reading), signs_of(known)
    for cell in board.round.marks.first:
        # Nobody flags before anything is open: a number is known once there are more of them.
        same[cell] &= not symbols[cell].isdigit()
    if not board.program.known_skin:
        flagged = changed & (known.cells == FLAG) & np.isin(symbols, ["#", "?", UNKNOWN])
        same |= same_marks(picture, before, reading.lattice, flagged)
    other = same & (symbols != signs)
    if not other.any():
        return reading
    return _with(reading, {int(i): str(signs.flat[i]) for i in np.flatnonzero(other)})


def with_colours(board: Followed, reading: Reading, known: Board, picture: Pixels) -> Reading:
    """The reading, with cells not understood that look closed, but took a colour or bear a mark.

    A pale mark on a closed cell changes it by so little that it may be recalled as closed.
    """
    if board.program.known_skin or board.before.shape != picture.shape:
        return reading
    symbols, options = symbols_of(reading), board.clock.changed_cells(board.before)
    for cell in board.round.coloured:
        options[cell] = True
    options &= np.isin(symbols, ["#", UNKNOWN]) & (known.cells >= FLAG)
    colours = filled(picture, reading, known, options & (known.cells == HIDDEN))
    colours |= bearing(picture, reading, options & (symbols == "#"))
    board.round.coloured = set(cells_where(colours))
    if not colours.any():
        return reading
    return reading.filled(dict.fromkeys(np.flatnonzero(colours).tolist(), UNKNOWN))


def beside_fresh(board: Followed, reading: Reading, known: Board) -> Reading:
    """The reading, put right by what the board looked like when all of it was closed.

    Cells that look as they did then are closed. Those that do not are no closed ones: numbers
    stay numbers when the pointer leaves them, and others are zeros where that makes sense.
    """
    closed, picture = board.round.closed, board.clock.picture
    if closed is None or closed.shape != picture.shape:
        return reading
    symbols = symbols_of(reading)
    changed = board.clock.changed_cells(closed)
    kept = {int(i): "#" for i in np.flatnonzero(~changed & (symbols != "#"))}
    shut = changed & (known.cells < FLAG) & (symbols == "#")
    # Those under the pointer, and on its way where colours fade.
    if shut.sum() <= max(HOVERED, (1 - MATCH) * (known.cells < FLAG).sum()):
        kept |= {int(i): str(known.cells.flat[i]) for i in np.flatnonzero(shut)}
    if kept:
        reading = _with(reading, kept)
        symbols = symbols_of(reading)
    if board.program.known_skin:
        return reading
    zeros = zeros_among(symbols, changed & (known.cells == HIDDEN))
    if not zeros.any():
        return reading
    more = _with(reading, {int(i): "0" for i in np.flatnonzero(zeros)})
    return more if sound(more, known, board.program) else reading


def same_marks(
    picture: Pixels, before: Pixels, lattice: Lattice, where: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of some cells, (rows, cols), bear the mark they bore, though moved or tinted.

    That is what a pointer makes of a cell; a mark that follows another in turn has another shape.
    """
    found = np.zeros(where.shape, bool)
    at = np.flatnonzero(where)
    if not len(at):
        return found
    cells = zip(*(cut_some(one, lattice, at) for one in (picture, before)), strict=True)
    for number, (now, then) in zip(at, cells, strict=True):
        mark, last = (glyph_of(one.astype(np.float32)) for one in (now, then))
        if mark is not None and last is not None:
            found.flat[number] = float(abs(mark.shape - last.shape).mean()) <= SAME_SHAPE
    return found


def as_others(board: Followed, reading: Reading, known: Board, picture: Pixels) -> Reading:
    """The reading, with the numbers that open cells bear in the same picture.

    A cell that is not understood would be taken for a flag otherwise.
    """
    symbols = symbols_of(reading)
    if board.program.known_skin:
        return reading
    strange = np.flatnonzero((symbols == UNKNOWN) & (known.cells == HIDDEN))
    numbers = np.array(
        [at for n in range(1, FLAG) for at in np.flatnonzero(known.cells == n)[-EXAMPLES:]], int
    )
    if not 0 < len(strange) <= UNDER_POINTER or not len(numbers):
        return reading
    cells = [cut_some(picture, reading.lattice, at).astype(np.float32) for at in (strange, numbers)]
    marks, others = ([glyph_of(image) for image in some] for some in cells)
    found = {}
    for at, mark in zip(strange, marks, strict=True):
        like = {
            str(known.cells.flat[number])
            for number, other in zip(numbers, others, strict=True)
            if mark is not None and other is not None and _same_look(mark, other)
        }
        if len(like) == 1:
            found[int(at)] = like.pop()
    return _with(reading, found) if found else reading


def _same_look(one: Glyph, other: Glyph) -> bool:
    """Whether two marks have one shape, one colour and one ground."""
    shades = np.abs(one.ground - other.ground).max(), np.abs(one.colour - other.colour).max()
    shape = float(abs(one.shape - other.shape).mean())
    return shape <= SAME_SHAPE and max(shades) <= OTHER_COLOUR


def note_glyphs(board: Followed, reading: Reading, known: Board, picture: Pixels) -> None:
    """Note since when cells bear something, though the pointer may hide for long what it is."""
    since = board.round.since
    symbols = symbols_of(reading)
    for cell in [cell for cell in since if symbols[cell] != UNKNOWN]:
        if symbols[cell] == "#" or known.cells[cell] < FLAG:
            del since[cell]
    new = (symbols == UNKNOWN) & (known.cells == HIDDEN)
    if 0 < new.sum() <= UNDER_POINTER:
        for cell in cells_where(bearing(picture, reading, new)):
            since.setdefault(cell, float(board.clock.begun[cell]))


def _with(reading: Reading, signs: dict[int, str]) -> Reading:
    """A reading with other signs in some cells, by their flat numbers."""
    reading = reading.filled(signs)
    return replace(reading, stage=stage_of(reading.cells, None))
