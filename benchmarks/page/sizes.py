"""Look for controls of the page that are covered, cut or outside, at many sizes of window.

    python -m benchmarks.page.sizes
    python -m benchmarks.page.sizes --pictures DIR --sizes 820x1180 2560x1440

Under a mouse and under a finger, with text of 100 and of 200 %: every level of Play, as it is
begun, amid hints and when the game is over, and all other modes. Prints a line for each layout with
a fault, and ends with 1 where there is any.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from mwagent import web
from mwagent.player.views import find_browser
from mwagent.web.build import compile_modules
from testbed.pagesweep import LEVELS, MODES, SIZES, TEXT, faults, open_window, resize

if TYPE_CHECKING:
    from playwright.sync_api import Page


HANDS = ("touch", "mouse")


def size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> int:
    """Look at every layout; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sizes", type=size, nargs="+", default=SIZES)
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--modes", nargs="*", default=(*MODES, "dragonsweeper"))
    parser.add_argument("--text", type=int, nargs="+", default=TEXT)
    parser.add_argument(
        "--hands", nargs="+", choices=("touch", "mouse"), default=("touch", "mouse")
    )
    parser.add_argument("--pictures", type=Path, help="folder for a picture of each layout")
    args = parser.parse_args()
    compile_modules()
    begun = time.monotonic()
    looked, bad = 0, 0
    with web.serve() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        for hand, text in itertools.product(args.hands, args.text):
            page = open_window(browser, touch=hand == "touch", text=text)
            for what in layouts(page, url, args):
                looked += 1
                found = faults(page)
                name = f"{hand} {text} % {what}"
                if args.pictures:
                    args.pictures.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=args.pictures / f"{name.replace('/', '-')}.png")
                if found:
                    bad += 1
                    print(f"{name}: {'; '.join(found[:6])}", flush=True)
            page.context.close()
        browser.close()
    print(f"{bad} of {looked} layouts with a fault, {time.monotonic() - begun:.0f} s")
    return int(bad > 0)


def layouts(page: Page, url: str, args: argparse.Namespace) -> Iterator[str]:
    """Bring the page into one layout after another; gives what each of them is."""
    for level, (width, height) in itertools.product(args.levels, args.sizes):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{url}?level={level}&test=1&rule=open")
        page.wait_for_selector("#face")
        yield f"play {level} {width}x{height}"
    for state in ("hints", "over"):
        page.goto(f"{url}?level=expert&test=1&rule=open&seed=sizes")
        page.evaluate("document.getElementById('grid').focus()")
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        if state == "hints":
            page.keyboard.press("h")
        else:
            lose(page)
        for width, height in args.sizes:
            resize(page, width, height)
            yield f"play expert {state} {width}x{height}"
    for mode in args.modes:
        address = "dragonsweeper/?seed=0" if mode == "dragonsweeper" else f"?test=1#{mode}"
        page.goto(url + address)
        page.wait_for_selector(f"#mode-{mode} > *" if mode in MODES else "html[data-ready]")
        for width, height in args.sizes:
            resize(page, width, height)
            yield f"{mode} {width}x{height}"


def lose(page: Page) -> None:
    """Open cells until the game is over."""
    for cell in range(page.evaluate("mwState.level.rows * mwState.level.cols")):
        if page.is_visible("#review"):
            return
        cols = page.evaluate("mwState.level.cols")
        page.evaluate("document.getElementById('grid').focus()")
        for key in ("ArrowRight",) * min(1, cell % cols) or ("ArrowDown", "Home"):
            page.keyboard.press(key)
        page.keyboard.press("Space")


if __name__ == "__main__":
    sys.exit(main())
