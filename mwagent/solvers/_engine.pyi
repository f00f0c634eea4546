from collections.abc import Callable
from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from mwagent.solvers.analysis import Why

Decision = tuple[int, Why, float, bool, list[tuple[int, float, float, bool]]]
Answer = tuple[bool, bool, bytes, bytes, float, Decision | None]

class Games(TypedDict):
    ending: NDArray[np.uint8]
    ms: NDArray[np.float64]
    guesses: NDArray[np.int32]
    positions: NDArray[np.int32]
    opened: NDArray[np.int32]
    found: NDArray[np.int32]
    guessed: NDArray[np.int32]
    stopped: bool

def analyse(
    cells: NDArray[np.int8],
    probability: NDArray[np.float64],
    mines: int,
    trust_flags: bool,
    seconds: float,
    memory: int,
    strength: str,
    decide: bool,
) -> Answer | int: ...
def explain(
    cells: NDArray[np.int8], mines: int, trust_flags: bool, cell: int, seconds: float
) -> str | int: ...
def play(
    mines: NDArray[np.bool_],
    first: int,
    strength: str,
    threads: int,
    progress: Callable[[int], object] | None = None,
) -> Games: ...
def luck(
    mines: NDArray[np.bool_], first: int, promise: int, opened: list[list[int]], seconds: float
) -> NDArray[np.float64]: ...
def perfect(
    rows: int, cols: int, mines: int, first: int, work: int
) -> tuple[int, int, int] | None: ...
def no_guess(
    rows: int, cols: int, mines: int, first: int, rule: str, seed: str, making: int, seconds: float
) -> tuple[bytes, bool] | None: ...
def deal(rows: int, cols: int, mines: int, first: int, rule: str, seed: str) -> bytes: ...
def zini(mines: NDArray[np.bool_]) -> tuple[int, int, int]: ...
def puzzle(seed: str, what: str, grade: int, games: int) -> str: ...
def count_rules(
    cells: int,
    members: list[list[int]],
    low: list[int],
    high: list[int],
    mines: int,
    odds: list[float],
    seconds: float,
    memory: int,
) -> tuple[list[float], bool, float] | tuple[list[int], bool, bool]: ...
def prove_by_rules(
    cells: int,
    members: list[list[int]],
    low: list[int],
    high: list[int],
    mines: int,
    cell: int,
    mine: bool,
    seconds: float,
) -> tuple[list[int], bool, bool] | None: ...

class Field:
    cells: Final[NDArray[np.int8]]
    stages: Final[NDArray[np.uint8]]
    opened: Final[NDArray[np.int32]]
    numbers: Final[NDArray[np.int64]]
    def __init__(
        self, rows: int, cols: int, mines: int, rule: str, first: int, games: int
    ) -> None: ...
    def seed(self, game: int, seed: int, number: int, stride: int) -> None: ...
    def step(self, actions: NDArray[np.int64], restarts: NDArray[np.bool_]) -> None: ...
    def risks(self, risk: NDArray[np.float64]) -> None: ...
