"""A board that moves, is covered or is taken for another one, between a look and a press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.belief import Found, Location, SeenBoard
from mwagent.belief.camera import Camera
from mwagent.belief.unknown_skin import UnknownSkinReader
from mwagent.minefield import Board, Click, Game, Level
from mwagent.player.play import Disturbed, LostSightError
from mwagent.player.views import Press
from mwagent.player.window import SightedWindow, recovering
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.playing import Playing
from mwagent.player.window.recovering import Recovery
from mwagent.player.window.suspicion import Suspicion
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import BoardNotFoundError
from testbed.drawn_classic import Drawing, desktop, draw
from testbed.drawn_view import DrawnView
from testbed.hands import SIDE, Screen, numbered
from testbed.readings import as_read


@pytest.mark.slow
def test_a_board_that_is_gone_once_it_is_found_is_looked_for_again() -> None:
    class Vanishing(DrawnView):
        """Hidden behind a plain window after its first whole picture, if it is to be."""

        hides, hidden = True, False

        def pictures(self) -> list[Shot]:
            shots = super().pictures()
            self.hidden = self.hides
            return shots

        def picture(self) -> np.ndarray:
            return np.full_like(super().picture(), 192) if self.hidden else super().picture()

    view = Vanishing(lambda number: Game(Level(9, 9, 10), 1))
    with pytest.raises(BoardNotFoundError):
        SeenBoard.watch(view)
    view.hides = view.hidden = False
    board = SeenBoard.watch(view)
    assert board.location.shape == (9, 9)


@given(right=st.integers(-1, 1), down=st.integers(-1, 1))
def test_a_board_that_moves_by_whole_cells_is_noticed_by_its_rim(right: int, down: int) -> None:
    # All cells look alike: nothing on the board itself tells.
    picture = np.full((8 * SIDE, 8 * SIDE, 3), 90, np.uint8)
    picture[2 * SIDE : 6 * SIDE, 2 * SIDE : 6 * SIDE] = 190
    view = Screen(picture)
    camera = Camera(view)
    location = Location(0, Lattice(2 * SIDE, 2 * SIDE, SIDE, SIDE, 4, 4), None)
    camera.monitors()
    assert camera.board(location).picture.shape == (4 * SIDE, 4 * SIDE, 3)
    assert not camera.moved
    view.shown = np.roll(picture, (down * SIDE, right * SIDE), axis=(0, 1))
    camera.board(location)
    assert camera.moved == bool(right or down)


def playing(view: Screen, cells: Sequence[str]) -> Playing:
    """A board of 4 x 8 cells that is played on, and was read as these rows."""
    location = Location(0, Lattice(SIDE, SIDE, SIDE, SIDE, 4, 8), None)
    reading = as_read(*cells)
    camera = Camera(view)
    camera.monitors()
    return Playing(PlayedBoard(camera, Found(location, reading, ())))


def test_what_keeps_being_unread_makes_all_that_was_learned_doubtful() -> None:
    view = Screen(numbered(4, 8))
    state = playing(view, ("1~######",) + ("########",) * 3)
    known = state.board.known = Board.parse("\n".join(["1#######"] + ["########"] * 3))
    for number in range(2):
        assert state.board.known is known, f"believed after {number} clicks in vain"
        with pytest.raises(Disturbed):
            state.click([Click((0, 1))])
    assert state.board.known is None


@pytest.mark.parametrize("sense", [True, False])
def test_a_known_skin_in_which_a_board_makes_no_sense_may_be_the_wrong_one(sense: bool) -> None:
    suspected: list[bool] = []
    state = SimpleNamespace(
        board=SimpleNamespace(
            program=SimpleNamespace(known_skin=True),
            suspect_skin=lambda: suspected.append(True),
            known=Board.parse("########"),
        ),
        looking=SimpleNamespace(makes_sense=lambda _: sense),
        suspicion=Suspicion(),
    )
    assert Playing._outgrown(cast(Playing, state), as_read("1#######")) is not sense
    assert suspected == [True] * (not sense)


@pytest.mark.parametrize(("row", "pressed"), [("1~1#####", True), ("1~~#####", False)])
def test_a_safe_cell_that_is_not_understood_is_pressed_where_it_stands_alone(
    row: str, pressed: bool
) -> None:
    view = Screen(numbered(4, 8))
    view.guarded = True
    state = playing(view, (row,) + ("########",) * 3)
    made = []
    for _ in range(3):
        try:
            state.click([Click((0, 1))])
            made.append(1)
        except Disturbed as disturbed:
            made.append(len(disturbed.made))
    assert made == [0, 0, pressed]


@pytest.mark.parametrize(
    ("guarded", "late", "made"), [(False, True, 2), (False, False, 6), (True, True, 6)]
)
def test_few_clicks_are_under_way_where_a_program_paints_late(
    guarded: bool, late: bool, made: int
) -> None:
    view = Screen(numbered(4, 8))
    view.guarded = guarded
    state = playing(view, ["1#######"] * 4)
    before = Board.parse("\n".join(["########"] * 4))
    for count in (1, 1, 2, 4):
        # The program is known to take presses well.
        after = Board.parse("\n".join(["#1######"] * count + ["########"] * (4 - count)))
        state.pressing.style.learn(before, [Click((row, 1)) for row in range(count)], after)
    state.board.known = Board.parse("\n".join(["1#######"] * 4))
    # What was clicked last is painted at once, or not for a while.
    state.board.clicked = [Click((0, 1))]
    if not late:
        view.shown = view.shown.copy()
        view.shown[SIDE : 2 * SIDE, 2 * SIDE : 3 * SIDE] = 255
    state.looking.await_paint()
    state.board.shot = state.board.picture()
    clicks = [Click((1, col)) for col in range(1, 7)]
    if made == len(clicks):
        state.click(clicks)
    else:
        with pytest.raises(Disturbed) as told:
            state.click(clicks)
        assert len(told.value.made) == made


def test_flags_do_not_mislead_about_a_board_of_another_shape() -> None:
    view = Screen(numbered(4, 8))
    location = Location(0, Lattice(SIDE, SIDE, SIDE, SIDE, 4, 8), None)
    fresh = as_read(*["########"] * 4)
    board = view.grab(0, location.box).seen
    reader = UnknownSkinReader()
    reader.skin.learn_closed(board, location, fresh)
    other = Lattice(0.0, 0.0, SIDE, SIDE, 3, 4)
    assert len(reader.read_at(view.pictures()[0].seen, other, location, set(), {(3, 7)}).cells) == 3


def test_what_a_key_did_is_looked_at_also_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # Where reading takes long, the search is over before the first key.
    monkeypatch.setattr(recovering, "SEARCH", 0.0)
    monkeypatch.setattr(recovering, "EFFECT", 0.0)
    view = Screen(numbered(4, 8))
    closed = ("########",) * 4
    state = playing(view, closed)
    state.board.clicked = [Click((0, 0))]
    found = Found(state.board.location, state.board.reading, ())

    def find(*_: object) -> Found:
        if not view.keys:
            raise BoardNotFoundError("a dialog lies over it")
        return found

    monkeypatch.setattr(state.board, "find", find)
    monkeypatch.setattr(state.board, "read", lambda picture, since=None: found.reading)
    recovery = Recovery(state.board, state.looking, opened=False)
    assert recovery.find(moved=False).cells == closed
    assert view.keys == ["escape"]


@pytest.mark.parametrize(("left", "ours"), [(0.0, True), (9.0 * SIDE, False)])
def test_a_fresh_board_that_has_grown_under_a_press_in_vain_is_ours(
    monkeypatch: pytest.MonkeyPatch, left: float, ours: bool
) -> None:
    monkeypatch.setattr(recovering, "SEARCH", 0.0)
    view = Screen(np.full((12 * SIDE, 24 * SIDE, 3), 190, np.uint8))
    closed = ("########",) * 4
    state = playing(view, closed)
    state.board.clicked = [Click((0, 0))]
    grown = Lattice(left, SIDE / 2, 1.25 * SIDE, 1.25 * SIDE, 4, 8)
    before, reading = state.board.location, replace(state.board.reading, lattice=grown)
    found = Found(Location(0, grown, None), reading, ())
    monkeypatch.setattr(state.board, "find", lambda *_: found)
    monkeypatch.setattr(state.board, "read", lambda picture, since=None: reading)
    monkeypatch.setattr(recovering, "familiar", lambda *_: True)
    recovery = Recovery(state.board, state.looking, opened=False)
    if ours:
        assert recovery.find(moved=True) is not None
        assert state.board.location is found.location
    else:
        with pytest.raises(LostSightError):
            recovery.find(moved=True)
        assert state.board.location is before


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("in_view", [True, False])
def test_a_look_alike_is_not_played_after_the_first_click(
    monkeypatch: pytest.MonkeyPatch, in_view: bool
) -> None:
    monkeypatch.setattr(recovering, "SEARCH", 0.5)
    closed = ["#########"] * 9
    opened = ["001######", "112######", *["#########"] * 7]
    before, after = desktop(620, 500), desktop(620, 500)
    draw(closed, Drawing(20, 60, 300, 0), before)
    if in_view:
        draw(opened, Drawing(20, 60, 100, 0), after)
    draw(closed, Drawing(20, 400, 250, 0), after)
    view = Screen(before)

    def press(presses: Sequence[Press]) -> int:
        view.shown = after
        return len(presses)

    view.press = press  # type: ignore[method-assign]
    window = SightedWindow(view)
    window.look()
    window.click([Click((0, 0))])
    if in_view:
        assert window.look()[0, 2] == 1
        assert window.location is not None
        assert abs(window.location.lattice.y - 100) < 0.5
        # Nor is it when what was seen of the game is doubtful.
        view.shown = desktop(620, 500)
        draw(closed, Drawing(20, 400, 250, 0), view.shown)
        window.doubt()
    with pytest.raises(LostSightError, match="elsewhere"):
        window.look()


def test_what_lies_under_a_dialog_of_the_program_is_not_read_as_cells() -> None:
    view = Screen(numbered(4, 8))
    view.over = lambda: [(90.0, 50.0, 160.0, 75.0)]  # type: ignore[method-assign]
    state = playing(view, ["########"] * 4)
    state.board.known = Board.parse("\n".join(["1111####"] * 4))
    # Its plain ground looks blank, as open cells do.
    shown = replace(state.board.reading, cells=("1111####", "11100000", "11100000", "1111####"))
    reading = shown.explained(state.looking.under_dialogs(shown, state.board.shot))
    assert reading.cells == ("1111####", "1111~~~0", "1111~~~0", "1111####")


@pytest.mark.parametrize(("wide", "right"), [(400, True), (9 * SIDE, False)])
def test_the_pointer_is_put_aside_where_the_screen_goes_on(wide: int, right: bool) -> None:
    picture = np.full((6 * SIDE, wide, 3), 90, np.uint8)
    picture[: 5 * SIDE, : 9 * SIDE] = numbered(4, 8)[: 5 * SIDE, : 9 * SIDE]
    state = playing(Screen(picture), ["########"] * 4)
    x, _ = state.looking.beside()
    assert (9 * SIDE < x < wide) if right else (0 <= x < SIDE)
