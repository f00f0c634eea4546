"""The engine on the shared positions, whose true probabilities somebody else computed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import Board
from mwagent.solvers import analyse
from testbed.folders import SHARED

FILE = SHARED / "positions" / "positions.jsonl.gz"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FILE.exists(), reason=f"no positions at {FILE}"),
]


@dataclass(frozen=True)
class Position:
    board: Board
    truth: NDArray[np.float64] | None


def positions(name: str) -> Iterator[Position]:
    with gzip.open(FILE, "rt") as lines:
        for line in map(json.loads, lines):
            if line["set"].startswith(name):
                board = Board.parse("\n".join(line["cells"]), line["mines"])
                truth = line["probability"]
                if truth is not None:
                    truth = np.array(truth, float).reshape(board.shape)
                    truth[board.cells <= 8] = np.nan
                yield Position(board, truth)


@pytest.mark.parametrize(
    "name",
    ["played-expert", "played-dense30x24", "played-40x80", "played-50x50", "played-100x100"],
)
def test_played_positions_are_exact(name: str) -> None:
    seen = 0
    for position in positions(name):
        analysis = analyse(position.board)
        assert position.truth is not None
        assert analysis.exact
        np.testing.assert_allclose(analysis.mine_probability, position.truth, rtol=0, atol=1e-9)
        seen += 1
    assert seen


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_wide_frontiers_are_exact_or_say_that_they_are_not() -> None:
    exact = 0
    for position in positions("random-"):
        analysis = analyse(position.board)
        if position.truth is None:
            assert not np.isnan(analysis.mine_probability[position.board.unopened]).any()
            continue
        assert analysis.exact
        np.testing.assert_allclose(analysis.mine_probability, position.truth, rtol=0, atol=1e-9)
        exact += 1
    assert exact
