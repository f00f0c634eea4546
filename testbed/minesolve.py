r"""totte174/minesolve (https://github.com/totte174/minesolve), a solver in C, beside ours.

    MINESOLVE=CHECKOUT python -m virtual.arena --solvers best strength=fast \
        testbed.minesolve:depth1 testbed.minesolve:depth2 --luck-free

plays it in the arena, each of its moves searched so deep; `benchmarks/engine/positions.py` times
its counting. It takes boards of up to 1024 cells.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
import time
from functools import cache
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Board, Cell

SQUARES = 1024


class _Board(ctypes.Structure):
    _fields_ = (
        ("w", ctypes.c_int32),
        ("h", ctypes.c_int32),
        ("mine_count", ctypes.c_int32),
        ("unrevealed_c", ctypes.c_int32),
        ("hint", ctypes.c_int32 * SQUARES),
        ("revealed", ctypes.c_bool * SQUARES),
        ("mines", ctypes.c_bool * SQUARES),
        ("wrapping", ctypes.c_bool),
    )


class _Result(ctypes.Structure):
    _fields_ = (
        ("status", ctypes.c_int),
        ("move", ctypes.c_int32),
        ("p_loss", ctypes.c_double),
    )


class Minesolve:
    """The C library of a checkout, built as its CMakeLists.txt builds it."""

    def __init__(self, folder: Path):
        built = Path(tempfile.mkdtemp(prefix="minesolve-")) / "libminesolve.so"
        sources = sorted((folder / "src" / "lib").glob("*.c"))
        if not sources:
            raise SystemExit(f"{folder} is no checkout of totte174/minesolve")
        flags = ["-O3", "-DNDEBUG", "-march=native", "-std=gnu11", "-shared", "-fPIC"]
        include = f"-I{folder / 'include'}"
        subprocess.run(["cc", *flags, include, "-o", built, *sources, "-lm"], check=True)
        self.library: Any = ctypes.CDLL(str(built))
        self._board = _Board()
        self._found = (ctypes.c_double * SQUARES)()

    def __call__(
        self, cells: NDArray[np.int8], mines: int
    ) -> tuple[float, NDArray[np.float64] | None]:
        """Count a position: milliseconds and mine probabilities, nan and None where it gives up."""
        if cells.size > SQUARES:
            return nan, None
        text = _text(cells)
        start = time.perf_counter()
        status = self.library.ms_probabilities(self._read(cells, mines, text), self._found)
        ms = (time.perf_counter() - start) * 1000
        if status != 0:
            return nan, None
        return ms, np.array(self._found[: cells.size]).reshape(cells.shape)

    def choose(self, board: Board, depth: int) -> Cell:
        """The cell it opens, looking so many moves ahead."""
        result = _Result()
        at = self._read(board.cells, board.mines or 0, _text(board.cells))
        self.library.ms_solve(at, depth, ctypes.byref(result), None)
        row, col = divmod(int(result.move), board.shape[1])
        return row, col

    def _read(self, cells: NDArray[np.int8], mines: int, text: bytes) -> Any:
        rows, cols = cells.shape
        board = ctypes.byref(self._board)
        self.library.ms_board_init(board, cols, rows, mines, False)
        self.library.ms_board_parse(board, text, len(text))
        return board


def _text(cells: NDArray[np.int8]) -> bytes:
    return str(Board(cells)).replace("#", ".").encode()


@cache
def _player() -> Minesolve:
    return Minesolve(Path(os.environ.get("MINESOLVE", "minesolve")))


def depth1(board: Board) -> Cell:
    """Play without looking ahead."""
    return _player().choose(board, 1)


def depth2(board: Board) -> Cell:
    """Play looking two moves ahead."""
    return _player().choose(board, 2)
