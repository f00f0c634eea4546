"""A tournament: who still has to play what, handed out range by range, written down as it comes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mwagent.virtual.arena.boards import Boards
from mwagent.virtual.arena.entrants import Entrant
from mwagent.virtual.arena.games import Played, Task
from mwagent.virtual.arena.ledger import Ledger
from mwagent.virtual.arena.tally import Tally
from mwagent.virtual.arena.workers import WorkerError, Workers

TASK_SECONDS: Final = 1.0
"""Seconds a task should take: few, to lose little when a worker dies, yet worth sending."""
MAX_TASK: Final = 2000


@dataclass(slots=True)
class Standing:
    """How an entrant stands: its number in the ledger, what is left to play, what it has won."""

    entrant: Entrant
    entry: int
    left: deque[range]
    tally: Tally = field(default_factory=Tally)
    out: int = 0
    """Games that are with the workers."""
    seconds_per_game: float = 0.0
    longest: int = 1
    """The longest range handed out so far."""
    failure: str = ""
    """Why it plays no more, where it failed."""

    def take(self) -> range | None:
        """Take the next range to play; its length follows from how long games took so far."""
        if not self.left:
            return None
        size = 1
        if self.seconds_per_game:
            # No great leaps: the first games may have been easy ones.
            size = min(MAX_TASK, 4 * self.longest, round(TASK_SECONDS / self.seconds_per_game))
            size = max(1, size)
        numbers = self.left.popleft()
        if len(numbers) > size:
            self.left.appendleft(numbers[size:])
            numbers = numbers[:size]
        self.longest = max(self.longest, len(numbers))
        self.out += len(numbers)
        return numbers


@dataclass(slots=True)
class Tournament:
    """Entrants over the same boards; `standings` are kept up to date while it is played."""

    boards: Boards
    standings: list[Standing]
    ledger: Ledger
    luck: bool = False
    """Whether the luck of all games is reckoned."""
    keep_going: bool = False
    """Whether the others play on where one fails."""

    @classmethod
    def open(
        cls,
        boards: Boards,
        entrants: list[Entrant],
        ledger: Ledger,
        *,
        resume: bool = True,
        luck: bool = False,
        keep_going: bool = False,
    ) -> Tournament:
        """Look up what was played before; without `resume` it is struck out and played again.

        With `luck` games whose luck was not reckoned are played again as well.
        """
        standings = []
        for entrant in entrants:
            entry = ledger.entry(boards, entrant)
            if not resume:
                ledger.forget(entry)
            everything = range(len(boards))
            left = deque(ledger.missing(entry, everything, luck=luck))
            standing = Standing(entrant, entry, left)
            standing.tally.add(ledger.games(entry, everything, luck=luck), boards)
            standings.append(standing)
        return cls(boards, standings, ledger, luck, keep_going)

    @property
    def finished(self) -> bool:
        """Whether every entrant has played every board."""
        return all(standing.tally.games == len(self.boards) for standing in self.standings)

    def sum_up(self) -> None:
        """Look up in the ledger what the tallies do not add up: quantiles, and times of moves."""
        games = len(self.boards)
        for standing in self.standings:
            tally = standing.tally
            tally.moves = self.ledger.move_times(standing.entry)
            tally.ms_median = self.ledger.quantile(standing.entry, games, 0.5)
            tally.ms_p99 = self.ledger.quantile(standing.entry, games, 0.99)

    def play(
        self, workers: Workers, watch: Callable[[Standing], object] = lambda standing: None
    ) -> None:
        """Play what is left, calling `watch` after every range that is safely in the ledger.

        Raises WorkerError where an entrant fails; with `keep_going` it plays no more, and its
        `failure` says why.
        """
        by_entrant = {standing.entrant: standing for standing in self.standings}
        started: dict[tuple[Entrant, range], float] = {}
        while True:
            while len(started) < workers.size and (task := self._next()) is not None:
                started[task.entrant, task.numbers] = time.perf_counter()
                workers.start(task)
            if not started:
                for standing in self.standings:
                    watch(standing)
                return
            try:
                task, chunk = workers.finished()
            except WorkerError as error:
                if error.task is None or not self.keep_going:
                    raise
                failed = by_entrant[error.task.entrant]
                failed.failure = failed.failure or str(error)
                failed.left.clear()
                failed.out -= len(error.task.numbers)
                started.pop((error.task.entrant, error.task.numbers))
                continue
            seconds = time.perf_counter() - started.pop((task.entrant, task.numbers))
            standing = by_entrant[task.entrant]
            self.ledger.record(standing.entry, chunk)
            # Each range is handed out once, so all of it counts, also what another run on the
            # same ledger has written down in the meantime.
            standing.tally.add(chunk.games, self.boards)
            standing.out -= len(task.numbers)
            standing.seconds_per_game = seconds / len(task.numbers)
            watch(standing)

    def _next(self) -> Task | None:
        """Take a range for whoever is furthest behind, so that pairs of games fill up together."""
        for standing in sorted(self.standings, key=lambda s: s.tally.games + s.out):
            while (numbers := standing.take()) is not None:
                left = self.ledger.missing(standing.entry, numbers, luck=self.luck)
                if left == [numbers]:
                    return Task(self.boards.part(numbers), standing.entrant, numbers, self.luck)
                # Another run on the same ledger was here.
                standing.out -= len(numbers)
                standing.left.extendleft(reversed(left))
                standing.tally.add(_others(self.ledger, standing, numbers, left), self.boards)
        return None


def _others(
    ledger: Ledger, standing: Standing, numbers: range, left: list[range]
) -> Iterator[Played]:
    """Read the games of a range that are in the ledger, but for those still `left`."""
    for game in ledger.games(standing.entry, numbers):
        if not any(game.number in some for some in left):
            yield game
