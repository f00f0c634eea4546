"""How well are the boards of a folder of screenshots read, with and without known skins?

    python benchmarks/screenshots.py ../shared/screenshots
    python benchmarks/screenshots.py FOLDER --only winmine --ways without
    python benchmarks/screenshots.py FOLDER --save wrong      keep marked pictures of what failed

Every PNG below the folder with a JSON beside it that tells `board_box_px` or `box`, `rows`, `cols`
and `cells` is read in three ways:

- with: as users have it, with every skin in `templates/`;
- without: no skin at all, every look is learned on sight;
- left-out: leave-one-skin-out. The skin that the picture is read in when all are there is taken
  away (and the next, should another take its place), all others stay. Nothing else is learned
  from any screenshot: the digit classifier is trained on fonts alone (`vision.train_digits`), and
  nothing is carried over from one picture to the next.

A board is located when its rows and columns are right and its corners within a tenth of a cell; it
is hidden when the reader gives another board of the same picture first. It is read without a fault
when it is located, not hidden, and no cell is wrong or not understood. A wrong cell costs ten times
an unknown one; cells of a board that is not located are unknown. The totals of each folder come
last.
Ends with exit code 1 when any cell is wrong or a clear picture's board is not located.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from vision import Reading, look_all
from vision.mark import mark
from vision.pictures import save_picture
from vision.reading import UNKNOWN_SKIN
from vision.skins import Skin, known_skins

WAYS: Final = ("with", "without", "left-out")
WRONG_COSTS: Final = 10
"""A wrong cell counts so many times an unknown one."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one screenshot; `off` is the worst corner, in cells."""

    folder: str
    name: str
    way: str
    hard: bool
    cells: int
    shape_right: bool
    located: bool
    off: float
    hidden: bool
    wrong: int
    unknown: int
    errors: str
    counter: str
    skin: str
    seconds: float

    @property
    def faultless(self) -> bool:
        """Whether the board was located, comes first, and all its cells were read as they are."""
        return self.located and not (self.hidden or self.wrong or self.unknown)

    @property
    def cost(self) -> int:
        """Unknown cells, wrong ones counted ten times."""
        return self.unknown + WRONG_COSTS * self.wrong


def read_in(way: str, picture: NDArray[np.uint8]) -> tuple[list[Reading], float]:
    """The boards read in one of the WAYS, and the seconds the last reading took."""
    skins: Sequence[Skin] = known_skins() if way != "without" else ()
    while True:
        begun = time.perf_counter()
        readings = look_all(picture, skins)
        seconds = time.perf_counter() - begun
        took = {reading.skin for reading in readings} - {UNKNOWN_SKIN}
        if way != "left-out" or not took:
            return readings, seconds
        skins = [skin for skin in skins if skin.name not in took]


def truth_of(picture: Path) -> dict[str, Any] | None:
    """What the JSON beside a picture says it shows; None where it says nothing of a board.

    Truth that was read from a page's own state calls the place of the board `box`; `exploded_told`
    is False there: few pages say which mine was clicked, and some draw it like all others.
    """
    description = picture.with_suffix(".json")
    truth = json.loads(description.read_text("utf-8")) if description.exists() else {}
    if not truth.get("cells") or not {"board_box_px", "box"} & truth.keys():
        return None
    truth.setdefault("board_box_px", truth.get("box"))
    return truth | {"exploded_told": "source_repo" not in truth}


def judge(file: Path, truth: dict[str, Any], way: str, save: Path | None) -> Result:
    """Read one picture and compare."""
    picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)
    readings, seconds = read_in(way, picture)
    cells = truth["rows"] * truth["cols"]
    hard = bool(truth.get("hard") or truth.get("why_hard"))
    start = (file.parent.name, file.stem, way, hard, cells)
    if not readings:
        return Result(*start, False, False, 9.0, False, 0, cells, "", "", "", seconds)
    offsets = [_corners_off(reading, truth) for reading in readings]
    # With two boards in the picture the one the truth tells of counts.
    best = int(np.argmin(offsets))
    reading, off = readings[best], offsets[best]
    shape_right = (reading.lattice.rows, reading.lattice.cols) == (truth["rows"], truth["cols"])
    counter = _counter(truth.get("mine_counter"), reading.mines)
    if shape_right:
        both = "".join(truth["cells"]), "".join(reading.cells)
        if not truth["exploded_told"]:
            both = both[0].replace("X", "*"), both[1].replace("X", "*")
        pairs = list(zip(*both, strict=True))
    else:
        pairs = [("#", "~")] * cells
    unknown = sum(seen == "~" for _, seen in pairs)
    errors = sorted(f"{real}{seen}" for real, seen in pairs if seen not in {real, "~"})
    result = Result(
        *start,
        shape_right,
        shape_right and off <= 0.1,
        off,
        best > 0,
        len(errors),
        unknown,
        " ".join(f"{errors.count(pair)}x{pair}" for pair in dict.fromkeys(errors)),
        counter,
        reading.skin,
        seconds,
    )
    if save is not None and (result.cost or not result.located):
        save.mkdir(parents=True, exist_ok=True)
        save_picture(save / f"{file.stem}-{way}.png", mark(picture, reading))
    return result


