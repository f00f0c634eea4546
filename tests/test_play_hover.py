"""A page whose cells grow under the pointer, over the rims of their neighbours."""

from __future__ import annotations

from pathlib import Path

import pytest

from minefield import MinefieldError
from mwagent.desktop import find_browser
from mwagent.eye import Eye

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from mwagent.browser import open_browser_window
from mwagent.loop import play
from solvers import create

try:
    find_browser()
except MinefieldError as error:
    pytest.skip(str(error), allow_module_level=True)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

PAGE = Path(__file__).with_name("odd_game.html").as_uri()


def test_the_pointer_is_put_aside_before_the_board_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = []
    find = Eye.find

    def counted(eye: Eye, *args: object, **more: object) -> object:
        searches.append(args)
        return find(eye, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Eye, "find", counted)
    with open_browser_window(f"{PAGE}?hover=swell&look=plain&seed=3&wide=32") as window:
        result = play(window, create("best"))
        state = window.view.page.evaluate("odd")  # type: ignore[attr-defined]
    assert result.won
    assert state["outside"] == 0
    assert len(searches) <= 2, "a search of the whole page takes seconds"
