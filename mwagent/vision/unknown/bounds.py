"""Where a board ends: which cells of a lattice are the board's, and which lie beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import count_around
from mwagent.vision import exact
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.extent import heaviest
from mwagent.vision.grid.outline import find_outlined
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.grid.separate import find_separate
from mwagent.vision.lattice import FEWEST_ROWS, SAME_LATTICE, Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import MAJORITY, percentile
from mwagent.vision.reading import UNKNOWN
from mwagent.vision.unknown.marks import SEVERAL
from mwagent.vision.unknown.meanings import MEANINGS, meaning_probabilities

BEYOND: Final = 3
"""Rows and columns looked at beyond a lattice on every side."""
WIDENED: Final = 4
"""How often a lattice is extended, at most, in search of its end."""
MOST_LOG_ODDS: Final = 4.0
"""Largest absolute log-odds of a single cell for being one of the board."""
DOUBTED: Final = 0.05
"""Bias subtracted from the log-odds of each cell: in doubt it lies beside the board."""
MOVED: Final = 1.5
"""Log-odds, for each cell in between, from which an end moves from where the repetition ends."""
NOT_OF_THEM: Final = 3.0
"""Factor by which a cell differs more than others from the typical one where it is none of them."""
_NUMBERS: Final = [MEANINGS.index(symbol) for symbol in "12345678"]


def find_boards(picture: Picture) -> Iterator[list[Lattice]]:
    """Where boards may lie on a picture, in any skin: batch after batch, the likeliest first.

    The second is worth its time where nothing in the first is a board without a fault: what
    repeats, ended where boards do, and flat areas with steps of that size; then the same as it was
    found, all areas with steps, and what stands at equal distances.
    """
    plain = _countable(picture, find_lattices(picture))
    given = [bounded(picture, lattice) for lattice in plain]
    outlined = _countable(picture, find_outlined(picture.pixels))
    whole = [one for one in outlined if not any(map(one.of_other_size, given))]
    given += [one for one in whole if not any(_same_place(one, other) for other in given)]
    yield [*given]
    separate = _countable(picture, find_separate(picture.pixels))
    ended = [one for lattice in separate for one in (bounded(picture, lattice), lattice)]
    batch: list[Lattice] = []
    for one in plain + outlined + ended:
        if not any(_same_place(one, other) for other in given + batch):
            batch.append(one)
    yield batch


def _same_place(one: Lattice, other: Lattice) -> bool:
    return one.distance(other) <= SAME_LATTICE * min(one.pitch_x, one.pitch_y)


def _countable(picture: Picture, found: list[Lattice]) -> list[Lattice]:
    """The lattices on which some cells look alike; of others the picture keeps nothing."""
    countable = [one for one in found if BoardPicture.of(picture, one).countable]
    for one in set(found).difference(countable):
        del picture.boards[one]
    return countable


def bounded(picture: Picture, lattice: Lattice) -> Lattice:
    """The lattice with those rows and columns, and only those, that are the board's.

    Where a side moves out as far as was looked, more is looked at.
    """
    for _ in range(WIDENED):
        ends = _ended(picture, lattice)
        grown = lattice.grown(BEYOND)
        slack = 0.5 * min(lattice.pitch_x, lattice.pitch_y)
        gaps = np.abs(np.subtract(ends.box, grown.box))
        lattice = ends
        if not (gaps < slack).any():
            break
    return lattice


def _ended(picture: Picture, lattice: Lattice) -> Lattice:
    """The lattice with the rows and columns of the board, up to BEYOND of them more on each side.

    Every cell, and what lies in cells beyond it, is judged to be a cell of the board or none
    (`mwagent.vision.unknown.meanings`); the rectangle is taken for which most speaks. A side of it
    stays where the lattice ends, unless enough speaks for moving it.
    """
    wide = lattice.grown(BEYOND).within(picture.width, picture.height)
    board = BoardPicture.of(picture, wide).even
    shape = board.shape
    probs = meaning_probabilities(board.scene)
    none = probs[:, MEANINGS.index(UNKNOWN)].tolist()
    weight, owner = np.zeros(shape), np.full(shape, -1)
    for number, (cluster, outside) in enumerate(zip(board.clusters, none, strict=True)):
        ratio = exact.log((1 - outside + exact.TINY) / (outside + exact.TINY))
        weight.flat[cluster.cells] = np.clip(ratio, -MOST_LOG_ODDS, MOST_LOG_ODDS) - DOUBTED
        owner.flat[cluster.cells] = number
    first = _placed(lattice, wide)
    beyond = np.ones(shape, bool)
    beyond[first[0] : first[2], first[1] : first[3]] = False
    # Open cells without a border look like the page around them where that has their colour.
    same = np.isin(owner, _endless(owner)) & beyond
    if not np.isin(probs.argmax(axis=1), _NUMBERS).any():
        # Nothing is open: all cells look like those of the lattice, what looks otherwise is none.
        same |= beyond & ~np.isin(owner, owner[~beyond])
        same |= beyond & _unlike(board.cells.reshape(*shape, -1), ~beyond)
    weight[same] = np.minimum(weight[same], -DOUBTED)
    _, *ends = heaviest(weight)
    top, left, bottom, right = _kept(weight, first, ends)
    if min(bottom - top, right - left) < FEWEST_ROWS:
        return lattice
    return wide.part(top, left, bottom, right)


def played(cells: Sequence[str]) -> tuple[int, int, int, int]:
    """The rows and columns of what was read that are a board: top, left, bottom, right.

    A counter, a clock, words above a board or the panel around it may lie on the lines of its
    cells, on ground that looks like open ones. But cells beside a mine show a number.
    """
    board = np.array([list(row) for row in cells])
    ends = _ends_of(board, {0, 1, 2, 3})
    if _odd_zeros(_part(board, ends)).sum() * 2 >= SEVERAL:
        # Zeros do not open all around them in this program, or not beside all of its sides.
        ends = [0, 0, *board.shape]
        for side in range(4):
            one = _ends_of(board, {side})
            if _odd_zeros(_part(board, one)).sum() * 2 < SEVERAL:
                ends[side] = one[side]
    top, left, bottom, right = ends
    return top, left, bottom, right


def _part(board: NDArray[np.str_], ends: Sequence[int]) -> NDArray[np.str_]:
    top, left, bottom, right = ends
    return board[top:bottom, left:right]


def _ends_of(board: NDArray[np.str_], sides: Set[int]) -> list[int]:
    """Top, left, bottom and right of a board without what lies beside it at some of these sides.

    Where that is a panel around the board, lines of it that are not understood are none either.
    """
    ends = [0, 0, *board.shape]
    for _ in range(2):
        for side in sides:
            part = _part(board, ends)
            turned = (part, part.T, part[::-1], part.T[::-1])[side]
            lines = _beside_board(turned, unread=ends != [0, 0, *board.shape])
            ends[side] += lines if side < 2 else -lines
    return ends


def _odd_zeros(cells: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Blank cells beside closed ones or marks, (rows, cols)."""
    covered = np.isin(cells, list("#F*X?W"))
    return np.asarray((cells == "0") & (count_around(covered) > 0), np.bool_)


