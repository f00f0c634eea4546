"""What a page gets that asks for a size, a level or a name, and what it is not given."""

from __future__ import annotations

import pytest

from mwagent.player.views.prompts import answer_to
from mwagent.player.views.wording import is_harmless


@pytest.mark.parametrize(
    ("message", "proposal", "answer"),
    [
        ("Rows?", "9", "9"),
        ("Mines?", "", "10"),
        ("Which difficulty would you like? Type: easy, medium, hard.", "", "easy"),
        ("Nivel: fácil, medio o difícil", "", "fácil"),
        ("1 - Beginner, 2 - Expert", "", "1"),
        ("Level? easy = 1, hard = 2", "", "1"),
        ("Easy (0) or hard (1)", "", "0"),
        ("How many rows (5-8)?", "", "8"),
        ("Size between 12 and 30", "", "12"),
        ("Mines, from 1 to 99", "", "10"),
        ("Choose a fields size (10-30): \nType [E] to exit the prompt.", "10", "10"),
        ("Your name?", "", "player"),
        ("Your name?", "Anonymous", "player"),
        ("E-mail of the player?", "", None),
        ("Send to (e-mail)?", "me@x.org", None),
        ("Bet how much?", "10", None),
        ("Remind me tomorrow?", "9", None),
        ("Password?", "", None),
        ("Bitte Passwort eingeben", "1234", None),
        # A proposal that is a sentence is a hint, not an answer.
        ("Mines", "Between 1 and 100 (string assume as zero)", "10"),
        ("Mines", "Between 20 and 100", "20"),
        ("Rows?", "Type a number", "10"),
        ("Size", "16x30", "16x30"),
        ("Level", "Hard", "Hard"),
        ("Mines, from 1 to 99", "lots", "10"),
    ],
)
def test_a_proposal_an_easy_level_or_a_usual_number_is_answered(
    message: str, proposal: str, answer: str | None
) -> None:
    assert answer_to(message, proposal) == answer


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("Start a new game?", True),
        ("You won! Play again?", True),
        ("Leave this round and begin another game?", False),
        ("Publish your score and play again?", False),
        ("Your session expires", False),
        ("Do you really want to quit?", False),
        ("Delete all scores?", False),
        ("Spiel beenden?", False),
        ("Buy 100 coins?", False),
    ],
)
def test_a_question_is_agreed_to_where_it_asks_for_another_round_alone(
    question: str, yes: bool
) -> None:
    assert is_harmless(question) == yes
