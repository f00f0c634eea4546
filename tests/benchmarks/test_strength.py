"""`benchmarks/engine/strength.py`: it plays the shared boards, and pairs results with peers."""

from __future__ import annotations

import gzip
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from benchmarks.engine import strength
from mwagent.solvers import play
from testbed.folders import SHARED

BOARDS = SHARED / "boards"


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = found
    spec.loader.exec_module(found)
    return found


@pytest.mark.shared
@pytest.mark.skipif(not BOARDS.exists(), reason=f"no boards at {BOARDS}")
@pytest.mark.parametrize("name", list(strength.SETS))
@pytest.mark.parametrize("seed", [strength.SEED, 7])
def test_the_boards_are_those_of_the_shared_generator(name: str, seed: int) -> None:
    theirs = module(BOARDS / "genboards.py").boards(name, 25, seed)
    for ours, board in zip(strength.boards(strength.SETS[name], 25, seed), theirs, strict=True):
        assert ours.shape == (board["h"], board["w"])
        assert np.flatnonzero(ours).tolist() == board["mines"]


def test_results_are_paired_with_every_player_on_the_boards_it_played(tmp_path: Path) -> None:
    path = tmp_path / "peers.csv.gz"
    lines = ["set,board,java,js", "other,0,1,1"]
    lines += [f"some,{board},{int(board % 2)},{'' if board >= 4 else 0}" for board in range(8)]
    with gzip.open(path, "wt") as file:
        file.write("\n".join(lines) + "\n")
    won = np.array([True, True, True, False, True, True])
    rows = strength.pairs("some", won, path)
    assert [tuple(row.values()) for row in rows] == [
        ("some", "java", 6, "83.33%", "50.00%", "+3 -1", "+33.33% ± 59.64%", "0.62"),
        ("some", "js", 4, "75.00%", "0.00%", "+3 -0", "+75.00% ± 42.43%", "0.25"),
    ]


def test_every_strength_is_played() -> None:
    masks = strength.boards(strength.SETS["beginner-classic"], 5, 1)
    for name in ("fast", "default", "max"):
        assert play(masks, (0, 0), strength=name).won.shape == (5,)
