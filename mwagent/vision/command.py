"""What `python -m vision` does: print the board read from a picture or from the screen."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mwagent.minefield.arguments import Parser, positive

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mwagent.vision.reading import Reading

EXAMPLES = """examples:
  python -m vision                         the board on the screen, now
  python -m vision shot.png                the board on a picture
  python -m vision shot.png --json         the same for programs
  python -m vision shot.png --mark out.png draw what was found into a copy of the picture
  python -m vision skins --help            list the looks it knows, and forget those it learned

cells: 0-8 open, # hidden, F flag, * mine, X exploded mine, W wrong flag, ? question mark,
~ not understood"""


def main(words: Sequence[str] | None = None) -> int:
    """Read a board and print it; gives the exit code.

    Raises MinefieldError where there is no board or no picture, or where the picture of what was
    found cannot be written, after the board was printed.
    """
    options = _parser().parse_args(words)
    # Help, and the error for a misspelt option, do not wait for the import of what finds boards.
    from mwagent.vision.reading import doubts

    picture, reading = _chosen(options)
    for sentence in doubts(reading):
        print(sentence, file=sys.stderr)
    _print(reading, options)
    if options.mark is not None:
        from mwagent.vision.mark import mark
        from mwagent.vision.pictures import save_picture

        save_picture(options.mark, mark(picture, reading))
    return 0


def _parser() -> argparse.ArgumentParser:
    description = "Find the Minesweeper board on a picture and print what it shows."
    parser = Parser("vision", description, EXAMPLES)
    parser.add_argument(
        "picture", nargs="?", type=Path, help="a screenshot; without it, the screen is grabbed"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--mark", type=Path, metavar="OUT", help="draw what was found to a file")
    parser.add_argument(
        "--board",
        type=positive,
        default=1,
        metavar="N",
        help="of several boards, the N-th: clear ones before others, then by size (default 1)",
    )
    parser.add_argument(
        "--confidence", action="store_true", help="print how sure each cell is, in percent"
    )
    return parser


def _chosen(options: argparse.Namespace) -> tuple[NDArray[np.uint8], Reading]:
    """The board that is asked for, and the picture it is on."""
    from mwagent.vision.known.locate import NOT_FOUND
    from mwagent.vision.patience import patient_look
    from mwagent.vision.reader import in_order
    from mwagent.vision.reading import BoardNotFoundError

    pictures = _pictures(options.picture)
    found = [(picture, reading) for picture in pictures for reading in patient_look(picture)]
    if not found:
        raise BoardNotFoundError(NOT_FOUND)
    number: int = options.board
    if number > len(found):
        raise BoardNotFoundError(f"there is no board {number}: {len(found)} found")
    if len(found) > 1:
        print(f"{len(found)} boards found; this is number {number}", file=sys.stderr)
    found.sort(key=lambda pair: in_order(pair[1]))
    return found[number - 1]


def _pictures(file: Path | None) -> list[NDArray[np.uint8]]:
    """The picture in a file, or of every monitor."""
    if file is not None:
        from mwagent.vision.pictures import load_picture

        return [load_picture(file)]
    from mwagent.vision.capture import grab

    return [shot.picture for shot in grab()]


def _print(reading: Reading, options: argparse.Namespace) -> None:
    percent = (100 * reading.confidence).round().astype(int).tolist()
    if options.json:
        facts = as_json(reading)
        if options.confidence:
            facts["confidence"] = percent
        print(json.dumps(facts))
        return
    print(as_text(reading))
    if options.confidence:
        print()
        for row in percent:
            print(" ".join(f"{sure:3}" for sure in row))


def as_json(reading: Reading) -> dict[str, Any]:
    """A reading as plain data."""
    lattice = reading.lattice
    return {
        "rows": lattice.rows,
        "cols": lattice.cols,
        "box": list(lattice.box),
        "pitch": [round(lattice.pitch_x, 3), round(lattice.pitch_y, 3)],
        "cells": list(reading.cells),
        "unknown": [list(cell) for cell in reading.unknown],
        "skin": reading.skin,
        "mines": reading.mines,
        "cut": list(reading.cut),
        "stage": str(reading.stage),
        "contradictions": [list(cell) for cell in reading.contradictions],
    }


def as_text(reading: Reading) -> str:
    """A reading for people: what was found, and the grid."""
    lattice = reading.lattice
    x0, y0, x1, y1 = lattice.box
    facts = [
        f"{lattice.rows} x {lattice.cols} cells of {lattice.pitch_x:.2f} x {lattice.pitch_y:.2f} "
        f"pixels at ({x0}, {y0}) to ({x1}, {y1})",
        f"skin: {reading.skin}; game: {reading.stage}; "
        + ("no mine counter read" if reading.mines is None else f"mine counter: {reading.mines}"),
        f"confidence: mean {100 * reading.confidence.mean():.0f} %, "
        f"least {100 * reading.confidence.min():.0f} %; not understood: {len(reading.unknown)}",
    ]
    return "\n".join([*facts, "", *reading.cells])
