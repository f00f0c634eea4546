"""How soon the coach's page shows a move that was painted in a tab, and what watching costs.

    python -m benchmarks.live.coach_latency --rounds 3

A tab shows pictures of games, in the classic skin and in colours that nobody knows; the coach
watches it, and its own page lies in another tab. A mutation observer there notes when the list of
moves grows. `ms` is the median from the paint in the one tab to the list in the other, with the
slowest beside it; `playing` and `idle` are the coach's processor time, of a core, without browsers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any, Final

from playwright.sync_api import sync_playwright

from mwagent.coach.coach import Coach
from mwagent.coach.page import CoachPage
from mwagent.coach.sources import TabSource
from mwagent.minefield import Stage
from mwagent.player.views import find_browser
from mwagent.web import Live, serve
from testbed.watched import Player, TabGame, dealt

PACE: Final = 0.6
"""Seconds between two moves."""
IDLE_FOR: Final = 10.0
"""Seconds for which nothing happens."""

OBSERVER: Final = """() => {
    window.grown = [];
    let before = 0;
    const note = () => {
        // The list shows the last moves alone, and has the number of the first of them.
        const list = document.querySelector("#mode-watch ol.moves");
        const moves = list ? list.start - 1 + list.children.length : 0;
        if (moves > before) grown.push(Date.now() / 1000);
        before = moves;
    };
    new MutationObserver(note).observe(
        document.body, {childList: true, subtree: true, characterData: true});
}"""


class Watching:
    """A coach whose steps are taken here, and what they cost."""

    def __init__(self, coach: Coach):
        self.coach = coach
        self.spent = 0.0
        self.seconds = 0.0

    def wait(self, seconds: float) -> None:
        """Let the coach look on."""
        began, spent = time.monotonic(), time.process_time()
        while time.monotonic() - began < seconds:
            self.coach.step()
        self.spent += time.process_time() - spent
        self.seconds += time.monotonic() - began

    def share(self) -> float:
        """The part of a core that was used since the last call."""
        part = self.spent / max(self.seconds, 1e-9)
        self.spent = self.seconds = 0.0
        return part


@contextmanager
def watched(browser: Any, seed: int, strange: bool) -> Iterator[tuple[TabGame, Watching, Any]]:
    """A game in a tab, the coach that watches it, and its page."""
    live = Live("coach")
    live.publish("session", lambda: {"coach": True, "source": "the page"})
    with serve(live=live) as url:
        page, told = browser.new_page(), browser.new_page()
        told.goto(f"{url}?test=1#watch")
        told.evaluate(OBSERVER)
        shown = TabGame(page, dealt(seed), strange)
        coach = Coach(TabSource(page), None, CoachPage(live))
        try:
            yield shown, Watching(coach), told
        finally:
            page.close()
            told.close()


def main() -> int:
    """Play, watch and print."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--rounds", type=int, default=3)
    args = words.parse_args()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        for strange in (False, True):
            lags: list[float] = []
            played = missed = 0
            playing, idle = [], []
            for seed in range(3, 3 + args.rounds):
                with watched(browser, seed, strange) as (shown, watching, told):
                    watching.wait(5.0)
                    watching.share()
                    player = Player(shown.source, watching.coach)
                    for click in player.clicks():
                        at = shown.play(click)
                        watching.wait(PACE)
                        played += 1
                        grown = [g for g in told.evaluate("grown") if g > at - 0.05]
                        missed += not grown
                        lags += [grown[0] - at] if grown else []
                        if shown.source.game.stage in (Stage.WON, Stage.LOST):
                            break
                    playing.append(watching.share())
                    watching.wait(8.0)
                    watching.share()
                    watching.wait(IDLE_FOR)
                    idle.append(watching.share())
            skin = watching.coach.recorder.game
            print(
                f"{'unknown' if strange else 'classic'} skin: {played} moves, {missed} not within "
                f"{PACE} s; {1000 * median(lags):.0f} ms (slowest {1000 * max(lags):.0f}); "
                f"playing {100 * median(playing):.1f} %, idle {100 * median(idle):.1f} % of a core"
                + ("" if skin is not None else "; no board found")
            )
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
