"""Beginning one round after another in a program, by what has begun one there before."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final

import numpy as np

from mwagent.belief import SeenBoard, same_but
from mwagent.minefield import Board, Cell
from mwagent.player.play import GameWontBeginError, another_game
from mwagent.player.rounds.fresh_board import begins, begins_elsewhere, is_gone, led_to_board
from mwagent.player.rounds.ways import Tried, Way, ways
from mwagent.player.views import CLOCK, View
from mwagent.vision.capture import Shot

GIVES_UP: Final = 60.0
"""Seconds after which no further way to begin a round is tried."""


class RoundStarter:
    """Notes how rounds go, and begins the next one."""

    def __init__(self) -> None:
        self._ongoing: Board | None = None
        self._ended: Board | None = None
        self._began: Tried | None = None
        self._dealt = False
        self._in_vain: set[Tried] = set()

    @property
    def ongoing(self) -> bool:
        """Whether the board of this round was seen with cells open and cells to open."""
        return self._ongoing is not None

    def note(self, known: Board) -> None:
        """Note a board of a game that goes on."""
        self._dealt = self._ongoing is not None and another_game(self._ongoing, known)
        self._ongoing = known

    def begin(
        self,
        board: SeenBoard[View],
        hold: float,
        *,
        untouched: bool,
        touched: Set[Cell] = frozenset(),
    ) -> None:
        """Begin a new round; raises GameWontBeginError if in vain.

        `hold` is for how many seconds to hold a button; `untouched` is true if nothing is open,
        `touched` are the cells that were pressed in the round before.
        """
        if self._dealt:
            # The program has dealt the next round by itself, and opened some of it.
            self._ended = self._ongoing = None
            self._dealt = False
            return
        never_opened = self._ongoing is None and self._ended is None
        if self._ongoing is None and self._began is not None:
            # What seemed to begin a round has begun none.
            self._in_vain.add(self._began)
        # Some programs offer the lost board again: then it is another one that is asked for.
        again = self._ongoing is not None and self._ongoing == self._ended
        self._ended, self._ongoing = self._ongoing, None
        any_size = never_opened and untouched
        if any_size and not board.view.alone and led_to_board(board):
            self._began = None
            return
        asked = _OncePerPicture(board)
        attempts = ways(
            board.view,
            board.location,
            hold,
            keys_first=again,
            before=None if self._began is None else self._began.way,
            untouched=any_size,
            gone=lambda: asked.answer("gone", lambda: is_gone(board)),
        )
        names = []
        silent: Tried | None = None
        clock = board.view.clock
        until = clock.now() + GIVES_UP
        for attempt in attempts:
            names.append(attempt.name)
            if clock.now() > until:
                break
            if attempt in self._in_vain:
                continue
            # In a tab whatever was pressed may have dealt a board that is not quite in its place.
            anywhere = attempt.way.leads_elsewhere or (board.view.alone and asked.changed())
            away = anywhere and not asked.stands()
            resized = any_size or attempt.way is Way.ENTRANCE
            if begins(board, self._ended, touched) or (away and asked.begins_elsewhere(resized)):
                if any_size and attempt.way is not Way.WORD and not asked.changed():
                    # The board that takes no clicks is as it was: what is seen to act goes first,
                    # and what says in words that it begins a round.
                    silent = silent or attempt
                    continue
                self._began = attempt
                return
        if silent is not None:
            self._began = silent
            return
        if begins(board, self._ended, touched):
            # Some deal the next round by themselves after a while, or load their page anew.
            here = board.location
            board.view.found(here.monitor, here.box, here.shape)
            if not board.view.gone_to():
                self._began = None
                return
        tried = ", ".join(dict.fromkeys(names)) or "nothing, for nothing says that it begins one"
        raise GameWontBeginError(f"no new round begins; tried {tried}; begin one by hand")


class _OncePerPicture:
    """Asks once for each picture what takes a search to answer: that takes seconds."""

    def __init__(self, board: SeenBoard[View]) -> None:
        self._board = board
        self._first = self._shown()
        self._left = board.picture()
        self._answers: dict[str, tuple[Shot, bool]] = {}

    def changed(self) -> bool:
        """Whether more than a clock is shown otherwise than at first."""
        return not same_but(self._shown(), self._first, CLOCK)

    def stands(self) -> bool:
        """Whether the board is just as it was left: then no other one has come up."""
        return np.array_equal(self._board.picture().picture, self._left.picture)

    def begins_elsewhere(self, resized: bool) -> bool:
        """Whether a fresh board lies elsewhere; also one of another size where it is `resized`."""
        return self.answer(f"elsewhere, {resized}", lambda: begins_elsewhere(self._board, resized))

    def answer(self, question: str, ask: Callable[[], bool]) -> bool:
        """The answer to a question, the last one as long as nothing but a clock has changed."""
        shot, before = self._shown(), self._answers.get(question)
        if before is not None and same_but(shot, before[0], CLOCK):
            return before[1]
        answer = ask()
        self._answers[question] = shot, answer
        return answer

    def _shown(self) -> Shot:
        return self._board.view.pictures()[self._board.location.monitor]
