"""Programs that look at the mouse once a frame: no press strays onto a mine, by the real screen."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mwagent import solvers
from mwagent.player.play import Result
from mwagent.player.session import play_round
from mwagent.player.views import Desktop, ScreenView
from mwagent.player.window import SightedWindow

ROUNDS = 2
CASES = [
    *((habit, rate) for habit in ("state", "press", "release") for rate in (10, 30, 60)),
    ("late", 30),
    ("deaf", 60),
    ("chord", 60),
]

pytestmark = [
    pytest.mark.screen,
    pytest.mark.timeout(240),
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
]


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with Desktop(virtual=True) as started:
        yield started


def played(window: SightedWindow) -> list[Result]:
    """A few rounds, each to its end."""
    solver = solvers.create("best")
    results = []
    for number in range(ROUNDS):
        if number:
            window.new_game()
        results.append(play_round(window, solver))
    return results


@pytest.mark.drawn
@pytest.mark.parametrize(("habit", "rate"), CASES)
@pytest.mark.long
def test_no_press_strays_onto_a_mine(
    desktop: Desktop, tmp_path: Path, seed: int, habit: str, rate: int
) -> None:
    journal = tmp_path / "journal.txt"
    words = ("--rate", str(rate), "--seed", str(seed % 1000), "--journal", str(journal))
    game = desktop.start([sys.executable, "-m", "testbed.frame_game", habit, *words])
    view = ScreenView()
    try:
        view.park((5, 5))
        window = SightedWindow(view, patience=15.0)
        results = played(window)
    finally:
        view.close()
        game.kill()
    for result in results:
        assert result.won or result.lost_at is not None, f"{habit} at {rate}: a press strayed"
    hits = [tuple(map(int, line.split()[:2])) for line in journal.read_text().splitlines()]
    assert hits == [result.lost_at for result in results if not result.won]
