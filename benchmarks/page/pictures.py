"""Take the pictures of the page for the README.

python -m benchmarks.page.pictures                     docs/img/page.png and page-phone.png
python -m benchmarks.page.pictures --example           the example of Screenshot, and its reading
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mwagent import web
from mwagent.minefield import Cell
from mwagent.player.views import find_browser
from mwagent.web.build import compile_modules
from mwagent.web.files import STATIC
from mwagent.web.limits import Limits
from mwagent.web.screenshots import Upload, boards_on
from testbed.folders import ROOT
from testbed.pageboard import at, names

IMAGES = ROOT / "docs" / "img"
WIDE = {"width": 1280, "height": 760}
PHONE = {"width": 360, "height": 780}
SEED = "picture"
EXAMPLE_OPENED: tuple[Cell, ...] = ((4, 4),)
EXAMPLE_FLAGGED: tuple[Cell, ...] = ()


@contextmanager
def browser() -> Iterator[tuple[Any, str]]:
    """A Chromium without a window, and the page's address."""
    from playwright.sync_api import sync_playwright

    compile_modules()
    with web.serve() as url, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        yield chromium, url
        chromium.close()


def open_page(chromium: Any, url: str, size: dict[str, int], query: str) -> Any:
    """A page of this size; narrow ones are phones."""
    phone = size["width"] < 600
    context = chromium.new_context(
        viewport=size, has_touch=phone, is_mobile=phone, device_scale_factor=2 if phone else 1
    )
    page = context.new_page()
    page.goto(f"{url}?test=1&seed={SEED}&rule=open&{query}")
    return page


def click(page: Any, cell: Cell) -> None:
    """Click the middle of a cell."""
    page.mouse.click(*at(page, cell))


def cells_named(page: Any, what: str) -> list[Cell]:
    """The cells whose name tells this of them."""
    return [cell for cell, name in names(page).items() if what in name]


def play_with_hints(page: Any, moves: int) -> None:
    """Open an area in the middle, switch hints on, and follow them for some moves."""
    rows, cols = page.evaluate("[mwState.level.rows, mwState.level.cols]")
    click(page, (rows // 2, cols // 2))
    page.keyboard.press("h")
    for left in range(moves, -1, -1):
        page.wait_for_selector("#advice-body >> text=Best move")
        page.mouse.move(1, 1)
        safe = cells_named(page, "hidden, safe")
        if not left or not safe:
            break
        click(page, safe[0])
    page.evaluate("document.activeElement.blur()")


def explain(page: Any, stages: int) -> None:
    """Ask why the last cell that is proven is, and read on for some stages."""
    cell = cells_named(page, "surely a mine")[-1]
    page.keyboard.press("Escape")
    page.click("#ask")
    click(page, cell)
    page.wait_for_selector("#why >> text=Where to look")
    for said in ("Mark what it rests on", "Explain")[:stages]:
        page.click(f"#why >> text={said}")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")


def example(chromium: Any, url: str) -> None:
    """Draw the picture that Screenshot shows as an example, and write what is read from it."""
    from PIL import Image

    page = open_page(chromium, url, WIDE, "level=9x9/10&theme=classic&zoom=1.5")
    for cell in EXAMPLE_OPENED:
        click(page, cell)
    for cell in EXAMPLE_FLAGGED:
        page.mouse.click(*at(page, cell), button="right")
    page.mouse.move(1, 1)
    shot = Image.open(io.BytesIO(page.locator("#frame").screenshot()))
    small = shot.convert("P", palette=Image.Palette.ADAPTIVE, colors=24)
    small.save(STATIC / "screenshot" / "example.png", optimize=True)
    (STATIC / "screenshot" / "example.json").write_text(json.dumps(reading_of_example()) + "\n")


def reading_of_example() -> dict[str, Any]:
    """What the server answers for the example, without what the page does not show."""
    picture = (STATIC / "screenshot" / "example.png").read_bytes()
    found = boards_on(Upload(picture, Limits()))
    unused = ("confidence", "skin", "stage", "counter")
    boards = [
        {name: told for name, told in board.items() if name not in unused}
        for board in found["boards"]
    ]
    return {"boards": boards}


def main() -> int:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--example", action="store_true", help="the example of Screenshot")
    options = words.parse_args()
    with browser() as (chromium, url):
        if options.example:
            example(chromium, url)
            return 0
        page = open_page(chromium, url, WIDE, "level=intermediate&theme=day")
        play_with_hints(page, 5)
        explain(page, 2)
        page.screenshot(path=IMAGES / "page.png")
        page = open_page(chromium, url, PHONE, "level=expert&theme=night")
        play_with_hints(page, 1)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=IMAGES / "page-phone.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
