"""Comparisons as a function: solvers and policies over the same boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

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

from mwagent.minefield import Cell, FirstClick, Level, MinefieldError, signals
from mwagent.minefield.checked import checked
from mwagent.solvers.best import cores
from mwagent.virtual.arena import report
from mwagent.virtual.arena.boards import Boards, usual_boards
from mwagent.virtual.arena.entrants import OWN, Entrant, Policy, enter, forget_own, named_player
from mwagent.virtual.arena.ledger import Ledger
from mwagent.virtual.arena.report import Comparison
from mwagent.virtual.arena.tournament import Standing, Tournament
from mwagent.virtual.arena.workers import ThisProcess, WorkerPool, Workers


@checked
def compare(
    players: Sequence[str | Policy],
    *,
    level: Level | str = "expert",
    games: int = 1000,
    rule: FirstClick | str = FirstClick.SAFE,
    first: Cell | None = None,
    seed: int = 1,
    boards: Boards | None = None,
    clicks: str = "",
    luck_free: bool = False,
    workers: int | None = None,
    ledger: str | Path = ":memory:",
    resume: bool = True,
    move_time: float | None = None,
    keep_going: bool = False,
    progress: bool = False,
    out: str | Path | None = None,
    options: Sequence[str] = (),
    stop: Callable[[], object] | None = None,
) -> Comparison:
    """Have players play the same boards, and compare them; `mwagent arena` is its command line.

    A player is the name of a solver, with options behind it (`"best strength=fast"`), or
    `"module:object"`, or a function from a Board to the (row, col) to open, or a class with
    `analyse`. All play `games` random boards of `level` under `rule`, the first click at `first`;
    or `boards`, such as `read_boards` gives. `clicks` has the bot's planner click, "few" or "fast".
    With `luck_free` what each game owes to chance is taken back.

    They play in `workers` processes, by default one a core. A function that other processes cannot
    import, such as one typed in at a prompt or written in the script itself, plays in this process,
    and so do all others then.

    Games are kept in the file `ledger`: the same call goes on where it was stopped, unless `resume`
    is False; by default they are not kept. `move_time` are the seconds that a player may take over
    a move. A player that takes longer or raises ends the comparison with a WorkerError; with
    `keep_going` it alone is out, and its `failure` says why. `progress` shows how far it is on
    standard error, `out` is a CSV file for all games, `options` are given to every solver that has
    them. Ctrl-C ends it; with `stop` that is called, and what is known is compared. Raises
    MinefieldError where something of this cannot be.

    >>> def leftmost(board):
    ...     return divmod(int((board.cells == 11).argmax()), board.shape[1])
    >>> found = compare(["best", leftmost], level="beginner", games=20)
    >>> [(rate.solver, rate.games) for rate in found.rates]
    [('best', 20), ('leftmost', 20)]
    >>> best = found.pairs[0]
    >>> best.result.difference > 0.5, best.result.p < 0.001
    (True, True)
    """
    if not players:
        raise MinefieldError("there is nobody to compare; name a solver, such as 'best'")
    if boards is None:
        if games < 1:
            raise MinefieldError(f"games is a number of boards from 1 on, not {games}")
        boards = usual_boards(level, rule, first, seed, games)
    if move_time is not None and not move_time > 0:
        raise MinefieldError(f"move_time are seconds above 0, not {move_time}")
    try:
        words: list[str] = []
        for player in players:
            words += player.split() if isinstance(player, str) else [named_player(player)]
        entrants = enter(words, options, clicks=clicks)
        if luck_free and any(entrant.clicks for entrant in entrants):
            raise MinefieldError(
                "--luck-free follows cells as they are opened, and --clicks lets a planner click; "
                "give one of them"
            )
        with Ledger(ledger) as kept:
            tournament = Tournament.open(
                boards, entrants, kept, resume=resume, luck=luck_free, keep_going=keep_going
            )
            try:
                if not tournament.finished:
                    _play(tournament, _workers(entrants, workers, move_time), progress)
            except KeyboardInterrupt:
                if stop is None:
                    raise
                stop()
            if out is not None:
                report.write_csv(tournament, out)
            return report.summed_up(tournament)
    finally:
        forget_own()


def _workers(entrants: list[Entrant], workers: int | None, move_time: float | None) -> Workers:
    """Those who play."""
    alone = [entrant.solver for entrant in entrants if entrant.solver in OWN]
    if alone and move_time is not None:
        raise MinefieldError(
            f"{alone[0]} plays in this process alone, which nobody can stop; put it into a module "
            f"of its own, and give it as 'module:{alone[0]}'"
        )
    if alone:
        return ThisProcess()
    return WorkerPool(workers or cores(), move_time)


def _play(tournament: Tournament, workers: Workers, progress: bool) -> None:
    with signals.undone_at_last(workers.close):
        try:
            console = Console(stderr=True, quiet=not progress)
            play_in_sight(tournament, workers, console)
        finally:
            workers.close()


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
