"""The stage of a round, decided from what is seen of it: one line for each case."""

from __future__ import annotations

import pytest

from mwagent.minefield import Stage
from mwagent.player.play.stages import Doubt, Signs, decide

WAITING, ONGOING, WON, LOST = Stage
CASES = [
    # What the window shows of a round under way.
    ("", ONGOING, ONGOING),
    ("all_closed", ONGOING, WAITING),
    ("hit", ONGOING, ONGOING),
    ("guess_closed guess_read", ONGOING, ONGOING),
    # A win, shown or told from what is closed.
    ("", WON, WON),
    ("counted", ONGOING, WON),
    ("exhausted", ONGOING, WON),
    # What looks won may be a loss after which all that is safe was opened.
    ("hit", WON, LOST),
    ("hit counted", ONGOING, LOST),
    ("hit proven", WON, Doubt.UNCLEAR),
    ("guess_closed guess_read", WON, LOST),
    ("guess_closed", WON, WON),
    ("guess_closed guess_read exhausted", ONGOING, LOST),
    ("hit announced", WON, WON),
    ("guess_closed guess_read announced", WON, WON),
    ("denied", WON, LOST),
    # Words of a win say nothing while a safe cell is closed.
    ("announced unfinished", WON, ONGOING),
    ("announced unfinished all_closed", WON, WAITING),
    ("announced unfinished counted", WON, WON),
    ("announced unfinished", LOST, LOST),
    ("unfinished", WON, WON),
    ("denied proven", WON, Doubt.UNCLEAR),
    # What looks lost may be a win after which the mines are shown.
    ("", LOST, LOST),
    ("announced", LOST, LOST),
    ("counted", LOST, LOST),
    ("all_open", LOST, WON),
    ("all_open guess_closed guess_read", LOST, LOST),
    ("completed", LOST, LOST),
    # Proven cells alone lose no round.
    ("proven", LOST, Doubt.UNCLEAR),
    ("proven completed", LOST, WON),
    ("proven none_closed", LOST, Doubt.UNCLEAR),
    ("proven waited", LOST, Doubt.UNCLEAR),
    ("proven none_closed waited", LOST, WON),
    # An empty page is no board, unless a program paints over a win so.
    ("blank", ONGOING, Doubt.GONE),
    ("blank counted", WON, Doubt.GONE),
    ("blank", LOST, Doubt.GONE),
    ("blank completed counted", WON, WON),
    ("blank announced", WON, WON),
    # No more clicks are taken.
    ("ignored", ONGOING, Doubt.NO_EFFECT),
    ("ignored guess_closed", ONGOING, Doubt.NO_EFFECT),
    ("ignored pressed", ONGOING, Doubt.NO_EFFECT),
    ("ignored guess_closed pressed", ONGOING, LOST),
    ("ignored guess_closed guess_read pressed", ONGOING, Doubt.NO_EFFECT),
    ("ignored all_closed", ONGOING, Doubt.NO_EFFECT),
    ("ignored", WON, WON),
]


@pytest.mark.parametrize(("signs", "shown", "stage"), CASES)
def test_the_stage_follows_from_the_signs(signs: str, shown: Stage, stage: Stage | Doubt) -> None:
    assert decide(Signs(shown=shown, **dict.fromkeys(signs.split(), True))) is stage
