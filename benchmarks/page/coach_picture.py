"""The picture of the coach in the README: what its page shows of a game that is played elsewhere.

    python -m benchmarks.page.coach_picture

Writes docs/img/coach.png. The game is drawn (testbed/watched.py), and a solver plays it.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Final

from mwagent.coach.page import CoachPage
from mwagent.gamebook import GameBook
from mwagent.minefield import Level
from mwagent.player.views import open_page
from mwagent.web import Live, serve
from testbed.folders import ROOT
from testbed.watched import Player, dealt

PICTURE: Final = ROOT / "docs" / "img" / "coach.png"
SIZE: Final = (1180, 760)


def main() -> int:
    """Play, and take the picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        live = Live("coach")
        live.publish("session", lambda: {"coach": True, "source": "the screen"})
        with GameBook(path) as book, serve(live=live, games=path) as url:
            player = Player.of(dealt(21, Level(9, 9, 10)), book)
            player.play()
            player.wait(0.5)
            player.source.game = dealt(7, Level(16, 16, 40))
            player.wait(4.0)
            player.coach._audience = CoachPage(live)
            for click in islice(player.clicks(), 17):
                player.click(click.cell, click.button, 0.7)
            with open_page(f"{url}?theme=classic#watch", size=SIZE) as page:
                page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
                page.wait_for_selector("#mode-watch .well")
                page.click("text=When I ask")
                page.keyboard.press("w")
                page.click("text=Mark what it rests on")
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(500)
                page.screenshot(path=str(PICTURE))
    return 0


if __name__ == "__main__":
    sys.exit(main())
