"""Made-up pages around made-up boards: frames, head lines, counters, buttons, text, windows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.training.colours import Colour, Random, ground_colour, readable, shift
from benchmarks.training.signs import ARROW, EMOJI
from benchmarks.training.skins import DrawnSkin

WORDS: Final = (
    "New", "Game", "Easy", "Medium", "Hard", "Beginner", "Expert", "Time", "Mines", "Reset", "Menu",
    "Help", "Flags", "Level", "OK", "Best",
)  # fmt: skip
ENDINGS: Final = ("You win!", "GAME OVER", "You lost", "BOOM", "Well done")
FACES: Final = "🙂😎😵😀💣⏱🚩🏆"


@dataclass(frozen=True, slots=True)
class Page:
    """A page to draw on: its picture, the board's place (x, y, width, height), a cell's side."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    board: tuple[int, int, int, int]
    side: float


def surrounded(
    rng: Random, skin: DrawnSkin, board: NDArray[np.uint8], side: float, faces: list[str]
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """A board (height, width, 3) RGB on a page of its own, and its first pixel (x, y) there."""
    high, wide = board.shape[:2]
    left, top, right, foot = (round(float(rng.uniform(0.2, 4.5)) * side) for _ in range(4))
    if rng.random() < 0.5:
        top = round(float(rng.uniform(2.5, 5)) * side)
    if rng.random() < 0.06:
        left, top, right, foot = (round(n * (rng.random() < 0.3)) for n in (left, top, right, foot))
    size = wide + left + right, high + top + foot
    page = skin.page if rng.random() < 0.6 else ground_colour(rng)
    image = Image.new("RGB", size, page)
    if rng.random() < 0.15:
        image = _wall(rng, size)
    place = Page(image, ImageDraw.Draw(image), (left, top, wide, high), side)
    if rng.random() < 0.4:
        _text(rng, place, page, faces)
    if rng.random() < 0.55:
        _panel(rng, place, skin)
    if rng.random() < 0.5:
        _head(rng, place, skin, faces)
    if rng.random() < 0.2:
        _message(rng, place, skin, faces)
    if rng.random() < 0.3:
        _buttons(rng, place, faces)
    if rng.random() < 0.6:
        _frame(rng, place, skin)
    if rng.random() < 0.05:
        # The board is of glass: what is behind it shines through.
        back = np.asarray(_wall(rng, (wide, high), int(rng.integers(3, 16))))
        share = float(rng.uniform(0.05, 0.35))
        mixed = cv2.addWeighted(board, 1 - share, back, share, 0)
        board = np.asarray(mixed, np.uint8)
    image.paste(Image.fromarray(board), (left, top))
    return np.asarray(image), (left, top)


def _wall(rng: Random, size: tuple[int, int], detail: int = 3) -> Image.Image:
    """A picture that is no board: colours that run into one another."""
    low = rng.integers(0, 256, (detail, detail + 1, 3)).astype(np.uint8)
    return Image.fromarray(np.asarray(cv2.resize(low, size, interpolation=cv2.INTER_CUBIC)))


def _panel(rng: Random, page: Page, skin: DrawnSkin) -> None:
    """A card that the board lies on, of its open ground, the closed one's, or any colour."""
    x, y, w, h = page.board
    grounds = [skin.open, skin.hidden, skin.page, ground_colour(rng)]
    ground = shift(grounds[int(rng.integers(4))], float(rng.integers(-12, 13)))
    near = [float(rng.uniform(0, 1.2)) * page.side for _ in range(4)]
    above = near[1] + (2 * page.side if rng.random() < 0.5 else 0)
    box = (x - near[0], y - above, x + w + near[2], y + h + near[3])
    outline = shift(ground, -60) if rng.random() < 0.5 else None
    page.draw.rounded_rectangle(
        box, radius=page.side * 0.3 * (rng.random() < 0.4), fill=ground, outline=outline
    )


def _frame(rng: Random, page: Page, skin: DrawnSkin) -> None:
    """Lines, a bevel or a shadow right around the board."""
    x, y, w, h = page.board
    thick = int(rng.choice([1, 1, 2, 3, 4, 5, 8]))
    thick = max(1, round(thick * page.side / 24))
    kind = rng.random()
    light, dark = shift(skin.open, 60), shift(skin.open, -70)
    for k in range(1, thick + 1):
        box = (x - k, y - k, x + w - 1 + k, y + h - 1 + k)
        if kind < 0.4:
            page.draw.rectangle(box, outline=skin.line)
        elif kind < 0.8:
            page.draw.line([(box[0], box[3]), (box[0], box[1]), (box[2], box[1])], fill=dark)
            page.draw.line([(box[0], box[3]), (box[2], box[3]), (box[2], box[1])], fill=light)
        else:
            page.draw.rectangle(box, outline=readable(rng, skin.open, 30) if k == 1 else skin.page)


def _ink(ground: Colour) -> Colour:
    return (20, 20, 20) if sum(ground) > 380 else (240, 240, 240)


def _font(face: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(face, max(7, round(size)))


def _head(rng: Random, page: Page, skin: DrawnSkin, faces: list[str]) -> None:
    """A line over or under the board with counters and a face, as wide as the board."""
    x, y, w, h = page.board
    tall = page.side * float(rng.uniform(1.0, 2.2))
    gap = page.side * float(rng.uniform(0, 0.6))
    top = y - gap - tall if rng.random() < 0.85 else y + h + gap
    grounds = [skin.open, skin.hidden, skin.page]
    ground = grounds[int(rng.integers(3))]
    page.draw.rectangle((x, top, x + w, top + tall), fill=ground)
    if rng.random() < 0.5:
        page.draw.rectangle((x, top, x + w, top + tall), outline=shift(ground, -60), width=2)
    face = str(rng.choice(faces))
    black = rng.random() < 0.5
    for left in (x + 0.2 * page.side, x + w - 2.0 * page.side):
        text = f"{int(rng.integers(0, 200)):03d}"
        if black:
            page.draw.rectangle(
                (left, top + 0.15 * tall, left + 1.8 * page.side, top + 0.85 * tall), fill=(0, 0, 0)
            )
        ink = (255, 20, 20) if black else _ink(ground)
        at = left + 0.1 * page.side, top + 0.15 * tall
        page.draw.text(at, text, font=_font(face, 0.6 * tall), fill=ink)
    if rng.random() < 0.7:
        middle, reach = x + w / 2, 0.4 * tall
        box = (middle - reach, top + 0.1 * tall, middle + reach, top + 0.9 * tall)
        page.draw.rectangle(box, fill=skin.hidden, outline=shift(skin.hidden, -70))
        _emoji(
            rng,
            page,
            (round(middle - 0.7 * reach), round(top + 0.5 * tall - 0.7 * reach)),
            round(1.4 * reach),
        )


def _emoji(rng: Random, page: Page, at: tuple[int, int], side: int) -> None:
    if not EMOJI.exists() or side < 6:
        page.draw.ellipse((*at, at[0] + side, at[1] + side), fill=(255, 220, 40), outline=(0, 0, 0))
        return
    layer = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
    font = ImageFont.truetype(str(EMOJI), 109)
    ImageDraw.Draw(layer).text((0, 0), str(rng.choice(list(FACES))), font=font, embedded_color=True)
    small = layer.resize((side, side))
    page.image.paste(small, at, small)


def _buttons(rng: Random, page: Page, faces: list[str]) -> None:
    """A row of buttons as high as cells, or nearly."""
    x, y, _, h = page.board
    tall = page.side * float(rng.uniform(0.8, 1.5))
    long = page.side * float(rng.uniform(0.9, 3.5))
    gap = page.side * float(rng.uniform(0.03, 0.5))
    top = float(rng.choice([y - gap - tall, y + h + gap, y - 2.5 * gap - 2 * tall]))
    ground = ground_colour(rng)
    face = str(rng.choice(faces))
    radius = tall * 0.25 * (rng.random() < 0.6)
    at = x + float(rng.uniform(-1, 2)) * page.side
    for _ in range(int(rng.integers(2, 9))):
        page.draw.rounded_rectangle(
            (at, top, at + long, top + tall), radius=radius, fill=ground, outline=shift(ground, -50)
        )
        word = str(rng.choice(WORDS)) if long > 1.5 * page.side else str(rng.integers(0, 10))
        start = at + 0.15 * tall, top + 0.2 * tall
        page.draw.text(start, word, font=_font(face, 0.45 * tall), fill=_ink(ground))
        at += long + gap


def _message(rng: Random, page: Page, skin: DrawnSkin, faces: list[str]) -> None:
    """A bar over or under the board, as wide or of any width: empty, or with how a game ended."""
    x, y, w, h = page.board
    tall = page.side * float(rng.choice([1.0, 2.0, rng.uniform(0.8, 3.0)]))
    gap = page.side * float(rng.choice([0.0, 0.0, 1.0, rng.uniform(0, 1)]))
    top = y - gap - tall if rng.random() < 0.7 else y + h + gap
    wide = w * float(rng.choice([0.5, 1.0, 1.0, rng.uniform(0.3, 1.3)]))
    left = x + (w - wide) / 2
    grounds = [skin.open, skin.hidden, skin.page, ground_colour(rng)]
    ground = grounds[int(rng.integers(4))]
    page.draw.rectangle((left, top, left + wide, top + tall), fill=ground)
    if rng.random() < 0.7:
        words = str(rng.choice(ENDINGS if rng.random() < 0.6 else WORDS))
        font = _font(str(rng.choice(faces)), tall * float(rng.uniform(0.3, 0.7)))
        middle = left + wide / 2, top + tall / 2
        page.draw.text(middle, words, font=font, fill=_ink(ground), anchor="mm")


def _text(rng: Random, page: Page, ground: Colour, faces: list[str]) -> None:
    """Lines of text on any side."""
    face = str(rng.choice(faces))
    size = float(rng.uniform(9, 22))
    width, height = page.image.size
    top = float(rng.uniform(0, height))
    for line in range(int(rng.integers(1, 7))):
        words = " ".join(str(rng.choice(WORDS)) for _ in range(12))
        at = float(rng.uniform(0, 0.3 * width)), top + 1.3 * size * line
        page.draw.text(at, words, font=_font(face, size), fill=_ink(ground))


def cover(
    rng: Random, picture: NDArray[Any], faces: list[str], board: tuple[int, int, int, int]
) -> NDArray[np.uint8]:
    """Lay a window over a part of a board, in place; which pixels it hides (height, width)."""
    x, y, w, h = board
    wide, tall = int(w * rng.uniform(0.2, 0.7)), int(h * rng.uniform(0.15, 0.6))
    left = int(rng.integers(x - wide // 3, x + w - wide // 2))
    top = int(rng.integers(y - tall // 3, y + h - tall // 2))
    ground = ground_colour(rng)
    window = Image.new("RGB", (wide, tall), ground)
    draw = ImageDraw.Draw(window)
    draw.rectangle((0, 0, wide - 1, tall - 1), outline=shift(ground, -70))
    font = ImageFont.truetype(str(rng.choice(faces)), max(8, tall // 6))
    for line in range(3):
        words = " ".join(str(rng.choice(WORDS)) for _ in range(4))
        draw.text((wide // 12, tall // 8 + line * tall // 4), words, font=font, fill=_ink(ground))
    image = Image.fromarray(picture)
    image.paste(window, (left, top))
    picture[:] = np.asarray(image)
    hidden = np.zeros(picture.shape[:2], np.uint8)
    hidden[max(0, top) : top + tall, max(0, left) : left + wide] = 1
    return hidden


def words_over(
    rng: Random, picture: NDArray[Any], faces: list[str], board: tuple[int, int, int, int]
) -> NDArray[np.uint8]:
    """Write over the middle of a board how it ended, in place; which pixels (height, width)."""
    x, y, w, h = board
    text = str(rng.choice(ENDINGS))
    font = ImageFont.truetype(str(rng.choice(faces)), max(10, int(w * rng.uniform(0.07, 0.16))))
    layer = Image.new("L", (picture.shape[1], picture.shape[0]), 0)
    middle = x + w / 2, y + h * float(rng.uniform(0.3, 0.7))
    ImageDraw.Draw(layer).text(middle, text, font=font, fill=255, anchor="mm")
    image = Image.fromarray(picture)
    if rng.random() < 0.5:
        wash = Image.new("RGB", image.size, ground_colour(rng))
        inside = Image.new("L", image.size, 0)
        inside.paste(int(255 * rng.uniform(0.2, 0.6)), (x, y, x + w, y + h))
        image.paste(wash, (0, 0), inside)
    ink = (255, 255, 255) if rng.random() < 0.5 else readable(rng, (200, 200, 200))
    image.paste(Image.new("RGB", image.size, ink), (0, 0), layer)
    picture[:] = np.asarray(image)
    return np.asarray(np.asarray(layer) > 64, np.uint8)


def pointer(
    rng: Random, picture: NDArray[Any], board: tuple[int, int, int, int]
) -> NDArray[np.uint8]:
    """Draw a mouse pointer on a board, in place; which pixels it hides (height, width)."""
    x, y, w, h = board
    tip = rng.uniform((x, y), (x + w, y + h))
    scale = float(rng.choice([1.0, 1.0, rng.uniform(0.8, 2.0)]))
    points = np.rint((np.array(ARROW, float) * scale + tip) * 16).astype(np.int32)
    fill, edge = (0, 255) if rng.random() < 0.3 else (255, 0)
    cv2.fillPoly(picture, [points], (fill,) * 3, cv2.LINE_AA, 4)
    cv2.polylines(picture, [points], True, (edge,) * 3, max(1, int(scale)), cv2.LINE_AA, 4)
    hidden = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(hidden, [points], (1,), cv2.LINE_8, 4)
    cv2.polylines(hidden, [points], True, (1,), 1, cv2.LINE_8, 4)
    return hidden
