"""Read a board in a skin nobody has seen: learn on sight what its clusters of cells mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, rules
from mwagent.vision import exact
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.edges import Pixels
from mwagent.vision.glyphs.classifier import CLASSES, GLYPH
from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.pointer import Tiles, beneath_pointer, narrower_at_sides
from mwagent.vision.picture import Picture
from mwagent.vision.reading import BELIEVED, CERTAIN, SYMBOLS, UNKNOWN, UNKNOWN_SKIN, Reading
from mwagent.vision.unknown.clusters import Cluster, Floats
from mwagent.vision.unknown.labelling import (
    CODE,
    GREATEST,
    SPARSE,
    Choice,
    Codes,
    Event,
    Labelling,
    label,
    nested,
    strain,
)
from mwagent.vision.unknown.marks import kinds_of_signs, mark_colours, tell_mines, told_by_flags
from mwagent.vision.unknown.meanings import MEANINGS, Scene, Touch, meaning_probabilities
from mwagent.vision.unknown.memory import Memory
from mwagent.vision.unknown.weights import WEIGHTS, chance_of

_WRITTEN: Final = "12345678F?W"
"""What stands in a cell as a sign, not as its colour alone."""
_MARKS: Final = "F?W*X"


def read_unknown(
    picture: Picture,
    lattice: Lattice,
    memory: Memory | None = None,
    touched: NDArray[np.int8] | None = None,
    recalled: NDArray[np.str_] | None = None,
    *,
    events: Sequence[Event] | None = None,
) -> Reading:
    """The board on a lattice; its mine counter is not read.

    `events` are those that what is seen may take, by default those of a picture of which nobody
    knows how it came about.

    `memory` carries what was learned from pictures of the same game; `touched` (rows, cols) is
    the Touch of each cell. `recalled` (rows, cols) are the symbols of cells that look, to the last
    line, as some did before, UNKNOWN for others.
    """
    shown = BoardPicture.of(picture, lattice)
    # No shading correction for memory vectors: two pictures may be shaded differently.
    shown = shown.even if memory is None else shown
    shape = shown.shape
    if not shown.countable:
        return Reading.of(
            lattice, np.full(shape, UNKNOWN), np.zeros(shape, np.float32), UNKNOWN_SKIN
        )
    found = shown.clusters
    known = {}
    if memory is not None:
        taught = [memory.recall(cluster.vector) for cluster in found]
        known = {i: symbol for i, symbol in enumerate(taught) if symbol is not None}
    done = [Touch.NONE] * len(found)
    if touched is not None:
        marks = [touched.flat[cluster.cells] for cluster in found]
        done = [Touch(mark.max()) if mark.all() else Touch.NONE for mark in marks]
        # Rims, which tell most of hidden cells from blank ones, are not in the memory.
        known = {i: symbol for i, symbol in known.items() if not (done[i] and symbol == "#")}
    if recalled is not None:
        for i, cluster in enumerate(found):
            symbols = set(recalled.flat[cluster.cells].tolist()) - {UNKNOWN}
            if symbols or known.get(i) == "#":
                # Cells of one cluster that were known for two things say nothing, nor does a memory
                # without rims of cells that are not just as closed ones were.
                known.pop(i, None)
            if len(symbols) == 1:
                known[i] = symbols.pop()
    taken = unforeseen() if events is None else events
    labelling = understood(shown.scene, known, done, taken)
    meaning, margin = labelling.meanings, labelling.margins
    whole, confidence = believed(found, labelling)
    board = _partly_seen(shown.cells, found, meaning, whole)
    confidence[board != whole] = BELIEVED
    lessons = tuple(
        (cluster.vector, symbol)
        for cluster, symbol, gap in zip(found, meaning, margin, strict=True)
        if gap > WEIGHTS.certain and symbol != UNKNOWN
    )
    return Reading.of(lattice, np.array(list(SYMBOLS))[board], confidence, UNKNOWN_SKIN, lessons)


def believed(found: list[Cluster], labelling: Labelling) -> tuple[Codes, NDArray[np.float32]]:
    """What the cells of clusters are where that is believed, and how sure it is, (rows, cols)."""
    sure = np.zeros(labelling.codes.shape, np.float32)
    for cluster, margin in zip(found, labelling.margins, strict=True):
        sure.flat[cluster.cells] = chance_of(WEIGHTS.tied + WEIGHTS.surer * margin)
    return np.where(sure < BELIEVED, np.int8(CODE[UNKNOWN]), labelling.codes), sure


def unforeseen() -> list[Event]:
    """What a picture takes of which nobody knows how it came about."""
    return [Event("12345678", WEIGHTS.begun), Event("*XW", WEIGHTS.over)]


def understood(
    scene: Scene,
    known: dict[int, str],
    done: list[Touch],
    events: Sequence[Event],
) -> Labelling:
    """What the clusters of a board mean.

    The network judges what every cluster shows; the rules of the game decide between what is left.
    Where that settles the meaning of some clusters, the others are judged again in their light.
    Where several signs are on many covered cells each, closed cells may bear pictures: that
    explanation competes by its energy.
    """
    found, labelling = scene.clusters, _judged(scene, known, done, events)
    several = kinds_of_signs(found, labelling, f"#F?W*0{UNKNOWN}") > 1
    if several or _contradictions(labelling) > 0:
        # Blank cells that are open are where numbers are.
        fresh = "0" not in labelling.meanings
        others = [
            _judged(scene, known, done, events, pictured=True, fresh=one)
            for one in (False, True)
            if (fresh if one else several)
        ]
        for one in (labelling, *others):
            drawn = one is not labelling or _closed_in_several_ways(found, one)
            one.energy += WEIGHTS.pictured * drawn + WEIGHTS.broken * _contradictions(one)
            one.energy -= told_by_flags(one.codes)
        labelling = _likeliest([*others, labelling])
    return labelling


def _closed_in_several_ways(found: list[Cluster], labelling: Labelling) -> bool:
    """Whether not too few closed cells bear a sign, and not too few another or none."""
    plain = sum(
        cluster.count
        for cluster, symbol in zip(found, labelling.meanings, strict=True)
        if symbol == "#" and cluster.glyph is None
    )
    signs = kinds_of_signs(found, labelling, "#")
    return signs > 1 or (signs == 1 and plain >= SPARSE * labelling.codes.size)


def _contradictions(labelling: Labelling) -> int:
    """How many numbers contradict one another: the rules look at one at a time."""
    mines = np.isin(labelling.codes, [CODE["*"], CODE["X"]])
    numbers = np.where(labelling.codes <= 8, labelling.codes, HIDDEN)
    return int(np.count_nonzero(rules.contradicting(numbers, mines)))


def _judged(
    scene: Scene,
    known: dict[int, str],
    done: list[Touch],
    events: Sequence[Event],
    *,
    pictured: bool = False,
    fresh: bool = False,
) -> Labelling:
    """What clusters mean if closed cells bear one of several pictures, or nothing is open."""
    found = scene.clusters
    plain = _probabilities(found, scene, known, done)

    def labelled(probs: Floats) -> Labelling:
        choices = [
            Choice(
                cluster.cells,
                _unary_costs(cluster, chance, known.get(i)),
                _shows_written_zero(cluster),
            )
            for i, (cluster, chance) in enumerate(zip(found, probs, strict=True))
        ]
        starts = _starts(found, choices)
        if pictured:
            choices = _pictured(found, choices)
            starts.append({i: "#" for i, choice in enumerate(choices) if "#" in choice.unary})
        if fresh:
            choices = [_not_open(choice) for choice in choices]
            starts = []
        labelling = label(scene.shape, choices, starts, events)
        begun = any(symbol.isdigit() for symbol in labelling.meanings)
        for i, symbol in enumerate(labelling.meanings):
            marked = not begun and symbol == "#" and found[i].glyph is not None
            drawn = (
                pictured
                and marked
                and choices[i].unary["#"] < choices[i].unary.get(UNKNOWN, GREATEST)
            )
            placed = told_by_flags(labelling.codes, found[i].cells) if symbol == "F" else 0.0
            if i not in known and not drawn and _unlikely(plain[i], symbol, marked, placed):
                labelling.margins[i] = 0.0
        return labelling

    labelling = labelled(plain)
    settled = {
        i: symbol
        for i, symbol in enumerate(labelling.meanings)
        if labelling.margins[i] > WEIGHTS.certain and symbol != UNKNOWN
    }
    if not settled.keys() <= known.keys():
        # The others are judged again in the light of what is certain.
        labelling = labelled(_probabilities(found, scene, settled | known, done))
    tell_mines(found, labelling, known.keys(), plain)
    mark_colours(found, labelling, known.keys(), done)
    return labelling


def _pictured(found: list[Cluster], choices: list[Choice]) -> list[Choice]:
    """The choices where closed cells bear pictures: most of what looks like a mark is closed.

    What looks like a number may be a picture, too. A sign on not too few cells covers none.
    """
    turned = list(choices)
    many = SPARSE * sum(cluster.count for cluster in found)
    for i, choice in enumerate(choices):
        least = min(choice.unary, key=choice.unary.__getitem__)
        if found[i].glyph is None or least not in _WRITTEN + _MARKS or "#" not in choice.unary:
            continue
        own = choice.unary[least]
        unary = {
            symbol: cost + (0.0 if symbol.isdigit() else WEIGHTS.mark_pictured)
            for symbol, cost in choice.unary.items()
        }
        pictured = own + WEIGHTS.mark_pictured if least.isdigit() else own
        unary["#"] = min(choice.unary["#"], pictured)
        if found[i].count >= many:
            unary.pop(UNKNOWN, None)
        turned[i] = replace(choice, unary=unary)
    return turned


def _not_open(choice: Choice) -> Choice:
    """A choice on a board on which nothing is open."""
    unary = {symbol: cost for symbol, cost in choice.unary.items() if not symbol.isdigit()}
    return replace(choice, unary=unary or {UNKNOWN: GREATEST})


def _likeliest(labellings: list[Labelling]) -> Labelling:
    """The likeliest of some labellings, no surer of a meaning than it is likelier than another."""
    best, *others = sorted(labellings, key=lambda labelling: labelling.energy)
    for other in others:
        for i, symbol in enumerate(best.meanings):
            if symbol != other.meanings[i]:
                best.margins[i] = min(best.margins[i], other.energy - best.energy)
    return best


def _shows_written_zero(cluster: Cluster) -> bool:
    """Whether a cluster shows a zero as a digit: programs that write it often do not open zeros.

    Hardly anything else looks like it but the empty box of a sign that the font lacks.
    """
    if cluster.glyph is None or cluster.probs[CLASSES.index("0")] <= CERTAIN:
        return False
    ink = cluster.glyph.shape.reshape(GLYPH, GLYPH)
    across = np.flatnonzero(ink.max(axis=0) > ink.mean())[[0, -1]]
    return bool(ink[[0, -1]][:, across].mean() < ink.mean())


def _unlikely(probs: Floats, symbol: str, marked: bool, placed: float) -> bool:
    """Whether a cluster shows too little of what it was taken for, by the rules alone.

    `placed` is what speaks for it besides, by where it stands, a logarithm.

    They may say whether a blank cluster is open or closed, and whether a mark is a mine or a flag,
    but not what a covered cell holds. What is `marked` on a fresh board may be a mark on a closed
    cell, but also the first number.
    """
    if marked:
        return float(probs[MEANINGS.index(symbol)]) < chance_of(WEIGHTS.marked_closed)
    if symbol in f"#0{UNKNOWN}":
        return False
    same = "*XF" if symbol in "*X" else symbol
    shown = float(sum(probs[MEANINGS.index(one)] for one in same))
    return shown < chance_of(WEIGHTS.likely_shown - placed)


def _probabilities(
    found: list[Cluster], scene: Scene, known: dict[int, str], done: list[Touch]
) -> Floats:
    """Probabilities of meanings, in which clusters that came with a click are seldom still closed.

    A cluster without a glyph is neither digit nor mark; a flag may be a colour where one was set.
    """
    probs = meaning_probabilities(scene, known, done)
    probs[np.array(done) > 0, MEANINGS.index("#")] *= exact.exp(-WEIGHTS.still_closed)
    for i, cluster in enumerate(found):
        if done[i] is Touch.FLAG:
            # A program may draw its flag in any way.
            probs[i, MEANINGS.index("F")] += probs[i, [MEANINGS.index(one) for one in "*XW"]].sum()
        if cluster.glyph is not None:
            probs[i] *= _by_shape(cluster)
            if _shows_written_zero(cluster):
                probs[i, np.arange(len(MEANINGS)) != MEANINGS.index("0")] *= exact.exp(
                    -WEIGHTS.no_zero
                )
        else:
            shown = _WRITTEN.replace("F", "") if done[i] is Touch.FLAG else _WRITTEN
            probs[i, [MEANINGS.index(symbol) for symbol in shown]] *= exact.exp(
                -WEIGHTS.unseen_sign
            )
    return np.asarray(probs / probs.sum(axis=1, keepdims=True), np.float32)


def _by_shape(cluster: Cluster) -> Floats:
    """What the shape of a sign says by itself of the meanings, (len(MEANINGS),).

    The network sees it among all else and may hold a clear number for something else of its colour.
    A mark may also be drawn like nothing that is known.
    """
    shape = dict(zip(CLASSES, cluster.probs.tolist(), strict=True))
    other = max(0.0, 1 - sum(shape[digit] for digit in "12345678"))
    chance = {symbol: shape[symbol] for symbol in "12345678"}
    chance |= {symbol: shape[symbol] + shape["~"] for symbol in "F*W?"}
    chance["X"] = chance["*"]
    seen = np.array([chance.get(one, other) for one in MEANINGS], np.float64)
    return np.asarray(
        exact.exp(WEIGHTS.shape * exact.log(seen + exact.exp(-WEIGHTS.odd))), np.float32
    )


def _unary_costs(cluster: Cluster, probs: Floats, known: str | None) -> dict[str, float]:
    """Cost of each meaning of a cluster: how unlikely it is.

    That cells of a board are none at all, but covered, is rare, the more so of many cells.
    """
    covered = WEIGHTS.covered * (1 + exact.log(cluster.count))
    if known is not None:
        return {known: 0.0, UNKNOWN: GREATEST / 2 + covered}
    unary = {s: float(-exact.log(p + exact.TINY)) for s, p in zip(MEANINGS, probs, strict=True)}
    unary[UNKNOWN] += covered
    least = min(unary.values())
    # Whether a cluster is open or closed may follow from the rules alone.
    kept = {s: own for s, own in unary.items() if own < least + WEIGHTS.far or s in "#0"}
    return kept | {UNKNOWN: min(unary[UNKNOWN], least + WEIGHTS.far + covered)}


def _partly_seen(images: Pixels, found: list[Cluster], meaning: list[str], board: Codes) -> Codes:
    """The board with cells known by what is seen of them, where no rule speaks against it."""
    known = [
        (cluster, symbol)
        for cluster, symbol in zip(found, meaning, strict=True)
        if symbol != UNKNOWN and (board.flat[cluster.cells] == CODE[symbol]).all()
    ]
    board = _filled(narrower_at_sides, images, board, _tiles(known))
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


def _tiles(known: list[tuple[Cluster, str]]) -> Tiles:
    """Looks and what they stand for as tiles."""
    images = [np.rint(cluster.image) for cluster, _ in known]
    return Tiles(np.array(images, np.uint8), np.array([symbol for _, symbol in known], np.str_))


def _starts(found: list[Cluster], choices: list[Choice]) -> list[dict[int, str]]:
    """Meanings to begin from: clusters that may be either open or closed, like ones together."""
    blank = [i for i, choice in enumerate(choices) if choice.blank]
    if not blank:
        return []
    vectors = np.array([found[i].vector for i in blank], np.float32)
    weights = np.array([found[i].count for i in blank], float)
    # Where the board is shaded, clusters of one kind have a pattern in common, not their colours.
    patterns = vectors - vectors.mean(axis=1, keepdims=True)
    starts: list[dict[int, str]] = [
        {i: max("#0", key=lambda s, i=i: choices[i].unary[s]) for i in blank}  # type: ignore[misc]
    ]
    for members in nested(vectors, weights) + nested(patterns, weights):
        inside = {blank[k] for k in members}
        for one, other in (("0", "#"), ("#", "0")):
            starts.append({i: one if i in inside else other for i in blank})
    return starts
