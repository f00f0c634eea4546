"""What the coach says of games and moves on a terminal."""

from __future__ import annotations

from rich.console import Console

from mwagent.coach.sighting import Sighting, Trouble
from mwagent.gamebook import GameRecord, Move
from mwagent.minefield import named
from mwagent.minefield.command import harmless

KINDS = {"open": "opens", "chord": "chords", "flag": "flags"}


class Teller:
    """Prints moves as they are made."""

    def __init__(self, console: Console):
        self._console = console

    def sight(self, sighting: Sighting, game: GameRecord, moves: list[Move]) -> None:
        """Print the moves, and the end of a game."""
        del sighting
        for move in moves:
            self._say(move_line(game, move))

    def trouble(self, trouble: Trouble, sentence: str) -> None:
        """Print why nothing is seen."""
        if trouble is not Trouble.NONE:
            self._say(sentence)

    def _say(self, text: str) -> None:
        self._console.print(harmless(text), highlight=False, markup=False, soft_wrap=True)


def move_line(game: GameRecord, move: Move) -> str:
    """One line on a move."""
    since = move.seconds - game.moves[0].seconds if game.moves else 0.0
    taken = move.kind == "flag" and move.shown and move.shown[-1][2] != 9
    what = "takes a flag from" if taken else KINDS[move.kind]
    doubts = f" ({', '.join(move.doubts)} uncertain)" if move.doubts else ""
    return f"{since:8.2f} s  {what} {named(move.cell)}{doubts}"


def game_line(game: GameRecord) -> str:
    """One line on a game."""
    number = f"game {game.number}: " if game.number else ""
    figures = [str(game), f"{len(game.moves)} moves"]
    if game.bbbv:
        figures.append(f"3BV {game.bbbv}")
    return f"{number}{', '.join(figures)}, {game.source}"
