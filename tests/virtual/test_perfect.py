"""Perfect play on small boards: known values, and the default player that reaches them."""

from __future__ import annotations

import pytest

from mwagent.minefield import BoardFormatError, Level
from mwagent.solvers.best import play
from mwagent.virtual import perfect
from mwagent.virtual.perfect import main
from testbed.windows import IN_WINE

pytestmark = pytest.mark.skipif(
    IN_WINE, reason="in Wine 8 a pool of processes waits for ever now and then"
)

KNOWN = {
    (3, 3, 2): 24,
    (3, 4, 3): 124,
    (3, 5, 4): 614,
    (4, 4, 2): 102,
    (4, 4, 3): 400,
    (4, 4, 4): 961,
    (4, 5, 3): 864,
    (2, 8, 4): 216,
}
"""Layouts won, of all that leave the first cell free, by rows, columns and mines."""


@pytest.mark.parametrize("size", KNOWN)
def test_the_search_finds_what_is_known_to_be_the_most(size: tuple[int, int, int]) -> None:
    assert perfect.best_first(Level(*size)).wins == KNOWN[size]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("size", [(3, 3, 2), (3, 4, 3), (4, 4, 2), (4, 4, 3), (4, 5, 3), (2, 5, 3)])
def test_the_default_player_wins_all_that_can_be_won(size: tuple[int, int, int]) -> None:
    level = Level(*size)
    best = perfect.best_first(level)
    assert int(play(perfect.layouts(level, best.first), best.first).won.sum()) == best.wins


def test_every_first_cell_is_alike_to_one_that_is_tried() -> None:
    level = Level(3, 4, 2)
    tried = {perfect._after(level, cell).wins for cell in perfect.first_cells(level)}
    every = {perfect._after(level, (row, col)).wins for row in range(3) for col in range(4)}
    assert tried == every


def test_boards_that_are_too_large_are_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(BoardFormatError, match="at most"):
        perfect.best_first(Level(9, 9, 10))
    assert main(["--size", "9x9", "--mines", "10"]) == 2
    assert main(["--size", "nine", "--mines", "10"]) == 2
    assert main(["--size", f"{'9' * 5000}x2", "--mines", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_the_command_sets_the_player_beside_perfect_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--size", "3x4", "--mines", "3", "--play", "default"]) == 0
    out = capsys.readouterr().out
    assert "124 of 165 layouts" in out
    assert "strength=default: 124 (0 fewer)" in out
