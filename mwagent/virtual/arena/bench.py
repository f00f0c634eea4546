"""`python -m virtual.arena bench`: numbers that stay put unless a solver's behaviour changes."""

from __future__ import annotations

import hashlib
import json
import struct
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Console

from mwagent.minefield import Cell, FirstClick, Game, Level
from mwagent.minefield.tables import show_table
from mwagent.solvers import create, names
from mwagent.virtual.arena.boards import SeededBoards
from mwagent.virtual.arena.entrants import Entrant, enter
from mwagent.virtual.arena.games import Ending, Timed, open_cells

if TYPE_CHECKING:
    import argparse

SEED: Final = 20261120
BOARDS: Final = (
    SeededBoards(Level.parse("beginner"), FirstClick.SAFE, (0, 0), SEED, 40),
    SeededBoards(Level.parse("intermediate"), FirstClick.OPEN, (3, 3), SEED, 20),
    SeededBoards(Level.parse("expert"), FirstClick.OPEN, (3, 3), SEED, 20),
)


class Mark(NamedTuple):
    """What one solver did: nodes are positions analysed, or what the solver itself counts."""

    solver: str
    games: int
    won: int
    guesses: int
    nodes: int
    checksum: str
    ms: float


def mark(entrant: Entrant, boards: Sequence[SeededBoards] = BOARDS) -> Mark:
    """Play the fixed boards and sum up every move in order."""
    digest = hashlib.blake2b(digest_size=8)

    def note(cell: Cell) -> None:
        digest.update(struct.pack("<II", *cell))

    won = guesses = nodes = games = 0
    ms = 0.0
    for some in boards:
        for number in range(len(some)):
            timed = Timed(create(entrant.solver, entrant.values))
            ending = open_cells(Game.from_mines(some.mines(number)), some.first, timed, note)
            games += 1
            won += ending is Ending.WON
            guesses += timed.guesses
            nodes += timed.nodes
            ms += timed.ms
    return Mark(str(entrant), games, won, guesses, nodes, digest.hexdigest(), ms)


def run(args: argparse.Namespace) -> int:
    """Carry out `python -m virtual.arena bench`; returns the exit code."""
    heads = ("solver", "games", "won", "guesses", "nodes", "moves' checksum", "CPU s")
    start = time.perf_counter()
    marks = [mark(entrant) for entrant in enter(args.solvers or names(), args.options)]
    if args.json:
        print(json.dumps([done._asdict() for done in marks]))
        return 0
    rows = []
    for done in marks:
        *figures, checksum, ms = done[1:]
        rows.append([done.solver, *map(str, figures), checksum, f"{ms / 1000:.2f}"])
    console = Console()
    show_table(console, "", heads, rows)
    console.print(f"{time.perf_counter() - start:.1f} s; all but the times must stay the same")
    return 0
