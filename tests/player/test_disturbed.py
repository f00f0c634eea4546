"""What happens between a look and a press: boards that move, other games, other hands."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mwagent.player.views.screen
from mwagent.belief import (
    Found,
    Location,
    fits_clicks,
    with_clicked_blank,
)
from mwagent.belief.camera import Camera
from mwagent.belief.unknown_skin import UnknownSkinReader
from mwagent.minefield import Board, Button, Click, FirstClick, Game, Level, Stage, cells_where
from mwagent.player.play import IN_A_ROW, Disturbed, LostSightError, Turn, VirtualWindow
from mwagent.player.play.loop import turns
from mwagent.player.tracking import TrackedBoard, track
from mwagent.player.views import PRIMARY, Desktop, Point, Press, ScreenView
from mwagent.player.views.mouse import Mouse
from mwagent.player.views.press import FRESH, Aside
from mwagent.player.views.windows import OpenWindow, Windows
from mwagent.player.window import SightedWindow, recovering
from mwagent.player.window.playing import Playing
from mwagent.player.window.recovering import Recovery
from mwagent.player.window.suspicion import Suspicion
from mwagent.solvers import create
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.reading import UNKNOWN, BoardNotFoundError, Reading
from testbed.drawn_classic import Drawing, desktop, draw
from testbed.drawn_view import DrawnView, Still

SIDE = 20


class Screen(Still):
    """A picture in the place of `mwagent.vision.capture.Screen`, or of a view."""

    seat = None

    def glance(self, monitor: int, box: Box) -> Shot:
        return self.grab(monitor, box)


class Hand(Windows):
    """Notes presses; `then` is called after each."""

    taken: Point | None = None

    def __init__(self) -> None:
        self.at: Point = (1, 1)
        self.pressed: list[Point] = []
        self.released: list[Point] = []
        self.keys: list[str] = []
        self.open: list[OpenWindow] = []
        self.focused: int | None = None
        self.then: Callable[[], object] = lambda: None
        self.over: Callable[[Point], int] = lambda at: 1

    def reach(self, at: Point) -> None:
        del at

    def window(self, at: Point) -> int:
        return self.over(at)

    def position(self) -> Point:
        return self.at

    def corner(self) -> bool:
        return False

    def move(self, to: Point) -> None:
        self.at = to

    def press(self, buttons: Sequence[int], hold: float, elsewhere: Aside | None = None) -> bool:
        self.pressed.append(self.at)
        self.then()
        away = elsewhere() if elsewhere is not None and hold else None
        self.at = away or self.at
        self.released.append(self.at)
        return away is not None

    def flush(self) -> None:
        pass

    def key(self, name: str) -> None:
        self.keys.append(name)

    def focus(self) -> int | None:
        return self.focused

    def grabbed(self) -> bool:
        return False

    def windows(self) -> list[OpenWindow]:
        return self.open


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    one = Hand()
    monkeypatch.setattr(mwagent.player.views.screen, "hand", lambda seat: one)
    return one


def numbered(rows: int, cols: int) -> np.ndarray:
    """A picture of cells that all look different, on a plain ground, one cell of it all around."""
    picture = np.full(((rows + 2) * SIDE, (cols + 2) * SIDE, 3), 190, np.uint8)
    for row in range(rows):
        for col in range(cols):
            top, left = (row + 1) * SIDE, (col + 1) * SIDE
            picture[top : top + SIDE, left : left + SIDE] = 5 * (row * cols + col) % 180
    return picture


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, hand: Hand) -> tuple[ScreenView, Screen]:
    monitor = Screen(numbered(4, 8))
    monkeypatch.setattr(mwagent.player.views.screen, "Screen", lambda presses: monitor)
    return ScreenView(), monitor


def presses(hold: float) -> list[Press]:
    """A press on each cell of the second row, told by the cells above it."""
    middles = [SIDE * col + SIDE // 2 for col in range(1, 9)]
    return [Press((x, 50), (PRIMARY,), hold, around=((x, 30),)) for x in middles]


@pytest.mark.parametrize("hold", [0.001, 0.0])
def test_a_batch_stops_when_the_screen_changes(
    screen: tuple[ScreenView, Screen], hand: Hand, hold: float
) -> None:
    view, monitor = screen
    view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    assert view.press(presses(hold)) == 8

    def change() -> None:
        monitor.shown = np.full_like(monitor.shown, 77)
        time.sleep(FRESH)

    hand.then = change
    assert view.press(presses(hold)) == 1
    assert len(hand.pressed) == 9


def test_a_button_held_while_the_board_moves_is_released_off_the_board(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, monitor = screen
    box = left, top, right, foot = SIDE, SIDE, 9 * SIDE, 5 * SIDE
    view.grab(0, box)
    # What a press does to its own cell and those around it is no reason.
    hand.then = lambda: monitor.shown[2 * SIDE : 3 * SIDE, SIDE : 3 * SIDE].fill(250)
    assert view.press(presses(0.1)[:1]) == 1
    assert hand.released == hand.pressed
    view.grab(0, box)
    hand.then = lambda: monitor.shown.__setitem__(..., np.roll(monitor.shown, SIDE, axis=0))
    view.press(presses(0.1)[4:5])
    x, y = hand.released[-1]
    assert not (left <= x < right and top <= y < foot)
    assert view.press(presses(0.0)[4:5]) == 1  # the pointer is where the bot has left it


def test_no_button_is_pressed_where_the_board_moves_while_the_pointer_rests(
    screen: tuple[ScreenView, Screen], hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, monitor = screen
    resting = [replace(press, rest=0.1) for press in presses(0.1)]

    def sleep(seconds: float) -> None:
        monitor.shown = np.roll(monitor.shown, SIDE, axis=0)

    monkeypatch.setattr("mwagent.player.views.mouse.time.sleep", sleep)
    for _ in range(IN_A_ROW):
        view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
        assert view.press(resting[:1]) == 0
    assert not hand.pressed
    # Some boards never keep still.
    assert view.press(resting[:1]) == 1


def test_nothing_is_pressed_on_a_window_that_looks_like_cells(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    hand.open = [OpenWindow("Mines", (0, 0, 400, 300), 7, number=1)]
    view.found(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    hand.over = lambda at: 2 if at[0] > 5 * SIDE else 1
    view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    assert view.press(presses(0.0)) == 4
    assert max(x for x, _ in hand.pressed) < 5 * SIDE
    # One that comes up between a look and a press lies over all of it.
    hand.over = lambda at: 3
    assert view.press(presses(0.0)) == 0


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
        track(view)
    view.hides = view.hidden = False
    board, _ = track(view)
    assert board.location.shape == (9, 9)


def test_what_changes_elsewhere_does_not_stop_a_batch(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, monitor = screen
    view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))

    def open_one() -> None:
        monitor.shown[2 * SIDE : 3 * SIDE, hand.at[0] - 10 : hand.at[0] + 10] = 255

    hand.then = open_one
    assert view.press(presses(0.001)) == 8


@pytest.mark.parametrize(
    ("program", "focused", "typed"),
    [
        ("kmines", 1, ["f2", "ctrl+n"]),
        ("kmines", 2, []),
        ("kmines", 3, []),
        ("firefox-esr", 1, ["f2"]),
        ("", 1, ["f2"]),
        # Where nobody says who listens, nothing is typed, nor where somebody takes all.
        ("kmines", None, []),
        ("grabbed", 1, []),
    ],
)
def test_keys_are_typed_into_the_window_that_is_played_alone(
    screen: tuple[ScreenView, Screen],
    hand: Hand,
    program: str,
    focused: int | None,
    typed: list[str],
) -> None:
    view, _ = screen
    board = OpenWindow("Mines", (0, 0, 400, 300), 7, number=1, program=program)
    dialog = OpenWindow("", (90, 90, 200, 160), 7, number=2, belongs=True)
    mail = OpenWindow("Mail", (400, 0, 500, 160), 8, number=3)
    hand.open, hand.focused = [board, dialog, mail], focused
    hand.grabbed = lambda: program == "grabbed"  # type: ignore[method-assign]
    view.found(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    # F5 loads a page again, and may do anything in a program.
    assert [name for name in ("f2", "ctrl+n", "f5") if view.key(name)] == typed
    assert hand.keys == typed


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
    reading = replace(read(Board.parse("\n".join(["########"] * 4)), (0, 0)), cells=tuple(cells))
    camera = Camera(view)
    camera.monitors()
    return Playing(TrackedBoard(view, camera, Found(location, reading, ())), reading)


def test_what_keeps_being_unread_makes_all_that_was_learned_doubtful() -> None:
    view = Screen(numbered(4, 8))
    state = playing(view, ("1~######",) + ("########",) * 3)
    known = state.position.board = Board.parse("\n".join(["1#######"] + ["########"] * 3))
    for number in range(2):
        assert state.position.board is known, f"believed after {number} clicks in vain"
        with pytest.raises(Disturbed):
            state.click([Click((0, 1))])
    assert state.position.board is None


@pytest.mark.parametrize("sense", [True, False])
def test_a_known_skin_in_which_a_board_makes_no_sense_may_be_the_wrong_one(sense: bool) -> None:
    suspected: list[bool] = []
    state = SimpleNamespace(
        tracked=SimpleNamespace(
            program=SimpleNamespace(known_skin=True), suspect_skin=lambda: suspected.append(True)
        ),
        position=SimpleNamespace(board=Board.parse("########")),
        looking=SimpleNamespace(makes_sense=lambda _: sense),
        suspicion=Suspicion(),
    )
    reading = replace(read(Board.parse("########"), (0, 0)), cells=("1#######",))
    assert Playing._outgrown(cast(Playing, state), reading) is not sense
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
    state.position.board = Board.parse("\n".join(["1#######"] * 4))
    # What was clicked last is painted at once, or not for a while.
    state.position.clicked = [Click((0, 1))]
    if not late:
        view.shown = view.shown.copy()
        view.shown[SIDE : 2 * SIDE, 2 * SIDE : 3 * SIDE] = 255
    state.looking.await_paint()
    state.position.shot = state.tracked.picture()
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
    fresh = read(Board.parse("\n".join(["########"] * 4)), (0, 0))
    board = view.grab(0, location.box).seen
    reader = UnknownSkinReader()
    reader.skin.learn_closed(board, location, fresh)
    other = Lattice(0.0, 0.0, SIDE, SIDE, 3, 4)
    assert len(reader.read_at(view.pictures()[0].seen, other, location, set(), {(3, 7)}).cells) == 3


def read(board: Board, hidden: tuple[int, int]) -> Reading:
    """A board as it is read, one cell of it not understood."""
    signs = {9: "F", 10: "*", 11: "#"}
    rows = [[signs.get(int(code), str(int(code))) for code in row] for row in board.cells]
    rows[hidden[0]][hidden[1]] = UNKNOWN
    lattice = Lattice(0.0, 0.0, 20.0, 20.0, *board.shape)
    cells = tuple("".join(row) for row in rows)
    return Reading(lattice, cells, np.ones(board.shape, np.float32), "x", None, Stage.ONGOING)


@given(seed=st.integers(0, 10_000), data=st.data())
def test_a_cell_that_opened_others_is_blank(seed: int, data: st.DataObject) -> None:
    game = Game(Level(6, 6, 5), seed, FirstClick.OPEN)
    game.play(Click((2, 2)))
    before = game.board
    closed = cells_where(before.cells == 11)
    if not closed:
        return
    cell = data.draw(st.sampled_from(closed))
    game.play(Click(cell))
    click = [Click(cell)]
    told = with_clicked_blank(read(game.board, cell), before, click).cells[cell[0]][cell[1]]
    assert told == UNKNOWN or told == str(game.board[cell]) == "0"


def test_what_a_key_did_is_looked_at_also_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # Where reading takes long, the search is over before the first key.
    monkeypatch.setattr(recovering, "SEARCH", 0.0)
    monkeypatch.setattr(recovering, "EFFECT", 0.0)
    view = Screen(numbered(4, 8))
    closed = ("########",) * 4
    state = playing(view, closed)
    state.position.clicked = [Click((0, 0))]
    found = Found(state.tracked.location, state.position.reading, ())

    def find(*_: object) -> Found:
        if not view.keys:
            raise BoardNotFoundError("a dialog lies over it")
        return found

    monkeypatch.setattr(state.tracked, "find", find)
    monkeypatch.setattr(state.tracked, "read", lambda picture, since=None: found.reading)
    recovery = Recovery(state.tracked, state.position, state.looking, opened=False)
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
    state.position.clicked = [Click((0, 0))]
    grown = Lattice(left, SIDE / 2, 1.25 * SIDE, 1.25 * SIDE, 4, 8)
    before, reading = state.tracked.location, replace(state.position.reading, lattice=grown)
    found = Found(Location(0, grown, None), reading, ())
    monkeypatch.setattr(state.tracked, "find", lambda *_: found)
    monkeypatch.setattr(state.tracked, "read", lambda picture, since=None: reading)
    monkeypatch.setattr(recovering, "familiar", lambda *_: True)
    recovery = Recovery(state.tracked, state.position, state.looking, opened=False)
    if ours:
        assert recovery.find(moved=True) is not None
        assert state.tracked.location is found.location
    else:
        with pytest.raises(LostSightError):
            recovery.find(moved=True)
        assert state.tracked.location is before


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
        assert window.location.box[1] == 100
        # Nor is it when what was seen of the game is doubtful.
        view.shown = desktop(620, 500)
        draw(closed, Drawing(20, 400, 250, 0), view.shown)
        window.doubt()
    with pytest.raises(LostSightError, match="elsewhere"):
        window.look()


def test_a_lone_blank_cell_is_understood() -> None:
    fresh, after = Board.parse("###\n###\n###", mines=2), Board.parse("01#\n12#\n###", mines=2)
    reading = read(after, (0, 0))
    assert with_clicked_blank(reading, fresh, [Click((0, 0))]).cells == ("01#", "12#", "###")
    # Of two clicks either may have opened the others, and a flag opens nothing.
    for clicks in ([Click((0, 0)), Click((1, 1))], [Click((0, 0), Button.RIGHT)]):
        assert with_clicked_blank(reading, fresh, clicks) is reading


@pytest.mark.parametrize(
    ("shown", "clicks", "answered"),
    [
        ("01#\n12#\n###", [Click((0, 0))], True),
        ("01#\n12#\n###", [Click((2, 2)), Click((0, 0))], True),
        ("###\n01#\n12#", [Click((0, 0))], False),
        ("###\n01#\n12#", [Click((1, 1), Button.CHORD)], True),
        ("###\n01#\n12#", [Click((0, 0), Button.RIGHT)], True),
        ("###\n###\n###", [Click((0, 0))], True),
    ],
)
def test_what_has_opened_answers_the_clicks(
    shown: str, clicks: list[Click], answered: bool
) -> None:
    known = Board.parse("###\n###\n###", mines=2)
    reading = replace(read(Board.parse("###\n###\n###"), (0, 0)), cells=tuple(shown.split("\n")))
    assert fits_clicks(reading, known, clicks) == answered


class Deaf(VirtualWindow):
    """Does not hear the first click."""

    heard = 0

    def click(self, clicks: Sequence[Click]) -> None:
        self.heard += 1
        if self.heard > 1:
            super().click(clicks)


def test_a_first_click_in_vain_is_made_again_at_the_same_cell() -> None:
    window = Deaf(Game(Level(9, 9, 10), 1, FirstClick.OPEN))
    played = turns(window, create("best"))
    one, two = next(played), next(played)
    assert isinstance(one, Turn)
    assert one.clicks == two.clicks
    assert next(played).stage is Stage.ONGOING


@pytest.mark.screen
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_a_button_is_released_where_it_was_pressed() -> None:
    pytest.importorskip("Xlib", reason="python-xlib is not installed")
    from Xlib import X
    from Xlib.display import Display
    from Xlib.ext import xtest

    from mwagent.player.views.x11_hand import X11Hand

    with Desktop(virtual=True, size=(400, 300)):
        mouse = Mouse(X11Hand())
        display: Any = Display()
        window = display.screen().root.create_window(
            *(0, 0, 400, 300, 0, display.screen().root_depth),
            override_redirect=True,
            event_mask=X.ButtonPressMask | X.ButtonReleaseMask,
        )
        window.map()
        display.sync()

        other: Any = Display()

        def snatch() -> None:
            while not other.screen().root.query_pointer().mask & X.Button1Mask:
                time.sleep(0.01)
            xtest.fake_input(other, X.MotionNotify, x=300, y=200)
            other.sync()

        user = threading.Thread(target=snatch)
        user.start()
        mouse.press(Press((50, 60), (PRIMARY,), 1.0))
        mouse.flush()
        user.join()
        events = [display.next_event() for _ in range(2)]
        assert [event.type for event in events] == [X.ButtonPress, X.ButtonRelease]
        assert {(event.root_x, event.root_y) for event in events} == {(50, 60)}
        assert not mouse.check(), "the user has the mouse"
        assert mouse.check()
        other.close()
        display.close()


@pytest.mark.screen
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_a_window_within_its_own_that_has_the_keyboard_is_the_same_program() -> None:
    pytest.importorskip("Xlib", reason="python-xlib is not installed")
    from Xlib import X
    from Xlib.display import Display

    from mwagent.player.views.x11_hand import X11Hand

    with Desktop(virtual=True, size=(400, 300)):
        hand = X11Hand()
        display: Any = Display()
        screen = display.screen()
        window = screen.root.create_window(0, 0, 300, 200, 0, screen.root_depth)
        inner = window.create_window(0, 0, 1, 1, 0, screen.root_depth)
        window.set_wm_class("mines", "Mines")
        inner.set_wm_class("Focus-Proxy-Window", "FocusProxy")
        window.map()
        inner.map()
        display.sync()
        inner.set_input_focus(X.RevertToParent, X.CurrentTime)
        display.sync()
        assert hand.focus() == hand.window((150, 100)) == window.id
        display.close()


def test_what_lies_under_a_dialog_of_the_program_is_not_read_as_cells() -> None:
    view = Screen(numbered(4, 8))
    view.over = lambda: [(90.0, 50.0, 160.0, 75.0)]  # type: ignore[method-assign]
    state = playing(view, ["########"] * 4)
    state.position.board = Board.parse("\n".join(["1111####"] * 4))
    # Its plain ground looks blank, as open cells do.
    shown = replace(state.position.reading, cells=("1111####", "11100000", "11100000", "1111####"))
    reading = state.looking.without_dialogs(shown, state.position.shot)
    assert reading.cells == ("1111####", "1111~~~0", "1111~~~0", "1111####")


BOARD = OpenWindow("Mines", (0, 0, 400, 300), 7, number=1)
BOX = (SIDE, SIDE, 9 * SIDE, 5 * SIDE)
OVER = (90, 50, 200, 160)


@pytest.mark.parametrize(
    ("window", "dialog"),
    [
        (OpenWindow("", OVER, 7, number=2, belongs=True), True),
        (OpenWindow("Game over", OVER, 7, number=2), True),
        (OpenWindow("Battery low", OVER, 7, number=2), False),
        (OpenWindow("", OVER, 7, number=2), False),
        (OpenWindow("Game over", OVER, 8, number=2), False),
        (OpenWindow("", OVER, 8, number=2, belongs=True), False),
    ],
)
def test_a_window_is_a_dialog_of_the_game_or_in_its_way(
    screen: tuple[ScreenView, Screen], hand: Hand, window: OpenWindow, dialog: bool
) -> None:
    view, _ = screen
    hand.open, hand.over = [BOARD, window], lambda at: 2 if window.holds(at) else 1
    view.found(0, BOX)
    assert view.dialogs() == [window.region] * dialog
    assert view.over() == [window.region]
    assert (view.in_the_way(0, BOX) is None) == dialog
    inside, beside = (100, 100), (30, 30)
    assert (view.under(inside).ours, view.under(inside).dialog) == (dialog, dialog)
    assert (view.under(beside).ours, view.under(beside).dialog) == (True, False)
    assert view.press([Press(inside, (1,), 0.0, around=(inside,))]) == 0


def test_a_window_that_takes_the_keyboard_is_in_the_way_once_the_game_had_it(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    hand.open = [BOARD, OpenWindow("Terminal", (500, 0, 700, 300), 8, number=2)]
    view.found(0, BOX)
    for focused, said in (
        *((2, None), (1, None), (None, None)),
        (2, "the window 'Terminal' has the keyboard"),
    ):
        hand.focused = focused
        assert view.in_the_way(0, BOX) == said


def test_a_game_goes_on_in_another_window_of_its_program_alone(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    menu, board = OpenWindow("Mines", (0, 0, 60, 60), 7, number=1), replace(BOARD, number=2)
    mail = OpenWindow("Mail", (0, 0, 400, 300), 8, number=3)
    hand.open = [menu]
    view.found(0, BOX)
    hand.open, hand.over = [mail, board], lambda at: 2
    assert not view.under((100, 100)).dialog
    view.found(0, BOX)
    assert view.under((100, 100)).ours
    hand.over = lambda at: 3
    view.found(0, BOX)
    assert not view.under((100, 100)).ours
    hand.open = [mail]
    assert not view.plays((100, 100)) and not view.under((100, 100)).ours


def test_a_window_that_asks_for_the_level_is_of_the_game_that_another_one_names(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    hand.open = [
        OpenWindow("Minesweeper", (0, 0, 60, 60), 7, number=1),
        OpenWindow("Level", (70, 0, 90, 60), 7, number=2),
        OpenWindow("Inbox", (0, 70, 60, 90), 8, number=3),
        OpenWindow("a.py", (70, 70, 90, 90), 7, number=4),
    ]
    hand.over = lambda at: next((one.number for one in hand.open if one.holds(at)), 0)
    points = [(30, 30), (80, 30), (30, 80), (80, 80), (200, 200)]
    assert [view.under(at).ours for at in points] == [True, True, False, False, False]
    hand.open = hand.open[2:3]
    assert view.under((30, 80)).ours


@pytest.mark.parametrize(
    ("title", "plays"), [("Terminal", False), ("mines.py - Editor", False), ("Saper 3", True)]
)
def test_a_table_in_a_terminal_is_no_board(
    screen: tuple[ScreenView, Screen], hand: Hand, title: str, plays: bool
) -> None:
    view, _ = screen
    hand.open, hand.over = [OpenWindow(title, (0, 0, 400, 300), 7, number=2)], lambda at: 2
    assert view.plays((100, 100)) == plays


@pytest.mark.parametrize(("wide", "right"), [(400, True), (9 * SIDE, False)])
def test_the_pointer_is_put_aside_where_the_screen_goes_on(wide: int, right: bool) -> None:
    picture = np.full((6 * SIDE, wide, 3), 90, np.uint8)
    picture[: 5 * SIDE, : 9 * SIDE] = numbered(4, 8)[: 5 * SIDE, : 9 * SIDE]
    state = playing(Screen(picture), ["########"] * 4)
    x, _ = state.looking.beside()
    assert (9 * SIDE < x < wide) if right else (0 <= x < SIDE)
