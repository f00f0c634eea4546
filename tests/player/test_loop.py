"""The loop on virtual boards: games are played to their end, also where clicks get lost."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent import solvers
from mwagent.minefield import Board, Button, Click, FirstClick, Game, Level, Stage
from mwagent.player.play import (
    Disturbed,
    GameWontBeginError,
    LostSightError,
    Turn,
    VirtualWindow,
    loop,
    play_game,
)
from testbed.virtual_windows import LEVEL, Forgetful, Stubborn, virtual


class Interrupted(VirtualWindow):
    """Now and then somebody else moves the mouse after the first click of a batch."""

    batches = 0

    def click(self, clicks):
        self.batches += 1
        if self.batches % 3 == 0:
            super().click(clicks[:1])
            raise Disturbed(clicks[:1])
        super().click(clicks)


class Chordless(VirtualWindow):
    """A program that neither flags nor chords, and does not say so."""

    def click(self, clicks):
        super().click([click for click in clicks if click.button is Button.LEFT])


class Flapping(VirtualWindow):
    """Shows two boards in turn, whatever is clicked, as a page does that is half covered."""

    looks = 0

    def look(self):
        self.looks += 1
        first = "1###" if self.looks % 2 else "##2#"
        return Board.parse(f"mines 3\n{first}\n####\n####")

    def stage(self):
        return Stage.ONGOING

    def click(self, clicks):
        pass


class Random:
    """Proves the last cell safe, whatever is shown."""

    def analyse(self, board):
        return solvers.Analysis(
            np.zeros(board.shape), ((2, 3),), (), solvers.Decision((2, 3), "proof")
        )


@pytest.mark.parametrize("solver", ["best", "mcsatsolver"])
def test_games_are_played_to_their_end(solver):
    stages = [play_game(virtual(seed), solvers.create(solver)).stage for seed in range(6)]
    assert set(stages) <= {Stage.WON, Stage.LOST}
    assert stages.count(Stage.WON) >= 3


def test_a_game_is_lost_only_on_a_guess():
    for seed in range(30):
        result = play_game(virtual(seed), solvers.create("best"))
        assert result.won or result.lost_at is not None


def test_the_result_counts_what_was_done():
    turns: list[Turn] = []
    window = virtual(3)
    result = play_game(window, solvers.create("best"), watch=turns.append)
    assert result.turns == len(turns)
    assert result.clicks == window.game.clicks == sum(len(turn.clicks) for turn in turns)
    assert result.guesses == sum(turn.guess for turn in turns)
    assert result.bbbv is not None and 0 < result.bbbv <= 71
    assert not turns[0].guess and turns[0].stage is Stage.WAITING
    assert turns[-1].clicks == ()


def test_a_first_click_without_effect_ends_with_a_clear_error(monkeypatch):
    monkeypatch.setattr(loop, "SENSE", 0.2)
    with pytest.raises(GameWontBeginError, match="first click"):
        play_game(Stubborn(Game(LEVEL, 1)), solvers.create("best"))


def test_clicks_without_effect_in_mid_game_end_with_a_clear_error(monkeypatch):
    monkeypatch.setattr(loop, "SENSE", 0.2)
    game = Game(LEVEL, 1, FirstClick.OPEN)
    game.play(Click((0, 0)))
    with pytest.raises(LostSightError, match="no longer change"):
        play_game(Stubborn(game), solvers.create("best"))


@pytest.mark.parametrize("kind", [Interrupted, Forgetful, Chordless])
def test_awkward_windows_are_played_through(kind):
    for seed in range(5):
        result = play_game(kind(Game(LEVEL, seed, FirstClick.OPEN)), solvers.create("best"))
        assert result.won or result.lost_at is not None


@pytest.mark.slow
def test_a_board_that_contradicts_itself_is_not_clicked():
    class Nonsense(VirtualWindow):
        clicked = 0

        def look(self):
            return Board.parse("1#\n#8", mines=1)

        def stage(self):
            return Stage.ONGOING

        def click(self, clicks):
            self.clicked += 1

    window = Nonsense(Game(Level(2, 2, 1), 1))
    with pytest.raises(LostSightError, match="making sense"):
        play_game(window, solvers.create("best"))
    assert window.clicked == 0


def test_a_game_without_progress_ends_with_a_sentence(monkeypatch):
    monkeypatch.setattr(loop, "STALLED", 0.01)
    with pytest.raises(LostSightError, match="no longer change the board"):
        play_game(Flapping(Game(LEVEL, 1)), Random())


class Deaf(VirtualWindow):
    """Does not hear the first click."""

    heard = 0

    def click(self, clicks):
        self.heard += 1
        if self.heard > 1:
            super().click(clicks)


def test_a_first_click_in_vain_is_made_again_at_the_same_cell():
    window = Deaf(Game(Level(9, 9, 10), 1, FirstClick.OPEN))
    played = loop.turns(window, solvers.create("best"))
    one, two = next(played), next(played)
    assert isinstance(one, Turn)
    assert one.clicks == two.clicks
    assert next(played).stage is Stage.ONGOING
