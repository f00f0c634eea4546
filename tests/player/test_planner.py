"""The planner: fewest and nearest clicks, and never one that is not proven."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
    rules,
)
from mwagent.minefield import neighbours as around
from mwagent.player.play import plan
from mwagent.solvers import Analysis, Decision, blank_probabilities
from mwagent.solvers.analysis import Why


def analysis(
    board: Board, safe: list[Cell], mines: list[Cell], best: Cell | None = None
) -> Analysis:
    first = safe[0] if safe else best
    why: Why = "proof" if safe else "guess"
    return Analysis(blank_probabilities(board), tuple(safe), tuple(mines), Decision(first, why))


def by_symbol(text: str) -> tuple[Board, list[Cell], list[Cell]]:
    """A board drawn with `s` for cells proven safe and `m` for cells proven mines."""
    rows = text.split()
    safe = [(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == "s"]
    mines = [(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == "m"]
    return Board.parse(text.replace("s", "#").replace("m", "#")), safe, mines


DRAWN = {
    "two flags and a chord replace six clicks": ("sms s2s sms", "right right chord"),
    "a flag and a chord save no click where two cells are opened": ("s1s 1m1 111", "left left"),
    "a flag that stands already makes a chord cheap": ("s1s 1F1 111", "chord"),
    "no chord is made beside a cell that is not decided": (
        "##### #ss## #s1s# #mss# #####",
        "left left left",
    ),
    "and it is once that is": ("##### #sss# #s1s# #mss# #####", "right chord"),
    "a cell known to be blank opens all around it": ("1111 1sss 1sss 1sss", "left"),
}
"""What is saved by which clicks; `s` are cells proven safe and `m` proven mines."""


def planned(drawing: str, **more: bool) -> list[Click]:
    board, safe, mines = by_symbol("\n".join(drawing.split()))
    return plan(board, analysis(board, safe, mines), (0, 0), **more)


@pytest.mark.parametrize(("drawing", "buttons"), DRAWN.values(), ids=DRAWN)
def test_clicks_are_saved_where_they_can_be(drawing: str, buttons: str) -> None:
    assert " ".join(str(click.button) for click in planned(drawing)) == buttons


def test_without_chords_every_cell_is_opened_by_itself() -> None:
    clicks = planned("sss s1s mss", chords=False)
    assert {click.button for click in clicks} == {Button.LEFT}


def test_the_guess_is_clicked_only_when_nothing_is_safe():
    board = Board.hidden(3, 3, 1)
    assert plan(board, analysis(board, [], [], best=(1, 1))) == [Click((1, 1))]
    assert Click((1, 1)) not in plan(board, analysis(board, [(0, 0)], [(1, 1)]))


def test_nothing_left_to_open_needs_no_click():
    board = Board.parse("1F\n11", mines=1)
    assert plan(board, analysis(board, [], [])) == []


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, Board, Analysis]:
    """A game some clicks in, and an analysis that knows a random part of the truth."""
    rows, cols = draw(st.integers(1, 10)), draw(st.integers(2, 12))
    mines = draw(st.integers(0, rows * cols - 1))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    game = Game(Level(rows, cols, mines), seed, FirstClick.SAFE)
    game.play(Click((int(rng.integers(rows)), int(rng.integers(cols)))))
    truth = game.mines
    assert truth is not None
    for cell in np.argwhere(~truth)[: int(rng.integers(0, 12))]:
        game.play(Click((int(cell[0]), int(cell[1]))))
    for cell in np.argwhere(truth)[: int(rng.integers(0, 4))]:
        game.play(Click((int(cell[0]), int(cell[1])), Button.RIGHT))
    board = game.board
    known = rng.random(board.shape) < draw(st.sampled_from((0.3, 0.8, 1.0)))
    hidden = board.cells == HIDDEN
    safe = cells_where(hidden & ~truth & known)
    found = cells_where(hidden & truth & known)
    return game, board, analysis(board, safe, found)


@settings(deadline=None, max_examples=300)
@given(positions(), st.booleans())
def test_planned_clicks_open_what_is_safe_and_nothing_else(position, chords):
    game, board, known = position
    if game.stage is not Stage.ONGOING:
        return
    clicks = plan(board, known, (0, 0), chords=chords)
    meant = rules.opened_by(board, clicks)
    assert len(clicks) <= len(known.safe)
    assert meant <= set(known.safe)
    for click in clicks:
        # Where a click on an open number opens its neighbours, one on what is open by then loses.
        assert click.button is Button.CHORD or game.board[click.cell] == HIDDEN
        game.play(click)
    assert game.stage is not Stage.LOST
    after = game.board
    assert all(after[cell] < FLAG for cell in meant)
    # What is left to the next plan may have opened with a zero.
    zeros = rules.possible_zeros(board.cells, known.mine_probability == 1, board.unopened)
    assert all(after[cell] < FLAG or zeros[cell] for cell in known.safe)
    # Whatever else opened lies in an opening: next to a cell that shows 0.
    for row, col in np.argwhere((board.cells == HIDDEN) & (after.cells < FLAG)):
        cell = (int(row), int(col))
        near = [cell, *around(cell, board.shape)]
        assert cell in known.safe or any(after[n] == 0 for n in near)


@settings(deadline=None, max_examples=100)
@given(positions())
def test_flags_stand_only_on_proven_mines_and_before_their_chords(position):
    _, board, known = position
    clicks = plan(board, known)
    flagged = {cell for cell in np.ndindex(board.shape) if board[cell] == FLAG}
    for click in clicks:
        if click.button is Button.RIGHT:
            assert click.cell in known.mines
            assert click.cell not in flagged
            flagged.add(click.cell)
        elif click.button is Button.CHORD:
            assert board[click.cell] == sum(n in flagged for n in around(click.cell, board.shape))


def test_the_path_is_far_shorter_than_reading_order():
    rng = np.random.default_rng(1)
    board = Board.hidden(15, 30)
    # A mine beside every cell: none may be a zero, so that all are clicked at once.
    mines = [(row, col) for row in range(1, 15, 3) for col in range(1, 30, 3)]
    rest = sorted(set(cells_where(board.unopened)) - set(mines))

    def length(path: list[Cell]) -> float:
        return float(np.hypot(*np.diff(np.array(path, float), axis=0).T).sum())

    planned_length = read_length = 0.0
    for _ in range(20):
        cells = sorted(rest[index] for index in rng.choice(len(rest), size=25, replace=False))
        clicks = plan(board, analysis(board, cells, mines), cells[0], chords=False)
        assert sorted(click.cell for click in clicks) == cells
        planned_length += length([click.cell for click in clicks])
        read_length += length(cells)
    assert planned_length < 0.5 * read_length
