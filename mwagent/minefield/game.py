"""The rules: opening cascade, flag, chord, win and loss."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import Board, cells_where, count_around, neighbours
from mwagent.minefield.checked import argument, checked
from mwagent.minefield.codes import FLAG, HIDDEN, MINE, Button, Cell, Click, Stage
from mwagent.minefield.csvformat import check_key
from mwagent.minefield.errors import ArgumentError, IllegalMoveError
from mwagent.minefield.given import shortened
from mwagent.minefield.levels import FirstClick, Level, key_board, random_mines


class Game:
    """One round of Minesweeper, played click by click.

    The mines are laid at the first click, so that `rule` can spare it; a game `from_key` has them
    from the start. After a loss `board` shows every mine that is not flagged, as real programs do;
    after a win every mine carries a flag.

    >>> game = Game(Level(9, 9, 10), seed=1, rule=FirstClick.OPEN)
    >>> game.play(Click((4, 4)))
    >>> game.stage, game.board[4, 4]
    (<Stage.ONGOING: 'ongoing'>, 0)
    """

    @checked
    def __init__(
        self, level: Level, seed: int | np.random.Generator = 0, rule: FirstClick = FirstClick.SAFE
    ):
        self.level = level
        self.rule = rule
        self.exploded: Cell | None = None
        self.clicks = 0
        if not isinstance(seed, np.random.Generator) and seed < 0:
            raise ArgumentError(f"a seed is 0 or more, not {shortened(seed)}")
        self._rng = np.random.default_rng(seed)
        self._mines: NDArray[np.bool_] | None = None
        self._numbers = np.zeros((level.rows, level.cols), np.int8)
        self._cells = np.full((level.rows, level.cols), HIDDEN, np.int8)
        self._to_open = level.rows * level.cols - level.mines

    @classmethod
    @checked
    def from_mines(cls, mines: NDArray[np.bool_], seen: Board | None = None) -> Game:
        """Play on a given (rows, cols) bool mask of mines.

        `seen` is a board to go on from, with cells that are open and flags that are set; without it
        all cells are closed. Raises IllegalMoveError when one that is open there is a mine.
        """
        rows, cols = key_board(mines).shape
        game = cls(Level(rows, cols, int(mines.sum())), rule=FirstClick.ANY)
        game._lay(mines)
        if seen is not None:
            if seen.shape != mines.shape:
                raise IllegalMoveError(
                    f"a board of {seen.shape} cells is none of these mines, {mines.shape}"
                )
            opened = seen.cells < FLAG
            if (opened & mines).any():
                cell = cells_where(opened & mines)[0]
                raise IllegalMoveError(f"cell {cell} is open on the board, and has a mine")
            game._cells = np.where(opened, game._numbers, seen.cells).astype(np.int8)
            game._to_open -= int(opened.sum())
        return game

    @classmethod
    @checked
    def from_key(cls, key: Board) -> Game:
        """Play on a key board; raises BoardFormatError when it is not consistent."""
        check_key(key)
        return cls.from_mines(key.cells == MINE)

    @property
    def mines(self) -> NDArray[np.bool_] | None:
        """Where the mines are, (rows, cols) bool; None before the first click lays them."""
        return None if self._mines is None else self._mines.copy()

    @property
    def board(self) -> Board:
        """What the player sees now."""
        return Board(self._cells, self.level.mines)

    def _repr_svg_(self) -> str:
        """Draw the board as a notebook shows it."""
        return self.board._repr_svg_()

    @property
    def stage(self) -> Stage:
        """Waiting for the first open cell, ongoing, won or lost."""
        if self.exploded is not None:
            return Stage.LOST
        if self._to_open == 0:
            return Stage.WON
        opened = self.level.rows * self.level.cols - self.level.mines - self._to_open
        return Stage.ONGOING if opened else Stage.WAITING

    @checked
    def play(self, click: Click) -> None:
        """Carry out one click; clicks on a finished game change nothing.

        Raises IllegalMoveError when the cell is off the board.
        """
        row, col = cell = argument("a click's cell", click.cell, Cell)
        button = argument("a click's button", click.button, Button)
        if not (0 <= row < self.level.rows and 0 <= col < self.level.cols):
            raise IllegalMoveError(
                f"cell {cell} is off the board of {self.level.rows} rows and "
                f"{self.level.cols} columns"
            )
        self.clicks += 1
        if self.stage in (Stage.WON, Stage.LOST):
            return
        if button is Button.LEFT:
            self._open(cell)
        elif button is Button.RIGHT:
            self._flag(cell)
        else:
            self._chord(cell)
        self._finish()

    def _lay(self, mines: NDArray[np.bool_]) -> None:
        self._mines = mines.copy()
        self._numbers = count_around(self._mines)

    def _open(self, cell: Cell) -> None:
        if self._cells[cell] != HIDDEN:
            return
        if self._mines is None:
            self._lay(random_mines(self.level, self._rng, cell, self.rule))
        assert self._mines is not None
        if self._mines[cell]:
            self.exploded = cell
            return
        queue = [cell]
        while queue:
            here = queue.pop()
            if self._cells[here] != HIDDEN:
                continue
            self._cells[here] = self._numbers[here]
            self._to_open -= 1
            if self._numbers[here] == 0:
                queue.extend(neighbours(here, self._cells.shape))

    def _flag(self, cell: Cell) -> None:
        code = self._cells[cell]
        if code in (HIDDEN, FLAG):
            self._cells[cell] = FLAG if code == HIDDEN else HIDDEN

    def _chord(self, cell: Cell) -> None:
        number = self._cells[cell]
        around = list(neighbours(cell, self._cells.shape))
        if number > 8 or sum(self._cells[n] == FLAG for n in around) != number:
            return
        for n in around:
            self._open(n)

    def _finish(self) -> None:
        if self._mines is None:
            return
        if self.exploded is not None:
            self._cells[self._mines & (self._cells == HIDDEN)] = MINE
        elif self._to_open == 0:
            self._cells[self._mines] = FLAG
