"""Read a board in a skin nobody has seen: learn on sight what its looks mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from minefield import Stage
from vision.edges import Pixels
from vision.glyphs.classifier import CLASSES
from vision.grid.cells import cell_images
from vision.lattice import Lattice
from vision.partial.pointer import Tiles, beneath_pointer, seen_but_for_edge, under_pointer
from vision.picture import Picture
from vision.reading import SYMBOLS, UNKNOWN, UNKNOWN_SKIN, Reading, stage_of
from vision.unknown.looks import COUNTLESS, Floats, Look, looks
from vision.unknown.meanings import MEANINGS, Scene, odds_of_meanings
from vision.unknown.memory import Memory
from vision.unknown.rules import CODE, GREATEST, Choice, Codes, judge, nested, strain

_HINT: Final = 0.7
"""Confidence in a cell that is known by a part of it, beside a hint or a pointer."""
_TWICE: Final = 2
"""How often all looks are judged: the second time in the light of those that are certain."""
_FAR: Final = 7.0
"""Meanings less likely than the likeliest by this much, a logarithm, are not considered."""
_COVERED_PRICE: Final = 2.0
"""Price of a cell of the board being covered, a logarithm."""
_STILL_CLOSED: Final = 0.05
"""How likely a cell is closed that looks otherwise since a click, times what its look says."""
_WRITTEN: Final = "12345678F?W"
"""What stands in a cell as a sign, not as its colour alone."""
_UNSEEN_SIGN: Final = 0.001
"""How likely such a meaning is where no sign is seen, times what the look says otherwise."""
_SHAPE: Final = 0.6
"""How much the shape of a sign counts by itself, an exponent; 0.3 to 0.8 do as well."""
_ODD: Final = 0.02
"""How likely a sign is drawn in a way of its own."""
_CERTAIN_MARGIN: Final = 3.0
"""By how much the meaning of a look must beat the next best for others to be judged by it."""
_CALIBRATED: Final = (
    (0.0, 1.5, 2.0, 3.0, 5.0, 6.0, 7.0, 9.0, 11.0, 13.0, 20.0),
    (0.3, 0.5, 0.6, 0.76, 0.88, 0.93, 0.97, 0.99, 0.997, 0.998, 0.9995),
)
"""By how much the meaning of a look beats the next best, and how often it then was right on the
pictures of the half to work on."""
_LIKELY_SHOWN: Final = 0.35
"""How likely a number, a flag or a mine must be by its look and those of the others, to be one."""
_MARKED_CLOSED: Final = 0.95
"""How likely a cell of a fresh board with something on it must be closed by its look, to be so."""
_ALIKE: Final = 0.4
"""Greatest mean difference of the shapes (0 to 1) of two signs that mean the same."""
_BELIEVED: Final = 0.6
"""Confidence below which a cell is not understood."""


def read_unknown(
    picture: Picture,
    lattice: Lattice,
    memory: Memory | None = None,
    touched: NDArray[np.int8] | None = None,
) -> Reading:
    """The board on a lattice; its mine counter is not read.

    `memory` carries what was learned from pictures of the same game; `touched` (rows, cols) says
    which cells certainly look otherwise than before the first click: 1, or 2 where a flag was asked
    for.
    """
    shape = (lattice.rows, lattice.cols)
    # What is remembered was not evened: shading cannot be known to be the same in two pictures.
    images = cell_images(picture.flat.pixels, lattice, even=memory is None)
    found = looks(images, COUNTLESS)
    if not found:
        nothing = tuple(UNKNOWN * lattice.cols for _ in range(lattice.rows))
        return Reading(
            lattice, nothing, np.zeros(shape, np.float32), UNKNOWN_SKIN, None, Stage.WAITING
        )
    known = {}
    if memory is not None:
        recalled = [memory.recall(look.vector) for look in found]
        known = {i: symbol for i, symbol in enumerate(recalled) if symbol is not None}
    opened = [0] * len(found)
    if touched is not None:
        marks = [touched.flat[look.cells] for look in found]
        opened = [int(mark.max()) if mark.all() else 0 for mark in marks]
        # Rims, which tell most of hidden cells from blank ones, are not in the memory.
        known = {i: symbol for i, symbol in known.items() if not (opened[i] and symbol == "#")}
    meaning, margin, board = _understood(found, shape, known, opened)
    confidence = _confidence(found, margin, board)
    board[confidence < _BELIEVED] = CODE[UNKNOWN]
    parts = _partly_seen(images, found, meaning, board)
    confidence[parts != board] = _HINT
    board = parts
    cells = tuple("".join(SYMBOLS[code] for code in row) for row in board)
    lessons = tuple(
        (look.vector, symbol)
        for look, symbol, gap in zip(found, meaning, margin, strict=True)
        if gap > _CERTAIN_MARGIN and symbol != UNKNOWN
    )
    stage = stage_of(cells, None)
    return Reading(lattice, cells, confidence, UNKNOWN_SKIN, None, stage, lessons)


def _understood(
    found: list[Look], shape: tuple[int, int], known: dict[int, str], opened: list[int]
) -> tuple[list[str], list[float], Codes]:
    """What looks mean, by how much each meaning beats the next best, and the board (rows, cols).

    The network judges what every look shows; the rules of the game decide between what is left.
    Where that settles the meaning of some looks, the others are judged again in their light.
    """
    sure = dict(known)
    scene = Scene.of(found, shape)
    plain = odds = _odds(found, scene, sure, opened)
    for _ in range(_TWICE):
        choices = [
            Choice(look.cells, _prices(look, chance, known.get(i)))
            for i, (look, chance) in enumerate(zip(found, odds, strict=True))
        ]
        meaning, margin, board = judge(shape, choices, _starts(found, choices))
        begun = any(symbol.isdigit() for symbol in meaning)
        for i, symbol in enumerate(meaning):
            marked = not begun and symbol == "#" and found[i].glyph is not None
            if i not in known and _unlikely(plain[i], symbol, marked):
                margin[i] = 0.0
        settled = {
            i: s for i, s in enumerate(meaning) if margin[i] > _CERTAIN_MARGIN and s != UNKNOWN
        }
        if settled.keys() <= sure.keys():
            break
        sure = settled | known
        odds = _odds(found, scene, sure, opened)
    for i in _unlike_others(found, meaning):
        if i not in known:
            margin[i] = 0.0
    return meaning, margin, board


def _unlike_others(found: list[Look], meaning: list[str]) -> list[int]:
    """Signs seen once that are drawn otherwise than those of the cells they were taken for.

    What shares a meaning looks alike; half of it may be under a pointer.
    """
    shapes: dict[str, list[Floats]] = {}
    for look, symbol in zip(found, meaning, strict=True):
        if look.glyph is not None and look.count > 1:
            shapes.setdefault(symbol, []).append(look.glyph.shape)
    return [
        i
        for i, (look, symbol) in enumerate(zip(found, meaning, strict=True))
        if look.glyph is not None and look.count == 1 and symbol in shapes
        and min(float(abs(own - look.glyph.shape).mean()) for own in shapes[symbol]) > _ALIKE
    ]  # fmt: skip


def _unlikely(odds: Floats, symbol: str, marked: bool) -> bool:
    """Whether a look shows too little of what it was taken for, by the rules alone.

    They may say whether a blank look is open or closed, and whether a mark is a mine or a flag, but
    not what a covered cell holds. What is `marked` on a fresh board may be a mark on a closed cell,
    but also the first number.
    """
    if marked:
        return float(odds[MEANINGS.index(symbol)]) < _MARKED_CLOSED
    if symbol in f"#0{UNKNOWN}":
        return False
    same = "*XF" if symbol in "*X" else symbol
    return float(sum(odds[MEANINGS.index(one)] for one in same)) < _LIKELY_SHOWN


def _odds(found: list[Look], scene: Scene, known: dict[int, str], opened: list[int]) -> Floats:
    """Odds of meanings, in which looks that came with a click are seldom still closed.

    Nor is a number or a mark what shows nothing; a flag may be a colour where one was asked for.
    """
    odds = odds_of_meanings(scene, known, opened)
    odds[np.array(opened) > 0, MEANINGS.index("#")] *= _STILL_CLOSED
    for i, look in enumerate(found):
        if look.glyph is not None:
            odds[i] *= _by_shape(look)
        else:
            shown = _WRITTEN.replace("F", "") if opened[i] > 1 else _WRITTEN
            odds[i, [MEANINGS.index(symbol) for symbol in shown]] *= _UNSEEN_SIGN
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _by_shape(look: Look) -> Floats:
    """What the shape of a sign says by itself of the meanings, (len(MEANINGS),).

    The network sees it among all else and may hold a clear number for something else of its colour.
    A mark may also be drawn like nothing that is known.
    """
    shape = dict(zip(CLASSES, look.odds.tolist(), strict=True))
    other = max(0.0, 1 - sum(shape[digit] for digit in "12345678"))
    chance = {symbol: shape[symbol] for symbol in "12345678"}
    chance |= {symbol: shape[symbol] + shape["~"] for symbol in "F*W?"}
    chance["X"] = chance["*"]
    return (np.array([chance.get(one, other) for one in MEANINGS], np.float32) + _ODD) ** _SHAPE


def _prices(look: Look, odds: Floats, known: str | None) -> dict[str, float]:
    """Price of each meaning of a look: how unlikely it is.

    That cells of a board are none at all, but covered, is rare, the more so of many cells.
    """
    covered = _COVERED_PRICE * (1 + np.log(look.count))
    if known is not None:
        return {known: 0.0, UNKNOWN: GREATEST / 2 + covered}
    price = {s: float(-np.log(p + 1e-6)) for s, p in zip(MEANINGS, odds, strict=True)}
    price[UNKNOWN] += covered
    least = min(price.values())
    # Whether a look is open or closed may follow from the rules alone.
    kept = {s: own for s, own in price.items() if own < least + _FAR or s in "#0"}
    return kept | {UNKNOWN: min(price[UNKNOWN], least + _FAR + covered)}


def _partly_seen(images: Pixels, found: list[Look], meaning: list[str], board: Codes) -> Codes:
    """The board with cells known by what is seen of them, where no rule speaks against it."""
    known = [
        (look, symbol)
        for look, symbol in zip(found, meaning, strict=True)
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
    fill: Callable[[Pixels, NDArray[np.str_], Tiles], NDArray[np.str_]],
    images: Pixels,
    board: Codes,
    known: Tiles,
) -> Codes:
    """A copy of the board with the cells that `fill` knows, where no rule speaks against it."""
    symbols = fill(images, np.array(list(SYMBOLS))[board], known)
    filled = np.vectorize(CODE.__getitem__, otypes=[board.dtype])(symbols)
    fine = not ((strain(filled) >= 1) & ~(strain(board) >= 1)).any()
    return np.asarray(filled if fine else board.copy(), board.dtype)


def _tiles(known: list[tuple[Look, str]]) -> Tiles:
    """Looks and what they stand for as tiles."""
    images = [np.rint(look.image) for look, _ in known]
    return Tiles(np.array(images, np.uint8), np.array([symbol for _, symbol in known], np.str_))


def _starts(found: list[Look], choices: list[Choice]) -> list[dict[int, str]]:
    """Meanings to begin from: looks that may be either open or closed, like ones together."""
    blank = [i for i, choice in enumerate(choices) if choice.blank]
    if not blank:
        return []
    vectors = np.array([found[i].vector for i in blank], np.float32)
    weights = np.array([found[i].count for i in blank], float)
    # Where the board is shaded, looks of one kind have a pattern in common, not their colours.
    patterns = vectors - vectors.mean(axis=1, keepdims=True)
    starts: list[dict[int, str]] = [
        {i: max("#0", key=lambda s, i=i: choices[i].price[s]) for i in blank}  # type: ignore[misc]
    ]
    for members in nested(vectors, weights) + nested(patterns, weights):
        inside = {blank[k] for k in members}
        for one, other in (("0", "#"), ("#", "0")):
            starts.append({i: one if i in inside else other for i in blank})
    return starts


def _confidence(found: list[Look], margin: list[float], board: Codes) -> NDArray[np.float32]:
    """How sure each cell is, (rows, cols) in 0-1."""
    sure = np.zeros(board.shape, np.float32)
    for look, gap in zip(found, margin, strict=True):
        sure.flat[look.cells] = np.interp(gap, *_CALIBRATED)
    return sure
