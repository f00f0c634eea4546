"""A cell called safe is never a mine, and a cell called a mine never safe: the short version of
`benchmarks/engine/safe_moves.py`, and proof that it would notice."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from benchmarks.engine import safe_moves
from mwagent.minefield import HIDDEN, Board
from mwagent.solvers import Decision, analyse


@pytest.mark.slow
@pytest.mark.parametrize("how", ["engine_games", "told_moves"])
def test_no_cell_is_called_wrongly(how: str, seed: int, quick: bool) -> None:
    tallies: Any = defaultdict(safe_moves.ProofCounts)
    moves = 4_000 if quick else 20_000
    *_, made = getattr(safe_moves, how)(moves, np.random.default_rng(seed), tallies)
    assert made >= moves
    assert sum(tally.safe for tally in tallies.values()) >= moves
    assert [what for tally in tallies.values() for what in tally.wrong] == []
    if how == "told_moves":
        assert all(tallies[f"told, {manner}"].mines for manner in safe_moves.MANNERS)


@pytest.mark.parametrize(
    "lie", [{"safe": ((0, 1),)}, {"mines": ((1, 0),)}, {"decision": Decision((0, 1), "proof")}]
)
def test_a_lie_is_noticed(lie: dict[str, Any]) -> None:
    mines = np.array([[False, True], [False, False], [False, False]])
    shown = np.array([[1, HIDDEN], [HIDDEN, HIDDEN], [0, HIDDEN]], np.int8)
    honest = analyse(Board(shown, 1))
    assert honest.safe
    for told, wrong in ((honest, False), (dataclasses.replace(honest, **lie), True)):
        tally = safe_moves.ProofCounts()
        safe_moves.check(told, shown, 1, mines, tally)
        assert bool(tally.wrong) == wrong
