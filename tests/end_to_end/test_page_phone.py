"""The page under fingers: the board in its pane, long presses, sheets, wide boards turned."""

from __future__ import annotations

import itertools
import math
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from mwagent.minefield import FirstClick, Level, cells_where
from mwagent.web import page_mines
from testbed.lairpage import ORB_AT_START, cell, names
from testbed.pageboard import advised, at, rows, settings, until

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"width": 360, "height": 740, "touch": True, "ratio": 2}
Point = tuple[float, float]


class Fingers:
    """Fingers on a page, through the browser's own input."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.now = time.time()

    def send(self, kind: str, *points: Point) -> None:
        """An event, some milliseconds after the last, however long the machine takes."""
        self.now += 0.016
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self.now}
        self.session.send("Input.dispatchTouchEvent", event)

    def tap_twice(self, point: Point) -> None:
        """Two quick taps."""
        self.now = time.time()
        for _ in range(2):
            self.send("touchStart", point)
            self.send("touchEnd")

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        """One finger from here to there, which is lifted while it still moves."""
        self.send("touchStart", start)
        for step in range(1, steps + 1):
            share = step / steps
            self.send(
                "touchMove", tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))
            )
        self.send("touchEnd")

    def pinch(self, middle: Point, before: float, after: float) -> None:
        """Two fingers around a point, from one distance to another."""
        x, y = middle
        for step, apart in enumerate(np.linspace(before, after, 6)):
            self.send("touchMove" if step else "touchStart", (x - apart / 2, y), (x + apart / 2, y))
        self.send("touchEnd")

    @contextmanager
    def held(self, point: Point) -> Iterator[None]:
        self.send("touchStart", point)
        yield
        self.send("touchEnd")


def pane(page: Any) -> dict[str, float]:
    box: dict[str, float] = page.locator("#pane").bounding_box()
    return box


def middle(page: Any) -> Point:
    box = pane(page)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def side(page: Any) -> float:
    return float(page.locator("#board").bounding_box()["height"]) / len(rows(page))


def scrolled(page: Any) -> list[float]:
    place: list[float] = page.evaluate(
        "[document.getElementById('pane').scrollLeft, document.getElementById('pane').scrollTop]"
    )
    return place


def at_rest(page: Any) -> list[float]:
    """Where the pane stands once it runs no further."""
    place = scrolled(page)
    while True:
        time.sleep(0.3)
        before, place = place, scrolled(page)
        if place == before:
            return place


def in_sight(page: Any, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    return bool(
        box
        and min(box["x"], box["y"]) >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


ALWAYS_THERE = ("#mines", "#face", "#clock", "#tap-flag", "#pane")


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert", "60x50/600"])
def test_cells_have_room_for_a_finger_and_all_that_matters_stays_in_sight(
    open_page: Any, level: str
) -> None:
    page = open_page(f"?level={level}&rule=open&test=1", **PHONE)
    fits = level != "60x50/600"
    assert side(page) >= (22 if fits else 24)
    if fits:
        assert page.evaluate("document.getElementById('pane').scrollWidth") <= 360
    page.touchscreen.tap(*middle(page))
    fingers = Fingers(page)
    x, y = middle(page)
    fingers.drag((x, y), (x - 100, y - 150))
    fingers.pinch(middle(page), 80, 160)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0], "the page itself stands still"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for selector in ALWAYS_THERE:
        assert in_sight(page, selector), selector


def test_a_board_that_fits_uses_the_room_there_is(open_page: Any) -> None:
    for size, least in (((360, 740), 39), ((1366, 768), 55), ((1920, 1080), 64)):
        page = open_page(
            "?level=beginner&test=1", width=size[0], height=size[1], touch=size[0] < 600
        )
        assert side(page) >= least
    page = open_page("?level=expert&test=1", width=1366, height=768)
    assert side(page) >= 30
    assert in_sight(page, "#frame")


def test_a_finger_moves_the_board_and_lets_it_run_on(open_page: Any) -> None:
    page = open_page("?level=expert&seed=pan&test=1", **PHONE)
    fingers = Fingers(page)
    x, y = middle(page)
    fingers.drag((x, y + 80), (x, y - 40))
    until(page, "document.getElementById('pane').scrollTop > 120", 5)
    assert page.evaluate("mwState.moves") == [], "nothing was opened on the way"
    rested = at_rest(page)
    page.touchscreen.tap(x, y)
    assert len(page.evaluate("mwState.moves")) == 1
    page.tap("#undo")
    page.tap("#face")
    assert scrolled(page) == rested, "the place is kept"


def test_two_fingers_and_a_double_tap_zoom_about_their_place(open_page: Any) -> None:
    page = open_page("?level=expert&seed=pinch&rule=open&test=1", **PHONE)
    usual = side(page)
    page.touchscreen.tap(*middle(page))
    fingers = Fingers(page)
    x, y = middle(page)
    box = page.locator("#board").bounding_box()
    before = (x - box["x"]) / usual, (y - box["y"]) / usual
    fingers.pinch((x, y), 80, 160)
    assert side(page) == pytest.approx(2 * usual, rel=0.05)
    box = page.locator("#board").bounding_box()
    after = (x - box["x"]) / side(page), (y - box["y"]) / side(page)
    assert after == pytest.approx(before, abs=0.3)
    assert len(page.evaluate("mwState.moves")) == 1
    page.tap("#face")
    assert side(page) == pytest.approx(2 * usual, rel=0.05), "the zoom is kept"
    page.touchscreen.tap(*middle(page))
    time.sleep(0.6)
    opened = next(
        (r, c) for r, line in enumerate(rows(page)) for c, sign in enumerate(line) if sign == "0"
    )
    fingers.tap_twice(at(page, opened))
    assert side(page) == usual
    time.sleep(0.6)
    fingers.tap_twice(at(page, opened))
    assert side(page) > 1.5 * usual


@pytest.mark.parametrize("rule", ["safe", "open"])
def test_a_wide_board_is_turned_with_the_same_mines(open_page: Any, rule: str) -> None:
    level = Level(16, 30, 99)
    page = open_page(f"?level=expert&seed=turned&rule={rule}&test=1", **PHONE)
    shape = page.evaluate("[mwState.level.rows, mwState.level.cols]")
    assert shape == [30, 16]
    first = (11, 7)
    mines = page_mines(level, "turned", first[::-1], FirstClick(rule)).T
    page.touchscreen.tap(*at(page, first))
    page.tap("#more")
    page.tap("#share")
    page.wait_for_selector(".share[open] input")
    link = page.evaluate("document.querySelector('.share input').value")
    page.keyboard.press("Escape")
    # The link is to the board as it is when nothing is turned.
    other = open_page(f"{link[link.index('?') :]}&test=1", width=1366, height=768)
    assert other.evaluate("[mwState.level.rows, mwState.level.cols]") == [16, 30]
    shown = rows(page)
    around = np.pad(mines.astype(int), 1)
    count = sum(
        around[1 + r : 31 + r, 1 + c : 17 + c] for r, c in itertools.product((-1, 0, 1), repeat=2)
    )
    for r, line in enumerate(shown):
        for c, sign in enumerate(line):
            if sign.isdigit():
                assert not mines[r, c]
                assert int(sign) == count[r, c]
    other.mouse.click(*at(other, first[::-1]))
    assert ["".join(line) for line in zip(*rows(other), strict=True)] == shown


def test_a_phone_that_is_turned_in_mid_game_keeps_the_game(open_page: Any) -> None:
    page = open_page("?level=expert&seed=keep&rule=open&test=1", **PHONE)
    page.touchscreen.tap(*at(page, (9, 7)))
    page.tap("#tap-flag")
    page.touchscreen.tap(*at(page, (0, 3)))
    upright = rows(page)
    page.set_viewport_size({"width": 740, "height": 360})
    until(page, "mwState.level.cols === 30")
    assert ["".join(line) for line in zip(*rows(page), strict=True)] == upright
    page.tap("#undo")
    assert rows(page)[3][0] == "#", "moves are taken back where they lie now"
    page.set_viewport_size({"width": 360, "height": 740})
    until(page, "mwState.level.cols === 16")


def thumbs(page: Any, first: Point, second: Point) -> None:
    """Two taps of which the second begins before the first ends."""
    fingers = Fingers(page)
    fingers.send("touchStart", first)
    fingers.send("touchStart", first, second)
    # What is lifted is what is no longer named.
    gone = {"type": "touchEnd", "touchPoints": [{"x": second[0], "y": second[1], "id": 1}]}
    fingers.session.send("Input.dispatchTouchEvent", gone)
    fingers.send("touchEnd")


def test_two_thumbs_tap_at_once(open_page: Any, open_lair: Any) -> None:
    page = open_page("?level=expert&seed=thumbs&rule=open&test=1", **PHONE)
    page.tap("#tap-flag")
    usual = side(page)
    thumbs(page, at(page, (3, 3)), at(page, (18, 12)))
    until(page, "mwState.moves.length === 2", 5)
    assert (rows(page)[3][3], rows(page)[18][12]) == ("F", "F")
    assert side(page) == usual, "nothing was pinched"
    lair = open_lair("?seed=0", width=360, height=740, touch=True, free=False)
    boxes = [cell(lair, *place).bounding_box() for place in (ORB_AT_START[0], (0, 0))]
    thumbs(lair, *((box["x"] + 12, box["y"] + 12) for box in boxes))
    until(lair, "!document.querySelector('#board .cell').classList.contains('hidden')", 10)


def test_a_long_press_takes_the_time_of_ones_choice_and_is_seen(open_page: Any) -> None:
    page = open_page("?level=beginner&seed=long&test=1", **PHONE)
    page.tap("#more")
    settings(page)
    page.select_option("#hold", "800")
    page.tap("#options-end")
    fingers = Fingers(page)
    with fingers.held(at(page, (2, 2))):
        time.sleep(0.4)
        assert page.is_visible(".hold i")
        assert page.evaluate("mwState.moves") == []
        until(page, "mwState.moves.length === 1", 3)
        assert page.text_content(".hold.done b") == "⚑"
    assert rows(page)[2][2] == "F"
    until(page, "document.querySelector('.hold').hidden", 3)
    page.reload()
    page.tap("#more")
    settings(page)
    assert page.input_value("#hold") == "800"


@pytest.mark.usefixtures("page_engine")
def test_an_explanation_is_a_sheet_with_its_cells_above_it(open_page: Any) -> None:
    page = open_page("?level=expert&seed=picture&rule=open&test=1", **PHONE)
    page.touchscreen.tap(*at(page, (15, 8)))
    page.tap("#hints")
    advised(page, "Best move")
    said = page.inner_text("#advice-body")
    row, col = map(int, re.findall(r"row (\d+), column (\d+)", said)[0])
    _, y = at(page, (row - 1, col - 1))
    assert y < pane(page)["y"] + pane(page)["height"], "the card with the hints does not hide it"
    frontier = next(
        (r, c)
        for r, line in enumerate(rows(page))
        for c, sign in enumerate(line)
        if sign == "#" and any(n.isdigit() for n in line[max(0, c - 1) : c + 2])
    )
    page.tap("#ask")
    page.touchscreen.tap(*at(page, frontier))
    page.wait_for_selector("#why >> text=/Where to look|Neither/")
    sheet = page.locator("#reason").bounding_box()
    assert sheet["y"] + sheet["height"] == pytest.approx(740, abs=1)
    until(
        page, f"document.getElementById('pane').getBoundingClientRect().bottom <= {sheet['y'] + 1}"
    )
    _, y = at(page, frontier)
    box = pane(page)
    assert box["y"] < y < sheet["y"], "the cell that was asked about is seen above"
    assert box["height"] > 200
    for selector in ("#mines", "#face", "#clock"):
        assert in_sight(page, selector)
    page.tap("#ask-end")
    until(page, "getComputedStyle(document.documentElement).getPropertyValue('--sheet') === '0px'")


@pytest.mark.usefixtures("page_engine")
def test_the_prospect_of_a_cell_is_counted(open_page: Any) -> None:
    height, width, total = 4, 5, 5
    page = open_page(f"?level={width}x{height}/{total}&seed=prospect&rule=safe&test=1&zoom=3")
    page.mouse.click(*at(page, (0, 0)))
    shown = rows(page)
    hidden = [(r, c) for r in range(height) for c in range(width) if shown[r][c] == "#"]

    def fits(mines: set[tuple[int, int]]) -> bool:
        numbers = ((r, c) for r in range(height) for c in range(width) if shown[r][c] != "#")
        return all(near(mines, r, c) == int(shown[r][c]) for r, c in numbers)

    def near(mines: set[tuple[int, int]], row: int, col: int) -> int:
        return sum(max(abs(r - row), abs(c - col)) == 1 for r, c in mines)

    ways = [set(mines) for mines in itertools.combinations(hidden, total) if fits(set(mines))]
    told = page.evaluate(
        """async ([rows, cols, mines, shown]) => {
            const { Engine } = await import("/engine/engine.js");
            const engine = await Engine.load();
            const cells = Int8Array.from(shown, (sign) => (sign === "#" ? 11 : Number(sign)));
            const position = { rows, cols, mines, cells, trustFlags: false };
            const hidden = [...cells.keys()].filter((n) => cells[n] === 11);
            const place = (n) => [Math.floor(n / cols), n % cols];
            return hidden.map((n) => engine.prospect({ ...position, cell: place(n) }));
        }""",
        [height, width, total, "".join(shown)],
    )
    for place, prospect in zip(hidden, told, strict=True):
        safe = [mines for mines in ways if place not in mines]
        assert prospect["mine"] == pytest.approx(1 - len(safe) / len(ways))
        for number in range(9):
            share = sum(near(mines, *place) == number for mines in safe) / max(1, len(safe))
            assert prospect["numbers"][number] == pytest.approx(share, abs=1e-9)
        if safe and len(ways) <= 300:
            assert 0 <= prospect["win"] <= 1
    page.keyboard.press("h")
    advised(page, "Best move")
    page.mouse.move(*at(page, hidden[-1]))
    page.wait_for_selector("#prospect >> text=Row")
    expected = told[-1]["mine"]
    said = page.inner_text("#prospect")
    assert f"{100 * expected:.1f} %" in said or expected in (0, 1)


@pytest.mark.usefixtures("page_engine")
def test_cells_away_from_the_numbers_have_one_label(open_page: Any) -> None:
    page = open_page("?level=expert&seed=label&rule=open&test=1", width=1366, height=768)
    page.mouse.click(*at(page, (8, 15)))
    page.keyboard.press("h")
    advised(page, "All cells away from the numbers")
    assert page.locator(".rest").count() == 1
    label = page.text_content(".rest")
    assert label.removesuffix(" each") in page.text_content("#advice-body")
    page.keyboard.press("h")
    assert page.locator(".rest").count() == 0


def test_the_label_of_many_cells_covers_no_others(open_page: Any) -> None:
    page = open_page("?test=1")
    label = """async ([rows, cols, open]) => {
        const { labelRest } = await import("./hints/advice.js");
        const cells = Array.from({ length: rows * cols }, (_, i) => open.includes(i) ? 1 : 11);
        const marks = cells.map((code) => code === 11 ? { chance: 0.2 } : null);
        return labelRest({ rows, cols, cells }, marks);
    }"""
    corner = [row * 7 + col for row in range(3) for col in range(4)]
    answer = page.evaluate(label, [6, 7, corner])
    assert answer == {"cell": 4 * 7 + 3, "text": "20.0 % each"}
    columns = [row * 6 + col for row in range(6) for col in range(4)]
    assert page.evaluate(label, [6, 6, columns]) is None, "a single column has no room for it"


def test_what_one_number_proves_is_opened_by_itself_where_asked(open_page: Any) -> None:
    page = open_page("?level=expert&seed=auto&rule=open&autoplay=1&meter=1&test=1")
    page.mouse.click(*at(page, (8, 15)))
    moves = page.evaluate("mwState.moves")
    assert len(moves) > 1
    assert not any(move["mine"] for move in moves)
    assert "clicks 1" in page.text_content("#meter"), "what opens by itself is no click"
    cells = np.pad(np.array([list(line) for line in rows(page)]), 1, constant_values="0")
    for r, c in np.argwhere(np.char.isdigit(cells)):
        block = cells[r - 1 : r + 2, c - 1 : c + 2] if 0 < r < 17 and 0 < c < 31 else np.array([])
        if (block == "#").any():
            assert cells[r, c] != "0", "an opening is opened wholly"


@pytest.mark.usefixtures("page_engine")
def test_after_a_loss_the_avoidable_move_comes_first(open_page: Any) -> None:
    page = open_page("?level=expert&seed=lost&rule=open&test=1", width=1366, height=768)
    mines = page_mines(Level(16, 30, 99), "lost", (8, 15), FirstClick.OPEN)
    page.mouse.click(*at(page, (8, 15)))
    page.keyboard.press("h")
    advised(page, "safe to open")
    bad = cells_where(mines)[0]
    page.mouse.click(*at(page, bad))
    page.wait_for_selector("#review:has-text('Review: move 2 was avoidable')")
    page.click("#review")
    page.wait_for_selector("#mode-review .said:has-text('Move 2')")


def test_the_display_is_readable_in_forced_colours(open_page: Any) -> None:
    page = open_page("?test=1", forced_colors="active")
    fills = page.evaluate(
        """[...document.querySelectorAll("#mines path")].map(
            path => [path.classList.contains("lit"), getComputedStyle(path).fill])"""
    )
    assert {fill for lit, fill in fills if lit}.isdisjoint(fill for lit, fill in fills if not lit)


def test_text_follows_the_font_size_of_the_browser(open_page: Any) -> None:
    page = open_page("?test=1")
    size = "parseFloat(getComputedStyle(document.getElementById('hints')).fontSize)"
    before = page.evaluate(size)
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    assert page.evaluate(size) == pytest.approx(1.5 * before)


def test_a_first_visit_is_light(open_page: Any, page_url: str) -> None:
    page = open_page("?test=1")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(({ decodedBodySize }) => decodedBodySize)"
    )
    sizes += page.evaluate(
        "performance.getEntriesByType('navigation').map(({ decodedBodySize }) => decodedBodySize)"
    )
    assert 50_000 < sum(sizes) <= 250_000


def test_first_visitors_see_no_empty_table(open_page: Any) -> None:
    page = open_page("?test=1")
    assert "—" not in page.inner_text("body")
    assert page.is_hidden("#options"), "the settings are folded away"


def test_a_finger_looks_before_it_plays_in_the_lair(open_lair: Any) -> None:
    page = open_lair("?seed=0", width=360, height=740, touch=True, free=False)
    square = cell(page, 0, 0)
    assert square.bounding_box()["width"] >= 30
    page.locator("[data-do=look-mode]").tap()
    square.tap()
    assert page.locator(".cell.chosen").count() == 1
    assert names(page)[0].startswith("hidden")
    box = page.locator("#square").bounding_box()
    assert box["y"] + box["height"] <= 740, "what it may hold is in sight"
    assert "%" in page.inner_text("#square")
    x, y = ORB_AT_START[0]
    for _ in range(2):
        cell(page, x, y).tap()
    until(page, "document.querySelectorAll('.cell.open').length > 10")
    box = page.locator("#pane").bounding_box()
    fingers = Fingers(page)
    fingers.drag((200, box["y"] + 150), (120, box["y"] + 150))
    assert scrolled(page)[0] > 0, "the lair moves in its pane"
    assert not math.isnan(box["width"])


def test_the_buttons_of_the_lair_stay_under_the_thumb(open_lair: Any) -> None:
    page = open_lair("?seed=0", width=360, height=740, touch=True, free=False)
    solver = page.locator("#actions button").first
    places = {solver.bounding_box()["y"]}
    page.locator("[data-do=look-mode]").tap()
    cell(page, 0, 0).tap()
    page.wait_for_selector("#square >> text=%")
    places.add(solver.bounding_box()["y"])
    for _ in range(3):
        said = page.inner_text("#status")
        solver.tap()
        until(page, f"document.querySelector('#status').innerText !== {said!r}")
        places.add(solver.bounding_box()["y"])
    assert max(places) - min(places) < 2, "no more than the rounding of a line"
