"""What a tournament found out: as tables for a person, as JSON, as CSV."""

from __future__ import annotations

import csv
import json
from itertools import combinations
from math import isfinite, isnan
from typing import Any, Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from mwagent.minefield import MinefieldError
from mwagent.minefield.files import written_whole
from mwagent.virtual.arena.ledger import Ledger
from mwagent.virtual.arena.statistics import Interval, Mean, Paired, mean, paired
from mwagent.virtual.arena.tally import Loss, Tally, quantile
from mwagent.virtual.arena.tournament import Standing, Tournament


class Pair(NamedTuple):
    """Two entrants compared over the boards that both have played."""

    a: str
    b: str
    result: Paired
    fair: Mean
    """The difference in wins less luck, over the boards on which it is known."""


def pairs(tournament: Tournament) -> list[Pair]:
    """Compare every two entrants."""
    found = []
    for a, b in combinations(tournament.standings, 2):
        counts = tournament.ledger.pairs(a.entry, b.entry, len(tournament.boards))
        fair = mean(*tournament.ledger.fair_pairs(a.entry, b.entry, len(tournament.boards)))
        found.append(Pair(str(a.entrant), str(b.entrant), paired(*counts), fair))
    return found


def move_times(standing: Standing, ledger: Ledger) -> Tally:
    """Fill the times of moves into an entrant's tally from the ledger."""
    standing.tally.moves = ledger.move_times(standing.entry)
    return standing.tally


def show(tournament: Tournament, console: Console) -> None:
    """Print the tables."""
    for standing in tournament.standings:
        move_times(standing, tournament.ledger)
    for table in (
        _result_table(tournament),
        _luck_table(tournament),
        _time_table(tournament),
        _loss_table(tournament),
        _pair_table(tournament),
    ):
        if table.row_count:
            console.print(table)


def _table(title: str, *heads: str) -> Table:
    table = Table(*heads, title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].overflow = "fold"
    for column in table.columns[1:]:
        column.justify = "right"
        column.no_wrap = True
    return table


def _result_table(tournament: Tournament) -> Table:
    clicks = any(standing.entrant.clicks for standing in tournament.standings)
    heads = ["solver", "games", "won %", "95 %", "opened %", "guesses"]
    if not clicks:  # for there is no room for all
        heads.insert(-1, "found %")
    table = _table(describe(tournament), *heads, *(["clicks", "clicks/3BV"] if clicks else []))
    for standing in tournament.standings:
        tally = standing.tally
        low, high = tally.interval
        row = [
            str(standing.entrant),
            f"{tally.games}",
            number(100 * tally.win_rate, 2),
            f"{100 * low:.2f}–{100 * high:.2f}",
            number(100 * tally.opened_share, 1),
            *([] if clicks else [number(100 * tally.found_share, 1)]),
            number(tally.guesses_per_game, 2),
        ]
        if clicks:
            row += [number(tally.clicks_per_game, 1), number(tally.clicks_per_bbbv, 3)]
        table.add_row(*row)
    return table


LUCK_TITLE: Final = "With the luck of the games taken back, %"
LUCK_HEADS: Final = ("who, or a − b on the same boards", "games", "won", "95 %", "risk a game")


def _luck_table(tournament: Tournament) -> Table:
    table = _table(LUCK_TITLE, *LUCK_HEADS)
    for row in luck_rows(tournament):
        table.add_row(*row)
    return table


def luck_rows(tournament: Tournament) -> list[list[str]]:
    """Write out rates and paired differences in wins less luck, where that was asked for."""
    if not tournament.luck:
        return []
    rows = []
    for standing in tournament.standings:
        tally = standing.tally
        if tally.reckoned:
            fair, risk = tally.fair_rate, number(100 * tally.risk_per_game, 2)
            ends = _ends(fair.interval, "–", "")
            rows.append(
                [str(standing.entrant), f"{fair.games}", number(100 * fair.mean, 2), ends, risk]
            )
    for a, b, _, fair in pairs(tournament):
        if fair.games:
            ends = _ends(fair.interval, " to ", "+")
            rows.append([f"{a} − {b}", f"{fair.games}", f"{100 * fair.mean:+.2f}", ends, ""])
    return rows


def _ends(interval: Interval, between: str, sign: str) -> str:
    return between.join(f"{100 * end:{sign}.2f}" for end in interval)


def _time_table(tournament: Tournament) -> Table:
    heads = ["solver", "game: mean", "median", "p99", "longest", "move: median", "p99"]
    table = _table("CPU time of the solver, ms", *heads)
    for standing in tournament.standings:
        tally = standing.tally
        if tally.games:
            table.add_row(
                str(standing.entrant),
                number(tally.ms_per_game),
                number(quantile(tally.ms, 0.5)),
                number(quantile(tally.ms, 0.99)),
                number(tally.ms_longest),
                number(quantile(tally.moves, 0.5)),
                number(quantile(tally.moves, 0.99)),
            )
    return table


