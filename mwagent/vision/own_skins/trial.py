"""A taught skin on trial: it is only worth keeping if no picture is read worse with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.known.skins import Skin, SkinError, known_skins
from mwagent.vision.lattice import Lattice
from mwagent.vision.own_skins.teaching import Lesson
from mwagent.vision.reader import look_all
from mwagent.vision.reading import UNKNOWN, Reading

WRONG_COSTS = 10
"""How many times the harm of a cell that is not understood one that is read wrong does."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How many cells of a picture were read right, not understood and read wrong.

    `reading` is what was read in the place of its board; None where no board of that size was
    found there.
    """

    right: int
    unknown: int
    wrong: int
    reading: Reading | None

    @property
    def cost(self) -> int:
        """What is amiss, as a number."""
        return self.unknown + WRONG_COSTS * self.wrong

    def __str__(self) -> str:
        if self.reading is None:
            return "board not found"
        cells = self.right + self.unknown + self.wrong
        return f"{self.right} of {cells} cells right, {self.unknown} not understood, " + (
            f"{self.wrong} wrong"
        )


def examine(lesson: Lesson, skin: Skin) -> list[Marks]:
    """How the pictures of a lesson are read when a skin of its looks is known besides the others.

    Raises SkinError, naming the picture, when one of them is read worse than without it. What is
    right is what the lesson says; its cells that were left out do not count.
    """
    before = known_skins()
    after = [*(other for other in before if other.name != skin.name), skin]
    marks = []
    for number, sample in enumerate(lesson.samples):
        truth = np.array([list(row) for row in lesson.rows(number)])
        lattice = sample.reading.lattice
        old, new = (
            _marks(truth, lattice, look_all(sample.picture, skins)) for skins in (before, after)
        )
        if new.cost > old.cost:
            raise SkinError(
                f"the skin was not kept, as {sample.name} is read worse with it ({new}) than "
                f"without ({old}); correct what its looks were taken for, or give more screenshots"
            )
        marks.append(new)
    return marks


def _marks(truth: NDArray[np.str_], lattice: Lattice, readings: list[Reading]) -> Marks:
    taught = truth != UNKNOWN
    for reading in readings:
        if np.allclose(reading.lattice.box, lattice.box, atol=3):
            seen = np.array([list(row) for row in reading.cells])
            if seen.shape == truth.shape:
                unknown = int((taught & (seen == UNKNOWN)).sum())
                wrong = int((taught & (seen != truth)).sum()) - unknown
                return Marks(int(taught.sum()) - unknown - wrong, unknown, wrong, reading)
    return Marks(0, int(taught.sum()), 0, None)
