"""A program of tkinter: won beneath a dialog, and another round begun by its menu."""

from __future__ import annotations

import shutil
import sys

import pytest

import solvers
from mwagent.hands import Desktop, ScreenView
from mwagent.seen import SightedWindow
from mwagent.session import play_round

ROUNDS = 6

pytestmark = [
    pytest.mark.screen,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
]


def test_a_dialog_over_a_won_board_is_a_win_and_a_menu_begins_the_next_round() -> None:
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    solver = solvers.create("best")
    with Desktop(virtual=True) as desktop:
        desktop.start([sys.executable, "-m", "testbed.tk_game", "--seed", "2"])
        view = ScreenView()
        try:
            view.park((1200, 900))
            window = SightedWindow(view, patience=30.0)
            won = 0
            for number in range(ROUNDS):
                if number:
                    window.new_game()
                result = play_round(window, solver)
                assert result.won or result.lost_at is not None, "lost on a cell taken for safe"
                won += result.won
                if won and number:
                    break
        finally:
            view.close()
    assert won
