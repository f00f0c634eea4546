"""Boards drawn for play-outs are those that fit, each as likely; play-outs win what they should."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from mwagent.minefield import Click, Game, Level, Stage
from mwagent.solvers import analyse
from testbed.compiled import SANITIZERS, compiled

LEVEL = Level(7, 7, 9)

# A guess in a game of ours; "?" is hidden and 0 is written ".".
LATE = """
221....1?1.111.........1?1....
??21...11112?211......1221....
?4?21...113?32?211111.1?221211
123?31..1?3?2223?12?2.24?3?2?1
..2??1..123222?3334?2.2??42211
..122211.1?11?3?3??3325?5?1...
.....2?3111222213?4?3???532111
.111.2??1123?1.123324??????3??
.1?2233222??3334?4?23?????????
1212??211?333?????????????????
?21223?12221?5????????????????
12?1.2333?224?????????????????
.111.1??4?42??????????????????
.....1223??34?????????????????
111.1121223???????????????????
1?1.1?2?1.1???????????????????
"""


@pytest.fixture(scope="module")
def check() -> Path:
    return compiled("tests/engine/rollout_check.cpp", *SANITIZERS)


def guesses(games: int) -> list[str]:
    """Positions of small games where nothing is safe, the way the check reads them."""
    found = []
    for seed in range(games):
        game = Game(LEVEL, seed=seed)
        game.play(Click((0, 0)))
        while game.stage is Stage.ONGOING:
            analysis = analyse(game.board.cells, LEVEL.mines, strength="fast")
            assert analysis.decide().best is not None
            if not analysis.safe and analysis.decide().win_probability is not None:
                board = "".join(str(c) if c <= 8 else "h" for c in game.board.cells.ravel())
                found.append(f"{LEVEL.rows} {LEVEL.cols} {LEVEL.mines} {board}")
            for cell in analysis.safe or [analysis.decide().best]:
                game.play(Click(cell))
    return found


@pytest.mark.long
@pytest.mark.compiler
def test_draws_and_playouts_agree_with_exact_counts(check: Path) -> None:
    positions = guesses(200)
    done = subprocess.run(
        [check], input="\n".join(positions), capture_output=True, text=True, check=True, timeout=300
    )
    deviations = np.array([line.split() for line in done.stdout.splitlines()], float)
    assert len(deviations) > 30
    frequencies, means = deviations.T
    # The largest of some thirty cells in as many positions; and single means. In standard errors.
    assert np.max(frequencies) < 5.5
    assert np.max(means) < 5
    assert np.mean(means**2) < 1.6


@pytest.mark.slow
def test_a_close_choice_is_played_out() -> None:
    codes = {"?": 11, ".": 0}
    rows = [[codes[c] if c in codes else int(c) for c in line] for line in LATE.split()]
    cells = np.array(rows, np.int8)
    quick, patient = (
        analyse(cells, 99, strength=strength, budget=60).decide() for strength in ("default", "max")
    )
    assert quick.why == patient.why == "guess"
    assert quick.best == (14, 12)
    assert patient.best in {
        (7, 23),
        (7, 26),
        (7, 29),
    }  # wins 0.636 of such boards, not 0.525
    assert patient.candidates[0].cell == patient.best
    assert analyse(cells, 99, strength="max", budget=60).decide().best == patient.best
