"""The coach: what a source shows is followed, recorded, and told to a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

from mwagent.coach.follower import Follower
from mwagent.coach.recorder import Recorder
from mwagent.coach.sighting import Sighting, Source, Trouble
from mwagent.gamebook import GameBook, GameRecord, Move

BUSY: Final = 1 / 30
"""Seconds between two pictures while somebody plays."""
IDLE: Final = 1 / 12
"""Seconds between two pictures while nothing happens on the board, or none is in sight."""
PLAYING: Final = 5.0
"""Seconds after a change for which somebody counts as playing."""


class Audience(Protocol):
    """Who is told what the coach sees."""

    def sight(self, sighting: Sighting, game: GameRecord, moves: list[Move]) -> None:
        """Something is new on the board."""
        ...

    def trouble(self, trouble: Trouble, sentence: str) -> None:
        """The picture is not understood, or is again."""
        ...


class Coach:
    """Watches one source; call `step` again and again, or `run`.

    `warn` is called with sentences for the user that are not about the picture.
    """

    def __init__(
        self,
        source: Source,
        book: GameBook | None,
        audience: Audience | None = None,
        warn: Callable[[str], object] = lambda sentence: None,
    ):
        self.source = source
        self.trouble: tuple[Trouble, str] = (Trouble.NONE, "")
        self.boards = 0
        self.recorder = Recorder(source.name, source.live, book, warn)
        self._audience = audience
        self.follower = Follower(source, self._note)
        self._changed = time.monotonic()

    @property
    def games(self) -> list[GameRecord]:
        """The games that were watched so far."""
        return self.recorder.games

    def step(self) -> bool:
        """Look at the next picture; False where there are no more."""
        if not self.source.advance(self._pause()):
            return False
        sighting = self.follower.step()
        if sighting is not None:
            self._take(sighting)
        return True

    def run(self, watch: Callable[[], object] = lambda: None) -> None:
        """Go on until there are no more pictures; `watch` is called after each."""
        while self.step():
            watch()

    def close(self) -> None:
        """Write what is still to be written; raises GameBookError where it cannot be."""
        self.recorder.close()

    def _take(self, sighting: Sighting) -> None:
        self._changed = time.monotonic()
        self.boards += sighting.anew
        moves = self.recorder.see(sighting)
        game = self.recorder.game
        assert game is not None
        if self._audience is not None:
            self._audience.sight(sighting, game, moves)

    def _note(self, trouble: Trouble, sentence: str) -> None:
        self.trouble = trouble, sentence
        if self._audience is not None:
            self._audience.trouble(trouble, sentence)

    def _pause(self) -> float:
        follower = self.follower
        playing = follower.restless or time.monotonic() - self._changed < PLAYING
        return BUSY if playing and not follower.lost else IDLE
