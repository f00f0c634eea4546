"""The laboratory tool that tells what another player's choice is worth beside ours."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import Click, FirstClick, Game, Level, Stage
from mwagent.solvers import analyse
from testbed.compiled import compiled

pytestmark = [pytest.mark.compiler, pytest.mark.long]
LEVEL = Level(16, 30, 99)


@pytest.fixture(scope="module")
def regret() -> Path:
    return compiled("benchmarks/engine/regret.cpp")


def guesses(count: int) -> list[tuple[NDArray[np.int8], NDArray[np.float64]]]:
    """Positions where nothing is safe, each with its mine probabilities."""
    found: list[tuple[NDArray[np.int8], NDArray[np.float64]]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        game = Game(LEVEL, seed=seed, rule=FirstClick.OPEN)
        game.play(Click((3, 3)))
        while (analysis := analyse(game.board.cells, LEVEL.mines)).safe:
            for cell in analysis.safe:
                game.play(Click(cell))
        if game.stage is Stage.ONGOING:
            found.append((game.board.cells.copy(), analysis.mine_probability))
    return found


def test_tells_a_wild_choice_from_a_careful_one(regret: Path) -> None:
    positions = guesses(6)

    def compare(pick: str) -> float:
        lines = []
        for cells, chance in positions:
            cell = int(
                np.nanargmax(np.where(chance < 1, chance, np.nan))
                if pick == "risky"
                else np.nanargmin(chance)
            )
            board = "".join(str(c) if c <= 8 else "h" for c in cells.ravel())
            lines.append(f"{cell} {board}")
        run = subprocess.run(
            [regret, "16", "30", "99", "40"],
            input="\n".join(lines),
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        gaps = [float(line.split()[3]) for line in run.stdout.splitlines()]
        return sum(gaps) / len(positions)

    assert compare("risky") < -0.1
    assert abs(compare("safest")) < 0.1
