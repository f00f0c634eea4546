"""`python -m vision`: print the board read from a picture or from the screen."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from minefield import MinefieldError
from vision import calibrate
from vision.capture import grab
from vision.cutoff import cut_sides, told_cut
from vision.locate import NOT_FOUND
from vision.mark import mark
from vision.pictures import load_picture, save_picture
from vision.reading import BoardNotFoundError, Reading
from vision.sight import look_all

EXAMPLES = """examples:
  python -m vision                         the board on the screen, now
  python -m vision shot.png                the board on a picture
  python -m vision shot.png --json         the same for programs
  python -m vision shot.png --mark out.png draw what was found into a copy of the picture
  python -m vision calibrate --help        teach it the look of your game

cells: 0-8 open, # hidden, F flag, * mine, X exploded mine, W wrong flag, ? question mark,
~ not understood"""


def main(arguments: list[str] | None = None) -> int:
    """Read a board and print it; returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["calibrate"]:
        return calibrate.main(arguments[1:])
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except MinefieldError as error:
        print(f"python -m vision: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # Who reads has seen enough, as `head` does; nothing is left to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m vision",
        description="Find the Minesweeper board on a picture and print what it shows.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "picture", nargs="?", type=Path, help="a screenshot; without it, the screen is grabbed"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--mark", type=Path, metavar="OUT", help="draw what was found to a file")
    parser.add_argument(
        "--board",
        type=int,
        default=1,
        metavar="N",
        help="of several boards, the N-th largest (default 1)",
    )
    parser.add_argument(
        "--confidence", action="store_true", help="print how sure each cell is, in percent"
    )
    return parser


def _run(options: argparse.Namespace) -> None:
    pictures = [shot.picture for shot in grab()] if options.picture is None else []
    if options.picture is not None:
        pictures.append(load_picture(options.picture))
    found = [(reading, picture) for picture in pictures for reading in look_all(picture)]
    if not found:
        raise BoardNotFoundError(NOT_FOUND)
    if not 1 <= options.board <= len(found):
        raise BoardNotFoundError(f"there is no board {options.board}: {len(found)} found")
    found.sort(key=lambda pair: -pair[0].lattice.rows * pair[0].lattice.cols)
    reading, picture = found[options.board - 1]
    if options.mark is not None:
        save_picture(options.mark, mark(picture, reading))
    if len(found) > 1:
        print(f"{len(found)} boards found; this is number {options.board}", file=sys.stderr)
    cut = cut_sides(picture, reading)
    if cut:
        print(told_cut(reading.lattice, cut), file=sys.stderr)
    print(json.dumps(as_json(reading)) if options.json else as_text(reading))
    if options.confidence:
        for row in reading.confidence:
            print(" ".join(f"{100 * sure:3.0f}" for sure in row))
    sys.stdout.flush()


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
        "stage": str(reading.stage),
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


if __name__ == "__main__":
    sys.exit(main())
