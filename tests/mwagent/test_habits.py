"""Presses slow down in programs that lose quick ones, and only there."""

from __future__ import annotations

from minefield import Board, Button, Click
from mwagent.hands import ClickStyle
from mwagent.hands.click_style import strays

BEFORE = Board.parse("mines 2\n#####\n#####\n00000")


def lefts(*cells: tuple[int, int]) -> list[Click]:
    return [Click(cell) for cell in cells]


def test_presses_are_quick_where_all_have_an_effect() -> None:
    style = ClickStyle()
    for _ in range(5):
        style.learn(BEFORE, lefts((0, 0), (0, 1)), Board.parse("mines 2\n11###\n#####\n00000"))
    press = style.press(Click((0, 0)), (5, 5))
    assert (press.hold, press.rest) == (0.0, 0.0)


def test_the_pointer_rests_once_presses_among_others_got_lost_twice() -> None:
    style = ClickStyle()
    after = Board.parse("mines 2\n1####\n#####\n00000")
    style.learn(BEFORE, lefts((0, 0), (0, 1)), after)
    assert style.press(Click((0, 1)), (5, 5)).rest == 0.0
    style.learn(BEFORE, lefts((0, 0), (0, 1)), after)
    for button in Button:
        press = style.press(Click((0, 1), button), (5, 5))
        assert press.rest > 0 and press.hold >= press.rest


def test_the_pointer_rests_at_once_where_a_click_acts_on_another_cell() -> None:
    style = ClickStyle()
    style.learn(BEFORE, [Click((0, 0), Button.RIGHT)], Board.parse("mines 2\n##1##\n#####\n00000"))
    assert style.rest > 0


def test_only_what_no_click_explains_went_astray() -> None:
    opening = Board.parse("mines 2\n001##\n001##\n00000")
    assert not strays(BEFORE, lefts((0, 0)), opening)
    flagged = Board.parse("mines 2\nF####\n####F\n00000")
    assert strays(BEFORE, [Click((0, 0), Button.RIGHT)], flagged) == {(1, 4)}


def test_flags_that_a_program_sets_at_a_win_are_not_astray() -> None:
    style = ClickStyle()
    before = Board.parse("mines 2\n0001F\n0001#\n0001#")
    style.learn(before, lefts((1, 4)), Board.parse("mines 2\n0001F\n00012\n0001F"))
    assert style.rest == 0.0
