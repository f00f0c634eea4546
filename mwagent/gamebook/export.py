"""A game for other programs: as the page keeps games, and as a log that replays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal

import msgspec
import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType

from mwagent.gamebook.record import BUTTONS, Doubt, GameRecord, Move
from mwagent.minefield import HIDDEN, MINE, Board, Cell, FirstClick, MinefieldError, Stage
from mwagent.minefield.levels import MOST_PLAYED

FORMAT: Final = "minesweeper-game"


class GameFormatError(MinefieldError):
    """A recorded game that cannot be read; the message says where it is wrong."""


_Side = Annotated[int, Meta(ge=1, le=MOST_PLAYED)]


class PageMove(Struct, omit_defaults=True):
    """A press that changed the board; `shown` is left out where it follows from the mines."""

    kind: Literal["open", "chord", "flag"]
    cell: Cell
    seconds: Annotated[float | None, Meta(description="Since the first click.")] = None
    doubts: tuple[Doubt, ...] = ()
    shown: tuple[tuple[int, int, int], ...] | None = None


class PageGame(Struct, kw_only=True):
    """A recorded game as JSON, which is what web/static/game/record.js has, and what else is known.

    `mines` are the places of the mines, and None where the end did not show them; then `key` has
    what was seen of the solved board. `start` is left out for a game that was watched from its
    first move on. `offset` are the seconds from the beginning of a film. What the page does not
    write may be missing.
    """

    format: Literal["minesweeper-game"]
    version: Literal[1]
    title: str = ""
    first: FirstClick | None = None
    rows: _Side
    cols: _Side
    mines: tuple[Cell, ...] | None
    moves: list[PageMove]
    number: int = 0
    source: str = ""
    begun: float | None = None
    stage: Stage | None = None
    seconds: float | None = None
    total: int | None = None
    bbbv: int | None = None
    zini: dict[str, int] | None = None
    offset: float | UnsetType | None = UNSET
    start: list[int] | UnsetType | None = UNSET
    key: list[int] | UnsetType | None = UNSET
    pointer: Annotated[
        tuple[tuple[float, float, float], ...] | UnsetType,
        Meta(description="Its way: seconds, row and column, with parts of cells."),
    ] = UNSET


def as_page_record(game: GameRecord) -> dict[str, Any]:
    """The game as JSON of the form `PageGame`."""
    rows, cols = game.shape
    ruled = _by_the_rules(game)
    moves = [
        PageMove(
            move.kind,  # type: ignore[arg-type]
            move.cell,
            round(seconds, 6),
            move.doubts,
            None if ruled else move.shown,
        )
        for move, seconds in zip(game.moves, game.times, strict=True)
    ]
    kept = PageGame(
        format=FORMAT,
        version=1,
        title=game.name or str(game),
        first=game.first,
        rows=rows,
        cols=cols,
        mines=game.mine_cells,
        moves=moves,
        number=game.number,
        source=game.source,
        begun=game.begun,
        stage=game.stage,
        seconds=round(game.seconds, 6),
        total=game.mines,
        bbbv=game.bbbv,
        zini=game.zinis and game.zinis._asdict(),
        offset=UNSET if game.offset is None else round(game.offset, 6),
        start=UNSET if game.whole else game.start.cells.ravel().tolist(),
        key=game.key.ravel().tolist() if game.mine_cells is None else UNSET,
        pointer=game.pointer or UNSET,
    )
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(kept))  # lists, not tuples
    return told


def _by_the_rules(game: GameRecord) -> bool:
    """Whether what the moves have shown and how the game stands follow from the mines."""
    if game.mine_cells is None:
        return False
    mines = np.zeros(game.shape, bool)
    for cell in game.mine_cells:
        mines[cell] = True
    moves = [(move.kind, move.cell, move.seconds) for move in game.moves]
    try:
        played = GameRecord.played(mines, moves, start=game.start)
    except MinefieldError:
        return False
    shown = [move.shown for move in game.moves]
    return played.stage is game.stage and [move.shown for move in played.moves] == shown


def from_page_record(told: object, where: str = "the game") -> GameRecord:
    """Read what `as_page_record` gave, or the page has saved; raises GameFormatError.

    >>> game = GameRecord(Board.hidden(1, 2, 1), "a test", begun=5.0)
    >>> from_page_record(as_page_record(game)).source
    'a test'
    """
    try:
        kept = msgspec.convert(told, PageGame)
        return _record(kept)
    except (msgspec.ValidationError, ValueError, IndexError, MinefieldError) as error:
        raise GameFormatError(f"{where}: this is no whole recorded game ({error})") from None


def _record(kept: PageGame) -> GameRecord:
    shape = kept.rows, kept.cols
    moves, since, seconds = [], kept.offset or 0.0, 0.0
    for move in kept.moves:
        seconds = seconds if move.seconds is None else move.seconds
        cell = _on_board(move.cell, shape)
        shown = tuple((*_on_board((r, c), shape), code) for r, c, code in move.shown or ())
        moves.append(Move(move.kind, cell, since + seconds, move.doubts, shown))
    codes = np.full(shape, HIDDEN)
    if isinstance(kept.start, list):
        codes = np.reshape(kept.start, shape)
    start = Board(codes, kept.total if kept.mines is None else len(kept.mines))
    if all(move.shown is not None for move in kept.moves):
        game = GameRecord(start, kept.source, None, moves, mine_cells=kept.mines)
        game.boards()  # where a code is none, this raises
    elif kept.mines is None:
        raise ValueError("it has neither its mines nor what its moves have shown")
    else:
        mines = np.zeros(shape, bool)
        for cell in kept.mines:
            mines[_on_board(cell, shape)] = True
        order = [(move.kind, move.cell, move.seconds) for move in moves]
        game = GameRecord.played(mines, order, source=kept.source, start=start)
        # Doubts do not follow from the rules.
        game.moves = [
            replace(move, doubts=other.doubts)
            for move, other in zip(game.moves, moves, strict=True)
        ]
    game.begun, game.number, game.first, game.pointer = (
        *(kept.begun, kept.number),
        *(kept.first, kept.pointer or ()),
    )
    game.origin = None if isinstance(kept.offset, float) else 0.0
    game.stage = kept.stage or game.stage
    game.name = "" if kept.title == str(game) else kept.title
    return game


def _on_board(cell: Cell, shape: tuple[int, int]) -> Cell:
    if not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
        raise ValueError(f"{list(cell)} is no cell of the board")
    return cell


def as_log(*games: GameRecord) -> str:
    """Games as a log of mwagent/player/records/log.py, which `mwagent replay` plays."""
    events = [_session(games[0])] if games else []
    for number, game in enumerate(games, 1):
        events += _events(number, game)
    return "".join(json.dumps(event) + "\n" for event in events)


def _session(game: GameRecord) -> dict[str, Any]:
    began = datetime.fromtimestamp(game.begun or 0, UTC).isoformat(timespec="seconds")
    return {
        "event": "session",
        "version": version("mwagent"),
        "time": began,
        "solver": "a player",
        "options": {},
        "window": game.source,
        "seed": None,
    }


def _events(at: int, game: GameRecord) -> Iterator[dict[str, Any]]:
    height, width = game.shape
    yield {"event": "game", "game": at, "rows": height, "cols": width, "mines": game.mines}
    boards = game.boards()
    times = game.times
    for number, board in enumerate(boards, 1):
        last = number == len(boards)
        move = None if last else game.moves[number - 1]
        wait = 0.0 if last else times[number - 1] - (times[number - 2] if number > 1 else 0.0)
        yield {
            "event": "turn",
            "game": at,
            "turn": number,
            "stage": str(_stage(game, board, last)),
            "board": rows(_ended(game, board) if last else board),
            "guess": False,
            **dict.fromkeys(("why", "safe", "mines", "best", "win_probability")),
            "clicks": [] if move is None else [[*move.cell, str(BUTTONS[move.kind])]],
            "seconds": {"look": round(max(0.0, wait), 5), "solve": 0.0, "plan": 0.0, "click": 0.0},
        }
    if game.stage in (Stage.WON, Stage.LOST):
        hit = game.moves[-1].cell if game.stage is Stage.LOST and game.moves else None
        yield {
            "event": "result",
            "game": at,
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


def rows(board: Board) -> list[str]:
    """Print the cells of a board, one string per row."""
    return str(Board(board.cells)).splitlines()
