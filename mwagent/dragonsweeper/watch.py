"""One game of the player, in sight."""

from __future__ import annotations

import time

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from mwagent.dragonsweeper.entities import HEIGHT, WIDTH
from mwagent.dragonsweeper.game import Game
from mwagent.dragonsweeper.player import Action, Player, Reason
from mwagent.dragonsweeper.view import Look, Stage


def play_in_sight(
    seed: int, console: Console, *, pause: float | None, lairs: int | None = None
) -> Game:
    """Play a game and return it; with `pause`, draw every action and wait for `pause` seconds.

    Without, nothing but the end is drawn. `lairs` as of Player.
    """
    game, player = Game(seed), Player(lairs)
    if pause is None:
        while _step(game, player) is not None:
            pass
        console.print(_board(game, None, None))
    else:
        with Live(_board(game, None, None), console=console, auto_refresh=False) as live:
            while (action := _step(game, player)) is not None:
                live.update(_board(game, action, player.slack), refresh=True)
                time.sleep(pause)
        if not console.is_terminal:
            console.print()  # rich ends the last picture without a line break there
    return game


def _step(game: Game, player: Player) -> Action | None:
    if game.stage is not Stage.PLAYING:
        return None
    action = player.act(game.view)
    if action.reason is Reason.STUCK:
        return None
    action.take(game)
    return action


def _board(game: Game, action: Action | None, slack: int | None) -> Group:
    hero = game.hero
    status = (
        f"level {hero.level}  hearts {max(0, hero.hp - 1)}/{hero.max_hp - 1}  "
        f"xp {hero.xp}/{hero.need}  score {hero.score}"
    )
    if slack is not None:
        status += f"  slack {slack}"
    rows = []
    for y in range(HEIGHT):
        row = Text()
        for x in range(WIDTH):
            look = game.look(x, y)
            style = _style(look)
            if action and action.square == (x, y):
                style += " reverse"
            row.append(f"{look.symbol:>3}", style)
            row.append(" ")
        rows.append(row)
    return Group(Text(status), *rows, Text(_words(action)))


def _words(action: Action | None) -> str:
    if action is None:
        return ""
    place = "level up" if action.square is None else f"click {action.square}"
    risk = f", dies of it with {100 * action.death:.1f} %" if action.death else ""
    return f"{place}: {action.reason.value}{risk}"


def _style(look: Look) -> str:
    if look.kind is None:
        return "bright_black"
    if look.kind == "empty":
        return "default" if look.value else "bright_black"
    if look.defeated:
        return "yellow"
    return "red" if look.fights else "green"
