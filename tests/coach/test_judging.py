"""What may be believed of a picture that makes no sense as a whole."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from mwagent.belief import Program
from mwagent.coach.changes import Patience
from mwagent.coach.correction import beneath_pointer, explained
from mwagent.coach.judging import overlaid, stepwise, zero_stays
from mwagent.minefield import Board, Stage
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import UNKNOWN, UNKNOWN_SKIN, Reading, stage_of

BEFORE = Board.parse("#100\n#100\n#211\n####")


@pytest.mark.parametrize(
    ("rows", "right"),
    [
        ("#100 #100 #211 #0##", True),
        # A number that cannot be right, and no zero beside closed cells.
        ("1100 #100 #211 1###", False),
    ],
)
def test_zeros_open_nothing_only_where_one_was_seen_to(rows: str, right: bool) -> None:
    cells = tuple(rows.split())
    lattice = Lattice(0.0, 0.0, 16.0, 16.0, 4, 4)
    reading = Reading(lattice, cells, np.ones((4, 4)), UNKNOWN_SKIN, None, stage_of(cells, None))
    board = SimpleNamespace(program=Program(known_skin=False), known=BEFORE)
    assert stepwise(board, reading) is right


@pytest.mark.parametrize(
    ("rows", "after", "stays"),
    [
        ("#100 #100 #211 #0##", 1.0, True),
        # Others came up with it: the opening may go on.
        ("#100 #100 #211 110#", 1.0, False),
        ("#100 #100 #211 110#", 3.0, True),
    ],
)
def test_an_opening_that_is_painted_bit_by_bit_is_waited_for(
    rows: str, after: float, stays: bool
) -> None:
    cells = tuple(rows.split())
    lattice = Lattice(0.0, 0.0, 16.0, 16.0, 4, 4)
    reading = Reading(lattice, cells, np.ones((4, 4)), UNKNOWN_SKIN, None, stage_of(cells, None))
    times = np.where(np.array([list(row) for row in cells]) == "#", -np.inf, 5.0)
    clock = SimpleNamespace(times=times, unchanged=lambda now: now - times)
    board = SimpleNamespace(clock=clock, now=5.0 + after, known=BEFORE)
    assert zero_stays(board, reading) is stays


@pytest.mark.parametrize(
    ("last", "rows", "over"),
    [
        ("##### #####", "????? 12##?", True),
        ("##### #####", "????? 11111", False),
        ("????# #####", "????? 12##?", False),
    ],
)
def test_what_comes_up_over_closed_cells_opens_none(last: str, rows: str, over: bool) -> None:
    before, reading = (
        Reading(
            Lattice(0.0, 0.0, 16.0, 16.0, 2, 5), cells, np.ones((2, 5)), UNKNOWN_SKIN, None, stage
        )
        for cells in (tuple(one.replace("?", UNKNOWN).split()) for one in (last, rows))
        for stage in (stage_of(cells, None),)
    )
    assert overlaid(reading, Board.parse("#####\n#####"), before) is over


@pytest.mark.parametrize(
    ("rows", "pressed", "stage"),
    [
        # All other mines bear flags, as a program sets them at a win.
        ("1F1 W11 F10", (1, 0), Stage.ONGOING),
        # One that shows only the mine that was hit: it is seen once the pointer has moved on.
        ("1#1 X11 #10", (1, 0), Stage.ONGOING),
        # A loss that is told by other cells as well.
        ("1*1 X11 *10", (1, 0), Stage.LOST),
    ],
)
def test_an_end_does_not_hang_on_what_the_pointer_covers(
    rows: str, pressed: tuple[int, int], stage: Stage
) -> None:
    cells = tuple(rows.split())
    lattice = Lattice(0.0, 0.0, 16.0, 16.0, 3, 3)
    reading = Reading(lattice, cells, np.ones((3, 3)), UNKNOWN_SKIN, None, stage_of(cells, None))
    clock = SimpleNamespace(unchanged=lambda now: np.zeros((3, 3)))
    board = SimpleNamespace(
        clock=clock, now=5.0, covered=frozenset({pressed}), patience=Patience(),
        program=Program(known_skin=False), known=Board.parse("1#1\n#11\n#10"),
        round=SimpleNamespace(sighting=object()),
    )  # fmt: skip
    assert reading.stage is Stage.LOST
    assert explained(board, reading, [beneath_pointer]).stage is stage
