"""A game without a screen, played by a solver as the bot plays one on the screen."""

from __future__ import annotations

from collections.abc import Callable

from mwagent.minefield import Game
from mwagent.minefield.checked import checked
from mwagent.player.play import Result, Turn, VirtualWindow, play_game
from mwagent.solvers import Solver, create


@checked
def play(
    game: Game, solver: Solver | str = "best", watch: Callable[[Turn], object] = lambda turn: None
) -> Result:
    """Play a game to its end through the bot's own loop; `game` is changed.

    `solver` is one of the registry, or the name of one. `watch` is called after every turn, with
    the board, its analysis, the clicks made and the times taken. Raises UnknownSolverError for a
    name that no solver has.

    >>> from mwagent import Game, levels
    >>> game = Game(levels.LEVELS["beginner"], seed=5)
    >>> play(game).stage
    <Stage.WON: 'won'>
    >>> print(game.board)  # doctest: +ELLIPSIS
    mines 10...
    """
    chosen = create(solver) if isinstance(solver, str) else solver
    return play_game(VirtualWindow(game), chosen, game.board.mines, watch)
