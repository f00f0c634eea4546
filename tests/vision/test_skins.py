"""Skins learned on sight: kept between runs, listed, shown, forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import Button, Click, Game, Level
from mwagent.vision import look
from mwagent.vision.__main__ import main
from mwagent.vision.known.skins import known_skins, learned_folder
from mwagent.vision.own_skins import MOST_KEPT, Sample, learn, learned
from mwagent.vision.reading import UNKNOWN_SKIN, Reading
from testbed.drawn_classic import Drawing, desktop, draw

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MWAGENT_CACHE", str(tmp_path))
    known_skins.cache_clear()


def game(seed: int) -> list[str]:
    """A board in mid-game, with a few flags."""
    played = Game(Level(12, 14, 26), seed=np.random.default_rng(seed))
    played.play(Click((6, 7)))
    assert played.mines is not None
    safe = np.argwhere(~played.mines)
    for cell in safe[:: 2 + seed % 2]:
        played.play(Click((int(cell[0]), int(cell[1]))))
    for row, col in np.argwhere(played.mines)[:6]:
        played.play(Click((int(row), int(col)), Button.RIGHT))
    return ["".join("F" if v == 9 else "#" if v > 8 else str(v) for v in row)
            for row in played.board.cells]  # fmt: skip


def picture(board: list[str]) -> NDArray[np.uint8]:
    """A board in a skin that nobody knows: the classic one in other colours."""
    screen = desktop(500, 420)
    draw(board, Drawing(24.0, 60, 50, 0), screen)
    screen[50:, 60:] = np.roll(255 - screen[50:, 60:], 1, axis=2)
    return screen


def sample(seed: int) -> Sample:
    shown = picture(game(seed))
    return Sample("a picture", shown, look(shown))


@pytest.mark.slow
def test_a_learned_skin_is_known_from_then_on() -> None:
    first = sample(1)
    assert first.reading.skin == UNKNOWN_SKIN and not first.reading.unknown
    skin = learn(first)
    assert skin is not None
    for seed in (2, 3):
        board = game(seed)
        reading = look(picture(board))
        new = set("".join(board)) - set(skin.symbols)
        assert reading.skin == skin.name or new
        read = "".join(reading.cells)
        assert all(s in (t, "~") for s, t in zip(read, "".join(board), strict=True))
        assert len(reading.unknown) <= 2 * len(new)


def test_what_reads_its_own_board_otherwise_is_not_kept() -> None:
    read = sample(1).reading
    # A closed cell is said to be a three: one of them must be wrong.
    row, col = next(
        (r, c) for r, text in enumerate(read.cells) for c, s in enumerate(text) if s == "#"
    )
    cells = [list(text) for text in read.cells]
    cells[row][col] = "3"
    untrue = Reading(
        read.lattice, tuple("".join(text) for text in cells), read.confidence, read.skin,
        read.mines, read.stage,
    )  # fmt: skip
    assert learn(Sample("a picture", picture(game(1)), untrue)) is None
    assert learned() == [] and not list(learned_folder().glob(".*"))


def test_only_the_newest_are_kept() -> None:
    for day in range(10, 20):
        folder = learned_folder() / f"learned-202001{day}-120000"
        folder.mkdir(parents=True)
        (folder / "skin.toml").touch()
    skin = learn(sample(1))
    assert skin is not None
    assert len(learned()) == MOST_KEPT and learned()[-1] == skin.name


def test_skins_are_listed_shown_and_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    skin = learn(sample(1))
    assert skin is not None
    out = tmp_path / "skins.png"
    assert main(["skins", "--json", "--show", str(out)]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert {"classic", "night", skin.name} <= listed.keys()
    assert listed[skin.name]["origin"] == "learned" and listed["classic"]["origin"] == "built in"
    assert cv2.imread(str(out)).shape[0] > 3 * 32
    assert main(["skins", "--forget", skin.name]) == 0
    assert learned() == [] and skin.name not in {one.name for one in known_skins()}


def test_a_name_that_was_not_learned_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["skins", "--forget", "classic"]) == 2
    assert "no skin called 'classic' was learned" in capsys.readouterr().err
