"""Whether a game is over, and how it ended, where the window does not say."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Cell,
    MinefieldError,
    Stage,
    cells_where,
    named,
    neighbours,
)
from mwagent.player.play.turn import Turn
from mwagent.player.play.window import GameWontBeginError, LostSightError
from mwagent.solvers import Analysis

LEFT_CLOSED: Final = 8
"""Cells that a guess may have opened at once at the end of a game that it won."""
MISREAD: Final = 3
"""Cells in one place that may be misread: what covers a board, or another game, shows in more."""


def only_mines_left(board: Board, analysis: Analysis, opened: Set[Cell] = frozenset()) -> bool:
    """Whether every cell left is a proven mine: the game is won, also where nothing shows it.

    `opened` are cells that have been opened for certain, though they are not understood.
    """
    closed = board.unopened & (board.cells != FLAG)
    for cell in opened:
        closed[cell] = False
    if not opened.isdisjoint(analysis.mines):
        return False
    return len(analysis.mines) >= int(closed.sum()) and not (board.cells == MINE).any()


def all_mines_shown(board: Board, unread: Set[Cell]) -> bool:
    """Whether the cells that are not open, and they alone, are not understood.

    Programs show the mines so, or flags on them, when a game is over.
    """
    left = set(cells_where(board.cells == HIDDEN))
    unopened = int(board.unopened.sum())
    return left == unread and bool(left) and board.mines in (None, unopened)


def finished(turn: Turn, acted: Set[Cell]) -> bool:
    """Whether all that was left but proven mines was proven safe, clicked, and seen to act.

    A blank cell that was clicked opens those around it: cells count that hang together with it.
    """
    if not turn.safe:
        return False
    reached, safe, shape = turn.due & acted, turn.safe & acted, turn.board.shape
    while more := {c for c in safe - reached if not reached.isdisjoint(neighbours(c, shape))}:
        reached |= more
    return turn.left - turn.mines <= reached


def nothing_closed(board: Board, last: Turn, unread: Set[Cell]) -> bool:
    """Whether no closed cell is left to be seen, and the last clicks hit no mine, in a game over.

    Where all of them were proven safe the game is won, though words lie over some of it.
    """
    closed = set(cells_where(board.cells == HIDDEN))
    return closed <= unread and not hit_mine(board, last, unread)


def surely_lost(turn: Turn) -> bool:
    """Whether a game that a guess has ended is lost: too much was closed to be won by one click.

    `turn` is the one of the guess.
    """
    mines = max(turn.board.mines or 0, len(turn.mines))
    return turn.guess and len(turn.left) - mines > LEFT_CLOSED


def completed(board: Board, last: Turn, unread: Set[Cell]) -> bool:
    """Whether the last clicks opened all that was left but proven mines, as far as can be seen.

    Where all of them were proven safe, a game that is over then was won, whatever it shows. A cell
    that is plainly closed, or a mine, speaks against it: a press may have gone astray.
    """
    return last.left - last.mines <= last.due and not hit_mine(board, last, unread)


def hit_mine(board: Board, last: Turn, unread: Set[Cell] = frozenset()) -> bool:
    """Whether a cell that the last clicks were to open is not open, those `unread` left aside."""
    # A chord is never to open a mine, though its flag may not have been understood.
    return any(board[cell] > 8 for cell in last.due - last.mines - unread)


def revealed(board: Board, last: Turn, unread: Set[Cell] = frozenset()) -> bool:
    """Whether most of what is open was not opened by the last clicks, nor before: it was shown.

    What clicks open hangs together over blank cells, which those `unread` may be.
    """
    reached = set(last.due)
    found = list(reached)
    while found:
        cell = found.pop()
        if board[cell] == 0 or cell in unread:
            found += set(neighbours(cell, board.shape)) - reached
            reached |= set(found)
    opened = board.cells < FLAG
    shown = set(cells_where(opened & (last.board.cells == HIDDEN))) - reached
    return 2 * len(shown) > int(opened.sum())


def all_open(board: Board, last: Turn) -> bool:
    """Whether the last clicks hit no mine, and all but mines is open: the game is won.

    Some programs show the mines after a win as others do after a loss.
    """
    if hit_mine(board, last):
        return False
    if int((board.cells > 8).sum()) == last.board.mines:
        return True
    # A mine that is shown and not understood counts as hidden; what was open is, if covered now.
    return last.mines.issuperset(cells_where((board.cells == HIDDEN) & last.board.unopened))


def another_game(before: Board, now: Board, unread: Set[Cell] = frozenset()) -> bool:
    """Whether a board of the same size shows another game: cells that were open are closed."""
    if before.shape != now.shape:
        return False
    shut = set(cells_where((before.cells < FLAG) & (now.cells == HIDDEN)))
    return len(shut - unread) > MISREAD


def given_way(board: Board, last: Turn, unread: Set[Cell]) -> Stage | None:
    """How a round ended that has given way to another one at once; None where nothing tells.

    It was won where the last clicks were proven and opened all that was left, and lost where a
    guess that could not win it has left nothing open.
    """
    if not another_game(last.board, board, unread):
        return None
    if finished(last, last.due | last.safe):
        return Stage.WON
    return Stage.LOST if surely_lost(last) and board.unopened.all() else None


def no_effect(last: Turn) -> MinefieldError:
    """The error to raise where clicks keep having no effect."""
    if not last.clicks:
        return LostSightError(
            "the board keeps changing by another hand, or is covered where it has to be clicked"
        )
    where = named(last.clicks[0].cell)
    if last.stage is Stage.WAITING:
        return GameWontBeginError(
            f"the first click, on {where}, changed nothing; check that "
            f"the game takes clicks: no dialog over it, no round still finished"
        )
    return LostSightError(
        f"clicks no longer change the board (the last on {where}); check "
        f"that nothing covers it, and whether the program has ended the round by itself"
    )
