"""`python -m virtual.shapes`: how many games are won on hexagons, triangles and other shapes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from mwagent.minefield import MinefieldError, Shape, ShapedBoard, command
from mwagent.minefield.shapes import HIDDEN, Place, Seen

if TYPE_CHECKING:
    import argparse

EXAMPLES = """examples:
  python -m virtual.shapes --games 20
  python -m virtual.shapes hexagons triangles --size 16x30 --mines 99
  python -m virtual.shapes 3d --size 6x6x6 --mines 20 --games 5 --json

Without --size the three levels of xbomb are played: 8x8 with 10 mines, 16x16
with 40 and 16x30 with 99. The first cell, in the middle, is no mine. Cells that
exact counting proves safe are opened, else the one least likely to be a mine."""
XBOMB: Final = (((8, 8), 10), ((16, 16), 40), ((16, 30), 99))
"""Rows and columns, and mines, of the levels of xbomb, which are the same for its three shapes."""
XBOMB_SHAPES: Final = ("squares", "hexagons", "triangles")
HEADS: Final = ("shape", "mines", "games", "won", "share", "error", "guesses")
WIDTHS: Final = (22, 6, 7, 6, 9, 8, 9)
"""Characters of the columns of the table."""


class ShapedGame:
    """A game whose mines lie at random, but not under the first cell, the one in the middle."""

    def __init__(self, shape: Shape, mines: int, draw: random.Random):
        places = shape.places
        if not 0 <= mines < len(places):
            raise MinefieldError(
                f"{mines} mines do not fit on {shape} with one cell left to open; give fewer"
            )
        self.shape = shape
        self.first = tuple(side // 2 for side in shape.size)
        self._mines = set(draw.sample([p for p in places if p != self.first], mines))
        self._seen: dict[Place, Seen] = dict.fromkeys(places, HIDDEN)
        self._left = len(places) - mines
        self.lost = False

    @property
    def won(self) -> bool:
        """Whether every cell that is no mine is open."""
        return self._left == 0

    @property
    def board(self) -> ShapedBoard:
        """What the player sees."""
        return ShapedBoard(self.shape, tuple(self._seen.values()), len(self._mines))

    def reveal(self, place: Place) -> None:
        """Open a cell, and those around it where there is no mine."""
        if place in self._mines:
            self.lost = True
            return
        waiting = [place]
        while waiting:
            here = waiting.pop()
            if self._seen[here] != HIDDEN:
                continue
            around = self.shape.neighbours(here)
            count = sum(near in self._mines for near in around)
            self._seen[here] = count
            self._left -= 1
            if count == 0:
                waiting += around


@dataclass(frozen=True, slots=True)
class Tally:
    """Games on one shape: how many were won, and the guesses made in all of them."""

    shape: str
    mines: int
    games: int
    won: int
    guesses: int

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.won / self.games

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return sqrt(self.share * (1 - self.share) / self.games)


def play_shape(shape: Shape, mines: int, games: int, seed: int) -> Tally:
    """Play games on a shape; raises MinefieldError where the mines do not fit."""
    from mwagent.solvers import RuleSystem

    won = guesses = 0
    for number in range(games):
        game = ShapedGame(shape, mines, random.Random(f"{seed} {number}"))
        game.reveal(game.first)
        while not (game.won or game.lost):
            answer = RuleSystem.of_board(game.board).analyse()
            chosen = answer.safe or (answer.best,)
            guesses += not answer.safe
            for place in chosen:
                assert isinstance(place, tuple)
                game.reveal(place)
        won += game.won
    return Tally(str(shape), mines, games, won, guesses)


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    from rich.console import Console

    from mwagent.minefield.tables import show_table

    if (args.size is None) != (args.mines is None):
        raise MinefieldError("--size and --mines belong together: give both or neither")
    kinds = args.kinds or XBOMB_SHAPES
    levels = XBOMB if args.size is None else ((_size(args.size), args.mines),)
    tallies = []
    shapes = [(Shape(kind, size), mines) for kind in kinds for size, mines in levels]
    console = Console()
    if not args.json and console.width >= sum(WIDTHS):
        print(_line(HEADS))
    for shape, mines in shapes:
        tally = play_shape(shape, mines, args.games, args.seed)
        tallies.append(tally)
        if args.json:
            continue
        row = _row(tally)
        if console.width >= sum(WIDTHS):
            print(_line(row), flush=True)  # each as soon as it is there
        else:
            show_table(console, "", HEADS, [row])
    if args.json:
        print(json.dumps([asdict(tally) for tally in tallies]))
    return 0


def _row(tally: Tally) -> tuple[str, ...]:
    figures = f"{tally.mines}", f"{tally.games}", f"{tally.won}", f"{tally.share:.2%}"
    return tally.shape, *figures, f"{tally.error:.2%}", f"{tally.guesses / tally.games:.2f}"


def _line(row: Sequence[str]) -> str:
    name, *figures = row
    places = zip(figures, WIDTHS[1:], strict=True)
    return name.ljust(WIDTHS[0]) + "".join(figure.rjust(width) for figure, width in places)


def _size(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,6}(x[0-9]{1,6})*", text):
        raise MinefieldError(f"--size {text[:30]!r} is no size; give sides such as 16x30 or 5x5x5")
    return tuple(map(int, text.split("x")))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, natural, positive

    words = Parser(
        "virtual.shapes",
        "Play games on boards of other shapes, and print how many are won.",
        EXAMPLES,
    )
    words.add_argument(
        "kinds",
        nargs="*",
        metavar="SHAPE",
        help="squares, hexagons, triangles (these are played if none is named), torus, 3d, 4d",
    )
    words.option("--size AxB", "cells along each side, such as 16x30 for 16 rows of 30")
    words.option("--mines N", "needed with --size", type=natural)
    words.option("--games N", "of each (100)", type=positive, default=100)
    words.option("--seed N", "of the mines (1)", type=natural, default=1)
    words.option("--json", "print one JSON list")
    return words


main = command.main_of("virtual.shapes", _run)

if __name__ == "__main__":
    command.leave(main())
