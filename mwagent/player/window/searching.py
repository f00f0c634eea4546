"""Searching for a board that nobody has seen yet: waiting for it, or asking the page for it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

from mwagent.belief import Search, same_shots
from mwagent.player.play import IN_A_ROW
from mwagent.player.rounds import enter, press_named, press_words
from mwagent.player.views import CLOCK, HOLDS, View, await_stillness, point_of
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.playing import Playing
from mwagent.vision.reading import BoardCoveredError, BoardNotFoundError

HANDY: Final = 32
"""Pixels of a cell's side that suffice to read it."""
ENTER: Final = 2.0
"""Seconds a page may show no board before a word that may begin a round is clicked."""


class Searching:
    """The state before a board was found; the board may take `patience` seconds to appear."""

    def __init__(self, view: View, patience: float = 0.0):
        self._view = view
        self._patience = patience
        self._covered = 0

    def find(self) -> Playing:
        """Find a board in what is shown now; raises BoardNotFoundError."""
        over = not self._view.alone or self._covered < IN_A_ROW
        board = PlayedBoard.watch(self._view, Search(nothing_over=not over))
        shot = board.picture()
        height, width = shot.picture.shape[:2]
        if not self._view.plays(point_of(shot, width / 2, height / 2)):
            raise BoardNotFoundError("what looks like a board lies in a terminal or an editor")
        return Playing(board)

    def await_board(self) -> Playing:
        """Wait until what is shown keeps still, and find the board in it.

        Raises BoardNotFoundError when there is none in time.
        """
        clock, ways_in = self._view.clock, self._ways_in()
        start = clock.now()
        late, tried, exhausted = 0, 0, self._patience <= ENTER
        while True:
            await_stillness(self._view)
            for _ in range(IN_A_ROW):
                # A page may be as high as the tab, and a bit, each time.
                if not self._view.unroll():
                    break
                await_stillness(self._view)
            searched = self._view.pictures()
            try:
                return self._at_a_size_that_serves(self.find())
            except BoardNotFoundError as error:
                self._covered += isinstance(error, BoardCoveredError)
                waited = clock.now() - start
                # On a busy machine a search takes long, and a menu leads to another.
                enough = tried >= IN_A_ROW and waited > self._patience * IN_A_ROW
                if (exhausted and waited > self._patience) or enough:
                    raise
                if late < IN_A_ROW and not same_shots(self._view.pictures(), searched, CLOCK):
                    # What has come up meanwhile may be the board: nothing is to be pressed there.
                    late += 1
                elif waited > ENTER:
                    late = 0
                    # Many pages open with a button to begin, some with nothing but a face.
                    exhausted, tried = next(ways_in, None) is None, tried + 1

    def _ways_in(self) -> Iterator[str]:
        """What may bring up a board, one after another; yields what was done."""
        if self._view.alone:
            # Some pages wait for a key, and say so, be it in a picture. A search takes long.
            yield from dict.fromkeys(press_named(self._view, None))
        yield from enter(self._view, HOLDS[-1])
        # The scripts of some pages fail now and then, depending on which of them comes first.
        if self._view.alone and self._view.key("f5"):
            yield "the key F5"
        if not self._view.alone:
            yield from press_named(self._view, None)
        yield from press_words(self._view, None, HOLDS[-1], levels=True)

    def _at_a_size_that_serves(self, found: Playing) -> Playing:
        """The board on a smaller view where its cells are huge, for numbers in them may be tiny.

        In a tab that is too narrow for it, parts of the page lie over the board: on a wider one.
        """
        view, location = self._view, found.board.location
        parts = HANDY / location.lattice.pitch_x, HANDY / location.lattice.pitch_y
        crowded = view.alone and not view.dialogs() and self._covers(found)
        if crowded:
            parts = 2.0, 1.0
        if (max(parts) >= 0.5 and not crowded) or not view.shrink(*parts):
            return found
        other = self._found_again()
        same = other is not None and other.board.location.shape == location.shape
        if other is not None and same and not (crowded and self._covers(other)):
            return other
        view.shrink(1.0, 1.0)
        return self._found_again() or other or found

    def _covers(self, found: Playing) -> bool:
        """Whether something lies over a board that was found."""
        location = found.board.location
        return self._view.in_the_way(location.monitor, location.box) is not None

    def _found_again(self) -> Playing | None:
        await_stillness(self._view)
        with contextlib.suppress(BoardNotFoundError):
            return self.find()
        return None
