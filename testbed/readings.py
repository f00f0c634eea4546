"""Boards as they are read, for tests of what is made of a reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mwagent.minefield import Stage
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import UNKNOWN_SKIN, Reading


def as_read(*rows: str, at: Lattice | None = None, **other: Any) -> Reading:
    """A game that goes on, read surely as these rows, with `other` fields of its reading."""
    lattice = at or Lattice(0.0, 0.0, 20.0, 20.0, len(rows), len(rows[0]))
    sure = np.ones((lattice.rows, lattice.cols), np.float32)
    return replace(Reading(lattice, rows, sure, UNKNOWN_SKIN, None, Stage.ONGOING), **other)
