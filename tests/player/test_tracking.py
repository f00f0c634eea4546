"""What tracking adds to a reading: an album of looks, rims that are covered, lost games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.belief import carried_over
from mwagent.belief.appearances import Appearances
from mwagent.belief.game_state import bare, total_of
from mwagent.belief.known_skin import changed
from mwagent.minefield import FLAG, Board, Button, Cell, Click, Game, Level, Stage, count_around
from mwagent.player.play import LostSightError, VirtualWindow
from mwagent.player.records import GameLog
from mwagent.player.rounds import Ending, acted
from mwagent.player.rounds.ending import cleared, marked
from mwagent.player.session import run
from mwagent.solvers import create
from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.highlights import inside
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading
from testbed.readings import as_read

SIDE = 32


def cell(ground: int, rim: int | None = None, mark: int | None = None) -> np.ndarray:
    picture = np.full((SIDE, SIDE, 3), ground, np.uint8)
    if rim is not None:
        picture[:3] = picture[:, :3] = rim
    if mark is not None:
        picture[10:22, 14:18] = mark
    return picture


HIDDEN = cell(192, rim=255)
BLANK = cell(192)
ONE = cell(192, mark=20)


def test_an_album_knows_what_it_was_taught() -> None:
    album = Appearances()
    album.learn(np.stack([HIDDEN, BLANK, ONE]), np.array(["#", "0", "1"]))
    assert len(album) == 3
    assert "".join(album.recall(np.stack([ONE, HIDDEN, BLANK]))) == "1#0"
    strange = cell(60, mark=250)
    assert album.recall(strange[None])[0] == UNKNOWN


def test_what_is_not_understood_is_not_kept() -> None:
    album = Appearances()
    album.learn(np.stack([HIDDEN, ONE]), np.array(["#", UNKNOWN]))
    assert album.recall(ONE[None])[0] == UNKNOWN


def test_a_thin_digit_is_known_again_though_it_is_almost_blank() -> None:
    thin = BLANK.copy()
    thin[12:20, 16] = 150
    assert np.abs(thin.astype(int) - BLANK).mean() < 1
    album = Appearances()
    album.learn(np.stack([BLANK, HIDDEN, thin]), np.array(["0", "#", "1"]))
    assert "".join(album.recall(np.stack([thin, BLANK]))) == "10"


def test_a_counter_may_take_a_few_flags_that_nobody_set_for_flags() -> None:
    look = as_read("######", "#1####", "####F#", mines=10)
    assert total_of(look, known_skin=False) is None
    # Many flags were set by the user; at the end programs set them by themselves.
    many = as_read("FFF#", "111#", mines=10)
    assert total_of(many, known_skin=False) == many.board.mines


def test_a_small_mark_is_no_blank_cell() -> None:
    album = Appearances()
    album.learn(BLANK[None], np.array(["0"]))
    marked = BLANK.copy()
    marked[15:18, 15:18] = 0
    assert np.abs(marked.astype(int) - BLANK).mean() < 3
    assert album.recall(marked[None])[0] == UNKNOWN


def test_in_a_film_a_cell_is_known_in_spite_of_noise_and_learned_once() -> None:
    looks, meant = np.stack([HIDDEN, BLANK, ONE]), np.array(["#", "0", "1"])
    noisy = looks + np.uint8(4) * (looks < 250)
    exact, film = Appearances(), Appearances(noise=6.0)
    for album in (exact, film):
        album.learn(looks, meant)
    assert "".join(film.recall(noisy)) == "#01"
    assert (exact.recall(noisy) == UNKNOWN).all()
    film.learn(noisy, meant)
    assert len(film) == 3
    between = ((BLANK.astype(int) + ONE) // 2).astype(np.uint8)
    assert film.recall(between[None])[0] == UNKNOWN, "as when a sign fades in"


def test_in_a_film_a_rim_is_blurred_beside_what_came_up_elsewhere() -> None:
    closed = cell(192, rim=255)
    closed[-3:] = closed[:, -3:] = 255
    blurred = closed.copy()
    blurred[:3] = blurred[:, :3] = 220
    film = Appearances(noise=6.0)
    film.learn(closed[None], np.array(["#"]))
    assert film.recall(blurred[None])[0] == UNKNOWN, "open cells may differ by less"
    film.learn(BLANK[None], np.array(["0"]))
    assert film.recall(blurred[None])[0] == "#"
    blurred[15:18, 15:18] = 150
    assert film.recall(blurred[None])[0] == UNKNOWN


@given(st.integers(0, 255), st.integers(0, 255))
def test_an_album_never_confuses_two_grounds(one: int, two: int) -> None:
    album = Appearances()
    album.learn(np.stack([cell(one), cell(two)]), np.array(["#", "0"]))
    told = album.recall(np.stack([cell(one), cell(two)]))
    assert told[0] in ("#", UNKNOWN)
    assert told[1] in (("0", UNKNOWN) if abs(one - two) > 0 else ("#", "0", UNKNOWN))


def board_picture(cells: list[list[np.ndarray]]) -> np.ndarray:
    return np.concatenate([np.concatenate(row, axis=1) for row in cells])


def test_a_covered_rim_does_not_hide_a_cell() -> None:
    ringed = ONE.copy()
    ringed[:2] = ringed[-2:] = ringed[:, :2] = ringed[:, -2:] = (0, 120, 255)
    picture = board_picture([[HIDDEN, ONE, BLANK], [ringed, HIDDEN, ONE]])
    lattice = Lattice(0, 0, SIDE, SIDE, 2, 3)
    reading = Reading(lattice, ("#10", "~#1"), np.ones((2, 3), np.float32), "", None, None)
    assert inside(Picture(picture), lattice, reading) == {3: "1"}


def test_what_is_alike_inside_and_means_two_things_stays_unknown() -> None:
    ringed = BLANK.copy()
    ringed[:2] = ringed[-2:] = ringed[:, :2] = ringed[:, -2:] = (0, 120, 255)
    picture = board_picture([[HIDDEN, ONE, BLANK], [ringed, HIDDEN, ONE]])
    lattice = Lattice(0, 0, SIDE, SIDE, 2, 3)
    reading = Reading(lattice, ("#10", "~#1"), np.ones((2, 3), np.float32), "", None, None)
    assert not inside(Picture(picture), lattice, reading)


BEFORE = ("#####", "#2###", "#####", "#####", "#####")


@pytest.mark.parametrize(
    ("after", "lost"),
    [
        # The clicked cell and mines elsewhere.
        (("#####", "#2#~#", "#####", "~####", "####~"), True),
        # One place alone may be a cursor.
        (("#####", "#2#~#", "#####", "~####", "#####"), False),
        # What hangs together with the click is an area opened and not understood.
        (("#~~~#", "#2~~~", "#~~~~", "#####", "#####"), False),
        # Something has opened: the game goes on.
        (("#####", "#2#1#", "#####", "~####", "####~"), False),
        # Where mines are dense, some lie side by side.
        (("~~~~#", "#2#~#", "~####", "##~##", "~###~"), True),
        # A window over the board is large.
        (("####~", "#2#~#", "#####", "~~~##", "~~~##"), False),
    ],
)
def test_a_lost_game_shows_itself(after: tuple[str, ...], lost: bool) -> None:
    assert Ending().shown(BEFORE, after, [Click((1, 3))]) is lost


@pytest.mark.parametrize(
    ("after", "lost"),
    [
        (("#####", "#2#F#", "##FF#", "#####", "#####"), True),
        # A flag on its cell alone may be what that shows under the pointer.
        (("#####", "#2#F#", "#####", "#####", "#####"), False),
        # The flags that were set are no mines shown.
        (("#####", "#2#F#", "#####", "#####", "#F###"), False),
        (("#####", "#2#1#", "#####", "F#F#F", "#####"), False),
        (("#####", "#2#F#", "###1#", "F#F#F", "#####"), False),
    ],
)
def test_flags_that_a_click_to_open_has_brought_up_are_mines(
    after: tuple[str, ...], lost: bool
) -> None:
    assert marked(BEFORE, after, [Click((1, 3))], {(4, 1)}) is lost


def test_what_opened_or_lies_under_a_dialog_has_acted_but_a_strange_cell_has_not() -> None:
    before = Board.parse("##1\n##1\n##1\n##1", mines=2)
    assert acted(before, ("1#1", "##1", "#~1", "##1")) == {(0, 0)}
    assert acted(before, ("##1", "##~", "~~~", "~~~")) == {(2, 0), (2, 1), (3, 0), (3, 1)}
    assert acted(before, ("##", "##")) == set()


def test_a_dialog_over_a_won_game_is_no_loss() -> None:
    # A table of scores: its lines look strange here and there, and what was open is gone.
    before = ("00111", "001#1", "11211", "1#100", "11###")
    after = ("#####", "##~##", "~####", "####~", "##~##")
    assert not Ending().shown(before, after, [Click((4, 3))])
    lost = ("00111", "001~1", "11211", "1~100", "11#~#")
    assert Ending().shown(before, lost, [Click((4, 3))])


@pytest.mark.parametrize(
    ("rows", "stage"),
    [
        (("#####", "##X##", "#####", "X####", "#####"), Stage.WAITING),
        (("#####", "##X##", "#*###", "*####", "#####"), Stage.LOST),
        (("#####", "##X##", "#####", "11###", "01###"), Stage.LOST),
    ],
    ids=["hints", "all mines", "one of a game"],
)
def test_pictures_on_a_board_that_nobody_has_touched_are_no_end(
    rows: tuple[str, ...], stage: Stage
) -> None:
    ending = Ending()
    seen = ending.with_end(rows, as_read(*rows).staged(), None, [], sure=False)
    assert seen.stage is stage
    # They are none once something is open beside them, up to that of all mines.
    for opened, told in (("1#", Stage.ONGOING), ("**", Stage.LOST)):
        after = (rows[0], opened + rows[1][2:], *rows[2:])
        reading = as_read(*after).staged()
        looked = ending.with_end(rows, reading, None, [Click((1, 0))], sure=False)
        assert looked.stage is (told if stage is Stage.WAITING else Stage.LOST)


def test_pictures_beside_blank_cells_that_opened_are_no_mines() -> None:
    before, clicks = ("#####",) * 4, [Click((0, 0))]
    for after, lost in (
        (("00*##", "00*##", "**###", "####*"), False),
        (("1####", "##*##", "#*###", "####*"), True),
    ):
        looked = Ending().with_end(before, as_read(*after).staged(), None, clicks, sure=False)
        assert (looked.stage is Stage.LOST) is lost


def test_only_one_click_can_be_told_to_have_lost() -> None:
    after = ("#####", "#2#~#", "#####", "~####", "####~")
    clicks = [Click((1, 3)), Click((2, 2))]
    assert not Ending().shown(BEFORE, after, clicks)
    assert not Ending().shown(BEFORE, after, [Click((1, 3), Button.RIGHT)])


def test_mines_that_come_up_one_after_another() -> None:
    ending = Ending()
    first = ("#####", "#2###", "#####", "~####", "#####")
    second = ("#####", "#2#~#", "#####", "~####", "####~")
    assert not ending.shown(BEFORE, first, [Click((1, 3))])
    assert ending.shown(first, second, [Click((1, 3))])


def rows_of(cells: str) -> Reading:
    return as_read(*cells.split("/")).staged()


def ended(ending: Ending, before: Reading, cells: str, click: Cell) -> Reading:
    """What is believed of a reading after a click, in a skin that nobody knows."""
    after = rows_of(cells)
    return ending.with_end(before.cells, after, before.board, [Click(click)], sure=False)


def test_one_cell_that_looks_like_a_mine_ends_no_game_that_goes_on() -> None:
    ending, before = Ending(), rows_of("####/#2##/####")
    first = ended(ending, before, "####/#2*#/####", (1, 2))
    assert (first.cells[1], first.stage) == ("#2~#", Stage.ONGOING)
    second = ended(ending, first, "1###/#2*#/####", (0, 0))
    assert second.stage is Stage.ONGOING
    third = ended(ending, second, "1###/#2*#/####", (2, 3))
    assert third.stage is Stage.ONGOING, "one press may be lost"
    assert ended(ending, third, "1###/#2*#/1###", (2, 0)).stage is Stage.ONGOING


def test_one_cell_that_looks_like_a_mine_and_silence_are_a_loss() -> None:
    ending, reading = Ending(), rows_of("####/#2##/####")
    for click in ((1, 2), (0, 0)):
        reading = ended(ending, reading, "####/#2*#/####", click)
        assert reading.stage is Stage.ONGOING
    assert ended(ending, reading, "####/#2*#/####", (0, 3)).stage is Stage.LOST


@pytest.mark.parametrize("cells", ["*###/#2*#/####", "####/#2##/###*"])
def test_mines_that_nobody_pressed_are_a_loss_at_once(cells: str) -> None:
    before = rows_of("####/#2##/####")
    assert ended(Ending(), before, cells, (1, 2)).stage is Stage.LOST


def won_board(seed: int, unread: float) -> tuple[Board, list[str], np.ndarray]:
    """A board before its last clicks, its reading after them with strange mines, and the mines."""
    rng = np.random.default_rng(seed)
    mines = rng.random((7, 9)) < 0.2
    mines[0, 0] = True
    game = Game.from_mines(mines)
    numbers = count_around(mines)
    rows = ["".join("~" if mines[r, c] else str(numbers[r, c]) for c in range(9)) for r in range(7)]
    before = np.where(mines | (rng.random((7, 9)) < unread), game.board.cells, numbers)
    return Board(before.astype(np.int8), None), rows, mines


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 0.5))
def test_mines_that_turn_strange_when_all_else_is_open_are_a_win(seed: int, unread: float) -> None:
    before, rows, mines = won_board(seed, unread)
    won = cleared(before, rows)
    assert won is not None
    assert (np.array([list(row) for row in won]) == "F").tolist() == mines.tolist()
    assert [row.replace("F", "~") for row in won] == rows
    # With a cell still closed, or a number changed, it is something else.
    r, c = (int(side) for side in np.argwhere(~mines)[seed % int((~mines).sum())])
    for other in ("#", "8" if rows[r][c] != "8" else "1"):
        spoilt = [*rows]
        spoilt[r] = rows[r][:c] + other + rows[r][c + 1 :]
        assert cleared(before, spoilt) is None


def test_a_board_of_which_hardly_anything_is_understood_is_no_win() -> None:
    fresh = Board.parse("#####\n#####\n#####\n")
    assert cleared(fresh, ("~~~~~", "~~~~~", "~~~~~")) is None
    assert cleared(fresh, ("~~~~~", "~8~~~", "~~~~~")) is None


def test_the_cell_opened_last_may_lack_its_number() -> None:
    before = Board.parse("#2100\n##100\n")
    assert cleared(before, ("~2100", "0~100")) == ("F2100", "2F100")
    assert cleared(before, ("~2100", "2~100")) == ("F2100", "2F100")
    assert cleared(before, ("~2100", "1~100")) is None
    assert cleared(before, ("~0100", "2~100")) is None


@given(
    st.integers(0, 63),
    st.integers(0, 48),
    st.floats(-0.9, 0.9),
    st.floats(-0.9, 0.9),
)
def test_any_pixel_that_changes_is_in_a_cell_that_is_read_again(
    x: int, y: int, left: float, top: float
) -> None:
    before = np.zeros((49, 64, 3), np.uint8)
    after = before.copy()
    after[y, x, 1] = 9
    lattice = Lattice(left, top, 15.9, 12.1, 4, 4)
    part = changed(after, before, lattice)
    assert part is not None
    rows, cols = part
    assert 0 <= rows.start < rows.stop <= 4
    assert 0 <= cols.start < cols.stop <= 4
    inside = 0 <= x - left < 4 * 15.9 and 0 <= y - top < 4 * 12.1
    if inside:
        assert rows.start == (y - top) // 12.1
        assert cols.start == (x - left) // 15.9
    assert changed(before, before, lattice) is None


def test_what_was_flagged_and_is_not_understood_is_a_flag() -> None:
    known = Board.parse("#10\n##1\n")
    lattice, sure = Lattice(0.0, 0.0, 20.0, 20.0, 2, 3), np.ones((2, 3), np.float32)
    reading = Reading(lattice, ("~10", "##1"), sure, "", None, Stage.ONGOING)
    assert carried_over(reading, known, None, {(0, 0)})[0, 0] == FLAG
    assert carried_over(reading, known, None, {(1, 1)}) == known
    # What was open is not flagged, whatever lies over it.
    covered = replace(reading, cells=("#~0", "##1"))
    assert carried_over(covered, known, None, {(0, 1)}) == known


class ShortSighted(VirtualWindow):
    """Loses sight of the board in the first rounds."""

    def __init__(self, rounds: int) -> None:
        super().__init__(Game(Level(5, 5, 1), seed=3), lambda: Game(Level(5, 5, 1), seed=4))
        self.left = rounds

    def look(self) -> Board:
        if self.left and self.game.stage is not Stage.WAITING:
            raise LostSightError("the board got lost")
        return super().look()

    def new_game(self) -> None:
        self.left = max(0, self.left - 1)
        super().new_game()


@pytest.mark.parametrize(("rounds", "ended", "code"), [(1, 2, 0), (3, 0, 5)])
def test_a_round_out_of_sight_is_not_the_end(
    tmp_path: Path, rounds: int, ended: int, code: int
) -> None:
    with GameLog(tmp_path / "run.log", "best", {}, "screen") as log:
        session = run(ShortSighted(rounds), create("best"), log, games=3)
    assert [result.broken_off for result in session.results].count(None) == ended
    assert session.as_json()["played"] == 3
    assert session.exit_code == code


def test_a_grid_of_blank_cells_is_no_board() -> None:
    lattice = Lattice(0, 0, SIDE, SIDE, 2, 2)
    sure = np.ones((2, 2), np.float32)
    assert bare(Reading(lattice, ("00", "00"), sure, "classic", None, Stage.WON))
    assert not bare(Reading(lattice, ("00", "0#"), sure, "classic", None, Stage.ONGOING))
