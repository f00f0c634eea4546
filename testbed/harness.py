"""What benchmarks have in common: a seed, a table for people, and JSON for programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

Row = Mapping[str, object]
"""One line of a benchmark's result: what each column is called, and its value."""
WIDE: Final = 200
"""Characters of a line of a table that is not shown on a terminal."""


def words(description: str | None, seed: int | None = 1) -> argparse.ArgumentParser:
    """The words every benchmark takes; its own are added by the caller.

    There is no `--seed` where `seed` is None: nothing is drawn.
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if seed is not None:
        parser.add_argument("--seed", type=int, default=seed, help="of what is drawn (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def show(options: argparse.Namespace, rows: Sequence[Row], title: str = "", note: str = "") -> None:
    """Print rows that have the same columns, as a table or, with `--json`, as one object."""
    if options.json:
        name = Path(sys.argv[0]).stem
        said = {"benchmark": name, "rows": [dict(row) for row in rows]}
        said |= {"seed": options.seed} if "seed" in options else {}
        print(json.dumps(said | ({"note": note} if note else {})))
        return
    console = Console()
    if not console.is_terminal:
        # A file is as wide as the table needs: cut up, its last columns could not be read.
        console = Console(width=WIDE)
    table = Table(title=title or None)
    for column in rows[0] if rows else ():
        table.add_column(column, justify="left" if isinstance(rows[0][column], str) else "right")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    if rows:
        console.print(table)
    if note:
        console.print(note)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
