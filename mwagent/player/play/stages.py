"""The stage of a round: from what its window shows, what was proven, and what was announced."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from enum import Enum

from mwagent.minefield import HIDDEN, MINE, Board, Cell, Stage, cells_where
from mwagent.player.play.turn import Turn
from mwagent.player.play.verdict import (
    all_open,
    completed,
    finished,
    given_way,
    hit_mine,
    nothing_closed,
    revealed,
    surely_lost,
)
from mwagent.player.play.window import LostSightError, Window


class Doubt(Enum):
    """Why the stage cannot be told. The board is looked at again, and given up in the end."""

    UNCLEAR = (
        "the game looks lost, though every cell opened was proven safe; how it ended is unclear"
    )
    GONE = (
        "the board is gone: where it was, nothing but empty cells is left; check that the program "
        "or page still shows it"
    )
    NO_EFFECT = "clicks no longer change the board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """All that tells the stage of a round. What is not the case is left out."""

    shown: Stage = Stage.ONGOING
    """What the window shows."""
    announced: bool = False
    """The program says in words that the round has ended, and how."""
    unfinished: bool = False
    """No cell was pressed, or one proven safe is plainly closed, or more than there are mines."""
    proven: bool = False
    """Nothing but cells proven safe was opened since the last guess; the picture may be misread."""
    all_closed: bool = False
    blank: bool = False
    """Every cell is open and none has a number, as where a page has left its game."""
    counted: bool = False
    """As many cells are closed as there are mines, and no mine is shown."""
    all_open: bool = False
    """The last clicks hit no mine, and all but mines is open."""
    completed: bool = False
    """The last clicks opened all that was left but proven mines, as far as can be seen."""
    none_closed: bool = False
    """No closed cell is to be seen, and the last clicks hit no mine."""
    hit: bool = False
    """A cell that the last clicks were to open is not open, or the program has shown the board."""
    guess_closed: bool = False
    """The cell of the last guess is not open."""
    guess_read: bool = False
    """That cell is understood."""
    pressed: bool = False
    """The last clicks were made, in a round that had begun."""
    waited: bool = False
    """The board was looked at again for as long as any program takes to make sense."""
    ignored: bool = False
    """Clicks have had no effect for longer than in any program."""
    exhausted: bool = False
    """Nothing is left to open: the cells left are proven mines, or not understood."""
    given_way: Stage | None = None
    """How the round ended, where another one is shown already and the last clicks tell."""
    denied: bool = False
    """Asked how a round ended that looks won, the program says that it is lost."""


def decide(signs: Signs) -> Stage | Doubt:
    """Decide the stage, or say why it is in doubt; the first that applies counts."""
    if signs.announced and signs.unfinished and signs.shown is Stage.WON:
        # What was said is said of another round, or of what may be.
        return decide(replace(signs, announced=False, shown=Stage.ONGOING))
    if signs.denied:
        return Doubt.UNCLEAR if signs.proven else Stage.LOST
    if signs.given_way is not None:
        return signs.given_way
    lost = signs.shown is Stage.LOST
    if lost and signs.proven and not signs.all_open:
        over = signs.completed or (signs.waited and signs.none_closed)
        return Stage.WON if over else Doubt.UNCLEAR
    if signs.blank and not (signs.announced or signs.completed):
        return Doubt.GONE
    # Some programs show the mines after a win as others do after a loss.
    ended = signs.shown is Stage.WON or signs.counted or signs.exhausted
    if signs.all_open if lost else ended:
        return Stage.WON if signs.announced else _looks_won(signs)
    if lost:
        return Stage.LOST
    if signs.ignored:
        # Some programs show a loss on its cell alone, and take no more clicks. Where that looks
        # closed as before, they do not answer.
        odd = signs.guess_closed and not signs.guess_read
        return Stage.LOST if odd and signs.pressed else Doubt.NO_EFFECT
    return Stage.WAITING if signs.all_closed else Stage.ONGOING


def _looks_won(signs: Signs) -> Stage | Doubt:
    """The stage of a round that looks won: some programs open all that is safe after a loss."""
    if signs.hit:
        return Doubt.UNCLEAR if signs.proven else Stage.LOST
    return Stage.LOST if signs.guess_closed and signs.guess_read else Stage.WON


def seen(
    window: Window, board: Board, last: Turn | None, guess: Cell | None, *, waited: bool
) -> Signs:
    """The signs that a look at the window gives, after the clicks of the turn `last`.

    `guess` is the last guess or first click, if nothing else has had an effect since.
    """
    unread = window.unread
    unopened = int(board.unopened.sum())
    signs = Signs(
        shown=window.stage(),
        announced=window.said is not None,
        all_closed=unopened == board.cells.size,
        unfinished=_unfinished(board, last, unread),
        blank=not window.exact and not board.cells.any(),
        counted=unopened == board.mines and not (board.cells == MINE).any(),
        guess_closed=guess is not None and board[guess] > 8,
        guess_read=guess not in unread,
        waited=waited,
    )
    if last is None:
        return signs
    begun = last.stage is not Stage.WAITING
    proven = not window.exact and begun and not last.guess and guess is None
    return replace(
        signs,
        proven=proven,
        all_open=all_open(board, last),
        completed=completed(board, last, unread),
        none_closed=nothing_closed(board, last, unread),
        hit=hit_mine(board, last, unread if proven else frozenset())
        or (not proven and revealed(board, last, unread)),
        pressed=begun and bool(last.clicks),
        given_way=given_way(board, last, unread) if begun else None,
    )


def _unfinished(board: Board, last: Turn | None, unread: Set[Cell]) -> bool:
    """Whether a board is plainly no board that was won, after the clicks of the turn `last`.

    What was just pressed may be open, and only look closed where the board is dimmed.
    """
    if last is None:
        return True
    closed = set(cells_where(board.cells == HIDDEN)) - (last.due - last.mines) - unread
    many = board.mines is not None and len(closed) > board.mines
    return many or len(closed) == board.cells.size or not last.safe.isdisjoint(closed)


def without_sight(last: Turn | None, error: LostSightError) -> Stage | None:
    """The stage of a round whose board got lost after the clicks of the turn `last`, if known."""
    if last is None:
        return None
    # A dialog that will not go away may come up over a game that is won.
    if error.answered and surely_lost(last):
        return Stage.LOST
    return Stage.WON if finished(last, error.acted) else None
