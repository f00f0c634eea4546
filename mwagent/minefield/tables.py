"""Tables for a terminal, which stay readable where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

FOLDED: Final = 12
"""Characters to a line of a name that is folded in its column, at least."""


def show_table(
    console: Console,
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str | Text]],
    *,
    words: int = 1,
) -> None:
    """Print a table; one that is too wide for the terminal a row after another, below its name.

    The first `words` columns are words, the others figures. Nothing is printed without rows.
    """
    if not rows:
        return
    table = Table(title=title or None, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        if number < words:
            table.add_column(Text(head), overflow="fold", no_wrap=number > 0)
        else:
            table.add_column(Text(head), justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*map(_text, row))
    name = max(cell_len(str(row[0])) for row in rows)
    spare = max(0, max(name, cell_len(heads[0])) - max(FOLDED, cell_len(heads[0])))
    wide = Measurement.get(console, console.options.update(max_width=10_000), table).maximum
    if wide - spare <= console.width:
        console.print(table)
    else:
        _one_below_another(console, title, heads, rows)


def _one_below_another(
    console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str | Text]]
) -> None:
    if title:
        console.print(Text(title, "italic"))
    edge = max(map(cell_len, heads[1:]))
    for row in rows:
        name = f"{heads[0]} {row[0]}" if str(row[0]).isdigit() else str(row[0])
        console.print(Text(name, "bold"), overflow="fold")
        for head, figure in zip(heads[1:], row[1:], strict=True):
            if figure:
                line = Text(f"  {head.ljust(edge)}  ").append_text(_text(figure))
                console.print(line, overflow="fold")
    console.print()


def _text(cell: str | Text) -> Text:
    """A cell as it stands, without markup."""
    return cell if isinstance(cell, Text) else Text(cell)
