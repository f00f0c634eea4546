"""A window that is seen: it finds the board in a picture, reads it, and clicks on what it shows.

It waits for the paint, not for a clock: a look is over as soon as everything the last clicks must
have opened is open and makes sense. Programs that animate show themselves by going on painting
after that; for those, and whenever something is not understood, it waits until the picture is
still.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from mwagent.belief import Frame, Location
from mwagent.minefield import Board, Cell, Click, Stage
from mwagent.player.views import View
from mwagent.player.window.looking import Spent
from mwagent.player.window.playing import Playing
from mwagent.player.window.searching import Searching
from mwagent.vision.reading import Reading

if TYPE_CHECKING:
    from mwagent.vision.known.skins import Skin


class SightedWindow:
    """The board of a view, as a `Window`: searched for at first, and then played on.

    `frame` is the picture of the last look, with some room around the board, when `keep_frames` is
    set. The board may take `patience` seconds to appear.
    """

    exact = False
    """A picture may be misread."""

    def __init__(self, view: View, keep_frames: bool = False, patience: float = 0.0):
        self.view = view
        self.clock = view.clock
        self.keep_frames = keep_frames
        self.frame: Frame | None = None
        self._state: Searching | Playing = Searching(view, patience)

    @property
    def chords(self) -> bool:
        """Whether flags and chords have an effect here."""
        state = self._state
        return not isinstance(state, Playing) or state.pressing.chords

    @property
    def said(self) -> Stage | None:
        """How the game has ended, where the program said so in words at the last look."""
        return self._state.said if isinstance(self._state, Playing) else None

    @property
    def unread(self) -> Set[Cell]:
        """The cells that were not understood at the last look."""
        state = self._state
        return state.board.unread if isinstance(state, Playing) else frozenset()

    @property
    def reading(self) -> Reading | None:
        """What was read at the last look."""
        return self._state.board.reading if isinstance(self._state, Playing) else None

    @property
    def location(self) -> Location | None:
        """Where the board lies, once it was found."""
        return self._state.board.location if isinstance(self._state, Playing) else None

    def learn_skin(self) -> Skin | None:
        """Keep how the cells of a game that was won look, for the next time.

        Returns None where the skin was known, or too little was seen of it. Raises SkinError where
        nothing can be written.
        """
        taught = self._state.board.taught if isinstance(self._state, Playing) else None
        if taught is None:
            return None
        from mwagent.vision.own_skins import Sample, learn

        reading = replace(taught.reading, lattice=taught.lattice)
        return learn(Sample("the board", taught.picture, reading))

    @property
    def spent(self) -> Spent:
        """Seconds spent in looks."""
        return self._state.looking.spent if isinstance(self._state, Playing) else Spent()

    def find(self) -> None:
        """Find the board, at first or anew; raises BoardNotFoundError."""
        if isinstance(self._state, Playing):
            self._state.find()
        else:
            self._state = self._state.find()

    def look(self) -> Board:
        """The board, once the picture shows what the last clicks did.

        Raises BoardNotFoundError when there is no board at first, LostSightError when it got
        lost.
        """
        if isinstance(self._state, Searching):
            self._state = self._state.await_board()
        board = self._state.look()
        if self.keep_frames:
            self.frame = self._state.board.frame()
        return board

    def doubt(self) -> None:
        """Do not believe what was seen: look for the board anew, and in other ways."""
        if isinstance(self._state, Playing):
            self._state.doubt()

    def stage(self) -> Stage:
        """How far the game is, as of the last look."""
        return self._state.stage if isinstance(self._state, Playing) else Stage.WAITING

    def click(self, clicks: Sequence[Click]) -> None:
        """Carry out clicks, if the board still is what was seen.

        Raises Disturbed when it is not, or when the user takes hold of the mouse.
        """
        self._playing().click(clicks)

    def finish(self, mines: Sequence[Cell]) -> Stage | None:
        """What the program says of a round of which nothing but mines is left."""
        return self._state.finish(mines) if isinstance(self._state, Playing) else None

    def new_game(self) -> None:
        """Begin a new round; raises GameWontBeginError if in vain."""
        self._playing().new_game()

    def _playing(self) -> Playing:
        """The board that is played on, found now where none was before."""
        if isinstance(self._state, Searching):
            self._state = self._state.find()
        return self._state
