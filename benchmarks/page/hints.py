"""How long until hints are on the screen after a click, in a real Chromium without a window?

    python -m benchmarks.page.hints               Expert, 100x100 and 250x250, hints switched on
    python -m benchmarks.page.hints --clicks 100
    python -m benchmarks.page.hints --slower 6    the page's own thread slowed down, as on a phone

For each level: milliseconds that the first click of a game takes, and from asking for hints in it
until they are told; and milliseconds from the release of the mouse until the frame that shows the
new hints has been drawn, and the part of it until the engine's answer is there.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
from typing import Any

from benchmarks.page.pictures import browser, click
from mwagent.minefield import Cell
from testbed.harness import Row, show, words
from testbed.pageboard import at, until

LEVELS = {
    "expert": "level=expert&zoom=2",
    "100x100/1800": "level=100x100/1800&zoom=1",
    "250x250/9000": "level=250x250/9000&zoom=1",
}

SAFE = re.compile(r"Best move: row (\d+), column (\d+), safe")
IN_SIGHT = (50, 90)
"""Rows and columns of a large board that are in the window."""

WATCH = """() => {
  window.hintTimes = [];
  let released = null;
  addEventListener("mouseup", () => (released = performance.now()), true);
  const painted = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(0);
  });
  new MutationObserver(() => {
    if (released === null) return;
    const begin = released;
    released = null;
    const answered = performance.now() - begin;
    painted(() => hintTimes.push([answered, performance.now() - begin]));
  }).observe(document.getElementById("advice-body"), { childList: true });
}"""


BEGIN = """() => {
  window.begun = {};
  let released = null, asked = null;
  addEventListener("mouseup", () => (released = performance.now()), true);
  addEventListener("mouseup", () => (begun.opened ??= performance.now() - released));
  addEventListener("click", ({ target }) => {
    if (target.closest?.("#hints")) asked = performance.now();
  }, true);
  new MutationObserver(() => {
    if (asked !== null) begun.told ??= performance.now() - asked;
  }).observe(document.getElementById("advice-body"), { childList: true });
}"""
"""What times the first click of a game, and the first hint in it."""
PAUSE = 1500
"""Milliseconds from the first click of a game until hints are asked for."""


def beginnings(
    chromium: Any, url: str, query: str, options: argparse.Namespace
) -> list[tuple[float, float]]:
    """Times in ms that the first click of a game takes, and that the first hint is waited for."""
    times = []
    for game in range(max(3, options.clicks // 5)):
        context = chromium.new_context(viewport={"width": 1920, "height": 1080})
        page = context.new_page()
        page.goto(f"{url}?test=1&seed=begin{game}&rule=open&{query}")
        page.evaluate(BEGIN)
        page.wait_for_timeout(500)
        press(page, (8, 15), 80)
        page.wait_for_timeout(PAUSE)
        page.click("#hints")
        until(page, "begun.told !== undefined")
        times.append((page.evaluate("begun.opened"), page.evaluate("begun.told")))
        context.close()
    return times


def press(page: Any, cell: Cell, milliseconds: float) -> None:
    """Press on a cell for as long as a hand does, so that the release falls anywhere in a frame."""
    page.mouse.move(*at(page, cell))
    page.mouse.down()
    page.wait_for_timeout(milliseconds)
    page.mouse.up()


def measure(
    chromium: Any, url: str, query: str, options: argparse.Namespace
) -> list[tuple[float, float]]:
    """Times in ms until the answer and until the frame, for so many clicks on safe cells."""
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
    draw = random.Random(options.seed)
    times: list[tuple[float, float]] = []
    game = 0
    while len(times) < options.clicks:
        game += 1
        page.goto(f"{url}?test=1&seed=time{game}&rule=open&{query}")
        page.evaluate(WATCH)
        rows, cols = page.evaluate("[mwState.level.rows, mwState.level.cols]")
        # Of a large board only this corner is in sight.
        click(page, (min(rows // 2, 8), min(cols // 2, 15)))
        page.keyboard.press("h")
        page.wait_for_selector("#advice-body >> text=/Best move:/", timeout=60_000)
        page.evaluate("hintTimes.length = 0")  # the first answer waits for the key and the worker
        for _ in range(15):
            page.wait_for_selector("#advice-body:not([aria-busy=true])")
            safe = SAFE.search(page.inner_text("#advice-body"))
            if safe is None or page.evaluate("mwState.stage") != "ongoing":
                break
            cell = int(safe[1]) - 1, int(safe[2]) - 1
            if cell[0] >= IN_SIGHT[0] or cell[1] >= IN_SIGHT[1]:
                break
            done = page.evaluate("hintTimes.length")
            press(page, cell, draw.uniform(60, 120))
            while page.evaluate("hintTimes.length") == done:
                page.wait_for_timeout(20)
            page.wait_for_timeout(100)
        times += [tuple(pair) for pair in page.evaluate("hintTimes")]
    page.close()
    return times[: options.clicks]


def main() -> int:
    parser = words(__doc__)
    parser.add_argument("--clicks", type=int, default=40, help="for each level (%(default)s)")
    parser.add_argument(
        "--slower",
        type=float,
        default=1,
        help="how many times the page is slowed down (%(default)s)",
    )
    options = parser.parse_args()
    rows: list[Row] = []
    with browser() as (chromium, url):
        for name, query in LEVELS.items():
            answered, shown = zip(*measure(chromium, url, query, options), strict=True)
            opened, told = zip(*beginnings(chromium, url, query, options), strict=True)
            rows.append(
                {
                    "level": name,
                    "clicks": len(shown),
                    "shown ms, median": statistics.median(shown),
                    "shown ms, worst": max(shown),
                    "answered ms, median": statistics.median(answered),
                    "first hint ms": statistics.median(told),
                    "first click ms": statistics.median(opened),
                }
            )
    show(options, rows, "Until a hint is answered, and on the screen")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
