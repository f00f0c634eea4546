"""Flags: what the right button does is tried on one cell, and a flag painted late is waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import FLAG, Button, Click, FirstClick, Game, Level
from mwagent.player.play import RESTLESS, Turn, play_game
from mwagent.player.views import PRIMARY, Point, Press, Spot, right_button_marks
from mwagent.player.views.press import SECONDARY
from mwagent.player.window import SightedWindow
from mwagent.solvers import create
from testbed.drawn_view import DrawnView, LoneView

pytestmark = pytest.mark.slow

SIDE = 20
CELL = (3 * SIDE + 1, 3 * SIDE + 1, 4 * SIDE - 1, 4 * SIDE - 1)
SPOT = Spot(
    0,
    CELL,
    (2 * SIDE + 1, 2 * SIDE + 1, 5 * SIDE - 1, 5 * SIDE - 1),
    (3 * SIDE + SIDE // 2, 3 * SIDE + SIDE // 2),
    (9 * SIDE, 9 * SIDE),
)


@dataclass
class Window(LoneView):
    """A view of a board whose cell goes through `states` (grey levels) by the right button.

    The left one opens a cell without a mark. After `moves` presses the board moves by a cell.
    """

    states: tuple[int, ...]
    moves: int = 99
    opens: bool = False
    name: str = "the window"
    guarded: bool = False
    alone: bool = True
    state: int = 0
    opened: bool = False
    presses: list[tuple[Point, tuple[int, ...]]] = field(default_factory=list)

    def seen(self) -> NDArray[np.uint8]:
        """What is shown in the rectangle with the cells around the one that is tried."""
        x0, y0, x1, y1 = SPOT.wide
        return self.picture()[y0:y1, x0:x1]

    def picture(self) -> NDArray[np.uint8]:
        picture = np.full((10 * SIDE, 10 * SIDE, 3), 90, np.uint8)
        off = SIDE if len(self.presses) >= self.moves else 0
        board = picture[off : off + 6 * SIDE, off : off + 6 * SIDE]
        board[:] = (
            np.add.outer(np.arange(6) * 9, np.arange(6) * 5)
            .repeat(SIDE, 0)
            .repeat(SIDE, 1)[:, :, None]
            + 100
        )
        board[3 * SIDE : 4 * SIDE, 3 * SIDE : 4 * SIDE] = (
            20 if self.opened else self.states[self.state]
        )
        return picture

    def press(self, presses: Sequence[Press]) -> int:
        for press in presses:
            self.presses.append((press.at, press.buttons))
            if press.buttons == (SECONDARY,) and not self.opens:
                self.state = (self.state + 1) % len(self.states)
            elif self.state == 0 or self.opens:
                self.opened = True
        return len(presses)

    def pointer(self) -> Point:
        return (0, 0)

    def park(self, at: Point) -> None:
        pass


@pytest.mark.parametrize("states", [(180, 230), (180, 230, 60)])
def test_a_button_that_marks_is_told_and_its_mark_taken_away(states: tuple[int, ...]) -> None:
    window = Window(states)
    assert right_button_marks(window, SPOT, (0.0,), window.seen())
    assert window.state == 0 and not window.opened


@pytest.mark.slow
def test_a_button_that_opens_is_told() -> None:
    window = Window((180, 230), opens=True)
    assert not right_button_marks(window, SPOT, (0.0,), window.seen())
    assert window.opened
    assert all(at == SPOT.at for at, _ in window.presses)
    assert window.presses[-1][1] == (PRIMARY,)


@pytest.mark.slow
def test_a_button_without_effect_is_told() -> None:
    window = Window((180,))
    assert not right_button_marks(window, SPOT, (0.0, 0.08), window.seen())
    assert len(window.presses) == 2


def test_a_page_that_never_keeps_still_holds_nothing_up() -> None:
    """There are clocks that run by the picture; only what is around the cell is waited for."""

    class Restless(Window):
        shown = 0

        def picture(self) -> NDArray[np.uint8]:
            picture = super().picture()
            self.shown += 1
            picture[7 * SIDE :] = self.shown % 200
            return picture

    window = Restless((180, 230))
    assert right_button_marks(window, SPOT, (0.0,), window.seen())
    assert window.clock.now() < RESTLESS


@pytest.mark.parametrize("moves", [1, 2])
def test_nothing_is_pressed_any_more_once_the_board_has_moved(moves: int) -> None:
    window = Window((180, 230, 60), moves=moves)
    assert not right_button_marks(window, SPOT, (0.0,), window.seen())
    assert len(window.presses) == moves


def test_nothing_is_pressed_where_the_board_no_longer_is_what_was_seen() -> None:
    window = Window((180, 230))
    seen = np.roll(window.seen(), SIDE // 3, axis=0)
    assert right_button_marks(window, SPOT, (0.0,), seen) is None
    assert not window.presses


class LateView(DrawnView):
    """What is pressed is seen only some pictures later."""

    LATE = 8

    def __init__(self, deal: Callable[[int], Game]):
        super().__init__(deal)
        self._old: list[NDArray[np.uint8]] = []

    def picture(self) -> NDArray[np.uint8]:
        return self._old.pop() if self._old else super().picture()

    def press(self, presses: Sequence[Press]) -> int:
        before = self.picture()
        made = super().press(presses)
        self._old = [before] * self.LATE
        return made


@pytest.mark.slow
def test_a_flag_that_is_painted_late_is_waited_for() -> None:
    window = SightedWindow(LateView(lambda number: Game(Level(9, 9, 10), 1, FirstClick.OPEN)))
    window.look()
    window.click([Click((4, 4))])
    board = window.look()
    analysis = create("best").analyse(board)
    mine = analysis.mines[0]
    window.click([Click(mine, Button.RIGHT)])
    assert window.look()[mine] == FLAG


class OpensWithEveryButton(DrawnView):
    """Classic pictures, and no flags."""

    def take(self, press: Press) -> None:
        super().take(replace(press, buttons=(PRIMARY,)))


@pytest.mark.slow
def test_no_known_mine_is_opened_where_every_button_opens() -> None:
    window = SightedWindow(OpensWithEveryButton(partial(Game, Level(9, 9, 10))))
    for number in range(4):
        if number:
            window.new_game()
        turns: list[Turn] = []
        result = play_game(window, create("best"), watch=turns.append)
        last = turns[-1].analysis
        assert result.won or (last is not None and not last.safe), "lost by a guess alone"


class InvertedMeanwhile(DrawnView):
    """The colours change as soon as the right button was tried: a flag is left on a safe cell."""

    tried = False

    def picture(self) -> NDArray[np.uint8]:
        picture = super().picture()
        return 255 - picture if self.tried else picture

    def take(self, press: Press) -> None:
        super().take(press)
        self.tried |= SECONDARY in press.buttons


@pytest.mark.long
@pytest.mark.slow
def test_a_flag_left_by_a_try_that_was_broken_off_is_taken_away() -> None:
    """The cell is safe, and cannot be opened else: a guess elsewhere may lose the round."""
    view = InvertedMeanwhile(lambda number: Game(Level(9, 9, 10), 1, FirstClick.OPEN))
    turns: list[Turn] = []
    result = play_game(SightedWindow(view), create("best"), watch=turns.append)
    assert view.tried
    for turn in turns:
        assert not (turn.guess and turn.analysis is not None and turn.analysis.safe)
    assert result.won or turns[-1].guess or turns[-2].guess
