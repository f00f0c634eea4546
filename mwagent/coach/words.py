"""What the coach says of games and moves on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from mwagent.coach.clock import clock_face
from mwagent.coach.sighting import Sighting, Trouble
from mwagent.gamebook import GameRecord, Grade, Move, Verdict
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


def verdict_words(grade: Grade) -> str:
    """What a move was worth, in a few words; nothing of one that is as it should be."""
    said = []
    match grade.verdict:
        case Verdict.RISK:
            said += [f"needless risk, {_chance(grade)}", f"{_cells(grade)} safe", _cost(grade)]
        case Verdict.WORSE:
            said += [f"a worse guess, {_chance(grade)}", _better(grade), _cost(grade)]
        case Verdict.BEST:
            said += [f"the best guess, {_chance(grade)}"]
        case Verdict.UNSEEN:
            said.append("not judged: which mine was opened is not seen")
        case Verdict.ODD:
            said += ["not judged: the board contradicts itself"]
    if grade.hit:
        said.append("it was a mine")
    if said and not grade.exact:
        said.append("estimated, the board is too wide to be counted")
    return "; ".join(said)


def judgement(grades: Sequence[Grade]) -> str:
    """One line on the moves of a game: risks that were needless, and guesses that were worse."""
    counts = [
        (sum(grade.verdict is verdict for grade in grades), one, many)
        for verdict, one, many in (
            (Verdict.RISK, "needless risk", "needless risks"),
            (Verdict.WORSE, "worse guess", "worse guesses"),
            (Verdict.BEST, "best guess", "best guesses"),
        )
    ]
    told = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
    most = max(range(len(grades)), key=lambda at: grades[at].cost, default=0)
    if grades and grades[most].cost > 0:
        told.append(f"move {most + 1} cost most, {_percent(grades[most].cost)}")
    return ", ".join(told) or "no guess was made"


def _chance(grade: Grade) -> str:
    risk = grade.risk or 0.0
    return "surely a mine" if risk == 1 else f"a mine with {_percent(risk)}"


def _cells(grade: Grade) -> str:
    cell = named(grade.safe[0])
    return f"{cell} was" if len(grade.safe) == 1 else f"{len(grade.safe)} cells, {cell} first, were"


def _better(grade: Grade) -> str:
    if grade.best is None or grade.best_risk is None:
        return "there was a better one"
    return f"best was {named(grade.best)}, a mine with {_percent(grade.best_risk)}"


def _cost(grade: Grade) -> str:
    return f"cost {_percent(grade.cost)} of the chance to win" if grade.cost else "cost nothing"


def _percent(share: float) -> str:
    """A share that is neither nothing nor all never looks so."""
    if 0 < share < 0.01:
        return f"{100 * share:.2g} %"
    return "over 99 %" if 0.99 < share < 1 else f"{100 * share:.0f} %"


def game_line(game: GameRecord) -> str:
    """One line on a game."""
    number = f"game {game.number}: " if game.number else ""
    figures = [str(game), f"{len(game.moves)} moves"]
    if game.bbbv:
        figures.append(f"3BV {game.bbbv}")
    if game.zinis:
        figures.append("ZiNi {} (8-way {}, H.ZiNi {})".format(*game.zinis))
    return f"{number}{', '.join(figures)}, {place(game)}"


def place(game: GameRecord) -> str:
    """Where a game was watched: of a film its name, and how far from the beginning."""
    at = "" if game.offset is None else f" from {clock_face(game.offset)}"
    return f"{game.source}{at}"
