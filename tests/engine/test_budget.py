"""However wide the frontier, the answer comes in time, in bounded memory, and says what it is."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, Board, Click, FirstClick, Game, Level, Stage, count_around
from mwagent.minefield.given import shortened
from mwagent.solvers import Analysis, Decision, SolverOptionError, analyse, best, create, explain
from mwagent.solvers.best import Strength, win_probability
from testbed.folders import ROOT, SHARED
from testbed.oracle import listed, small_boards

FILE = SHARED / "positions" / "positions.jsonl.gz"
SLACK = 1.0  # seconds of the processor, whatever else the machine does; the engine needs little


def half_open(side: int, share: float, seed: int) -> tuple[Board, NDArray[np.bool_]]:
    rng = np.random.default_rng(seed)
    mines = rng.random((side, side)) < 0.2
    opened = (rng.random(mines.shape) < share) & ~mines
    cells = np.where(opened, count_around(mines), np.int8(HIDDEN))
    return Board(cells, int(mines.sum())), mines


def assert_sound(analysis: Analysis, board: Board, mines: NDArray[np.bool_] | None = None) -> None:
    chances = analysis.mine_probability
    hidden = board.cells == HIDDEN
    assert np.isnan(chances[~hidden]).all()
    assert ((chances[hidden] >= 0) & (chances[hidden] <= 1)).all()
    assert analysis.decide().best is not None
    assert chances[analysis.decide().best] < 1
    if mines is not None:
        assert not any(mines[cell] for cell in analysis.safe)
        assert all(mines[cell] for cell in analysis.mines)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.skipif(not FILE.exists(), reason=f"no positions at {FILE}")
def test_positions_nobody_has_counted_are_answered_in_time() -> None:
    with gzip.open(FILE, "rt") as lines:
        unknown = [line for line in map(json.loads, lines) if line["probability"] is None]
    assert unknown
    for position in unknown:
        board = Board.parse("\n".join(position["cells"]), position["mines"])
        start = time.process_time()
        analysis = analyse(board)
        assert_sound(analysis, board)
        assert time.process_time() - start < 2.0 + SLACK


@pytest.mark.parametrize("budget", [0.02, 0.4])
@pytest.mark.parametrize("share", [0.2, 0.35, 0.5])
@pytest.mark.parametrize("side", [60, 150])
def test_half_open_boards_are_answered_in_time(side: int, share: float, budget: float) -> None:
    board, mines = half_open(side, share, seed=side)
    start = time.process_time()
    analysis = analyse(board, budget=budget)
    assert_sound(analysis, board, mines)
    assert time.process_time() - start < budget + SLACK


@pytest.mark.slow
def test_too_wide_to_count_says_so() -> None:
    board, mines = half_open(200, 0.35, seed=1)
    analysis = analyse(board, budget=0.5)
    assert not analysis.exact
    assert analysis.decide().win_probability is None
    chances = analysis.mine_probability[board.unopened]
    truth = mines[board.unopened]
    # Rough as they are, the chances know more than that every cell is alike.
    assert ((chances - truth) ** 2).mean() < 0.95 * truth.mean() * (1 - truth.mean())


@pytest.mark.slow
def test_every_thread_keeps_to_its_own_budget() -> None:
    boards = [half_open(100, 0.35, seed) for seed in range(4)]
    budgets = [0.1, 0.3, 0.5, 0.7]
    took, answers = [0.0] * 4, [Analysis(np.zeros((0, 0)), (), (), Decision(None, "guess"))] * 4

    def ask(i: int) -> None:
        start = time.process_time()
        answers[i] = analyse(boards[i][0], budget=budgets[i])
        took[i] = time.process_time() - start

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for (board, mines), budget, seconds, answer in zip(boards, budgets, took, answers, strict=True):
        assert seconds < budget + SLACK
        assert_sound(answer, board, mines)


def positions_to_guess(count: int) -> list[Board]:
    """Expert positions on which nothing is safe and much is still hidden."""
    found: list[Board] = []
    for seed in itertools.count(5):
        game = Game(Level.parse("expert"), seed, FirstClick.OPEN)
        game.play(Click((8, 15)))
        while game.stage is Stage.ONGOING and len(found) < count:
            analysis = analyse(game.board, budget=60)
            if not analysis.safe:
                if analysis.decide().why == "guess":
                    found.append(game.board)
                break
            for cell in analysis.safe:
                game.play(Click(cell))
        if len(found) == count:
            return found
    raise AssertionError


def test_a_guess_cut_short_is_scored_by_what_is_known_and_says_so() -> None:
    def lowest(analysis: Analysis) -> float:
        return min(c.score / (1 - c.mine_probability) for c in analysis.decide().candidates)

    cut_short = 0
    for board in positions_to_guess(5):
        in_full = analyse(board, budget=60)
        assert in_full.decide().complete
        for budget in np.geomspace(2e-4, 2e-2, 12):
            analysis = analyse(board, budget=float(budget))
            if analysis.decide().complete or not analysis.decide().candidates:
                continue
            cut_short += 1
            # What could not be counted in time is not taken to be impossible.
            assert lowest(analysis) > 0.75 * lowest(in_full)
            assert analysis.decide().best in {c.cell for c in analysis.decide().candidates[:3]}
    assert cut_short


@settings(max_examples=150, deadline=None)
@given(small_boards(), st.sampled_from([1e-9, 1e-5]))
def test_with_no_time_at_all_what_is_called_safe_still_is(board: Board, budget: float) -> None:
    truth = listed(board)
    assert truth is not None
    analysis = analyse(board, budget=budget)
    told = analysis.mine_probability
    if analysis.exact:
        np.testing.assert_allclose(told, truth.probability, rtol=0, atol=1e-9)
    assert (truth.probability[told == 0] == 0).all()
    assert (truth.probability[told == 1] == 1).all()
    assert (analysis.decide().best is not None) == bool((told < 1).any())


def test_the_best_cell_is_a_safe_one_even_if_time_runs_out_before_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board.parse("####\n11##\n####", 3)
    ask = best._ask

    def hurried(*args: Any, decide: bool = False) -> Any:
        cells, mines, limits = args
        if decide:
            limits = limits._replace(seconds=1e-9)
        return ask(cells, mines, limits, decide=decide)

    monkeypatch.setattr(best, "_ask", hurried)
    analysis = analyse(board)
    assert analysis.safe
    assert analysis.decide().best in analysis.safe
    assert analysis.decide().why == "proof"


@pytest.mark.parametrize("strength", ["fast", "default", "max"])
def test_a_guess_keeps_to_the_budget(strength: Strength) -> None:
    cells = np.full((100, 100), HIDDEN, np.int8)
    cells[::9, ::9] = 2
    for budget in (1e-4, 0.05):
        start = time.process_time()
        analysis = analyse(cells, 2000, strength=strength, budget=budget)
        assert analysis.decide().best is not None
        assert time.process_time() - start < budget + SLACK


def test_memory_decides_what_is_counted_exactly() -> None:
    board, mines = half_open(60, 0.33, 1)
    short = analyse(board, memory=1, budget=20)
    assert_sound(short, board, mines)
    full = analyse(board, memory=1000, budget=20)
    assert_sound(full, board, mines)
    assert full.exact and not short.exact
    assert set(short.safe) <= set(full.safe)
    assert not create("exactsolver", {"memory": 1}).analyse(board).exact


@pytest.mark.parametrize("memory", [0, -1, 16_001, 1.5, "1", None])
def test_memory_that_is_none(memory: Any) -> None:
    with pytest.raises(ValueError, match="memory is a number of megabytes from 1 to 16000"):
        analyse([[11]], 1, memory=memory)


NO_BUDGETS: list[Any] = [
    *(0, -1, float("nan"), float("inf"), -float("inf"), 10**400, 10**5000, -(10**400), 1e300),
    *("2", b"2", None, True, [2.0], 1j, np.float64("nan"), np.array([1.0, 2.0])),
]


@pytest.mark.parametrize("budget", NO_BUDGETS, ids=lambda budget: shortened(budget)[:20])
@pytest.mark.parametrize(
    "ask",
    [
        lambda budget: analyse([[11]], 1, budget=budget),
        lambda budget: win_probability([[11]], 1, budget=budget),
        lambda budget: explain([[11]], (0, 0), 1, budget=budget),
        lambda budget: create("best", {"budget": budget}),
        lambda budget: create("exactsolver", {"budget": budget}),
    ],
    ids=["analyse", "win_probability", "explain", "best", "exactsolver"],
)
def test_a_budget_that_is_none(ask: Callable[[Any], object], budget: Any) -> None:
    with pytest.raises(
        (ValueError, SolverOptionError), match=r"budget is a (time in sec|number)"
    ) as told:
        ask(budget)
    assert "\n" not in str(told.value) and len(str(told.value)) < 160


@pytest.mark.parametrize("budget", [1, 0.5, np.float32(0.5), np.int64(2), Fraction(1, 2), 1e9])
def test_a_budget_is_any_real_number(budget: Any) -> None:
    assert analyse([[1, 11]], 1, budget=budget).exact
    assert explain([[1, 11]], (0, 1), 1, budget=budget).verdict == "mine"


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        "np.tile(np.array([[11, 1, 11, 11]], np.int8), (1, 50_000))",
        "np.full((1000, 1000), 11, np.int8)",
        "half_open(400, 0.35, 3)[0].cells",
        "half_open(400, 0.2, 3)[0].cells",
    ],
    ids=["50 000 islands", "nothing open", "one wide frontier", "many frontiers"],
)
@pytest.mark.skipif(os.name != "posix", reason="Windows tells of memory in another way")
def test_memory_stays_bounded(board: str) -> None:
    program = (
        "import resource, sys\n"
        "import numpy as np\n"
        "from mwagent.solvers import analyse\n"
        "from tests.engine.test_budget import half_open\n"
        f"board = {board}\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "analyse(board, budget=1.0).decide().best\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    assert int(done.stdout) < 1500  # MB


def test_limits_are_checked_however_often_others_were_taken() -> None:
    board = Board.hidden(2, 2, 1)
    for _ in range(2):
        assert analyse(board, budget=2.0, memory=1000).exact
        for wrong in ({"memory": 1000.0}, {"memory": [1000]}, {"budget": "2"}, {"budget": [2.0]}):
            with pytest.raises(ValueError, match=f"{next(iter(wrong))} is a "):
                analyse(board, **wrong)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGALRM")
@pytest.mark.parametrize("question", ["analyse", "explain"])
def test_ctrl_c_is_heard_while_the_engine_works(question: str) -> None:
    board, _ = half_open(200, 0.35, seed=200)
    row, col = map(int, np.argwhere(board.cells == HIDDEN)[200])
    ask = {
        "analyse": lambda: analyse(board, budget=60.0).decide(),
        "explain": lambda: explain(board, (row, col), budget=60.0),
    }[question]

    def stop(number: int, frame: object) -> None:
        heard.append(number)
        raise KeyboardInterrupt

    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    start = time.process_time()
    try:
        with pytest.raises(KeyboardInterrupt):
            ask()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard
    assert time.process_time() - start < 5, "it waited for the engine"
