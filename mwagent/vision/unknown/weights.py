"""The weights of the energy by which a board in an unknown skin is read, fitted to pictures.

`weights.json` is written by `python -m benchmarks.vision.fit_weights`, whose `--worth` says what
each is worth (docs/reading.md, "The weights"). Costs and gains are logarithms.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from mwagent.vision import exact

FILE: Final = Path(__file__).with_name("weights.json")


@dataclass(slots=True)
class Weights:
    """The weights, by what they are for; those of `labelling` come first.

    A fit changes them in place, which nothing else may do.
    """

    broken: float
    """Cost of a rule broken at one cell."""
    stepwise: float
    """Cost of a game in which blank cells do not open those around them: few games are so."""
    met: float
    """Reward for consistent zeros, beside numbers and nothing hidden, times the log of their
    number."""
    lonely: float
    """Part of a broken rule that a flag or a number beside no number is: few know what is there."""
    unmet: float
    """Part of a broken rule that each mine is which a number lacks once mines are shown."""
    void: float
    """Cost of a board with too few mines."""
    covered: float
    """Cost of cells of the board being covered."""
    far: float
    """Meanings less likely than the likeliest by this much are not considered."""
    still_closed: float
    """Cost of closed for cells that changed since a click."""
    unseen_sign: float
    """Cost of a number or a mark where no sign is seen."""
    shape: float
    """How much the shape of a sign counts by itself, an exponent."""
    odd: float
    """Cost of a sign being drawn in a way of its own."""
    no_zero: float
    """Cost of anything else for what is shaped like the digit zero."""
    marked: float
    """Cost of a colour of closed cells being a mark: most say nothing."""
    proven: float
    """Log-odds that what a single number proves a mine of marked cells is one."""
    misleading: float
    """What the look of marks says of flags or mines at most: shapes are misleading."""
    beside_none: float
    """Gain of a mark beside no number being a mine."""
    left: float
    """Loss of marks being mines for a proven mine that is still closed."""
    idle: float
    """Gain of marks being mines where all proven mines are marked and cells are safe."""
    rim_open: float
    """Gain of marks being mines where their rim is that of open cells."""
    rim_other: float
    """Gain where it is like neither those nor that of closed cells."""
    rim_closed: float
    """Gain where it is that of closed cells."""
    begun: float
    """Cost of a round having been begun by somebody else, once for all numbers."""
    over: float
    """Cost of mines being shown, once for all of them."""
    foreign: float
    """Cost of flags that were not set by the player, once for all of them."""
    pictured: float
    """Cost of a program in which closed cells bear one of several pictures: few are so."""
    mark_pictured: float
    """Cost of a mark there: what looks like one mostly is such a picture."""
    certain: float
    """By how much the meaning of a cluster must beat the next for others to be judged by it."""
    likely_shown: float
    """Log-odds a number, flag or mine must have by its own cluster and by the others, to be one."""
    marked_closed: float
    """Log-odds of closed, by its look, from which a marked cell of a fresh board is closed."""
    tied: float
    """Log-odds that a meaning is right, at a margin of 0 over the next."""
    surer: float
    """Slope of these log-odds over the margin."""


def chance_of(log_odds: float) -> float:
    """The probability that log-odds stand for.

    >>> chance_of(0.0)
    0.5
    """
    return float(1 / (1 + exact.exp(-log_odds)))


def load(file: Path = FILE) -> Weights:
    """The weights of a file."""
    return Weights(**json.loads(file.read_text("utf-8")))


def save(weights: Weights, file: Path = FILE) -> None:
    """Write weights to a file."""
    told = {one.name: getattr(weights, one.name) for one in fields(Weights)}
    file.write_text(json.dumps(told, indent=2) + "\n", "utf-8")


WEIGHTS: Final = load()
