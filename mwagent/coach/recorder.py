"""Makes records of what the follower sees: which game, which moves, and how it ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Set
from dataclasses import replace
from itertools import takewhile

import numpy as np

from mwagent.coach.durations import FADING, LATE, TOGETHER
from mwagent.coach.moves import Change, moves_between, trailing_cells
from mwagent.coach.sighting import Sighting
from mwagent.gamebook import Doubt, GameBook, GameBookError, GameRecord, Move
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Cell,
    MinefieldError,
    Stage,
    cells_where,
    count_around,
)
from mwagent.solvers import analyse
from mwagent.vision.reading import UNKNOWN_SKIN


class Recorder:
    """Keeps the game that is watched, and writes each move as soon as it is known.

    Where the game book cannot be written, `tell` is called with a sentence, once, and the games
    are kept here until it can; `book` None keeps nothing.
    """

    def __init__(
        self,
        source: str,
        live: bool,
        book: GameBook | None,
        tell: Callable[[str], object] = lambda sentence: None,
    ):
        self.game: GameRecord | None = None
        self.games: list[GameRecord] = []
        self._source = source
        self._live = live
        self._book = book
        self._tell = tell
        self._sighting: Sighting | None = None
        self._untold: tuple[Sighting, list[Move]] | None = None
        self._owed: dict[int, tuple[GameRecord, int]] = {}
        self._failed = False

    def see(self, sighting: Sighting) -> list[Move]:
        """Take what is new on the board; gives the moves that were made."""
        before = self._sighting
        self._sighting = sighting
        if sighting.anew or before is None or self.game is None:
            if before is not None and self.game is not None:
                self._note_hidden_end(self.game, before)
            self._untold = None
            self.game = GameRecord(sighting.board, self._source, stage=Stage.ONGOING)
            if sighting.stage in (Stage.WON, Stage.LOST):
                self.game.stage = sighting.stage
            return self._begun_unseen(self.game, sighting) if before is not None else []
        game = self.game
        if game.start.mines is None and sighting.board.mines is not None:
            game.start = Board(game.start.cells, sighting.board.mines)
        earlier = list(game.moves)
        sighting = self._sighting = _dated(before, sighting)
        if before.stage is Stage.LOST or self._one_event(before, sighting):
            # More is seen of what was told last, or the end was none: it is told anew.
            before, moves = self._untold or _unended(before)
            game.moves, game.mine_cells = [*moves], None
        else:
            self._untold = before, earlier
        change = change_of(before, sighting)
        moves = [move for move in moves_between(change) if not _again(game, move)]
        _without_flags(game, moves, before.suspects)
        if sighting.skin.startswith(UNKNOWN_SKIN):
            _without_blinks(game, moves, sighting.asked)
        if not moves:
            self._note_trailing(game, change)
        moves = self._likeliest(before.board, moves)
        if sighting.stage is Stage.LOST and not sighting.hit:
            moves = [_doubted(move) if _hits(move) else move for move in moves]
        game.moves = sorted([*game.moves, *moves], key=lambda move: move.seconds)
        self._note_end(game, sighting)
        told = [move for move in moves if move not in earlier]
        if not game.moves:
            return told
        if game.begun is None and self._live:
            game.begun = _date(game.moves[0], sighting)
        if not any(one is game for one in self.games):
            self.games.append(game)
        kept = takewhile(lambda pair: pair[0] == pair[1], zip(earlier, game.moves, strict=False))
        self._write(game, sum(1 for _ in kept))
        return told

    def _one_event(self, before: Sighting, now: Sighting) -> bool:
        """Whether what is new came up with what was told last, or before it: a part was hidden."""
        if self._untold is None:
            return False
        last = self._untold[0].board.cells != before.board.cells
        new = before.board.cells != now.board.cells
        latest = before.times[last].max(initial=-np.inf)
        return bool(now.times[new].min(initial=np.inf) < latest + TOGETHER)

    def _begun_unseen(self, game: GameRecord, sighting: Sighting) -> list[Move]:
        """A round that follows another, and is seen first when its one opening is there."""
        closed = np.full_like(sighting.board.cells, HIDDEN)
        if sighting.stage is not Stage.ONGOING or (sighting.board.cells == FLAG).any():
            return []
        moves = moves_between(Change(closed, sighting.board.cells, sighting.times))
        if len(moves) != 1:
            return []
        game.start = Board(closed, sighting.board.mines)
        game.moves = self._likeliest(game.start, moves)
        if self._live:
            game.begun = _date(game.moves[0], sighting)
        self.games.append(game)
        self._write(game, 0)
        return game.moves

    def close(self) -> None:
        """Write what could not be written so far; raises GameBookError where it still cannot."""
        if self.game is not None and self._sighting is not None:
            self._note_hidden_end(self.game, self._sighting)
        if self._book is not None:
            for game, since in list(self._owed.values()):
                self._save(game, since)
            self._owed.clear()

    def _note_hidden_end(self, game: GameRecord, last: Sighting) -> None:
        """A round gave way to another: its last flag may have been a mine.

        It was, if it looked like no other flag, and no number told that a mine lies there.
        """
        if game.stage is not Stage.ONGOING or not game.moves:
            return
        try:
            answer = analyse(last.board, trust_flags=False)
        except MinefieldError:
            return
        move, changed = game.moves[-1], len(game.moves)
        if len(answer.safe) == 1 and len(answer.mines) == (last.board.cells >= FLAG).sum() - 1:
            # One closed cell is safe, and proved so: opening it ended the game.
            game.stage = Stage.WON
        elif move.kind == "flag" and move.cell in last.suspects and move.cell not in answer.mines:
            game.moves[-1] = replace(move, kind="open", shown=((*move.cell, MINE),))
            game.stage, changed = Stage.LOST, len(game.moves) - 1
        else:
            return
        self._write(game, changed)

    def _likeliest(self, board: Board, moves: list[Move]) -> list[Move]:
        """The moves, at the cells that a player most likely clicked where pictures do not tell.

        Any zero of an opening may have been clicked: the one that was safest is taken, so that
        nobody is said to have taken a risk that need not have been one.
        """
        cells = board.cells.copy()
        found: list[Move] = []
        for move in moves:
            if move.kind == "open" and Doubt.CELL in move.doubts and (cells < FLAG).any():
                zeros = [(r, c) for r, c, code in move.shown if code == 0]
                safest = self._safest(Board(cells, board.mines), zeros) or move.cell
                found.append(replace(move, cell=safest))
            else:
                found.append(move)
            for row, col, code in move.shown:
                cells[row, col] = code
        return found

    def _safest(self, board: Board, cells: list[Cell]) -> Cell | None:
        """The cell that is least likely a mine; None where the board contradicts itself."""
        try:
            chance = analyse(board).mine_probability
        except MinefieldError:
            return None
        return min(cells, key=lambda cell: np.nan_to_num(chance[cell], nan=1.0), default=None)

    def _note_trailing(self, game: GameRecord, change: Change) -> None:
        """Cells that opened after the move that opened them are shown by that move."""
        cells = trailing_cells(change)
        if cells and game.moves:
            last = game.moves[-1]
            shown = tuple((row, col, int(change.after[row, col])) for row, col in cells)
            game.moves[-1] = replace(last, shown=last.shown + shown)

    def _note_end(self, game: GameRecord, sighting: Sighting) -> None:
        over = sighting.stage in (Stage.WON, Stage.LOST)
        game.stage = sighting.stage if over else Stage.ONGOING
        if over:
            game.mine_cells = mines_of(sighting)

    def _write(self, game: GameRecord, since: int) -> None:
        if self._book is None:
            return
        _, owed = self._owed.get(id(game), (game, since))
        self._owed[id(game)] = game, min(owed, since)
        try:
            for other, first in list(self._owed.values()):
                self._save(other, first)
                del self._owed[id(other)]
        except GameBookError as error:
            if not self._failed:
                self._failed = True
                self._tell(f"{error}; until then the games are kept in memory")
        else:
            self._failed = False

    def _save(self, game: GameRecord, since: int) -> None:
        assert self._book is not None
        if game.number:
            self._book.save(game, since)
        else:
            self._book.begin(game)


def _date(move: Move, now: Sighting) -> float:
    """When a move was made, in seconds since the epoch by the clock on the wall."""
    return time.time() - (now.seconds - move.seconds)


def _hits(move: Move) -> bool:
    return any(code == MINE for _, _, code in move.shown)


def _again(game: GameRecord, move: Move) -> bool:
    """Whether a flag seems to be set on a cell that has not changed since its last was gone."""
    last = next((one for one in reversed(game.moves) if one.cell == move.cell), None)
    gone = last is not None and last.kind == "flag" and last.shown[-1][2] == HIDDEN
    return bool(gone and last and move.kind == "flag" and move.seconds <= last.seconds)


def _doubted(move: Move) -> Move:
    """A move at a cell that is but likely."""
    return replace(move, doubts=tuple(dict.fromkeys((*move.doubts, Doubt.CELL))))


def _dated(before: Sighting, now: Sighting) -> Sighting:
    """A sighting in which cells keep the times they had before, where nothing is new on them."""
    same = (now.board.cells == before.board.cells) & (now.board.cells != HIDDEN)
    if now.stage is before.stage is Stage.LOST:
        return replace(now, times=np.minimum(before.times, now.times))
    return replace(now, times=np.where(same, before.times, now.times))


def _unended(first: Sighting) -> tuple[Sighting, list[Move]]:
    """A game that seemed lost when it was first seen, and goes on: its mines are flags."""
    cells = np.where(first.board.cells == MINE, FLAG, first.board.cells)
    return replace(first, board=Board(cells, first.board.mines), stage=Stage.ONGOING), []


def _without_flags(game: GameRecord, moves: list[Move], suspects: Set[Cell] = frozenset()) -> None:
    """Take flags that became numbers by themselves for what opened these cells, in `moves`, too.

    A flag keeps a cell shut: what looked like one was the number, under the pointer; or, among
    the `suspects`, in a skin of which no number was known. Of flags that came up together none
    tells when a cell was pressed.
    """
    for at, move in enumerate(moves):
        if move.kind != "open":
            continue
        opened = {(row, col) for row, col, _ in move.shown}
        for earlier in range(len(game.moves) - 1, -1, -1):
            flag = game.moves[earlier]
            if flag.cell not in opened:
                continue
            was_set = flag.kind == "flag" and flag.shown[-1][2] == FLAG
            foremost = all(one.kind == "flag" for one in game.moves[:earlier])
            foremost &= flag.cell in suspects and len(opened) == 1
            if was_set and (foremost or move.seconds - flag.seconds < LATE):
                if Doubt.ORDER not in flag.doubts:
                    moves[at] = replace(move, seconds=flag.seconds)
                del game.moves[earlier]
            break
    moves.sort(key=lambda move: move.seconds)


def _without_blinks(game: GameRecord, moves: list[Move], asked: Set[Cell] = frozenset()) -> None:
    """Take away flags, of `moves` and the game, that were seen for a moment only: nobody set them.

    In a skin that nobody knows what passes over a cell may look like one. A flag that gave way to
    another mark was set: these are `asked`.
    """
    for gone in [move for move in moves if move.kind == "flag" and move.shown[-1][2] != FLAG]:
        if gone.cell in asked:
            continue
        at = max((n for n, move in enumerate(game.moves) if move.cell == gone.cell), default=None)
        if at is None or game.moves[at].kind != "flag":
            continue
        if gone.seconds - game.moves[at].seconds < FADING:
            del game.moves[at]
            moves.remove(gone)


def change_of(before: Sighting, after: Sighting) -> Change:
    """What changed between two sightings of one round."""
    old, new = before.board.cells, after.board.cells
    # What is flagged once all that is safe is open was flagged by hand.
    over = after.stage in (Stage.WON, Stage.LOST) and before.stage is not Stage.WON
    hit = after.hit
    if after.stage is Stage.LOST and not hit:
        hit = _likely_hit(before, after)
    return Change(old, new, after.times, hit, over, after.stepwise)


def _likely_hit(before: Sighting, after: Sighting) -> frozenset[Cell]:
    """The mine that was opened, where it does not look otherwise: one that came up first."""
    closed, times = before.board.cells == HIDDEN, after.times
    mines, flags = (closed & (after.board.cells == code) for code in (MINE, FLAG))
    if mines.any():
        flags &= times > times[mines].min() - FADING
    cells = cells_where(mines | flags)
    if not cells:
        # What came up with all the rest, and is no number, may be a mine that nobody can read.
        cells = cells_where(
            closed & (after.board.cells == HIDDEN) & (times > times.max() - TOGETHER)
        )
    return frozenset({min(cells, key=lambda cell: (times[cell], cell))}) if cells else frozenset()


def mines_of(sighting: Sighting) -> tuple[Cell, ...] | None:
    """The mines that the end of a game shows; None where the numbers say that some are missing."""
    cells = sighting.board.cells
    if sighting.stage is Stage.WON:
        mines = cells >= FLAG
    else:
        mines = cells == MINE
        for flags in (cells == FLAG, np.zeros_like(mines)):
            if _fits(cells, mines | flags, sighting.board.mines):
                mines = mines | flags
                break
    if not _fits(cells, mines, sighting.board.mines):
        return None
    return tuple(cells_where(mines))


def _fits(cells: np.ndarray, mines: np.ndarray, total: int | None) -> bool:
    opened = cells < FLAG
    right = bool((count_around(mines) == cells)[opened].all())
    return right and bool(mines.any()) and total in (None, int(mines.sum()))
