"""Blank cells told by having been opened, and what must not be taken for them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.belief.appearances import Appearances
from mwagent.belief.location import Location
from mwagent.belief.unknown_skin import UnknownSkinReader
from mwagent.belief.zeros import flood_stops, lone_blanks, written_zeros_stop
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.known.skins import known_skins
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import assured
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.board import read_unknown
from mwagent.vision.unknown.memory import Memory
from testbed.readings import as_read

SIDE = 32
SHUT, BARE, LIT, MARKED = (np.full((SIDE, SIDE, 3), level, np.uint8) for level in (90, 40, 96, 40))
for tile in (SHUT, BARE, LIT, MARKED):
    tile[0] = tile[:, 0] = 20
MARKED[9:23, 13:19] = 230


def reading(*rows: str) -> Reading:
    return as_read(*rows, at=Lattice(0, 0, SIDE, SIDE, len(rows), len(rows[0])))


@pytest.mark.parametrize(
    ("tile", "pressed", "told"),
    [
        (BARE, {(0, 0)}, {0: "0"}),
        (BARE, {(1, 1)}, {}),
        (LIT, {(0, 0)}, {}),
        (MARKED, {(0, 0)}, {}),
        (SHUT, {(0, 0)}, {}),
    ],
    ids=["opened", "never pressed", "only lit up", "shows something", "as before"],
)
@pytest.mark.parametrize("symbol", ["#", UNKNOWN])
def test_a_blank_cell_is_one_that_was_pressed_and_is_another(
    tile: np.ndarray, pressed: set[tuple[int, int]], told: dict[int, str], symbol: str
) -> None:
    cells = np.stack([tile, *[SHUT] * 5])
    seen = reading(f"{symbol}##", "###")
    assert lone_blanks(cells, seen, Appearances(), np.stack([SHUT]), pressed) == told


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ([BARE, SHUT, BARE], {0: "0", 2: "0"}),
        ([BARE, SHUT, SHUT], {}),
        ([BARE, SHUT, MARKED], {}),
    ],
    ids=["two alike", "one alone", "one of them shows something"],
)
def test_two_pressed_cells_alike_tell_that_clicks_open(
    tiles: list[np.ndarray], told: dict[int, str]
) -> None:
    cells, pressed = np.stack(tiles), {(0, 0), (0, 2)}
    seen = reading(f"{UNKNOWN}#{UNKNOWN}")
    album, closed = Appearances(), np.stack([SHUT])
    assert lone_blanks(cells, seen, album, closed, pressed, effective=False) == told


def test_like_cells_beside_it_are_blank_too_and_others_are_not() -> None:
    cells = np.stack([BARE, BARE, SHUT, BARE])
    seen = reading("####")
    assert lone_blanks(cells, seen, Appearances(), np.stack([SHUT]), {(0, 0)}) == {0: "0", 1: "0"}


def test_what_was_wrong_in_the_album_is_put_right() -> None:
    album = Appearances()
    album.learn(np.stack([BARE, SHUT]), np.array(["#", "#"]))
    album.correct(np.stack([BARE]), np.array(["0"]))
    assert album.recall(np.stack([BARE, SHUT])).tolist() == ["0", "#"]


def test_a_flood_stops_at_real_cells_but_not_at_what_covers_them() -> None:
    seen = reading("0##", "###")
    cells = np.stack([BARE, *[SHUT] * 5])
    album = Appearances()
    assert not flood_stops(cells, seen, album, {(0, 0)}), "nobody has seen such a cell"
    album.learn(np.stack([BARE]), np.array(["0"]))
    assert flood_stops(cells, seen, album, {(0, 0)})
    assert not flood_stops(cells, seen, album, {(1, 2)})
    plain = np.stack([np.full_like(BARE, 40), *[SHUT] * 5])
    assert not flood_stops(plain, seen, album, {(0, 0)})


def test_a_flood_stops_where_blank_cells_have_the_rims_of_numbers() -> None:
    seen = reading("111", "00#", "##1")
    cells = np.stack([*[MARKED] * 3, BARE, BARE, SHUT, SHUT, SHUT, MARKED])
    assert flood_stops(cells, seen, Appearances(), {(0, 0)})
    assert not flood_stops(cells, reading("1##", "00#", "###"), Appearances(), {(0, 0)}), "few"
    window = np.full_like(BARE, 40)
    over = np.stack([*[MARKED] * 3, BARE, window, SHUT, SHUT, SHUT, MARKED])
    assert not flood_stops(over, seen, Appearances(), {(0, 0)}), "it has no lines"


def test_a_flood_may_stop_in_a_program_of_a_known_skin_as_well() -> None:
    seen = reading("111", "00#", "##1")
    tiles = [*[MARKED] * 3, BARE, BARE, SHUT, SHUT, SHUT, MARKED]
    picture = np.vstack([np.hstack(tiles[at : at + 3]) for at in (0, 3, 6)])
    skin = known_skins()[0]
    reader = UnknownSkinReader()
    reader.lone_blanks(Picture(picture), Location(0, seen.lattice, skin), seen, {(1, 0)}, True)
    assert reader.stepwise


@pytest.mark.parametrize(
    ("text", "pressed", "stops"),
    [
        ("0", {(0, 0)}, True),
        ("0", {(1, 2)}, False),
        ("8", {(0, 0)}, False),
        ("1", {(0, 0)}, False),
        ("", {(0, 0)}, False),
    ],
)
def test_a_flood_stops_at_zeros_that_are_written(
    text: str, pressed: set[tuple[int, int]], stops: bool
) -> None:
    tile = np.full((SIDE, SIDE, 3), 250, np.uint8)
    cv2.putText(tile, text, (10, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (50, 50, 50), 1, cv2.LINE_AA)
    cells = np.stack([tile, *[SHUT] * 5])
    assert written_zeros_stop(cells, reading("0##", "###"), pressed) is stops


def test_a_skin_its_cells_are_far_from_is_not_theirs() -> None:
    fresh = reading("####", "####")
    assert assured(fresh)
    assert not assured(Reading(**{**as_dict(fresh), "confidence": np.full((2, 4), 0.55)}))


def as_dict(one: Reading) -> dict[str, object]:
    return {name: getattr(one, name) for name in Reading.__slots__}


@pytest.mark.slow
def test_grass_is_no_board() -> None:
    grass = np.random.default_rng(1).integers(40, 160, (300, 900, 3)).astype(np.uint8)
    read = read_unknown(Picture(grass), Lattice(6.0, 6.0, 12.0, 12.0, 24, 72))
    assert set("".join(read.cells)) == {UNKNOWN}


def test_cells_known_to_the_last_line_count_more_than_a_memory_without_lines() -> None:
    # Blank cells that are open have another line above them: nothing else tells them from closed.
    tiles = {"#": (70, ""), "0": (190, ""), "1": (190, "1")}
    rows = ["00001###", "00001###", "11111###", *["########"] * 5]
    picture = np.zeros((8 * SIDE, 8 * SIDE, 3), np.uint8)
    for (row, col), symbol in np.ndenumerate(np.array([list(row) for row in rows])):
        line, sign = tiles[symbol]
        tile = np.full((SIDE, SIDE, 3), 150, np.uint8)
        tile[:2], tile[:, :2], tile[-2:], tile[:, -2:] = line, line, 255 - line, 255 - line
        cv2.putText(tile, sign, (9, 23), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (220, 0, 0), 2)
        picture[row * SIDE : (row + 1) * SIDE, col * SIDE : (col + 1) * SIDE] = tile
    lattice = Lattice(0, 0, SIDE, SIDE, 8, 8)
    seen = Picture.of(picture)
    blank = next(
        cluster for cluster in BoardPicture.of(seen, lattice).clusters if 0 in cluster.cells
    )
    memory = Memory()
    memory.keep(blank.vector, "#")
    recalled = np.full((8, 8), UNKNOWN)
    recalled[:2, :4] = "0"
    assert read_unknown(seen, lattice, memory, recalled=recalled).cells == tuple(rows)
    closed = np.where(np.array([list(row) for row in rows]) == "#", "#", UNKNOWN)
    assert read_unknown(seen, lattice, memory, recalled=closed).cells[0][:4] == "0000"
