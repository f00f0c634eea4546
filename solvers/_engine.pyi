from collections.abc import Callable
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from solvers.analysis import Why

class Answer(TypedDict):
    trouble: int
    exact: bool
    log_ways: float
    mine: NDArray[np.float64]
    best: int
    why: Why
    win: float
    candidates: list[tuple[int, float, float]]

class Games(TypedDict):
    ending: NDArray[np.uint8]
    ms: NDArray[np.float64]
    guesses: NDArray[np.int32]
    positions: NDArray[np.int32]
    opened: NDArray[np.int32]
    stopped: bool

def analyse(
    cells: NDArray[np.int8], mines: int, trust_flags: bool, work: int, strength: str
) -> Answer: ...
def play(
    mines: NDArray[np.bool_],
    first: int,
    strength: str,
    threads: int,
    progress: Callable[[int], object] | None = None,
) -> Games: ...
