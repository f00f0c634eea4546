"""Odd pages, drawn for these tests, played in a tab: each is won without a wrong click."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import pytest

from mwagent.minefield import HIDDEN, Click, Stage

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from mwagent.player.places import open_browser_window
from mwagent.player.records import GameLog
from mwagent.player.session import play_round, run
from mwagent.solvers import create

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(120),
    pytest.mark.usefixtures("kept_browser"),
]

PAGE = Path(__file__).with_name("odd_game.html").as_uri()
PAGES = {
    "opens on press, chords with a plain click": {"act": "press", "chord": "left"},
    "ignores clicks held for no time": {"hold": 60, "chord": "middle"},
    "chords by double click": {"chord": "double"},
    "chords with both buttons": {"chord": "both", "look": "dark"},
    "no flags by mouse": {"flags": "none", "chord": "middle"},
    "the first click may be a mine": {"first": "any", "mines": 6},
    "alerts at the end": {"say": "alert", "chord": "left"},
    "a dialog over the board at the end": {"say": "dialog", "first": "safe"},
    "the end is painted over a dimmed board": {"say": "painted", "first": "any", "mines": 12},
    "the end is painted over the cells": {"say": "painted", "large": 1, "first": "any"},
    "highlights under the pointer": {"hover": 1, "look": "round", "wide": 34},
    "a script colours and enlarges the cell under the pointer": {"hover": "script", "wide": 34},
    "a see-through dialog over the end": {"say": "glass", "first": "safe"},
    "flags are empty boxes": {"box": 1, "chord": "left", "rows": 16, "cols": 16, "mines": 40},
    "a second board beside it": {"twin": 1, "chord": "left"},
    "two backgrounds a state, cells not square": {"look": "checker", "wide": 50, "high": 55},
    "hidden and open 12 grey levels apart": {"look": "faint"},
    "a gradient across the board": {"look": "gradient", "wide": 30},
    "cells of a fraction of a pixel": {"wide": 15.92, "look": "dark"},
    "tiles flying for half a second": {"fly": 1, "look": "checker", "wide": 32},
    "the right button opens": {"flags": "opens", "chord": "middle"},
    "the left button flags once a cell is open": {"hands": "swap"},
    "a click opens a menu": {"hands": "menu", "entries": "div", "look": "dark", "wide": 34},
    "a mode is chosen beside the board": {"hands": "mode", "look": "round", "wide": 34},
    "a double click opens, one colours a cell": {"hands": "double", "green": 1, "look": "dark"},
    "blank cells open alone": {"flood": "none", "look": "dark", "mines": 6, "rows": 7, "cols": 7},
    "blank cells open alone, and the first may be a mine": {
        "flood": "none",
        "first": "any",
        "mute": 1,
        "rows": 7,
        "cols": 7,
        "mines": 6,
    },
    "a loss that only the clicked cell shows": {"first": "any", "mute": 1, "look": "round"},
    "nothing moves before a round is begun": {"asleep": 1},
    "only a face until it is clicked": {"start": "face"},
    "numbers as emoji": {"look": "emoji", "wide": 32},
}


PARTS = (0.25, 0.5, 0.75)
"""Where on a board first clicks are tried, as parts of its rows and columns."""


def emoji_font() -> bool:
    """Whether the browser can draw emoji."""
    listed = ["fc-list", ":lang=und-zsye"]
    return shutil.which("fc-list") is not None and bool(
        subprocess.run(listed, capture_output=True, check=False).stdout
    )


@pytest.mark.drawn
@pytest.mark.parametrize("switches", PAGES.values(), ids=PAGES)
def test_an_odd_page_is_won_without_a_wrong_click(
    switches: dict[str, object], tmp_path: Path
) -> None:
    if switches.get("look") == "emoji" and not emoji_font():
        pytest.skip("no emoji font is installed; on Debian: apt-get install fonts-noto-color-emoji")
    address = f"{PAGE}?{urlencode({'seed': 3, **switches})}"
    with (
        open_browser_window(address) as window,
        GameLog(tmp_path / "run.log", "best", {}, "tab") as log,
    ):
        session = run(window, create("best"), log, games=None)
        state = window.view.page.evaluate("odd")  # type: ignore[attr-defined]
    assert session.error is None, session.error
    assert session.won == 1
    assert state["outside"] == 0, "presses beside the board and its buttons"
    cols = int(str(switches.get("cols", 9)))
    hits = [divmod(o["at"], cols) for g in state["games"] for o in g["opened"] if o["mine"]]
    told = [r.lost_at for r in session.results if not r.won and r.broken_off is None]
    if "mute" in switches:
        # A first click on a mine that shows nothing looks as if the page took no click.
        rows = int(str(switches.get("rows", 9)))
        firsts = {(int(rows * y), int(cols * x)) for y in PARTS for x in PARTS} | {(0, 0)}
        assert set(told) <= set(hits) <= set(told) | firsts
    else:
        assert hits == told
    assert state["games"][-1]["over"] == "won"


@pytest.mark.drawn
@pytest.mark.parametrize(
    "switches",
    [{"keep": 1}, {"start": 1}, {"start": "Easy"}, {"sizes": 1}, {"fails": 1}, {"alone": 1}],
    ids=[
        *("keeps its game", "starts", "asks for a level", "of another size", "fails at first"),
        "loads itself anew",
    ],
)
def test_rounds_are_begun_by_words_on_buttons_or_alone(
    switches: dict[str, object], tmp_path: Path
) -> None:
    address = f"{PAGE}?{urlencode({'seed': 3, 'mines': 6, **switches})}"
    with (
        open_browser_window(address) as window,
        GameLog(tmp_path / "run.log", "best", {}, "tab") as log,
    ):
        session = run(window, create("best"), log, games=2)
    assert session.error is None, session.error
    assert len(session.results) == 2


CHATS = {
    "a notice": ("alert", "Welcome! We will notify you if you win!"),
    "a win of somebody else": ("text", "", "Anna: You win!", "You have won!", "", "You win!"),
    "losses that were not ours": ("alert", "You lose when you hit a mine", "You lost a life!"),
}


@pytest.mark.drawn
@pytest.mark.parametrize("chat", CHATS.values(), ids=CHATS)
def test_what_a_page_says_of_other_things_ends_no_round(
    chat: tuple[str, ...], tmp_path: Path
) -> None:
    shown, *lines = chat
    words = [("chat", line) for line in lines]
    switches = [("seed", 3), ("look", "dark"), ("mines", 6), ("as", shown), *words]
    with (
        open_browser_window(f"{PAGE}?{urlencode(switches)}") as window,
        GameLog(tmp_path / "run.log", "best", {}, "tab") as log,
    ):
        session = run(window, create("best"), log, games=None)
        games = window.view.page.evaluate("odd.games.map((game) => game.over)")  # type: ignore[attr-defined]
    assert session.error is None, session.error
    assert games == [str(result.stage) for result in session.results]


class _Slow(SimpleHTTPRequestHandler):
    """Serves the page at once, and the picture of a mine 1.5 seconds after it was asked for."""

    def do_GET(self) -> None:
        if "mine.svg" not in self.path:
            super().do_GET()
            return
        time.sleep(1.5)
        picture = b'<svg xmlns="http://www.w3.org/2000/svg"><circle cx="14" cy="14" r="9"/></svg>'
        self.send_response(200)
        self.send_header("Content-Type", "image/svg+xml")
        self.send_header("Content-Length", str(len(picture)))
        self.end_headers()
        with suppress(OSError):  # the page may have been left
            self.wfile.write(picture)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def slow_pictures() -> Iterator[str]:
    """The address of the page at a server whose pictures come late."""
    handler = partial(_Slow, directory=str(Path(__file__).parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/odd_game.html"
        server.shutdown()


@pytest.mark.sampled
@pytest.mark.parametrize("late", ["picture", "timer"])
def test_a_mine_that_is_painted_late_is_taken_for_no_blank_cell(
    late: str, slow_pictures: str
) -> None:
    switches = {"seed": 3, "mute": 1, "late": late, "look": "dark", "wide": 34}
    with open_browser_window(f"{slow_pictures}?{urlencode(switches)}") as window:
        window.look()
        window.click([Click((4, 4))])
        window.look()
        mine = divmod(min(window.view.page.evaluate("[...odd.games.at(-1).mines]")), 9)  # type: ignore[attr-defined]
        window.click([Click(mine)])
        board = window.look()
        assert board[mine] > 8
        assert window.stage() is Stage.LOST or mine in window.unread


def test_a_button_that_loads_the_page_anew_begins_a_round() -> None:
    with open_browser_window(f"{PAGE}?seed=3&anew=1&wide=34") as window:
        assert play_round(window, create("best")).broken_off is None
        window.new_game()
        assert (window.look().cells == HIDDEN).all()


def test_a_loss_is_seen_where_mines_are_but_red_cells() -> None:
    with open_browser_window(f"{PAGE}?seed=3&red=1&look=dark&wide=40") as window:
        window.look()
        window.click([Click((4, 4))])
        window.look()
        assert window.stage() is Stage.ONGOING
        mine = min(window.view.page.evaluate("[...odd.games.at(-1).mines]"))  # type: ignore[attr-defined]
        window.click([Click(divmod(mine, 9))])
        window.look()
        assert window.stage() is Stage.LOST
