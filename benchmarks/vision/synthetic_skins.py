"""How well boards in looks nobody has seen are found and read: random skins on busy desktops.

    python -m benchmarks.vision.synthetic_skins --count 100
    python -m benchmarks.vision.synthetic_skins --seed 9100 --templates
    python -m benchmarks.vision.synthetic_skins --seed 17 --save shot.png

The skins are those of `wide_skins.py`, on which nothing was trained. Seeds from 9100 on are held
out: nothing was tuned on them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.wide_skins import wide_shot
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.training.glyphs import fonts
from testbed.harness import show, words


def found_well(truth: Lattice, found: Lattice) -> bool:
    """Whether rows, columns and corners agree within a tenth of a cell."""
    if (truth.rows, truth.cols) != (found.rows, found.cols):
        return False
    ends = (
        (truth.x - found.x) / truth.pitch_x,
        (truth.y - found.y) / truth.pitch_y,
        (truth.x + truth.cols * truth.pitch_x - found.x - found.cols * found.pitch_x)
        / truth.pitch_x,
        (truth.y + truth.rows * truth.pitch_y - found.y - found.rows * found.pitch_y)
        / truth.pitch_y,
    )
    return max(abs(e) for e in ends) < 0.1


def main() -> int:
    from mwagent.vision.reader import Reader
    from mwagent.vision.unknown.board import read_unknown

    parser = words(__doc__, seed=0)
    parser.add_argument("--count", type=int, default=50, help="screenshots, from --seed on")
    parser.add_argument("--seeds", type=int, nargs="+", help="these screenshots alone")
    parser.add_argument("--save", type=Path, help="write the first screenshot and stop")
    parser.add_argument(
        "--given", action="store_true", help="read on the true lattice, do not search"
    )
    parser.add_argument("--templates", action="store_true", help="with all known skins, as users")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    faces = fonts()
    if args.save:
        cv2.imwrite(str(args.save), wide_shot(args.seed, faces).picture)
        return 0
    located = first = right = wrong = unknown = total = 0
    times = []
    seeds = args.seeds or range(args.seed, args.seed + args.count)
    for seed in seeds:
        one = wide_shot(seed, faces)
        start = time.process_time()
        if args.given:
            readings = [read_unknown(Picture(one.picture), one.lattice)]
        else:
            readings = Reader(None if args.templates else ()).look_all(one.picture)
        times.append(time.process_time() - start)
        best = next((r for r in readings if found_well(one.lattice, r.lattice)), None)
        if best is None:
            print(f"{seed}: not found {one.look} {one.lattice} {[r.lattice for r in readings]}")
            continue
        located += 1
        first += best is readings[0]
        pairs = Counter(zip("".join(one.cells), "".join(best.cells), strict=True))
        bad = {k: n for k, n in pairs.items() if k[0] != k[1] and k[1] != "~"}
        blind = {k[0]: n for k, n in pairs.items() if k[1] == "~"}
        total += sum(pairs.values())
        wrong += sum(bad.values())
        unknown += sum(blind.values())
        right += not bad and not blind
        if bad or (args.verbose and blind):
            print(f"{seed}: {one.look} {best.skin} wrong {bad} unknown {blind}", flush=True)
    totals = {"shots": len(seeds), "located": located, "first board": first, "right": right}
    totals |= {"cells": total, "wrong": wrong, "unknown": unknown}
    note = (
        f"processor: median {np.median(times):.2f} s, "
        f"most {max(times):.2f} s (seed {seeds[int(np.argmax(times))]})"
    )
    show(args, [totals], "Screenshots of made-up skins", note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
