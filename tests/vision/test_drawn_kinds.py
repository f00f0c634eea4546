"""Boards of kinds that have been misread: they are found, and hardly a cell is read wrongly."""

from __future__ import annotations

import pytest

from mwagent.vision import look
from mwagent.vision.reading import UNKNOWN
from testbed.drawn_kinds import KINDS, score
from testbed.folders import SHARED

PICTURES = SHARED / "cases" / "pictures"


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_drawings_are_hardly_misread(kind: str) -> None:
    """Each kind is drawn in other colours, sizes and pictures at every board."""
    read = score(kind, range(2000, 2006))
    assert read.lost <= 1
    assert read.faulty <= 1
    assert read.wrong + read.unknown <= 0.06 * read.cells


@pytest.mark.skipif(not PICTURES.exists(), reason="needs ../shared/cases")
@pytest.mark.parametrize("name", ["sprites_a", "sprites_b"])
def test_pictures_on_closed_cells_are_not_taken_for_marks(name: str) -> None:
    truth = (PICTURES / f"{name}.txt").read_text().split()
    cells = look(PICTURES / f"{name}.png").cells
    pairs = zip("".join(cells), "".join(truth), strict=True)
    assert all(one in (other, UNKNOWN) for one, other in pairs)
    assert "".join(cells).count(UNKNOWN) <= 7
