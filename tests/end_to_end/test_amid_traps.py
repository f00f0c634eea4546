"""Rounds amid windows and boxes that are not the game's: they go on, and no trap is pressed."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from testbed import trap_boxes, trap_windows
from testbed.amid_traps import amid_boxes, amid_windows

pytestmark = pytest.mark.timeout(600)
OPENBOX = ["openbox"] if shutil.which("openbox") else []
WINDOWS = ["window of another program at the end", "dialog of the game", "comes under", "minimised"]
BOXES = ["a dialog in focus", "a link laid", "slides", "a prompt to buy", "ticked"]


def went_on(noted: Counter[str], rounds: int) -> None:
    """Nothing was pressed or typed beside the game, and every round was played to its end."""
    assert [what for what in noted if what.startswith("trap")] == []
    assert [what for what in noted if what.startswith("stopped")] == []
    shown = [what for what in noted if what.startswith("shown")]
    assert len(shown) == rounds, f"brought up only {shown}"
    assert noted["played: won"] + noted["played: lost"] == rounds
    assert len([what for what in noted if what.startswith("round")]) == rounds


@pytest.mark.screen
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_windows_that_are_not_the_games_are_waited_for() -> None:
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    went_on(amid_windows(OPENBOX, 3, WINDOWS), len(trap_windows.chosen(WINDOWS)))


@pytest.mark.long
@pytest.mark.screen
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
@pytest.mark.parametrize("manager", [[], OPENBOX], ids=["alone", "managed"])
def test_windows_of_every_kind_are_waited_for(manager: list[str]) -> None:
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    went_on(amid_windows(manager, 4), len(trap_windows.KINDS))


@pytest.mark.browser
def test_boxes_that_are_not_the_games_are_waited_for() -> None:
    went_on(amid_boxes(3, BOXES), len(trap_boxes.chosen(BOXES)))


@pytest.mark.long
@pytest.mark.browser
def test_boxes_of_every_kind_are_waited_for() -> None:
    went_on(amid_boxes(4), len(trap_boxes.KINDS))