def _beside_board(cells: NDArray[np.str_], *, unread: bool) -> int:
    """Number of leading rows outside the board, whose zeros open all around them.

    They have no number, and blanks beside closed cells or marks as well; words may look closed.
    Or they are blank but for what is not understood, which is most of the last of them, such as a
    button on a panel. `unread` ones may have no blanks.
    """
    odd, strange = _odd_zeros(cells).sum(axis=1), cells == UNKNOWN
    empty = np.isin(cells, ["0", "#", UNKNOWN]).all(axis=1)
    blank = (strange | (cells == "0")).all(axis=1)
    for rows in range(min(int(empty.argmin()), len(cells) - FEWEST_ROWS), 0, -1):
        panel = blank[:rows].all() and (unread or not strange[:rows].all())
        if odd[rows - 1] >= SEVERAL or (panel and strange[rows - 1].mean() > MAJORITY):
            return rows
    return 0


def _endless(owner: NDArray[np.intp]) -> list[int]:
    """The clusters that make up a whole side of what was looked at: nothing shows where they
    end.
    """
    lines = (owner[0], owner[-1], owner[:, 0], owner[:, -1])
    return [int(line[0]) for line in lines if (line == line[0]).all()]


def _unlike(images: NDArray[np.uint8], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the cells (rows, cols, values) differ from the `known` as these do not from another.

    Their signs apart, cells have lines around them: those of a surface of their colour have none.
    None of them is known where a lattice lies out of the picture.
    """
    if not known.any():
        return np.zeros(known.shape, np.bool_)
    typical = np.median(images[known], axis=0)
    apart = np.abs(images - typical).mean(axis=2)
    return np.asarray(apart > NOT_OF_THEM * (1 + percentile(apart[known], 90)), np.bool_)


def _placed(lattice: Lattice, wide: Lattice) -> list[int]:
    """Where a lattice begins and ends among the cells of a wider one: top, left, bottom, right."""
    top = round((lattice.y - wide.y) / wide.pitch_y)
    left = round((lattice.x - wide.x) / wide.pitch_x)
    return [top, left, min(top + lattice.rows, wide.rows), min(left + lattice.cols, wide.cols)]


def _kept(weight: NDArray[np.float64], first: list[int], best: list[int]) -> list[int]:
    """The ends (top, left, bottom, right) that are `best`, but for sides that may stay at first."""
    ends = list(best)
    for side, stay in enumerate(first):
        other = [*ends[:side], stay, *ends[side + 1 :]]
        top, left, bottom, right = other
        if min(bottom - top, right - left) < FEWEST_ROWS:
            continue
        lost = _inside(weight, ends) - _inside(weight, other)
        cells = abs(ends[side] - stay) * (right - left if side in (0, 2) else bottom - top)
        if lost < MOVED * cells:
            ends = other
    return ends


def _inside(weight: NDArray[np.float64], ends: list[int]) -> float:
    top, left, bottom, right = ends
    return float(weight[top:bottom, left:right].sum())
