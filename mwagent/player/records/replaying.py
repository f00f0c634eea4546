"""Replay logged games on a virtual board and check that they come out the same."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.live import Live
from rich.text import Text

from mwagent.gamebook import GameRecord
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    SYMBOLS,
    Board,
    Button,
    Click,
    Game,
    MinefieldError,
    Stage,
    cells_where,
    neighbours,
)
from mwagent.minefield.command import say
from mwagent.minefield.given import shortened
from mwagent.minefield.levels import MOST_PLAYED
from mwagent.player.play import VirtualWindow
from mwagent.player.records.log import LogFormatError, clicks_of, read
from mwagent.solvers import InconsistentBoardError, analyse, explain

if TYPE_CHECKING:
    import argparse

_COLOURS = ("grey50", "blue", "green", "red", "dark_blue", "dark_red", "cyan", "magenta", "grey70")

_KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay departs from its log."""

    turn: int
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class LoggedGame:
    """One game of a log: its boards and the clicks made on each, and how it is said to end."""

    number: int
    boards: tuple[Board, ...]
    clicks: tuple[tuple[Click, ...], ...]
    stages: tuple[Stage, ...]
    finished: bool
    times: tuple[tuple[float, ...], ...]
    """When each click was made, in seconds since the game began."""


def games(events: Sequence[dict[str, Any]], name: str = "<log>") -> list[LoggedGame]:
    """Gather the games of a log; raises LogFormatError when a turn is malformed."""
    found = []
    turns = [event for event in events if event["event"] == "turn"]
    try:
        sizes = {e["game"]: e["mines"] for e in events if e["event"] == "game"}
        ended = {e["game"] for e in events if e["event"] == "result" and not e.get("broken_off")}
        for number, group in groupby(turns, key=lambda event: event["game"]):
            played = list(group)
            game = LoggedGame(
                number,
                tuple(Board.parse("\n".join(e["board"]), sizes[number]) for e in played),
                tuple(tuple(clicks_of(e)) for e in played),
                tuple(Stage(e["stage"]) for e in played),
                number in ended,
                tuple(_times(played)),
            )
            _check(game)
            found.append(game)
    except (LookupError, ValueError, TypeError, AttributeError, MinefieldError) as error:
        missing = isinstance(error, KeyError)
        why = f"it has no {error.args[0]!r}" if missing else shortened(error, 200)
        raise LogFormatError(f"{name}: a turn of the log is malformed ({why})") from None
    if not found:
        raise LogFormatError(f"{name}: the log holds no game")
    return found


def _times(turns: Sequence[dict[str, Any]]) -> Iterator[tuple[float, ...]]:
    """When the clicks of each turn were made: the turns take the time that is told of them."""
    now = 0.0
    for turn in turns:
        spent = {part: max(0.0, float(some)) for part, some in turn.get("seconds", {}).items()}
        clicking, clicks = spent.pop("click", 0.0), len(turn["clicks"])
        now += sum(spent.values())
        yield tuple(round(now + clicking * n / clicks, 5) for n in range(clicks))
        now += clicking


def record_of(game: LoggedGame, source: str = "") -> GameRecord:
    """The record of a logged game, without clicks that had no effect; raises LogFormatError.

    Its mines are known where the last board shows them.
    """
    mines = lay_mines(game)
    moves = [
        (_KINDS[click.button], click.cell, when)
        for (before, after), clicks, times in zip(
            pairwise(game.boards), game.clicks, game.times, strict=False
        )
        for click, when in zip(clicks, times, strict=True)
        if took_effect(click, before, after)
    ]
    start, last = game.boards[0], game.boards[-1]
    try:
        record = GameRecord.played(mines, moves, source=source, start=start)
    except MinefieldError as error:
        raise LogFormatError(f"game {game.number}: {error}") from None
    if game.stages[-1] is not Stage.WON and last.mines != int(last.known_mines.sum()):
        record.mine_cells = None
    record.start = start
    record.number = game.number
    if game.finished:
        record.stage = game.stages[-1]
    return record


def read_log(path: str | Path) -> list[GameRecord]:
    """Read the games of a log as records; raises LogFormatError."""
    return [record_of(game, Path(path).name) for game in games(read(path, on_cut=say), str(path))]


def _check(game: LoggedGame) -> None:
    """Check what a person may have changed; raises ValueError."""
    shape, mines = game.boards[0].shape, game.boards[0].mines
    if type(game.number) is not int:
        raise ValueError("a game's number is a whole number")
    if max(shape) > MOST_PLAYED:
        raise ValueError(f"a board has more than {MOST_PLAYED} rows or columns")
    if any(board.shape != shape for board in game.boards):
        raise ValueError(f"the boards of game {game.number} differ in size")
    if mines is not None and not 0 <= mines < shape[0] * shape[1]:
        raise ValueError(f"{mines} mines do not fit on the board of game {game.number}")
    for click in (click for clicks in game.clicks for click in clicks):
        row, col = click.cell
        if not (type(row) is type(col) is int and 0 <= row < shape[0] and 0 <= col < shape[1]):
            raise ValueError(f"game {game.number} has a click off the board")


