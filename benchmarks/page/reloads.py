"""Play games on the page that is left at random moments, and see that none is lost.

    python -m benchmarks.page.reloads --games 100

The page is loaded anew, crashes, is closed and opened in another tab, gives way to another mode or
to Dragonsweeper and comes back. Each time the board has to be as it was, and in the end the list of
games has to hold every game with its result and its number of clicks.
"""

from __future__ import annotations

import argparse
import time

from playwright.sync_api import sync_playwright

from mwagent import web
from mwagent.player.views import find_browser
from testbed.pagegames import RandomPlayer, list_of_games

WAYS = ("reload", "reload", "crash", "close", "mode", "sister")


def main() -> None:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--away", type=float, default=0.2, help="chance to leave after a click")
    parser.add_argument("--level", default="12x12/10")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    begun = time.monotonic()
    with web.serve() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        page = browser.new_context(service_workers="block").new_page()
        page.goto(f"{url}?level={args.level}&rule=open&test=1&zoom=1.5")
        player = RandomPlayer(page, args.seed)
        played = []
        for _ in range(args.games):
            stage = player.finish(args.away, WAYS)
            played.append((stage, player.clicks))
        kept = [(game["stage"], game["clicks"]) for game in list_of_games(player.page)]
        browser.close()
    wrong = sum(one != other for one, other in zip(kept, played, strict=False))
    lost = len(played) - len(kept)
    print(f"{len(played)} games, {sum(clicks for _, clicks in played)} clicks")
    print(f"left {sum(player.away.values())} times: {dict(player.away)}")
    print(f"lost: {lost}, wrong: {wrong}; {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
