"""Beginning one round after another in a program, by what has begun one there before."""

from __future__ import annotations

from mwagent.minefield import Board
from mwagent.player.play import GameWontBeginError
from mwagent.player.rounds.fresh_board import CLOCK, begins, begins_elsewhere, is_gone
from mwagent.player.rounds.ways import Tried, Way, ways
from mwagent.player.tracking import TrackedBoard
from mwagent.player.views import same_but
from mwagent.vision.capture import Shot


class RoundStarter:
    """Notes how rounds go, and begins the next one."""

    def __init__(self) -> None:
        self._ongoing: Board | None = None
        self._ended: Board | None = None
        self._during: Shot | None = None
        self._began: Tried | None = None
        self._in_vain: set[Tried] = set()

    @property
    def ongoing(self) -> bool:
        """Whether the board of this round was seen with cells open and cells to open."""
        return self._ongoing is not None

    def note(self, known: Board, board: TrackedBoard) -> None:
        """Note a board of a game that goes on, and how the screen looks meanwhile."""
        self._ongoing = known
        if self._during is None and not board.program.known_skin:
            # No face may be there to begin the next round, but what appears when this one ends.
            self._during = board.view.pictures()[board.location.monitor]

    def begin(self, board: TrackedBoard, hold: float, *, untouched: bool) -> None:
        """Begin a new round; raises GameWontBeginError if in vain.

        `hold` is for how many seconds to hold a button; `untouched` is true if nothing is open.
        """
        never_opened = self._ongoing is None and self._ended is None
        if self._ongoing is None and self._began is not None:
            # What seemed to begin a round has begun none.
            self._in_vain.add(self._began)
        # Some programs offer the lost board again: then it is another one that is asked for.
        again = self._ongoing is not None and self._ongoing == self._ended
        self._ended, self._ongoing = self._ongoing, None
        any_size = never_opened and untouched
        attempts = ways(
            board.view,
            board.location,
            hold,
            self._during,
            keys_first=again,
            before=None if self._began is None else self._began.way,
            untouched=any_size,
            gone=lambda: is_gone(board),
        )
        names = []
        elsewhere = _Elsewhere()
        for attempt in attempts:
            names.append(attempt.name)
            if attempt in self._in_vain:
                continue
            away = attempt.way.leads_elsewhere
            resized = any_size or attempt.way is Way.ENTRANCE
            if begins(board, self._ended) or (away and elsewhere.begins(board, resized)):
                self._during, self._began = None, attempt
                return
        raise GameWontBeginError(
            f"no new round begins; tried {', '.join(dict.fromkeys(names))}; begin one by hand"
        )


class _Elsewhere:
    """Looks for the fresh board anywhere, once for each picture: a search takes seconds."""

    def __init__(self) -> None:
        self._searched: dict[bool, Shot] = {}

    def begins(self, board: TrackedBoard, resized: bool) -> bool:
        """Whether it lies elsewhere; also one of another size where it may be `resized`."""
        shot, before = board.view.pictures()[board.location.monitor], self._searched.get(resized)
        if before is not None and same_but(shot, before, CLOCK):
            return False
        self._searched[resized] = shot
        return begins_elsewhere(board, resized)
