"""Draws the tiles of the classic skin.

    python -m benchmarks.training.draw_classic

Bevelled cells of 16 units, digits of straight strokes, drawn here from rectangles and polygons
and saved at three pixels to the unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from testbed.folders import ROOT

UNIT = 3
SMOOTH = 4

Shape = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a skin; `digits` are those of 1-8."""

    name: str
    face: str
    ground: str
    light: str
    shade: str
    ink: str
    flag: str
    burst: str
    glint: str
    digits: tuple[str, ...]


CLASSIC = Palette(
    "classic",
    face="#c0c0c0",
    ground="#c0c0c0",
    light="#ffffff",
    shade="#808080",
    ink="#000000",
    flag="#ff0000",
    burst="#ff0000",
    glint="#ffffff",
    digits=(
        "#0000ff",
        "#008000",
        "#ff0000",
        "#000080",
        "#800000",
        "#008080",
        "#000000",
        "#808080",
    ),
)


def box(x0: float, y0: float, x1: float, y1: float) -> Shape:
    """The outline of a rectangle."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


# Each digit lies in columns 3-13 and rows 3-13 of its cell, its strokes 2 to 3 units wide.
DIGITS: dict[int, Sequence[Shape]] = {
    1: [box(7, 3, 10, 11), box(5, 11, 12, 13), ((7, 3), (7, 7), (5, 7), (5, 5.5))],
    2: [
        box(4, 3, 12, 5),
        box(3, 4, 6, 6),
        box(10, 4, 13, 7),
        ((10, 6.5), (13, 6.5), (13, 7.5), (7, 11), (3, 12), (3, 10.5)),
        box(3, 11, 13, 13),
    ],
    3: [
        box(3, 3, 12, 5),
        box(6, 7, 12, 9),
        box(3, 11, 12, 13),
        box(10, 4, 13, 7.5),
        box(10, 8.5, 13, 12),
    ],
    4: [((5, 3), (8, 3), (6, 7), (6, 8), (3, 8), (3, 7)), box(3, 7, 13, 9), box(9, 3, 12, 13)],
    5: [
        box(3, 3, 13, 5),
        box(3, 3, 6, 9),
        box(3, 7, 12, 9),
        box(10, 8, 13, 12),
        box(3, 11, 12, 13),
    ],
    6: [
        box(5, 3, 12, 5),
        box(3, 4, 6, 12),
        box(4, 7, 12, 9),
        box(10, 8, 13, 12),
        box(4, 11, 12, 13),
    ],
    7: [box(3, 3, 13, 5), box(10, 3, 13, 7), ((10, 7), (13, 7), (10, 13), (7, 13))],
    8: [
        box(4, 3, 12, 5),
        box(4, 7, 12, 9),
        box(4, 11, 12, 13),
        box(3, 4, 6, 7.5),
        box(10, 4, 13, 7.5),
        box(3, 8.5, 6, 12),
        box(10, 8.5, 13, 12),
    ],
}


class Tile:
    """A cell being drawn, in units of a sixteenth of its side."""

    def __init__(self, palette: Palette, ground: str) -> None:
        self.palette = palette
        side = 16 * UNIT * SMOOTH
        self.image = Image.new("RGB", (side, side), ground)
        self.pen = ImageDraw.Draw(self.image)

    def fill(self, shape: Shape, colour: str) -> None:
        """Fill a polygon given in units."""
        # PIL includes the far edge, so that a shape ending at 13 must end just before it.
        scale = UNIT * SMOOTH
        middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
        points = [(x * scale - (x > middle[0]), y * scale - (y > middle[1])) for x, y in shape]
        self.pen.polygon(points, fill=colour)

    def ink(self, *shapes: Shape) -> None:
        """Fill polygons in the colour of drawings."""
        for shape in shapes:
            self.fill(shape, self.palette.ink)

    def disc(self, x: float, y: float, radius: float) -> None:
        """Fill a circle given in units in the colour of drawings."""
        scale = UNIT * SMOOTH
        ends = [(v + d * radius) * scale for d in (-1, 1) for v in (x, y)]
        self.pen.ellipse(ends, fill=self.palette.ink)

    def save(self, name: str) -> None:
        """Write it to the folder of its skin."""
        small = self.image.resize((16 * UNIT, 16 * UNIT), Image.Resampling.BOX)
        small.save(ROOT / "mwagent/templates" / self.palette.name / f"{name}.png", optimize=True)


def hidden(palette: Palette) -> Tile:
    """A closed cell: lit from the top left."""
    tile = Tile(palette, palette.face)
    tile.fill(box(0, 0, 16, 2), palette.light)
    tile.fill(box(0, 0, 2, 16), palette.light)
    tile.fill(((16, 0), (16, 16), (0, 16), (2, 14), (14, 14), (14, 2)), palette.shade)
    return tile


def opened(palette: Palette, ground: str | None = None) -> Tile:
    """An open cell: a thin line above and to the left."""
    tile = Tile(palette, ground or palette.ground)
    tile.fill(box(0, 0, 16, 1), palette.shade)
    tile.fill(box(0, 0, 1, 16), palette.shade)
    return tile


def draw_flag(tile: Tile) -> Tile:
    """A pennant pointing left, on a pole with a foot."""
    tile.fill(((9, 3), (9, 8.5), (4, 5.75)), tile.palette.flag)
    tile.ink(box(8, 8, 9, 11), box(6, 10, 11, 11.5), box(4, 11, 12, 13))
    return tile


def draw_signal(tile: Tile) -> Tile:
    """The other common flag: a thick pole, the cloth to its right."""
    tile.ink(box(6, 3, 8, 13), box(4, 3, 6, 5))
    tile.fill(box(8, 3, 13, 7), tile.palette.flag)
    return tile


def draw_mine(tile: Tile) -> Tile:
    """A ball with eight spikes and a glint."""
    tile.ink(box(8, 2, 9, 15), box(2, 8, 15, 9))
    tile.ink(*(box(x, y, x + 1, y + 1) for x in (4, 12) for y in (4, 12)))
    tile.disc(8.5, 8.5, 4.6)
    tile.fill(box(6, 6, 8, 8), tile.palette.glint)
    return tile


def draw_cross(tile: Tile) -> Tile:
    """Two strokes across the cell."""
    tile.fill(((2, 3), (4, 3), (15, 14), (13, 14)), tile.palette.flag)
    tile.fill(((13, 3), (15, 3), (4, 14), (2, 14)), tile.palette.flag)
    return tile


def draw_question(tile: Tile) -> Tile:
    """A question mark."""
    hook = ((9, 6), (11, 6), (9, 9), (9, 10), (7, 10), (7, 8))
    tile.ink(box(6, 3, 10, 5), box(5, 4, 7, 6), box(9, 4, 11, 7), hook, box(7, 11, 9, 13))
    return tile


def draw_skin(palette: Palette) -> None:
    """Draw every tile of a skin."""
    hidden(palette).save("hidden")
    opened(palette).save("open")
    for digit, shapes in DIGITS.items():
        tile = opened(palette)
        for shape in shapes:
            tile.fill(shape, palette.digits[digit - 1])
        tile.save(f"open{digit}")
    draw_flag(hidden(palette)).save("flag")
    draw_question(hidden(palette)).save("question")
    draw_mine(opened(palette)).save("mine")
    draw_mine(opened(palette, palette.burst)).save("mine_exploded")
    draw_cross(draw_mine(opened(palette))).save("flag_wrong")


def main() -> None:
    """Draw the skin."""
    draw_skin(CLASSIC)
    draw_signal(hidden(CLASSIC)).save("flag_signal")
    draw_cross(draw_flag(hidden(CLASSIC))).save("flag_wrong_closed")


if __name__ == "__main__":
    main()
