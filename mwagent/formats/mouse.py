"""What buttons of a mouse do to a board, as programs record it: presses and releases become moves.

A replay says where and when buttons went down and up, not what that did. The rules are those that
programs after Minesweeper of Windows share: the left button opens where it is released, the right
one changes marks where it is pressed, both together and the middle one chord where the first of
them is released, and what is still held then does nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.gamebook import GameRecord
from mwagent.gamebook.record import BUTTONS
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Click, Game, Stage

OVER: Final = (Stage.WON, Stage.LOST)


class Event(NamedTuple):
    """One event of the mouse: seconds on the clock of the game, what it was, and where.

    `kind` is one of "mv" (moved), "lc" and "lr" (left button down and up), "rc" and "rr" (right),
    "mc" and "mr" (middle), "sc" (left with Shift), "cc" (the second of both), "mt" (question marks
    switched on or off) and "pf" (a flag that is there from the start). `row` and `col` have parts
    of cells, and may lie off the board.
    """

    seconds: float
    kind: str
    row: float
    col: float


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file of another program says of a game, before it is played.

    `mines` is (rows, cols) bool. `marks`: whether the right button sets question marks, too;
    `chords_with_left`: whether the left button chords on numbers. `said` is how the game ended,
    None where the file does not say; `seconds` the time the program showed, None where it is not
    there.
    """

    mines: NDArray[np.bool_]
    events: tuple[Event, ...]
    marks: bool = False
    chords_with_left: bool = False
    said: Stage | None = None
    player: str = ""
    program: str = ""
    seconds: float | None = None


def play(recording: Recording) -> GameRecord:
    """Play the events; moves that changed nothing are left out.

    Where the game then does not end as the file says, its name says so.
    """
    game, moves = Game.from_mines(recording.mines), []
    mouse = _Mouse(game.board, recording)
    for event in recording.events:
        if game.stage in OVER:
            break
        kind, cell = mouse.act(event)
        if not kind or mouse.without_effect(kind, cell):
            continue
        game.play(Click(cell, BUTTONS[kind]))
        if (board := game.board) != mouse.board:
            mouse.board = board
            moves.append((kind, cell, round(event.seconds, 3)))
    record = GameRecord.played(recording.mines, moves, source=recording.program)
    record.name = ", ".join(part for part in _title(recording, record) if part)
    record.clicks = mouse.clicks
    record.pointer = tuple(_way(recording.events))
    return record


def _title(recording: Recording, game: GameRecord) -> Iterable[str]:
    yield recording.player.strip()
    yield "" if recording.seconds is None else f"{recording.seconds:.3f} s"
    yield recording.program
    if recording.said not in (None, game.stage):
        closed = int((game.boards()[-1].cells >= FLAG).sum()) - int(recording.mines.sum())
        ends = "is lost" if game.stage is Stage.LOST else f"leaves {max(0, closed)} cells closed"
        ends = "is won" if game.stage is Stage.WON else ends
        yield f"{recording.said} by its file, which as played {ends}"


def _way(events: Iterable[Event]) -> Iterable[tuple[float, float, float]]:
    """The way of the pointer, where it changed."""
    last = None
    for event in events:
        if event.kind != "pf" and (place := (event.row, event.col)) != last:
            last = place
            yield round(event.seconds, 3), round(event.row, 2), round(event.col, 2)


@dataclass(slots=True)
class _Mouse:
    """The buttons that are down, and the question marks that are set."""

    board: Board
    recording: Recording
    left: bool = False
    right: bool = False
    both: bool = False
    """Whether the next release chords."""
    spent: bool = False
    """Whether the left button is down from a chord that is over."""
    used: bool = False
    """Whether any button went down; some programs leave out the press that begins the game."""
    questions: set[Cell] = field(default_factory=set)
    switched: bool = False
    """Whether question marks were switched from what the file says of them."""
    clicks: int = 0
    """Clicks so far, those that changed nothing, too, as ms_toollib counts them."""
    idle: bool = False
    """Whether the right button went down where it sets no mark: with a chord that is no click."""

    def act(self, event: Event) -> tuple[str, Cell]:
        """What an event does: a kind of move and a cell, the kind "" for none."""
        kind, cell = event.kind, (int(np.floor(event.row)), int(np.floor(event.col)))
        rows, cols = self.recording.mines.shape
        inside = 0 <= cell[0] < rows and 0 <= cell[1] < cols
        did = self._does(kind, cell, inside)
        self._count(kind, did, cell, inside)
        self.used |= kind in ("lc", "rc", "mc", "sc", "cc")
        return (did if inside else ""), cell

    def _count(self, kind: str, did: str, cell: Cell, inside: bool) -> None:
        """Count a click; those before the game are forgotten where they have left no mark."""
        marked = int(np.count_nonzero(self.board.cells == FLAG))
        fresh = bool((self.board.cells >= FLAG).all()) and not marked
        if kind == "rc" and not self.left:
            self.idle = not inside or bool(self.board.cells[cell] < FLAG)
            self.clicks += inside or not fresh
        elif kind == "pf" or (did and (inside or (did == "open" and not fresh))):
            self.clicks += 1
        if did == "chord" and kind != "mr":
            self.clicks -= self.idle
        self.idle &= kind != "rr" and did != "chord"
        only = marked == 1 and did == "flag" and self.board.cells[cell] == FLAG
        if only and (self.board.cells >= FLAG).all():
            self.clicks = 0

    def without_effect(self, kind: str, cell: Cell) -> bool:
        """Whether a move surely changes nothing, as most of some recordings do."""
        code = self.board.cells[cell]
        return bool(code != HIDDEN if kind == "open" else (code < FLAG) == (kind == "flag"))

    def _does(self, kind: str, cell: Cell, inside: bool) -> str:
        match kind:
            case "lc":
                self.left, self.both = True, self.right
            case "sc" | "cc":
                self.left, self.right, self.both = True, self.right or kind == "cc", True
            case "lr":
                down, spent, chord = self.left, self.spent, self.both
                self.left = self.spent = self.both = False
                if chord:
                    return "chord"
                if (down or not self.used) and not spent:
                    self.questions.discard(cell)
                    opened = inside and self.board.cells[cell] < FLAG
                    return "chord" if opened and self.recording.chords_with_left else "open"
            case "rc":
                self.right, self.both = True, self.left
                if not self.left:
                    return self._mark(cell) if inside else ""
            case "rr":
                chord, self.both, self.right = self.both, False, False
                self.spent = self.spent or chord
                return "chord" if chord else ""
            case "mr":
                return "chord"
            case "pf":
                return "flag"
            case "mt":
                self.switched = not self.switched
        return ""

    def _mark(self, cell: Cell) -> str:
        """The next mark: a flag, then a question mark where there are such, then none."""
        code = self.board.cells[cell]
        if code == FLAG and self.recording.marks != self.switched:
            self.questions.add(cell)
        elif code == HIDDEN and cell in self.questions:
            self.questions.remove(cell)
            return ""
        return "flag"
