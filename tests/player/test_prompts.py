"""What a page gets that asks for a level or a number before it shows anything."""

from __future__ import annotations

import pytest

from mwagent.player.views.prompts import answer_to


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
        ("Your name?", "", "10"),
    ],
)
def test_a_proposal_an_easy_level_or_a_usual_number_is_answered(
    message: str, proposal: str, answer: str
) -> None:
    assert answer_to(message, proposal) == answer
