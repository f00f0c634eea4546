"""What a tournament found out: as data, as tables for a person, as JSON, as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from html import escape
from itertools import combinations
from math import isfinite, isnan
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console

from mwagent.minefield import MinefieldError
from mwagent.minefield.files import written_whole
from mwagent.minefield.tables import show_table
from mwagent.virtual.arena import page
from mwagent.virtual.arena.boards import Boards
from mwagent.virtual.arena.statistics import Interval, Mean, Paired, mean, paired
from mwagent.virtual.arena.tally import Loss, quantile
from mwagent.virtual.arena.tournament import Standing, Tournament


class Pair(NamedTuple):
    """Two entrants compared over the boards that both have played."""

    a: str
    b: str
    result: Paired
    fair: Mean
    """The difference in wins less luck, over the boards on which it is known."""


class Rate(NamedTuple):
    """What an entrant has won, of how many games, and its CPU time in milliseconds a game.

    `interval` is Wilson's for 95 %. `less_luck` is the rate with the luck of the games taken back,
    None where that was not asked for. `failure` says why it plays no more, where it failed.
    """

    solver: str
    games: int
    wins: int
    rate: float
    interval: Interval
    less_luck: Mean | None
    guesses_per_game: float
    ms_per_game: float
    ms_median: float
    ms_p99: float
    failure: str


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """What a comparison found: print it, or show it in a notebook.

    `boards` are those that all played, `pairs` every two entrants over the boards that both have
    played. `finished` says whether everybody has played all of them.
    """

    boards: Boards
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    luck: bool
    finished: bool

    @property
    def rates(self) -> tuple[Rate, ...]:
        """The win rate of each entrant, in the order in which they were entered."""
        return tuple(_rate(standing) for standing in self.standings)

    def tables(self) -> list[page.Table]:
        """All tables, for a terminal or a page; one that says nothing has no rows."""
        return [
            (describe(self), *_results(self)),
            ("With the luck of the games taken back, %", LUCK_HEADS, _luck_rows(self)),
            ("CPU time of the solver, ms", TIME_HEADS, _times(self)),
            ("Losses by kind, %", *_losses(self)),
            (PAIR_TITLE, PAIR_HEADS, _pair_rows(self)),
        ]

    @property
    def failures(self) -> list[str]:
        """Why entrants play no more, of those that failed."""
        return [standing.failure for standing in self.standings if standing.failure]

    def show(self, console: Console | None = None) -> None:
        """Print the tables."""
        console = console or Console()
        for table in self.tables():
            show_table(console, *table)
        for failure in self.failures:
            console.print(failure, highlight=False, markup=False, soft_wrap=True)

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON has them: the first entrant's, then `solvers` and `pairs`."""
        summaries = [_summary(standing) for standing in self.standings]
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
                **({"less_luck": _mean(fair)} if self.luck else {}),
            }
            for a, b, result, fair in self.pairs
        ]
        return {
            **summaries[0],
            "boards": self.boards.key(),
            "finished": self.finished,
            "solvers": summaries,
            "pairs": compared,
        }

    def svg(self) -> str:
        """Draw the win rates with their intervals."""
        return page.win_rates(self.standings)

    def html(self) -> str:
        """The tables and the win rates as a page that needs nothing else."""
        partly = (
            "" if self.finished else "<p>Not finished: the figures are of the games so far.</p>"
        )
        return page.page(partly + self._repr_html_())

    def _repr_html_(self) -> str:
        """Show tables and win rates in a notebook."""
        failures = "".join(f"<p>{escape(failure)}</p>" for failure in self.failures)
        return "".join(page.table(*table) for table in self.tables()) + failures + self.svg()

    def __str__(self) -> str:
        text = io.StringIO()
        self.show(Console(file=text, width=100, force_jupyter=False))
        return text.getvalue()

    __repr__ = __str__


def summed_up(tournament: Tournament) -> Comparison:
    """Sum up a tournament as it stands; nothing is looked up in its ledger any more."""
    tournament.sum_up()
    found = []
    for a, b in combinations(tournament.standings, 2):
        counts = tournament.ledger.pairs(a.entry, b.entry, len(tournament.boards))
        fair = mean(*tournament.ledger.fair_pairs(a.entry, b.entry, len(tournament.boards)))
        found.append(Pair(str(a.entrant), str(b.entrant), paired(*counts), fair))
    return Comparison(
        tournament.boards,
        tuple(tournament.standings),
        tuple(found),
        tournament.luck,
        tournament.finished,
    )


