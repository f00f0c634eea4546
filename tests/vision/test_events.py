"""What a board takes to look as it does: events that are seldom, and cost once."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.belief.unknown_skin import events_of
from mwagent.minefield import HIDDEN, Board, Cell
from mwagent.vision.unknown.labelling import Choice, label
from mwagent.vision.unknown.weights import WEIGHTS

CLOSED = {"#": 0.0, "0": 9.0, "~": 12.0}
BEGUN, OVER, FOREIGN = WEIGHTS.begun, WEIGHTS.over, WEIGHTS.foreign
LONELY = WEIGHTS.broken * WEIGHTS.lonely


def read(
    marks: dict[Cell, dict[str, float]],
    pressed: set[Cell],
    flagged: set[Cell],
    since: Board | None = None,
) -> list[str]:
    """What cells are taken for that bear marks, with their costs, on a board of closed cells."""
    shape, numbers = (6, 6), [row * 6 + col for row, col in marks]
    rest = np.setdiff1d(np.arange(36), numbers)
    choices = [Choice(np.array([n]), cost) for n, cost in zip(numbers, marks.values(), strict=True)]
    choices.append(Choice(rest, CLOSED))
    labelling = label(shape, choices, events=events_of(shape, pressed, flagged, since))
    return labelling.meanings[: len(marks)]


@pytest.mark.parametrize(
    ("marks", "pressed", "flagged", "meant"),
    [
        # The one number on a board that nobody touched is the mark of the keyboard.
        ([{"1": 0.0, "#": 0.7 * BEGUN}], False, False, "#"),
        ([{"1": 0.0, "#": 0.7 * BEGUN}], True, False, "1"),
        ([{"1": 0.0, "#": LONELY + 1.3 * BEGUN}], False, False, "1"),
        # Several were opened before; each alone would be doubted.
        ([{"1": 0.0, "#": LONELY + 0.7 * BEGUN}] * 3, False, False, "111"),
        # A lost game shows its mines, a misread cell is alone.
        ([{"*": 0.0, "~": 0.7 * OVER}], True, False, "~"),
        ([{"*": 0.0, "~": 0.7 * OVER}] * 3, True, False, "***"),
        # What we have flagged shows a flag, drawn in any way.
        ([{"*": LONELY, "F": 1.8 * OVER}], True, True, "F"),
        ([{"*": LONELY, "F": 0.9 * OVER}] * 2, True, True, "FF"),
        # Nobody has set a flag, but a mark may look like one; many were set by the user.
        ([{"F": 0.0, "#": 0.7 * FOREIGN, "~": FOREIGN}], True, False, "#"),
        ([{"F": 0.0, "#": 0.7 * FOREIGN, "~": FOREIGN}], True, True, "F"),
        ([{"F": 0.0, "#": LONELY + 0.4 * FOREIGN, "~": FOREIGN}] * 4, True, False, "FFFF"),
    ],
)
def test_what_is_seldom_is_paid_for_once(
    marks: list[dict[str, float]], pressed: bool, flagged: bool, meant: str
) -> None:
    cells = [(1, 1), (2, 4), (4, 1), (4, 4)][: len(marks)]
    asked: set[Cell] = set(cells) if flagged else set()
    shown = dict(zip(cells, marks, strict=True))
    assert "".join(read(shown, {(0, 0)} if pressed else set(), asked)) == meant


@pytest.mark.parametrize(("doubt", "meant"), [(0.7, "~"), (1.3, "1")])
def test_numbers_do_not_come_up_by_themselves(doubt: float, meant: str) -> None:
    """After the last clicks were seen one is a mark; what is plainly open, somebody else opened."""
    marks = {(1, 1): {"1": 0.0, "~": doubt * FOREIGN}}
    believed = np.full((6, 6), HIDDEN, np.int8)
    assert read(marks, {(4, 4)}, set(), Board(believed)) == [meant]
    assert read(marks, {(4, 4)}, set()) == ["1"], "what was clicked since opens cells"
    believed[1, 1] = 1
    assert read(marks, {(4, 4)}, set(), Board(believed)) == ["1"], "it was open before"
    several = {cell: {"1": 0.0, "~": 0.7 * FOREIGN} for cell in [(1, 1), (2, 4), (4, 1)]}
    assert read(several, {(4, 4)}, set(), Board(np.full((6, 6), HIDDEN, np.int8))) == ["1"] * 3
