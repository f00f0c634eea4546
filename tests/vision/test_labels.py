"""Labels read letter by letter: what begins a round is read, and nothing else taken for it."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.player.views.windows import within
from mwagent.player.views.wording import begins_round
from mwagent.vision.header.letters import probability
from mwagent.vision.header.words import find_labels
from testbed.strange_words import strange

MIDDLE = (200, 60)


def button(text: str, size: int, room: int = 7, dark: bool = False) -> NDArray[np.uint8]:
    """A picture, (120, 400, 3) uint8 BGR, of a button with so much room around its text."""
    ground, face, ink = (34, 48, 235) if dark else (236, 214, 10)
    picture = Image.new("RGB", (400, 120), (ground,) * 3)
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(size)
    x0, y0, x1, y1 = draw.textbbox(MIDDLE, text, font=font, anchor="mm")
    edges = (x0 - room - 4, y0 - room, x1 + room + 4, y1 + room)
    draw.rectangle(edges, fill=(face,) * 3, outline=(90,) * 3)
    draw.text(MIDDLE, text, fill=(ink,) * 3, font=font, anchor="mm")
    return np.asarray(picture)[:, :, ::-1].copy()


def read(picture: NDArray[np.uint8]) -> str:
    """What is read at the middle of a picture."""
    held = [label for label in find_labels(picture) if within(label.box, MIDDLE)]
    return min(held, key=lambda label: label.box[3] - label.box[1]).text


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("room", [4, 6, 8, 12])
@pytest.mark.parametrize("text", ["New game", "Restart", "Try again", "Start", "Neues Spiel"])
def test_the_sides_of_a_button_are_none_of_its_letters(text: str, room: int, dark: bool) -> None:
    assert read(button(text, 15, room, dark)) == text.lower()


@given(
    seed=st.integers(0, 2**30),
    size=st.integers(10, 30),
    room=st.integers(2, 14),
    dark=st.booleans(),
)
def test_what_does_not_begin_a_round_is_never_read_as_what_does(
    seed: int, size: int, room: int, dark: bool
) -> None:
    text = strange(random.Random(seed))
    labels = find_labels(button(text, size, room, dark))
    assert not any(begins_round(label.text) for label in labels), text


@given(st.integers(1, 5), st.integers(0, 2**30))
def test_a_text_is_as_probable_as_all_its_alignments_together(columns: int, seed: int) -> None:
    odds = np.random.default_rng(seed).dirichlet(np.ones(3), columns).astype(np.float32)
    expected: dict[tuple[int, ...], float] = {}
    for aligned in itertools.product(range(3), repeat=columns):
        text = tuple(each for each, _ in itertools.groupby(aligned) if each)
        part = float(np.prod(odds[np.arange(columns), aligned]))
        expected[text] = expected.get(text, 0.0) + part
    for text, sum_of_parts in expected.items():
        assert probability(odds, text) == pytest.approx(sum_of_parts, abs=1e-6)
