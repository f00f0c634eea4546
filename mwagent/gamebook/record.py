"""The record of a game: its moves with their times, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Stage,
    cells_where,
    count_around,
    difficulty,
    neighbours,
)
from mwagent.minefield.checked import argument, checked
from mwagent.solvers.zini import ZiNi, zini


class Doubt(StrEnum):
    """What pictures do not tell of a move."""

    CELL = "cell"
    """Another cell may have been clicked to the same effect, such as any zero of an opening."""
    KIND = "kind"
    """An opening may have been a chord."""
    ORDER = "order"
    """It came in one picture with others, whose order cannot be seen."""


BUTTONS: Final = {"open": Button.LEFT, "chord": Button.CHORD, "flag": Button.RIGHT}
_STNB: Final[dict[tuple[int, int, int | None], int]] = {
    (8, 8, 10): 36,
    (16, 16, 40): 162,
    (16, 30, 99): 435,
}
"""The numbers of STNB by rows, columns and mines."""
_FILMED: Final = re.compile(
    r"(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?: at |[ _T-]+)"
    r"(\d{1,2})[-_.:]?(\d\d)[-_.:]?(\d\d)(?!\d)(?:\s*([AP])M)?",
    re.ASCII | re.IGNORECASE,
)
"""A date and a time in the name of a film, as OBS, GNOME, Android, Windows and macOS have it."""
KINDS: Final = tuple(BUTTONS)
"""What a player may do to a cell; "flag" sets one or takes it away."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a player did: `kind` is one of KINDS.

    `seconds` are those of the clock of the pictures; `shown` are the cells that it changed and
    what they show since, (row, column, code) each.
    """

    kind: str
    cell: Cell
    seconds: float
    doubts: tuple[Doubt, ...] = ()
    shown: tuple[tuple[int, int, int], ...] = ()


@dataclass(slots=True)
class GameRecord:
    """One game: its moves with their times, what the board showed, and how it ended.

    The one record of a game, whoever played it: the coach's file (`GameBook`), the bot's log, the
    page's JSON and replays of other programs are read into it, and all but replays written from it
    (`mwagent.replay.read` and `write`). A game that is still being watched grows.

    `start` is the board on which the first move was made, which is not fresh where the coach came
    later. `source` says where it comes from: a screen, a page, or the name of a file. `mine_cells`
    are the mines, None where the end does not show them all. `begun` are seconds since the epoch,
    None where that is not known; `number` is its number in the game book or log, 0 before it has
    one. `origin` is the time on the clock of the moves from which the seconds of the game are
    counted, None for that of the first move. `name` is what its player or program calls it, `first`
    what the first click was promised, where that is known. `pointer` is the way of the pointer:
    seconds, row and column, with parts of cells. `clicks` counts those that changed nothing, too;
    None where they are not known.

    >>> mines = np.array([[0, 0, 1, 0]], bool)
    >>> game = GameRecord.played(mines, [("open", (0, 0), 0.0), ("open", (0, 3), 1.5)])
    >>> print(game)
    4×1, 1 mines, won in 1.5 s
    >>> game.bbbv, game.bbbv_per_second, game.zini
    (2, 1.3333333333333333, 2)
    >>> [str(board).splitlines()[-1] for board in game.boards()]
    ['####', '01##', '01#1']
    """

    start: Board
    source: str
    begun: float | None = None
    moves: list[Move] = field(default_factory=list)
    stage: Stage = Stage.ONGOING
    mine_cells: tuple[Cell, ...] | None = None
    number: int = 0
    origin: float | None = None
    name: str = ""
    first: FirstClick | None = None
    pointer: tuple[tuple[float, float, float], ...] = ()
    clicks: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        argument("start", self.start, Board)
        argument("source", self.source, str)

    @classmethod
    @checked
    def played(
        cls,
        mines: NDArray[np.bool_],
        moves: Iterable[tuple[str, Cell, float]],
        *,
        source: str = "",
        start: Board | None = None,
    ) -> GameRecord:
        """Make the record of a game by playing its moves: kind (one of KINDS), cell and seconds.

        `mines` is a (rows, cols) bool mask, `start` the board to begin on where that is not fresh.
        Raises IllegalMoveError where a cell is off the board, or a mine is open on `start`.
        """
        game = Game.from_mines(mines, start)
        record = cls(game.board, source, mine_cells=tuple(cells_where(mines)), origin=0.0)
        for kind, cell, seconds in moves:
            before = game.board.cells
            game.play(Click(cell, BUTTONS[kind]))
            shown = _shown(before, game, kind, cell)
            record.moves.append(Move(kind, cell, seconds, (), shown))
        record.stage = Stage.ONGOING if game.stage is Stage.WAITING else game.stage
        return record

    def __str__(self) -> str:
        rows, cols = self.shape
        mines = "unknown" if self.mines is None else self.mines
        over = self.stage in (Stage.WON, Stage.LOST)
        end = f"{self.stage} in {self.seconds:.1f} s" if over else "unfinished"
        return f"{cols}×{rows}, {mines} mines, {end}"

    def _repr_svg_(self) -> str:
        """Draw the last board as a notebook shows it."""
        return self.boards()[-1]._repr_svg_()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.start.shape

    @property
    def mines(self) -> int | None:
        """How many mines there are, None where that is not known."""
        return self.start.mines if self.mine_cells is None else len(self.mine_cells)

    @property
    def seconds(self) -> float:
        """Seconds from the first move to the last."""
        return self.moves[-1].seconds - self.moves[0].seconds if self.moves else 0.0

    @property
    def times(self) -> list[float]:
        """Seconds of each move since the game began: its clock, or the first move."""
        origin = self._origin
        return [move.seconds - origin for move in self.moves]

    @property
    def _origin(self) -> float:
        if self.origin is not None or not self.moves:
            return self.origin or 0.0
        return self.moves[0].seconds

    @property
    def offset(self) -> float | None:
        """Seconds from the beginning of a film to the first move; None for what is no film."""
        film = self.begun is None and self.origin is None and bool(self.moves)
        return self.moves[0].seconds if film else None

    @property
    def date(self) -> float | None:
        """Seconds since the epoch at the first move; of a film, where its name says when it began.

        Programs that record a screen put the local time there.

        >>> film = GameRecord(Board.hidden(1, 2, 1), "Screencast from 2026-11-26 05-12-00.webm")
        >>> film.moves = [Move("open", (0, 0), 90.0)]
        >>> str(datetime.fromtimestamp(film.date))
        '2026-11-26 05:13:30'
        """
        if self.offset is None:
            return self.begun
        found = _FILMED.search(self.source)
        if found is None:
            return None
        year, month, day, hour, minute, second, half = found.groups()
        late = 12 * (half.upper() == "P") - 12 * (hour == "12") if half else 0
        try:
            date = int(year), int(month), int(day)
            began = datetime(*date, int(hour) + late, int(minute), int(second))
        except ValueError:
            return None
        return began.timestamp() + self.offset

    @property
    def whole(self) -> bool:
        """Whether it was watched from its first move on."""
        return bool((self.start.cells >= FLAG).all())

    def boards(self) -> list[Board]:
        """The board before each move, and after the last."""
        cells = self.start.cells.copy()
        boards = [Board(cells, self.mines)]
        for move in self.moves:
            for row, col, code in move.shown:
                cells[row, col] = code
            boards.append(Board(cells, self.mines))
        return boards

    @property
    def key(self) -> NDArray[np.int8]:
        """What is known of the solved board, (rows, cols): 0-8, MINE, or HIDDEN."""
        last = self.boards()[-1].cells
        if self.mine_cells is None:
            return np.where((last == FLAG), HIDDEN, last).astype(np.int8)
        mines = self._mask()
        return np.where(mines, MINE, count_around(mines)).astype(np.int8)

    @property
    def bbbv(self) -> int | None:
        """3BV of the board; None where not all mines are known."""
        if self.mine_cells is None:
            return None
        return difficulty(self._mask()).bbbv

    @property
    def bbbv_per_second(self) -> float | None:
        """3BV per second; None for a game that was not won, or took no time."""
        if self.bbbv is None or self.stage is not Stage.WON or not self.seconds:
            return None
        return self.bbbv / self.seconds

    @property
    def zini(self) -> int | None:
        """Clicks of greedy ZiNi on the board; None where not all mines are known."""
        return None if self.zinis is None else self.zinis.greedy

    @property
    def zinis(self) -> ZiNi | None:
        """Clicks of greedy, 8-way and H.ZiNi on the board; None where not all mines are known."""
        return None if self.mine_cells is None else zini(self._mask())

    @property
    def figures(self) -> dict[str, float]:
        """What sites of replays show of a won game, by the names they have there, where known.

        3BV over the moves that brought the game on is Thrp, over all clicks IOE, ZiNi over these
        ZNE and HZNE; RQP is seconds over 3BV a second, QG the same with a power of 1.7, and STNB
        its inverse times a number for each level of Windows (as ms_toollib counts them,
        https://github.com/eee555). Of flags, the first on each mine brings the game on.
        """
        if self.bbbv is None or self.zinis is None or not self.bbbv_per_second:
            return {}
        flags = {move.cell for move in self.moves if move.kind == "flag"}
        effective = sum(move.kind != "flag" for move in self.moves)
        effective += len(flags & set(self.mine_cells or ()))
        told = {"3BV/s": self.bbbv_per_second, "Thrp": self.bbbv / effective}
        if self.clicks:
            told |= {"IOE": self.bbbv / self.clicks, "Corr": effective / self.clicks}
            told |= {"ZNE": self.zinis.greedy / self.clicks, "HZNE": self.zinis.human / self.clicks}
        told |= {"RQP": self.seconds**2 / self.bbbv, "QG": self.seconds**1.7 / self.bbbv}
        level = _STNB.get((*self.shape, self.mines))
        return told if level is None else told | {"STNB": level / told["QG"]}

    def _mask(self) -> NDArray[np.bool_]:
        mines = np.zeros(self.shape, bool)
        for cell in self.mine_cells or ():
            mines[cell] = True
        return mines

    def pauses(self, most: int = 3) -> list[tuple[int, float]]:
        """The longest thinking times: the number of the move that ended each, and its seconds."""
        waits = [
            (number, now.seconds - before.seconds)
            for number, (before, now) in enumerate(
                zip(self.moves, self.moves[1:], strict=False), start=1
            )
        ]
        return sorted(waits, key=lambda wait: -wait[1])[:most]


def _shown(
    before: NDArray[np.int8], game: Game, kind: str, cell: Cell
) -> tuple[tuple[int, int, int], ...]:
    """What a move changed: not the mines and flags that the program shows at the end."""
    after = game.board.cells
    pressed = {cell} if kind == "open" else set(neighbours(cell, before.shape))
    own = {FLAG, HIDDEN} if kind == "flag" else {MINE}
    return tuple(
        (row, col, int(after[row, col]))
        for row, col in cells_where(before != after)
        if after[row, col] < FLAG or (after[row, col] in own and (row, col) in pressed | {cell})
    )
