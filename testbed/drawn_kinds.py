"""Boards drawn in ways that have been misread, each with colours and pictures of its own.

A kind of drawing is met in many programs: what helps one of them must help boards of that kind that
nobody has looked at. `python -m testbed.drawn_kinds` says how they are read; whole games in these
looks are watched by `benchmarks.live.coach_films`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Click, FirstClick, Game, Level, cells_where
from mwagent.vision import look_all
from mwagent.vision.reading import UNKNOWN

Colour = NDArray[np.int64]
Pixels = NDArray[np.uint8]

MARGIN: Final = 40
"""Pixels of the page on each side of a board."""
_FONTS: Final = (
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)


@dataclass
class Drawn:
    """A board that is being drawn: its cells, its sizes in pixels and its colours.

    `cells` are closed or open; `marks` are the flags and mines that lie on them, as codes.
    """

    rng: np.random.Generator
    cells: NDArray[np.int8]
    pitch: int
    marks: NDArray[np.int8] | None = None
    earth: Colour = field(init=False)
    """Closed cells, and `floor` open ones."""
    floor: Colour = field(init=False)
    inks: list[Colour] = field(init=False)
    widths: list[int] = field(init=False)
    heights: list[int] = field(init=False)
    picture: Pixels = field(init=False)

    def __post_init__(self) -> None:
        rng = self.rng
        self.earth = rng.integers(60, 200, 3)
        self.floor = np.clip(self.earth + rng.choice([-1, 1]) * rng.integers(45, 80), 0, 255)
        self.inks = []
        while len(self.inks) < 8:
            ink = rng.integers(0, 256, 3)
            if abs(ink.mean() - self.floor.mean()) > 60:
                self.inks.append(ink)
        self.font = _FONTS[rng.integers(len(_FONTS))]
        self.heights, self.widths = ([self.pitch] * n for n in self.cells.shape)

    def paint(self, tile: Callable[[int, int, Pixels], None]) -> None:
        """Draw the page, and each cell by `tile`, which gets its row, its column and its pixels."""
        height, width = sum(self.heights) + 2 * MARGIN, sum(self.widths) + 2 * MARGIN
        self.picture = np.full((height, width, 3), self.rng.integers(10, 250), np.uint8)
        tops, lefts = (MARGIN + np.cumsum([0, *sizes]) for sizes in (self.heights, self.widths))
        for row, col in np.ndindex(self.cells.shape):
            part = (slice(tops[row], tops[row + 1]), slice(lefts[col], lefts[col + 1]))
            tile(row, col, self.picture[part])
            if self.marks is not None and self.marks[row, col] == FLAG:
                self._flag(self.picture[part])
            elif self.marks is not None and self.marks[row, col] == MINE:
                self._mine(self.picture[part])

    def _flag(self, tile: Pixels) -> None:
        """A pole with a cloth of a strong colour."""
        unit = self.pitch / 10
        pole, cloth = (20, 20, 20), (30, 30, 220) if self.earth[2] < 150 else (200, 40, 20)
        high, wide = len(tile), len(tile[0])
        x, y = round(wide * 0.42), high / 2
        thick = max(2, self.pitch // 17)
        cv2.line(tile, (x, round(y - 3 * unit)), (x, round(y + 3 * unit)), pole, thick)
        ends = [(x, y - 3 * unit), (x, y), (x + 3 * unit, y - 1.5 * unit)]
        cv2.fillPoly(tile, [np.array(ends).round().astype(np.int32)], cloth, cv2.LINE_AA)

    def _mine(self, tile: Pixels) -> None:
        """A dark ball with spikes, on open ground."""
        tile[1:, 1:] = self.floor
        unit, middle = self.pitch / 10, (len(tile[0]) // 2, len(tile) // 2)
        for angle in np.arange(4) * np.pi / 4:
            reach = 3.6 * unit * np.array([np.cos(angle), np.sin(angle)])
            one, other = (np.round(middle + side * reach).astype(int).tolist() for side in (-1, 1))
            cv2.line(tile, one, other, (15, 15, 15), 2, cv2.LINE_AA)
        cv2.circle(tile, middle, round(2.4 * unit), (15, 15, 15), -1, cv2.LINE_AA)

    def digit(
        self, tile: Pixels, number: int, ink: Colour | None = None, size: float = 1.0
    ) -> None:
        """Write a number in the middle of a cell."""
        scale = size * self.pitch / 48
        (width, height), _ = cv2.getTextSize(str(number), self.font, scale, 2)
        place = ((self.pitch - width) // 2, (self.pitch + height) // 2)
        shade = tuple(map(int, self.inks[number - 1] if ink is None else ink))
        cv2.putText(tile, str(number), place, self.font, scale, shade, 2, cv2.LINE_AA)

    def bevelled(self, tile: Pixels) -> None:
        """A closed cell with a bright rim above and a dark one below."""
        tile[:] = self.earth
        wide = max(2, self.pitch // 17)
        light, dark = (np.clip(self.earth + step, 0, 255) for step in (30, -30))
        tile[:wide], tile[:, :wide] = light, light
        tile[-wide:], tile[:, -wide:] = dark, dark

    def opened(self, tile: Pixels, number: int) -> None:
        """An open cell with a thin line around it."""
        tile[:] = self.floor
        tile[0], tile[:, 0] = self.floor * 0.85, self.floor * 0.85
        if number:
            self.digit(tile, number)


def _usual(drawn: Drawn, row: int, col: int, tile: Pixels) -> None:
    number = int(drawn.cells[row, col])
    if number == HIDDEN:
        drawn.bevelled(tile)
    else:
        drawn.opened(tile, number)


def plain(drawn: Drawn) -> None:
    """Closed cells are raised, open ones have a thin line around them: what is usual."""
    drawn.paint(lambda row, col, tile: _usual(drawn, row, col, tile))


def pictured(drawn: Drawn) -> None:
    """Closed cells bear one of several pictures, such as grass and stones."""
    rng = drawn.rng
    kinds = []
    for k in range(rng.integers(3, 6)):
        tile = np.empty((drawn.pitch, drawn.pitch, 3), np.uint8)
        drawn.bevelled(tile)
        if k:
            _scribble(rng, tile)
        kinds.append(tile)
    of_cells = rng.integers(len(kinds), size=drawn.cells.shape)

    def paint(row: int, col: int, tile: Pixels) -> None:
        _usual(drawn, row, col, tile)
        if drawn.cells[row, col] == HIDDEN:
            tile[:] = kinds[of_cells[row, col]]

    drawn.paint(paint)


def _scribble(rng: np.random.Generator, tile: Pixels) -> None:
    """One to three small shapes of a colour each, near the middle of a cell."""
    pitch = len(tile)
    for _ in range(rng.integers(1, 4)):
        ink = tuple(map(int, rng.integers(0, 256, 3)))
        centre = rng.integers(pitch // 3, 2 * pitch // 3, 2)
        match rng.integers(3):
            case 0:
                axes = [int(one) for one in rng.integers(2, 8, 2)]
                turned = float(rng.integers(180))
                cv2.ellipse(tile, centre.tolist(), axes, turned, 0, 360, ink, -1, cv2.LINE_AA)
            case 1:
                ends = centre + rng.integers(-9, 10, (3, 2))
                cv2.fillPoly(tile, [ends.astype(np.int32)], ink, cv2.LINE_AA)
            case _:
                for end in centre + rng.integers(-10, 11, (2, 2)):
                    cv2.line(tile, centre.tolist(), end.tolist(), ink, 2, cv2.LINE_AA)


def narrow_end(drawn: Drawn) -> None:
    """The last row and the last column are narrower than the others."""
    less = int(drawn.rng.integers(1, 1 + drawn.pitch // 9))
    drawn.widths[-1] -= less
    drawn.heights[-1] -= less
    drawn.paint(lambda row, col, tile: _usual(drawn, row, col, tile))


def on_balls(drawn: Drawn) -> None:
    """Numbers are white or black on a coloured ball each."""
    light = int(drawn.rng.choice([0, 255]))
    inks = [ink for ink in drawn.rng.integers(0, 256, (200, 3)) if abs(ink.mean() - light) > 90]

    def paint(row: int, col: int, tile: Pixels) -> None:
        number = int(drawn.cells[row, col])
        _usual(drawn, row, col, tile)
        if 0 < number < HIDDEN and number <= 8:
            middle, ball = drawn.pitch // 2, tuple(map(int, inks[number]))
            tile[:] = drawn.floor
            cv2.circle(tile, (middle, middle), int(drawn.pitch * 0.42), ball, -1, cv2.LINE_AA)
            drawn.digit(tile, number, np.full(3, light))

    drawn.paint(paint)


def merged(drawn: Drawn) -> None:
    """Closed cells are one area without lines; open ones have thin lines."""

    def paint(row: int, col: int, tile: Pixels) -> None:
        _usual(drawn, row, col, tile)
        if drawn.cells[row, col] == HIDDEN:
            tile[:] = drawn.earth

    drawn.paint(paint)


def without_lines(drawn: Drawn) -> None:
    """Neither closed nor open cells have lines around them."""

    def paint(row: int, col: int, tile: Pixels) -> None:
        number = int(drawn.cells[row, col])
        tile[:] = drawn.earth if number == HIDDEN else drawn.floor
        if 0 < number < HIDDEN and number <= 8:
            drawn.digit(tile, number)

    drawn.paint(paint)


def chequered(drawn: Drawn) -> None:
    """Closed and open cells have two shades each, in turns, and no lines."""
    step = int(drawn.rng.integers(6, 16))

    def paint(row: int, col: int, tile: Pixels) -> None:
        number = int(drawn.cells[row, col])
        shade = drawn.earth if number == HIDDEN else drawn.floor
        tile[:] = np.clip(shade + step * ((row + col) % 2), 0, 255)
        if 0 < number < HIDDEN and number <= 8:
            drawn.digit(tile, number)

    drawn.paint(paint)


def glowing(drawn: Drawn) -> None:
    """Closed cells glow: a soft light lies around them, over the edge of the board, too."""
    drawn.paint(lambda row, col, tile: _usual(drawn, row, col, tile))
    shut = np.kron(drawn.cells == HIDDEN, np.ones((drawn.pitch, drawn.pitch)))
    shut = np.pad(shut, MARGIN).astype(np.float32)
    light = cv2.GaussianBlur(shut, (0, 0), drawn.pitch / 5) * (1 - shut)
    light = light[..., None] * drawn.rng.integers(60, 160) * 1.4
    drawn.picture = np.clip(drawn.picture + light, 0, 255).astype(np.uint8)


def under_panel(drawn: Drawn) -> None:
    """A panel that lets the cells shine through lies over a part of the board."""
    drawn.paint(lambda row, col, tile: _usual(drawn, row, col, tile))
    height, width = drawn.picture.shape[:2]
    rows = slice(height // 3, height // 3 + int(drawn.rng.integers(60, 110)))
    cols = slice(width // 4, width // 4 + int(drawn.rng.integers(120, 240)))
    part = drawn.picture[rows, cols].astype(np.float64)
    share = drawn.rng.uniform(0.3, 0.6)
    drawn.picture[rows, cols] = part * (1 - share) + drawn.rng.integers(0, 256, 3) * share


KINDS: Final[dict[str, Callable[[Drawn], None]]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        plain,
        pictured,
        narrow_end,
        on_balls,
        merged,
        without_lines,
        chequered,
        glowing,
        under_panel,
    )
}


def pale(drawn: Drawn) -> None:
    """A small board: closed cells are hardly darker than open ones, which are white."""
    drawn.floor = np.full(3, int(drawn.rng.integers(244, 256)))
    drawn.earth = drawn.floor - drawn.rng.integers(10, 30)
    drawn.inks = [np.minimum(ink, 140) for ink in drawn.inks]
    page = drawn.rng.integers(0, 190, 3)
    _rounded(drawn, page, page, int(drawn.rng.integers(1, 1 + drawn.pitch // 8)))
    drawn.picture = _on_page(drawn, page)


def _rounded(drawn: Drawn, beside: Colour, beside_open: Colour, gap: int) -> None:
    """Draw cells as rectangles with round corners, and small numbers."""
    size, corner = float(drawn.rng.uniform(0.55, 1)), int(drawn.rng.integers(0, gap + 4))

    def paint(row: int, col: int, tile: Pixels) -> None:
        number = int(drawn.cells[row, col])
        shut = number == HIDDEN
        tile[:] = beside if shut else beside_open
        shade = tuple(map(int, drawn.earth if shut else drawn.floor))
        first, last = gap + corner, drawn.pitch - 1 - gap - corner
        cv2.rectangle(tile, (first, gap), (last, drawn.pitch - 1 - gap), shade, -1)
        cv2.rectangle(tile, (gap, first), (drawn.pitch - 1 - gap, last), shade, -1)
        for x, y in ((first, first), (first, last), (last, first), (last, last)):
            cv2.circle(tile, (x, y), corner, shade, -1, cv2.LINE_AA)
        if not shut and number:
            drawn.digit(tile, number, size=size)

    drawn.paint(paint)


def _on_page(drawn: Drawn, colour: Colour) -> Pixels:
    """The picture with another colour around the board."""
    page = np.full_like(drawn.picture, 0) + colour.astype(np.uint8)
    page[MARGIN:-MARGIN, MARGIN:-MARGIN] = drawn.picture[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return np.asarray(page, np.uint8)


def in_panel(drawn: Drawn) -> None:
    """A panel of the colour of open cells, without lines, goes on around the board."""
    _rounded(drawn, drawn.floor, drawn.floor, int(drawn.rng.integers(1, drawn.pitch // 7)))
    drawn.picture = _on_page(drawn, drawn.floor)
    around = [int(one) for one in drawn.rng.integers(0, 4 * drawn.pitch, 4)]
    page = drawn.picture.shape
    panel = np.full((page[0] + sum(around[:2]), page[1] + sum(around[2:]), 3), 0, np.uint8)
    panel[:] = drawn.floor
    panel[around[0] :, around[2] :][: page[0], : page[1]] = drawn.picture
    bar = np.full((drawn.pitch, panel.shape[1], 3), drawn.rng.integers(0, 60, 3), np.uint8)
    window = np.vstack([bar, panel])
    drawn.picture = np.full((len(window) + 60, window.shape[1] + 60, 3), 255, np.uint8)
    drawn.picture[30:-30, 30:-30] = window


def under_face(drawn: Drawn) -> None:
    """A button with a face stands above the board, on a panel of the colour of open cells."""
    if drawn.rng.integers(2):
        drawn.floor = np.full(3, int(drawn.rng.integers(225, 250)))
        drawn.earth, drawn.inks = drawn.floor - 2, [np.minimum(ink, 140) for ink in drawn.inks]
    drawn.paint(lambda row, col, tile: _usual(drawn, row, col, tile))
    width = drawn.picture.shape[1]
    side = int(drawn.rng.integers(drawn.pitch, 3 * drawn.pitch))
    panel = np.full((side + int(drawn.rng.integers(0, 2 * drawn.pitch)), width, 3), 0, np.uint8)
    panel[:] = drawn.floor
    middle = (width // 2, side // 2)
    corner, end = (tuple(at + sign * side // 2 for at in middle) for sign in (-1, 1))
    cv2.rectangle(panel, corner, end, (110, 110, 110), 2)
    cv2.circle(panel, middle, side // 3, (0, 215, 255), -1, cv2.LINE_AA)
    for off in (-1, 1):
        eye = (middle[0] + off * side // 8, middle[1] - side // 12)
        cv2.circle(panel, eye, max(1, side // 20), (0, 0, 0), -1, cv2.LINE_AA)
    cv2.ellipse(panel, middle, (side // 6, side // 6), 0, 30, 150, (0, 0, 0), 2, cv2.LINE_AA)
    drawn.picture = np.vstack([panel, _on_page(drawn, drawn.floor)[MARGIN:]])


def captioned(drawn: Drawn) -> None:
    """Figures with captions stand above the board and below it, mines or others."""
    drawn.paint(lambda row, col, tile: _usual(drawn, row, col, tile))
    rng, flags = drawn.rng, 0 if drawn.marks is None else int((drawn.marks == FLAG).sum())
    lines = ["won", "lost", "games", "level", "clicks", "score", "best time"]
    texts = [f"{line}: {rng.integers(0, 12)}" for line in rng.permutation(lines)[:4]]
    texts.append("won: 0")
    if rng.integers(2):
        texts[0] = f"Mines left: {max(0, drawn.cells.size // 6 - flags)}"
    drawn.picture = _on_page(drawn, np.full(3, int(rng.choice([20, 240]))))
    ink = 255 - int(drawn.picture[0, 0, 0])
    page = np.vstack([drawn.picture, drawn.picture[:MARGIN]])
    for k, text in enumerate(rng.permutation(texts).tolist()):
        below, (line, place) = k >= 2, divmod(k % 2 if k < 2 else k - 2, 2)
        at = (MARGIN + place * 130, (len(page) - 60 + 24 * line) if below else MARGIN - 12)
        cv2.putText(page, text, at, drawn.font, 0.5, (ink,) * 3, 1, cv2.LINE_AA)
    drawn.picture = page


PAGES: Final[dict[str, Callable[[Drawn], None]]] = {
    one.__name__.replace("_", "-"): one for one in (pale, in_panel, under_face, captioned)
}
"""Kinds of what lies around a board, and of small boards: of pictures alone, not of games."""


def _number(kind: str) -> int:
    """Of a kind, the same however many there are; the first eight are numbered by their names."""
    first = [*(one for one in sorted(KINDS) if one != "plain"), "plain", *PAGES]
    return first.index(kind)


def drawn_board(kind: str, seed: int, *, begun: bool = True) -> tuple[Pixels, list[str]]:
    """A picture (height, width, 3) BGR of a board, and its rows: `#` closed, digits.

    It shows a game that is going on, or one that has not `begun`.
    """
    rng = np.random.default_rng([_number(kind), seed])
    rows, cols = (int(n) for n in rng.integers(*((4, 9) if kind == "pale" else (8, 15)), 2))
    game = Game(Level(rows, cols, rows * cols // 6), seed=rng, rule=FirstClick.OPEN)
    game.play(Click((rows // 2, cols // 2)))
    mines = game.mines
    assert mines is not None
    closed = cells_where(game.board.cells == HIDDEN)
    if kind == "in-panel" and any((side == 0).all() for side in _sides(game.board.cells)):
        return drawn_board(kind, seed + 1_000_000, begun=begun)  # nobody could tell where it ends
    for row, col in rng.permutation(closed)[: rng.integers(0, 8)].tolist():
        if not mines[row, col]:
            game.play(Click((row, col)))
    cells = np.where((game.board.cells < FLAG) & begun, game.board.cells, np.int8(HIDDEN))
    if kind in PAGES:
        flags = np.where(mines & (rng.random(mines.shape) < 0.4) & begun, FLAG, cells)
        drawn = Drawn(rng, cells, int(rng.integers(20, 84)), flags.astype(np.int8))
        cells = np.where(flags == FLAG, FLAG, cells)
    else:
        drawn = Drawn(rng, cells, int(rng.integers(24, 49)))
    (KINDS | PAGES)[kind](drawn)
    signs = [
        "".join({HIDDEN: "#", FLAG: "F"}.get(n, str(n)) for n in row) for row in cells.tolist()
    ]
    return drawn.picture, signs


def _sides(cells: NDArray[np.int8]) -> tuple[NDArray[np.int8], ...]:
    return cells[0], cells[-1], cells[:, 0], cells[:, -1]


@dataclass(frozen=True)
class Look:
    """How one program draws its boards: always the same for a kind and a seed."""

    kind: str
    seed: int

    @property
    def pitch(self) -> int:
        """Pixels of a cell."""
        return int(np.random.default_rng([7, self.seed]).integers(24, 49))

    def draw(self, board: Board) -> Pixels:
        """A picture (height, width, 3) BGR of a board with `MARGIN` pixels around it."""
        rng = np.random.default_rng([_number(self.kind), self.seed])
        marked = np.isin(board.cells, (FLAG, MINE))
        cells = np.where(marked, HIDDEN, board.cells).astype(np.int8)
        drawn = Drawn(rng, cells, self.pitch, board.cells)
        KINDS[self.kind](drawn)
        return drawn.picture


@dataclass(frozen=True)
class Score:
    """How boards were read: how many were not found, and of the others' cells how many wrongly.

    `counters` are mine counters that were read and are none, or show another number.
    """

    boards: int
    lost: int
    faulty: int
    cells: int
    wrong: int
    unknown: int
    counters: int


def score(kind: str, seeds: range, *, begun: bool = True) -> Score:
    """How the boards of a kind are read, of games that have `begun` or not."""
    lost = faulty = cells = wrong = unknown = counters = 0
    for seed in seeds:
        picture, rows = drawn_board(kind, seed, begun=begun)
        truth = np.array([list(row) for row in rows])
        readings = look_all(picture)
        left = truth.size // 6 - int((truth == "F").sum())
        counters += bool(readings) and readings[0].mines not in (None, left)
        read = [np.array([list(row) for row in one.cells]) for one in readings]
        if not read or read[0].shape != truth.shape:
            lost += 1
            continue
        unread = read[0] == UNKNOWN
        off = (read[0] != truth) & ~unread
        cells, faulty = cells + truth.size, faulty + bool(off.any())
        wrong, unknown = wrong + int(off.sum()), unknown + int(unread.sum())
    return Score(len(seeds), lost, faulty, cells, wrong, unknown, counters)


def main() -> None:
    """Print how each kind is read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS, *PAGES], help="only these")
    parser.add_argument("--first", type=int, default=0, help="seed of the first (0; judged: 1000)")
    parser.add_argument("--boards", type=int, default=12, help="of each kind (12)")
    parser.add_argument("--fresh", action="store_true", help="boards on which nothing is open")
    options = parser.parse_args()
    print("kind        boards  lost  faulty  of 10 000 cells wrong, not understood  counters wrong")
    for kind in options.kinds or [*KINDS, *PAGES]:
        seeds = range(options.first, options.first + options.boards)
        one = score(kind, seeds, begun=not options.fresh)
        wrong, unknown = (round(10_000 * n / max(1, one.cells)) for n in (one.wrong, one.unknown))
        counts = f"{one.boards:4} {one.lost:5} {one.faulty:7} {wrong:22} {unknown:15}"
        print(f"{kind:13} {counts} {one.counters:15}", flush=True)


if __name__ == "__main__":
    main()
