"""Cells drawn to train on look like those of games: the classifier knows most of their glyphs."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from benchmarks.training.glyph_cells import Cells
from benchmarks.training.glyphs import fonts
from mwagent.vision.glyphs.classifier import CLASSES, classify, glyph_of
from mwagent.vision.grid.cells import CELL


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fc-list") is None, reason="needs fontconfig to find fonts")
def test_every_class_of_glyphs_is_drawn_and_most_are_known() -> None:
    cells = Cells(np.random.default_rng(1), fonts())
    right = seen = 0
    for k, label in enumerate(CLASSES * 4):
        cell = cells.cell(label)
        assert cell.shape == (CELL, CELL, 3)
        if (glyph := glyph_of(cell)) is not None:
            seen += 1
            right += int(classify(glyph.feature[None]).argmax()) == k % len(CLASSES)
    assert seen > 0.9 * len(CLASSES) * 4
    assert right > 0.75 * seen
