"""Small closed regions wait: the count of mines may yet tell what is in them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import Cell, Click, FirstClick, Game, Level, Stage
from mwagent.solvers import Analysis, analyse

LEVEL = Level(16, 30, 99)
LARGE = 14  # cells, as in engine/play/guess.h


def region_sizes(cells: NDArray[np.int8], proven: set[Cell]) -> dict[Cell, int]:
    """How many unknown cells can bear on each, by touching or by a common number."""
    unknown = {(r, c) for r, c in np.argwhere(cells == 11).tolist()} - proven
    numbers = {(r, c) for r, c in np.argwhere(cells <= 8).tolist()}

    def around(cell: Cell) -> set[Cell]:
        row, col = cell
        return {(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)} - {cell}

    sizes: dict[Cell, int] = {}
    for seed in unknown:
        if seed in sizes:
            continue
        region, edge = {seed}, [seed]
        while edge:
            near = around(edge.pop())
            for number in near & numbers:
                near |= around(number)
            edge += (new := (near & unknown) - region)
            region |= new
        sizes.update(dict.fromkeys(region, len(region)))
    return sizes


def late_guesses(games: int) -> list[tuple[NDArray[np.int8], Analysis]]:
    found = []
    for seed in range(games):
        game = Game(LEVEL, seed=seed, rule=FirstClick.OPEN)
        game.play(Click((3, 3)))
        while game.stage is Stage.ONGOING:
            analysis = analyse(game.board.cells, LEVEL.mines, strength="fast")
            assert analysis.decide().best is not None
            if not analysis.safe and analysis.decide().why == "guess":
                found.append((game.board.cells.copy(), analysis))
            for cell in analysis.safe or [analysis.decide().best]:
                game.play(Click(cell))
    return found


@pytest.mark.slow
def test_a_guess_in_a_small_region_is_weighed_only_when_there_is_no_other() -> None:
    waited = 0
    for cells, analysis in late_guesses(120):
        sizes = region_sizes(cells, set(analysis.mines))
        weighed = {sizes[candidate.cell] >= LARGE for candidate in analysis.decide().candidates}
        assert len(weighed) == 1
        safest = np.nanmin(analysis.mine_probability)
        near = analysis.mine_probability <= safest + 0.15
        small = [cell for cell, size in sizes.items() if size < LARGE and near[cell]]
        waited += weighed == {True} and bool(small)
    assert waited > 5
