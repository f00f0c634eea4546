"""What it costs to take a look for each of its meanings, by all but the rules of the game.

The shape of a glyph speaks first, then its colour, whether the border of its cell is that of
hidden cells or of open ones, how often a look comes up, and what was seen in earlier pictures.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cluster import Look
from vision.digits import CLASSES, Glyph
from vision.kinds import LIKE, apart_of, odds_of
from vision.palette import Palette
from vision.reading import UNKNOWN

_RAISED: Final = "#F?"
_OPEN: Final = "012345678"
_CHANGED: Final = 1.5
"""What it costs to call a look hidden that was not on the board before the first click."""
_FAR: Final = 5.0
"""Meanings dearer than the cheapest by this much are not considered."""
_HUED: Final = 1.0
"""A digit in its classic colour is so much cheaper."""
_POSSIBLE: Final = 0.05
"""Odds by its shape from which a glyph in the colour of a digit is rather that than a flag."""
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
_RAISED_BLANK: Final = 2.5
"""What it costs to call a blank cell open that is drawn like a key to be pressed."""
_EDGE: Final = 12.0
"""Grey levels by which the edges of such a key are lighter and darker than its middle."""
SEVERAL: Final = 3
"""Fewer cells of a look say little of what others mean."""
_MANIFOLD: Final = 0.2
"""Part of the cells that show the same picture and are hidden, for it to be that of hidden ones."""
CERTAIN: Final = 0.9
"""Odds of a number by its shape from which its colour is not asked."""


def prices_of(
    groups: list[list[Look]], meaning: list[str], known: list[str | None], touched: list[int]
) -> list[dict[str, float]]:
    """What each meaning of each group costs, given what the others were taken for before."""
    strong = [odds_of(group) for group in groups]
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
    numbered = any(touched) or any(
        odds[1:9].max() > 0.5 or _perhaps(group[0], odds)
        for group, odds in zip(groups, strong, strict=True)
    )
    flagged = any(odds[CLASSES.index("F")] > 0.8 for odds in strong)
    mined = any(odds[CLASSES.index("*")] > 0.5 for odds in strong)
    total = sum(look.count for group in groups for look in group)
    every = [look for group in groups for look in group]
    owner = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    apart = apart_of(every, every)
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
        price = _own_price(strong[i], _hue(group[0]), _bulges(group[0]), known[i])
        if not numbered and known[i] is None:
            marked = strong[i][[CLASSES.index(s) for s in "F?*W"]].sum() > 0.3
            price = {s: p for s, p in price.items() if s in "F?*W~"} | {"#": 0.5}
            if marked and sum(look.count for look in group) < 0.25 * total:
                price |= {"#": 1.5, UNKNOWN: 2.0}
        count = sum(look.count for look in group)
        if palette is not None and strong[i][1:9].max() < CERTAIN:
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
        if UNKNOWN in price and shape > CERTAIN and count >= SEVERAL:
            price[UNKNOWN] += _FAR
        if UNKNOWN in price and count <= 2:
            price[UNKNOWN] = 2.2
        to_open, to_raised = gaps[i]
        near, far = sorted((to_open, to_raised))
        clear_border = group[0].glyph is not None or (near < LIKE and far > 3 * LIKE)
        weight = 1.0 if clear_border else min(1.0, 5 * count / blanks)
        lift, sink = _kind_price(to_open, to_raised, bool(meaning), weight)
        if group[0].glyph is not None and to_raised < LIKE and to_open > to_raised + 2 * LIKE:
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
        hidden = to_raised < LIKE and to_open > to_raised + 2 * LIKE
        if strong[i].sum() > 0 and marks < 0.2 and hidden:
            found.add(i)
    several = {i for i in found if sum(look.count for look in groups[i]) > 1}
    if flagged and len(found) > SEVERAL:
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
    large = [i for i in numbers if sum(look.count for look in groups[i]) >= SEVERAL]
    return large or numbers


def _clear(odds: NDArray[np.float64], symbol: str) -> bool:
    """Whether a blank look, or one whose glyph is likely what it was taken for."""
    return odds.sum() == 0 or (symbol in "12345678?F" and odds[CLASSES.index(symbol)] > 0.3)


def _own_price(
    odds: NDArray[np.float64], hue: str | None, bulges: bool, known: str | None
) -> dict[str, float]:
    """Prices by the shape of the glyph, and by `hue`, the digit that often has its colour.

    `bulges` tells that the cell is drawn like a key to be pressed.
    """
    if odds.sum() == 0:
        price = {"#": 0.0, "0": _RAISED_BLANK if bulges else 0.3}
    else:
        cost = dict(zip(CLASSES, -np.log(odds + 1e-3), strict=True))
        price = {d: float(cost[d]) - (_HUED if d == hue else 0.0) for d in "12345678"}
        price["?"] = float(cost["?"])
        price["F"] = float(min(cost["F"], 3.5))
        if hue is not None and odds[CLASSES.index(hue)] > _POSSIBLE:
            price["F"] += _HUED  # a digit on a foot may look like a flag
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


def _perhaps(look: Look, odds: NDArray[np.float64]) -> bool:
    """Whether a glyph in the classic colour of a digit may be that digit by its shape."""
    hue = _hue(look)
    return hue is not None and bool(odds[CLASSES.index(hue)] > _POSSIBLE)


def _bulges(look: Look) -> bool:
    """Whether light falls on the upper and left side of a cell, and shadow on the others."""
    grey = look.image.mean(axis=2)
    middle = slice(len(grey) // 4, -len(grey) // 4)
    far = len(grey) // 6  # where the lighter and the darker side are, a border aside or not
    rows, cols = grey[:, middle].mean(axis=1), grey[middle].mean(axis=0)
    return all(
        side[:far].max() - np.median(side) > _EDGE and np.median(side) - side[-far:].min() > _EDGE
        for side in (rows, cols)
    )


def _kind_price(to_open: float, to_raised: float, both: bool, weight: float) -> tuple[float, float]:
    """What it costs to call a look open, and to call it raised."""
    if not both or not np.isfinite(to_raised):
        if not np.isfinite(to_open):
            return 0.0, 0.0
        lift, sink = np.clip((to_open - 8) / 8, 0, 1), np.clip((8 - to_open) / 4, 0, 1)
    else:
        # Where nothing else is open, what is not like hidden cells may be the first that is.
        known = to_open if np.isfinite(to_open) else 3 * LIKE
        gap = (min(known, 60.0) - min(to_raised, 60.0)) / 8
        lift, sink = np.clip(gap, 0, 2), np.clip(-gap, 0, 2)
    return float(lift) * weight, float(sink) * weight
