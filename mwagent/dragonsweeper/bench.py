"""Plays many games on all cores, and says how they ended."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from mwagent.dragonsweeper.lair import SeedError, check_seed
from mwagent.dragonsweeper.ledger import Ledger
from mwagent.dragonsweeper.player import Played, play
from mwagent.minefield import signals

MOST_SEEDS: Final = 10_000_000
"""Games of the longest bench: days on one core, and some gigabytes of memory."""


def parse_seeds(text: str) -> list[int]:
    """Read seeds such as "0-999" or "7,42,100-199"; raises SeedError."""
    seeds: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,10})(?:\s*-\s*([0-9]{1,10}))?\s*", part)
        if match is None:
            raise SeedError(f"seeds look like 0-999 or 7,42,100-199, got {part.strip()!r}")
        first = check_seed(int(match[1]))
        last = check_seed(int(match[2] or match[1]))
        if last - first + len(seeds) >= MOST_SEEDS:
            raise SeedError(f"the seeds {part.strip()} are too many, at most {MOST_SEEDS} in all")
        if last < first:
            raise SeedError(f"the seeds {part.strip()} run backwards")
        seeds.update(dict.fromkeys(range(first, last + 1)))
    return list(seeds)


_MEANS = {
    "wall_hits": "hits on walls while enemies stood, a won game",
    "wasted_by_medikits": "slack lost by medikits, a won game",
    "mine_king_delay": "experience before the Mine King fell, a won game",
    "hp_left_when_cleared": "hit points left, a cleared game",
}


def _mean(values: Iterable[int]) -> float | None:
    every = list(values)
    return round(sum(every) / len(every), 2) if every else None


@dataclass(frozen=True)
class Summary:
    """What a bench found: the games by seed, each with its milliseconds of processor time."""

    asked: int
    games: dict[int, tuple[Played, float]]

    def as_dict(self) -> dict[str, Any]:
        """Give the figures by name, as `--json` prints them."""
        played = [game for game, _ in self.games.values()]
        won = [game for game in played if game.won]
        ms = [ms for _, ms in self.games.values()]
        return {
            "games": len(played),
            "won": sum(game.won for game in played),
            "cleared": sum(game.cleared for game in played),
            "ms_per_game": round(sum(ms) / len(ms), 3) if ms else None,
            "expected_deaths": round(sum(game.risk for game in played), 2),
            "risk_taken": sum(game.risk > 0 for game in played),
            "wall_hits": _mean(game.wall_hits for game in won),
            "wasted_by_medikits": _mean(game.wasted for game in won),
            "mine_king_delay": _mean(game.delay for game in won),
            "hp_left_when_cleared": _mean(game.hp_left for game in won if game.cleared),
            "died_of": dict(Counter(game.met for game in played if not game.won).most_common()),
            "not_won": [game.seed for game in played if not game.won],
            "not_cleared": [game.seed for game in played if not game.cleared],
            "complete": len(played) == self.asked,
        }

    def show(self, console: Console) -> None:
        """Print the figures for a person."""
        figures = self.as_dict()
        table = Table(show_header=False, box=None)
        table.add_row("games", f"{figures['games']} of {self.asked}")
        for name in ("won", "cleared"):
            share = 100 * figures[name] / max(1, figures["games"])
            table.add_row(name, f"{figures[name]}  ({share:.1f} %)")
        table.add_row("ms per game", str(figures["ms_per_game"]))
        deaths = ", ".join(f"{name} {count}" for name, count in figures["died_of"].items())
        table.add_row("died of", deaths or "nothing")
        table.add_row(
            "risk taken",
            f"in {figures['risk_taken']} games, {figures['expected_deaths']} deaths expected",
        )
        for name, words in _MEANS.items():
            table.add_row(words, "–" if figures[name] is None else str(figures[name]))
        table.add_row("not won", _shortened(figures["not_won"]))
        table.add_row("not cleared", _shortened(figures["not_cleared"]))
        console.print(table)


def run(
    seeds: Sequence[int],
    ledger: Ledger,
    console: Console,
    workers: int | None = None,
    lairs: int | None = None,
) -> tuple[Summary, bool]:
    """Play what the ledger does not have yet, in sight on `console`.

    `lairs` as of Player. Returns the summary, and whether Ctrl-C stopped it; every finished game is
    in the ledger then.
    """
    known = ledger.games(seeds)
    missing = [seed for seed in seeds if seed not in known]
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )
    stopped = False
    with progress:
        tally = [sum(game.won for game, _ in known.values()), len(known)]
        bar = progress.add_task(_tally(*tally), total=len(seeds), completed=len(known))

        def take(game: Played, ms: float) -> None:
            ledger.record(game, ms)
            tally[0] += game.won
            tally[1] += 1
            progress.update(bar, completed=tally[1], description=_tally(*tally))

        try:
            _play_all(missing, lairs, take, workers or os.cpu_count() or 1)
        except KeyboardInterrupt:
            stopped = True
    return Summary(len(seeds), ledger.games(seeds)), stopped


def _play_all(
    seeds: Sequence[int], lairs: int | None, take: Callable[[Played, float], None], workers: int
) -> None:
    # Games run outside the interpreter's lock, so that threads fill all cores. Few are asked for
    # ahead, so that Ctrl-C does not have to wait for many.
    queue: Iterator[int] = iter(seeds)
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[tuple[Played, float]]] = {
            pool.submit(_timed, seed, lairs) for seed in islice(queue, 2 * workers)
        }
        try:
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                with signals.undisturbed():
                    for future in finished:
                        take(*future.result())
                running |= {
                    pool.submit(_timed, seed, lairs) for seed in islice(queue, len(finished))
                }
        finally:
            pool.shutdown(cancel_futures=True)  # what is not begun


def _timed(seed: int, lairs: int | None) -> tuple[Played, float]:
    begun = time.thread_time()
    game = play(seed, lairs)
    return game, 1000 * (time.thread_time() - begun)


def _tally(won: int, games: int) -> str:
    return f"won {won} of {games}"


def _shortened(seeds: list[int]) -> str:
    shown = ", ".join(map(str, seeds[:20])) or "none"
    return f"{shown}, and {len(seeds) - 20} more" if len(seeds) > 20 else shown
