"""What every window keeps to that is played on, as `mwagent.player.play.Window` promises it.

The same tests run on a virtual board, a drawn one that is seen, one that misbehaves on purpose, a
browser tab, and a browser window on a display with X11 and on a Wayland desktop.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

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
    cells_where,
    rules,
)
from mwagent.player.places import demo_window, open_browser_window
from mwagent.player.play import Disturbed, VirtualWindow, Window, loop, play_game
from mwagent.player.window import SightedWindow
from mwagent.solvers import create
from mwagent.web import page_mines
from testbed.drawn_view import DrawnView, MisbehavingView
from testbed.wayland import SWAY, missing, sway

LEVEL = Level(9, 9, 10)
FIRST = (4, 4)
SEED = "contract"
ATTEMPTS = 20
"""Looks, each with a click where one is asked for, within which it has its effect anywhere."""


@dataclass
class Played:
    """A window, and where the mines of its first round are once FIRST was opened."""

    window: Window
    mines: NDArray[np.bool_]


def deal(number: int) -> Game:
    """The game of a round: the same mines every time for the first."""
    mines = page_mines(LEVEL, f"{SEED}{number or ''}", FIRST, FirstClick.OPEN)
    return Game.from_mines(mines)


def drawn(view: type[DrawnView]) -> Callable[[ExitStack, str], Window]:
    return lambda _stack, _url: SightedWindow(view(deal))


PAGE = {"seed": SEED, "rule": "open", "test": "1"}


def on_sway(stack: ExitStack, _url: str) -> Window:
    pytest.importorskip(
        "pywayland", reason="pywayland is not installed (pip install mwagent[wayland])"
    )
    stack.enter_context(sway()).put_pointer(800, 990)
    return stack.enter_context(demo_window("beginner", page=PAGE, more=("--disable-gpu",)))


WINDOWS: dict[str, Callable[[ExitStack, str], Window]] = {
    "virtual": lambda _stack, _url: VirtualWindow(deal(0), lambda: deal(1)),
    "drawn": drawn(DrawnView),
    "misbehaving": drawn(MisbehavingView),
    "tab": lambda stack, url: stack.enter_context(
        open_browser_window(f"{url}?level=beginner&seed={SEED}&rule=open&test=1")
    ),
    "screen": lambda stack, _url: stack.enter_context(
        demo_window("beginner", virtual=True, page=PAGE)
    ),
    "sway": on_sway,
}
MARKS = {
    "misbehaving": [
        pytest.mark.skipif(
            "MWAGENT_LONG" not in os.environ,
            reason="takes more than a minute of processor time: run it with MWAGENT_LONG=1",
        )
    ],
    "tab": [pytest.mark.browser],
    "screen": [
        pytest.mark.browser,
        pytest.mark.screen,
        pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
    ],
    "sway": [
        pytest.mark.browser,
        pytest.mark.screen,
        pytest.mark.skipif(bool(missing(SWAY)), reason="needs sway (apt install sway)"),
    ],
}


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=MARKS.get(name, ())) for name in WINDOWS]
)
def played(request: pytest.FixtureRequest, page_url: str) -> Iterator[Played]:
    """One window for all tests, which play on where the one before has stopped."""
    if request.param == "tab":
        pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with ExitStack() as stack:
        window = WINDOWS[request.param](stack, page_url)
        yield Played(window, page_mines(LEVEL, SEED, FIRST, FirstClick.OPEN))


def until(
    window: Window, done: Callable[[Board], bool], clicks: Callable[[Board], list[Click]]
) -> Board:
    """Look, and click what each board asks for, until one shows what is wanted."""
    for _ in range(ATTEMPTS):
        board = window.look()
        if done(board):
            return board
        wanted = clicks(board)
        try:
            window.click(wanted)
        except Disturbed as disturbed:
            assert list(disturbed.made) in ([], wanted), "no other clicks are made"
    raise AssertionError(f"not within {ATTEMPTS} looks:\n{board}")


def assert_true(board: Board, mines: NDArray[np.bool_]) -> None:
    """Whatever a window shows as open is open, with that number; a flag is no number."""
    opened = rules.opened(board.cells)
    assert not (opened & mines).any()
    assert (rules.met(board.cells, mines) == opened).all()


@pytest.mark.sampled
def test_a_fresh_board_is_all_hidden_and_waits(played: Played) -> None:
    board = played.window.look()
    assert board.shape == (LEVEL.rows, LEVEL.cols)
    assert (board.cells == HIDDEN).all()
    assert not played.window.unread
    assert played.window.stage() is Stage.WAITING


@pytest.mark.sampled
def test_a_click_opens_its_cell_and_nothing_that_is_not_so(played: Played) -> None:
    board = until(played.window, lambda board: board[FIRST] < FLAG, lambda board: [Click(FIRST)])
    assert_true(board, played.mines)
    assert played.window.stage() is Stage.ONGOING


def test_a_settled_board_looks_the_same_again(played: Played) -> None:
    board = played.window.look()
    assert played.window.look() == board
    assert all(board[cell] >= FLAG for cell in played.window.unread)


@pytest.mark.drawn
@pytest.mark.sampled
def test_what_was_doubted_is_seen_the_same_again(played: Played) -> None:
    board = played.window.look()
    played.window.doubt()
    assert (played.window.look().cells == board.cells).all()


def test_a_flag_is_seen_and_its_chord_opens_what_is_left(played: Played) -> None:
    board = until(
        played.window,
        lambda board: board[FIRST] < FLAG and not played.window.unread,
        lambda board: [Click(FIRST)] if board[FIRST] == HIDDEN else [],
    )
    mines = [
        (int(row), int(col))
        for row, col in np.argwhere(played.mines)
        if rules.opened(board.cells)[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2].any()
    ]
    flag = mines[0]
    mark = Click(flag, Button.RIGHT)
    board = until(played.window, lambda board: board[flag] == FLAG, lambda board: [mark])
    assert_true(board, played.mines)
    chords = [
        (cell, opens)
        for cell in cells_where(rules.met(board.cells, board.cells == FLAG))
        if (opens := rules.opened_by(board, [Click(cell, Button.CHORD)]))
    ]
    if not chords or not played.window.chords:
        return
    cell, opens = chords[0]
    chord = Click(cell, Button.CHORD)
    board = until(
        played.window,
        lambda board: all(board[n] < FLAG for n in opens),
        # A click that was made late, and again before it was seen, has taken the flag away.
        lambda board: [chord if board[flag] == FLAG else mark],
    )
    assert_true(board, played.mines)


def test_the_loop_plays_it_to_its_end_and_opens_no_proven_mine(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Slow machines search for a board that moves longer than the loop has patience.
    monkeypatch.setattr(loop, "STALLED", 300.0)
    result = play_game(played.window, create("best"), LEVEL.mines)
    assert result.stage in (Stage.WON, Stage.LOST)
    assert result.won or result.lost_at is not None, "lost on a cell taken for safe"
    if result.won:
        assert_true(result.board, played.mines)
    assert played.window.stage() in (result.stage, Stage.ONGOING)


def test_a_new_game_shows_a_fresh_board(played: Played) -> None:
    played.window.new_game()
    board = played.window.look()
    assert (board.cells == HIDDEN).all()
    assert played.window.stage() is Stage.WAITING


def test_the_next_round_is_played_too(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "STALLED", 300.0)
    result = play_game(played.window, create("best"), LEVEL.mines)
    assert result.stage in (Stage.WON, Stage.LOST)
    assert result.won or result.lost_at is not None
