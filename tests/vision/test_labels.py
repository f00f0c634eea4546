"""Labels read letter by letter: what begins a round is read, and nothing else taken for it."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.training.glyphs import fonts
from benchmarks.training.letters import drawn, has
from mwagent.player.views.windows import within
from mwagent.player.views.wording import begins_round, round_word
from mwagent.vision.header.letters import ALL, LATIN, line_of, network, probability
from mwagent.vision.header.words import find_labels, find_painted
from testbed.drawn_words import BLUE, DARK, LIGHT, MIDDLE, Inks, button, write
from testbed.strange_words import strange

INKS = [LIGHT, DARK, BLUE]
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


def read(picture: NDArray[np.uint8]) -> str:
    """What is read at the middle of a picture."""
    held = [label for label in find_labels(picture) if within(label.box, MIDDLE)]
    return min(held, key=lambda label: label.box[3] - label.box[1]).text


@pytest.mark.parametrize("inks", [LIGHT, DARK])
@pytest.mark.parametrize("room", [4, 6, 8, 12])
@pytest.mark.parametrize("text", ["New game", "Restart", "Try again", "Start", "Neues Spiel"])
def test_the_sides_of_a_button_are_none_of_its_letters(text: str, room: int, inks: Inks) -> None:
    assert read(button(text, 15, room, inks)) == text.lower()


@pytest.mark.parametrize("inks", [LIGHT, DARK])
@pytest.mark.parametrize("apart", [3, 4])
@pytest.mark.parametrize("text", ["Restart", "New game", "Try again", "Start"])
def test_letters_that_are_spaced_are_read_as_words(text: str, apart: int, inks: Inks) -> None:
    assert read(button(text, 18, 9, inks, apart)) == text.lower()


@pytest.mark.parametrize("inks", INKS)
@pytest.mark.parametrize("text", ["Beginner: 9x9 area / 10 mines", "Easy (9 x 9, 10 mines)"])
def test_where_words_end_is_in_no_doubt_that_matters(text: str, inks: Inks) -> None:
    chosen = [round_word(read(button(text, size, 8, inks))) for size in range(11, 19)]
    assert sum(map(bool, chosen)) >= 5


@pytest.mark.parametrize("size", [14, 20, 24, 30])
@pytest.mark.parametrize("text", ["010", "100", "0:00", "3/10", "Score 10", "Go"])
def test_a_nought_is_told_from_a_letter_by_what_stands_beside_it(text: str, size: int) -> None:
    assert read(button(text, size, 9)) == text.lower()


@pytest.mark.parametrize(
    "texts",
    [
        ("Новая игра", "ЗАНОВО", "Начать игру", "Играть", "СТАРТ", "Почати"),
        ("Νέο παιχνίδι", "Ξεκίνα", "ΠΑΙΞΕ", "Ξανά", "ΕΝΑΡΞΗ"),
        ("重新开始", "新游戏", "简单", "もう一度", "スタート", "初級"),
        ("다시 시작", "새 게임", "쉬움", "시작"),
    ],
    ids=("Cyrillic", "Greek", "Chinese and Japanese", "Korean"),
)
def test_words_in_other_letters_begin_a_round_too(texts: tuple[str, ...]) -> None:
    letters = set("".join(texts)) - {" "}
    usual = (
        file for file in fonts() if Path(file).name.startswith(("DejaVu", "Liberation", "Noto"))
    )
    files = [file for file in usual if all(has(file, letter) for letter in letters)][:8]
    if not files:
        pytest.skip(f"no font here has the letters of {texts[0]}")
    drawn_so = [
        (text, button(text, size, 9, file=file))
        for text in texts
        for file in files
        for size in (15, 20)
    ]
    begun = sum(begins_round(read(picture)) for _, picture in drawn_so)
    assert begun >= 0.5 * len(drawn_so)


@pytest.mark.parametrize("text", ["New", "Restart", "Reset"])
def test_a_piece_of_large_letters_that_were_read_is_no_label_of_its_own(text: str) -> None:
    bold = next((file for file in fonts() if file.endswith("DejaVuSans-Bold.ttf")), None)
    if bold is None:
        pytest.skip("DejaVu Sans Bold is not here")
    assert [one.text for one in find_labels(button(text, 32, 12, file=bold))] == [text.lower()]


@pytest.mark.parametrize("text", ["OK", "Cancel", "Yes", "Try again"])
@pytest.mark.parametrize("colour", [(80, 125, 100), (60, 60, 190), (60, 160, 60)])
def test_a_sign_in_other_colours_before_a_label_is_none_of_its_letters(
    text: str, colour: tuple[int, int, int]
) -> None:
    """The buttons of dialogs have an arrow, a cross or a tick before their words."""
    picture = np.full((60, 160, 3), 240, np.uint8)
    write(picture, text, (52, 35), size=15)
    (without,) = find_labels(picture)
    corners = np.array([(28, 30), (37, 22), (37, 26), (40, 26), (40, 20), (46, 20), (46, 29)])
    cv2.fillPoly(picture, [np.vstack([corners, [(37, 39)]])], colour, cv2.LINE_AA)
    assert [label.text for label in find_labels(picture)] == [without.text] != [""]


@pytest.mark.parametrize("text", ["Reset all", "Buy a game", "No game"])
def test_a_letter_in_another_colour_is_left_out_of_no_label(text: str) -> None:
    for size in range(12, 28):
        picture = np.full((80, 400, 3), 240, np.uint8)
        write(picture, text, (50, 45), size=size)
        first = int(np.flatnonzero(picture.min(axis=(0, 2)) < 200)[0])
        picture[:, first : first + size // 2 + 1, 2] = 240
        assert not any(begins_round(label.text) for label in find_labels(picture)), size


@pytest.mark.parametrize("inks", INKS)
@pytest.mark.parametrize("times", [3, 4, 5])
def test_bold_letters_are_read_by_what_is_around_them(times: int, inks: Inks) -> None:
    """As those of menus in large pixels, whose strokes are as wide as the ground between them."""
    bold = next((file for file in fonts() if file.endswith("DejaVuSansMono-Bold.ttf")), None)
    if bold is None:
        pytest.skip("DejaVu Sans Mono Bold is not here")
    texts = ("SCORE", "EXIT", "EASY", "HARD", "START", "MENU")
    small = [button(text, 13, 6, inks, file=bold)[30:90, 120:280] for text in texts]
    large = [picture.repeat(times, axis=0).repeat(times, axis=1) for picture in small]
    found = [{label.text for label in find_labels(picture)} for picture in large]
    assert sum(text.lower() in some for text, some in zip(texts, found, strict=True)) >= 5


def test_letters_with_hard_edges_are_read() -> None:
    """So programs write that do not smooth their letters, as those of Java."""
    bold = next((file for file in fonts() if file.endswith("DejaVuSans-Bold.ttf")), None)
    if bold is None:
        pytest.skip("DejaVu Sans Bold is not here")
    missed = 0
    for text, size in itertools.product(["Game", "Help", "New", "Reset"], [12, 13, 15]):
        image = Image.new("RGB", (160, 60), (238, 238, 238))
        pen = ImageDraw.Draw(image)
        pen.fontmode = "1"
        pen.text((40, 20), text, (51, 51, 51), ImageFont.truetype(bold, size))
        missed += [label.text for label in find_labels(np.array(image))] != [text.lower()]
    assert missed <= 1


@given(
    seed=st.integers(0, 2**30),
    size=st.integers(10, 30),
    room=st.integers(2, 14),
    inks=st.sampled_from(INKS),
)
def test_what_does_not_begin_a_round_is_never_read_as_what_does(
    seed: int, size: int, room: int, inks: Inks
) -> None:
    text = strange(random.Random(seed))
    labels = find_labels(button(text, size, room, inks))
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


def test_a_line_to_train_by_is_drawn_as_labels_are_seen() -> None:
    font = next(iter(fonts()), None) or pytest.skip("no fonts here")
    ink = drawn(random.Random(1), "Restart", font)
    assert ink is not None and ink.ndim == 2 and ink.max() > 45


@pytest.mark.slow
@pytest.mark.parametrize("inks", INKS)
def test_most_of_what_is_written_is_read_and_hardly_anything_else(inks: Inks) -> None:
    sizes = range(13, 34, 4)
    read = wrong = 0
    for label in LABELS:
        for size in sizes:
            found = [each for each in find_labels(button(label, size, 9, inks)) if each.text]
            right = [each for each in found if each.text == label.lower()]
            read += bool(right)
            wrong += len(found) > len(right)
            assert all(np.hypot(*np.subtract(each.centre, MIDDLE)) < size for each in right)
    assert read >= 0.75 * len(LABELS) * len(sizes)
    assert wrong <= 0.2 * len(LABELS) * len(sizes)


def test_lines_of_one_label_are_read_together_and_nothing_in_an_empty_picture() -> None:
    picture = np.full((160, 420, 3), 225, np.uint8)
    assert find_labels(picture) == []
    for y, text in ((54, "Start"), (72, "Play")):
        write(picture, text, (47, y), 10, 16)
    assert [each.text for each in find_labels(picture)] == ["start\nplay"]


def test_the_network_gives_a_probability_of_each_letter_at_every_second_column() -> None:
    for alphabet in (LATIN, ALL):
        odds = network(line_of(np.eye(20, 50, dtype=np.uint8) * 255), alphabet)
        assert odds.shape == (20, 1 + len(alphabet.letters))
        assert np.allclose(odds.sum(axis=1), 1, atol=1e-4)


@pytest.mark.parametrize(
    ("words", "size"), [("Game over", 18), ("You are win!", 20), ("BOOM!", 44)]
)
def test_words_are_read_over_the_lines_and_numbers_of_a_board(words: str, size: int) -> None:
    board = np.full((240, 260, 3), 189, np.uint8)
    board[::20], board[:, ::20], board[5::20], board[:, 5::20] = 238, 238, 154, 154
    for row, col in itertools.product(range(0, 240, 20), range(0, 260, 40)):
        write(board, str(row // 20), (col + 6, row + 17), 40, 14)
    over = board // 12 * 7
    write(over, words, (40, 140), 255, size)
    assert words.lower() in [label.text for label in find_painted(over, board)]
    assert words.lower() not in [label.text for label in find_painted(over, over)]
