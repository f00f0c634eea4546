"""By which hand a program is played is found out from what the first presses changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.minefield import Stage
from mwagent.player.play import IN_A_ROW
from mwagent.player.records import GameLog, Session
from mwagent.player.session import run
from mwagent.player.views import Effect, Hands, Manner, permits
from mwagent.player.window import SightedWindow
from mwagent.player.window.handling import Handling
from mwagent.solvers import create
from testbed.drawn_games import CLASSIC
from testbed.drawn_hands import HandsView
from testbed.drawn_kinds import Look


def effect_of(program: Manner, made: Manner, *, mode: bool) -> Effect:
    """What a press made in one manner does in a program that is played in another."""
    if made is program and (mode or program is not Manner.MODE):
        return Effect.OPENED
    marks = program in (Manner.RIGHT, Manner.MODE)
    plain = made in (Manner.LEFT, Manner.MODE)
    if plain and program is Manner.MENU:
        return Effect.OFFERED
    return Effect.MARKED if plain and marks else Effect.NOTHING


@given(st.sampled_from(Manner), st.sets(st.integers(0, 8), max_size=IN_A_ROW - 1))
def test_every_program_is_played_within_few_presses(program: Manner, lost: set[int]) -> None:
    hands = Hands()
    for number in range(4 * IN_A_ROW + len(lost)):
        made = hands.manner
        effect = effect_of(program, made, mode=True)
        hands.note(Effect.NOTHING if number in lost and effect is Effect.OPENED else effect)
    assert hands.manner is program


@given(st.lists(st.sampled_from([Effect.OPENED, Effect.NOTHING]), max_size=40))
def test_presses_that_get_lost_change_no_hand_that_was_seen_to_open(effects: list[Effect]) -> None:
    hands = Hands()
    for effect in [Effect.OPENED, *effects]:
        hands.note(effect)
    assert hands.manner is Manner.LEFT


def played(view: HandsView, tmp_path: Path, games: int = 2) -> Session:
    """Play some games on a view; returns how they went."""
    window = SightedWindow(view, patience=5.0)
    with GameLog(tmp_path / "run.log", "best", {}, "page") as log:
        return run(window, create("best"), log, games=games)


@pytest.mark.parametrize("hands", ["left", "swap", "mode", "menu", "double", "long"])
def test_a_page_is_played_by_its_own_hand(hands: str, tmp_path: Path) -> None:
    view = HandsView(hands, Look(CLASSIC, 0))
    session = played(view, tmp_path)
    assert session.error is None
    assert [str(result.stage) for result in session.results] == [str(g.stage) for g in view.games]
    assert {game.stage for game in view.games} <= {Stage.WON, Stage.LOST}
    assert not view.astray, "something was pressed that is no part of the game"


def test_a_usual_page_gets_no_press_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found_out, assumed = (HandsView("left", Look(CLASSIC, 0)) for _ in range(2))
    played(found_out, tmp_path)
    monkeypatch.setattr(Handling, "goes_on", lambda *seen: False)
    played(assumed, tmp_path)
    assert found_out.presses == assumed.presses
    assert found_out.clock.now() == assumed.clock.now()


def test_what_chooses_how_a_click_acts_is_pressed_for_that_alone() -> None:
    view = HandsView("menu", Look(CLASSIC, 0))
    view.menu = (100, 200), (0, 0)
    middles = {text: ((x0 + x1) / 2, (y0 + y1) / 2) for text, (x0, y0, x1, y1) in view.buttons()}
    pressed = {text for text, at in middles.items() if permits(view, at, hand=True)}
    assert pressed == {"Dig"}
    assert not any(permits(view, middles[text]) for text in ("Dig", "Flag", "Buy"))
