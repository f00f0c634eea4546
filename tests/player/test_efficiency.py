"""The planner of few clicks: what it chooses on drawn boards, and what it must never do."""

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
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    difficulty,
    random_mines,
)
from mwagent.player.play import VirtualWindow, plan, play_game
from mwagent.solvers import Analysis, Decision, create
from mwagent.solvers.efficiency import plan_step

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
    known = Analysis(risk, around, (), Decision((0, 1), "proof"))
    assert plan_step(board, known) == [Click((1, 1), Button.CHORD)]
    unflagged = Board.parse(drawing.replace("F", "#"))
    known = Analysis(risk, around, ((0, 0),), Decision((0, 1), "proof"))
    assert plan_step(unflagged, known) == [
        Click((0, 0), Button.RIGHT),
        Click((1, 1), Button.CHORD),
    ]
    # For one cell alone a flag and a chord are too dear.
    alone = Analysis(risk, ((0, 1),), ((0, 0),), Decision((0, 1), "proof"))
    assert plan_step(unflagged, alone) == [Click((0, 1))]


def test_flags_are_set_for_several_chords_together() -> None:
    # Two flags and a chord open two cells, which does not pay; two chords for them do.
    board = Board.parse("##2#2##\n##2#2##")
    risk = np.where(board.cells == HIDDEN, 0.9, np.nan)
    safe, mines = ((0, 1), (0, 5), (1, 1), (1, 5)), ((0, 3), (1, 3))
    for cells, value in ((safe, 0), (mines, 1)):
        risk[tuple(zip(*cells, strict=True))] = value
    clicks = plan_step(board, Analysis(risk, safe, mines, Decision((0, 1), "proof")))
    assert [click.button for click in clicks] == [Button.RIGHT, Button.RIGHT, Button.CHORD]
    # For the cells of one side alone they are not.
    cells = board.cells.copy()  # type: ignore[assignment]
    cells[:, 5] = 8
    half = Analysis(risk, safe[::2], mines, Decision((0, 1), "proof"))
    assert [click.button for click in plan_step(Board(cells), half)] == [Button.LEFT]


def test_a_cell_is_left_to_the_chord_that_may_open_it() -> None:
    # Of the safe cells, those beside the flagged 1s may come with a chord, the far one may not.
    board = Board.parse("##1##F##\n####1###\n########\n########")
    risk = np.where(board.cells == HIDDEN, 0.4, np.nan)
    risk[0, 5] = 1
    safe = ((1, 5), (3, 1))
    risk[1, 5] = risk[3, 1] = 0
    assert plan_step(board, Analysis(risk, safe, (), Decision((1, 5), "proof"))) == [Click((3, 1))]


SMALL = Level(9, 9, 10), Level(9, 9, 16)
LARGE = Level(70, 70, 700), Level(20, 300, 900), Level(300, 20, 900)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(SMALL))
def test_no_click_is_idle_or_unproven(seed: int, level: Level) -> None:
    follow(Game(level, seed), (4, 4), 200)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(LARGE), st.sampled_from([0, 10, 19]))
def test_no_click_is_idle_or_unproven_on_large_boards(seed: int, level: Level, at: int) -> None:
    game = Game(level, seed, FirstClick.OPEN)
    follow(game, (at, min(at * 15, level.cols - 1)), 12)


def follow(game: Game, first: tuple[int, int], steps: int) -> None:
    """Play as planned, and check each click."""
    game.play(Click(first))
    for _ in range(steps):
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
                expected = analysis.safe or (analysis.decide().best,)
                assert click.cell in expected
            game.play(click)
            assert game.board != before, f"{click} changed nothing"
            before = game.board
        if analysis.safe:
            opened = int((game.board.cells <= 8).sum() - (board.cells <= 8).sum())
            assert opened >= 1
            assert game.stage is not Stage.LOST
            assert not (game.board.cells == FLAG)[~game.mines].any()


@pytest.mark.slow
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
                results[planner] = play_game(window, SOLVER, planner=planner)
        if len(results) == 2 and all(result.won for result in results.values()):
            for planner, result in results.items():
                total[planner] += 1 + result.clicks
                assert result.bbbv == difficulty(mines).bbbv
                if not chords:
                    assert result.flags == 0
    assert 0 < total[plan_step] < total[plan]
