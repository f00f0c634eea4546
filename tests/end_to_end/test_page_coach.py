"""The coach on the page: silent in a game, three stages when asked, everything, and troubles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mwagent.coach.coach import Coach
from mwagent.coach.page import CoachPage
from mwagent.coach.sighting import Trouble
from mwagent.gamebook import GameBook
from mwagent.minefield import Button, Stage
from mwagent.web import Live, serve
from testbed.pageboard import until
from testbed.watched import DrawnSource, Player, dealt

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

TEXT = "document.querySelector('#mode-watch').textContent"


class Watched(Player):
    """A player whose coach speaks on a page; `page` shows it."""

    page: Any
    told: CoachPage


@pytest.fixture
def watched(chromium: Any, tmp_path: Path) -> Iterator[Watched]:
    """Somebody who plays, and the page beside it."""
    path = tmp_path / "games.sqlite"
    live = Live("coach")
    live.publish("session", lambda: {"coach": True, "source": "the screen"})
    with GameBook(path) as book, serve(live=live, games=path) as url:
        source, told = DrawnSource(dealt(3)), CoachPage(live)
        player = Watched(source, Coach(source, book, told))
        player.told = told
        player.page = chromium.new_page()
        try:
            player.page.goto(f"{url}?test=1#watch")
            yield player
        finally:
            player.page.close()


def hidden(page: Any, name: str) -> bool:
    """Whether no button of this name is in sight."""
    return int(page.get_by_role("button", name=name).count()) == 0


def test_silent_in_the_game_and_speaks_after_it(watched: Watched) -> None:
    page = watched.page
    until(page, f"{TEXT}.includes('looking for a board')")
    watched.wait(1.0)
    until(page, f"{TEXT}.includes('a board of 9×9')")
    assert page.get_by_label("After the game").is_checked() and hidden(page, "Why?")
    watched.click((4, 4))
    page.keyboard.press("w")
    until(page, f"{TEXT}.includes(' s: opened ')")
    assert not page.locator("#mode-watch .why:visible").count()
    mines = watched.source.game.mines
    assert mines is not None
    row, col = np.argwhere(mines)[0]
    watched.click((int(row), int(col)))
    assert watched.source.game.stage is Stage.LOST
    until(page, f"{TEXT}.includes('The game was lost: 2 moves')")
    until(page, f"/safe before the last move/.test({TEXT})")
    page.get_by_role("button", name="Why was it safe?").click()
    until(page, f"{TEXT}.includes('Where to look')")
    until(page, f"{TEXT}.includes('The game was lost')")
    page.get_by_role("button", name="Review the game").click()
    until(page, "location.hash.startsWith('#review')")


def test_it_explains_when_asked_in_stages(watched: Watched) -> None:
    page = watched.page
    watched.wait(1.0)
    watched.click((4, 4))
    page.get_by_label("When I ask").check()
    assert "Sites with rankings forbid any help" in page.text_content("#mode-watch")
    page.keyboard.press("w")
    until(page, f"{TEXT}.includes('Where to look')")
    assert "What it rests on" not in page.text_content("#mode-watch .side")
    page.get_by_role("button", name="Mark what it rests on").click()
    until(page, f"{TEXT}.includes('What it rests on')")
    page.get_by_role("button", name="Explain").click()


def test_moves_and_troubles_are_told(watched: Watched) -> None:
    page = watched.page
    watched.wait(1.0)
    watched.click((4, 4))
    mines = watched.source.game.mines
    assert mines is not None
    row, col = np.argwhere(mines)[0]
    watched.click((int(row), int(col)), Button.RIGHT)
    until(page, f"{TEXT}.includes('flag on')")
    watched.told.trouble(Trouble.COVERED, "a window is over the board")
    until(page, f"{TEXT}.includes('A window is over the board.')")
    watched.told.trouble(Trouble.NONE, "")
    until(page, f"!{TEXT}.includes('A window is over the board.')")
    watched.told.end("The coach was stopped.")
    until(page, f"{TEXT}.includes('The coach was stopped.')")
