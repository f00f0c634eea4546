"""Whole games inside the engine: it keeps its promises, plays well, and can be stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import BoardFormatError, FirstClick, Level, random_mines
from mwagent.solvers import play
from mwagent.solvers.best import ENDINGS, BestSolver

EXPERT = Level(16, 30, 99)


def boards(level: Level, games: int, rule: FirstClick = FirstClick.SAFE) -> NDArray[np.bool_]:
    first = (3, 3) if rule is FirstClick.OPEN else (0, 0)
    return np.stack([random_mines(level, seed, first, rule) for seed in range(games)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "rule", "first", "rate"),
    [
        (EXPERT, FirstClick.OPEN, (3, 3), 0.54),
        (Level(16, 16, 40), FirstClick.SAFE, (0, 0), 0.78),
        (Level(9, 9, 10), FirstClick.SAFE, (0, 0), 0.91),
    ],
)
def test_wins_about_as_often_as_it_should(
    level: Level, rule: FirstClick, first: tuple[int, int], rate: float, quick: bool
) -> None:
    # The rates are those of docs/strength.md; fewer wins by four standard errors are too few.
    count = 100 if quick else 300
    games = play(boards(level, count, rule), first)
    assert games.won.mean() > rate - 4 * (rate * (1 - rate) / count) ** 0.5


def test_results_are_the_same_on_any_number_of_threads() -> None:
    masks = boards(EXPERT, 40)
    one = play(masks, (0, 0), threads=1)
    four = play(masks, (0, 0), threads=4)
    for name in ("ending", "guesses", "positions", "opened"):
        np.testing.assert_array_equal(getattr(one, name), getattr(four, name))


def test_a_won_game_has_every_safe_cell_open() -> None:
    masks = boards(Level(9, 9, 10), 200)
    games = play(masks, (0, 0))
    assert (games.opened[games.won] == 71).all()
    assert (games.opened[~games.won] < 71).all()


def test_the_first_cell_may_be_a_mine() -> None:
    mines = np.ones((1, 3, 3), bool)
    mines[0, 2, 2] = False
    assert ENDINGS[play(mines, (0, 0)).ending[0]] == "first"
    assert ENDINGS[play(mines, (2, 2)).ending[0]] == "won"


def test_odd_requests_are_refused() -> None:
    with pytest.raises(BoardFormatError, match="shape"):
        play(np.zeros((3, 3), bool), (0, 0))
    with pytest.raises(BoardFormatError, match="lies off"):
        play(np.zeros((1, 3, 3), bool), (3, 0))
    with pytest.raises(ValueError, match="fast"):
        BestSolver(strength="strong")


@pytest.mark.slow
def test_progress_counts_up_and_other_threads_run_meanwhile() -> None:
    seen: list[int] = []
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.01)

    clock = threading.Thread(target=tick)
    clock.start()
    play(boards(EXPERT, 150), (0, 0), threads=1, progress=seen.append)
    done.set()
    clock.join()
    assert seen == sorted(seen)
    assert seen[-1] == 150
    assert ticks > 2


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows sends Ctrl-C to a console: tests/windows"
)
def test_ctrl_c_stops_and_keeps_what_is_known() -> None:
    program = (
        "import numpy as np\n"
        "from mwagent.minefield import Level, random_mines\n"
        "from mwagent.solvers import play\n"
        "mines = np.stack([random_mines(Level(16, 30, 99), 1, (0, 0))] * 50_000)\n"
        "watch = lambda finished: print(finished, flush=True)\n"
        "games = play(mines, (0, 0), threads=1, progress=watch)\n"
        "print(games.stopped, 0 < (games.ending != 4).sum() < 50_000)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    while int(child.stdout.readline()) < 5:
        pass
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out.splitlines()[-1] == "True True"
