"""`benchmarks/engine/luck.cpp`: luck taken back changes no chances, and makes them sharper."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from mwagent.minefield import FirstClick, Level, random_mines
from testbed.compiled import compiled

pytestmark = [pytest.mark.compiler, pytest.mark.long]
LEVEL = Level(9, 9, 10)
GAMES = 1500


@pytest.fixture(scope="module")
def luck() -> Path:
    return compiled("benchmarks/engine/luck.cpp")


def lay(path: Path, rule: FirstClick, first: tuple[int, int]) -> Path:
    with path.open("w") as lines:
        for seed in range(GAMES):
            mines = np.flatnonzero(random_mines(LEVEL, seed, first, rule)).tolist()
            lines.write(json.dumps({"w": LEVEL.cols, "h": LEVEL.rows, "mines": mines}) + "\n")
    return path


def run(luck: Path, *words: str | Path) -> list[list[float]]:
    """Run it; the numbers after the colon, or after `by`, of every line."""
    done = subprocess.run([luck, *words], capture_output=True, text=True, check=True, timeout=300)
    numbers = re.compile(r"-?\d+(?:\.\d+)?")
    return [
        [float(n) for n in numbers.findall(re.split(r": | by ", line)[1])]
        for line in done.stdout.splitlines()
    ]


@pytest.mark.drawn
@pytest.mark.parametrize(("rule", "first"), [(FirstClick.SAFE, (0, 0)), (FirstClick.OPEN, (3, 3))])
def test_chances_stay_and_are_told_more_sharply(
    luck: Path, tmp_path: Path, rule: FirstClick, first: tuple[int, int]
) -> None:
    boards = lay(tmp_path / "boards.jsonl", rule, first)
    row_by_row = tmp_path / "rows.txt"
    cells = " ".join(str(cell) for cell in range(LEVEL.rows * LEVEL.cols))
    row_by_row.write_text(f"0 {cells}\n" * GAMES)
    place = f"{first[0]},{first[1]}"
    best, rows, ahead = run(luck, boards, place, "fast", row_by_row)
    for games, won, won_error, fair, fair_error in (best, rows):
        assert games == GAMES
        assert fair_error < won_error
        assert abs(won - fair) < 2 * won_error  # about four standard errors
    assert best[1] > 85
    assert rows[1] < best[1]
    assert ahead[0] == pytest.approx(best[1] - rows[1], abs=0.02)
    assert ahead[2] == pytest.approx(best[3] - rows[3], abs=0.02)


def test_a_player_is_level_with_itself(luck: Path, tmp_path: Path) -> None:
    boards = lay(tmp_path / "boards.jsonl", FirstClick.SAFE, (0, 0))
    assert run(luck, boards, "0,0", "fast", "fast,deep=0")[2] == [0, 0, 0, 0]
    assert run(luck, boards, "0,0", "fast", "fast,flips=0")[2] != [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["missing.jsonl", "0,0", "fast"], "there are no boards in missing.jsonl"),
        (["{boards}", "9,0", "fast"], "9,0 is off the board"),
        (["{boards}", "0,0", "faster"], "faster is neither fast, default, max nor a file of moves"),
        (["{boards}", "0,0", "fast,third=1"], "third=1 is no setting"),
        (["{boards}", "0;0", "fast"], "usage: luck"),
    ],
)
def test_odd_requests_are_refused(
    luck: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    boards = lay(tmp_path / "boards.jsonl", FirstClick.SAFE, (0, 0))
    filled = [word.format(boards=boards) for word in words]
    done = subprocess.run(
        [luck, *filled], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 2
    assert sentence in done.stderr
