"""A watched game for other programs: as the page keeps games, and as a log that replays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from mwagent.gamebook.record import GameRecord, Move
from mwagent.minefield import HIDDEN, MINE, Board, Stage

FORMAT: Final = "minesweeper-game"
_BUTTONS: Final = {"open": "left", "flag": "right", "chord": "chord"}


def as_page_record(game: GameRecord) -> dict[str, Any]:
    """The game as web/static/game/record.js has it, and what else is known of it.

    `mines` are the places of the mines, and None where the end did not show them; then `key` has
    what was seen of the solved board. `start` is left out for a game that was watched from its
    first move on.
    """
    rows, cols = game.shape
    first = game.moves[0].seconds if game.moves else 0.0
    told: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "title": title(game),
        "first": None,
        "rows": rows,
        "cols": cols,
        "mines": None if game.mine_cells is None else [list(cell) for cell in game.mine_cells],
        "moves": [_move(move, first) for move in game.moves],
        "number": game.number,
        "source": game.source,
        "begun": game.begun,
        "stage": str(game.stage),
        "seconds": round(game.seconds, 3),
        "total": game.mines,
        "bbbv": game.bbbv,
    }
    if not game.whole:
        told["start"] = game.start.cells.ravel().tolist()
    if game.mine_cells is None:
        told["key"] = game.key.ravel().tolist()
    return told


def _move(move: Move, first: float) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": move.kind,
        "cell": list(move.cell),
        "seconds": round(move.seconds - first, 3),
    }
    if move.doubts:
        told["doubts"] = [str(doubt) for doubt in move.doubts]
    return told


def title(game: GameRecord) -> str:
    """One line on a game.

    >>> title(GameRecord(Board.hidden(9, 9, 10), "the screen"))
    '9×9, 10 mines, unfinished'
    """
    rows, cols = game.shape
    mines = "unknown" if game.mines is None else game.mines
    over = game.stage in (Stage.WON, Stage.LOST)
    end = f"{game.stage} in {game.seconds:.1f} s" if over else "unfinished"
    return f"{cols}×{rows}, {mines} mines, {end}"


def as_log(game: GameRecord) -> str:
    """The game as a log of mwagent/player/records/log.py, which `mwagent replay` plays."""
    return "".join(json.dumps(event) + "\n" for event in _events(game))


def _events(game: GameRecord) -> Iterator[dict[str, Any]]:
    began = datetime.fromtimestamp(game.begun or 0, UTC).isoformat(timespec="seconds")
    rows, cols = game.shape
    yield {
        "event": "session",
        "version": version("mwagent"),
        "time": began,
        "solver": "a player",
        "options": {},
        "window": game.source,
        "seed": None,
    }
    yield {"event": "game", "game": 1, "rows": rows, "cols": cols, "mines": game.mines}
    boards = game.boards()
    times = [move.seconds for move in game.moves]
    for number, board in enumerate(boards, 1):
        last = number == len(boards)
        move = None if last else game.moves[number - 1]
        wait = times[number - 1] - times[number - 2] if 1 < number <= len(times) else 0.0
        yield {
            "event": "turn",
            "game": 1,
            "turn": number,
            "stage": str(_stage(game, board, last)),
            "board": _rows(_ended(game, board) if last else board),
            "why": None,
            "guess": False,
            "safe": None,
            "mines": None,
            "best": None,
            "win_probability": None,
            "clicks": [] if move is None else [[*move.cell, _BUTTONS[move.kind]]],
            "seconds": {"look": round(wait, 5), "solve": 0.0, "plan": 0.0, "click": 0.0},
        }
    if game.stage in (Stage.WON, Stage.LOST):
        hit = game.moves[-1].cell if game.stage is Stage.LOST and game.moves else None
        yield {
            "event": "result",
            "game": 1,
            "stage": str(game.stage),
            "seconds": round(game.seconds, 4),
            "clicks": len(game.moves),
            "flags": sum(move.kind == "flag" for move in game.moves),
            "guesses": 0,
            "turns": len(boards),
            "bbbv": game.bbbv,
            "lost_at": hit,
            "broken_off": None,
        }


def _stage(game: GameRecord, board: Board, last: bool) -> Stage:
    if last and game.stage in (Stage.WON, Stage.LOST):
        return game.stage
    return Stage.ONGOING if (board.cells < 9).any() else Stage.WAITING


def _ended(game: GameRecord, board: Board) -> Board:
    """The last board with the mines that the end shows."""
    if game.stage is not Stage.LOST or game.mine_cells is None:
        return board
    cells = board.cells.copy()
    for cell in game.mine_cells:
        cells[cell] = MINE if cells[cell] == HIDDEN else cells[cell]
    return Board(np.asarray(cells), board.mines)


def _rows(board: Board) -> list[str]:
    return str(Board(board.cells)).splitlines()