def _pair_table(tournament: Tournament) -> Table:
    heads = ["a − b, same boards", "boards", "only a", "only b", "a − b", "95 %", "p"]
    table = _table("Paired differences of the win rate, %, and McNemar's test", *heads)
    for row in pair_rows(tournament):
        table.add_row(*row)
    return table


def pair_rows(tournament: Tournament) -> list[list[str]]:
    """Write out every two entrants: who, boards, won by one only, difference, interval and p."""
    return [
        [
            f"{a} − {b}",
            f"{result.boards}",
            f"{result.only_a}",
            f"{result.only_b}",
            f"{100 * result.difference:+.2f}",
            f"{100 * result.interval.low:+.2f} to {100 * result.interval.high:+.2f}",
            f"{result.p:.2g}",
        ]
        for a, b, result, _ in pairs(tournament)
    ]


def _loss_table(tournament: Tournament) -> Table:
    false_proofs = any(s.tally.losses[Loss.PROOF] for s in tournament.standings)
    kinds = [kind for kind in Loss if kind is not Loss.PROOF or false_proofs]
    table = _table("Losses by kind, %", "solver", "lost", *kinds)
    for standing in tournament.standings:
        tally = standing.tally
        if tally.games > tally.wins:
            shares = [f"{100 * tally.loss_share(kind):.1f}" for kind in kinds]
            table.add_row(str(standing.entrant), f"{tally.games - tally.wins}", *shares)
    return table


def describe(tournament: Tournament) -> str:
    """Say on what boards a tournament is played."""
    key = tournament.boards.key()
    games = len(tournament.boards)
    if str(key["source"]).startswith("file"):
        return f"{games} boards of a file, first click {key['first']}"
    return (
        f"{games} boards {key['source']}, rule {key['rule']}, first click {key['first']}, "
        f"seed {key['seed']}"
    )


def as_json(tournament: Tournament) -> str:
    """Sum up as one JSON object on one line: the first entrant's figures, then all of them."""
    summaries = [_summary(standing, tournament.ledger) for standing in tournament.standings]
    compared = [
        {
            "a": a,
            "b": b,
            "boards": result.boards,
            "only_a": result.only_a,
            "only_b": result.only_b,
            "difference": result.difference,
            "interval": list(result.interval),
            "p": result.p,
            **({"less_luck": _mean(fair)} if tournament.luck else {}),
        }
        for a, b, result, fair in pairs(tournament)
    ]
    whole = {
        **summaries[0],
        "boards": tournament.boards.key(),
        "finished": tournament.finished,
        "solvers": summaries,
        "pairs": compared,
    }
    return json.dumps(whole)


def _summary(standing: Standing, ledger: Ledger) -> dict[str, Any]:
    tally = move_times(standing, ledger)
    summary: dict[str, Any] = {
        "solver": str(standing.entrant),
        "version": standing.entrant.version,
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": tally.win_rate,
        "interval": list(tally.interval),
        "ms_per_game": tally.ms_per_game,
        "ms_per_game_median": quantile(tally.ms, 0.5),
        "ms_per_game_p99": quantile(tally.ms, 0.99),
        "ms_longest_game": tally.ms_longest,
        "ms_per_move_median": quantile(tally.moves, 0.5),
        "ms_per_move_p99": quantile(tally.moves, 0.99),
        "moves": tally.moves_total,
        "moves_longest_game": tally.moves_longest,
        "opened_share": tally.opened_share,
        "found_share": tally.found_share,
        "guesses_per_game": tally.guesses_per_game,
        "losses": {kind.value: tally.losses[kind] for kind in Loss},
    }
    if tally.reckoned:
        summary |= {"risk_per_game": tally.risk_per_game, "less_luck": _mean(tally.fair_rate)}
    if standing.entrant.clicks:
        summary["clicks_per_game"] = tally.clicks_per_game
        summary["clicks_per_3bv"] = tally.clicks_per_bbbv
    return {
        key: None if isinstance(value, float) and isnan(value) else value
        for key, value in summary.items()
    }


def _mean(found: Mean) -> dict[str, Any]:
    ends = [end if isfinite(end) else None for end in found.interval]
    return {
        "games": found.games,
        "mean": found.mean if isfinite(found.mean) else None,
        "interval": ends,
    }


def write_csv(tournament: Tournament, path: str) -> None:
    """Write one line a game: `solver,board,win,ms,guesses`.

    Raises MinefieldError when the file cannot be written.
    """
    try:
        with written_whole(path) as fresh, fresh.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["solver", "board", "win", "ms", "guesses"])
            for standing in tournament.standings:
                for game in tournament.ledger.games(standing.entry, range(len(tournament.boards))):
                    writer.writerow(
                        [
                            standing.entrant,
                            game.number,
                            int(game.win),
                            f"{game.ms:.3f}",
                            game.guesses,
                        ]
                    )
    except OSError as error:
        raise MinefieldError(f"{path}: cannot be written ({error.strerror})") from None


def number(value: float, digits: int | None = None) -> str:
    """Write a figure, with three significant digits unless `digits` is given; – where unknown."""
    if isnan(value):
        return "–"
    if digits is None:
        return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
    return f"{value:.{digits}f}"
