"""`.rawvf`, replays as text: a head of `Key: value`, the board, and a line for each event.

The format is described at https://minesweepergame.com/forum/viewtopic.php?p=619, and written by
parsers of .avf, .mvf and .rmv files, FreeSweeper, LlamaSweeper and others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.formats.errors import ReplayError, quoted
from mwagent.formats.mouse import Event, Recording
from mwagent.gamebook import GameRecord
from mwagent.minefield import Stage
from mwagent.minefield.levels import MOST_PLAYED

PIXELS: Final = 16
"""Pixels of a cell where the file does not say."""
_EVENT: Final = re.compile(r"(-?\d+(?:\.\d*)?)\s+([a-z]+)\b\s*(.*)", re.ASCII)
_PLACE: Final = re.compile(r"\((-?\d+)\s+(-?\d+)\)")
_CELL: Final = re.compile(r"(-?\d+)\s+(-?\d+)")
_MOUSE: Final = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt")
_ENDS: Final = dict.fromkeys(("won", "win"), Stage.WON) | dict.fromkeys(
    ("lost", "loss", "boom", "blast"), Stage.LOST
)
_NAMES: Final = {"open": "l", "flag": "r", "chord": "m"}


def parse(text: str) -> Recording:
    """Read a text; raises ReplayError with one sentence that names the line."""
    lines = text.lstrip("\ufeff").splitlines()
    head, at = _head(lines)
    mines = _board(lines, at, head)
    pixels = _whole(head, "squaresize", PIXELS, 1)
    said = _ENDS.get(head.get("status", "").lower())
    events: list[Event] = []
    for number in range(at + len(mines), len(lines)):
        found = _EVENT.match(lines[number].strip())
        if found is None:
            continue
        seconds, kind, rest = found.groups()
        said = said or _ENDS.get(kind)
        if kind not in _MOUSE:
            if _PLACE.search(rest):
                raise ReplayError(
                    f"line {number + 1}: {quoted(kind)} is no event of the mouse; there are "
                    f"{', '.join(_MOUSE)}"
                )
            continue  # what became of the board
        if events and float(seconds) < events[-1].seconds:
            raise ReplayError(f"line {number + 1}: this event comes before the one above it")
        row, col = _place(rest, pixels, number, events)
        events.append(Event(float(seconds), kind, row, col))
    marks = head.get("marks", head.get("questionmarks", "off")).lower() == "on"
    seconds_said = head.get("time", "").replace(",", ".")
    return Recording(
        mines,
        tuple(events),
        marks=marks,
        chords_with_left=head.get("superclick", "").lower() == "on",
        said=said,
        player=head.get("player", ""),
        program=" ".join(filter(None, (head.get("program", ""), head.get("version", "")))),
        seconds=float(seconds_said) if re.fullmatch(r"\d+(\.\d+)?", seconds_said) else None,
    )


def _head(lines: list[str]) -> tuple[dict[str, str], int]:
    """What stands before the board, and the number of the board's first line."""
    head: dict[str, str] = {}
    for number, line in enumerate(lines):
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == "board":
            return head, number + 1
        if colon:
            head[key.strip().lower()] = value.strip()
    raise ReplayError("this is no .rawvf replay: it has no line 'Board:'")


def _board(lines: list[str], at: int, head: dict[str, str]) -> NDArray[np.bool_]:
    if head.get("level", "").lower() == "marathon":
        raise ReplayError("this .rawvf replay is a marathon of several boards, which is not read")
    rows, cols = _whole(head, "height"), _whole(head, "width")
    mines = np.zeros((rows, cols), bool)
    for row in range(rows):
        signs = lines[at + row].strip() if at + row < len(lines) else ""
        if len(signs) != cols or not set(signs) <= set("*012345678"):
            raise ReplayError(
                f"line {at + row + 1}: row {row} of the board is to have {cols} signs, "
                f"* for a mine and 0 for none, got {quoted(signs)}"
            )
        mines[row] = [sign == "*" for sign in signs]
    if "mines" in head and _whole(head, "mines", None, 0) != mines.sum():
        raise ReplayError(f"the board has {mines.sum()} mines, its head says {head['mines']}")
    return mines


def _whole(head: dict[str, str], key: str, else_: int | None = None, least: int = 1) -> int:
    value = head.get(key, "" if else_ is None else str(else_))
    most = MOST_PLAYED if key in ("width", "height") else MOST_PLAYED**2
    if not re.fullmatch("[0-9]{1,6}", value) or not least <= int(value) <= most:
        raise ReplayError(
            f"this .rawvf replay is to have a line '{key.capitalize()}: N' with {least} to {most} "
            f"before its board, got {quoted(value)}"
        )
    return int(value)


def _place(rest: str, pixels: int, number: int, before: list[Event]) -> tuple[float, float]:
    """Row and column with parts of cells: of pixels, else of a column and row from 1."""
    if found := _PLACE.search(rest):
        x, y = map(int, found.groups())
        return y / pixels, x / pixels
    if found := _CELL.match(rest):
        col, row = map(int, found.groups())
        return row - 0.5, col - 0.5
    if before and not rest:
        return before[-1].row, before[-1].col
    raise ReplayError(f"line {number + 1}: this event has no place, such as '3 4 (35 50)'")


def write(game: GameRecord) -> str:
    """Write a game that was recorded from its first move on, and of which all mines are known.

    Raises ReplayError for others.
    """
    if game.mine_cells is None or not game.whole:
        raise ReplayError(
            "a .rawvf replay has all mines and all moves of a game; of this one not all are known"
        )
    return "\n".join((*_told(game), ""))


def _told(game: GameRecord) -> Iterator[str]:
    rows, cols = game.shape
    over = game.stage in (Stage.WON, Stage.LOST)
    yield "RawVF_Version: Rev6"
    yield f"Program: {' '.join(game.source.split()) or 'mwagent'}"
    yield f"Player: {' '.join(game.name.split())}"
    yield "Level: custom"
    yield from (f"Width: {cols}", f"Height: {rows}", f"Mines: {game.mines}", "Marks: off")
    yield f"SquareSize: {PIXELS}"
    yield from [f"Time: {game.seconds:.3f}", f"Status: {game.stage}"] if over else []
    yield "Board:"
    mines = set(game.mine_cells or ())
    for row in range(rows):
        yield "".join("*" if (row, col) in mines else "0" for col in range(cols))
    yield "Events:"
    half = PIXELS // 2
    for _, line in sorted(_events(game, half), key=lambda event: event[0]):
        yield line


def _events(game: GameRecord, half: int) -> Iterator[tuple[float, str]]:
    for seconds, row, col in game.pointer:
        x, y = int(col * PIXELS), int(row * PIXELS)
        yield seconds, f"{seconds:.3f} mv {int(col) + 1} {int(row) + 1} ({x} {y})"
    for move, seconds in zip(game.moves, game.times, strict=True):
        row, col = move.cell
        place = f"{col + 1} {row + 1} ({col * PIXELS + half} {row * PIXELS + half})"
        for press in "cr":
            yield seconds, f"{seconds:.3f} {_NAMES[move.kind]}{press} {place}"
