"""A page that follows the games of a session while they are played.

Events, in the words of `mwagent.web.Live`:

`session`  solver, options, where
`turn`     game and turn (from 1), stage, mines, cells (rows as `Reading` has them: with marks and
           cells not understood), board (rows as the solver was given them), confidence (0-1 per
           cell, null where nothing was read), chance (of a mine per cell, null where open), why,
           guess, safe and mines_proven (cells), best, win, candidates, clicks ([row, col, button])
`result`   game, and what the log says of a finished game
`end`      played, won, and message: why the session ended early, or null
"""

from __future__ import annotations

import math
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from mwagent.gamebook.export import rows
from mwagent.minefield import MinefieldError
from mwagent.player.play import Result, Turn
from mwagent.player.records.log import Session, result_fields
from mwagent.player.views import ANSWER_WITHIN
from mwagent.vision.reading import Reading
from mwagent.wayland.session import has_display
from mwagent.web import Live, serve

WAIT: Final = ANSWER_WITHIN
"""Seconds that the session waits for the page to be open."""
PAGE: Final = "#watch"
"""Where on the page games of the bot are shown."""


class LivePage:
    """A watcher that publishes what happens; `sees` gives what was read at the last look."""

    def __init__(self, live: Live, sees: Callable[[], Reading | None] = lambda: None):
        self.sees = sees
        self._live = live
        self._game = 1

    def turn(self, turn: Turn) -> None:
        """Publish a turn. Its text is made later, in the server's thread."""
        self._live.publish("turn", partial(turn_fields, self._game, turn, self.sees()))

    def result(self, result: Result) -> None:
        """Publish how a game ended."""
        fields = {"game": self._game, **result_fields(result)}
        self._live.publish("result", lambda: fields)
        self._game += 1

    def end(self, session: Session) -> None:
        """Publish how the session ended."""
        message = "stopped" if session.interrupted else session.error and str(session.error)
        played = sum(result.begun for result in session.results)
        fields = {"played": played, "won": session.won, "message": message}
        self._live.publish("end", lambda: fields)


@contextmanager
def live_page(
    solver: str, options: Mapping[str, object], where: str, tell: Callable[[str], object]
) -> Iterator[LivePage]:
    """Serve the page and open it, and wait a while until it is there.

    Where there is no display to open it on, `tell` is called with its address all the same.
    """
    live = Live()
    with serve(live=live) as url:
        address = url + PAGE
        session = {"solver": solver, "options": dict(options), "where": where}
        live.publish("session", lambda: session)
        tell(f"watch at {address}; play begins when that page is open, or in {WAIT:.0f} s")
        if has_display():
            webbrowser.open(address)
        live.wait_for_page(WAIT)
        try:
            yield LivePage(live)
        except MinefieldError as error:
            fields = {"played": 0, "won": 0, "message": str(error)}
            live.publish("end", lambda: fields)
            raise


def turn_fields(game: int, turn: Turn, reading: Reading | None) -> dict[str, Any]:
    """The fields of a `turn` event, as the head of this file lists them."""
    board, analysis = turn.board, turn.analysis
    if reading is not None and reading.confidence.shape != board.shape:
        reading = None
    fields: dict[str, Any] = {
        "game": game,
        "turn": turn.number,
        "stage": str(turn.stage),
        "mines": board.mines,
        "board": rows(board),
        "cells": rows(board) if reading is None else list(reading.cells),
        "confidence": None
        if reading is None
        else reading.confidence.astype(float).round(3).tolist(),
        "guess": turn.guess,
        "clicks": [[*click.cell, str(click.button)] for click in turn.clicks],
    }
    if analysis is None:
        return fields
    decision = analysis.decide()
    chance = analysis.mine_probability.tolist()
    return {
        **fields,
        "chance": [[None if math.isnan(p) else round(p, 5) for p in row] for row in chance],
        "why": decision.why,
        "safe": analysis.safe,
        "mines_proven": analysis.mines,
        "best": decision.best,
        "win": decision.win_probability,
        "candidates": [
            [*each.cell, round(each.mine_probability, 5), round(each.score, 5), each.bound]
            for each in decision.candidates
        ],
    }
