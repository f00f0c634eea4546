"""The tournament as one HTML file that needs nothing else: tables, and plots as inline SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import accumulate
from pathlib import Path

from mwagent.minefield import MinefieldError
from mwagent.minefield.files import write_whole
from mwagent.virtual.arena import plots, report
from mwagent.virtual.arena.games import bucket_ms
from mwagent.virtual.arena.report import Comparison
from mwagent.virtual.arena.tally import Loss, quantile

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0 2rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; text-align: right; white-space: nowrap; }
td { border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; display: block; margin: 1.5rem 0; }
.scroll { overflow-x: auto; }
"""


def write(found: Comparison, path: str | Path) -> None:
    """Write the page; raises MinefieldError when the file cannot be written."""
    try:
        write_whole(path, render(found))
    except OSError as error:
        raise MinefieldError(f"{path}: cannot be written ({error.strerror})") from None


def render(found: Comparison) -> str:
    """Make the page as text."""
    title = "Minesweeper arena"
    played = [standing for standing in found.standings if standing.tally.games]
    parts = [f"<h1>{title}</h1>", f"<p>{escape(report.describe(found))}</p>"]
    if not found.finished:
        parts.append("<p>Not finished: the figures are of the games played so far.</p>")
    parts += [tables(found), win_rates(found)]
    if any(standing.tally.losses for standing in played):
        parts += [losses(found), lost_at(found)]
    parts.append(times(found))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def tables(found: Comparison) -> str:
    """Make the tables: results, paired differences, and with the luck taken back."""
    failed = [standing.failure for standing in found.standings if standing.failure]
    parts = [_results(found), _pairs(found), _less_luck(found)]
    return "".join([*parts, *(f"<p>{escape(why)}</p>" for why in failed)])


def win_rates(found: Comparison) -> str:
    """Draw the win rates with their intervals."""
    rows = []
    for standing in found.standings:
        low, high = standing.tally.interval
        if standing.tally.games:
            rate = 100 * standing.tally.win_rate
            rows.append(plots.Bar(str(standing.entrant), rate, 100 * low, 100 * high))
    return plots.bars("Games won, with 95 % interval", rows)


def losses(found: Comparison) -> str:
    """Draw the losses by kind."""
    rows = {
        str(standing.entrant): [standing.tally.loss_share(kind) for kind in Loss]
        for standing in found.standings
        if standing.tally.losses
    }
    return plots.stacked("Losses by kind", rows, [kind.value for kind in Loss])


def lost_at(found: Comparison) -> str:
    """Draw how much of the board was open when games were lost."""
    lines = {}
    for standing in found.standings:
        tally = standing.tally
        if tally.losses:
            so_far = accumulate((tally.lost_at[i] for i in range(20)), initial=0)
            lines[str(standing.entrant)] = [
                (5.0 * i, count / tally.games) for i, count in enumerate(so_far)
            ]
    return plots.curves("Games lost by the time so much was open", lines, "% of safe cells open")


def times(found: Comparison) -> str:
    """Draw how the solvers' times per game are distributed."""
    lines = {
        str(standing.entrant): _cumulative(standing.tally.ms)
        for standing in found.standings
        if standing.tally.games
    }
    return plots.curves(
        "Games done within so much CPU time", lines, "ms per game", logarithmic=True
    )


def _cumulative(times: Counter[int]) -> list[tuple[float, float]]:
    points, done = [], 0
    for index in sorted(times):
        points.append((bucket_ms(index - 0.5), done / times.total()))
        done += times[index]
        points.append((bucket_ms(index + 0.5), done / times.total()))
    return points


def _results(found: Comparison) -> str:
    heads = (
        "solver games won&nbsp;% 95&nbsp;% opened&nbsp;% found&nbsp;% guesses/game ms/game median "
        "p99 ms/move&nbsp;median p99"
    )
    clicks = any(standing.entrant.clicks for standing in found.standings)
    rows = []
    for standing in found.standings:
        tally = standing.tally
        low, high = tally.interval
        row = [
            str(standing.entrant),
            f"{tally.games}",
            report.number(100 * tally.win_rate, 2),
            f"{100 * low:.2f} to {100 * high:.2f}",
            report.number(100 * tally.opened_share, 1),
            report.number(100 * tally.found_share, 1),
            report.number(tally.guesses_per_game, 2),
            report.number(tally.ms_per_game),
            report.number(tally.ms_median),
            report.number(tally.ms_p99),
            report.number(quantile(tally.moves, 0.5)),
            report.number(quantile(tally.moves, 0.99)),
        ]
        if clicks:
            row += [
                report.number(tally.clicks_per_game, 1),
                report.number(tally.clicks_per_bbbv, 3),
            ]
        rows.append(row)
    return _table(heads.split(" ") + (["clicks", "clicks/3BV"] if clicks else []), rows)


def _pairs(found: Comparison) -> str:
    rows = report.pair_rows(found)
    if not rows:
        return ""
    heads = ["paired", "boards", "only the first won", "only the second", "difference", "95&nbsp;%"]
    return _table([*heads, "p (McNemar)"], rows)


def _less_luck(found: Comparison) -> str:
    rows = report.luck_rows(found)
    if not rows:
        return ""
    return f"<h2>{report.LUCK_TITLE}</h2>" + _table(report.LUCK_HEADS, rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<div class="scroll"><table><tr>{head}</tr>{body}</table></div>'
