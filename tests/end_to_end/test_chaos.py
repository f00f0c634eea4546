"""Whatever happens to the page: no wrong press, and a finished game or one clear sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mwagent.minefield import HIDDEN, Board, cells_where

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from mwagent.player.views.tab import TabView
from mwagent.solvers import Analysis, Decision
from testbed import turmoil
from testbed.turmoil import Run, chaos_in_tab

pytestmark = pytest.mark.browser

FINISHES = ["moved at once", "window put on top for a while", "page reloaded", "clicks dropped"]


@pytest.mark.long
@pytest.mark.parametrize("trouble", turmoil.TROUBLES)
def test_no_trouble_in_a_tab_leads_to_a_wrong_press(
    chromium: Any, page_url: str, trouble: str
) -> None:
    verdict = chaos_in_tab(chromium, page_url, Run(trouble, 41))
    assert verdict.wrongs == []
    assert verdict.ended in ("won", "lost") or trouble not in FINISHES


def test_it_stops_with_one_sentence(
    chromium: Any, page_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TabView, "wait", 4.0)
    verdict = chaos_in_tab(chromium, page_url, Run("window left on top", 42))
    assert verdict.wrongs == []
    error, _, sentence = verdict.ended.partition(": ")
    assert error == "LostSightError" and "over" in sentence and "\n" not in sentence


def test_a_message_over_a_half_of_a_safe_cell_is_not_pressed(chromium: Any, page_url: str) -> None:
    """It comes up between a look and the press, at the very middle of the cell."""
    verdict = chaos_in_tab(chromium, page_url, Run("notification in the corner", 642))
    assert verdict.wrongs == []
    assert verdict.ended in ("won", "lost")


class Careless:
    """A solver that takes every cell for safe."""

    def analyse(self, board: Board) -> Analysis:
        hidden = board.cells == HIDDEN
        cells = tuple(cells_where(hidden))
        return Analysis(np.where(hidden, 0.0, np.nan), cells, (), Decision(cells[0], "proof"))


@pytest.mark.long
def test_the_judge_sees_a_mine_clicked(
    chromium: Any, page_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turmoil, "create", lambda name, options: Careless())
    verdict = chaos_in_tab(chromium, page_url, Run("nothing", 44))
    assert verdict.ended.startswith("UnclearEndError"), "every cell was taken for safe"
    assert any("a mine" in wrong for wrong in verdict.wrongs)
