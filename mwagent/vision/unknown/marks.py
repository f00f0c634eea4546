"""Marks that are nothing but a colour: what the numbers say of closed cells of another colour.

A flag or a mine may be a plain square. By its look it is one more closed cell; what gives it away
is where it stands. Of closed cells some are mines by the numbers around them and some are not;
cells of one colour that are all mines, beside others that are not, are marked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import count_around
from mwagent.vision import exact
from mwagent.vision.grid.alike import OFF_GROUND, grouped
from mwagent.vision.reading import UNKNOWN
from mwagent.vision.unknown.clusters import Cluster, Floats
from mwagent.vision.unknown.labelling import CODE, SPARSE, Codes, Labelling
from mwagent.vision.unknown.meanings import Touch, ground_of
from mwagent.vision.unknown.weights import WEIGHTS, chance_of

Mask = NDArray[np.bool_]

_MOST_BESIDE_NONE: Final = 4
"""Marks beside no number that count."""
_LIKE_RIM: Final = 0.35
"""Part of the way from one kind of rim to another up to which a rim is like the first."""
_NO_RIM: Final = 6.0
"""Difference in grey levels below which rims are the same."""
_FAR_RIM: Final = 40.0
"""Difference from the rims of closed cells where there are none."""
_ONE_SIGN: Final = 0.25
"""Greatest mean difference of the shapes (0 to 1) of signs that are one."""
_ONE_COLOUR: Final = 60.0
"""Greatest difference in grey levels of their colours."""
_FARTHER: Final = 2.0
"""How many times as far from the colours of open cells the one of flags is as that of others."""
SEVERAL: Final = 2
"""Cells that say something together, while one may be misread or under the pointer: mines by the
numbers, mines that are shown, marked cells beside no number, where nobody sets flags, and blank
cells beside closed ones."""


def proven(codes: Codes, closed: Mask) -> tuple[Mask, Mask]:
    """Which closed cells are mines, and which are none, by single numbers: (rows, cols) each.

    Flags and mines that are shown prove nothing themselves. Cells that are not understood may be
    mines, and may be none.
    """
    digit = (codes >= 1) & (codes <= 8)
    mine, safe = np.zeros_like(closed), np.zeros_like(closed)
    while True:
        room = closed & ~safe
        full = digit & (count_around(room) == codes)
        met = digit & (count_around(mine) == codes)
        mines, none = room & (count_around(full) > 0), room & (count_around(met) > 0)
        if not ((mines & ~mine) | (none & ~mine & ~safe)).any():
            return mine, safe
        mine |= mines
        safe |= none & ~mine


def mark_colours(
    found: Sequence[Cluster], labelling: Labelling, known: Collection[int], done: Sequence[Touch]
) -> None:
    """Take closed cells of a colour that says "mine" for flags or for mines, in place.

    Clusters in `known` keep their meanings; `done` is the Touch of each.
    """
    codes = labelling.codes
    mine, safe = proven(codes, _closed(codes))
    beside = count_around((codes >= 1) & (codes <= 8)) > 0
    closed = [i for i, one in enumerate(labelling.meanings) if one == "#"]
    groups = grouped(closed, lambda i, k: _same_ground(found[i], found[k]))
    of_group = [_cells(codes.shape, [found[i].cells for i in group]) for group in groups]
    hidden = codes == CODE["#"]
    if (mine | ~hidden).all() and not (codes == CODE["F"]).any():
        _flag_at_end(found, labelling, [one for one in groups if set(one).isdisjoint(known)])
        return
    for group, cells in zip(groups, of_group, strict=True):
        rest = hidden & ~cells
        gain = _evidence(cells, rest & beside, mine, safe, beside)
        if gain <= 0 or not set(group).isdisjoint(known):
            continue
        asked = any(done[i] is Touch.FLAG for i in group)
        symbol = "F" if asked else _flag_or_mine(codes, cells, mine, beside)
        _change(found, labelling, group, symbol, gain)


def told_by_flags(codes: Codes, cells: NDArray[np.intp] | None = None) -> float:
    """How much more likely flags are such by where they stand, a logarithm.

    All of a board, or those on some cells, by flat number.
    """
    flags = codes == CODE["F"] if cells is None else _cells(codes.shape, [cells])
    mine, safe = proven(codes, _closed(codes))
    beside = count_around((codes >= 1) & (codes <= 8)) > 0
    rest = (codes == CODE["#"]) & beside
    return max(0.0, _evidence(flags, rest, mine, safe, beside))


def tell_mines(
    found: Sequence[Cluster], labelling: Labelling, known: Collection[int], probs: Floats
) -> None:
    """Tell mines that are shown from flags by where they stand, in place.

    `probs` (clusters, meanings) is how they look. When a game ends its mines are shown, all of
    them, wherever they lie; flags stand beside numbers, and where all have been set, cells that
    these prove safe do not stay closed for long.
    """
    codes, meanings = labelling.codes, labelling.meanings
    digit = (codes >= 1) & (codes <= 8)
    if not digit.any():
        return
    beside = count_around(digit | (codes == CODE[UNKNOWN])) > 0
    mine, safe = proven(codes, _closed(codes) | (codes == CODE["W"]))
    _right_wrong_flags(found, labelling, known, mine, safe)
    hidden = codes == CODE["#"]
    left = -WEIGHTS.left * min(SEVERAL, int(np.count_nonzero(mine & hidden)))
    idle = WEIGHTS.idle if not left and (safe & hidden).any() else 0.0
    marks = [i for i, one in enumerate(meanings) if one in "F*" and i not in known]
    for kind in grouped(marks, lambda i, k: _same_sign(found[i], found[k])):
        cells = _cells(codes.shape, [found[i].cells for i in kind])
        if np.count_nonzero(cells) < SEVERAL:
            continue
        lonely = min(_MOST_BESIDE_NONE, int(np.count_nonzero(cells & ~beside)))
        shown = (np.isin(codes, [CODE["*"], CODE["X"]]) & ~cells).any()
        look = _by_look(found, kind, probs) + _by_rim(found, meanings, kind)
        gain = look + WEIGHTS.beside_none * lonely + left + (0.0 if shown else idle)
        if gain > 0 and lonely < SEVERAL and any(meanings[i] == "F" for i in kind):
            continue
        symbol = "*" if gain > 0 else "F"
        _change(found, labelling, [i for i in kind if meanings[i] != symbol], symbol, abs(gain))


def kinds_of_signs(found: Sequence[Cluster], labelling: Labelling, symbols: str) -> int:
    """How many signs are on not too few cells each that were taken for some symbols."""
    some = [i for i, one in enumerate(labelling.meanings) if one in symbols and found[i].glyph]
    kinds = grouped(some, lambda i, k: _same_sign(found[i], found[k]))
    least = SPARSE * labelling.codes.size
    return sum(sum(found[i].count for i in kind) >= least for kind in kinds)


def _by_look(found: Sequence[Cluster], kind: Sequence[int], probs: Floats) -> float:
    """How much more marks look like mines than like flags, a logarithm: one can look much like
    the other.
    """
    ratios = exact.log(probs[kind][:, [CODE["*"], CODE["X"]]].sum(axis=1) + exact.TINY)
    ratios -= exact.log(probs[kind, CODE["F"]] + exact.TINY)
    mean = np.average(ratios, weights=[found[i].count for i in kind])
    return float(np.clip(mean, -WEIGHTS.misleading, WEIGHTS.misleading))


def _by_rim(found: Sequence[Cluster], meanings: Sequence[str], kind: Sequence[int]) -> float:
    """How much more likely marks are mines than flags by what is around them, a logarithm.

    A flag is set on a closed cell; a cell with a mine is mostly drawn like an open one, or like
    none.
    """
    opened, closed = (
        [found[i].border for i, one in enumerate(meanings) if one in symbols]
        for symbols in ("012345678", "#")
    )
    if not opened:
        return 0.0
    weights = [found[i].count for i in kind]
    near, far = (
        np.average([_gap(found[i].border, some) for i in kind], weights=weights)
        for some in (opened, closed)
    )
    if max(near, far) < _NO_RIM:
        return 0.0
    part = near / (near + far)
    if part < _LIKE_RIM:
        return WEIGHTS.rim_open
    return WEIGHTS.rim_other if part < 1 - _LIKE_RIM else WEIGHTS.rim_closed


def _gap(border: Floats, others: Sequence[Floats]) -> float:
    """Root mean square difference of a border from the nearest of others."""
    return min((float(np.sqrt(((border - one) ** 2).mean())) for one in others), default=_FAR_RIM)


def _right_wrong_flags(
    found: Sequence[Cluster], labelling: Labelling, known: Collection[int], mine: Mask, safe: Mask
) -> None:
    """Take wrong flags that are mines by the numbers for mines, in place: a cross may be one."""
    for i, one in enumerate(labelling.meanings):
        cells = found[i].cells
        if one == "W" and i not in known and mine.flat[cells].any():
            margin = 0.0 if safe.flat[cells].any() else WEIGHTS.left
            _change(found, labelling, [i], "*", margin)


def _same_sign(one: Cluster, other: Cluster) -> bool:
    """Whether two clusters show the same sign; those without any, the same ground."""
    if one.glyph is None or other.glyph is None:
        return one.glyph is other.glyph and _same_ground(one, other)
    shape = float(abs(one.glyph.shape - other.glyph.shape).mean())
    colour = float(abs(one.glyph.colour - other.glyph.colour).max())
    return shape <= _ONE_SIGN and colour <= _ONE_COLOUR


def _change(
    found: Sequence[Cluster], labelling: Labelling, some: Sequence[int], symbol: str, margin: float
) -> None:
    """Give some clusters another meaning, in place."""
    for i in some:
        labelling.meanings[i], labelling.margins[i] = symbol, margin
        labelling.codes.flat[found[i].cells] = CODE[symbol]


def _closed(codes: Codes) -> Mask:
    return np.isin(codes, [CODE[symbol] for symbol in f"#F?*X{UNKNOWN}"])


def _flag_at_end(
    found: Sequence[Cluster], labelling: Labelling, groups: Sequence[Sequence[int]]
) -> None:
    """Take one of two colours of closed cells for flags where all of them are mines, in place.

    It is the one less like open cells, as marks are to be seen; if neither is, none of these cells
    is understood. Chequered cells are closed.
    """
    cells = [np.concatenate([found[i].cells for i in group]) for group in groups]
    if len(groups) != 2 or min(map(len, cells)) < SEVERAL:
        return
    columns = labelling.codes.shape[1]
    if sorted((np.add(*np.divmod(one, columns)) % 2).mean() for one in cells) == [0, 1]:
        return
    opened = [ground_of(found[i]) for i, one in enumerate(labelling.meanings) if one.isdigit()]
    far = [
        min((float(abs(ground_of(found[group[0]]) - one).max()) for one in opened), default=0.0)
        for group in groups
    ]
    if max(far) > _FARTHER * min(far):
        _change(found, labelling, groups[int(np.argmax(far))], "F", WEIGHTS.marked)
    else:
        _change(found, labelling, [i for group in groups for i in group], "#", 0.0)


def _evidence(cells: Mask, rest: Mask, mine: Mask, safe: Mask, beside: Mask) -> float:
    """How much more likely the cells are marked than closed like the rest, a logarithm."""
    mines, others = np.count_nonzero(cells & mine), np.count_nonzero(cells & beside & ~mine)
    if mines < SEVERAL or (cells & safe).any() or not (rest & ~mine).any():
        return 0.0
    usual = (np.count_nonzero(rest & mine) + 1) / (np.count_nonzero(rest) + 2)
    chance = chance_of(WEIGHTS.proven)
    gain = mines * exact.log(chance / usual) + others * exact.log((1 - chance) / (1 - usual))
    return float(gain - WEIGHTS.marked)


def _flag_or_mine(codes: Codes, cells: Mask, mine: Mask, beside: Mask) -> str:
    """What marked cells are: mines where a game is over and no others are shown, or where no
    player flags.
    """
    shown = np.isin(codes, [CODE["*"], CODE["X"]])
    left = mine & ~cells & ~shown & (codes != CODE["F"])
    if left.any() or np.count_nonzero(shown) >= SEVERAL:
        return "F"
    return "*" if shown.any() or np.count_nonzero(cells & ~beside) >= SEVERAL else "F"


def _same_ground(one: Cluster, other: Cluster) -> bool:
    return float(abs(ground_of(one) - ground_of(other)).max()) <= OFF_GROUND


def _cells(shape: tuple[int, ...], parts: Sequence[NDArray[np.intp]]) -> Mask:
    mask = np.zeros(shape, bool)
    mask.flat[np.concatenate(parts)] = True
    return mask
