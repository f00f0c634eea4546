"""The tables of the arena as one HTML file that needs nothing else, with the win rates drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from mwagent.virtual.arena.tournament import Standing

Table = tuple[str, Sequence[str], Sequence[Sequence[str]]]
"""A title, the heads of the columns, and the rows."""
COLOURS: Final = (
    "#4477aa",
    "#ee6677",
    "#228833",
    "#ccbb44",
    "#66ccee",
    "#aa3377",
    "#bbbbbb",
    "#ee8866",
)
"""Paul Tol's bright scheme and one more: colours that colour-blind people can distinguish."""
INK: Final = "#7a7f87"
WIDTH: Final = 760
LEFT: Final = 190
RIGHT: Final = 90
_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0 2rem; font-variant-numeric: tabular-nums; }
caption, th:first-child, td:first-child { text-align: left; }
th, td { padding: .3rem .5rem; text-align: right; white-space: nowrap; }
td { border-bottom: 1px solid #8884; }
svg { max-width: 100%; height: auto; display: block; margin: 1.5rem 0; }
.scroll { overflow-x: auto; }
"""


def page(body: str) -> str:
    """Make a page of tables and pictures."""
    title = "Minesweeper arena"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><h1>{title}</h1>{body}</body></html>\n"
    )


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Make a table; nothing without rows."""
    if not rows:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    caption = f"<caption>{escape(title)}</caption>"
    return f'<div class="scroll"><table>{caption}<tr>{head}</tr>{body}</table></div>'


def win_rates(standings: Sequence[Standing]) -> str:
    """Draw the win rates with their 95 % intervals as horizontal bars, in SVG."""
    played = [standing for standing in standings if standing.tally.games]
    ticks = _ticks(100 * max((each.tally.interval[1] for each in played), default=0.01))
    scale = (WIDTH - LEFT - RIGHT) / ticks[-1]
    bottom = 46 + 30 * len(played)
    title = "Games won, with 95 % interval"
    parts = [_text(0, 18, title, weight="600")]
    for tick in ticks:
        x = LEFT + tick * scale
        parts.append(f'<path d="M{x:.1f} 38V{bottom}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(_text(x, bottom + 16, f"{tick:g} %", anchor="middle"))
    for i, standing in enumerate(played):
        rate, low, high = (
            100 * share for share in (standing.tally.win_rate, *standing.tally.interval)
        )
        label, y = str(standing.entrant), 46 + 30 * i
        short = label if len(label) <= 26 else label[:25] + "…"
        parts.append(_text(LEFT - 8, y + 14, short, anchor="end"))
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{rate * scale:.1f}" height="20" rx="2" '
            f'fill="{COLOURS[i % len(COLOURS)]}"><title>{escape(label)}: {rate:.2f} % '
            f"({low:.2f} to {high:.2f})</title></rect>"
        )
        x0, x1 = LEFT + low * scale, LEFT + high * scale
        parts.append(
            f'<path d="M{x0:.1f} {y + 5}v10M{x0:.1f} {y + 10}H{x1:.1f}M{x1:.1f} {y + 5}v10" '
            f'stroke="{INK}" stroke-width="1.6" fill="none"/>'
        )
        parts.append(_text(x1 + 6, y + 14, f"{rate:.2f} %"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 26}" '
        f'width="{WIDTH}" role="img" aria-label="{title}" '
        f'font-family="system-ui, sans-serif" font-size="13">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "400") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def _ticks(high: float) -> list[float]:
    """Choose about five round numbers from 0 to at least `high`."""
    step = 10.0 ** floor(log10(high / 4))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if high / (step * factor) <= 5)
    return [step * k for k in range(ceil(high / step - 1e-9) + 1)]
