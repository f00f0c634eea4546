"""How well are the boards of a folder of screenshots read?

    python benchmarks/screenshots.py ../shared/screenshots
    python benchmarks/screenshots.py ../shared/screenshots --without-templates
    python benchmarks/screenshots.py FOLDER --only winmine

Beside each PNG lies a JSON with `board_box_px`, `rows`, `cols`, `cells` and `hard`. A board is
located when its rows and columns are right and its corners within a tenth of a cell. With
--without-templates every skin is learned on sight, as if it had never been seen.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from vision import Reading, look_all
from vision.learn import look_unknown


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one screenshot; `off` is the worst corner, in cells."""

    name: str
    hard: bool
    cells: int
    located: bool
    off: float
    wrong: int
    unknown: int
    counter: str
    skin: str
    seconds: float


def judge(file: Path, truth: dict[str, Any], without_templates: bool) -> Result:
    picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)
    begun = time.perf_counter()
    readings = look_unknown(picture) if without_templates else look_all(picture)
    seconds = time.perf_counter() - begun
    name, hard, cells = file.stem, bool(truth.get("hard")), truth["rows"] * truth["cols"]
    if not readings:
        return Result(name, hard, cells, False, 9.0, 0, cells, "", "", seconds)
    offsets = [_corners_off(reading, truth) for reading in readings]
    # With two boards in the picture the one the truth tells of counts.
    best = int(np.argmin(offsets))
    reading, off = readings[best], offsets[best]
    if (reading.lattice.rows, reading.lattice.cols) != (truth["rows"], truth["cols"]):
        return Result(name, hard, cells, False, off, 0, cells, "", reading.skin, seconds)
    pairs = list(zip("".join(truth["cells"]), "".join(reading.cells), strict=True))
    unknown = sum(seen == "~" for _, seen in pairs)
    wrong = sum(real != seen for real, seen in pairs) - unknown
    real, seen = truth.get("mine_counter"), reading.mines
    counter = "" if real is None else f"{seen}" if seen == real else f"{seen}, is {real}"
    return Result(
        name, hard, cells, off <= 0.1, off, wrong, unknown, counter, reading.skin, seconds
    )


def _corners_off(reading: Reading, truth: dict[str, Any]) -> float:
    lattice = reading.lattice
    seen = (
        lattice.x,
        lattice.y,
        lattice.x + lattice.cols * lattice.pitch_x,
        lattice.y + lattice.rows * lattice.pitch_y,
    )
    worst = max(abs(a - b) for a, b in zip(seen, truth["board_box_px"], strict=True))
    return float(worst) / float(truth["cell_px"])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without-templates", action="store_true")
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    options = parser.parse_args()
    table = Table("picture", "located", "off", "wrong", "unknown", "counter", "skin", "ms")
    results = []
    for file in sorted(options.folder.glob(f"{options.only}*.png")):
        truth = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        if "board_box_px" not in truth or not truth.get("cells"):
            continue
        result = judge(file, truth, options.without_templates)
        results.append(result)
        table.add_row(
            result.name + (" (hard)" if result.hard else ""),
            "yes" if result.located else "[red]no",
            f"{result.off:.3f}",
            f"[red]{result.wrong}" if result.wrong else "0",
            f"{result.unknown}",
            result.counter,
            result.skin,
            f"{1e3 * result.seconds:.0f}",
        )
    Console(width=130).print(table)
    for hard in (False, True):
        part = [result for result in results if result.hard == hard]
        cells = sum(result.cells for result in part)
        print(
            f"{'hard' if hard else 'clear'}: {sum(r.located for r in part)}/{len(part)} located, "
            f"{cells} cells, {sum(r.wrong for r in part)} wrong, "
            f"{sum(r.unknown for r in part)} unknown"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
