"""Words that begin a round are found on buttons, in a font that was not drawn for them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mwagent.vision.header.words import find_words

INK = [
    ((255, 255, 255), (40, 110, 220)),
    ((20, 20, 20), (225, 225, 225)),
    ((240, 240, 240), (30, 30, 34)),
]


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


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("word", "label"),
    [("new", "New Game"), ("restart", "Restart"), ("reset", "RESET"), ("play", "Play")],
)
@pytest.mark.parametrize("inks", range(len(INK)))
def test_a_word_on_a_button_is_found_where_it_stands(word: str, label: str, inks: int) -> None:
    sizes, at = range(14, 28, 2), (47, 35)
    found = []
    for size in sizes:
        words = find_words(button(label, size, at, inks))
        assert {each.text for each in words} <= {word}
        found += [(size, *each.centre) for each in words]
    assert len(found) >= 0.8 * len(sizes)
    for size, x, y in found:
        assert 0 < x - at[0] < 3 * size
        assert 0 < y - at[1] < 1.3 * size


OTHERS = [
    *("Mines: 10", "Time 0:41", "Undo", "Leaderboard", "Medium", "Intermediate", "Intermediate"),
    *("Expert", "Hint", "Settings", "Minesweeper", "Flags", "1 2 3 1", "Theme", "Quit", "Close"),
]


@pytest.mark.sampled
@pytest.mark.parametrize("label", OTHERS)
@pytest.mark.parametrize("size", [14, 19, 26])
def test_other_words_are_not_taken_for_them(label: str, size: int) -> None:
    assert find_words(button(label, size, (40, 40))) == []


@pytest.mark.parametrize(("label", "size"), [("EASY", 50), ("Play", 50), ("New Game", 60)])
def test_a_word_in_large_letters_is_found_where_it_stands(label: str, size: int) -> None:
    (word,) = find_words(button(label, size, (47, 35)))
    assert word.text == label.split(maxsplit=1)[0].lower()
    assert 47 < word.centre[0] < 47 + 2 * size
    assert 35 < word.centre[1] < 35 + 1.3 * size


@pytest.mark.parametrize(("label", "size"), [("START!", 16), ("Play!", 32), ("Retry?", 20)])
def test_a_mark_at_the_end_of_a_word_is_none_of_its_letters(label: str, size: int) -> None:
    (word,) = find_words(button(label, size, (47, 35)))
    assert word.text == label[:-1].lower()


def test_a_word_close_to_the_frame_of_its_button_is_found() -> None:
    font = ImageFont.load_default(17)
    picture = Image.new("RGB", (120, 60), (250, 250, 250))
    draw = ImageDraw.Draw(picture)
    x0, y0, x1, y1 = draw.textbbox((30, 20), "Retry", font=font)
    draw.rectangle((x0 - 8, y0 - 4, x1 + 8, y1 + 2), fill=(235, 235, 235), outline=(90, 90, 90))
    draw.text((30, 20), "Retry", fill=(0, 0, 0), font=font)
    words = find_words(np.asarray(picture)[:, :, ::-1].copy())
    assert [word.text for word in words] == ["retry"]
