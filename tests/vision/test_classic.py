"""A board drawn in the classic look, at any size, on any background, reads back as itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from mwagent.minefield import Board, Stage, rules
from mwagent.vision import BoardNotFoundError, look
from mwagent.vision.__main__ import main
from mwagent.vision.known.locate import locate_all
from mwagent.vision.known.skins import Skin, load_skin, skin_folders
from mwagent.vision.known.tiles import read
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture as Scene
from mwagent.vision.pictures import save_picture
from mwagent.vision.reader import look_all
from mwagent.vision.reading import stage_of
from testbed.drawn_classic import PLAYED, SKINS, Drawing, Picture, desktop, draw

BOARDS = {
    "fresh": ["#########"] * 9,
    "playing": [
        "0001#F#10",
        "00012F210",
        "111111100",
        "F2#12100?",
        "#####1000",
        "##?##2111",
        "###F32F##",
        "####4###5",
        "#########",
    ],
    "lost": [
        "00012*#X#F",
        "0001W21*#1",
        "6788#000F0",
        "##0000#12*",
        "##0000#321",
    ],
    "won": ["0011100", "001F100", "0011100", "1110111", "1F101F1", "1110111"],
}


def add_noise(screen: Picture, strength: int) -> None:
    grain = np.random.default_rng(1).integers(-strength, strength + 1, screen.shape)
    screen[:] = np.clip(screen.astype(int) + grain, 0, 255)


def any_board(rng: np.random.Generator) -> list[str]:
    """Five to eleven rows of any cells, a fair part of them not blank."""
    rows, cols = int(rng.integers(5, 12)), int(rng.integers(5, 13))
    return ["".join(rng.choice(list("0000112345678####F?*W"), cols)) for _ in range(rows)]


@pytest.mark.slow
def test_any_board_reads_back_as_itself(quick: bool) -> None:
    """Where a board is, it is read without a fault; of ten, nine at least are found as well."""
    draw_at = np.random.default_rng(1)
    count = 6 if quick else 60
    found = 0
    for seed in range(count):
        noise = int(draw_at.choice([0, 0, 3, 8]))
        pitch, x, y = draw_at.uniform((12, 60, 60), (40, 120, 120)).tolist()
        how = Drawing(pitch, x, y, noise)
        board = any_board(np.random.default_rng(seed))
        screen = desktop(seed=seed)
        where = draw(board, how, screen)
        add_noise(screen, how.noise)
        assert list(read(Scene(screen), where, SKINS["classic"]).cells) == board, (seed, how)
        found += is_found(screen, where, board)
    assert found >= 0.9 * count


def is_found(screen: Picture, where: Lattice, board: list[str]) -> bool:
    """Whether a board is found where it is; what is found there must be read without a fault."""
    found = next(iter(locate_all(Scene(screen))), None)
    if found is None or (found.lattice.rows, found.lattice.cols) != (where.rows, where.cols):
        return False
    off = max(abs(found.lattice.x - where.x), abs(found.lattice.y - where.y))
    assert off < 0.1 * where.pitch_x
    assert abs(found.lattice.pitch_x - where.pitch_x) * where.cols < 0.1 * where.pitch_x
    assert abs(found.lattice.pitch_y - where.pitch_y) * where.rows < 0.1 * where.pitch_y
    assert list(read(Scene(screen), found.lattice, found.skin).cells) == board
    return True


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("pitch", [29, 33, 35])
@pytest.mark.parametrize("place", [130, 131])
def test_lines_an_odd_distance_apart_are_found(pitch: int, place: int) -> None:
    """In a picture of half the size every other one of them lies between two pixels."""
    screen = desktop(1300, 900)
    draw(["#" * 30] * 16, Drawing(pitch, place, place, 0), screen, "day")
    found = locate_all(Scene(screen))
    assert [one.lattice.cols for one in found] == [30]


NOT_LOCATED = {
    *((12.0, state, "night") for state in ("fresh", "playing")),
    *((17.6, "won", skin) for skin in ("day", "night")),
    (17.6, "playing", "classic"),
}
"""Boards that are not located in a known skin since all are looked for where something repeats;
of these a reader loses the one in play in `night` and the one won in `day`, and reads the others.
"""


@pytest.mark.sampled
@pytest.mark.parametrize("skin", sorted(SKINS))
@pytest.mark.parametrize("state", sorted(BOARDS))
@pytest.mark.parametrize("pitch", [12.0, 17.6, 39.594])
def test_a_board_is_found_and_read(skin: str, state: str, pitch: float) -> None:
    if (pitch == 12.0 and len(BOARDS[state]) < 9) or (pitch, state, skin) in NOT_LOCATED:
        pytest.xfail("a board of few cells, or of such small ones, is too small for its period")
    screen = desktop(1000, 900)
    draw(BOARDS[state], Drawing(pitch, 130.3, 140.7, 0), screen, skin)
    found = locate_all(Scene(screen))[0]
    reading = read(Scene(screen), found.lattice, found.skin)
    assert list(reading.cells) == BOARDS[state]
    assert (reading.skin, reading.unknown) == (skin, [])
    assert reading.confidence.min() > 0.2


def test_the_position_that_is_drawn_keeps_the_rules() -> None:
    board = Board.parse("\n".join(PLAYED))
    assert not rules.impossible_numbers(board).any()
    assert not rules.unfinished_zeros(board.cells, board.unopened).any()


def test_two_boards_are_both_found() -> None:
    screen = desktop(1100, 700)
    draw(BOARDS["playing"], Drawing(24.0, 100.0, 100.0, 0), screen)
    draw(BOARDS["lost"], Drawing(16.0, 500.0, 160.0, 0), screen)
    found = locate_all(Scene(screen))
    assert [(f.lattice.rows, f.lattice.cols) for f in found] == [(9, 9), (5, 10)]


def test_a_covered_cell_is_unknown_and_not_guessed() -> None:
    screen = desktop()
    where = draw(PLAYED, Drawing(24.0, 100.0, 100.0, 0), screen)
    x, y = (round(at) for at in where.centre((4, 4)))
    cv2.rectangle(screen, (x - 11, y - 11), (x + 11, y + 11), (200, 80, 230), -1)
    reading = look(screen)
    assert reading.unknown == [(4, 4)]


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(4))
def test_a_screen_without_a_board_has_none(seed: int) -> None:
    assert locate_all(Scene(desktop(seed=seed))) == []


def test_no_board_is_told_in_a_sentence() -> None:
    blank = np.full((300, 400, 3), 192, np.uint8)
    with pytest.raises(BoardNotFoundError, match="covered") as caught:
        look(blank)
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    ("rows", "mines", "stage"),
    [
        (("###", "###"), 2, Stage.WAITING),
        (("F##", "###"), 1, Stage.WAITING),
        (("1##", "###"), 2, Stage.ONGOING),
        (("1#1", "111"), 1, Stage.WON),
        (("1#1", "111"), 2, Stage.ONGOING),
        (("1F1", "111"), 0, Stage.WON),
        (("1F1", "111"), None, Stage.WON),
        (("1#1", "111"), None, Stage.ONGOING),
        (("1X1", "111"), 1, Stage.LOST),
        (("1*1", "11#"), 1, Stage.LOST),
        (("1W1", "11#"), 1, Stage.LOST),
        (("1~1", "111"), 0, Stage.ONGOING),
    ],
)
def test_stage_follows_from_the_cells(
    rows: tuple[str, ...], mines: int | None, stage: Stage
) -> None:
    assert stage_of(rows, mines) == stage


def test_every_skin_of_ours_can_be_loaded() -> None:
    descriptions = list(skin_folders()[0].glob("*/skin.toml"))
    assert descriptions
    for description in descriptions:
        skin = load_skin(description.parent)
        assert isinstance(skin, Skin)
        assert set("012345678#F*X?") <= set(skin.symbols)


@pytest.mark.slow
def test_a_board_without_a_fault_comes_before_a_larger_one_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    larger = ["1221####", "1FF1####", "123211##", "001F11##", "00111###", "000001##", "000001##"]
    clear = ["0000000", "0111000", "01#1000", "0111111", "00001##", "00002##", "00001##"]
    screen: Picture = np.full((330, 560, 3), 120, np.uint8)
    draw(larger, Drawing(24.0, 40, 60, 0), screen)
    draw(clear, Drawing(24.0, 350, 90, 0), screen)
    assert [reading.cells for reading in look_all(screen)] == [tuple(clear), tuple(larger)]
    file = tmp_path / "two.png"
    save_picture(file, screen)
    for number, rows in enumerate((clear, larger), start=1):
        assert main([str(file), "--board", str(number)]) == 0
        assert "".join(rows) in "".join(capsys.readouterr().out.split())
    larger[4] = "001111##"
    screen[:300, :300] = 120
    draw(larger, Drawing(24.0, 40, 60, 0), screen)
    assert [reading.cells for reading in look_all(screen)] == [tuple(larger), tuple(clear)]


def test_a_taught_skin_with_hardly_any_border_is_found_by_its_cells() -> None:
    symbols = "#012345678"
    tiles = np.full((len(symbols), 24, 24, 3), 210, np.uint8)
    tiles[0] = 150
    tiles[:, 0] += 3
    tiles[:, :, 0] += 3
    for tile, symbol in zip(tiles[2:], symbols[2:], strict=True):
        cv2.putText(tile, symbol, (7, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (60, 40, 10), 2)
    skin = Skin("taught", 24, "none", symbols, tiles, farthest=20.0)
    page = np.full((420, 420, 3), 150, np.uint8)
    for row, line in enumerate(PLAYED):
        for col, symbol in enumerate(line):
            x, y = 80 + 24 * col, 60 + 24 * row
            page[y : y + 24, x : x + 24] = skin.tile(symbol if symbol in symbols else "#")
    (found,) = locate_all(Scene(page), [skin])
    assert (found.lattice.rows, found.lattice.cols) == (len(PLAYED), len(PLAYED[0]))
    assert locate_all(Scene(page), [replace(skin, farthest=75.0)]) == []
