"""Whether a new round has begun: on a fresh board, where the last one was or elsewhere."""

from __future__ import annotations

import contextlib
from collections.abc import Set
from typing import Final

import numpy as np

from mwagent.belief import UNREAD, Search, SeenBoard, Stillness, familiar, fresh, near, other_round
from mwagent.minefield import Board, Cell, cells_where
from mwagent.player.play import EFFECT, RESTLESS
from mwagent.player.rounds.ending import MINES
from mwagent.player.views import CLOCK, View
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import BoardNotFoundError, Reading

STRANGE: Final = 0.04
"""Part of the cells that may not be understood on a new board: its closed cells are known."""


def begins(board: SeenBoard[View], ended: Board | None, touched: Set[Cell] = frozenset()) -> bool:
    """Whether a fresh board is there before the picture has been still for a while.

    `ended` is the last board of the round before, in which the cells `touched` were opened. Reading
    takes long while a page is half painted, so it does not count as waiting.
    """
    clock, still, whole = board.view.clock, Stillness(), Stillness(CLOCK)
    spent = 0.0
    while True:
        picture, asked = board.picture(), board.view.clock.now()
        if still.see([picture], asked):
            if _is_new(board, board.read(picture.seen), ended, touched):
                return True
            spent += clock.now() - asked
        shot = board.view.pictures()[board.location.monitor]
        now = clock.now() - spent
        whole.see([shot], now)
        if whole.seconds(now) > EFFECT or whole.watched(now) > RESTLESS:
            return False
        clock.wait(0.02)


def is_gone(board: SeenBoard[View]) -> bool:
    """Whether neither the board is in sight any more nor another."""
    seen = board.picture().seen
    reading = board.read(seen)
    cells, unread = reading.confidence.size, len(reading.unknown)
    told = cells - unread - "".join(reading.cells).count("0")
    # A page of one colour looks like a board of nothing but zeros, or of closed cells.
    there = unread <= UNREAD * cells < told and not _lineless(seen.pixels, reading.lattice)
    return not there and not board.any_in_sight()


def _lineless(pixels: Pixels, lattice: Lattice) -> bool:
    """Whether no lines cross where a board was; what lies beside it may reach into its rim."""
    across, down = int(lattice.pitch_x / 2), int(lattice.pitch_y / 2)
    inside = pixels[down:-down, across:-across].reshape(-1, 3)
    return bool((inside == inside[0]).all())


def led_to_board(board: SeenBoard[View]) -> bool:
    """Whether a fresh board of another size is there now: a menu was taken for one, and pressed.

    It lies where the menu was: a board elsewhere is another program's. The board is ours, then.
    """
    with contextlib.suppress(BoardNotFoundError):
        found = board.find_any()
        old, new = board.location, found.location
        another = new.shape != old.shape and new.monitor == old.monitor
        ours = another and new.lattice.overlaps(old.lattice)
        if ours and fresh(found.reading) and _plainly(found.reading):
            board.adopt(found)
            board.forget()
            return True
    return False


def _is_new(
    board: SeenBoard[View], reading: Reading, ended: Board | None, touched: Set[Cell]
) -> bool:
    """Whether a reading of the board is that of a round that has just begun."""
    # A board that was lost early is closed but for what was opened on it.
    ended_on = {*reading.unknown, *cells_where(np.isin(reading.symbols, list(MINES)))}
    if 2 * len(touched & ended_on) > len(touched):
        return False
    # Where the program is gone, what lies behind it is no fresh board.
    ours = board.program.known_skin or board.familiar_share > MAJORITY
    # Some programs give an opening.
    begun = ended is not None and other_round(reading, ended, board.program, opening=True)
    return _plainly(reading) and ours and (fresh(reading, hints=True) or begun)


def _plainly(reading: Reading) -> bool:
    """Whether nearly all is understood: a lost board that shows its mines is mostly closed, too."""
    return len(reading.unknown) <= STRANGE * reading.confidence.size


def begins_elsewhere(board: SeenBoard[View], resized: bool = False) -> bool:
    """Whether a fresh board lies somewhere else now: it is ours, then.

    In a tab, and if `resized`, it may be of any size, else it has the same.
    """
    with contextlib.suppress(BoardNotFoundError):
        # In a tab pages lay themselves out anew; on a screen other boards may be in sight.
        before, found = board.location, board.find(Search(moved=board.view.alone))
        if not fresh(found.reading) and board.view.alone:
            # The page around a smaller board may be taken for ours, open and blank.
            found = board.find_any()
        location, reading = found.location, found.reading
        if not (fresh(reading) and _plainly(reading)):
            return False
        resized = (resized or board.view.alone) and location.shape != before.shape
        # In a tab nothing else can have come up: some pages deal boards of many sizes, and some
        # change their colours.
        anew = resized or (board.view.alone and near(location, before))
        same = location.shape == before.shape and familiar(before, reading)
        if same or anew:
            board.adopt(found)
            if not same:
                board.forget()
            return True
    return False
