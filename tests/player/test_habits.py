"""Presses are slow until a program is known to take quick ones, and again once it loses one."""

from __future__ import annotations

from typing import Any, cast

import pytest

from mwagent.minefield import FLAG, Board, Button, Click
from mwagent.player.views import PRIMARY, ClickStyle, Point, Press
from mwagent.player.views.click_style import LARGEST_BATCH, SLOW, TRIED_FASTER, strays
from mwagent.player.views.mouse import Mouse

BEFORE = Board.parse("mines 2\n#####\n#####\n00000")
BATCHES = (1, 2, LARGEST_BATCH)
TOP = [(0, col) for col in range(5)]


def lefts(*cells: tuple[int, int]) -> list[Click]:
    return [Click(cell) for cell in cells]


def right(style: ClickStyle, *clicks: Click) -> None:
    """Let a style see that clicks did what they should, each by itself."""
    after = BEFORE.cells.copy()
    for click in clicks:
        after[click.cell] = FLAG if click.button is Button.RIGHT else 1
    style.learn(BEFORE, clicks, Board(after))


def practised() -> ClickStyle:
    """The style of a program in which presses at once were right, until it gets any number."""
    style = ClickStyle()
    for step in BATCHES:
        right(style, *lefts(*TOP[:step]))
    return style


def test_the_first_presses_are_slow_and_one_at_a_time() -> None:
    style = ClickStyle()
    wanted = lefts(*TOP)
    for at_once in BATCHES:
        assert len(style.at_once(wanted)) == at_once and not style.chords
        press = style.press(wanted[0], (5, 5))
        assert (press.hold > 0 and press.rest > 0) == (at_once == 1)
        right(style, *wanted[:at_once])
    assert style.at_once(wanted) == wanted and style.chords
    press = style.press(wanted[0], (5, 5))
    assert (press.hold, press.rest) == (0.0, 0.0)


def test_cells_that_blank_ones_opened_prove_no_press() -> None:
    style = ClickStyle()
    for _ in range(9):
        below = Board.parse("mines 2\n#####\n11###\n00000")
        style.learn(BEFORE, lefts((1, 0), (1, 1)), below)
    assert not style.quick and len(style.at_once(lefts(*TOP))) == 2


def test_cells_that_are_not_understood_tell_nothing() -> None:
    style = practised()
    style.learn(BEFORE, lefts((0, 0), (0, 1)), BEFORE, {(0, 0), (0, 1)})
    assert style.quick and style.rest == 0.0


def test_the_pointer_rests_once_a_press_among_others_got_lost() -> None:
    style = practised()
    style.learn(BEFORE, lefts((0, 0), (0, 1)), Board.parse("mines 2\n1####\n#####\n00000"))
    assert not style.chords and len(style.at_once(lefts(*TOP))) == 1
    for button in Button:
        press = style.press(Click((0, 1), button), (5, 5))
        assert press.rest > 0 and press.hold >= press.rest


def test_nothing_is_flagged_where_the_pointer_has_to_rest() -> None:
    style = practised()
    style.learn(BEFORE, lefts((0, 0), (0, 1)), Board.parse("mines 2\n1####\n#####\n00000"))
    for _ in range(TRIED_FASTER - 1):
        right(style, *lefts(*TOP))
    assert style.quick and style.rest > 0 and not style.chords
    right(style, *lefts(*TOP))
    for step in BATCHES:
        right(style, *lefts(*TOP[:step]))
    assert style.chords


def test_presses_stay_single_where_no_rest_suffices() -> None:
    style = ClickStyle()
    for _ in range(9):
        for _ in range(5):
            clicks = style.at_once(lefts(*TOP))
            if len(clicks) > 1:
                after = BEFORE.cells.copy()
                after[clicks[-1].cell] = 1
                style.learn(BEFORE, clicks, Board(after))
            else:
                right(style, *clicks)
    assert len(style.at_once(lefts(*TOP))) == 1


