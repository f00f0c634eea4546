"""Rounds whose end nothing shows: the program is asked, and mines are flagged where it waits so."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from mwagent import solvers
from mwagent.minefield import FLAG, HIDDEN, Board, Button, Cell, Click, FirstClick, Game, Stage
from mwagent.player.play import UnclearEndError, VirtualWindow, play_game
from mwagent.player.window.finishing import Finishing
from mwagent.vision.lattice import Lattice
from testbed.drawn_view import DrawnClock
from testbed.virtual_windows import LEVEL

MINES = [(0, 0), (2, 1), (4, 4)]
LATTICE = Lattice(7, 9, 10, 10, 5, 5)


class Page:
    """A page that takes flags or not, and says that it is won once all mines have them, or never.

    It stands for all that `Finishing` asks: the board, its looks and presses, and its words.
    """

    def __init__(self, takes_flags: bool = True, says: Stage | None = Stage.WON) -> None:
        self.flags: set[Cell] = set()
        self.presses: list[Click] = []
        self.takes_flags, self.says = takes_flags, says
        self.held_back = self.restless = 0
        self.keys: list[str] = []
        self.view = SimpleNamespace(alone=True, key=self.keys.append, clock=DrawnClock())
        self.program = SimpleNamespace(known_skin=False)
        self.announcement = self
        self.answered = self.menu = False
        self.location = SimpleNamespace(box=(7, 9, 57, 59), shape=(5, 5), lattice=LATTICE)

    def stage(self, cleared: bool = False) -> Stage | None:
        assert cleared
        return self.says if len(self.flags) == len(MINES) else None

    def step_aside(self) -> None:
        pass

    def picture(self) -> Any:
        picture = np.zeros((50, 50, 3), np.uint8)
        for row, col in self.flags:
            picture[10 * row : 10 * row + 10, 10 * col : 10 * col + 10] = 200
        if self.menu and self.presses:
            picture[:, 30:] = 90
        return SimpleNamespace(picture=picture)

    def press(self, clicks: Sequence[Click]) -> Sequence[Click]:
        if self.held_back:
            self.held_back -= 1
            return []
        self.presses += clicks
        if self.takes_flags:
            self.flags |= {click.cell for click in clicks}
        self.held_back = self.restless
        return clicks

    def finishing(self) -> Finishing:
        page = cast("Any", self)
        return Finishing(page, page, page)


def test_mines_are_flagged_where_a_page_calls_a_round_won_only_then() -> None:
    page = Page()
    assert page.finishing().finish(MINES) is Stage.WON
    assert page.presses == [Click(cell, Button.RIGHT) for cell in MINES]


def test_a_flag_that_is_held_back_is_set_once_the_page_keeps_still() -> None:
    page = Page()
    page.held_back = page.restless = 3
    assert page.finishing().finish(MINES) is Stage.WON
    assert page.flags == set(MINES)


def test_a_page_that_takes_no_flag_is_pressed_once_and_never_again() -> None:
    page = Page(takes_flags=False)
    finishing = page.finishing()
    assert finishing.finish(MINES) is None
    assert finishing.finish(MINES) is None
    assert page.presses == [Click(MINES[0], Button.RIGHT)]


def test_flags_are_set_in_each_round_also_where_a_page_says_nothing_for_them() -> None:
    page = Page(says=None)
    finishing = page.finishing()
    assert finishing.finish(MINES) is None
    page.flags.clear()
    assert finishing.finish(MINES) is None
    assert len(page.presses) == 2 * len(MINES)


def test_a_page_that_opens_by_the_right_button_is_pressed_once_and_never_again() -> None:
    page = Page(says=Stage.LOST)
    page.stage = lambda cleared=False: (  # type: ignore[method-assign]
        Stage.LOST if page.flags else None
    )
    finishing = page.finishing()
    assert finishing.finish(MINES) is Stage.LOST
    page.flags.clear()
    assert finishing.finish(MINES) is None
    assert page.presses == [Click(MINES[0], Button.RIGHT)]


@pytest.mark.parametrize("alone", [False, True])
def test_nothing_is_flagged_in_a_program_that_is_known_or_has_answered(alone: bool) -> None:
    for known_skin, answered in ((True, False), (False, True)):
        page = Page()
        page.view.alone, page.program.known_skin, page.answered = alone, known_skin, answered
        assert page.finishing().finish(MINES) is None
        assert page.presses == []


def test_mines_are_flagged_on_a_screen_as_they_are_in_a_tab() -> None:
    page = Page()
    page.view.alone = False
    assert page.finishing().finish(MINES) is Stage.WON
    assert page.presses == [Click(cell, Button.RIGHT) for cell in MINES]
    assert page.keys == []


def test_a_menu_that_the_right_button_brings_up_on_a_screen_is_closed_and_not_asked_for_again() -> (
    None
):
    page = Page(takes_flags=False)
    page.view.alone, page.menu = False, True
    finishing = page.finishing()
    assert finishing.finish(MINES) is None
    assert finishing.finish(MINES) is None
    assert page.presses == [Click(MINES[0], Button.RIGHT)]
    assert page.keys == ["escape"]


def test_what_a_page_says_is_enough() -> None:
    page = Page()
    page.flags = set(MINES)
    assert page.finishing().finish(MINES) is Stage.WON
    assert page.presses == []


class Silent(VirtualWindow):
    """Shows no end of a game, nor flags on mines, and says one at last."""

    exact = False
    asked: list[Sequence[Cell]]

    def __init__(self, said: Stage | None):
        super().__init__(Game(LEVEL, 4, FirstClick.OPEN))
        self.asked = []
        self._said = said

    def look(self) -> Board:
        board = super().look()
        return Board(np.where(board.cells == FLAG, HIDDEN, board.cells), board.mines)

    def stage(self) -> Stage:
        return Stage.ONGOING

    def finish(self, mines: Sequence[Cell]) -> Stage | None:
        self.asked.append(mines)
        return self._said


@pytest.mark.parametrize("said", [None, Stage.WON])
def test_the_loop_asks_for_the_end_of_a_round_that_shows_none(said: Stage | None) -> None:
    window = Silent(said)
    assert play_game(window, solvers.create("best")).won
    (mines,) = window.asked
    assert len(mines) == LEVEL.mines


def test_a_loss_that_is_said_of_a_round_in_which_all_was_proven_is_unclear() -> None:
    with pytest.raises(UnclearEndError):
        play_game(Silent(Stage.LOST), solvers.create("best"))
