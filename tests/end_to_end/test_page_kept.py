"""Nothing is lost: games over reloads, crashes, modes and tabs, and what is kept of them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from mwagent import web
from mwagent.minefield import Cell, Click, Game, Level, Stage
from testbed.pageboard import at, rows, until
from testbed.pagegames import (
    HAS_MOVES,
    STATISTICS,
    RandomPlayer,
    events_of,
    links,
    list_of_games,
    mines_of,
)
from testbed.pagesweep import faults

pytestmark = pytest.mark.browser

GOES_ON = "document.getElementById('status').textContent.includes('where it was left')"


def begun(page: Any) -> None:
    """Wait until the page is sure which game is on its table."""
    until(page, HAS_MOVES, 10)


def table(page: Any) -> dict[str, Any]:
    """All that is to be seen of a game."""
    shown: dict[str, Any] = page.evaluate(
        """() => ({ rows: mwState.rows, level: mwState.level, stage: mwState.stage,
            mines: document.getElementById("mines").ariaLabel })"""
    )
    return shown


def seconds(page: Any) -> int:
    return int(page.get_attribute("#clock", "aria-label").removeprefix("Seconds "))


@pytest.mark.sampled
@pytest.mark.parametrize("query", ["", "?level=12x9/15&rule=open", "?seed=kept&marks=1"])
def test_a_game_is_back_after_a_reload_with_all_its_moves(open_page: Any, query: str) -> None:
    page = open_page(f"{query or '?'}&test=1")
    draw = random.Random(query)
    seen: list[dict[str, Any]] = []
    while len(seen) < 14 and page.evaluate("mwState.stage") != "won":
        shown = table(page)
        cell = (draw.randrange(9), draw.randrange(9))
        page.mouse.click(*at(page, cell), button=draw.choice(["left", "right", "right", "middle"]))
        if page.evaluate("mwState.stage") == "lost":
            page.click("#undo")
        elif table(page) != shown:
            seen.append(shown)
    last = table(page)
    if last["stage"] == "won":
        return
    page.reload()
    begun(page)
    assert table(page) == last
    for position in reversed(seen):
        page.keyboard.press("u")
        assert table(page) == position
    page.keyboard.press("u")
    assert "no move" in page.text_content("#status")


def test_a_crash_right_after_a_move_loses_nothing(open_page: Any) -> None:
    page = open_page("?level=16x16/10&seed=crash&rule=open&test=1")
    page.mouse.click(*at(page, (8, 8)))
    page.mouse.click(*at(page, (0, 0)), button="right")
    last = rows(page)
    context, address = page.context, page.url
    with pytest.raises(Exception, match=r"(?i)crash"):
        page.goto("chrome://crash")
    page.close()
    page = context.new_page()
    page.goto(address)
    begun(page)
    assert rows(page) == last
    assert until(page, GOES_ON, 5)


def test_the_clock_stands_still_elsewhere(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=clock&test=1", clock=True)
    page.mouse.click(*at(page, (4, 4)))
    page.clock.run_for(20_300)
    assert 21 <= seconds(page) < 40
    for mode in ("analyse", "review"):
        page.evaluate(f"location.hash = '{mode}'")
        until(page, f"document.querySelector('#mode-{mode}:not([hidden])') !== null", 10)
        page.clock.run_for(100_000)
        page.evaluate("location.hash = ''")
        until(page, "!document.getElementById('mode-play').hidden", 10)
        page.clock.run_for(2000)
    shown = seconds(page)
    assert 25 <= shown < 60, "the clock of tests runs on by itself a little"
    page.click("#sister")
    page.wait_for_selector("h1:has-text('Dragonsweeper')")
    page.clock.run_for(100_000)
    page.go_back()
    page.wait_for_url(lambda url: "dragonsweeper" not in url)
    page.wait_for_selector("#levels")
    begun(page)
    page.clock.run_for(200)
    assert shown <= seconds(page) < 60


def test_two_tabs_play_two_games_and_count_both(open_page: Any) -> None:
    one = open_page("?level=3x3/1&test=1&rule=safe&zoom=3")
    two = one.context.new_page()
    two.goto(one.url)
    for page in (one, two):
        until(page, "'mwState' in window", 10)
    played = RandomPlayer(one), RandomPlayer(two, seed=1)
    for _ in range(3):
        for game in played:
            game.finish()
    told = one.evaluate(STATISTICS)["3x3/1"]
    games = [game for page in (one, two) for game in page.evaluate("mwState.games")]
    assert told["played"] == len(games) == 6
    assert told["won"] == sum(game["stage"] == "won" for game in games)
    for page in (one, two):
        until(page, f"document.getElementById('stats').innerText.includes('of {len(games)}')", 10)
    assert len(list_of_games(two)) == 6


def test_a_game_is_on_one_table_at_a_time(open_page: Any) -> None:
    one = open_page("?level=9x9/10&seed=one&rule=open&test=1")
    one.mouse.click(*at(one, (4, 4)))
    kept = rows(one)
    two = one.context.new_page()
    two.goto(one.url)
    until(two, "'mwState' in window", 10)
    two.wait_for_timeout(300)
    assert set("".join(rows(two))) == {"#"}
    one.close()
    two.reload()
    begun(two)
    assert rows(two) == kept, "nobody plays it any more"


NO_LOCKS = 'Object.defineProperty(Navigator.prototype, "locks", { value: undefined });'


@pytest.mark.parametrize("ends", ["first", "second", "neither"])
def test_one_game_in_two_tabs_that_cannot_know_of_each_other_becomes_two(
    open_page: Any, ends: str
) -> None:
    """Pages over plain HTTP from another machine have no locks."""
    one = open_page("?level=9x9/10&seed=one&rule=open&test=1")
    one.context.add_init_script(NO_LOCKS)
    one.reload()
    one.mouse.click(*at(one, (4, 4)))
    two = one.context.new_page()
    two.goto(one.url)
    begun(two)
    assert rows(two) == rows(one)
    hidden = [divmod(n, 9) for n, symbol in enumerate("".join(rows(one))) if symbol == "#"]
    for page, cell in ((one, hidden[0]), (two, hidden[1])):
        page.mouse.click(*at(page, cell), button="right")
    for page, name in ((one, "first"), (two, "second")):
        for cell in hidden[4:] if name == ends else ():
            page.mouse.click(*at(page, cell))
        assert (page.evaluate("mwState.stage") != "ongoing") == (name == ends)
    for page, cell in ((one, hidden[2]), (two, hidden[3])):
        page.mouse.click(*at(page, cell), button="right")
    one.wait_for_timeout(2100)  # a beat of the clock, which is stored as well
    shown = [rows(page) for page in (one, two)]
    kept = [one.evaluate(REPLAYED, game["id"]) for game in list_of_games(one)]
    assert sorted(kept) == sorted(shown)


REPLAYED = """async (id) => {
    const { GameStore } = await import("/history/store.js");
    const { Round } = await import("/play/round.js");
    const { header, events } = await new GameStore().load(id);
    const { game } = Round.restored(header, events);
    const symbols = Array.from({ length: 81 }, (_, cell) => game.symbol(cell)).join("");
    return symbols.match(/.{9}/g);
}"""


def test_figures_of_older_pages_are_taken_over(open_page: Any) -> None:
    page = open_page("?test=1")
    figures = {
        **dict.fromkeys(["played", "won", "streak", "bestStreak"], 3),
        **dict.fromkeys(["seconds", "bestSeconds", "threeBV", "bestRate", "clicks"], 2.5),
        **dict.fromkeys(["bestEfficiency", "zini", "ziniClicks", "bestZiniEfficiency"], 1),
    }
    former = json.dumps({"version": 1, "levels": {"beginner": figures}})
    page.evaluate("former => localStorage.setItem('mwagent.stats', former)", former)
    for _ in range(2):
        page.reload()
        until(page, "document.getElementById('stats').innerText.includes('3 of 3')", 10)
    assert page.evaluate("localStorage.getItem('mwagent.stats')") is None
    file = {"name": "old.json", "mimeType": "", "buffer": former.encode()}
    page.set_input_files("#import", file)
    page.wait_for_selector("#stats-said:has-text('here already')")
    assert "3 of 3" in page.inner_text("#stats")


def test_going_on_after_a_mine_keeps_undo(open_page: Any) -> None:
    level = Level(8, 8, 12)
    page = open_page(f"?level={level}&seed=help&test=1&zoom=2")
    board = [at(page, divmod(n, 8)) for n in range(64)]
    page.mouse.click(*board[0])
    before = []
    for place in board[1:]:
        shown = rows(page)
        page.mouse.click(*place)
        if page.evaluate("mwState.stage") == "lost":
            before.append(shown)
            page.click("#go-on")
        elif rows(page) != shown:
            before.append(shown)
        if len(before) == 8:
            break
    page.reload()
    begun(page)
    for position in reversed(before):
        page.keyboard.press("u")
        assert rows(page) == position


def first_of(address: str) -> Cell:
    row, col = address.partition("&start=")[2].split("&")[0].split(",")
    return int(row), int(col)


@pytest.mark.usefixtures("page_engine")
def test_boards_without_a_guess_keep_the_cell_they_begin_with(open_page: Any) -> None:
    page = open_page("?level=12x12/35&noguess=1&rule=safe&test=1")
    for first in [(0, 0), (6, 7)]:
        page.click("#face")
        page.mouse.click(*at(page, first))
        until(page, "mwState.stage === 'ongoing'", 30)
        shown = rows(page)
        board = links(page)[0]
        assert first_of(board) == first
        page.click("#again")
        assert rows(page) == shown
        other = page.context.new_page()
        other.goto(f"{board}&test=1")
        begun(other)
        assert rows(other) == shown
        assert other.get_attribute("#clock", "aria-label") == "Seconds 0"
        other.click("#face")
        assert rows(other) == shown, "again and again"
        other.close()


def test_a_damaged_first_cell_is_named(open_page: Any) -> None:
    page = open_page("?board=9x9.AAAAAAAAAAAAAAA&start=9,0&test=1")
    assert "board in the address is damaged" in page.text_content("#status")


DENIED = """indexedDB.open = () => {
    throw new DOMException("the storage is denied", "SecurityError");
};"""
UNKEPT = "Games are kept only until you leave: the storage is denied."


@pytest.mark.parametrize("size", [(1000, 800), (390, 844)])
def test_a_page_that_cannot_store_says_so_wherever_it_speaks_of_keeping_and_offers_a_file(
    open_page: Any, size: tuple[int, int]
) -> None:
    page = open_page("?level=3x3/1&test=1", width=size[0], height=size[1])
    assert not page.is_visible("#unkept")
    page.add_init_script(DENIED)
    page.reload()
    page.wait_for_selector("#unkept:visible")
    RandomPlayer(page).finish()
    assert UNKEPT in page.inner_text("#unkept")
    assert page.inner_text("#stats-trouble") == UNKEPT
    assert faults(page) == []
    with page.expect_download() as saving:
        page.click("#keep-file")
    saved = json.loads(Path(saving.value.path()).read_text())
    assert [game["stage"] for game in saved["games"]] == [page.evaluate("mwState.stage")]
    page.click("#modes [data-mode=games]")
    page.wait_for_selector(".games tbody tr")
    page.wait_for_selector(f"#games-list .bad:has-text('{UNKEPT}')")
    text = page.inner_text("#mode-games")
    assert "Every game that you play is kept" not in text
    assert "stored in this browser" not in text
    page.click("#games-files button:has-text('Save to a file')")


def test_what_memory_keeps_is_read_as_from_a_database(open_page: Any) -> None:
    """The same calls of the store of games, with and without a database, give the same."""
    page = open_page("?test=1")
    kept = page.evaluate(SAME_CALLS)
    assert page.evaluate(f"{{ {DENIED} }} ({SAME_CALLS})()") == kept
    _, going, listed, _ = json.loads(kept)
    assert [game["id"] for game in going] == [game["id"] for game in listed["games"]] == ["2"]


SAME_CALLS = """async () => {
    const { GameStore } = await import("/history/store.js");
    const store = new GameStore();
    const counts = { undone: 0, hits: 0, clicks: 1, elapsed: 9 };
    const flags = { left: false, noguess: false, fixed: false, repeated: false, hinted: false };
    const level = { rows: 9, cols: 9, mines: 10 };
    const board = { name: "beginner", level, rule: "safe", seed: "a" };
    const game = { ...board, stage: "ongoing", ...counts, ...flags };
    const header = (id, open) => ({ id, begun: Number(id), ...game, open });
    await store.put(header("1", 1));
    await store.add(header("2", 1), 0, [{ kind: "open", cell: 1 }, { kind: "flag", cell: 2 }]);
    await store.add(header("2", 1), 2, [{ kind: "open", cell: 3 }]);
    await store.add(header("3", 1), 0, [{ kind: "open", cell: 4 }]);
    const going = await store.load("2");
    await store.finish(header("3"), [{ kind: "open", cell: 4 }]);
    await store.amend("3", { accuracy: 1 });
    await store.putFigures({ id: "old", levels: {} });
    const two = ["3", "4"].map((id) => ({ header: header(id), events: [] }));
    await store.takeIn(two, []);
    await store.remove("1");
    const told = [going, await store.load("3"), await store.all(), await store.figures()];
    await store.clear();
    const left = [await store.openGames(), await store.all(), await store.figures()];
    return JSON.stringify([told, ...left]);
}"""


def test_leaving_the_page_at_random_loses_no_game(open_page: Any) -> None:
    """A short sweep: `benchmarks/page/reloads.py` of commit c1ac53bc made a longer one."""
    page = open_page("?level=9x9/6&rule=open&test=1&zoom=2")
    player = RandomPlayer(page, seed=5)
    ways = ["reload", "mode", "close"]
    played = [(player.finish(0.2, ways), player.clicks) for _ in range(4)]
    assert player.away
    kept = [(game["stage"], game["clicks"]) for game in list_of_games(player.page)]
    assert kept == played


def test_what_is_kept_can_be_played_again_in_python(open_page: Any) -> None:
    page = open_page("?level=8x8/4&rule=open&test=1&zoom=2")
    player = RandomPlayer(page, seed=2)
    while player.finish() != "won":
        pass
    kept = list_of_games(page)[-1]
    game = Game.from_mines(mines_of(kept["board"]))
    for event in events_of(page, kept["id"]):
        if event["kind"] == "open":
            game.play(Click(divmod(event["cell"], 8)))
    assert game.stage is Stage.WON
    assert kept["counted"]["won"]


def listed(page: Any) -> list[list[str]]:
    """The cells of the list of games, row by row."""
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll("#games-list tbody tr")].map(
            row => [...row.children].map(cell => cell.innerText.trim()))"""
    )
    return found


