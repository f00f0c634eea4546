"""What a page asks before there is a board, or amid a game, is answered as a user would."""

from __future__ import annotations

from pathlib import Path

import pytest

from testbed.gates import KINDS, gated_page

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from mwagent.player.places import open_browser_window
from mwagent.player.records import GameLog
from mwagent.player.session import run
from mwagent.solvers import create


@pytest.mark.drawn
@pytest.mark.browser
@pytest.mark.timeout(120)
@pytest.mark.usefixtures("kept_browser")
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_played_behind_what_is_asked(kind: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(gated_page(kind), encoding="utf-8")
    with (
        open_browser_window(f"{page.as_uri()}?seed=3&mines=6") as window,
        GameLog(tmp_path / "run.log", "best", {}, "tab") as log,
    ):
        session = run(window, create("best"), log, games=1)
        bad = window.view.page.evaluate("odd.bad")  # type: ignore[attr-defined]
    assert session.error is None, session.error
    assert [result.broken_off for result in session.results] == [None]
    assert bad == []