def _rate(standing: Standing) -> Rate:
    tally = standing.tally
    return Rate(
        str(standing.entrant),
        tally.games,
        tally.wins,
        tally.win_rate,
        tally.interval,
        tally.fair_rate if tally.reckoned else None,
        tally.guesses_per_game,
        tally.ms_per_game,
        tally.ms_median,
        tally.ms_p99,
        standing.failure,
    )


_Rows = tuple[list[str], list[list[str]]]


def _results(found: Comparison) -> _Rows:
    clicks = any(standing.entrant.clicks for standing in found.standings)
    heads = ["solver", "games", "won %", "95 %", "opened %", "guesses"]
    heads += ["clicks", "clicks/3BV"] if clicks else []
    if not clicks:  # for there is no room for all
        heads.insert(-1, "found %")
    rows = []
    for standing in found.standings:
        tally = standing.tally
        row = [
            str(standing.entrant),
            f"{tally.games}",
            number(100 * tally.win_rate, 2),
            _ends(tally.interval, "–", ""),
            number(100 * tally.opened_share, 1),
            *([] if clicks else [number(100 * tally.found_share, 1)]),
            number(tally.guesses_per_game, 2),
        ]
        if clicks:
            row += [number(tally.clicks_per_game, 1), number(tally.clicks_per_bbbv, 3)]
        rows.append(row)
    return heads, rows


LUCK_HEADS: Final = ("who, or a − b on the same boards", "games", "won", "95 %", "risk a game")


def _luck_rows(found: Comparison) -> list[list[str]]:
    """Write out rates and paired differences in wins less luck, where that was asked for."""
    if not found.luck:
        return []
    rows = []
    for standing in found.standings:
        tally = standing.tally
        if tally.reckoned:
            fair, risk = tally.fair_rate, number(100 * tally.risk_per_game, 2)
            ends = _ends(fair.interval, "–", "")
            rows.append(
                [str(standing.entrant), f"{fair.games}", number(100 * fair.mean, 2), ends, risk]
            )
    for a, b, _, fair in found.pairs:
        if fair.games:
            ends = _ends(fair.interval, " to ", "+")
            rows.append([f"{a} − {b}", f"{fair.games}", f"{100 * fair.mean:+.2f}", ends, ""])
    return rows


def _ends(interval: Interval, between: str, sign: str) -> str:
    return between.join(f"{100 * end:{sign}.2f}" for end in interval)


TIME_HEADS: Final = ("solver", "game: mean", "median", "p99", "longest", "move: median", "p99")


def _times(found: Comparison) -> list[list[str]]:
    return [
        [
            str(standing.entrant),
            number(tally.ms_per_game),
            number(tally.ms_median),
            number(tally.ms_p99),
            number(tally.ms_longest),
            number(quantile(tally.moves, 0.5)),
            number(quantile(tally.moves, 0.99)),
        ]
        for standing in found.standings
        if (tally := standing.tally).games
    ]


PAIR_TITLE: Final = "Paired differences of the win rate, %, and McNemar's test"
PAIR_HEADS: Final = ("a − b, same boards", "boards", "only a", "only b", "a − b", "95 %", "p")


def _pair_rows(found: Comparison) -> list[list[str]]:
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
        for a, b, result, _ in found.pairs
    ]


def _losses(found: Comparison) -> _Rows:
    false_proofs = any(s.tally.losses[Loss.PROOF] for s in found.standings)
    kinds = [kind for kind in Loss if kind is not Loss.PROOF or false_proofs]
    rows = []
    for standing in found.standings:
        tally = standing.tally
        if tally.games > tally.wins:
            shares = [f"{100 * tally.loss_share(kind):.1f}" for kind in kinds]
            rows.append([str(standing.entrant), f"{tally.games - tally.wins}", *shares])
    return ["solver", "lost", *kinds], rows


def describe(found: Comparison) -> str:
    """Say on what boards a tournament is played."""
    key = found.boards.key()
    games = len(found.boards)
    if str(key["source"]).startswith("file"):
        return f"{games} boards of a file, first click {key['first']}"
    return (
        f"{games} boards {key['source']}, rule {key['rule']}, first click {key['first']}, "
        f"seed {key['seed']}"
    )


def _summary(standing: Standing) -> dict[str, Any]:
    tally = standing.tally
    summary: dict[str, Any] = {
        "solver": str(standing.entrant),
        "version": standing.entrant.version,
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": tally.win_rate,
        "interval": list(tally.interval),
        "ms_per_game": tally.ms_per_game,
        "ms_per_game_median": tally.ms_median,
        "ms_per_game_p99": tally.ms_p99,
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
    if standing.failure:
        summary["failure"] = standing.failure
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


def write_csv(tournament: Tournament, path: str | Path) -> None:
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
