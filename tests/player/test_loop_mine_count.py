"""The number of mines: read, given with -m, unknown, or wrong."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from rich.console import Console

from mwagent import solvers
from mwagent.minefield import FLAG, Board, Button, Click, FirstClick, Game, Level, Stage
from mwagent.player.play import Turn, VirtualWindow, loop, play_game
from mwagent.player.session import Commentator
from mwagent.player.window import SightedWindow
from mwagent.solvers import InconsistentBoardError
from testbed.drawn_classic import Picture
from testbed.drawn_view import DrawnView
from testbed.virtual_windows import LEVEL, virtual


class Miscounted(VirtualWindow):
    """Another number on the page is taken for that of the mines, and looks take their time."""

    doubts = 0
    shown = 1

    def look(self):
        self.clock.wait(0.02)
        return Board(super().look().cells, self.shown)

    def doubt(self):
        self.doubts += 1


@pytest.mark.parametrize("shown", [1, 60])
def test_a_number_of_mines_that_cannot_be_is_dropped_also_where_looks_are_slow(monkeypatch, shown):
    monkeypatch.setattr(loop, "SENSE", 0.01)
    window = Miscounted(Game(LEVEL, 1, FirstClick.OPEN))
    window.shown = shown
    result = play_game(window, solvers.create("best"))
    assert window.doubts
    assert result.won or result.lost_at is not None


def test_a_wrong_number_of_mines_is_dropped_also_where_a_cell_is_blamed_for_it(monkeypatch):
    best = solvers.create("best")

    class Blaming:
        def analyse(self, board):
            try:
                return best.analyse(board)
            except InconsistentBoardError as error:
                raise InconsistentBoardError(str(error), cell=(0, 0)) from error

    monkeypatch.setattr(loop, "SENSE", 0.01)
    result = play_game(Miscounted(Game(LEVEL, 1, FirstClick.OPEN)), Blaming())
    assert result.won or result.lost_at is not None


class Timed(DrawnView):
    """A lone number over a board of no usual size: its mines less its flags, or a clock."""

    clock_over_it = False

    def picture(self) -> Picture:
        whole = super().picture()
        screen = np.full_like(whole, 240)
        screen[170:410, 290:530] = whole[170:410, 290:530]
        flags = int((self.game.board.cells == FLAG).sum())
        number = 10 + int(self.clock.now()) if self.clock_over_it else 14 - flags
        page = Image.fromarray(screen)
        font = ImageFont.load_default(22)
        ImageDraw.Draw(page).text((320, 132), str(number), (40, 40, 40), font)
        return np.array(page)


@pytest.mark.parametrize("clock", [False, True])
def test_a_lone_number_counts_until_it_and_the_flags_add_up_no_more(clock):
    view = Timed(lambda number: Game(Level(11, 11, 14), 7, FirstClick.OPEN))
    view.clock_over_it = clock
    window = SightedWindow(view)
    first = window.look().mines
    assert first == (10 + int(view.clock.now()) if clock else 14)
    window.click([Click((4, 4), Button.LEFT)])
    view.clock.wait(2.0)
    assert window.look().mines == (None if clock else 14)


class Uncounted(VirtualWindow):
    """Nothing tells the number of mines."""

    def look(self):
        return Board(super().look().cells, None)


def test_the_number_of_mines_given_replaces_an_unknown_one():
    seen: list[Turn] = []
    result = play_game(
        Uncounted(Game(LEVEL, 4, FirstClick.OPEN)), solvers.create("best"), 10, seen.append
    )
    assert {turn.board.mines for turn in seen} == {10}
    assert result.stage in (Stage.WON, Stage.LOST)


def test_a_counter_that_is_read_counts_and_not_the_number_given(capsys):
    seen: list[Turn] = []
    play_game(virtual(4), solvers.create("best"), 99, seen.append)
    assert {turn.board.mines for turn in seen} == {10}
    commentator = Commentator(Console(width=80), 99)
    for turn in seen:
        commentator.turn(turn)
    out = capsys.readouterr().out
    assert out.count("the counter shows 10 mines in all, so -m 99 is not used") == 1


@pytest.mark.parametrize("given", [2, 70])
def test_a_number_of_mines_given_that_cannot_be_is_named_and_not_used(monkeypatch, capsys, given):
    monkeypatch.setattr(loop, "SENSE", 0.01)
    game = Game(LEVEL, 4, FirstClick.OPEN)
    result = play_game(Uncounted(game), solvers.create("best"), given)
    assert result.won or result.lost_at is not None
    assert capsys.readouterr().err.count(f"{given} mines, as given with -m, do not fit") == 1


def test_where_no_number_of_mines_is_known_a_guess_supposes_a_usual_one() -> None:
    board = Board.parse("\n".join(["1#########", *["##########"] * 9]))
    analysis = loop._solve(solvers.create("best"), Board(board.cells, None))
    row, col = analysis.decide().best
    assert max(row, col) > 1, "next to the 1 every third cell is a mine"
    assert not analysis.safe


@pytest.mark.parametrize("seed", range(6))
def test_what_follows_from_a_supposed_number_of_mines_alone_is_a_guess(seed: int) -> None:
    result = play_game(Uncounted(Game(LEVEL, seed, FirstClick.ANY)), solvers.create("best"))
    assert result.won or result.lost_at is not None
