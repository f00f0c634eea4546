"""Take the three pictures of the Dragonsweeper page that are in docs/img."""

from __future__ import annotations

from typing import Any

from benchmarks.page.pictures import IMAGES, PHONE, browser

WIDE = {"width": 1500, "height": 960}
SEED = 7
MOVES = 95


def open_lair(chromium: Any, url: str, size: dict[str, int], theme: str) -> Any:
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
        MOVES,
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
    with browser() as (chromium, url):
        page = open_lair(chromium, url, WIDE, "classic")
        page.hover(".cell.hidden >> nth=6")
        page.screenshot(path=IMAGES / "dragonsweeper.png")
        page.locator("#left section").screenshot(path=IMAGES / "dragonsweeper-book.png")
        page = open_lair(chromium, url, PHONE, "night")
        page.screenshot(path=IMAGES / "dragonsweeper-phone.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
