"""Plots as SVG text: no library, no outside resources, readable on light and dark ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

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


class Bar(NamedTuple):
    """One line of a bar chart: a label, a value and the ends of its interval."""

    label: str
    value: float
    low: float
    high: float


def bars(title: str, rows: Sequence[Bar], unit: str = "%") -> str:
    """Draw values with their intervals as horizontal bars."""
    top = max((row.high for row in rows), default=1.0)
    ticks = _ticks(0.0, top)
    scale = (WIDTH - LEFT - RIGHT) / ticks[-1]
    parts = [_grid(ticks, scale, 0.0, len(rows), unit)]
    for i, (label, value, low, high) in enumerate(rows):
        y = 46 + 30 * i
        parts.append(_label(label, y + 14))
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{value * scale:.1f}" height="20" rx="2" '
            f'fill="{COLOURS[i % len(COLOURS)]}"><title>{escape(label)}: {value:.2f} {unit} '
            f"({low:.2f} to {high:.2f})</title></rect>"
        )
        x0, x1 = LEFT + low * scale, LEFT + high * scale
        parts.append(
            f'<path d="M{x0:.1f} {y + 5}v10M{x0:.1f} {y + 10}H{x1:.1f}M{x1:.1f} {y + 5}v10" '
            f'stroke="{INK}" stroke-width="1.6" fill="none"/>'
        )
        parts.append(_text(x1 + 6, y + 14, f"{value:.2f} {unit}"))
    return _frame(title, 46 + 30 * len(rows) + 26, parts)


def stacked(title: str, rows: Mapping[str, Sequence[float]], kinds: Sequence[str]) -> str:
    """Draw shares that add up to 1 as stacked horizontal bars, one colour a kind."""
    scale = WIDTH - LEFT - RIGHT
    legend, top = _legend(kinds, LEFT)
    parts = [legend]
    for i, (label, shares) in enumerate(rows.items()):
        y, x = top + 30 * i, float(LEFT)
        parts.append(_label(label, y + 14))
        for k, share in enumerate(shares):
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{share * scale:.1f}" height="20" '
                f'fill="{COLOURS[k % len(COLOURS)]}"><title>{escape(label)}, {escape(kinds[k])}: '
                f"{100 * share:.1f} %</title></rect>"
            )
            if share > 0.07:
                parts.append(_text(x + 4, y + 14, f"{100 * share:.0f} %", fill="#fff"))
            x += share * scale
    return _frame(title, top + 30 * len(rows) + 10, parts)


def curves(
    title: str,
    lines: Mapping[str, Sequence[tuple[float, float]]],
    x_name: str,
    *,
    logarithmic: bool = False,
) -> str:
    """Draw lines of (x, share from 0 to 1) points; `logarithmic` in x, which must be above 0."""
    points = [point for line in lines.values() for point in line] or [(1.0, 0.0)]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    if logarithmic:
        ticks = [10.0**k for k in range(floor(log10(low)), ceil(log10(high) + 1e-9) + 1)]
    else:
        ticks = _ticks(min(low, 0.0), high)
    shares = _ticks(0.0, 100 * max(y for _, y in points) or 1.0)
    legend, top = _legend(list(lines), 60)
    parts, bottom = [legend], top + 220

    def place(x: float, share: float) -> tuple[float, float]:
        a, b, here = ticks[0], ticks[-1], x
        if logarithmic:
            a, b, here = log10(a), log10(b), log10(x)
        across = 60 + (WIDTH - 60 - RIGHT) * (here - a) / ((b - a) or 1.0)
        return across, bottom - 220 * 100 * share / shares[-1]

    for tick in ticks:
        x, _ = place(tick, 0)
        parts.append(f'<path d="M{x:.1f} {top}V{bottom}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(_text(x, bottom + 16, f"{tick:g}", anchor="middle"))
    for share in shares:
        _, y = place(ticks[0], share / 100)
        parts.append(f'<path d="M60 {y:.1f}H{WIDTH - RIGHT}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(_text(54, y + 4, f"{share:g} %", anchor="end"))
    for i, (label, line) in enumerate(lines.items()):
        path = "L".join("{:.1f} {:.1f}".format(*place(x, share)) for x, share in line)
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{COLOURS[i % len(COLOURS)]}" '
            f'stroke-width="2"><title>{escape(label)}</title></path>'
        )
    parts.append(_text(WIDTH - RIGHT, bottom + 34, x_name, anchor="end"))
    return _frame(title, bottom + 44, parts)


def _frame(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'width="{WIDTH}" role="img" aria-label="{escape(title)}" '
        f'font-family="system-ui, sans-serif" font-size="13">'
        f"{_text(0, 18, title, weight='600')}{''.join(parts)}</svg>"
    )


def _grid(ticks: Sequence[float], scale: float, low: float, rows: int, unit: str) -> str:
    bottom = 46 + 30 * rows
    parts = []
    for tick in ticks:
        x = LEFT + (tick - low) * scale
        parts.append(f'<path d="M{x:.1f} 38V{bottom}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(_text(x, bottom + 16, f"{tick:g} {unit}", anchor="middle"))
    return "".join(parts)


def _legend(names: Sequence[str], left: float) -> tuple[str, int]:
    """Name the colours, in as many lines as it takes; returns where the plot may begin."""
    parts, x, y = [], left, 34
    for i, name in enumerate(names):
        width = 34 + 7.2 * len(name)
        if x > left and x + width > WIDTH:
            x, y = left, y + 20
        parts.append(
            f'<rect x="{x:.0f}" y="{y}" width="12" height="12" rx="2" '
            f'fill="{COLOURS[i % len(COLOURS)]}"/>{_text(x + 17, y + 11, name)}'
        )
        x += width
    return "".join(parts), y + 32


def _label(text: str, y: float) -> str:
    return _text(LEFT - 8, y, text if len(text) <= 26 else text[:25] + "…", anchor="end")


def _text(
    x: float, y: float, text: str, *, fill: str = INK, anchor: str = "start", weight: str = "400"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def _ticks(low: float, high: float) -> list[float]:
    """Choose about five round numbers from at most `low` to at least `high`."""
    span = (high - low) or 1.0
    step = 10.0 ** floor(log10(span / 4))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if span / (step * factor) <= 5)
    return [step * k for k in range(floor(low / step), ceil(high / step - 1e-9) + 1)]
