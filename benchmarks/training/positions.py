"""Positions of games as players and programs leave them: what stands on each cell of a board."""

from __future__ import annotations

from typing import Final

import numpy as np

from benchmarks.training.colours import Random
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
)
from mwagent.minefield.board import count_around, neighbours

STAGES: Final = (
    "fresh", "begun", "begun", "scattered", "middle", "middle", "late", "won", "won", "lost",
    "lost",
)  # fmt: skip
"""How far games are, each as likely."""
NAMES: Final = {FLAG: "F", MINE: "*", HIDDEN: "#"}


def position(rng: Random, rows: int, cols: int) -> list[list[str]]:
    """Symbols of a random position of a size: fresh, begun, in the middle, lost or won."""
    if rng.random() < 0.08:
        return _stepwise(rng, rows, cols)
    rules = [FirstClick.OPEN] * 3 + [FirstClick.SAFE, FirstClick.ANY]
    mines = max(1, int(rows * cols * rng.uniform(0.08, 0.23)))
    game = Game(Level(rows, cols, mines), seed=rng, rule=rules[int(rng.integers(len(rules)))])
    how = str(rng.choice(STAGES))
    exploded: Cell | None = None
    if how != "fresh":
        first = int(rng.integers(rows)), int(rng.integers(cols))
        game.play(Click(first))
        if game.stage is Stage.LOST:
            exploded = first
        _open(rng, game, how)
        if game.stage is Stage.ONGOING:
            _flag(rng, game, how == "scattered")
        if how == "lost" and game.stage is Stage.ONGOING:
            exploded = _explode(rng, game)
    symbols = [[NAMES.get(int(v), str(int(v))) for v in row] for row in game.board.cells]
    _finish(rng, game, symbols, exploded)
    return symbols


def _stepwise(rng: Random, rows: int, cols: int) -> list[list[str]]:
    """A position of a program in which blank cells open alone, under way or lost."""
    mines = rng.random((rows, cols)) < rng.uniform(0.08, 0.23)
    mines.flat[int(rng.integers(mines.size))] = True
    symbols = np.full((rows, cols), "#")
    safe = rng.permutation(np.flatnonzero(~mines))
    few = rng.random() < 0.5
    count = int(rng.integers(1, 6)) if few else int(rng.uniform(0, 0.9) * len(safe))
    symbols.flat[safe[:count]] = count_around(mines).astype(str).flat[safe[:count]]
    left = rng.permutation(np.flatnonzero(mines))
    symbols.flat[left[: int(len(left) * rng.choice([0, 0, 0.3, 0.7]))]] = "F"
    if rng.random() < 0.2:
        symbols[mines & (symbols == "#")] = "*" if rng.random() < 0.7 else "#"
        symbols.flat[left[-1]] = "X"
    return [[str(symbol) for symbol in row] for row in symbols]


def _open(rng: Random, game: Game, how: str) -> None:
    """Open safe cells: beside open ones as players do, or, in some games, anywhere."""
    assert game.mines is not None
    safe = cells_where(~game.mines)
    share = {
        "begun": 0.05, "scattered": rng.uniform(0, 0.2), "middle": rng.uniform(0.1, 0.8),
        "late": 0.9, "won": 1.0,
    }.get(how, rng.uniform(0, 0.8))  # fmt: skip
    count = int(share * len(safe))
    if how == "begun" and rng.random() < 0.5:
        count = int(rng.integers(3))
    anywhere = how in ("won", "scattered") or rng.random() < 0.1
    for k in rng.permutation(len(safe))[:count]:
        if game.stage is Stage.ONGOING and (anywhere or _beside_open(game, safe[k])):
            game.play(Click(safe[k]))


def _beside_open(game: Game, cell: Cell) -> bool:
    r, c = cell
    return bool((game.board.cells[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] < FLAG).any())


def _flag(rng: Random, game: Game, anywhere: bool) -> None:
    assert game.mines is not None
    part = float(rng.choice([0, 0.3, 0.7, 1.0]))
    for cell in np.argwhere(game.mines):
        at = int(cell[0]), int(cell[1])
        if rng.random() < part and (anywhere or _beside_open(game, at)):
            game.play(Click(at, Button.RIGHT))


def _explode(rng: Random, game: Game) -> Cell | None:
    """Open a mine, if one is left without a flag; the cell."""
    assert game.mines is not None
    left = np.argwhere(game.mines & (game.board.cells == HIDDEN))
    if not len(left):
        return None
    row, col = left[int(rng.integers(len(left)))]
    game.play(Click((int(row), int(col))))
    return int(row), int(col)


def _finish(rng: Random, game: Game, symbols: list[list[str]], exploded: Cell | None) -> None:
    """What games show when one ends, and what players leave behind."""
    assert game.mines is not None or game.stage is Stage.WAITING
    hidden = [(r, c) for r, row in enumerate(symbols) for c, s in enumerate(row) if s == "#"]
    if exploded is not None:
        _lose(rng, game, symbols, hidden)
        symbols[exploded[0]][exploded[1]] = "X"
    elif game.stage is Stage.WON and hidden:
        mark = str(rng.choice(["#", "F", "*"]))
        for r, c in hidden:
            symbols[r][c] = mark
        if mark == "*" and rng.random() < 0.5:
            _replace(symbols, "F", "*")
    elif hidden and rng.random() < 0.15:
        for k in rng.permutation(len(hidden))[: int(rng.integers(1, 6))]:
            symbols[hidden[k][0]][hidden[k][1]] = "?"


def _lose(rng: Random, game: Game, symbols: list[list[str]], hidden: list[Cell]) -> None:
    """Show the mines of a lost game as one game or another does."""
    if rng.random() < 0.15:
        _replace(symbols, "*", "#")
    if rng.random() < 0.3:
        _replace(symbols, "F", "*")
    elif rng.random() < 0.1:
        _replace(symbols, "*", "F")
    closed = [at for at in hidden if symbols[at[0]][at[1]] == "#" and not _mined(game, at)]
    if rng.random() < 0.2:
        assert game.mines is not None
        numbers = count_around(game.mines)
        for r, c in closed:
            symbols[r][c] = str(int(numbers[r, c]))
        return
    near = [at for at in closed if any(symbols[r][c].isdigit() for r, c in _near(game, at))]
    if rng.random() < 0.5:
        for k in rng.permutation(len(near))[: int(rng.integers(1, 4))]:
            symbols[near[k][0]][near[k][1]] = "W"


def _near(game: Game, cell: Cell) -> list[Cell]:
    return list(neighbours(cell, game.board.cells.shape))


def _mined(game: Game, cell: Cell) -> bool:
    return bool(game.mines is not None and game.mines[cell])


def _replace(symbols: list[list[str]], old: str, new: str) -> None:
    for row in symbols:
        row[:] = [new if symbol == old else symbol for symbol in row]
