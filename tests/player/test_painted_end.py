"""An end that is painted over the board, which nothing but its letters tell."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mwagent.minefield import Click, FirstClick, Game, Level, Stage, cells_where
from mwagent.player.window import SightedWindow
from testbed.drawn_classic import Picture
from testbed.drawn_view import PITCH, DrawnView

LEVEL = Level(9, 9, 10)


class PaintedOver(DrawnView):
    """At its end a round is dimmed, and words are painted over it."""

    words = "GAME OVER"

    def picture(self) -> Picture:
        shown = super().picture()
        if self.game.stage in (Stage.WON, Stage.LOST):
            x, y = (int(side) for side in self.at)
            right, foot = (side + int(9 * PITCH) for side in (x, y))
            shown[y:foot, x:right] //= 3
            image = Image.fromarray(shown)
            middle = (x + right) / 2, (y + foot) / 2
            font = ImageFont.load_default(20)
            ImageDraw.Draw(image).text(middle, self.words, (132, 251, 209), font, "mm")
            shown[:] = np.asarray(image)
        return shown


@pytest.mark.slow
@pytest.mark.parametrize("words", ["GAME OVER", "You died!"])
def test_a_loss_is_told_by_words_over_a_dimmed_board(words: str) -> None:
    view = PaintedOver(lambda number: Game(LEVEL, 4, FirstClick.OPEN))
    view.words = words
    window = SightedWindow(view)
    window.look()
    window.click([Click((4, 4))])
    window.look()
    assert view.game.mines is not None
    mine = cells_where(view.game.mines)[0]
    window.click([Click(mine)])
    window.look()
    assert window.stage() is window.said is Stage.LOST
