"""Readings put right by earlier pictures of the same round.

What has not changed is what it was; what looks as it did when all was closed is closed. A sign that
may be passing, as of a cell that is pressed or hovered, is believed once it has stayed for a while.
Each row of a table says what some cells show by such a cause; `explained` applies them in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from mwagent.belief import MATCH, OTHER_COLOUR, signs_of, sound, with_around
from mwagent.coach.durations import FADING, PASSING
from mwagent.coach.ends import MINES, Understood, bearing, exploded, filled
from mwagent.coach.followed import Followed
from mwagent.minefield import FLAG, HIDDEN, MINE, Cell, Stage, cells_where, neighbours, rules
from mwagent.vision.glyphs.classifier import Glyph
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.reading import UNKNOWN, Reading, Told
from mwagent.vision.unknown.clusters import sign_in

Row: TypeAlias = Callable[[Followed, Reading], Told]
"""What some cells show by one cause: they look otherwise, or what they look like is not that."""

SAME_SHAPE: Final = 0.1
"""Mean difference of two marks, scaled to one square, up to which they are the same one.

Other numbers of a font differ by 0.12 or more."""
EXAMPLES: Final = 4
"""Cells of each number with which others are compared."""
HOVERED: Final = 2
"""Cells that look otherwise because the pointer came or went, at most."""


def explained(board: Followed, reading: Reading, rows: Iterable[Row]) -> Reading:
    """The reading after each row, in turn, has told what cells show."""
    for row in rows:
        reading = reading.explained(row(board, reading))
    return reading


def unchanged(board: Followed, reading: Reading) -> Told:
    """Open and flagged cells of which no pixel has changed are what they were."""
    known, before = board.known, board.before
    if before.shape != board.pixels.shape:
        return {}
    same = ~board.clock.changed_cells(before) & (known.cells <= FLAG)
    for cell in board.round.pending:
        same[cell] = False
    symbols, signs = reading.symbols, signs_of(known)
    for cell in board.round.marks.first:
        # Nobody flags before anything is open: a number is known once there are more of them.
        same[cell] &= not symbols[cell].isdigit()
    return reading.others(np.where(same, signs, symbols))


def coloured(board: Followed, reading: Reading) -> Told:
    """Cells that look closed, but have a new colour or mark, are not understood.

    A pale mark on a closed cell changes it by so little that it may be recalled as closed.
    """
    known = board.known
    if board.program.known_skin or board.before.shape != board.pixels.shape:
        return {}
    symbols, options = reading.symbols, board.clock.changed_cells(board.before)
    for cell in board.round.coloured:
        options[cell] = True
    options &= np.isin(symbols, ["#", UNKNOWN]) & (known.cells >= FLAG)
    colours = filled(board.drawn, reading, known, options & (known.cells == HIDDEN))
    colours |= bearing(board.drawn, options & (symbols == "#"))
    board.round.coloured = set(cells_where(colours))
    return dict.fromkeys(np.flatnonzero(colours).tolist(), UNKNOWN)


def as_when_closed(board: Followed, reading: Reading) -> Told:
    """Cells that look as they did when all was closed are closed, and those that do not are not.

    Numbers stay numbers when the pointer leaves them.
    """
    known, closed = board.known, board.round.closed
    if closed is None or closed.shape != board.pixels.shape:
        return {}
    changed = board.clock.changed_cells(closed)
    symbols = np.where(changed, reading.symbols, "#")
    shut = changed & (known.cells < FLAG) & (symbols == "#")
    # Those under the pointer, and on its way where colours fade.
    if shut.sum() <= max(HOVERED, (1 - MATCH) * (known.cells < FLAG).sum()):
        symbols = np.where(shut, signs_of(known), symbols)
    return reading.others(symbols)


def as_others(board: Followed, reading: Reading) -> Told:
    """Cells that are not understood bear the number that open ones bear in the same picture.

    They would be taken for flags otherwise.
    """
    codes, symbols = board.known.cells, reading.symbols
    if board.program.known_skin:
        return {}
    strange = np.flatnonzero((symbols == UNKNOWN) & (codes == HIDDEN))
    numbers = np.array(
        [at for n in range(1, FLAG) for at in np.flatnonzero(codes == n)[-EXAMPLES:]], int
    )
    if not 0 < len(strange) <= UNDER_POINTER or not len(numbers):
        return {}
    marks, others = (
        [sign_in(image.astype(np.float32).tobytes())[0] for image in board.drawn.cells[at]]
        for at in (strange, numbers)
    )
    told = {}
    for at, mark in zip(strange.tolist(), marks, strict=True):
        like = {
            str(codes.flat[number])
            for number, other in zip(numbers, others, strict=True)
            if mark is not None and other is not None and _same_look(mark, other)
        }
        if len(like) == 1:
            told[at] = like.pop()
    return told


def _same_look(one: Glyph, other: Glyph) -> bool:
    """Whether two marks have one shape, one colour and one ground."""
    shades = np.abs(one.ground - other.ground).max(), np.abs(one.colour - other.colour).max()
    shape = float(abs(one.shape - other.shape).mean())
    return shape <= SAME_SHAPE and max(shades) <= OTHER_COLOUR


def note_glyphs(board: Followed, reading: Reading) -> None:
    """Note since when cells bear something, though the pointer may hide for long what it is."""
    since, codes, symbols = board.round.since, board.known.cells, reading.symbols
    for cell in [cell for cell in since if symbols[cell] != UNKNOWN]:
        if symbols[cell] == "#" or codes[cell] < FLAG:
            del since[cell]
    new = (symbols == UNKNOWN) & (codes == HIDDEN)
    if 0 < new.sum() <= UNDER_POINTER:
        for cell in cells_where(bearing(board.drawn, new)):
            since.setdefault(cell, float(board.clock.begun[cell]))


def lone_mine(board: Followed, lone: frozenset[Cell]) -> frozenset[Cell]:
    """A mark that no flag looks like: once it has stayed a while, a mine that was opened."""
    still = board.clock.unchanged(board.now)
    if all(still[cell] >= FADING for cell in lone):
        return lone
    board.patience.again_at(board.now + FADING)
    return frozenset()


def ending_seen(board: Followed, reading: Reading) -> Understood | None:
    """A lost game whose end is seen whole, and the mine that was opened; None where nothing is new.

    What the pointer lay on then is seen when it has left, unless something lies over the board.
    """
    known, sighting, symbols = board.known, board.round.sighting, reading.symbols
    bare = np.ones(symbols.shape, bool)
    for cell in board.covered:
        bare[cell] = False
    same = (symbols == signs_of(known)) | ~rules.opened(known.cells) | ~bare
    if sighting is None or sighting.stage is not Stage.LOST or not same.all():
        return None
    new = np.zeros(symbols.shape, bool)
    for cell in board.reading.unknown:
        new[cell] = bare[cell] and symbols[cell] in (*MINES, UNKNOWN)
    new = bearing(board.drawn, new)
    marks = new | ((known.cells == MINE) & bare)
    hit = exploded(board.drawn, symbols, marks) or sighting.hit
    if not new.any() and hit == sighting.hit:
        return None
    symbols[marks] = "*"
    return Understood(replace(reading.showing(symbols), stage=Stage.LOST), shown=True, hit=hit)


def beneath_pointer(board: Followed, reading: Reading) -> Told:
    """Cells on which the pointer of a film lies are what they were.

    But a flag is gone where what is seen beside the pointer looks closed. What comes up there is
    not understood until the pointer leaves, or has stayed for long. Where mines are shown beside
    it, too, the game is over and all is as it is read.
    """
    known, first = board.known, board.round.sighting is None
    still, symbols, signs = board.clock.unchanged(board.now), reading.symbols, signs_of(known)
    mines = set(cells_where(np.isin(symbols, list(MINES))))
    if not board.covered or (reading.stage is Stage.LOST and mines - board.covered):
        return {}
    new, unread = np.char.isdigit(symbols) & (known.cells >= FLAG), set()
    for cell in board.covered:
        if known.cells[cell] == FLAG and board.unmarked(cell):
            symbols[cell] = "#"
        elif known.cells[cell] <= FLAG:
            symbols[cell] = signs[cell]
        elif symbols[cell] != "#" and (first or still[cell] < FADING):
            symbols[cell] = UNKNOWN
            unread.add(cell)
            board.patience.again_at(board.now + FADING)
    for cell in unread if not board.program.stepwise else ():
        around = list(neighbours(cell, known.shape))
        opened = all(symbols[n].isdigit() or n in unread for n in around)
        if opened and sum(new[n] for n in around) > 1:
            # It has opened those around it.
            symbols[cell] = "0"
    return reading.others(symbols)


def passing_flags(board: Followed, flags: frozenset[Cell]) -> Told:
    """Those new flags are none that may be no more than a pressed or fading cell."""
    still = board.clock.unchanged(board.now)
    passing = frozenset(cell for cell in flags if still[cell] < PASSING)
    if passing:
        board.round.marks.forget(passing)
        board.patience.again_at(board.now + PASSING)
    board.round.pending = passing
    if flags - passing:
        board.flagged |= flags - passing - board.round.marks.first
    return {board.number(cell): "#" for cell in passing}


def passing_zeros(board: Followed, reading: Reading) -> Told:
    """A cell that is pressed, or hovered, and looks like a zero is none; others were opened."""
    if board.program.known_skin:
        return {}
    cells, closed = reading.board.cells, board.known.cells == HIDDEN
    zeros = rules.unfinished_zeros(cells, np.isin(reading.symbols, ["#", "?"])) & closed
    new = rules.opened(cells) & closed & ~zeros
    if not 0 < zeros.sum() <= HOVERED or not new.any() or (new & with_around(zeros)).any():
        return {}
    dropped = frozenset(cells_where(zeros))
    told = {board.number(cell): "#" for cell in dropped}
    if not sound(reading.explained(told), board.known, board.program):
        return {}
    board.round.pending |= dropped
    board.patience.again_at(board.now + PASSING)
    return told


ALWAYS: Final = (unchanged, beneath_pointer)
"""Rows for every picture of a round, in this order."""
IN_PLAY: Final = (coloured, as_when_closed, as_others)
"""Rows for the pictures of a game that goes on, or has just ended, after the others."""