@pytest.mark.usefixtures("page_engine")
def test_the_list_of_games_reviews_repeats_and_goes_on(open_page: Any) -> None:
    page = open_page("?level=9x9/10&rule=open&test=1&zoom=2", width=1400)
    page.on("dialog", lambda dialog: dialog.accept())
    RandomPlayer(page, seed=4).finish()
    page.click("#face")
    page.mouse.click(*at(page, (4, 4)))
    left = rows(page)
    page.click("#face")
    page.click("#modes [data-mode=games]")
    until(page, "document.querySelectorAll('#games-list tbody tr').length === 2", 10)
    going, finished = listed(page)
    assert going[2] == "not finished"
    assert finished[2] in ("won", "lost")
    (kept,) = [game for game in list_of_games(page) if game["stage"] in ("won", "lost")]
    assert finished[3:5] == [f"{kept['elapsed'] / 1000:.3f} s", str(kept["threeBV"])]
    until(
        page, "document.querySelectorAll('tr:not([data-stage=open]) td')[5].innerText !== '–'", 30
    )
    page.click("#games-list button:has-text('Go on')")
    until(page, GOES_ON, 10)
    assert rows(page) == left
    page.click("#modes [data-mode=games]")
    page.click("#games-list button:has-text('Play again')")
    until(page, "mwState.stage === 'waiting'", 10)
    page.mouse.click(*at(page, divmod(kept["start"], 9)))
    mined = mines_of(links(page)[0].partition("board=")[2])
    assert (mined == mines_of(kept["board"])).all()
    page.click("#modes [data-mode=games]")
    page.click("tr[data-stage=lost] button:has-text('Review')")
    page.wait_for_selector("#mode-review [data-graded]")
    page.click("#modes [data-mode=games]")
    page.click("tr[data-stage=lost] button:has-text('✕')")
    until(page, "document.querySelectorAll('#games-list tr[data-stage=lost]').length === 0", 10)
    assert kept["id"] not in [game["id"] for game in list_of_games(page)]


