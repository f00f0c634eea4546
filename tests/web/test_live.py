"""Games that are followed while they are played: nothing is lost, and nobody is held up."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from typing import Any

import numpy as np
import pytest

from mwagent import solvers, web
from mwagent.minefield import Board, Click, Game, Level, MinefieldError, Stage
from mwagent.player.play import Turn, VirtualWindow
from mwagent.player.play.turn import Times
from mwagent.player.records import GameLog, LivePage, live_page
from mwagent.player.records import live as live_module
from mwagent.player.records.live import turn_fields
from mwagent.player.session import run
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import Reading
from mwagent.web import Live


def events(url: str, **headers: str) -> list[tuple[int, str, Any]]:
    """Every event until the stream ends, as (number, kind, data)."""
    request = urllib.request.Request(url + "api/watch", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        blocks = answer.read().decode().split("\n\n")
    found = []
    for block in blocks:
        words = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in words:
            found.append((int(words["id"]), words["event"], json.loads(words["data"])))
    return found


def test_every_page_gets_every_event_in_order_whenever_it_comes() -> None:
    live = Live()
    got: dict[int, list[tuple[int, str, Any]]] = {}
    with web.serve(live=live) as url:
        live.publish("turn", lambda: {"n": 0})
        pages = [
            threading.Thread(target=lambda page=page: got.update({page: events(url)}))
            for page in range(8)
        ]
        for page in pages[:4]:
            page.start()
        assert live.wait_for_page(10)
        for number in range(1, 50):
            live.publish("turn", lambda number=number: {"n": number})
        for page in pages[4:]:
            page.start()
        again = threading.Thread(target=lambda: got.update({8: events(url, Last_Event_ID="40")}))
        again.start()
        until = time.monotonic() + 30
        while len(live._waiting) < 9:
            assert time.monotonic() < until, "not every page has asked"
            time.sleep(0.01)
        live.publish("end", lambda: {"n": 50})
        live.close()
        for page in [*pages, again]:
            page.join(20)
    whole = [(n + 1, "end" if n == 50 else "turn", {"n": n}) for n in range(51)]
    assert all(got[page] == whole for page in range(8))
    assert got[8] in (whole, whole[40:])


def test_a_page_that_comes_back_goes_on_where_it_was() -> None:
    live = Live()
    for number in range(5):
        live.publish("turn", lambda number=number: {"n": number})
    live.close()
    with web.serve(live=live) as url:
        assert [number for number, *_ in events(url, **{"Last-Event-ID": "3"})] == [4, 5]
        for odd in ("x", "-1", "1" * 40):
            assert len(events(url, **{"Last-Event-ID": odd})) == 5


def test_publishing_waits_for_nobody() -> None:
    live = Live()
    put = threading.Event()

    def slow() -> dict[str, Any]:
        put.wait(5)
        return {}

    with web.serve(live=live) as url:
        threading.Thread(target=events, args=(url,), daemon=True).start()
        live.wait_for_page(10)
        began = time.perf_counter()
        for _ in range(1000):
            live.publish("turn", slow)
        assert time.perf_counter() - began < 2
        put.set()
        live.close()


def test_a_session_is_told_as_it_was_played(tmp_path: Any) -> None:
    live = Live()
    page = LivePage(live)
    games = [Game(Level.parse("beginner"), seed) for seed in range(2)]
    window = VirtualWindow(games[0], lambda: games[1])
    with GameLog(tmp_path / "run.log", "best", {}, "virtual") as log:
        session = run(window, solvers.create("best"), log, games=2, watchers=[page])
    page.end(session)
    live.close()
    with web.serve(live=live) as url:
        told = events(url)
    logged = [json.loads(line) for line in (tmp_path / "run.log").read_text().splitlines()]
    turns = [data for _, kind, data in told if kind == "turn"]
    assert [
        (turn["game"], turn["turn"], turn["board"], turn["clicks"], turn["guess"]) for turn in turns
    ] == [
        (event["game"], event["turn"], event["board"], event["clicks"], event["guess"])
        for event in logged
        if event["event"] == "turn"
    ]
    assert [data["stage"] for _, kind, data in told if kind == "result"] == [
        str(result.stage) for result in session.results
    ]
    assert told[-1][1:] == ("end", {"played": 2, "won": session.won, "message": None})


def test_a_turn_tells_what_was_seen_and_how_surely() -> None:
    board = Board.parse("1#\n##", 1)
    sure = np.array([[1, 0.9], [0.8, 0.25]], np.float32)
    reading = Reading(Lattice(0, 0, 16, 16, 2, 2), ("1#", "#~"), sure, "ours", 1, Stage.ONGOING)
    analysis = solvers.create("best").analyse(board)
    turn = Turn(3, board, Stage.ONGOING, analysis, (Click((0, 1)),), Times(0, 0, 0, 0))
    told = json.loads(json.dumps(turn_fields(1, turn, reading)))
    assert told["cells"] == ["1#", "#~"]
    assert told["confidence"] == [[1, 0.9], [0.8, 0.25]]
    assert told["chance"] == [[None, 0.33333], [0.33333, 0.33333]]
    assert (told["guess"], told["clicks"]) == (True, [[0, 1, "left"]])
    assert {tuple(cell[:2]) for cell in told["candidates"]} == {(0, 1), (1, 0), (1, 1)}


@pytest.mark.slow
def test_play_begins_without_a_page_and_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_module, "WAIT", 0.1)
    monkeypatch.setattr(live_module, "has_display", lambda: False)
    said: list[str] = []
    seen: list[tuple[int, str, Any]] = []

    def watch(url: str) -> None:
        seen.extend(events(url))

    with (
        pytest.raises(MinefieldError, match="no board"),
        live_page("best", {}, "demo", said.append) as page,
    ):
        url = said[0].split()[2].partition("#")[0]
        thread = threading.Thread(target=watch, args=(url,))
        thread.start()
        assert page._live.wait_for_page(30)
        raise MinefieldError("there is no board")
    thread.join(30)
    assert [(kind, data.get("message")) for _, kind, data in seen] == [
        ("session", None),
        ("end", "there is no board"),
    ]


def test_without_a_bot_there_is_nothing_to_watch() -> None:
    with web.serve() as url, pytest.raises(urllib.error.HTTPError, match="404"):
        events(url)
