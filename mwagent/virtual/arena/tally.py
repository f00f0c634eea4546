"""What an entrant's games add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, nan
from operator import attrgetter

from mwagent.virtual.arena.boards import Boards
from mwagent.virtual.arena.games import Ending, Played
from mwagent.virtual.arena.statistics import Interval, Mean, mean, wilson


class Loss(StrEnum):
    """Kinds of losses, by the fatal click and by how much of the board was open.

    The first click; a guess before a twentieth of the safe cells was open; a guess after nine
    tenths were; any other guess; and a cell called safe that was a mine, which must not be.
    """

    FIRST = "first click"
    EARLY = "early guess"
    FORCED = "forced guess"
    ENDGAME = "endgame"
    PROOF = "false proof"


def loss_kind(game: Played, safe_cells: int) -> Loss:
    """Give the kind of loss that a lost game was."""
    if game.ending is Ending.FIRST:
        return Loss.FIRST
    if game.ending is Ending.PROOF:
        return Loss.PROOF
    if game.opened < 0.05 * safe_cells:
        return Loss.EARLY
    return Loss.ENDGAME if game.opened >= 0.9 * safe_cells else Loss.FORCED


class _Share:
    """A field of a tally over another one; nan while that is 0."""

    def __init__(self, part: str, whole: str):
        self._both = attrgetter(part, whole)

    def __get__(self, tally: Tally, _: type[Tally]) -> float:
        part, whole = self._both(tally)
        return float(part / whole) if whole else nan


@dataclass(slots=True)
class Tally:
    """Running sums over games.

    `moves` counts the times of moves, in microseconds.
    """

    games: int = 0
    wins: int = 0
    ms_total: float = 0.0
    moves_total: int = 0
    guesses: int = 0
    opened: int = 0
    safe_cells: int = 0
    ms_longest: float = 0.0
    ms_median: float = nan
    ms_p99: float = nan
    """Of the times of games; they are looked up at the end (`Tournament.sum_up`)."""
    moves_longest: int = 0
    moves: Counter[int] = field(default_factory=Counter)
    losses: Counter[Loss] = field(default_factory=Counter)
    clicked: int = 0
    clicks: int = 0
    bbbv: int = 0
    found: int = 0
    mines: int = 0
    """Mines found, and mines of the boards of which that is known."""
    reckoned: int = 0
    risk: float = 0.0
    fair: float = 0.0
    fair_squares: float = 0.0
    """Games whose luck is known, risk taken in them, and their wins less luck, squared too."""

    def add(self, games: Iterable[Played], boards: Boards) -> None:
        """Count games that were played on `boards`."""
        for game in games:
            safe_cells, mines = boards.counts(game.number)
            self.games += 1
            self.ms_total += game.ms
            self.moves_total += game.moves
            self.guesses += game.guesses
            self.opened += game.opened
            self.safe_cells += safe_cells
            self.ms_longest = max(self.ms_longest, game.ms)
            self.moves_longest = max(self.moves_longest, game.moves)
            if game.found is not None:
                self.found += game.found
                self.mines += mines
            if game.luck is not None and game.risk is not None:
                self.reckoned += 1
                self.risk += game.risk
                self.fair += game.win - game.luck
                self.fair_squares += (game.win - game.luck) ** 2
            if not game.win:
                self.losses[loss_kind(game, safe_cells)] += 1
                continue
            self.wins += 1
            if game.clicks is not None and game.bbbv is not None:
                self.clicked += 1
                self.clicks += game.clicks
                self.bbbv += game.bbbv

    win_rate = _Share("wins", "games")
    """Share of games won; nan before the first."""
    ms_per_game = _Share("ms_total", "games")
    """Mean CPU milliseconds of the solver for a game."""
    opened_share = _Share("opened", "safe_cells")
    """Share of the safe cells of all games that were opened."""
    found_share = _Share("found", "mines")
    """Share of the mines of all games that were found: all of a game that was won."""
    risk_per_game = _Share("risk", "reckoned")
    """Mean sum of the mine probabilities of a game's guesses: the losses to be expected."""
    guesses_per_game = _Share("guesses", "games")
    """Mean number of guesses in a game, won or lost."""
    clicks_per_game = _Share("clicks", "clicked")
    """Mean number of clicks in a won game, where the planner clicked."""
    clicks_per_bbbv = _Share("clicks", "bbbv")
    """Clicks of all won games over their 3BV, where the planner clicked."""

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def fair_rate(self) -> Mean:
        """Share of games won, with the luck of the games taken back."""
        return mean(self.reckoned, self.fair, self.fair_squares)

    def loss_share(self, kind: Loss) -> float:
        """Share of one kind among the losses."""
        lost = self.games - self.wins
        return self.losses[kind] / lost if lost else 0.0


def quantile(times: Counter[int], share: float) -> float:
    """A quantile in ms of times that are counted in microseconds; nan when there are none.

    It is one of the times: of those that at least `share` of all do not exceed, the least.

    >>> quantile(Counter({1000: 50, 2500: 50}), 0.5), quantile(Counter({1000: 50, 2500: 50}), 0.51)
    (1.0, 2.5)
    """
    rest = ceil(share * times.total())
    for microseconds in sorted(times):
        rest -= times[microseconds]
        if rest <= 0:
            return microseconds / 1000
    return nan