def _counter(real: int | None, seen: int | None) -> str:
    """What to say of the mine counter, where the truth knows it."""
    if real is None:
        return ""
    return f"{seen}" if seen == real else f"{seen}, is {real}"


def _corners_off(reading: Reading, truth: dict[str, Any]) -> float:
    lattice = reading.lattice
    seen = (
        lattice.x,
        lattice.y,
        lattice.x + lattice.cols * lattice.pitch_x,
        lattice.y + lattice.rows * lattice.pitch_y,
    )
    x0, y0, x1, y1 = truth["board_box_px"]
    sides = (x1 - x0) / truth["cols"], (y1 - y0) / truth["rows"]
    both = zip(seen, (x0, y0, x1, y1), sides * 2, strict=True)
    return float(max(abs(a - b) / side for a, b, side in both))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep marked pictures of failures")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    results: list[Result] = []
    for file in sorted(options.folder.rglob(f"{options.only}*.png")):
        truth = truth_of(file)
        if truth is None:
            continue
        results += [judge(file, truth, way, options.save) for way in options.ways]
    if not results:
        print(f"{options.folder}: no PNG with its truth beside it", file=sys.stderr)
        return 2
    if options.json:
        for result in results:
            print(json.dumps(asdict(result)))
    else:
        _print(results, options.ways)
    return int(any(r.wrong or not (r.located or r.hard) for r in results))


def _print(results: list[Result], ways: list[str]) -> None:
    console = Console(width=150)
    for way in ways:
        table = Table(
            "picture", "located", "off", "wrong", "unknown", "errors", "counter", "skin", "ms",
            title=f"{way} templates" if way != "left-out" else "own skin left out",
        )  # fmt: skip
        for result in (r for r in results if r.way == way):
            located = "yes" if result.located else "[red]no" if result.shape_right else "[red]NO"
            located += " [red]hidden" if result.hidden else ""
            table.add_row(
                result.name + (" (hard)" if result.hard else ""),
                located,
                f"{result.off:.3f}",
                f"[red]{result.wrong}" if result.wrong else "0",
                f"{result.unknown}",
                result.errors,
                result.counter,
                result.skin.split(",")[0],
                f"{1e3 * result.seconds:.0f}",
            )
        console.print(table)
    for way in ways:
        for hard in (False, True):
            part = [r for r in results if r.hard == hard and r.way == way]
            if part:
                print(f"{way:9} {'hard ' if hard else 'clear'}  {_total(part)}")
        of_way = [r for r in results if r.way == way]
        print(f"{way:9} all    {_total(of_way)}")
        folders = dict.fromkeys(r.folder for r in of_way)
        for folder in folders if len(folders) > 1 else ():
            print(f"  {folder:14} {_total([r for r in of_way if r.folder == folder])}")


def _total(part: list[Result]) -> str:
    cells, cost = sum(r.cells for r in part), sum(r.cost for r in part)
    told = [r for r in part if r.counter]
    return (
        f"{sum(r.located for r in part)}/{len(part)} located, "
        f"{sum(r.shape_right for r in part)} of the right size, "
        f"{sum(r.hidden for r in part)} hidden, {sum(r.faultless for r in part)} without a fault; "
        f"{cells} cells, "
        f"{sum(r.wrong for r in part)} wrong, {sum(r.unknown for r in part)} unknown, "
        f"score {100 * (1 - cost / cells):.2f} %; "
        f"{sum(', is' not in r.counter for r in told)}/{len(told)} counters; "
        f"median {1e3 * float(np.median([r.seconds for r in part])):.0f} ms, "
        f"most {1e3 * max(r.seconds for r in part):.0f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
