"""What a board takes to look as it does: events that are seldom, and cost once."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.belief.prior import events_of
from mwagent.minefield import Cell
from mwagent.vision.unknown.labelling import Choice, label

CLOSED = {"#": 0.0, "0": 9.0, "~": 12.0}


def read(marks: dict[Cell, dict[str, float]], pressed: set[Cell], flagged: set[Cell]) -> list[str]:
    """What cells are taken for that bear marks, with their costs, on a board of closed cells."""
    shape, numbers = (6, 6), [row * 6 + col for row, col in marks]
    rest = np.setdiff1d(np.arange(36), numbers)
    choices = [Choice(np.array([n]), cost) for n, cost in zip(numbers, marks.values(), strict=True)]
    choices.append(Choice(rest, CLOSED))
    labelling = label(shape, choices, events=events_of(shape, pressed, flagged))
    return labelling.meanings[: len(marks)]


@pytest.mark.parametrize(
    ("marks", "pressed", "flagged", "meant"),
    [
        # The one number on a board that nobody touched is the mark of the keyboard.
        ([{"1": 0.0, "#": 3.0}], False, False, "#"),
        ([{"1": 0.0, "#": 3.0}], True, False, "1"),
        ([{"1": 0.0, "#": 9.0}], False, False, "1"),
        # Several were opened before; each alone would be doubted.
        ([{"1": 0.0, "#": 3.0}] * 3, False, False, "111"),
        # A lost game shows its mines, a misread cell is alone.
        ([{"*": 0.0, "~": 3.0}], True, False, "~"),
        ([{"*": 0.0, "~": 3.0}] * 3, True, False, "***"),
        # What we have flagged shows a flag, drawn in any way.
        ([{"*": 0.0, "F": 3.0}], True, True, "F"),
        ([{"*": 0.0, "F": 3.0}] * 2, True, True, "FF"),
        # Nobody has set a flag, but a mark may look like one; many were set by the user.
        ([{"F": 0.0, "#": 6.0, "~": 7.0}], True, False, "#"),
        ([{"F": 0.0, "#": 6.0, "~": 7.0}], True, True, "F"),
        ([{"F": 0.0, "#": 4.0, "~": 7.0}] * 4, True, False, "FFFF"),
    ],
)
def test_what_is_seldom_is_paid_for_once(
    marks: list[dict[str, float]], pressed: bool, flagged: bool, meant: str
) -> None:
    cells = [(1, 1), (2, 4), (4, 1), (4, 4)][: len(marks)]
    asked = set(cells) if flagged else set()
    shown = dict(zip(cells, marks, strict=True))
    assert "".join(read(shown, {(0, 0)} if pressed else set(), asked)) == meant
