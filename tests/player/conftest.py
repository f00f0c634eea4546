"""A view of a screen that a test draws, and the hand that presses there."""

from __future__ import annotations

import pytest

import mwagent.player.views.screen
from mwagent.player.play import VirtualWindow
from mwagent.player.views import ScreenView
from testbed.drawn_view import DrawnClock
from testbed.hands import Hand, Screen, numbered


@pytest.fixture(autouse=True)
def _drawn_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for on a virtual board either."""
    monkeypatch.setattr(VirtualWindow, "clock", DrawnClock())


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    one = Hand()
    monkeypatch.setattr(mwagent.player.views.screen, "hand", lambda seat: one)
    return one


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, hand: Hand) -> tuple[ScreenView, Screen]:
    monitor = Screen(numbered(4, 8))
    monkeypatch.setattr(mwagent.player.views.screen, "Screen", lambda presses: monitor)
    return ScreenView(), monitor
