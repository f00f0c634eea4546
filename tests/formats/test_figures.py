"""The figures of a game, as sites of replays show them, beside those of ms_toollib."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from mwagent.formats.rawvf import played
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Button,
    Cell,
    Click,
    Game,
    Level,
    Stage,
    cells_where,
    count_around,
    difficulty,
    neighbours,
    random_mines,
)

pytest.importorskip("ms_toollib")
LEVELS = (Level(8, 8, 10), Level(16, 16, 40), Level(9, 9, 10), Level(16, 30, 99))
PRESSES = {
    Button.LEFT: ("lc", "lr"),
    Button.RIGHT: ("rc", "rr"),
    Button.CHORD: ("lc", "cc", "rr", "lr"),
}


def clicks_of(game: Game, rng: np.random.Generator, wasted: float) -> Any:
    """A player who knows the mines: opens, flags and chords, and makes clicks in vain."""
    mines = game.mines
    assert mines is not None
    yield Click((0, 0))
    safe = cells_where(~mines)
    for at in rng.permutation(len(safe)):
        cell: Cell = safe[at]
        if game.board[cell] == HIDDEN:
            yield Click(cell)
        if rng.random() < wasted:
            yield Click(cell)
        if rng.random() < wasted and game.board[cell] > 0:
            around = list(neighbours(cell, mines.shape))
            for mine in (n for n in around if mines[n] and game.board[n] != FLAG):
                yield Click(mine, Button.RIGHT)
            yield Click(cell, Button.CHORD)


def both(seed: int) -> tuple[dict[str, float], dict[str, float], tuple[int, ...], tuple[int, ...]]:
    """Our figures of a game and theirs, of which the time is theirs."""
    import ms_toollib

    rng = np.random.default_rng(seed)
    mines = random_mines(LEVELS[seed % 4], seed, (0, 0))
    video: Any = ms_toollib.BaseVideo(np.where(mines, -1, count_around(mines)).tolist(), 16)
    game, events = Game.from_mines(mines), []
    for click in clicks_of(game, rng, (seed // 4 % 3) * 0.3):
        time.sleep(0.0005)
        row, col = click.cell
        presses = PRESSES[click.button]
        if click.button is Button.CHORD and rng.random() < 0.5:
            # The right button first, which sets no mark on a number; now and then twice.
            presses = (*(("rc", "rr") if rng.random() < 0.3 else ()), "rc", "lc", "rr", "lr")
        for kind in presses:
            video.step(kind, (16 * row + 8, 16 * col + 8))
            events.append((0.0, kind, 16 * col + 8, 16 * row + 8))
        game.play(click)
        if game.stage is Stage.WON:
            break
    later = ((video.rtime, *event[1:]) for event in events[2:])
    record = played(mines, (*events[:2], *later))
    ours, known = record.figures, difficulty(mines)
    theirs = {
        "3BV/s": video.bbbv / video.rtime,
        "Thrp": video.thrp,
        "IOE": video.ioe,
        "Corr": video.corr,
        "ZNE": video.zini / video.cl,
        "HZNE": video.hzini / video.cl,
        "RQP": video.rqp,
        "QG": video.qg,
    }
    if "STNB" in ours:
        theirs["STNB"] = video.stnb
    effective = round(known.bbbv / ours["Thrp"])
    counts = (known.bbbv, known.openings, known.islands, record.clicks or 0, effective)
    return ours, theirs, counts, (video.bbbv, video.op, video.isl, video.cl, video.ce)


@pytest.mark.slow
def test_figures_of_games_are_those_of_ms_toollib() -> None:
    # In a process of its own, which the library may end.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        for ours, theirs, counts, others in apart.map(both, range(24)):
            assert counts == others
            assert ours == pytest.approx(theirs, rel=1e-9)
