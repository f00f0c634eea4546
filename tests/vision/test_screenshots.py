"""Real screenshots of real Minesweepers, as far as they lie beside the project."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from mwagent.vision import Reading, look_all
from mwagent.vision.partial.cutoff import cut_sides
from mwagent.vision.picture import Picture
from testbed.folders import SHARED

FOLDER = SHARED / "screenshots"
CLASSIC = [
    "boardonly_expert_f008",
    "freeminesweeper_b1",
    "freeminesweeper_play1",
    "winmine_125_beginner_f063",
    "winmine_cn_expert_guess",
    "winminehtml_replay_f200",
]
WEB = [
    f"web/{page}@{ratio}"
    for page in ("emoji-muan", "google-replica", "jsminesweeper-overlay", "natkuhn")
    for ratio in (1.25, 2.0)
]
OTHERS = ["google_easy_fresh", "kmines_en_easy", "msonline_expert_f080"]
WORST_OTHERS = 0.03
"""Part of the cells of other looks that may be misread."""

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FOLDER.is_dir(), reason=f"{FOLDER} is not there"),
]


@cache
def read_picture(name: str) -> tuple[Reading, dict[str, Any]]:
    """What is read where a picture's truth says the board is, and that truth."""
    truth = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    picture = np.asarray(cv2.imread(str(FOLDER / f"{name}.png"), cv2.IMREAD_COLOR), np.uint8)
    readings = look_all(picture)
    assert readings, "no board found"
    return min(readings, key=lambda reading: off(reading, truth)), truth


def off(reading: Reading, truth: dict[str, Any]) -> float:
    """How far the worst side of the board is off, in cells."""
    at = reading.lattice
    sides = (at.x, at.y, at.x + at.cols * at.pitch_x, at.y + at.rows * at.pitch_y)
    box = truth["board_box_px"]
    return max(abs(a - b) for a, b in zip(sides, box, strict=True)) / float(truth["cell_px"])


def count_wrong(reading: Reading, truth: dict[str, Any]) -> tuple[int, int]:
    """Cells misread, and cells not understood."""
    pairs = list(zip("".join(truth["cells"]), "".join(reading.cells), strict=True))
    unknown = sum(seen == "~" for _, seen in pairs)
    return sum(real != seen for real, seen in pairs) - unknown, unknown


@pytest.mark.parametrize("name", CLASSIC + OTHERS)
def test_a_real_board_is_found_and_read(name: str) -> None:
    reading, truth = read_picture(name)
    assert (reading.lattice.rows, reading.lattice.cols) == (truth["rows"], truth["cols"])
    assert off(reading, truth) < 0.1
    wrong, unknown = count_wrong(reading, truth)
    cells = truth["rows"] * truth["cols"]
    assert wrong <= (0 if name in CLASSIC else WORST_OTHERS * cells)
    assert unknown <= (0.02 if name in CLASSIC else 0.03) * cells


@pytest.mark.drawn
@pytest.mark.parametrize("name", CLASSIC + OTHERS + WEB)
def test_a_whole_board_does_not_go_on_covered(name: str) -> None:
    reading, truth = read_picture(name)
    assert (reading.lattice.rows, reading.lattice.cols) == (truth["rows"], truth["cols"])
    picture = np.asarray(cv2.imread(str(FOLDER / f"{name}.png"), cv2.IMREAD_COLOR), np.uint8)
    assert cut_sides(Picture(picture), reading) == ()
