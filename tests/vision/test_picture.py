"""A picture keeps what is worked out from it, and a board is preferred to the page it lies on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from mwagent import MinefieldError, look, look_all
from mwagent.vision import Reader
from mwagent.vision.edges import Pixels
from mwagent.vision.picture import Picture, undithered
from mwagent.vision.pictures import PictureError, pixels_of
from testbed.drawn_classic import PLAYED, Drawing, draw
from testbed.folders import ROOT

FRESH = ["#" * 9] * 9


def test_what_follows_from_a_picture_is_worked_out_once() -> None:
    picture = Picture(np.full((40, 60, 3), 90, np.uint8))
    assert picture.flat is picture, "nothing is dithered"
    assert picture.edges is picture.edges
    assert picture.grey.shape == (picture.height, picture.width) == (40, 60)
    assert Picture.of(picture) is picture
    assert Picture.of(picture.pixels).pixels is picture.pixels


def test_a_dithered_picture_is_smoothed_in_a_copy() -> None:
    chess = np.indices((64, 64)).sum(axis=0) % 2 * 60 + 90
    pixels = np.repeat(chess[..., None], 3, axis=2).astype(np.uint8)
    before = pixels.copy()
    picture = Picture(pixels)
    assert picture.flat is not picture
    assert (picture.flat.pixels == undithered(pixels)).all()
    assert np.ptp(picture.flat.pixels[8:-8, 8:-8]) < 10
    assert (pixels == before).all()


def tiled(kind: str, board: list[str]) -> Pixels:
    """A board of 24 pixels a cell on a page with a background of 50 pixels that repeats."""
    tile = np.full((50, 50, 3), (170, 150, 140), np.uint8)
    if kind == "dots":
        cv2.circle(tile, (25, 25), 12, (120, 120, 160), -1)
    else:
        tile[:2] = tile[:, :2] = (110, 100, 90)
        tile[2:4, 2:] = (200, 180, 170)
    page = np.ascontiguousarray(np.tile(tile, (15, 20, 1)))
    page[200:520, 380:680] = 192
    draw(board, Drawing(24.0, 400.0, 250.0, 0), page)
    return page


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dots", "tiles"])
@pytest.mark.parametrize("board", [FRESH, PLAYED], ids=["fresh", "played"])
def test_a_background_that_repeats_is_no_board(kind: str, board: list[str]) -> None:
    # Without any skin: closed cells could be anything that repeats.
    assert Reader(()).look(tiled(kind, board)).cells == tuple(board)


@pytest.fixture(scope="module")
def shot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a picture of a board."""
    page = np.full((330, 400, 3), 192, np.uint8)
    draw(PLAYED, Drawing(24.0, 40.0, 30.0, 0), page)
    file = tmp_path_factory.mktemp("picture") / "shot.png"
    cv2.imwrite(str(file), page)
    return file


def grey(pixels: Pixels) -> Any:
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)


FORMS: dict[str, Any] = {
    "path": lambda file, pixels: file,
    "name": lambda file, pixels: str(file),
    "name in bytes": lambda file, pixels: BytesPath(file),
    "file": lambda file, pixels: file.read_bytes(),
    "Pillow": lambda file, pixels: Image.open(file),
    "Pillow RGBA": lambda file, pixels: Image.open(file).convert("RGBA"),
    "BGRA": lambda file, pixels: cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA),
    "float32": lambda file, pixels: pixels.astype(np.float32) / 255,
    "float64": lambda file, pixels: pixels / 255,
    "uint16": lambda file, pixels: pixels.astype(np.uint16) * 257,
    "int64": lambda file, pixels: pixels.astype(np.int64),
    "lists": lambda file, pixels: pixels.tolist(),
    "RGB, turned": lambda file, pixels: np.ascontiguousarray(pixels[..., ::-1])[..., ::-1],
    "a part": lambda file, pixels: np.pad(pixels, ((9, 9), (9, 9), (0, 0)))[9:-9, 9:-9],
}


class BytesPath:
    def __init__(self, file: Path):
        self.file = file

    def __fspath__(self) -> bytes:
        return os.fsencode(self.file)


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_is_taken_as_people_have_it(form: str, shot: Path) -> None:
    pixels = cv2.imread(str(shot))
    assert pixels is not None
    found = pixels_of(FORMS[form](shot, pixels))
    assert (found.dtype, found.shape) == (np.uint8, pixels.shape)
    assert (found == pixels).all()
    found[0, 0] = 0  # it is no problem to OpenCV and NumPy what it was made of
    cv2.rectangle(found, (0, 0), (3, 3), (0, 0, 0))


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize(
    "form", [grey, lambda p: grey(p)[..., None], lambda p: grey(p) / 255, lambda p: p[..., 1]]
)
def test_a_grey_picture_is_read_as_well(form: Any, shot: Path) -> None:
    pixels = cv2.imread(str(shot))
    assert pixels is not None
    assert look(form(pixels)).cells == tuple(PLAYED)


def test_look_takes_a_path_and_gives_a_board(shot: Path) -> None:
    (reading,) = look_all(shot)
    assert reading.cells == look(str(shot)).cells == tuple(PLAYED)
    assert reading.board == Reader().look(Image.open(shot)).board
    assert look_all(np.eye(40, dtype=bool)) == []


NONE: dict[str, Any] = {
    "nothing": None,
    "no file": "there/is/no.png",
    "no name": "a\0b",
    "no bytes of a picture": b"abc",
    "a number": 7,
    "a text in a list": ["shot.png"],
    "an object": object(),
    "a dictionary": {"a": 1},
    "uneven rows": [[1, 2], [3]],
    "a line": np.zeros(9, np.uint8),
    "four dimensions": np.zeros((1, 9, 9, 3), np.uint8),
    "two channels": np.zeros((9, 9, 2), np.uint8),
    "no pixel": np.zeros((0, 9, 3), np.uint8),
    "no channel": np.zeros((9, 9, 0), np.uint8),
    "levels as fractions": np.full((9, 9, 3), 192.0),
    "not a number": np.full((9, 9, 3), np.nan),
    "endless": np.full((9, 9), np.inf),
    "below nothing": np.full((9, 9), -1),
    "too bright": np.full((9, 9), 256),
    "complex": np.zeros((9, 9), complex),
    "times": np.zeros((9, 9), "datetime64[s]"),
}


@pytest.mark.parametrize("what", NONE)
@pytest.mark.parametrize("ask", [look, look_all, Reader().look, Reader().look_all])
def test_what_is_no_picture_is_refused_in_a_sentence(ask: Any, what: str) -> None:
    with pytest.raises(PictureError) as told:
        ask(NONE[what])
    assert isinstance(told.value, MinefieldError)
    assert "\n" not in str(told.value)


TYPED = """
from pathlib import Path
import cv2
import numpy as np
from PIL import Image
from mwagent import Board, Game, Level, Reader, look, look_all

picture = cv2.imread("shot.png")
assert picture is not None
grey = np.asarray(Image.open("shot.png").convert("L"))
boards: list[Board] = [look(picture).board, Reader().look_all(picture[10:])[0].board]
look_all(Path("shot.png")), look("shot.png"), look(Image.open("shot.png")), look(grey)
look(grey / 255), look([[0, 255], [255, 0]]), look(np.zeros((9, 9), bool))
board: Board = Game(Level(9, 9, 10)).board
"""


@pytest.mark.slow
def test_types_fit_what_opencv_gives(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    (tmp_path / "script.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", tmp_path / "script.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