DROP = """([name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(bytes)], name));
    const how = { dataTransfer: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent("drop", how));
}"""


@pytest.mark.parametrize("name", ["board.mbf", "board.abf"])
def test_a_whole_board_is_played_by_dropping_it(open_page: Any, name: str) -> None:
    page = open_page("?level=9x9/10&test=1&zoom=2")
    until(page, "'mwState' in window")
    page.evaluate(DROP, [name, [5, 4, 0, 2, 0, 0, 4, 3]])
    until(page, "mwState.level.rows === 4", 10)
    page.mouse.click(*at(page, (3, 0)))
    assert rows(page) == ["F1000", "11000", "00011", "0001F"], "won by one opening"
    page.click("#face")
    page.mouse.click(*at(page, (1, 1)))
    assert rows(page)[1] == "#1###"
    page.evaluate(DROP, ["broken.mbf", [5, 4]])
    page.wait_for_selector("#status:has-text('broken.mbf: an .mbf file has at least 4 bytes')")
    page.reload()
    begun(page)
    assert page.evaluate("mwState.level.rows") == 4


def test_a_game_on_its_side_is_the_same_game_upright(open_page: Any) -> None:
    page = open_page("?level=expert&rule=open&test=1", width=360, height=740, touch=True)
    page.touchscreen.tap(*at(page, (14, 7)))
    turned = rows(page)
    assert len(turned) == 30
    page.reload()
    begun(page)
    assert rows(page) == turned
    page.set_viewport_size({"width": 740, "height": 360})
    page.reload()
    begun(page)
    assert rows(page) == ["".join(row[col] for row in turned) for col in range(16)]
    page.keyboard.press("u")
    assert set("".join(rows(page))) == {"#"}


