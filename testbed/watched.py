"""A drawn game that somebody plays while the coach watches, by a clock of its own."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2

from mwagent.coach.coach import Coach
from mwagent.gamebook import GameBook
from mwagent.minefield import Board, Button, Cell, Click, FirstClick, Game, Level, Stage
from mwagent.solvers import create
from testbed.drawn_classic import Drawing, Picture, desktop, draw
from testbed.drawn_view import Monitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

PITCH = 20.0
FRAME = 1 / 30


@dataclass
class DrawnSource(Monitor):
    """What a screen shows of a game, one picture after another, FRAME seconds apart.

    `paint` may draw over the picture.
    """

    game: Game
    at: tuple[float, float] = (300.0, 180.0)
    name: str = "the screen"
    exact: bool = True
    live: bool = True
    seconds: float = 100.0
    paint: Callable[[Picture], None] = lambda picture: None
    _drawn: dict[tuple[str, tuple[float, float]], Picture] = field(default_factory=dict)

    def advance(self, pause: float) -> bool:
        """Let a thirtieth of a second go by."""
        del pause
        self.seconds = round(self.seconds + FRAME, 6)
        return True

    def picture(self) -> Picture:
        """What is on the screen now."""
        text = str(Board(self.game.board.cells))
        if (text, self.at) not in self._drawn:
            screen = desktop()
            draw(text.splitlines(), Drawing(PITCH, *self.at, 0), screen)
            self._drawn[text, self.at] = screen
        shown = self._drawn[text, self.at].copy()
        self.paint(shown)
        return shown


@dataclass
class Player:
    """Plays a drawn game while a coach watches; `made` is what was done, and when."""

    source: DrawnSource
    coach: Coach
    made: list[tuple[Click, float]] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, book: GameBook | None = None) -> Player:
        """A player, and a coach who has found the board."""
        source = DrawnSource(game)
        player = cls(source, Coach(source, book))
        player.wait(1.0)
        assert not player.coach.follower.lost
        return player

    def wait(self, seconds: float) -> None:
        """Let the coach look on while nothing is done."""
        until = self.source.seconds + seconds
        while self.source.seconds < until:
            assert self.coach.step()

    def click(self, cell: Cell, button: Button = Button.LEFT, wait: float = 0.3) -> None:
        """Click, and let the coach look on for a while."""
        click = Click(cell, button)
        self.made.append((click, self.source.seconds + FRAME))
        self.source.game.play(click)
        self.wait(wait)

    def clicks(self) -> Iterator[Click]:
        """What a solver would do, one click after another, until the game is over."""
        game, solver = self.source.game, create("best", {})
        turn = 0
        while game.stage in (Stage.WAITING, Stage.ONGOING):
            turn += 1
            if game.stage is Stage.WAITING:
                yield Click((game.level.rows // 2, game.level.cols // 2))
                continue
            answer = solver.analyse(game.board)
            flags = [cell for cell in answer.mines if game.board[cell] == 11]
            if flags and turn % 3 == 0:
                yield Click(flags[0], Button.RIGHT)
            else:
                best = answer.safe[0] if answer.safe else answer.decide().best
                assert best is not None
                yield Click(best)

    def play(self, wait: float = 0.3) -> None:
        """Play to the end."""
        for click in self.clicks():
            self.click(click.cell, click.button, wait)


def dealt(seed: int = 3, level: Level | None = None) -> Game:
    """A game that begins with an opening."""
    return Game(level or Level(9, 9, 10), seed, FirstClick.OPEN)


class TabGame:
    """A page that shows pictures of a game, in colours of its own where `strange`.

    `show` paints the game as it stands; no event of the page is needed.
    """

    def __init__(self, page: Page, game: Game, strange: bool = False):
        self._page = page
        self._strange = strange
        self.source = DrawnSource(game, at=(60.0, 60.0))
        page.set_content("<body style='margin:0'><img id=shown style='display:block'>")
        self.show()

    def show(self) -> float:
        """Paint; gives the time, in seconds since the epoch."""
        picture = self.source.picture()[:320, :320]
        if self._strange:
            picture = 255 - picture[..., ::-1] // 2
        _, png = cv2.imencode(".png", picture)
        data = "data:image/png;base64," + base64.b64encode(png.tobytes()).decode()
        self._page.evaluate(
            """async data => {
                const next = new Image();
                next.src = data;
                await next.decode();
                document.querySelector("#shown").src = data;
            }""",
            data,
        )
        return time.time()

    def play(self, click: Click) -> float:
        """Make a move, and show what it did; gives the time."""
        self.source.game.play(click)
        return self.show()
