"""The board that is played on: where it lies, what was seen of it last, and clicked since."""

from __future__ import annotations

from collections.abc import Sequence, Set

from mwagent.belief import Camera, Found, SeenBoard
from mwagent.minefield import HIDDEN, Board, Button, Cell, Click, neighbours, rules
from mwagent.player.views import View
from mwagent.vision.capture import Shot
from mwagent.vision.reading import UNKNOWN, Reading


class PlayedBoard(SeenBoard[View]):
    """A seen board with the last picture of it, what was read of that, and the clicks made since.

    `shot` shows the board's pixels alone, `before` as they were when it was pressed last. `known`
    is believed, None where nothing was yet, or what was believed is doubted; `unread` are the cells
    of it that were not understood.
    """

    def __init__(self, camera: Camera[View], found: Found):
        super().__init__(camera, found)
        self.shot = self.before = self.picture()
        self.known: Board | None = None
        self.clicked: list[Click] = []
        self.unread: Set[Cell] = frozenset()

    @property
    def due(self) -> set[Cell]:
        """The hidden cells that the clicks open or flag."""
        board = self.known
        if board is None:
            return set()
        flags = [click.cell for click in self.clicked if click.button is Button.RIGHT]
        return rules.opened_by(board, self.clicked) | {c for c in flags if board[c] == HIDDEN}

    @property
    def untouched(self) -> bool:
        """Whether nothing is open yet, as far as is known."""
        return self.known is None or bool(self.known.unopened.all())

    @property
    def cleared(self) -> bool:
        """Whether the clicks leave no more closed than there are mines, where that is known."""
        board = self.known
        if board is None or board.mines is None:
            return False
        return int(board.unopened.sum()) - len(rules.opened_by(board, self.clicked)) <= board.mines

    def pointed(self) -> Cell | None:
        """The cell under the pointer, which may look otherwise for it; None for none."""
        return self.location.inner.cell_at(*self.picture().to_pixel(*self.view.pointer()))

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
        """Take these clicks for those that were made since, and remember them in this round."""
        super().note(clicks)
        self.clicked = list(clicks)
        self.before = self.shot if clicks else self.before

    def doubt(self) -> None:
        """Believe no board until the next look, and forget how cells look: some of it was wrong."""
        super().doubt()
        self.known = None

    def believe(self, board: Board, unread: Set[Cell]) -> None:
        """Take a board for what is there, but for cells not understood; the clicks are done."""
        self.known, self.unread, self.clicked = board, unread, []

    def begin_round(self) -> None:
        """Forget the board and the clicks: a new round begins."""
        super().begin_round()
        self.known, self.clicked = None, []