def lay_mines(game: LoggedGame) -> NDArray[np.bool_]:
    """Find where the mines were, (rows, cols) bool.

    They follow from a won board, and from a lost one that shows them. Where the log does not have
    them, mines are laid so that every number seen is met. Raises LogFormatError when none fit.
    """
    last = game.boards[-1]
    if game.stages[-1] is Stage.WON:
        return last.unopened
    if last.mines == int(last.known_mines.sum()) and (last.cells == MINE).any():
        return last.known_mines
    cells = np.where(last.cells == FLAG, HIDDEN, last.cells)
    lost_on = game.clicks[-2][0].cell if len(game.clicks) > 1 and game.clicks[-2] else None
    if game.stages[-1] is Stage.LOST and lost_on is not None and not (cells == MINE).any():
        cells[lost_on] = MINE if cells[lost_on] == HIDDEN else cells[lost_on]
    position = Board(cells, last.mines)
    try:
        chances = analyse(position).mine_probability
        either = cells_where((chances > 0) & (chances < 1))
        found = explain(position, either[0]).arrangements if either else None
    except InconsistentBoardError:
        raise LogFormatError(
            f"game {game.number}: no mines fit the last board of the log, its numbers contradict "
            f"each other"
        ) from None
    if not either:
        return np.equal(chances, 1.0)
    if found is None:
        raise LogFormatError(
            f"game {game.number}: the log does not have the mines of its last board, and to find "
            f"some that fit takes too long; replay a log whose games were ended"
        )
    mines = np.equal(cells, MINE)
    mines[tuple(np.array(found.safe, int).reshape(-1, 2).T)] = True
    return mines


def took_effect(click: Click, before: Board, after: Board) -> bool:
    """Whether the log shows that a click did something (slow programs drop some)."""
    if click.button is Button.LEFT:
        return before[click.cell] != HIDDEN or after[click.cell] != HIDDEN
    if click.button is Button.RIGHT:
        return before[click.cell] != after[click.cell]
    return all(after[n] != HIDDEN for n in neighbours(click.cell, after.shape))


def replay(game: LoggedGame) -> Iterator[tuple[Board, tuple[Click, ...], Difference | None]]:
    """Play a logged game again on a virtual board.

    Yields for every turn the replayed board, the clicks made on it, and where it differs from
    the log; stops at the first difference.
    """
    window = VirtualWindow(Game.from_mines(lay_mines(game)))
    for turn, (logged, clicks) in enumerate(zip(game.boards, game.clicks, strict=True)):
        board = window.look()
        difference = _compare(turn, board, logged, window.stage(), game.stages[turn])
        yield board, clicks, difference
        if difference is not None:
            return
        if turn + 1 < len(game.boards):
            after = game.boards[turn + 1]
            window.click([click for click in clicks if took_effect(click, logged, after)])


def _compare(
    turn: int, board: Board, logged: Board, stage: Stage, said: Stage
) -> Difference | None:
    if stage is not said:
        return Difference(
            turn + 1, f"the log says the game is {said}, the replay that it is {stage}"
        )
    # When a game ends, programs differ in what they show of the mines.
    over = stage in (Stage.WON, Stage.LOST)
    ours = np.where(board.cells >= FLAG, HIDDEN, board.cells) if over else board.cells
    theirs = np.where(logged.cells >= FLAG, HIDDEN, logged.cells) if over else logged.cells
    wrong = np.argwhere(ours != theirs)
    if not len(wrong):
        return None
    row, col = wrong[0]
    return Difference(
        turn + 1,
        f"cell ({row}, {col}) has code {logged[row, col]} in the log and {board[row, col]} in "
        f"the replay",
    )


def picture(board: Board, clicks: Sequence[Click] = ()) -> Text:
    """Draw a board for the terminal; the cells about to be clicked are turned around."""
    marked = {click.cell for click in clicks}
    text = Text()
    for r, row in enumerate(board.cells):
        for c, code in enumerate(row):
            style = _COLOURS[code] if code < FLAG else "bold red" if code == FLAG else "white"
            symbol = SYMBOLS[code] if code else "·"
            text.append(f"{symbol} ", f"{style} reverse" if (r, c) in marked else style)
        text.append("\n")
    return text


def run(args: argparse.Namespace) -> int:
    """Carry out `python -m mwagent.replay`; gives 0 when every game comes out as logged, else 1.

    Raises LogFormatError where the log cannot be read.
    """
    logged = games(read(args.log, on_cut=say), args.log)
    chosen = [game for game in logged if args.game in (None, game.number)]
    if not chosen:
        raise LogFormatError(f"{args.log}: there is no game {args.game}; it holds {len(logged)}")
    if args.json:
        differences = [
            next((wrong for *_, wrong in replay(game) if wrong), None) for game in chosen
        ]
        told = [_told(game, wrong) for game, wrong in zip(chosen, differences, strict=True)]
        print(json.dumps(told))
    else:
        console = Console()
        differences = [_show(game, console, args.animate) for game in chosen]
    return 1 if any(differences) else 0


def _told(game: LoggedGame, wrong: Difference | None) -> dict[str, Any]:
    return {
        "game": game.number,
        "stage": str(game.stages[-1]),
        "finished": game.finished,
        "turns": len(game.boards),
        "clicks": sum(map(len, game.clicks)),
        "difference": None if wrong is None else {"turn": wrong.turn, "sentence": wrong.sentence},
    }


def _show(game: LoggedGame, console: Console, pause: float | None) -> Difference | None:
    difference = None
    board = game.boards[0]
    with Live(console=console, auto_refresh=False, transient=True) as live:
        for turn, (seen, clicks, wrong) in enumerate(replay(game), 1):
            board, difference = seen, wrong
            if pause is not None:
                head = Text(f"game {game.number}, turn {turn} of {len(game.boards)}\n", "bold")
                live.update(head + picture(board, clicks), refresh=True)
                time.sleep(pause)
    console.print(picture(board), end="")
    clicks_made = sum(map(len, game.clicks))
    stage = game.stages[-1] if game.finished else "not finished"
    verdict = (
        "replays as logged"
        if difference is None
        else f"differs at turn {difference.turn}: {difference.sentence}"
    )
    console.print(
        f"game {game.number}: {stage}, {len(game.boards)} turns, {clicks_made} clicks; {verdict}",
        highlight=False,
        soft_wrap=True,
    )
    return difference
