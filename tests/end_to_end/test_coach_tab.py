"""What the coach makes of a browser's tab, as `mwagent coach --browser` watches it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from mwagent.coach.coach import Coach
from mwagent.coach.sources import TabSource
from mwagent.minefield import Button, Click
from testbed.watched import TabGame, dealt

pytestmark = [pytest.mark.browser]


def test_what_a_tab_shows_becomes_a_record(chromium: Any) -> None:
    page = chromium.new_page()
    try:
        shown = TabGame(page, dealt(3))
        coach = Coach(TabSource(page), None)

        def wait(enough: Any) -> None:
            until = time.monotonic() + 30
            while not enough():
                assert coach.step() and time.monotonic() < until, coach.trouble

        wait(lambda: not coach.follower.lost)
        board = shown.source.game.board
        made = [(Click((4, 4)), shown.play(Click((4, 4))))]
        wait(lambda: coach.games and coach.games[0].moves)
        mines = shown.source.game.mines
        assert mines is not None
        row, col = next((r, c) for r in range(9) for c in range(9) if mines[r, c])
        click = Click((row, col), Button.RIGHT)
        made.append((click, shown.play(click)))
        wait(lambda: len(coach.games[0].moves) == 2)
        (game,) = coach.games
        assert [move.kind for move in game.moves] == ["open", "flag"]
        assert game.shape == board.shape and game.moves[1].cell == (row, col)
        # Chromium gives the time of each paint: how busy this machine is does not move it.
        lags = [move.seconds - at for move, (_, at) in zip(game.moves, made, strict=True)]
        assert all(-0.5 < lag < 2.0 for lag in lags), lags
    finally:
        page.close()
    assert not coach.step(), "a closed tab ends the watching"
