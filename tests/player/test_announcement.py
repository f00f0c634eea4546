"""The end of a game as a page says it in words."""

from __future__ import annotations

import pytest

from mwagent.minefield import Stage
from mwagent.player.rounds import Announcement
from mwagent.player.rounds.announcement import verdict


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("You Winner!", Stage.WON),
        ("VICTORY IN 00:17", Stage.WON),
        ("Game over! You win!", Stage.WON),
        ("You've won in 12 s. Try again?", Stage.WON),
        ("クリア！", Stage.WON),
        ("Time: 13\nCLEARED!", Stage.WON),
        ("12 cells cleared", None),
        ("¡Ganaste!", Stage.WON),
        ("Great job! You found them.", Stage.WON),
        ("Tebrikler!", Stage.WON),
        ("Esto ha explotado", Stage.LOST),
        ("The mine has exploded", Stage.LOST),
        ("DEFEAT!", Stage.LOST),
        ('You lost the game! Click "New Game" below to start a new game.', Stage.LOST),
        ("Game Over", Stage.LOST),
        ("Вы проиграли", Stage.LOST),
        ("Time: 13", None),
        ("Open every cell to win", None),
        ("you have won 2, you have lost 1", None),
    ],
)
def test_words_of_a_win_and_of_a_loss(text: str, stage: Stage | None) -> None:
    assert verdict(text) is stage


class Saying:
    """A view of which nothing counts but what it says."""

    alone = True

    def __init__(self) -> None:
        self.words = ""
        self.answered = 0

    def text(self) -> str:
        return self.words


def test_only_what_came_up_since_the_round_began_counts() -> None:
    view = Saying()
    said = Announcement(view)
    view.words = "You lost!\nOpen every cell"
    assert said.stage() is None
    said.begin()
    assert said.stage() is None
    view.words += "\nYou win!"
    assert said.stage() is Stage.WON
    said.forget()
    assert not said.awaited
    assert said.stage() is None


def test_a_dialog_that_was_answered_since_the_round_began_interrupts_it() -> None:
    view = Saying()
    view.answered = 2
    said = Announcement(view)
    assert not said.interrupted
    said.begin()
    assert not said.interrupted
    view.answered, view.words = 3, "Game over!"
    assert said.interrupted
    assert said.stage() is Stage.LOST
    said.forget()
    assert not said.interrupted


def test_the_same_words_once_more_are_new() -> None:
    view = Saying()
    view.words = "You lost!"
    said = Announcement(view)
    said.begin()
    view.words = "You lost!\nYou lost!"
    assert said.stage() is Stage.LOST
