"""What is read under the kernels of another processor: `python -m testbed.kernels FILE ...`.

NumPy, OpenBLAS and OpenCV choose among several implementations by what the processor can do.
BASELINE forbids all but the oldest, so that this machine computes as others would. Printed is a
JSON object: what is read of some pictures, and what a coach finds in the beginning of a film.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.live.coach_films import Film, FilmSource
from mwagent.coach.coach import Coach
from mwagent.vision import Reading, look_all
from mwagent.vision.reading import BELIEVED
from testbed.drawn_kinds import Look
from testbed.folders import ROOT

BASELINE: Final = {
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 X86_V3 AVX512F AVX512CD AVX512_SKX X86_V4 AVX512_ICL"
    " AVX512_SPR",
    "OPENCV_CPU_DISABLE": "AVX512-SKX,AVX2,FMA3,AVX,SSE4.2,SSE4.1",
    "OPENCV_IPP": "disabled",
}
"""Names of features that a library does not have are no error to it."""
SECONDS: Final = 6.0
"""How much of the film is watched."""


def read_under(environment: Mapping[str, str], pictures: Sequence[Path]) -> dict[str, Any]:
    """What a process reads of pictures, and of a film, in an environment."""
    command = [sys.executable, "-m", "testbed.kernels", *map(str, pictures)]
    own = {"OPENBLAS_NUM_THREADS": "1", **os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=own, stdout=subprocess.PIPE, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _read(pictures: Sequence[str]) -> Iterator[tuple[str, object]]:
    for file in pictures:
        picture = np.asarray(cv2.imread(file, cv2.IMREAD_COLOR), np.uint8)
        for way, skins in (("with", None), ("without", ())):
            yield f"{file} {way} skins", [_told(one) for one in look_all(picture, skins)]
    source = FilmSource(Film(Look("on-balls", 2000), 15, 3))
    coach = Coach(source, None)
    while source.seconds < SECONDS and coach.step():
        pass
    coach.close()
    for game in coach.games:
        yield f"game {game.number}", [str(game.stage), *map(str, game.moves)]


def _told(reading: Reading) -> list[object]:
    """All that a reading says, exactly; what is not believed is told by its confidence alone."""
    at, believed = reading.lattice, reading.confidence >= BELIEVED
    return [
        [at.rows, at.cols, *(float.hex(float(v)) for v in (at.x, at.y, at.pitch_x, at.pitch_y))],
        ["".join(row) for row in np.where(believed, [list(row) for row in reading.cells], "?")],
        reading.confidence.tobytes().hex(),
        [reading.mines, reading.skin, reading.stage.name],
    ]


if __name__ == "__main__":
    cv2.setNumThreads(1)
    print(json.dumps(dict(_read(sys.argv[1:]))))
