"""Pages whose pictures take long to be made out: cells that grow under the pointer, or fly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.belief import SeenBoard
from mwagent.player.window import looking

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from mwagent.player.places import open_browser_window
from mwagent.player.play import play_game
from mwagent.solvers import create
from mwagent.vision.capture import Shot
from mwagent.vision.reading import Reading

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(120),
    pytest.mark.usefixtures("kept_browser"),
]

PAGE = Path(__file__).with_name("odd_game.html").as_uri()


def test_the_pointer_is_put_aside_before_the_board_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = []
    find = SeenBoard.find

    def counted(board: SeenBoard[Any], *args: object, **more: object) -> object:
        searches.append(args)
        return find(board, *args, **more)

    monkeypatch.setattr(SeenBoard, "find", counted)
    with open_browser_window(f"{PAGE}?hover=swell&look=plain&seed=3&wide=32") as window:
        result = play_game(window, create("best"))
        state = window.view.page.evaluate("odd")  # type: ignore[attr-defined]
    assert result.won
    assert state["outside"] == 0
    assert len(searches) <= 1, "a search of the whole page takes seconds"


@pytest.mark.long
def test_pictures_that_pass_by_are_not_read_where_reading_is_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grabbed: list[bytes] = []
    passing = []
    grab, read = SeenBoard.picture, SeenBoard.read

    def grabs(board: SeenBoard[Any]) -> Shot:
        shot = grab(board)
        grabbed.append(shot.picture.tobytes())
        return shot

    def reads(board: SeenBoard[Any], picture: NDArray[np.uint8], *more: Any) -> Reading:
        passing.append(grabbed[-2:-1] != grabbed[-1:])
        return read(board, picture, *more)

    monkeypatch.setattr(SeenBoard, "picture", grabs)
    monkeypatch.setattr(SeenBoard, "read", reads)
    monkeypatch.setattr(looking, "TARDY", 0.0)
    with open_browser_window(f"{PAGE}?fly=1&look=checker&seed=3&wide=32") as window:
        window.look()
        passing.clear()
        result = play_game(window, create("best"))
    assert result.won
    assert passing
    assert sum(passing) <= 1, "a picture may pass by just before a click"
