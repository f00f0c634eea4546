"""How well are boards read that nobody tuned the reader to? By halves, split by program.

    python -m benchmarks.vision.screenshots ../shared/screenshots
    python -m benchmarks.vision.screenshots FOLDER ... --half judged --json
    python -m benchmarks.vision.screenshots FOLDER --half work --list --save wrong   keep failures
    python -m benchmarks.vision.screenshots FOLDER --plot docs/img/reading-confidence.svg

Every PNG below a folder with a JSON beside it that has `board_box_px` or `box`, `rows`, `cols`
and `cells` is read. All pictures of a program are in one half: the first hexadecimal digit of the
SHA-256 of its name (`owner/name`, lower case) is even in the half to work on, odd in the judged
one. Failures of the judged half are named only with `--half judged`. There are three ways to read:

- with: as users have it, with every skin in `templates/`;
- without: no skin at all, every look is learned on sight;
- left-out: leave-one-skin-out. The skin that the picture is read in when all are there is taken
  away (and the next, should another take its place), all others stay.

The table counts by halves, by how far the games are (`Truth.state`) and by folders, if several.
A board is located when it is the first that is found, its rows and columns are right and its
corners within a tenth of a cell; it is read without a fault when no cell is wrong or not understood
either. Cells of a board of another shape are not understood. A stage is wrong where a win, a loss
and a game that goes on are mixed up. Seconds are of one processor, for one look.
Ends with exit code 1 when any cell is wrong or a clear picture's board is not located.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.vision.truths import (
    HALVES,
    STATES,
    Result,
    Truth,
    TruthError,
    compare,
    reliability,
    truths,
)
from mwagent.vision import Reading, look_all
from mwagent.vision.known.skins import Skin, known_skins
from mwagent.vision.mark import mark
from mwagent.vision.pictures import save_picture
from mwagent.vision.reading import UNKNOWN_SKIN

WAYS: Final = ("with", "without", "left-out")
LEAST_DOUBT: Final = 1e-3
"""The smallest doubt, one less a confidence, that is drawn."""


def read_in(way: str, picture: NDArray[np.uint8]) -> tuple[list[Reading], float]:
    """The boards read in one of the WAYS, and the seconds the last reading took."""
    skins: Sequence[Skin] = known_skins() if way != "without" else ()
    while True:
        begun = time.process_time()
        readings = look_all(picture, skins)
        seconds = time.process_time() - begun
        took = {reading.skin for reading in readings} - {UNKNOWN_SKIN}
        if way != "left-out" or not took:
            return readings, seconds
        skins = [skin for skin in skins if skin.name not in took]


def judge(truth: Truth, ways: Sequence[str], save: Path | None = None) -> list[Result]:
    """Read one picture in several ways and compare; failures are marked and kept in `save`."""
    cv2.setNumThreads(1)
    picture = np.asarray(cv2.imread(str(truth.picture), cv2.IMREAD_COLOR), np.uint8)
    results = []
    for way in ways:
        readings, seconds = read_in(way, picture)
        result, reading = compare(truth, readings, way)
        result.seconds = seconds
        results.append(result)
        if save is not None and not result.right:
            save.mkdir(parents=True, exist_ok=True)
            shown = picture if reading is None else mark(picture, reading)
            save_picture(save / f"{truth.picture.stem}-{way}.png", shown)
    return results


def measure(
    found: Iterable[Truth], ways: Sequence[str] = ("with",), jobs: int = 1, save: Path | None = None
) -> list[Result]:
    """Read all pictures, in `jobs` processes."""
    work = partial(judge, ways=ways, save=save)
    if jobs == 1:
        return [result for truth in found for result in work(truth)]
    with ProcessPoolExecutor(jobs) as pool:
        return [result for results in pool.map(work, found, chunksize=2) for result in results]


def totals(part: Sequence[Result]) -> dict[str, Any]:
    """The figures of some pictures."""
    cells = sum(r.cells for r in part)
    seconds = [r.seconds for r in part]
    spoiled = {r.program for r in part if not r.faultless}
    programs = {r.program for r in part}
    return {
        "pictures": len(part),
        "programs": len(programs),
        "located": sum(r.located for r in part),
        "faultless": sum(r.faultless for r in part),
        "faultless programs": len(programs - spoiled),
        "cells": cells,
        "wrong": sum(r.wrong for r in part),
        "not understood": sum(r.unknown for r in part),
        "wrong of 10 000": 1e4 * sum(r.wrong for r in part) / cells,
        "not understood of 10 000": 1e4 * sum(r.unknown for r in part) / cells,
        "counters": sum(r.counter is not None for r in part),
        "counters wrong": sum(r.counter is False for r in part),
        "stages": sum(r.stage is not None for r in part),
        "stages wrong": sum(r.stage is False for r in part),
        "seconds median": float(np.median(seconds)),
        "seconds p95": float(np.percentile(seconds, 95)),
        "seconds most": max(seconds),
    }


def main() -> int:
    options = _options()
    try:
        found = list(truths(options.folders, options.half, options.only))
    except TruthError as error:
        print(error, file=sys.stderr)
        return 2
    if not found:
        named = ", ".join(map(str, options.folders))
        print(f"{named}: no PNG with its truth beside it in this half", file=sys.stderr)
        return 2
    results = measure(found, options.ways, options.jobs, options.save)
    if options.json:
        for result in results:
            print(json.dumps(asdict(result)))
    else:
        show(results, options.ways, by_folder=len(options.folders) > 1)
        if options.list:
            shown = [r for r in results if options.half == "judged" or r.half == "work"]
            _name([r for r in shown if not r.right])
    if options.plot is not None:
        plot([r for r in results if r.half == "judged"] or results, options.plot)
    return int(any(r.wrong or not (r.located or r.hard) for r in results))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=["with"])
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    parser.add_argument("--list", action="store_true", help="name what failed")
    parser.add_argument("--save", type=Path, metavar="DIR", help="keep marked pictures of failures")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="confidence against truth, as SVG"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    options = parser.parse_args()
    if options.save is not None and options.half == "both":
        parser.error("--save shows what fails: choose --half work (or judged, for final figures)")
    return options


def show(results: Sequence[Result], ways: Sequence[str], by_folder: bool = False) -> None:
    """Print the totals of each half, and of each folder, read in each way."""
    console = Console(width=150)
    for way in ways:
        table = Table(
            "", "pictures", "located", "no fault", "programs", "cells", "wrong", "of 10k",
            "not underst.", "of 10k", "counters", "stages", "median s", "p95", "most",
            title={"with": "with all skins", "without": "without any skin"}.get(way, way),
        )  # fmt: skip
        for half in HALVES:
            part = [r for r in results if r.half == half and r.way == way]
            for hard in (False, True):
                some = [r for r in part if r.hard == hard]
                if some and len(some) < len(part):
                    table.add_row(f"  {'hard' if hard else 'clear'}", *_row(some))
            if part:
                table.add_row(f"[bold]{half}", *_row(part), end_section=True)
        for state in STATES:
            part = [r for r in results if r.state == state and r.way == way]
            if part:
                table.add_row(state, *_row(part), end_section=state == STATES[-1])
        if by_folder:
            for folder in dict.fromkeys(r.folder for r in results):
                part = [r for r in results if r.folder == folder and r.way == way]
                table.add_row(folder, *_row(part))
        console.print(table)


def _row(part: Sequence[Result]) -> list[str]:
    t = totals(part)
    return [
        f"{t['pictures']}",
        f"{t['located']} ({100 * t['located'] / t['pictures']:.1f} %)",
        f"{t['faultless']} ({100 * t['faultless'] / t['pictures']:.1f} %)",
        f"{t['faultless programs']}/{t['programs']}",
        f"{t['cells']}",
        f"{t['wrong']}",
        f"{t['wrong of 10 000']:.1f}",
        f"{t['not understood']}",
        f"{t['not understood of 10 000']:.0f}",
        f"{t['counters wrong']}/{t['counters']}",
        f"{t['stages wrong']}/{t['stages']}",
        f"{t['seconds median']:.2f}",
        f"{t['seconds p95']:.2f}",
        f"{t['seconds most']:.2f}",
    ]


def _name(failed: Sequence[Result]) -> None:
    table = Table("picture", "way", "half", "off", "what was wrong", "skin", "s")
    for r in failed:
        skin = r.skin.split(",")[0]
        faults = r.faults
        table.add_row(r.name, r.way, r.half, f"{r.off:.2f}", faults, skin, f"{r.seconds:.2f}")
    Console(width=190).print(table)


def plot(results: Sequence[Result], file: Path) -> None:
    """Draw how many cells are wrong of those given with at least some confidence."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    curve = reliability(results)
    # One cell more than were seen to be wrong keeps a logarithm where none was.
    doubt = [max(1 - p, LEAST_DOUBT) for p, _, _ in curve]
    wrong = [max((1 - right), 1 / (count + 1)) for _, right, count in curve]
    everything = curve[-1][2] if curve else 1
    figure, (upper, lower) = plt.subplots(
        2, 1, figsize=(6, 5.5), sharex=True, height_ratios=(3, 1), layout="constrained"
    )
    upper.fill_between([1, LEAST_DOUBT], [1, LEAST_DOUBT], LEAST_DOUBT / 10, color="0.93", lw=0)
    upper.text(0.6, LEAST_DOUBT / 6, "as right as promised, or more", color="0.4")
    upper.step(doubt, wrong, where="post")
    upper.set(yscale="log", ylim=(LEAST_DOUBT / 10, 1), ylabel="wrong, of the cells given")
    lower.step(doubt, [count / everything for _, _, count in curve], where="post", color="0.4")
    lower.set(ylim=(0, 1.05), ylabel="part of the cells", xlabel="confidence, at least")
    lower.set(xscale="log", xlim=(1, LEAST_DOUBT))
    promises = (0.0, 0.5, 0.9, 0.99, 0.999)
    lower.set_xticks([1 - p for p in promises], [f"{p:g}" for p in promises])
    lower.minorticks_off()
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(color="0.9")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


if __name__ == "__main__":
    sys.exit(main())
