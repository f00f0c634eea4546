"""Nothing is lost amid trouble: damaged files and records, a database that is gone or silent."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from testbed.lairpage import cell, names
from testbed.pageboard import at, rows, until
from testbed.pagegames import HAS_MOVES, RandomPlayer, list_of_games

pytestmark = pytest.mark.browser

FILE = """async () => {
    const { GameStore } = await import("/history/store.js");
    const { fileOf } = await import("/history/transfer.js");
    return fileOf(new GameStore());
}"""
READ = """async texts => {
    const { readFile } = await import("/history/transfer.js");
    return texts.map(text => {
        try {
            return `taken: ${JSON.stringify(readFile(text).games.map(({ header }) => header))}`;
        } catch (error) {
            return `${error.name}: ${error.message}`;
        }
    });
}"""
WRONG: list[Any] = [1e300, 1e308, -5, 9.5, 2**53, None, True, "", "x", [], {}, [1, 2], "9x9.AAAA"]


def file_of_a_game(page: Any) -> Any:
    RandomPlayer(page, seed=4).finish()
    until(page, "document.getElementById('stats').innerText.includes('of 1')", 20)
    return json.loads(page.evaluate(FILE))


def test_damaged_files_are_refused_with_a_sentence(open_page: Any) -> None:
    page = open_page("?level=9x9/30&rule=any&test=1")
    whole = file_of_a_game(page)
    (game,) = whole["games"]
    named = {"begun": 1e300, "elapsed": 1e308, "start": -5, "accuracy": "9", "name": "expert"}
    files = [{**whole, "games": [{**game, name: value}]} for name, value in named.items()]
    files.append({**whole, "games": [{**game, "level": {**game["level"], "rows": 9.5}}]})
    files.append({**whole, "games": [{**game, "events": [{**game["events"][0], "cell": 81}]}]})
    for said in page.evaluate(READ, [json.dumps(one) for one in files]):
        assert said.startswith("Error: Game 1 of 1 in this file is damaged: "), said
        assert said.endswith("; nothing was loaded."), said
    draw = random.Random(20)
    texts = [mutated(draw, whole) for _ in range(300)]
    answers = page.evaluate(READ, texts)
    taken = [answer for answer in answers if answer.startswith("taken: ")]
    assert len(taken) < 100
    for answer in answers:
        assert answer.startswith(
            ("taken: ", "Error: Game 1", "Error: This file", "Error: The stat")
        )
        for word in ("undefined", "not a function", "Cannot", "Invalid", "call stack"):
            assert word not in answer.partition("[")[0]
    assert page.evaluate(READ, [json.dumps(whole)])[0].startswith("taken: [{")


def mutated(draw: random.Random, whole: Any) -> str:
    """The text of a file with something of it damaged."""
    read = json.loads(json.dumps(whole))
    (game,) = read["games"]
    kind = draw.randrange(8)
    if kind == 0:
        text = json.dumps(read)
        return text[: draw.randrange(len(text))]
    if kind == 1:
        read[draw.choice(list(read))] = draw.choice(WRONG)
    elif kind == 2:
        game["level"][draw.choice(["rows", "cols", "mines"])] = draw.choice(WRONG)
    elif kind == 3:
        event = draw.choice(game["events"])
        event[draw.choice(["kind", "cell", "time", "board"])] = draw.choice(WRONG)
    elif kind == 4:
        del game[draw.choice(list(game))]
    else:
        game[draw.choice(list(game))] = draw.choice(WRONG)
    return json.dumps(read)


PUT = """async headers => {
    const open = indexedDB.open("mwagent");
    const db = await new Promise(done => { open.onsuccess = () => done(open.result); });
    const change = db.transaction("games", "readwrite");
    for (const header of headers) change.objectStore("games").put(header);
    await new Promise(done => { change.oncomplete = done; });
    db.close();
}"""


def test_a_damaged_record_hides_no_game_and_goes_alone(open_page: Any) -> None:
    page = open_page("?level=9x9/30&rule=any&test=1")
    (game,) = file_of_a_game(page)["games"]
    broken = {**game, "id": "broken", "begun": 1e300, "open": 1}
    page.evaluate(PUT, [broken, {"id": "empty", "open": 1}])
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.click("#modes [data-mode=games]")
    page.wait_for_selector(".games tr[data-stage=lost]")
    assert page.locator(".games tr[data-stage=damaged]").count() == 2
    assert "“begun” is" in page.inner_text(".games")
    assert "1 game, 0 won. 2 games are damaged." in page.inner_text("#games-list")
    for left in (1, 0):
        page.locator(".games tr[data-stage=damaged] .acts button").first.click()
        until(page, f"document.querySelectorAll('[data-stage=damaged]').length === {left}", 10)
    assert [one["id"] for one in list_of_games(page)] == [game["id"]]


def test_a_game_goes_on_where_the_data_of_the_site_is_cleared(open_page: Any) -> None:
    page = open_page("?level=16x16/20&seed=cleared&rule=open&test=1")
    page.mouse.click(*at(page, (8, 8)))
    page.mouse.click(*at(page, (0, 0)), button="right")
    session = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    page.mouse.click(*at(page, (0, 1)), button="right")
    page.mouse.click(*at(page, (0, 2)), button="right")
    shown = rows(page)
    assert shown[0].startswith("FFF")
    stored = """import("/history/store.js").then(async ({ GameStore }) => {
        const store = new GameStore();
        const [game] = await store.games();
        return game && (await store.load(game.id)).events.length === 4;
    })"""
    until(page, stored, 20)
    page.reload()
    until(page, HAS_MOVES, 20)
    assert rows(page) == shown


def test_a_game_goes_on_where_the_storage_is_full_and_is_stored_once_there_is_room(
    open_page: Any,
) -> None:
    page = open_page("?level=16x16/20&seed=full&rule=open&test=1")
    page.on("dialog", lambda dialog: dialog.accept())
    RandomPlayer(page, seed=4).finish()
    page.click("#again")
    page.mouse.click(*at(page, (8, 8)))
    page.evaluate(FULL)
    hidden = [divmod(n, 16) for n, symbol in enumerate("".join(rows(page))) if symbol == "#"]
    for place in hidden[:3]:
        page.mouse.click(*at(page, place), button="right")
    page.wait_for_selector(
        "#unkept:has-text('the space this browser gives to the page is used up')"
    )
    RandomPlayer(page, seed=5).finish()
    with page.expect_download() as saving:
        page.click("#keep-file")
    saved = json.loads(Path(saving.value.path()).read_text())["games"]
    assert len(saved) == 3, "the games that had no room are in the file"
    page.evaluate("() => { window.full = false; }")
    page.click("#face")
    page.mouse.click(*at(page, (8, 8)))
    page.wait_for_selector("#unkept", state="hidden")
    until(page, f"({EVENTS})().then((kept) => kept.length === 4)", 20)
    kept = page.evaluate(f"({EVENTS})()")
    assert [len(events) for events in kept][1] == 4, "an opening and three flags"
    shown = rows(page)
    page.reload()
    until(page, HAS_MOVES, 20)
    assert rows(page) == shown


FULL = """() => {
window.full = true;
for (const name of ["put", "add"]) {
    const act = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...words) {
        if (window.full) throw new DOMException("no room", "QuotaExceededError");
        return act.apply(this, words);
    };
}
}"""
EVENTS = """async () => {
    const { GameStore } = await import("/history/store.js");
    const store = new GameStore();
    const games = await store.games();
    return Promise.all(games.map(async ({ id }) => (await store.load(id)).events));
}"""


def test_a_database_that_does_not_answer_is_not_waited_for(open_page: Any) -> None:
    page = open_page("?test=1")
    page.mouse.click(*at(page, (4, 4)))
    page.add_init_script("indexedDB.open = () => ({})")
    page.reload()
    page.mouse.click(*at(page, (4, 4)))
    until(page, HAS_MOVES, 20)
    said = "Games are kept only until you leave: the browser’s database does not answer."
    assert said in page.inner_text("#stats-trouble")


def test_why_nothing_is_kept_ends_in_one_full_stop_in_every_mode(open_page: Any) -> None:
    page = open_page("?test=1")
    page.add_init_script(
        """indexedDB.open = () => {
            throw new DOMException("The storage is denied.", "SecurityError");
        }"""
    )
    page.goto(f"{page.url}#train")
    page.reload()
    said = "The storage is denied."
    page.wait_for_selector(f"#train-rating .bad:has-text('{said}')")
    page.click("#modes [data-mode=play]")
    page.wait_for_selector(f"#unkept:has-text('{said}')")
    for place in ("#train-rating", "#unkept"):
        assert ".." not in page.text_content(place)


@pytest.mark.long
@pytest.mark.slow
def test_a_game_of_200_000_moves_is_reviewed(open_page: Any) -> None:
    page = open_page("?test=1#review")
    page.wait_for_selector("#review-files")
    flags = [{"kind": "flag", "cell": [0, 0], "seconds": 1.0}] * 199_999
    moves = [{"kind": "open", "cell": [3, 3], "seconds": 0.0}, *flags]
    game = {"format": "minesweeper-game", "version": 1, "rows": 4, "cols": 4, "mines": [[0, 0]]}
    text = json.dumps({**game, "moves": moves})
    page.set_input_files(
        "#review-files input[type=file]",
        {"name": "long.json", "mimeType": "application/json", "buffer": text.encode()},
    )
    page.wait_for_selector(".moves li:last-child .what:has-text('200000. ')")
    page.click("[aria-label='To the beginning']")
    page.wait_for_selector(".moves [aria-current] .what:has-text('1. ')")


def test_a_game_in_a_lair_is_back_after_a_reload_and_a_crash(open_lair: Any) -> None:
    page = open_lair("?seed=0", free=False)
    page.click("[data-do=solver]")
    cell(page, 0, 0).click()
    until(page, "document.querySelectorAll('#board .cell.open').length > 1")
    cell(page, 12, 9).click(button="right")
    page.click("#palette button:has-text('7')")
    shown = names(page)
    assert any("7" in name for name in shown[-1:])
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert names(page) == shown
    assert "where it was left" in page.inner_text("#status")
    context, address = page.context, page.url
    other = context.new_page()
    other.troubles = []
    other.goto(address.partition("?")[0])
    other.wait_for_selector("html[data-ready]")
    assert names(other) != shown, "a game is played in one tab at a time"
    other.close()
    with pytest.raises(Exception, match=r"(?i)crash"):
        page.goto("chrome://crash")
    page.close()
    page = context.new_page()
    page.troubles = []
    page.goto(address.partition("?")[0])
    page.wait_for_selector("html[data-ready]")
    assert names(page) == shown
    page.click("#right [data-do=again]")
    until(page, "document.getElementById('status').textContent.includes('in sight')")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert names(page) != shown, "what was left is not gone on with"
