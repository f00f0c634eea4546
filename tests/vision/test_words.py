"""Labels are read letter by letter, in fonts that were not drawn for that; or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mwagent.vision.header.letters import LETTERS, line_of, network
from mwagent.vision.header.words import find_labels

INK = [
    ((255, 255, 255), (40, 110, 220)),
    ((20, 20, 20), (225, 225, 225)),
    ((240, 240, 240), (30, 30, 34)),
]
LABELS = (
    "New Game",
    "Restart",
    "RESET",
    "Play",
    "Undo",
    "Leaderboard",
    "Nouvelle partie",
    "Expert",
)


def button(text: str, size: int, at: tuple[int, int], inks: int = 0) -> np.ndarray:
    """A picture, (height, width, 3) uint8 BGR, of a button that says something."""
    ink, ground = INK[inks]
    font = ImageFont.load_default(size)
    picture = Image.new("RGB", (420, 160), (250, 250, 250))
    draw = ImageDraw.Draw(picture)
    x0, y0, x1, y1 = draw.textbbox(at, text, font=font)
    draw.rectangle((x0 - 12, y0 - 9, x1 + 12, y1 + 9), fill=ground)
    draw.text(at, text, fill=ink, font=font)
    return np.asarray(picture)[:, :, ::-1].copy()


@pytest.mark.parametrize("inks", range(len(INK)))
def test_what_is_read_is_what_is_written_and_most_is_read(inks: int) -> None:
    at, read, wrong = (47, 35), 0, 0
    for label in LABELS:
        for size in range(13, 34, 4):
            texts = [each for each in find_labels(button(label, size, at, inks)) if each.text]
            right = [each for each in texts if each.text == label.lower()]
            read += bool(right)
            wrong += len(texts) > len(right)
            for each in right:
                x, y = each.centre
                assert at[0] < x < at[0] + size * len(label) and at[1] < y < at[1] + 1.5 * size
    assert read >= 0.75 * len(LABELS) * 6
    assert wrong <= 0.2 * len(LABELS) * 6


def test_lines_of_one_label_are_read_together() -> None:
    picture = button("New", 16, (47, 35), 1)
    picture[:] = 225
    image = Image.fromarray(picture)
    for y, text in ((40, "Start"), (58, "Play")):
        ImageDraw.Draw(image).text((47, y), text, (10, 10, 10), ImageFont.load_default(16))
    assert [each.text for each in find_labels(np.asarray(image))] == ["start\nplay"]


def test_an_empty_picture_has_no_labels() -> None:
    assert find_labels(np.full((60, 80, 3), 200, np.uint8)) == []


def test_the_network_gives_a_probability_of_each_letter_at_every_second_column() -> None:
    odds = network(line_of(np.eye(20, 50, dtype=np.uint8) * 255))
    assert odds.shape == (20, 1 + len(LETTERS))
    assert np.allclose(odds.sum(axis=1), 1, atol=1e-4)
