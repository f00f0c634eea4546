"""The page as a set of files: any server can hand it out, and it works without one after that."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import pytest

from mwagent import web
from mwagent.web import app
from mwagent.web.build import build
from mwagent.web.bundling import JOINED, listed
from mwagent.web.files import STATIC, joined_folder, page_files
from testbed.page_messages import CODES, translated
from testbed.pageboard import advised, at, rows, until
from testbed.pagegames import HAS_MOVES
from testbed.plainserver import serve_folder

# What lies in the caches of an origin before: of another page, and of this one in former times.
CACHES = """async () => {
    await (await caches.open("neighbour")).put("/other/file", new Response("theirs"));
    const shared = await caches.open("minesweeper");
    await shared.put("/other/page", new Response("theirs"));
    await shared.put("/games/mines/old.js", new Response("ours"));
}"""


# Whether so many files are kept.
KEPT_COUNT = """caches.open("mwagent " + new URL("./", location).pathname)
    .then(cache => cache.keys()).then(keys => keys.length >= {least})"""
FIRST_VISIT = {"en": 90_000, "fr": 95_000}
"""Bytes that a first visit may bring before the board can be played, by its language: those but
English bring their messages as well."""
ALL_KEPT = 550_000
"""Bytes of all files together and of one language, compressed, which are kept for when there is no
network."""


def imported(name: str, found: set[str]) -> set[str]:
    """A module of the page and all that it cannot do without, by their paths."""
    if name not in found:
        found.add(name)
        script = (STATIC / name).read_text()
        for path in re.findall(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', script, re.MULTILINE):
            imported(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), found)
    return found


def test_the_service_worker_knows_every_file() -> None:
    files = joined_folder(STATIC)
    names = {name for name in {*page_files(), *files} if name and not name.endswith(("/", ".html"))}
    lists = {name: set(listed(files["sw.js"], name)) for name in ("FIRST", "USED", "LATER")}
    built = {f"{name}.wasm" for name in ("engine/engine", "game/zini", "rules/rules")}
    assert set().union(*lists.values()) - built == names - built - {"sw.js"}
    assert sum(map(len, lists.values())) == len(set().union(*lists.values()))
    assert {"app/page.js", JOINED, "engine/engine.wasm", "app/style.css"} <= lists["FIRST"]
    assert {"play/sharing.js", "play/recording.js", "engine/worker.js"} <= lists["FIRST"]
    assert {"play/play.js", "dragonsweeper/page.js", "train/mode.css"} <= lists["LATER"]
    assert {"languages/de.json", "rules/rules.js", "game/zini.js"} <= lists["USED"]


def test_all_that_play_needs_is_asked_for_at_once() -> None:
    html = joined_folder(STATIC)["index.html"]
    asked = re.findall(r'<link rel="modulepreload" href="(.+)">', html)
    assert JOINED in asked
    assert "play/play.js" not in asked
    assert set(asked) <= {*imported("app/page.js", set()), JOINED}


def test_what_is_kept_first_is_kept_with_all_that_it_imports() -> None:
    files = joined_folder(STATIC)
    first = set(listed(files["sw.js"], "FIRST"))
    for name in first:
        script = files.get(name) or (STATIC / name).read_text(errors="replace")
        for path in re.findall(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', script, re.MULTILINE):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) in first


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_everything_works_without_a_network_after_the_first_visit(
    chromium: Any, tmp_path: Path
) -> None:
    worker = (build(tmp_path / "games" / "mines") / "sw.js").read_text()
    all_files = listed(worker, "FIRST") + listed(worker, "LATER")
    context = chromium.new_context(locale="ja-JP")
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    foreign: list[str] = []
    with serve_folder(tmp_path) as (root, stop):
        address = f"{root}games/mines/"
        page.goto(f"{address}icon.svg")
        page.evaluate(CACHES)
        page.on("request", lambda asked: asked.url.startswith(address) or foreign.append(asked.url))  # type: ignore[func-returns-value]
        page.goto(f"{address}?level=9x9/30&rule=any")
        until(page, KEPT_COUNT.format(least=len(all_files) + 4), 30)
        kept = "caches.keys().then(names => names.sort().join())"
        until(
            page, f"{kept}.then(names => names === 'minesweeper,mwagent /games/mines/,neighbour')"
        )
        assert page.evaluate("caches.match('/other/page').then(kept => kept.text())") == "theirs"
        assert page.evaluate("caches.match('/games/mines/old.js')") is None
        session = context.new_cdp_session(page)
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A context of tests leaves no trace on disk, so it cannot keep an app: nothing else is
        # wrong.
        assert {error["errorId"] for error in errors} <= {"in-incognito"}
        stop()
        context.set_offline(True)
        walk(page)
        page.goto(f"{address}?level=9x9/10&rule=open&test=1")
        assert page.text_content("#undo span") == translated("ja")["Undo"], "no language offline"
        page.mouse.click(*at(page, (4, 4)))
        page.click("#hints")
        advised(page, "安全")
    assert foreign == []
    assert troubles == []
    context.close()


def walk(page: Any) -> None:
    """Use all there is beside the board: Share, Review of a lost game, every mode, the sister."""
    page.click("#share")
    page.wait_for_selector(".share[open] input")
    page.keyboard.press("Escape")
    box = page.locator("#board").bounding_box()
    side = box["width"] / 9
    for place in range(81):
        if page.is_visible("#review"):
            break
        x, y = box["x"] + (place % 9 + 0.5) * side, box["y"] + (place // 9 + 0.5) * side
        page.mouse.click(x, y)
    page.click("#review")
    page.wait_for_selector("#review-files")
    page.click("#modes [data-mode=train]")
    page.click("#mode-train [data-kind=puzzles]")
    page.wait_for_selector("#mode-train .desk canvas", state="visible")
    for mode, shown in (
        ("analyse", ".desk canvas"),
        ("games", "table.games tbody tr"),
        ("screenshot", "*"),
        ("watch", "*"),
    ):
        page.click(f"#modes [data-mode={mode}]")
        page.wait_for_selector(f"#mode-{mode} {shown}", state="attached")
        assert page.locator(f"#mode-{mode} .again").count() == 0
    page.click("#sister")
    page.wait_for_selector("html[data-ready]")
    page.click("[data-do=solver]")
    until(page, "document.querySelectorAll('.cell.open').length > 1", 10)
    page.go_back()
    page.wait_for_selector("#levels", state="attached")


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_an_update_of_the_page_loses_nothing_of_a_tab_that_is_open(
    chromium: Any, tmp_path: Path
) -> None:
    site = build(tmp_path)
    context = chromium.new_context()
    old = context.new_page()
    with serve_folder(tmp_path) as (root, _):
        address = f"{root}?level=9x9/10&rule=open&seed=update"
        old.goto(address)
        until(old, KEPT_COUNT.format(least=20), 10)
        old.goto(f"{address}&test=1")
        old.mouse.click(*at(old, (4, 4)))
        for file in site.rglob("*.js"):
            newer = (
                file.read_text()
                .replace("build_", "build_2")
                .replace(' "mwagent";', ' "mwagent"; // 2')
            )
            file.write_text(newer)
        new = context.new_page()
        new.goto(address)
        # As a newer page does: it adds to the database.
        new.evaluate(NEWER)
        old.mouse.click(*at(old, (0, 0)), button="right")
        shown = rows(old)
        assert shown[0][0] == "F"
        old.click("#modes [data-mode=games]")
        old.wait_for_selector("#mode-games:has-text('Games could not be loaded')")
        old.click("#mode-games .again:has-text('Load the page again')")
        old.wait_for_selector("#mode-games table.games tbody tr")
        old.click("#modes [data-mode=play]")
        until(old, HAS_MOVES, 10)
        assert rows(old) == shown
        assert not old.is_visible("#unkept")
    context.close()


NEWER = """() => new Promise((done) => {
    const asked = indexedDB.open("mwagent", 2);
    asked.onupgradeneeded = () => asked.result.createObjectStore("more");
    asked.onsuccess = () => { asked.result.close(); done(true); };
})"""


@pytest.mark.browser
def test_what_cannot_be_loaded_says_so_and_is_tried_again(open_page: Any) -> None:
    page = open_page("?level=9x9/10&test=1")
    page.route(re.compile("/(sharing|mode).js"), lambda route: route.abort())
    page.click("#share")
    page.wait_for_selector("#status:has-text('Share could not be loaded')")
    page.click("#status .again")
    page.wait_for_selector("#status:has-text('Load the page again')")
    page.click("#modes [data-mode=games]")
    page.wait_for_selector("#mode-games:has-text('Games could not be loaded')")
    page.unroute_all()
    page.click("#mode-games .again")
    page.wait_for_selector("#games-list")
    page.click("#modes [data-mode=play]")
    page.click("#share")
    page.wait_for_selector(".share[open]")


def counting(app: Any, sent: list[int]) -> Any:
    """An application that notes what it sends, heads and bodies, in bytes."""

    async def counted(scope: Any, receive: Any, send: Any) -> None:
        async def noted(message: Any) -> None:
            heads = [len(name) + len(text) + 4 for name, text in message.get("headers", ())]
            sent.append(sum(heads) + len(message.get("body", b"")))
            await send(message)

        await app(scope, receive, noted)

    return counted


@pytest.mark.drawn
@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_first_visit_brings_little(
    chromium: Any, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    sent: list[int] = []
    made = app.make_app
    monkeypatch.setattr(
        app, "make_app", lambda *words, **named: counting(made(*words, **named), sent)
    )
    with web.serve() as url:
        context = chromium.new_context(service_workers="block", locale=language)
        page = context.new_page()
        page.goto(url)
        page.click("#board")
        page.wait_for_load_state("networkidle")
        assert sum(sent) <= FIRST_VISIT[language], f"{sum(sent)} bytes"
        context.close()


def test_all_that_is_kept_is_not_much() -> None:
    contents = {name: one.content() for name, one in page_files().items()}
    sizes = {name: len(one.packed or one.plain) for name, one in contents.items()}
    kept = [name for name in sizes if name and not name.endswith("/")]
    languages = dict.fromkeys(CODES, 0)
    for name in kept:
        if name.startswith("languages/"):
            languages[name.removeprefix("languages/").partition(".")[0]] += sizes[name]
    used = listed(joined_folder(STATIC)["sw.js"], "USED")
    others = sum(sizes[name] for name in kept if name not in used)
    assert others + max(languages.values()) <= ALL_KEPT, f"{others} and {languages} bytes"
