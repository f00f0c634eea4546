"""What is known of a game between two turns: what was seen last, and what was clicked since."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from mwagent.minefield import HIDDEN, Board, Button, Cell, Click, neighbours, rules
from mwagent.vision.capture import Shot
from mwagent.vision.reading import UNKNOWN, Reading


@dataclass(slots=True)
class Position:
    """The last picture of the board, what was read of it, and the clicks made since.

    `shot` shows the board's pixels alone, `before` as they were when it was pressed last. `board`
    is believed, None where none was yet, or what was believed is doubted; `unread` are the cells of
    it that were not understood.
    """

    shot: Shot
    reading: Reading
    board: Board | None = None
    clicked: list[Click] = field(default_factory=list)
    unread: Set[Cell] = frozenset()
    before: Shot = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.shot

    @property
    def due(self) -> set[Cell]:
        """The hidden cells that the clicks open or flag."""
        board = self.board
        if board is None:
            return set()
        flags = [click.cell for click in self.clicked if click.button is Button.RIGHT]
        return rules.opened_by(board, self.clicked) | {c for c in flags if board[c] == HIDDEN}

    @property
    def untouched(self) -> bool:
        """Whether nothing is open yet, as far as is known."""
        return self.board is None or bool(self.board.unopened.all())

    @property
    def cleared(self) -> bool:
        """Whether the clicks leave no more closed than there are mines, where that is known."""
        board = self.board
        if board is None or board.mines is None:
            return False
        return int(board.unopened.sum()) - len(rules.opened_by(board, self.clicked)) <= board.mines

    def symbol(self, cell: Cell) -> str:
        """What was read of a cell."""
        return self.reading.cells[cell[0]][cell[1]]

    def understood(self, clicks: Sequence[Click]) -> list[Click]:
        """Those of some clicks whose cells were understood."""
        return [click for click in clicks if self.symbol(click.cell) != UNKNOWN]

    def stands_alone(self, click: Click) -> bool:
        """Whether a click opens a cell of which all neighbours are understood, some of them open.

        Then nothing larger than the cell lies over it, and it is there that it has to be clicked.
        """
        around = neighbours(click.cell, self.reading.confidence.shape)
        symbols = [self.symbol(cell) for cell in around]
        opened = any(symbol.isdigit() for symbol in symbols)
        return click.button is Button.LEFT and opened and UNKNOWN not in symbols

    def see(self, shot: Shot, reading: Reading) -> None:
        """Take a picture and what was read of it for what is there now."""
        self.shot, self.reading = shot, reading

    def note(self, clicks: Sequence[Click]) -> None:
        """Take these clicks for those that were made since."""
        self.clicked = list(clicks)
        self.before = self.shot if clicks else self.before

    def doubt(self) -> None:
        """Believe no board until the next look."""
        self.board = None

    def believe(self, board: Board, unread: Set[Cell]) -> None:
        """Take a board for what is there, but for cells not understood; the clicks are done."""
        self.board = board
        self.unread = unread
        self.clicked = []

    def forget(self) -> None:
        """Forget the board and the clicks: a new round begins."""
        self.board = None
        self.clicked = []
