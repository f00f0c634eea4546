"""Draws the tiles of our own page, in its light and its dark colours.

    python -m benchmarks.training.draw_page

Shapes and colours are those of the page itself, read from web/static/board/tiles.js, so that the
two cannot differ; saved at three pixels to the unit, a sixteenth of a cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from PIL import Image, ImageDraw

from testbed.folders import ROOT

UNIT = 3
SMOOTH = 8
CURVE_STEPS = 24
"""Straight pieces that a curve is drawn with."""

TEMPLATES = ROOT / "mwagent/templates"
SOURCE = (ROOT / "mwagent/web/static/board/tiles.js").read_text("utf-8")

Point = tuple[float, float]
Layer = tuple[str, str, float | None]
"""The name of a colour, an SVG path, and the width of its stroke: 0 and None fill it."""


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme of the page, by name."""
    names = re.search(r"const NAMES = (\[.*?\]);", SOURCE)
    table = re.search(r"const COLOURS = {\n(.*?)\n};", SOURCE, re.DOTALL)
    assert names and table, "tiles.js has no table of colours"
    column = json.loads(names[1]).index(theme)
    rows = re.findall(r"(\w+): (\[.*?\]),", table[1])
    return {name: colour for name, row in rows if (colour := json.loads(row)[column])}


def layers(name: str) -> list[Layer]:
    """A list of layers of tiles.js."""
    listed = rf"const {name} = \[\n(.*?)\n\];|const {name} = \[(.*?)\];\n"
    found = re.search(listed, SOURCE, re.DOTALL)
    assert found, f"tiles.js has no {name}"
    text = found[1] or found[2]
    parts = re.findall(r'\["(\w+)", "([^"]+)"(?:, ([\d.]+))?\]', text)
    return [(colour, path, float(stroke) if stroke else None) for colour, path, stroke in parts]


def numbers() -> list[str]:
    """The strokes of the digits, by number; that of 0 is empty."""
    found = re.search(r"const ROUND_NUMBERS = \[\n(.*?)\n\];", SOURCE, re.DOTALL)
    width = re.search(r"numbers: ROUND_NUMBERS.map\(\(path\) => \[path, ([\d.]+)\]\)", SOURCE)
    assert found and width and float(width[1]) == NUMBER_STROKE, "tiles.js draws digits otherwise"
    return re.findall(r'"([^"]*)"', found[1])


NUMBER_STROKE = 2.1
QUERY_STROKE = 1.9


def lines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path of M, L, H, V, C and z: their points, and whether each is closed."""
    points: list[Point] = []
    for letter, rest in re.findall(r"([MLHVCz])([^MLHVCz]*)", path):
        n = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if letter == "M":
            if points:
                yield points, False
            points = [(n[0], n[1])]
        elif letter == "L":
            points.append((n[0], n[1]))
        elif letter == "H":
            points.append((n[0], points[-1][1]))
        elif letter == "V":
            points.append((points[-1][0], n[0]))
        elif letter == "C":
            points += curve([points[-1], (n[0], n[1]), (n[2], n[3]), (n[4], n[5])])
        else:
            yield points, True
            points = []
    if points:
        yield points, False


def curve(ends: list[Point]) -> list[Point]:
    """Points on a cubic Bézier curve, without the first."""
    made = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x = sum(w * x for w, (x, _) in zip(weights, ends, strict=True))
        y = sum(w * y for w, (_, y) in zip(weights, ends, strict=True))
        made.append((x, y))
    return made


def draw(parts: list[Layer], palette: dict[str, str]) -> Image.Image:
    """A tile of these layers, from back to front."""
    scale = UNIT * SMOOTH
    image = Image.new("RGB", (16 * scale, 16 * scale), palette["ground"])
    pen = ImageDraw.Draw(image)
    for colour, path, stroke in parts:
        for points, closed in lines(path):
            placed = [(x * scale, y * scale) for x, y in points]
            if not stroke:
                pen.polygon(placed, fill=palette[colour])
                continue
            radius = stroke * scale / 2
            line = [*placed, placed[0]] if closed else placed
            pen.line(line, fill=palette[colour], width=round(2 * radius))
            for x, y in line:
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=palette[colour])
    return image.resize((16 * UNIT, 16 * UNIT), Image.Resampling.BOX)


def draw_skin(theme: str) -> None:
    """Draw every tile of a theme into its folder."""
    palette = colours(theme)
    raised, sunken, burst = layers("FLAT_RAISED"), layers("FLAT_SUNKEN"), layers("FLAT_BURST")
    flag, mine, cross = layers("ROUND_FLAG"), layers("ROUND_MINE"), layers("ROUND_CROSS")
    query = re.search(r'const ROUND_QUERY = "([^"]+)"', SOURCE)
    assert query, "tiles.js has no ROUND_QUERY"
    tiles: dict[str, list[Layer]] = {
        "hidden": raised,
        "open": sunken,
        "flag": [*raised, *flag],
        "question": [*raised, ("pole", query[1], QUERY_STROKE)],
        "mine": [*sunken, *mine],
        "mine_exploded": [*burst, *mine],
        "flag_wrong": [*sunken, *mine, *cross],
    }
    for number, path in enumerate(numbers()):
        if number:
            tiles[f"open{number}"] = [*sunken, (f"n{number}", path, NUMBER_STROKE)]
    for name, parts in tiles.items():
        draw(parts, palette).save(TEMPLATES / theme / f"{name}.png", optimize=True)


def main() -> None:
    """Draw both skins."""
    for theme in ("day", "night"):
        draw_skin(theme)


if __name__ == "__main__":
    main()
