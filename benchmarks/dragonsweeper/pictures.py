"""Take the pictures of the Dragonsweeper page for the documentation, or of every look to check.

python -m benchmarks.dragonsweeper.pictures                   three pictures in docs/img
python -m benchmarks.dragonsweeper.pictures --all /tmp/lair   every theme at 360 and 1920 pixels
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from benchmarks.page.pictures import ALL, IMAGES, PHONE, THEMES, browser

WIDE = {"width": 1500, "height": 960}
SEED = 7
MOVES = 95
GAME = 600
"""More actions than a game has."""


def open_lair(chromium: Any, url: str, size: dict[str, int], theme: str, moves: int) -> Any:
    """A page of this size on which the solver has played some moves."""
    phone = size["width"] < 600
    context = chromium.new_context(
        viewport=size,
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    page.goto(f"{url}dragonsweeper/?seed={SEED}&theme={theme}")
    page.wait_for_selector("html[data-ready]")
    page.evaluate(
        """moves => {
            for (let i = 0; i < moves; i++) document.querySelector("[data-do=solver]").click();
        }""",
        moves,
    )
    page.click("#right [data-do=share]")
    page.wait_for_selector("#status >> text=link to this lair", timeout=60_000)
    if page.is_enabled("[data-do=solver]"):
        page.click("[data-do=solver]")
    page.mouse.move(1, 1)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)
    return page


def main() -> int:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--all", type=Path, metavar="FOLDER", help="every theme and size")
    options = words.parse_args()
    with browser() as (chromium, url):
        if options.all:
            options.all.mkdir(parents=True, exist_ok=True)
            for theme in THEMES:
                for name, size in ALL:
                    page = open_lair(chromium, url, size, theme, MOVES)
                    page.screenshot(path=options.all / f"{theme}-{name}.png", full_page=True)
                    page.context.close()
            page = open_lair(chromium, url, PHONE, "classic", GAME)
            page.screenshot(path=options.all / "ending.png")
            return 0
        page = open_lair(chromium, url, WIDE, "classic", MOVES)
        page.hover(".cell.hidden >> nth=6")
        page.screenshot(path=IMAGES / "dragonsweeper.png")
        page.locator("#left section").screenshot(path=IMAGES / "dragonsweeper-book.png")
        page = open_lair(chromium, url, PHONE, "night", MOVES)
        page.screenshot(path=IMAGES / "dragonsweeper-phone.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
