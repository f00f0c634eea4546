"""A program of tkinter: won beneath a dialog, and begun by its menu, or through its doors."""

from __future__ import annotations

import shutil
import sys

import pytest

from mwagent import solvers
from mwagent.player.session import play_round
from mwagent.player.views import Desktop, ScreenView
from mwagent.player.window import SightedWindow

ROUNDS = 6

pytestmark = [
    pytest.mark.screen,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
]


def play(words: list[str]) -> tuple[int, int]:
    """Play until a round after the first is won: how many were won, and how many ends were said."""
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    solver = solvers.create("best")
    won = said = 0
    with Desktop(virtual=True) as desktop:
        desktop.start([sys.executable, "-m", "testbed.tk_game", *words])
        view = ScreenView()
        try:
            view.park((1200, 900))
            window = SightedWindow(view, patience=30.0)
            for number in range(ROUNDS):
                if number:
                    window.new_game()
                result = play_round(window, solver)
                # By its title alone the command knows that a board may come up behind doors.
                assert view.names_game() == ("--doors" in words)
                assert result.won or result.lost_at is not None, "lost on a cell taken for safe"
                won += result.won
                said += window.said is not None
                if won and number:
                    break
        finally:
            view.close()
    return won, said


@pytest.mark.drawn
@pytest.mark.parametrize(
    "way", ["a dialog over a won board, a menu", "doors, titles", "a question, and nothing else"]
)
def test_it_is_won_and_the_next_round_begun(way: str) -> None:
    if way == "doors, titles":
        assert all(play(["--seed", "2", "--doors"])), "titles say how a round ended"
    else:
        assert play(["--seed", "2", *(["--asks"] if way.startswith("a question") else [])])[0]
