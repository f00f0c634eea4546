"""Is one picture one reading on every processor? Kernels are chosen by hand, one after another.

    python -m benchmarks.vision.kernels ../shared/screenshots
    python -m benchmarks.vision.kernels --settings baseline Haswell --pictures 20

NumPy, OpenBLAS, OpenCV and the C library choose among several implementations by what the processor
can do. Each setting below forbids some, so that one machine computes as others would. Under each, a
process of its own reads the pictures of a folder and boards drawn in many looks at several sizes,
and watches films as the coach does. The table says of each setting how many readings differ from
those without any setting: boards found, cells believed, confidences, counters, moves and verdicts.
Ends with exit code 1 if any does.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.live.coach_films import Film, FilmSource
from mwagent.coach.coach import Coach
from mwagent.vision import Reading, look_all
from mwagent.vision.reading import BELIEVED
from testbed.drawn_kinds import KINDS, Look, drawn_board
from testbed.folders import ROOT

AVX512: Final = "AVX512F AVX512CD AVX512_SKX X86_V4 AVX512_ICL AVX512_SPR"
SETTINGS: Final = {
    "as it is": {},
    "SkylakeX": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "Haswell": {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": AVX512},
    "baseline": {
        "OPENBLAS_CORETYPE": "Nehalem",
        "NPY_DISABLE_CPU_FEATURES": f"AVX2 FMA3 X86_V3 {AVX512}",
        "OPENCV_CPU_DISABLE": "AVX512-SKX,AVX2,FMA3,AVX,SSE4.2,SSE4.1",
        "OPENCV_IPP": "disabled",
    },
    "OpenCV": {"OPENCV_CPU_DISABLE": "AVX512-SKX,AVX2,FMA3"},
    "libm": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX"},
    "two threads": {"OPENBLAS_NUM_THREADS": "2"},
}
"""Environments, by name. Names of features that a library does not have are no error to it."""

FILMS: Final = (*(("on-balls", n) for n in (2000, 12000)), ("chequered", 14000), ("pictured", 2000))
"""Kinds and seeds of the looks of films that are watched."""


def read_pictures(pictures: list[Path]) -> Iterator[tuple[str, object]]:
    """What is read of pictures, with and without skins, by the names of the pictures."""
    for file in pictures:
        picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)
        for way, skins in (("with", None), ("without", ())):
            yield f"{file.name} {way}", [told(one) for one in look_all(picture, skins)]


def read_drawn(seeds: range) -> Iterator[tuple[str, object]]:
    """What is read of boards that are drawn in each kind of look, smaller and larger, too."""
    for kind in KINDS:
        for seed in seeds:
            drawn, _ = drawn_board(kind, seed)
            for scale in (0.75, 1.0, 1.5):
                how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR_EXACT
                picture = np.asarray(cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=how))
                name = f"{kind} {seed} at {scale}"
                yield name, [told(one) for one in look_all(picture.astype(np.uint8))]


def watch_films(films: int, seconds: float) -> Iterator[tuple[str, object]]:
    """The games that a coach finds in the first seconds of films: moves, and how each ended."""
    for kind, seed in FILMS[:films]:
        source = FilmSource(Film(Look(kind, seed), 15, 3))
        coach = Coach(source, None)
        while source.seconds < seconds and coach.step():
            pass
        coach.close()
        moves = [
            [str(game.stage), *(f"{move.seconds:.3f} {move}" for move in game.moves)]
            for game in coach.games
        ]
        yield f"film {kind} {seed}", moves


def told(reading: Reading) -> list[object]:
    """All that a reading says, exactly; what is not believed is told by its confidence alone."""
    at = reading.lattice
    believed = reading.confidence >= BELIEVED
    return [
        [at.rows, at.cols, *(float.hex(float(v)) for v in (at.x, at.y, at.pitch_x, at.pitch_y))],
        ["".join(row) for row in np.where(believed, [list(row) for row in reading.cells], "?")],
        reading.confidence.tobytes().hex(),
        [reading.mines, reading.skin, reading.stage.name],
    ]


def under(setting: str, arguments: list[str]) -> dict[str, object]:
    """What a process reads under one of SETTINGS."""
    command = [sys.executable, "-m", "benchmarks.vision.kernels", *arguments, "--as", setting]
    environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ, **SETTINGS[setting]}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(line) for line in done.stdout.splitlines())


def differing(one: dict[str, object], other: dict[str, object]) -> tuple[list[str], list[str]]:
    """Names of what is not read alike: where more than last bits differ, and all."""
    names = [name for name in one if one[name] != other[name]]
    return [name for name in names if _decided(one[name]) != _decided(other[name])], names


def _decided(read: object) -> object:
    """What was decided: without the bits of places and confidences."""
    boards = read if isinstance(read, list) else [read]
    return [[b[0][:2], b[1], b[3]] if isinstance(b, list) and len(b) == 4 else b for b in boards]


def main() -> int:
    """Read under each setting, and print what differs; returns 1 if anything does."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="pictures, with those in folders below")
    parser.add_argument("--settings", nargs="+", choices=list(SETTINGS), default=list(SETTINGS))
    parser.add_argument("--pictures", type=int, help="at most so many (default: all)")
    parser.add_argument("--drawn", type=int, default=10, help="boards of each kind (%(default)s)")
    parser.add_argument("--films", type=int, default=len(FILMS), help="films (%(default)s)")
    parser.add_argument("--seconds", type=float, default=120, help="of each film (%(default)s)")
    parser.add_argument("--as", dest="setting", choices=list(SETTINGS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    found = sorted(options.folder.rglob("*.png"))
    most = options.pictures if options.pictures is not None else len(found)
    pictures = found[:: max(1, len(found) // max(1, most))][:most]
    if options.setting is not None:
        cv2.setNumThreads(int(SETTINGS[options.setting].get("OPENBLAS_NUM_THREADS", "1")))
        parts = (
            read_pictures(pictures),
            read_drawn(range(options.drawn)),
            watch_films(options.films, options.seconds),
        )
        for part in parts:
            for name, read in part:
                print(json.dumps([name, read]), flush=True)
        return 0
    names = [name for name in SETTINGS if name in options.settings or name == "as it is"]
    arguments = [str(options.folder.resolve()), "--pictures", str(most)]
    arguments += ["--drawn", str(options.drawn), "--films", str(options.films)]
    arguments += ["--seconds", str(options.seconds)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        reads = list(pool.map(lambda name: under(name, arguments), names))
    table = Table("kernels", "readings", "differ in what is decided", "and in last bits", "which")
    odd = 0
    for name, read in zip(names[1:], reads[1:], strict=True):
        decided, bits = differing(reads[0], read)
        odd += len(bits)
        table.add_row(
            name,
            f"{len(read)}",
            f"{len(decided)}",
            f"{len(bits)}",
            ", ".join((decided or bits)[:5]),
        )
    Console(width=140).print(table)
    return int(odd > 0)


if __name__ == "__main__":
    sys.exit(main())
