"""Playing a tournament in sight: a bar for every entrant, with the running win rate."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from mwagent.virtual.arena.entrants import Entrant
from mwagent.virtual.arena.tournament import Standing, Tournament
from mwagent.virtual.arena.workers import Workers


def play_in_sight(tournament: Tournament, workers: Workers, console: Console) -> None:
    """Play what is left of a tournament, and show how far it is; raises as `play` does."""
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("won {task.fields[won]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )
    bars: dict[Entrant, TaskID] = {}
    for standing in tournament.standings:
        bars[standing.entrant] = progress.add_task(
            str(standing.entrant),
            total=len(tournament.boards),
            completed=standing.tally.games,
            won=_won(standing),
        )

    def watch(standing: Standing) -> None:
        progress.update(bars[standing.entrant], completed=standing.tally.games, won=_won(standing))

    with progress:
        tournament.play(workers, watch)


def _won(standing: Standing) -> str:
    if not standing.tally.games:
        return "–"
    low, high = standing.tally.interval
    return f"{100 * standing.tally.win_rate:.2f} % ± {50 * (high - low):.2f}"
