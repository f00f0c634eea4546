"""The page that follows somebody who plays.

Events, in the words of `mwagent.web.Live`:

`session`  coach (true), source: what is watched
`sight`    game (its number in the game book, 0 before its first move), round (from 1), stage,
           mines, cells (rows of `str(Board)`), moves (how many), seconds (since the first move),
           painted (when the picture was taken, in seconds since the epoch), told (the moves that
           are new: kind, cell, seconds, doubts)
`trouble`  kind ("none" where all is well again), sentence
`end`      message: why nothing more is watched
"""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from mwagent.coach.sighting import Sighting, Trouble
from mwagent.gamebook import GameRecord, Move
from mwagent.minefield import Board
from mwagent.wayland.session import has_display
from mwagent.web import Live, serve

PAGE: Final = "#watch"
"""Where on the page it is shown."""


class CoachPage:
    """Publishes what the coach sees."""

    def __init__(self, live: Live):
        self._live = live
        self._round = 0

    def sight(self, sighting: Sighting, game: GameRecord, moves: list[Move]) -> None:
        """Publish the board."""
        self._round += sighting.anew
        fields = sight_fields(self._round, sighting, game, list(moves))
        self._live.publish("sight", lambda: fields)

    def trouble(self, trouble: Trouble, sentence: str) -> None:
        """Publish that the picture is not understood, or is again."""
        fields = {"kind": str(trouble), "sentence": sentence}
        self._live.publish("trouble", lambda: fields)

    def end(self, message: str) -> None:
        """Publish that nothing more is watched."""
        self._live.publish("end", lambda: {"message": message})


def sight_fields(
    number: int, sighting: Sighting, game: GameRecord, moves: list[Move]
) -> dict[str, Any]:
    """The fields of a `sight` event, as the head of this file lists them."""
    first = game.moves[0].seconds if game.moves else 0.0
    return {
        "game": game.number,
        "round": number,
        "stage": str(sighting.stage),
        "mines": sighting.board.mines,
        "cells": str(Board(sighting.board.cells)).splitlines(),
        "moves": len(game.moves),
        "seconds": round(game.seconds, 3),
        "painted": sighting.seconds,
        "told": [
            {
                "kind": move.kind,
                "cell": list(move.cell),
                "seconds": round(move.seconds - first, 3),
                "doubts": [str(doubt) for doubt in move.doubts],
            }
            for move in moves
        ],
    }


@contextmanager
def coach_page(source: str, games: Path, tell: Callable[[str], object]) -> Iterator[CoachPage]:
    """Serve the page and open it; `tell` is called with its address."""
    live = Live("coach")
    with serve(live=live, games=games) as url:
        session = {"coach": True, "source": source}
        live.publish("session", lambda: session)
        page = CoachPage(live)
        tell(f"the coach watches {source}; what it sees is at {url}{PAGE} (Ctrl-C ends it)")
        if has_display():
            webbrowser.open(url + PAGE)
        try:
            yield page
        finally:
            page.end("The coach was stopped.")
