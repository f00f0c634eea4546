"""Whether a reading can be the board that was known a moment ago, and how much of it.

`known` is that board, None at first.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mwagent.belief.game_state import TELLING, UNREAD, agreement, has_mines, is_hidden
from mwagent.belief.zeros import unopened_beside
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Click, Stage, rules
from mwagent.solvers import Analysis, InconsistentBoardError, analyse
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import UNKNOWN, Reading, Told


@dataclass(frozen=True, slots=True)
class Program:
    """What is known of the program that is played.

    `known_skin` says that its skin is one of those in `templates/`: then what is not understood
    is no part of the board. `stepwise` says that zeros do not open all cells around them there.
    """

    known_skin: bool
    stepwise: bool = False


MATCH: Final = 0.9
"""Part of the open cells that must be as they were for a board to be the same."""
COUNTING: Final = 0.1
"""Seconds in which all numbers of a board are compared, at most."""


def plausible(reading: Reading, known: Board | None, program: Program) -> bool:
    """Whether a reading can be the board we play on, one look later."""
    if reading.stage is Stage.LOST:
        # Programs show the end of a game in many ways; what is left to play is known.
        return len(reading.unknown) < MAJORITY * reading.confidence.size
    # A plain window before the board looks like an area opened.
    if has_unfinished_zeros(reading, program):
        return False
    # Around blank cells there are numbers.
    symbols = set("".join(reading.cells))
    if {"0", UNKNOWN} <= symbols and not symbols & set("12345678"):
        return False
    board = reading.board
    few = len(reading.unknown) <= UNREAD * reading.confidence.size
    if not few or rules.impossible_numbers(board).any():
        return False
    if known is None or known.shape != board.shape:
        return True
    seen = reading.symbols != UNKNOWN
    opened = known.cells < FLAG
    same = known.cells == board.cells
    most = 1 if program.known_skin else UNDER_POINTER
    if int((opened & ~seen).sum()) > most or not same[opened & seen].all():
        return False
    # Numbers that are not understood any more are what they were, and must still be met.
    kept = Board(np.where(opened, known.cells, board.cells))
    return not rules.impossible_numbers(kept).any()


def same_board(reading: Reading, known: Board) -> bool:
    """Whether the open cells of a board are understood, most of them, and nearly all as before."""
    if agreement(reading, known) < MATCH:
        return False
    unread = reading.symbols[known.cells < FLAG] == UNKNOWN
    return bool(2 * np.count_nonzero(unread) <= unread.size)


def other_round(reading: Reading, known: Board, program: Program, *, opening: bool = False) -> bool:
    """Whether a reading shows a round under way in which most of what was open is closed.

    Where it may have begun with an `opening`, some of that is, and other numbers are open.
    """
    if reading.stage is not Stage.ONGOING or not plausible(reading, None, program):
        return False
    if known.shape != reading.confidence.shape:
        return True
    opened, now = known.cells < FLAG, reading.symbols
    shut = np.isin(now, ["#", "?", "F"])[opened]
    other = opened & np.char.isdigit(now) & (now != known.cells.astype("<U1"))
    begun = opening and other.sum() >= TELLING
    return bool(shut.any() and (shut.mean() > MAJORITY or begun))


def proven_safe(board: Board) -> set[Cell]:
    """The cells that no arrangement of mines makes a mine; flags may be wrong."""
    found = _analysis(board)
    return set() if found is None else set(found.safe)


def consistent(reading: Reading) -> bool:
    """Whether mines can lie so that every number is met; flags may be wrong."""
    return _analysis(reading.board) is not None


def _analysis(board: Board) -> Analysis | None:
    """What numbers alone say of a board; None where they contradict one another."""
    cells = np.where(board.cells < FLAG, board.cells, HIDDEN)
    try:
        return analyse(Board(cells), strength="fast", budget=COUNTING)
    except InconsistentBoardError:
        return None


def sound(reading: Reading, known: Board | None, program: Program) -> bool:
    """Whether a reading makes sense as a game that goes on after the `known` board, if any."""
    return has_mines(reading) and plausible(reading, known, program) and consistent(reading)


def implausible(reading: Reading, known: Board | None, program: Program) -> Told | None:
    """New cells that break a rule are not understood: what is left of a reading can be played on.

    None where too little is left, or a cell that was open before is not as it was.
    """
    if program.known_skin or reading.stage is Stage.LOST or known is None:
        # Where the skin is known, what is not understood is something else.
        return None
    cells = reading.symbols
    if known.shape != cells.shape:
        return None
    new = known.cells >= FLAG
    for _ in range(cells.size):
        hidden = is_hidden(cells)
        board = reading.with_symbols(cells).board
        wrong = rules.unfinished_zeros(board.cells, hidden) & (not program.stepwise)
        # One number at a time: once it is not understood, there is room for those beside it.
        impossible = rules.impossible_numbers(board)
        wrong.flat[impossible.argmax()] |= impossible.any()
        wrong &= new
        if not wrong.any():
            break
        cells[wrong] = UNKNOWN
    partial = reading.with_symbols(cells)
    board = partial.board
    seen = cells != UNKNOWN
    same = (board.cells == known.cells)[~new & seen].all()
    sound = not rules.impossible_numbers(board).any() and not has_unfinished_zeros(partial, program)
    enough = seen.mean() > MAJORITY and (seen | new).mean() > 1 - UNREAD
    return reading.others(cells) if same and sound and enough else None


def carried_over(
    reading: Reading, known: Board | None, mines: int | None, flagged: Set[Cell]
) -> Board:
    """The board that was read, with open cells that are not understood as they were.

    Cells that were `flagged`, and are no longer understood since, show a flag.
    """
    board = reading.board if mines is None else replace(reading.board, mines=mines)
    if known is None or known.shape != board.shape or reading.stage is Stage.LOST:
        return board
    unread = reading.symbols == UNKNOWN
    kept = unread & (known.cells < FLAG)
    cells = np.where(kept, known.cells, board.cells)
    for cell in flagged:
        if unread[cell] and not kept[cell]:
            cells[cell] = FLAG
    return Board(cells, board.mines)


def fits_clicks(reading: Reading, known: Board | None, clicks: Sequence[Click]) -> bool:
    """Whether what is open now, and was not in `known`, may have been opened by these clicks.

    Of the cells they were to open one is open, then: else the rows or columns are not where they
    are taken to be.
    """
    cells = reading.symbols
    if known is None or known.shape != cells.shape:
        return True
    due = rules.opened_by(known, clicks)
    new = np.char.isdigit(cells) & (known.cells >= FLAG)
    return not (due and new.any()) or any(cells[cell] not in "#?" for cell in due)


def numbers_covered(reading: Reading, known: Board | None) -> bool:
    """Whether numbers seem closed, and the cells that are open are as they were.

    In a new round other cells are open. Blank cells do not count: in colours nobody knows they may
    be taken for closed ones.
    """
    cells = reading.symbols
    if known is None or known.shape != cells.shape:
        return False
    opened = known.cells < FLAG
    closed = is_hidden(cells)
    same = opened & (cells == known.cells.astype("<U1"))
    numbers = int((same & (known.cells > 0)).sum())
    both = int((opened & np.char.isdigit(cells)).sum())
    return (
        bool((opened & closed & (known.cells > 0)).any())
        and numbers >= TELLING
        and same.sum() > MATCH * both
    )


def has_unfinished_zeros(reading: Reading, program: Program) -> bool:
    """Whether a blank cell has hidden ones around it where those open by themselves."""
    return not program.stepwise and bool(unopened_beside(reading).any())
