"""Read a board in a skin nobody has seen: learn on sight what its looks mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from minefield import Stage
from vision.cluster import SPOT, Floats, Look, Picture, cell_images, looks
from vision.digits import CLASSES
from vision.doubt import refused, strange_blanks
from vision.hints import hinted
from vision.kinds import LIKE, apart_of, grouped, odds_of
from vision.lattice import Lattice
from vision.logic import CODE, Choice, Codes, judge, nested, strain
from vision.numbers import read_mines
from vision.partly import Tiles, beneath_pointer, seen_but_for_edge, under_pointer
from vision.period import find_lattices, undithered
from vision.prices import CERTAIN, SEVERAL, prices_of
from vision.reading import SYMBOLS, UNKNOWN, UNKNOWN_SKIN, Reading

_MINE: Final = CLASSES.index("*")
_NUMBERS: Final = np.array([CODE[symbol] for symbol in "12345678"])
_LOOKS: Final = 60
"""A board with more kinds of looks than this,"""
_VARIED: Final = 0.4
"""and than this part of its cells, or"""
_COUNTLESS: Final = 300
"""than so many, is text or a photograph, not a board."""
_DRAWN: Final = 12
"""So many looks with a picture in them are tried as blank cells, in groups of like ones."""
_ANOTHER: Final = 70.0
"""Grey levels by which the ground of an exploded mine differs from that of the others."""
_REDDER: Final = 1.25
"""How much redder a mine that is crossed out must be, where all are partly red."""
_COMPROMISED: Final = 0.33
"""Part of the cells of a number that are not believed, from which none of them is."""
_UNDERSTOOD: Final = 0.8
"""Part of the cells that must be understood for a number near them to be their mine counter."""
_HINT: Final = 0.7
"""Confidence in a cell told by part of it: by its ground under a hint, or beside a pointer."""
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
        apart = np.stack(self.vectors) - look.vector
        miss = (apart**2).mean(axis=1)
        best = int(miss.argmin())
        same = miss[best] < 16 and abs(apart[best]).max() < SPOT
        return self.symbols[best] if same else None

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
    images = cell_images(undithered(picture), lattice, even=memory is None)
    found = looks(images)
    groups = grouped(found)
    if len(groups) > max(_LOOKS, min(_COUNTLESS, _VARIED * lattice.rows * lattice.cols)):
        nothing = tuple(UNKNOWN * lattice.cols for _ in range(lattice.rows))
        return Reading(
            lattice, nothing, np.zeros(shape, np.float32), UNKNOWN_SKIN, None, Stage.WAITING
        )
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
        prices = prices_of(groups, meaning, known, opened)
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
    clear = [*range(1, 9), CLASSES.index("F")]
    shaped = [odds_of(group)[clear].max() > CERTAIN for group in groups]
    doubtful = refused(board, kinds, margin, shaped)
    unbelieved = doubtful | (board == CODE[UNKNOWN])
    doubtful |= _compromised(meaning, kinds, shaped, unbelieved)
    doubtful |= _misplaced(groups, meaning, board)
    doubtful |= _lonely(groups, meaning, board)
    if not np.isin(board, _NUMBERS).any():
        plain = [i for i, group in enumerate(groups) if odds_of(group)[_MINE] <= CERTAIN]
        borders = np.array([groups[i][0].border for i in plain], np.float32)
        doubtful |= strange_blanks(board, [kinds[i] for i in plain], borders)
    if not np.isin(board, [CODE["*"], CODE["X"]]).any():
        # Flags are only crossed out when the mines are shown.
        doubtful |= board == CODE["W"]
    confidence[doubtful] = np.minimum(confidence[doubtful], 0.4)
    board[doubtful] = CODE[UNKNOWN]
    hints = hinted(groups, meaning, board)
    board[hints] = CODE["#"]
    confidence[hints] = _HINT
    parts = _partly_seen(images, groups, meaning, board)
    confidence[parts != board] = _HINT
    board = parts
    if memory is not None:
        for group, symbol, gap in zip(groups, meaning, margin, strict=True):
            if gap > 2 * _SURE and symbol != UNKNOWN:
                for look in group:
                    memory.learn(look, symbol)
    cells = tuple("".join(SYMBOLS[code] for code in row) for row in board)
    if mines is None and (board != CODE[UNKNOWN]).mean() > _UNDERSTOOD:
        mines = read_mines(picture, lattice, int(np.isin(board, [CODE["F"], CODE["W"]]).sum()))
    return Reading(lattice, cells, confidence, UNKNOWN_SKIN, mines, _stage(board))


def _partly_seen(
    images: Picture, groups: list[list[Look]], meaning: list[str], board: Codes
) -> Codes:
    """The board with cells told by what is seen of them, where no rule speaks against it."""
    known = [
        (look, symbol)
        for group, symbol in zip(groups, meaning, strict=True)
        for look in group
        if symbol != UNKNOWN and (board.flat[look.cells] == CODE[symbol]).all()
    ]
    board = _filled(seen_but_for_edge, images, board, _tiles(known))
    columns = board.shape[1]
    alone = {i for i, (one, _) in enumerate(known) if one.count == 1 and one.glyph is not None}
    lone = {int(known[i][0].cells[0]): known[i][1] for i in alone}
    lone |= {int(n): UNKNOWN for n in np.flatnonzero(board == CODE[UNKNOWN])}
    places = {divmod(n, columns): symbol for n, symbol in lone.items()}
    rest = _tiles([one for i, one in enumerate(known) if i not in alone])
    for row, col in under_pointer(images, places, columns, rest):
        board[row, col] = CODE[UNKNOWN]
    known = [one for one in known if board.flat[one[0].cells[0]] != CODE[UNKNOWN]]
    return _filled(beneath_pointer, images, board, _tiles(known))


def _filled(
    fill: Callable[[Picture, NDArray[np.str_], Tiles], NDArray[np.str_]],
    images: Picture,
    board: Codes,
    known: Tiles,
) -> Codes:
    """The board with what `fill` tells of cells, where no rule speaks against it; a copy."""
    symbols = fill(images, np.array(list(SYMBOLS))[board], known)
    filled = np.vectorize(CODE.__getitem__, otypes=[board.dtype])(symbols)
    fine = not ((strain(filled)[0] >= 1) & ~(strain(board)[0] >= 1)).any()
    return np.asarray(filled if fine else board.copy(), board.dtype)


def _tiles(known: list[tuple[Look, str]]) -> Tiles:
    """Looks and what they stand for as tiles."""
    images = [np.rint(look.image) for look, _ in known]
    return Tiles(np.array(images, np.uint8), np.array([symbol for _, symbol in known], np.str_))


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


def _compromised(
    meaning: list[str],
    kinds: list[NDArray[np.intp]],
    shaped: list[bool],
    doubted: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Cells (rows, cols) of a number, not clear by its shape, of which many are not believed."""
    more = np.zeros_like(doubted)
    for number in "12345678":
        own = [some for some, is_ in zip(kinds, meaning, strict=True) if is_ == number]
        if own and doubted.flat[np.concatenate(own)].mean() > _COMPROMISED:
            for some, is_, clear in zip(kinds, meaning, shaped, strict=True):
                if is_ == number and not clear:
                    more.flat[some] = True
    return more


def _misplaced(groups: list[list[Look]], meaning: list[str], board: Codes) -> NDArray[np.bool_]:
    """Cells (rows, cols) taken for hidden whose border is that of numbers, not of hidden cells."""
    doubted = np.zeros(board.size, np.bool_)
    count = [sum(look.count for look in group) for group in groups]
    numbers = [look for g, s in zip(groups, meaning, strict=True) if s in "12345678" for look in g]
    for i, group in enumerate(groups):
        others = [
            look
            for k, other in enumerate(groups)
            if meaning[k] == "#" and k != i and count[k] >= SEVERAL
            for look in other
        ]
        if meaning[i] != "#" or not numbers or not others:
            continue
        far = float(apart_of(group, others).min())
        if float(apart_of(group, numbers).min()) < LIKE and far > 3 * LIKE:
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
        if near > (1.6 * LIKE) ** 2:
            for look in groups[i]:
                doubted[look.cells] = True
    return doubted.reshape(board.shape)


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
        elif red > _REDDER * common + 0.04:
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
