"""Read a board in a skin nobody has seen: learn on sight what its looks mean."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from minefield import Stage
from vision.cluster import Floats, Look, Picture, cell_images, looks
from vision.digits import BUSY, CLASSES, EXTRA, Glyph
from vision.doubt import refused, strange_blanks
from vision.lattice import Lattice
from vision.logic import CODE, Choice, Codes, judge, nested, strain
from vision.numbers import read_mines
from vision.palette import Palette
from vision.period import find_lattices, undithered
from vision.reading import SYMBOLS, UNKNOWN, Reading

UNKNOWN_SKIN: Final = "unknown skin, learned"

_NUMBERS: Final = np.array([CODE[symbol] for symbol in "12345678"])
_RAISED: Final = "#F?"
_OPEN: Final = "012345678"
_CHANGED: Final = 1.5
"""What it costs to call a look hidden that was not on the board before the first click."""
_FAR: Final = 5.0
"""Meanings dearer than the cheapest by this much are not considered."""
_HUED: Final = 1.0
"""A digit in its classic colour is so much cheaper."""
_CLASSIC: Final = np.array(
    [[255, 0, 0], [0, 128, 0], [0, 0, 255], [128, 0, 0], [0, 0, 128], [128, 128, 0]], np.float32
)
"""BGR of 1 to 6; 7 and 8 are black and grey, as other things are."""
_RARELY: Final = dict.fromkeys("F*34", 0.25) | {
    "?": 0.02,
    "W": 0.03,
    "5": 0.08,
    "6": 0.03,
    "7": 0.01,
    "8": 0.01,
}
"""Part of the cells that hardly ever show as many of a symbol."""
_DRAWN: Final = 12
"""So many looks with a picture in them are tried as blank cells, in groups of like ones."""
_SEVERAL: Final = 3
"""Fewer cells of a look say little of what others mean."""
_MANIFOLD: Final = 0.2
"""Part of the cells that show the same picture and are hidden, for it to be that of hidden ones."""
_CERTAIN: Final = 0.9
"""Odds of a number by its shape from which its colour is not asked."""
_LIKE: Final = 5.0
"""Grey levels by which the borders of cells of one kind differ at most."""
_TRACES: Final = 26.0
"""Grey levels by which glyphs differ from their ground at least."""
_ANOTHER: Final = 70.0
"""Grey levels by which the ground of an exploded mine differs from that of the others."""
_UNDERSTOOD: Final = 0.8
"""Part of the cells that must be understood for a number near them to be their mine counter."""
_SURE: Final = 1.5
"""A meaning must beat the next best by this price."""


@dataclass(slots=True)
class Memory:
    """What looks meant in earlier pictures of the same game.

    `vectors` and `symbols` are parallel lists.
    """

    vectors: list[NDArray[np.float32]] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)

    def recall(self, look: Look) -> str | None:
        """The meaning of a look seen before."""
        if not self.vectors:
            return None
        miss = ((np.stack(self.vectors) - look.vector) ** 2).mean(axis=1)
        best = int(miss.argmin())
        return self.symbols[best] if miss[best] < 16 else None

    def learn(self, look: Look, symbol: str) -> None:
        """Keep a meaning; what was known stays."""
        if self.recall(look) is None:
            self.vectors.append(look.vector)
            self.symbols.append(symbol)


def look_unknown(picture: Picture, mines: int | None = None) -> list[Reading]:
    """All boards on a BGR picture whose skin is not known, best first; empty when there is none.

    Boards that are understood come before others, those with numbers before fresh ones.
    """
    readings = [read_unknown(picture, lattice, mines) for lattice in find_lattices(picture)]
    return sorted(readings, key=_doubt)


def _doubt(reading: Reading) -> tuple[bool, bool]:
    cells = "".join(reading.cells)
    understood = 1 - cells.count(UNKNOWN) / len(cells)
    return understood < 0.7, not any(digit in cells for digit in "12345678")


def read_unknown(
    picture: Picture,
    lattice: Lattice,
    mines: int | None = None,
    memory: Memory | None = None,
    touched: NDArray[np.int8] | None = None,
) -> Reading:
    """The board on a lattice.

    `mines` is what the mine counter says where that is known; `memory` carries what was learned
    over the pictures of one game, and is added to; `touched` (rows, cols) tells which cells
    certainly look otherwise than before the first click: 1, or 2 where a flag was asked for.
    """
    shape = (lattice.rows, lattice.cols)
    # What is remembered was not evened: from picture to picture shading cannot be told the same.
    found = looks(cell_images(undithered(picture), lattice, even=memory is None))
    groups = _groups(found)
    known = [memory.recall(group[0]) if memory else None for group in groups]
    meaning: list[str] = []
    margin: list[float] = []
    opened = [0] * len(groups)
    if touched is not None:
        marks = [np.concatenate([touched.flat[look.cells] for look in g]) for g in groups]
        opened = [int(mark.max()) if mark.all() else 0 for mark in marks]
        # Rims, which tell most of hidden cells from blank ones, are not in the memory.
        known = [None if at and is_ == "#" else is_ for at, is_ in zip(opened, known, strict=True)]
    for _ in range(3):
        before = meaning
        prices = _prices(groups, meaning, known, opened)
        choices = [
            Choice(np.concatenate([look.cells for look in group]), price)
            for group, price in zip(groups, prices, strict=True)
        ]
        meaning, margin, board = judge(shape, choices, _starts(groups, prices))
        if meaning == before:
            break
    # What does not settle is not understood.
    settled = zip(meaning, before or meaning, strict=True)
    margin = [gap if now == then else 0.0 for gap, (now, then) in zip(margin, settled, strict=True)]
    _name_mines(groups, meaning, board)
    margin = _sure_of_mines(meaning, margin, prices)
    confidence = _confidence(groups, margin, board)
    board[confidence < 0.5] = CODE[UNKNOWN]
    kinds = [choice.cells for choice in choices]
    shaped = [_odds(group)[[*range(1, 9), CLASSES.index("F")]].max() > _CERTAIN for group in groups]
    doubtful = refused(board, kinds, margin, shaped) | _misplaced(groups, meaning, board)
    doubtful |= _lonely(groups, meaning, board)
    if not np.isin(board, _NUMBERS).any():
        borders = np.array([group[0].border for group in groups], np.float32)
        doubtful |= strange_blanks(board, kinds, borders)
    if not np.isin(board, [CODE["*"], CODE["X"]]).any():
        # Flags are only crossed out when the mines are shown.
        doubtful |= board == CODE["W"]
    confidence[doubtful] = np.minimum(confidence[doubtful], 0.4)
    board[doubtful] = CODE[UNKNOWN]
    if memory is not None:
        for group, symbol, gap in zip(groups, meaning, margin, strict=True):
            if gap > 2 * _SURE and symbol != UNKNOWN:
                for look in group:
                    memory.learn(look, symbol)
    cells = tuple("".join(SYMBOLS[code] for code in row) for row in board)
    if mines is None and (board != CODE[UNKNOWN]).mean() > _UNDERSTOOD:
        mines = read_mines(picture, lattice, int(np.isin(board, [CODE["F"], CODE["W"]]).sum()))
    return Reading(lattice, cells, confidence, UNKNOWN_SKIN, mines, _stage(board))


def _starts(groups: list[list[Look]], prices: list[dict[str, float]]) -> list[dict[int, str]]:
    """Meanings to begin from: what may be either open or hidden, like looks together."""
    blank = [i for i, price in enumerate(prices) if set(price) == {"#", "0"}]
    borders = np.array([groups[i][0].border for i in blank], np.float32)
    weights = np.array([sum(look.count for look in groups[i]) for i in blank], float)
    digits = {}
    for i, price in enumerate(prices):
        best = min((s for s in price if s in "12345678"), key=lambda s, p=price: p[s], default="")  # type: ignore[misc]
        if best and price[best] < min(price.values()) + 3:
            digits[i] = best
    splits: list[dict[int, str]] = []
    # Where the board is shaded, looks of one kind have a pattern in common, not their colours.
    vectors = np.array([groups[i][0].vector for i in blank], np.float32)
    patterns = vectors - vectors.mean(axis=1, keepdims=True) if blank else vectors
    for members in nested(borders, weights) + nested(patterns, weights):
        inside = {blank[k] for k in members}
        for one, other in (("0", "#"), ("#", "0")):
            splits.append({i: one if i in inside else other for i in blank})
    starts = [start for split in splits for start in (split, digits | split)]
    # Pictures may stand for blank cells, too: those that look alike, all at once.
    drawn = [
        i
        for i, price in enumerate(prices)
        if groups[i][0].glyph is not None and {"#", "0"} & set(price)
    ]
    drawn = sorted(drawn, key=lambda i: -sum(look.count for look in groups[i]))[:_DRAWN]
    pictures = np.array([groups[i][0].vector for i in drawn], np.float32)
    weights = np.array([sum(look.count for look in groups[i]) for i in drawn], float)
    plain: list[dict[int, str]] = [{}, *(dict.fromkeys(blank, one) for one in "#0" if blank)]
    for members in nested(pictures, weights):
        inside = {drawn[k] for k in members}
        for one in "0#":
            if all(one in prices[i] for i in inside):
                starts += [start | dict.fromkeys(inside, one) for start in plain]
    return starts


def _groups(found: list[Look]) -> list[list[Look]]:
    """Looks that certainly mean the same, together."""
    contrast = [
        look.glyph.contrast
        for look in found
        if look.glyph is not None and look.odds[1:9].max() > 0.8
        for _ in range(min(look.count, 10))
    ]
    faint = 0.35 * float(np.median(contrast)) if contrast else 0.0
    clear = [
        replace(look, glyph=None, odds=_blurred(look, faint))
        if look.glyph is not None and look.glyph.contrast < _least(look, faint)
        else look
        for look in found
    ]
    apart = _apart(clear, clear)
    first: list[int] = []
    groups: list[list[Look]] = []
    for i, look in enumerate(clear):
        for k, group in zip(first, groups, strict=True):
            if _alike(look, group[0], float(apart[i, k])):
                group.append(look)
                break
        else:
            first.append(i)
            groups.append([look])
    return groups


def _least(look: Look, faint: float) -> float:
    """The contrast a glyph must have; half of `faint` will do for a plain digit.

    Below that are the traces of compression and dithering.
    """
    plain = look.odds[1:9].max() > 0.9
    return max(_TRACES * (0.8 if plain else 1.0), faint * (0.5 if plain else 1.0))


def _blurred(look: Look, faint: float) -> Floats:
    """The odds of a look whose glyph is too faint to be one: nothing, or anything at all."""
    middle = look.image[8:-8, 8:-8].reshape(-1, 3)
    odds = np.zeros_like(look.odds)
    if middle.std(axis=0).max() >= max(BUSY, 0.6 * faint):
        odds += 0.03
        odds[-1] = 1 - 0.03 * (len(odds) - 1)
    return odds


def _apart(some: list[Look], others: list[Look]) -> Floats:
    """How far the borders of looks are apart, in grey levels, (len(some), len(others))."""
    a = np.stack([look.border for look in some])
    b = np.stack([look.border for look in others])
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T
    return np.sqrt(np.maximum(squared, 0) / a.shape[1])  # type: ignore[no-any-return]


def _alike(a: Look, b: Look, apart: float) -> bool:
    if a.glyph is None or b.glyph is None:
        same = a.glyph is b.glyph and apart < _LIKE and (a.odds.sum() > 0) == (b.odds.sum() > 0)
        return same and float(((a.vector - b.vector) ** 2).mean()) < (1.5 * _LIKE) ** 2
    sure = min(float(a.odds[1:9].max()), float(b.odds[1:9].max())) > 0.8
    if not (sure and a.odds.argmax() == b.odds.argmax()) and apart >= 12:
        return False
    if abs(a.glyph.colour - b.glyph.colour).max() > 50:
        return False
    return float(abs(a.glyph.feature[:-EXTRA] - b.glyph.feature[:-EXTRA]).mean()) < 0.06


def _prices(
    groups: list[list[Look]], meaning: list[str], known: list[str | None], touched: list[int]
) -> list[dict[str, float]]:
    """What each meaning of each group costs, given what the others were taken for before."""
    strong = [_odds(group) for group in groups]
    if meaning:
        # What an odd picture in a cell is taken for tells nothing of borders.
        cells = [sum(look.count for look in group) for group in groups]
        clear = [
            _clear(odds, symbol) or (symbol == "#" and count > _MANIFOLD * sum(cells))
            for odds, symbol, count in zip(strong, meaning, cells, strict=True)
        ]
        opened = _many(groups, [s in _OPEN and c for s, c in zip(meaning, clear, strict=True)])
        raised = _many(groups, [s in _RAISED and c for s, c in zip(meaning, clear, strict=True)])
    else:
        opened = [i for i, odds in enumerate(strong) if odds[1:9].max() > 0.8]
        raised = []
    palette = Palette.of(groups, meaning) if meaning else None
    numbered = any(touched) or any(odds[1:9].max() > 0.5 for odds in strong)
    flagged = any(odds[CLASSES.index("F")] > 0.8 for odds in strong)
    mined = any(odds[CLASSES.index("*")] > 0.5 for odds in strong)
    total = sum(look.count for group in groups for look in group)
    every = [look for group in groups for look in group]
    owner = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    apart = _apart(every, every)
    blanks = sum(look.count for look in every if look.glyph is None)
    gaps = [
        [
            float(
                apart[owner == i][:, np.isin(owner, [k for k in kind if k != i])].min(
                    initial=np.inf
                )
            )
            for kind in (opened, raised)
        ]
        for i in range(len(groups))
    ]
    written = _written_over(groups, strong, gaps)
    prices = []
    for i, group in enumerate(groups):
        price = _own_price(strong[i], _hue(group[0]), known[i])
        if not numbered and known[i] is None:
            marked = strong[i][[CLASSES.index(s) for s in "F?*W"]].sum() > 0.3
            price = {s: p for s, p in price.items() if s in "F?*W~"} | {"#": 0.5}
            if marked and sum(look.count for look in group) < 0.25 * total:
                price |= {"#": 1.5, UNKNOWN: 2.0}
        count = sum(look.count for look in group)
        if palette is not None and strong[i][1:9].max() < _CERTAIN:
            for symbol, more in palette.surcharge(i, group[0], count).items():
                if symbol in price:
                    price[symbol] += more
        if flagged and "F" in price and price["F"] > 3:
            price["F"] += 2.0
        if "W" in price and not mined:
            price["W"] += 2.0
        for symbol, share in _RARELY.items():
            if symbol in price and count > max(2, share * total):
                price[symbol] += 3.0
        if UNKNOWN in price and count > 0.25 * total:
            # A cell that is not understood is something rare.
            price[UNKNOWN] += 3.0
        shape = strong[i][[*range(1, 9), CLASSES.index("F")]].max()
        if UNKNOWN in price and shape > _CERTAIN and count >= _SEVERAL:
            price[UNKNOWN] += _FAR
        if UNKNOWN in price and count <= 2:
            price[UNKNOWN] = 2.2
        to_open, to_raised = gaps[i]
        near, far = sorted((to_open, to_raised))
        clear_border = group[0].glyph is not None or (near < _LIKE and far > 3 * _LIKE)
        weight = 1.0 if clear_border else min(1.0, 5 * count / blanks)
        lift, sink = _kind_price(to_open, to_raised, bool(meaning), weight)
        if group[0].glyph is not None and to_raised < _LIKE and to_open > to_raised + 2 * _LIKE:
            # Numbers stand on open ground, and so do mines in nearly all games.
            lift *= 2
            price = {s: p + 1.5 * (s in "*W") for s, p in price.items()}
        for symbol in price:
            if symbol in _OPEN:
                price[symbol] += lift
            elif symbol in _RAISED:
                price[symbol] += sink
        if i in written:
            price["#"] = min(price["#"], 1.0)
            price[UNKNOWN] = max(price[UNKNOWN], 3.0)
        if touched[i]:
            # What has changed is open, unless it was moved, and flagged by nobody but ourselves.
            blank = min(price.get("0", _FAR), price.get("#", _FAR))
            price = {s: p + _CHANGED * (s in "#?") for s, p in price.items()} | {"0": blank}
            if touched[i] == 1:
                price.pop("F", None)
        least = min(price.values())
        prices.append({symbol: p for symbol, p in price.items() if p < least + _FAR})
    return prices


def _written_over(
    groups: list[list[Look]], strong: list[NDArray[np.float64]], gaps: list[list[float]]
) -> set[int]:
    """Groups that show something strange over what is a hidden cell by its border.

    A single cell, or many that differ where flags are known: else a picture that is seen again and
    again may be the flag.
    """
    flagged = any(odds[CLASSES.index("F")] > 0.8 for odds in strong)
    found = set()
    for i, (to_open, to_raised) in enumerate(gaps):
        marks = strong[i][[CLASSES.index("F"), CLASSES.index("?")]].sum()
        hidden = to_raised < _LIKE and to_open > to_raised + 2 * _LIKE
        if strong[i].sum() > 0 and marks < 0.2 and hidden:
            found.add(i)
    several = {i for i in found if sum(look.count for look in groups[i]) > _SEVERAL}
    if flagged and len(found) > _SEVERAL:
        return found
    marks_of = [groups[i][0].glyph for i in several]
    return {
        i
        for i in found - several
        if not any(_same_colour(groups[i][0].glyph, mark) for mark in marks_of)
    }


def _same_colour(one: Glyph | None, other: Glyph | None) -> bool:
    return one is not None and other is not None and abs(one.colour - other.colour).max() < 40


def _many(groups: list[list[Look]], chosen: list[bool]) -> list[int]:
    """The chosen groups that have several cells; all of them when none has."""
    numbers = [i for i, is_one in enumerate(chosen) if is_one]
    large = [i for i in numbers if sum(look.count for look in groups[i]) >= _SEVERAL]
    return large or numbers


def _misplaced(groups: list[list[Look]], meaning: list[str], board: Codes) -> NDArray[np.bool_]:
    """Cells (rows, cols) taken for hidden whose border is that of numbers, not of hidden cells."""
    doubted = np.zeros(board.size, np.bool_)
    count = [sum(look.count for look in group) for group in groups]
    numbers = [look for g, s in zip(groups, meaning, strict=True) if s in "12345678" for look in g]
    for i, group in enumerate(groups):
        others = [
            look
            for k, other in enumerate(groups)
            if meaning[k] == "#" and k != i and count[k] >= _SEVERAL
            for look in other
        ]
        if meaning[i] != "#" or not numbers or not others:
            continue
        far = float(_apart(group, others).min())
        if float(_apart(group, numbers).min()) < _LIKE and far > 3 * _LIKE:
            for look in group:
                doubted[look.cells] = True
    return doubted.reshape(board.shape)


def _lonely(groups: list[list[Look]], meaning: list[str], board: Codes) -> NDArray[np.bool_]:
    """Rare blank cells (rows, cols) that are like no other blank ones of their meaning."""
    doubted = np.zeros(board.size, np.bool_)
    blank = [i for i, group in enumerate(groups) if group[0].glyph is None and meaning[i] in "#0"]
    vectors = {i: groups[i][0].vector - groups[i][0].vector.mean() for i in blank}
    for i in blank:
        if sum(look.count for look in groups[i]) > 2:
            continue
        others = [k for k in blank if k != i and meaning[k] == meaning[i]]
        near = min((float(((vectors[i] - vectors[k]) ** 2).mean()) for k in others), default=np.inf)
        if near > (1.6 * _LIKE) ** 2:
            for look in groups[i]:
                doubted[look.cells] = True
    return doubted.reshape(board.shape)


def _clear(odds: NDArray[np.float64], symbol: str) -> bool:
    """Whether a blank look, or one whose glyph is likely what it was taken for."""
    return odds.sum() == 0 or (symbol in "12345678?F" and odds[CLASSES.index(symbol)] > 0.3)


def _odds(group: list[Look]) -> NDArray[np.float64]:
    """Probabilities of the glyph of a group; all zero when it is blank."""
    weight = np.array([min(look.count, 5) for look in group], float)
    logs = np.array([np.log(look.odds + 1e-4) for look in group], float)
    if group[0].odds.sum() == 0:
        return np.zeros(len(CLASSES))
    power = np.exp((weight @ logs) / weight.sum())
    mean: NDArray[np.float64] = power / power.sum()
    return mean


def _own_price(odds: NDArray[np.float64], hue: str | None, known: str | None) -> dict[str, float]:
    """Prices by the shape of the glyph, and by `hue`, the digit that often has its colour."""
    if odds.sum() == 0:
        price = {"#": 0.0, "0": 0.3}
    else:
        cost = dict(zip(CLASSES, -np.log(odds + 1e-3), strict=True))
        price = {d: float(cost[d]) - (_HUED if d == hue else 0.0) for d in "12345678"}
        price["?"] = float(cost["?"])
        price["F"] = float(min(cost["F"], 3.5))
        price["*"] = float(cost["*"]) + 0.5
        price["W"] = float(cost["W"]) + 0.5
        strange = 0.5 * float(min(cost["~"], cost["0"]))
        price["#"] = 2.5 + strange
        price["0"] = 3.0 + strange
        price[UNKNOWN] = 5.0
    if known is not None:
        price = {symbol: p + 4.0 for symbol, p in price.items()}
        price[known] = 0.0
    return price


def _hue(look: Look) -> str | None:
    """The digit that has this colour in many games."""
    if look.glyph is None:
        return None
    miss = abs(_CLASSIC - look.glyph.colour).max(axis=1)
    return str(int(miss.argmin()) + 1) if miss.min() < 50 else None


def _kind_price(to_open: float, to_raised: float, both: bool, weight: float) -> tuple[float, float]:
    """What it costs to call a look open, and to call it raised."""
    if not both or not np.isfinite(to_raised):
        if not np.isfinite(to_open):
            return 0.0, 0.0
        lift, sink = np.clip((to_open - 8) / 8, 0, 1), np.clip((8 - to_open) / 4, 0, 1)
    else:
        gap = (min(to_open, 60.0) - min(to_raised, 60.0)) / 8
        lift, sink = np.clip(gap, 0, 2), np.clip(-gap, 0, 2)
    return float(lift) * weight, float(sink) * weight


def _sure_of_mines(
    meaning: list[str], margin: list[float], prices: list[dict[str, float]]
) -> list[float]:
    """The margins, with those of mines being only rivalled by the other kinds of mines."""
    sure = list(margin)
    for i, (symbol, price) in enumerate(zip(meaning, prices, strict=True)):
        others = [p for s, p in price.items() if s not in "*W"]
        if symbol == "*" and others and min(others) - price["*"] >= _SURE - 0.1:
            sure[i] = max(sure[i], _SURE)
    return sure


def _name_mines(groups: list[list[Look]], meaning: list[str], board: Codes) -> None:
    """Tell the exploded mine, on a ground of its own, and crossed out ones from the others."""
    mines = [look for g, symbol in zip(groups, meaning, strict=True) if symbol == "*" for look in g]
    if not mines:
        return
    flat = board.reshape(-1)
    share = [_red_share(look) for look in mines]
    grounds = [_ground(look) for look in mines]
    usual = int(np.argmax([look.count for look in mines]))
    common = share[usual]
    for look, red, ground in zip(mines, share, grounds, strict=True):
        struck = red > max(0.3, common + 0.2) or abs(ground - grounds[usual]).max() > _ANOTHER
        if look.count <= 2 and struck:
            flat[look.cells] = CODE["X"]
        elif red > common + 0.04:
            flat[look.cells] = CODE["W"]


def _ground(look: Look) -> Floats:
    """The colour (BGR) of the outer part of a cell, its border aside."""
    ring = np.concatenate([look.image[4:7, 4:-4], look.image[-7:-4, 4:-4]])
    return np.asarray(np.median(ring.reshape(-1, 3), axis=0), np.float32)


def _red_share(look: Look) -> float:
    """How much of a cell is red."""
    blue, green, red = look.image[4:-4, 4:-4].reshape(-1, 3).T
    return float((red > np.maximum(blue, green) + 70).mean())


def _confidence(groups: list[list[Look]], margin: list[float], board: Codes) -> NDArray[np.float32]:
    """How sure each cell is, (rows, cols) in 0-1."""
    sure = np.zeros(board.shape, np.float32)
    flat = sure.reshape(-1)
    for group, gap in zip(groups, margin, strict=True):
        for look in group:
            flat[look.cells] = 1 - 0.5 * np.exp(-max(gap, 0.0) / _SURE * np.log(2) / 0.5)
            if gap < _SURE:
                flat[look.cells] = 0.4
    broken, _ = strain(board)
    sure[broken >= 1] *= 0.8
    return sure


def _stage(board: Codes) -> Stage:
    """How far the game is."""
    if np.isin(board, [CODE[s] for s in "*XW"]).any():
        return Stage.LOST
    if not (board <= 8).any():
        return Stage.WAITING
    return Stage.ONGOING if np.isin(board, [CODE["#"], CODE["?"]]).any() else Stage.WON