def test_a_finished_game_that_was_cleared_can_be_taken_up_again(open_page: Any) -> None:
    page = open_page("?level=8x8/30&test=1&zoom=2")
    page.on("dialog", lambda dialog: dialog.accept())
    while page.evaluate("mwState.stage") != "lost":
        hidden = "".join(rows(page)).index("#")
        page.mouse.click(*at(page, divmod(hidden, 8)))
    page.click("#forget")
    page.wait_for_selector("#stats-said:has-text('Cleared.')")
    page.click("#undo")
    shown = rows(page)
    page.reload()
    begun(page)
    assert rows(page) == shown


def test_games_of_another_address_are_taken_along(open_page: Any, page_url: str) -> None:
    page = open_page("?level=9x9/10&rule=open&seed=along&test=1")
    RandomPlayer(page, 1).finish()
    with web.serve() as other:
        elsewhere = page.context.new_page()
        elsewhere.goto(f"{other}#games")
        assert list_of_games(elsewhere) == []
        elsewhere.click("#modes [data-mode=games]")
        elsewhere.get_by_label("The other address").fill(page_url.split("/")[2])
        elsewhere.click("text=Take its games along")
        elsewhere.wait_for_selector("#mode-games table.games tbody tr")
        (game,), (taken,) = list_of_games(page), list_of_games(elsewhere)
        assert game["id"] == taken["id"]
        moves = [(one["kind"], one["cell"], one["time"]) for one in events_of(page, game["id"])]
        assert moves == [
            (one["kind"], one["cell"], one["time"]) for one in events_of(elsewhere, game["id"])
        ]
