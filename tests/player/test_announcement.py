"""The end of a game as a page says it in words."""

from __future__ import annotations

from mwagent.minefield import Stage
from mwagent.player.rounds import Announcement


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


def test_a_lone_word_tells_the_end_above_a_new_button_for_another_round() -> None:
    for word, stage in (("Win", Stage.WON), ("Lose", Stage.LOST)):
        view = Saying()
        view.words = "Easy\n\n0\n1\n1\n\nRestart the timer"
        said = Announcement(view)
        said.begin()
        view.words = f"Easy\n\n0\n1\n1\n2\n\n{word}\n\nRestart"
        assert said.stage() is stage
        # A label above a number counts rounds.
        view.words = f"Easy\n\n0\n1\n1\n{word}\n2\nRestart"
        assert said.stage() is None


def test_the_same_words_once_more_are_new() -> None:
    view = Saying()
    view.words = "You lost!"
    said = Announcement(view)
    said.begin()
    view.words = "You lost!\nYou lost!"
    assert said.stage() is Stage.LOST
