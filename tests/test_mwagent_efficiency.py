"""The planner of few clicks: what it chooses on drawn boards, and what it must never do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minefield import (
    FLAG,
    HIDDEN,
    Board,
    Button,
    Click,
    Game,
    Level,
    Stage,
    difficulty,
    random_mines,
)
from mwagent.efficiency import plan_step
from mwagent.loop import play
from mwagent.planner import plan
from solvers import Analysis, create
from virtual.window import VirtualWindow

SOLVER = create("exactsolver")


def step(drawing: str, *, chords: bool = True) -> list[tuple[str, tuple[int, int]]]:
    board = Board.parse(drawing)
    clicks = plan_step(board, SOLVER.analyse(board), chords=chords)
    return [(str(click.button), click.cell) for click in clicks]


def test_a_known_blank_comes_first() -> None:
    # The mine is right of the 1s; column 0 is far from it.
    assert step("mines 1\n##1#\n##1#\n##1#")[0][0] == "left"
    board = Board.parse("mines 1\n##1#\n##1#\n##11\n####")
    clicks = plan_step(board, SOLVER.analyse(board))
    assert len(clicks) == 1 and clicks[0].button is Button.LEFT


def test_a_chord_is_made_where_it_pays() -> None:
    # The 1 in the middle has its flag; the mine elsewhere keeps the corners from being blank.
    drawing = "mines 2\nF###\n#1##\n####\n####"
    board = Board.parse(drawing)
    risk = np.where(board.cells == HIDDEN, 0.5, np.nan)
    risk[0, 0] = 1
    around = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))
    known = Analysis(risk, around, (), (0, 1), "proof")
    assert plan_step(board, known) == [Click((1, 1), Button.CHORD)]
    unflagged = Board.parse(drawing.replace("F", "#"))
    known = Analysis(risk, around, ((0, 0),), (0, 1), "proof")
    assert plan_step(unflagged, known) == [
        Click((0, 0), Button.RIGHT),
        Click((1, 1), Button.CHORD),
    ]
    # For one cell alone a flag and a chord are too dear.
    alone = Analysis(risk, ((0, 1),), ((0, 0),), (0, 1), "proof")
    assert plan_step(unflagged, alone) == [Click((0, 1))]


def test_without_chords_nothing_is_flagged() -> None:
    drawing = "mines 1\n111\n1##\n###"
    assert all(button == "left" for button, _ in step(drawing, chords=False))


def test_the_guess_is_one_click() -> None:
    board = Board.parse("mines 1\n1#\n##")
    analysis = SOLVER.analyse(board)
    assert not analysis.safe and analysis.best is not None
    assert plan_step(board, analysis) == [Click(analysis.best)]


def test_nothing_left_is_no_click() -> None:
    board = Board.parse("mines 1\n1F\n11")
    assert plan_step(board, Analysis(np.zeros((2, 2)), (), (), None, "proof")) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([10, 16]))
def test_no_click_is_idle_or_unproven(seed: int, mines: int) -> None:
    game = Game(Level(9, 9, mines), seed)
    game.play(Click((4, 4)))
    for _ in range(200):
        if game.stage is not Stage.ONGOING:
            break
        board = game.board
        analysis = SOLVER.analyse(board)
        clicks = plan_step(board, analysis)
        assert clicks
        before = game.board
        for click in clicks:
            if click.button is Button.RIGHT:
                assert click.cell in analysis.mines and before[click.cell] == HIDDEN
            elif click.button is Button.LEFT:
                expected = analysis.safe or (analysis.best,)
                assert click.cell in expected
            game.play(click)
            assert game.board != before, f"{click} changed nothing"
            before = game.board
        if analysis.safe:
            opened = int((game.board.cells <= 8).sum() - (board.cells <= 8).sum())
            assert opened >= len(clicks)
            assert game.stage is not Stage.LOST
            assert not (game.board.cells == FLAG)[~game.mines].any()


@pytest.mark.parametrize("chords", [True, False])
def test_it_wins_with_fewer_clicks_than_the_fast_planner(chords: bool) -> None:
    total = {plan_step: 0, plan: 0}
    for seed in range(8):
        mines = random_mines(Level(16, 16, 40), seed, (0, 0))
        results = {}
        for planner in total:
            game = Game.from_mines(mines)
            game.play(Click((0, 0)))
            window = VirtualWindow(game)
            window.chords = chords
            if game.stage is Stage.ONGOING:
                results[planner] = play(window, SOLVER, planner=planner)
        if len(results) == 2 and all(result.won for result in results.values()):
            for planner, result in results.items():
                total[planner] += 1 + result.clicks
                assert result.bbbv == difficulty(mines).bbbv
                if not chords:
                    assert result.flags == 0
    assert 0 < total[plan_step] < total[plan]
