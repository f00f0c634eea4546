"""A session: rounds played one after another, logged, recorded and summed up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import Protocol

from rich.console import Console
from rich.text import Text

from mwagent.minefield import MinefieldError, Stage, named
from mwagent.minefield.command import harmless
from mwagent.minefield.tables import show_table
from mwagent.player.play import (
    IN_A_ROW,
    GameCounts,
    GameWontBeginError,
    LostSightError,
    Planner,
    Result,
    Turn,
    Window,
    plan,
    play_game,
)
from mwagent.player.records import GameLog, Session
from mwagent.solvers import Solver

UNTIL_WON_AT_MOST = 200
"""Rounds after which a session that plays until it wins gives up."""


class Watcher(Protocol):
    """Looks on while games are played, and keeps what it wants of them."""

    def turn(self, turn: Turn) -> None:
        """One turn was played."""
        ...

    def result(self, result: Result) -> None:
        """A game came to its end."""
        ...


def run(
    window: Window,
    solver: Solver,
    log: GameLog,
    *,
    games: int | None,
    mines: int | None = None,
    watchers: Sequence[Watcher] = (),
    planner: Planner = plan,
) -> Session:
    """Play `games` rounds, or with None until one is won; never raises, but ends the session.

    Begins new rounds by itself, also after one in which the board got lost. Any other error or
    Ctrl-C ends the session; the log says why. Every round of which a turn was played comes to
    the watchers as a result, whether it was played to its end or broken off.
    """
    session = Session()
    most = games or UNTIL_WON_AT_MOST

    def watch(turn: Turn) -> None:
        for watcher in (log, *watchers):
            watcher.turn(turn)

    def report(result: Result) -> None:
        session.results.append(result)
        for watcher in (log, *watchers):
            watcher.result(result)

    try:
        for number in range(1, most + 1):
            if number > 1 or _over(window):
                _begin(window, session)
            try:
                result = play_round(window, solver, mines, watch, planner, report=report)
            except LostSightError as error:
                # The next round may go better; if there is none, this is why.
                session.error = error
                if number == most:
                    raise
                continue
            session.error = None
            if games is None and result.won:
                break
    except KeyboardInterrupt:
        session.interrupted = True
        log.end("interrupted")
    except MinefieldError as error:
        session.error = error
        log.end(str(error))
    return session


def play_round(
    window: Window,
    solver: Solver,
    mines: int | None = None,
    watch: Callable[[Turn], object] = lambda turn: None,
    planner: Planner = plan,
    *,
    report: Callable[[Result], object] = lambda result: None,
) -> Result:
    """Play one game as `play` does, beginning a new round where the one there takes no clicks.

    Some programs show a board before a round begins, or one that was lost and shows no mines.
    `report` is called with every result, that of a game that was broken off too.
    """

    def play_once() -> Result:
        counts = GameCounts()
        try:
            result = play_game(window, solver, mines, watch, planner, counts=counts)
        except (MinefieldError, KeyboardInterrupt) as error:
            reason = "interrupted" if isinstance(error, KeyboardInterrupt) else str(error)
            begun = not isinstance(error, GameWontBeginError)
            unfinished = counts.broken_off(reason, begun, window.clock.now())
            if unfinished is not None:
                report(unfinished)
            raise
        report(result)
        return result

    for _ in range(IN_A_ROW):
        try:
            return play_once()
        except GameWontBeginError as error:
            try:
                window.new_game()
            except GameWontBeginError:
                raise error from None
    return play_once()


def _begin(window: Window, session: Session) -> None:
    """Begin a new round; where that fails after sight was lost, the loss is what is reported."""
    try:
        window.new_game()
    except MinefieldError as error:
        raise session.error or error from None


def _over(window: Window) -> bool:
    """Whether the round that was found on the table is finished."""
    window.look()
    return window.stage() in (Stage.WON, Stage.LOST)


class Commentator:
    """A watcher that prints a line on every game as it ends, and on what it is played with.

    `mines` is the number given by the user, which counts only where no counter shows another.
    """

    def __init__(self, console: Console, mines: int | None = None):
        self._console = console
        self._mines = mines
        self._games = 0

    def turn(self, turn: Turn) -> None:
        """Say once that a counter shows another number of mines than the one given."""
        shown = turn.board.mines
        if self._mines is None or shown in (None, self._mines):
            return
        self._say(f"the counter shows {shown} mines in all, so -m {self._mines} is not used")
        self._mines = None

    def result(self, result: Result) -> None:
        """Say how a game ended."""
        self._games += 1
        self._say(sentence(self._games, result))

    def _say(self, text: str) -> None:
        self._console.print(harmless(text), highlight=False, markup=False, soft_wrap=True)


def sentence(number: int, result: Result) -> str:
    """One line on a game."""
    return (
        f"game {number}: {outcome(result)} in {result.seconds:.2f} s, {result.clicks} clicks, "
        f"{result.guesses} guesses"
    )


def outcome(result: Result) -> str:
    """Won, how it was lost, or why it was broken off."""
    if result.won:
        return "won"
    if result.broken_off is not None:
        return f"broken off: {result.broken_off}" if result.begun else result.broken_off
    if result.lost_at is None:
        return "lost on a cell taken for safe"
    return (
        f"lost on {'a guess' if result.guesses else 'the first click'} at {named(result.lost_at)}"
    )


def print_table(session: Session, console: Console) -> None:
    """Print every game with its figures, and what they come to."""
    if not session.results:
        return
    rows: list[list[str | Text]] = []
    for number, result in enumerate(session.results, 1):
        share = f"{result.clicks / result.bbbv:.2f}" if result.won and result.bbbv else ""
        rows.append(
            [
                str(number),
                Text(harmless(outcome(result)), "green" if result.won else "red"),
                f"{result.seconds:.2f}",
                str(result.clicks),
                str(result.guesses),
                "" if result.bbbv is None else str(result.bbbv),
                share,
            ]
        )
    heads = ("game", "result", "seconds", "clicks", "guesses", "3BV", "clicks / 3BV")
    show_table(console, "Games", heads, rows, words=2)
    won = [result.seconds for result in session.results if result.won]
    if len(session.results) > 1 and won:
        console.print(f"won {len(won)} of {session.played} games, in {median(won):.2f} s (median)")
