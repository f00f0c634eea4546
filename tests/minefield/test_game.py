"""The rules, against a slow oracle written from the rules' own words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    BoardFormatError,
    Button,
    Click,
    FirstClick,
    Game,
    IllegalMoveError,
    Level,
    Stage,
)


class Oracle:
    """Minesweeper as a player would explain it, on sets of cells, with no arrays."""

    def __init__(self, drawing: list[str]) -> None:
        self.cells = {(r, c) for r, row in enumerate(drawing) for c in range(len(row))}
        self.mines = {(r, c) for r, c in self.cells if drawing[r][c] == "*"}
        self.open: set[tuple[int, int]] = set()
        self.flags: set[tuple[int, int]] = set()
        self.dead = False

    def near(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        return {
            other
            for other in self.cells
            if other != cell and abs(other[0] - cell[0]) <= 1 and abs(other[1] - cell[1]) <= 1
        }

    def number(self, cell: tuple[int, int]) -> int:
        return len(self.near(cell) & self.mines)

    def step_on(self, cell: tuple[int, int]) -> None:
        if self.dead or cell in self.open or cell in self.flags:
            return
        if cell in self.mines:
            self.dead = True
            return
        self.open.add(cell)
        if self.number(cell) == 0:
            for other in self.near(cell):
                self.step_on(other)

    @property
    def over(self) -> bool:
        return self.dead or self.open == self.cells - self.mines

    def click(self, click: Click) -> None:
        if self.over:
            return
        cell = click.cell
        if click.button is Button.LEFT:
            self.step_on(cell)
        elif click.button is Button.RIGHT:
            if cell not in self.open:
                self.flags ^= {cell}
        elif cell in self.open and len(self.near(cell) & self.flags) == self.number(cell):
            # All neighbours are opened at once: those beside a mine open too.
            hit = self.near(cell) - self.flags - self.open
            for other in hit - self.mines:
                self.step_on(other)
            self.dead = self.dead or bool(hit & self.mines)

    def stage(self) -> Stage:
        if self.dead:
            return Stage.LOST
        if self.open == self.cells - self.mines:
            return Stage.WON
        return Stage.ONGOING if self.open else Stage.WAITING

    def code(self, cell: tuple[int, int]) -> int:
        if cell in self.open:
            return self.number(cell)
        if cell in self.flags or (self.stage() is Stage.WON and cell in self.mines):
            return FLAG
        return MINE if self.dead and cell in self.mines else HIDDEN


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[str], list[Click]]:
    rows, cols = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    density = draw(st.sampled_from([".......*", "...*", ".*"]))
    line = st.text(density, min_size=cols, max_size=cols)
    drawing = draw(st.lists(line, min_size=rows, max_size=rows).filter(lambda d: "." in "".join(d)))
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    clicks = draw(st.lists(st.builds(Click, cell, st.sampled_from(Button)), max_size=25))
    return drawing, clicks


def field(drawing: list[str]) -> np.ndarray:
    return np.array([[symbol == "*" for symbol in row] for row in drawing])


@given(rounds())
def test_every_click_does_what_the_rules_say(case: tuple[list[str], list[Click]]) -> None:
    drawing, clicks = case
    game, oracle = Game.from_mines(field(drawing)), Oracle(drawing)
    for click in clicks:
        game.play(click)
        oracle.click(click)
        assert game.stage is oracle.stage()
        board = game.board
        if not oracle.dead:
            assert {cell: board[cell] for cell in oracle.cells} == {
                cell: oracle.code(cell) for cell in oracle.cells
            }
        else:
            # A chord on several cells explodes at the first mine: what it opened before that
            # depends on the order, but every open number is right and every mine is shown.
            for cell in oracle.cells:
                if board[cell] <= 8:
                    assert cell not in oracle.mines and board[cell] == oracle.number(cell)
                elif cell in oracle.mines:
                    assert board[cell] == (FLAG if cell in oracle.flags else MINE)
            assert game.exploded in oracle.mines
            break
    assert game.board.mines == len(oracle.mines)


@given(rounds())
def test_a_finished_game_stays_as_it_is(case: tuple[list[str], list[Click]]) -> None:
    drawing, clicks = case
    game = Game.from_mines(field(drawing))
    for click in clicks:
        game.play(click)
    for row, col in np.argwhere(~field(drawing)):
        game.play(Click((int(row), int(col))))
    over, stage = game.board, game.stage
    for click in clicks:
        game.play(click)
    if stage in (Stage.WON, Stage.LOST):
        assert game.board == over and game.stage is stage


@given(st.integers(0, 2**32), st.tuples(st.integers(0, 7), st.integers(0, 7)))
def test_the_first_click_is_spared(seed: int, first: tuple[int, int]) -> None:
    game = Game(Level(8, 8, 20), seed, FirstClick.SAFE)
    assert game.mines is None
    game.play(Click(first))
    assert game.stage is not Stage.LOST and game.mines is not None and game.mines.sum() == 20
    opening = Game(Level(8, 8, 20), seed, FirstClick.OPEN)
    opening.play(Click(first))
    assert opening.board[first] == 0


def test_flags_before_the_first_click_stay() -> None:
    game = Game(Level(4, 4, 3), 1, FirstClick.OPEN)
    game.play(Click((3, 3), Button.RIGHT))
    assert game.stage is Stage.WAITING and game.mines is None
    game.play(Click((0, 0)))
    assert game.board[3, 3] == FLAG


def test_the_same_seed_is_the_same_game() -> None:
    games = [Game(Level(9, 9, 10), seed) for seed in (4, 4, 5)]
    for game in games:
        game.play(Click((4, 4)))
    assert games[0].board == games[1].board
    assert not np.array_equal(games[0].mines, games[2].mines)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 3)])
@pytest.mark.parametrize("button", list(Button))
def test_a_click_off_the_board_is_refused(cell: tuple[int, int], button: Button) -> None:
    game = Game.from_mines(field(["*..", "..."]))
    with pytest.raises(IllegalMoveError, match="off the board of 2 rows and 3 columns"):
        game.play(Click(cell, button))
    assert game.clicks == 0


def test_a_game_on_a_key_needs_a_consistent_key() -> None:
    game = Game.from_key(Board([[1, 10]]))
    game.play(Click((0, 0)))
    assert game.stage is Stage.WON
    with pytest.raises(BoardFormatError, match="it says 2"):
        Game.from_key(Board([[2, 10]]))
