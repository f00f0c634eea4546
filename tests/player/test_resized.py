"""A board of another size, dealt before anything was pressed."""

from __future__ import annotations

import pytest

from mwagent.minefield import Click, Game, Level
from mwagent.player.play import LostSightError
from mwagent.player.window import SightedWindow, recovering
from testbed.drawn_view import DrawnView


def dealt(number: int) -> Game:
    return Game(Level(9, 9, 10) if number == 0 else Level(12, 14, 25), 7)


class Resizing(DrawnView):
    """The next board has another size and lies elsewhere."""

    def key(self, name: str) -> bool:
        self.at = (560.0, 330.0)
        return super().key(name)


class Tab(Resizing):
    """Nothing but the board is in sight."""

    alone = True


@pytest.mark.long
@pytest.mark.slow
def test_in_a_tab_the_board_of_an_untouched_round_may_be_of_another_size() -> None:
    window = SightedWindow(Tab(dealt))
    assert window.look().shape == (9, 9)
    window.view.key("f2")
    board = window.look()
    assert board.shape == (12, 14)
    assert board.mines in (None, 25)
    window.click([Click((0, 0))])
    assert (window.look().cells < 9).any()


@pytest.mark.slow
def test_elsewhere_it_is_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovering, "SEARCH", 0.1)
    window = SightedWindow(Resizing(dealt))
    window.look()
    window.view.key("f2")
    with pytest.raises(LostSightError, match="another board"):
        window.look()