def test_a_button_is_held_longer_where_quick_presses_have_no_effect() -> None:
    style = ClickStyle()
    holds = []
    for _ in range(12):
        clicks = style.at_once(lefts(*TOP))
        hold = style.press(clicks[0], (5, 5)).hold
        if hold >= 0.05:
            right(style, *clicks)
        else:
            style.learn(BEFORE, clicks, BEFORE)
        holds.append(hold)
    assert style.quick and 0.05 <= style.hold <= 0.1
    assert [hold for hold in holds if hold < 0.05] == [0.0, SLOW / 4]


def test_a_button_is_held_longer_where_every_other_press_has_no_effect() -> None:
    style = ClickStyle()
    slow = style.hold
    for _ in range(5):
        style.learn(BEFORE, lefts((0, 0)), BEFORE)
        right(style, *lefts((0, 0)))
    assert style.hold > slow


def test_buttons_are_kept_apart_until_each_was_seen_to_work() -> None:
    style = practised()
    flags = [Click((0, 1), Button.RIGHT)]
    chords = [Click((2, 0), Button.CHORD)]
    wanted = [*flags, *lefts(*TOP), *chords]
    assert style.at_once(wanted) == lefts(*TOP) and style.pause > 0
    assert style.at_once([*chords, *flags]) == flags
    right(style, *flags)
    opened = Board.parse("mines 2\n#####\n1F###\n00000")
    style.learn(Board.parse("mines 2\n#####\n#F###\n00000"), chords, opened)
    assert style.at_once(wanted) == [*flags, *lefts(*TOP)] and style.pause == 0
    right(style, *flags, *lefts((0, 0)))
    assert style.at_once(wanted) == wanted
    style.learn(BEFORE, lefts((0, 0)), BEFORE)
    assert style.at_once(wanted) == lefts((0, 0))


def test_the_pointer_rests_at_once_where_a_click_acts_on_another_cell() -> None:
    style = practised()
    style.learn(BEFORE, [Click((0, 0), Button.RIGHT)], Board.parse("mines 2\n##1##\n#####\n00000"))
    assert style.rest > 0 and not style.chords


def test_only_what_no_click_explains_went_astray() -> None:
    opening = Board.parse("mines 2\n001##\n001##\n00000")
    assert not strays(BEFORE, lefts((0, 0)), opening)
    flagged = Board.parse("mines 2\nF####\n####F\n00000")
    assert strays(BEFORE, [Click((0, 0), Button.RIGHT)], flagged) == {(1, 4)}


def test_flags_that_a_program_sets_at_a_win_are_not_astray() -> None:
    style = practised()
    before = Board.parse("mines 2\n0001F\n0001#\n0001#")
    style.learn(before, lefts((1, 4)), Board.parse("mines 2\n0001F\n00012\n0001F"))
    assert style.rest == 0.0


class Hand:
    """A hand that notes what it does, and for how long it waits."""

    taken = None

    def __init__(self) -> None:
        self.done: list[object] = []

    def move(self, at: Point) -> None:
        if at not in self.done:
            self.done.append(at)

    def press(self, buttons: tuple[int, ...], hold: float, elsewhere: object) -> None:
        self.done.append(buttons)

    def flush(self) -> None:
        """Nothing is kept back."""


@pytest.mark.parametrize("rest", [0.0, 0.1])
def test_a_pointer_that_rests_at_a_cell_does_so_before_the_press_as_well(
    monkeypatch: pytest.MonkeyPatch, rest: float
) -> None:
    hand = Hand()
    monkeypatch.setattr("mwagent.player.views.mouse.time.sleep", hand.done.append)
    Mouse(cast(Any, hand)).press(Press((5, 5), (PRIMARY,), rest=rest))
    waits = [rest] if rest else []
    assert hand.done == [(5, 5), *waits, (PRIMARY,), *waits]
