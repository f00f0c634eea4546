"""Cells that are not understood hold nothing up, and nothing is guessed because of them."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from mwagent import solvers
from mwagent.minefield import HIDDEN, Board, Button, FirstClick, Game, Level, Stage, cells_where
from mwagent.player.play import Disturbed, LostSightError, Turn, VirtualWindow, play_game


class HalfBlind(VirtualWindow):
    """A window that clicks no cell that is not understood."""

    def click(self, clicks):
        seen = [click for click in clicks if click.cell not in self.unread]
        super().click(seen)
        if len(seen) < len(clicks):
            raise Disturbed(seen)


class Unreadable(HalfBlind):
    """Numbers from three on are not understood at first."""

    def look(self):
        board = super().look()
        ended = super().stage() in (Stage.WON, Stage.LOST)
        unread = (board.cells >= 3) & (board.cells <= 8) & (not ended)
        self.unread = set(cells_where(unread))
        return Board(np.where(unread, HIDDEN, board.cells).astype(np.int8), board.mines)


class Silent(Unreadable):
    """They are never understood, and nothing shows the end of a game that is won, nor its mines."""

    exact = False

    def look(self):
        board = super().look()
        cells = board.cells.copy()
        unread = (cells >= 3) & (cells <= 8)
        cells[unread] = HIDDEN
        self.unread = self.unread | set(cells_where(unread))
        return Board(cells, None)

    def stage(self):
        stage = super().stage()
        return Stage.ONGOING if stage is Stage.WON else stage


class Insisting(HalfBlind):
    """A closed cell that is not understood is pressed when it is asked for the third time."""

    strange = (0, 8)
    asked = 0

    def look(self):
        board = super().look()
        self.unread = {self.strange} if board[self.strange] == HIDDEN else set()
        return board

    def click(self, clicks):
        self.asked = self.asked + 1 if {click.cell for click in clicks} <= self.unread else 0
        if self.asked > 2:
            self.unread = set()
        super().click(clicks)


class Overlaid(HalfBlind):
    """Something lies over the right third of the board once the game has begun."""

    def look(self):
        board = super().look()
        cells = board.cells.copy()
        if super().stage() is Stage.ONGOING:
            over = board.shape[1] // 3
            cells[:, -over:] = HIDDEN
            self.unread = {
                (row, col)
                for row in range(board.shape[0])
                for col in range(board.shape[1] - over, board.shape[1])
            }
        return Board(cells, board.mines)


def test_a_game_is_won_when_all_is_open_though_some_of_it_is_not_understood() -> None:
    unread = 0
    for seed in range(12):
        window = Silent(Game(Level(9, 9, 10), seed, FirstClick.OPEN))
        with contextlib.suppress(LostSightError):
            result = play_game(window, solvers.create("best"))
            assert result.won == (window.game.stage is Stage.WON)
            unread += result.won and bool(window.unread)
    assert unread > 2


def test_nothing_is_guessed_while_a_safe_cell_can_be_pressed_that_is_not_understood() -> None:
    needed = 0
    for seed in range(40):
        window = Insisting(Game(Level(9, 9, 10), seed, FirstClick.OPEN))
        turns: list[Turn] = []
        result = play_game(window, solvers.create("best"), watch=turns.append)
        assert result.won or result.lost_at is not None
        for turn in turns:
            needed += turn.analysis is not None and set(turn.analysis.safe) == {window.strange}
            assert not (turn.guess and turn.analysis is not None and turn.analysis.safe)
    assert needed


def test_a_number_that_is_not_understood_holds_nothing_up() -> None:
    ends = set()
    for seed in range(30):
        window = Unreadable(Game(Level(9, 9, 14), seed, FirstClick.OPEN))
        result = play_game(window, solvers.create("best"))
        ends.add(result.stage)
        assert result.won or result.lost_at is not None
        assert result.won or window.game.mines[result.lost_at]
    assert ends == {Stage.WON, Stage.LOST}


@pytest.mark.slow
def test_nothing_is_guessed_while_safe_cells_are_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.2)
    stopped = 0
    for seed in range(30):
        window = Overlaid(Game(Level(9, 9, 10), seed, FirstClick.OPEN))
        turns: list[Turn] = []
        try:
            play_game(window, solvers.create("best"), watch=turns.append)
        except LostSightError as error:
            assert "covered where it has to be clicked" in str(error)
            stopped += 1
        for turn in turns:
            opened = {click.cell for click in turn.clicks if click.button is Button.LEFT}
            assert (
                turn.analysis is None or not turn.analysis.safe or opened <= set(turn.analysis.safe)
            )
    assert stopped > 10
