"""The bot plays Wine's Minesweeper, and the traps of the test bed as a program of Windows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from testbed.windows.wine import Wine

GAMES = 4


@pytest.mark.timeout(2400)
@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_rounds_of_wines_minesweeper_are_played_to_their_end(wine: Wine, level: str) -> None:
    from testbed.windows.wine import CHECKOUT

    with wine.minesweeper(level):
        said = wine.mwagent("--games", str(GAMES), "-D1", timeout=2000)
    print(said)
    log = (CHECKOUT / "logs" / "run.log").read_text(encoding="utf-8").splitlines()
    results = [event for event in map(json.loads, log) if event["event"] == "result"]
    assert [event["stage"] in ("won", "lost") for event in results] == [True] * GAMES, said


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_press_beside_the_board_of_a_program_of_windows_lands_on_a_trap(
    wine: Wine, seed: int
) -> None:
    from testbed.windows.wine import CHECKOUT

    log = CHECKOUT / "logs" / f"pressed-{seed}.txt"
    log.unlink(missing_ok=True)
    words = ("-m", "testbed.trap_program", "--seed", str(seed), "--log", f"logs/{log.name}")
    with wine.program(wine.python, *words):
        said = wine.mwagent("-D1", "-m10", timeout=240)
    pressed = log.read_text(encoding="utf-8").splitlines()
    print(pressed, said)
    assert pressed[0].startswith("board:")
    assert not [what for what in pressed if what.startswith("trap")], said
