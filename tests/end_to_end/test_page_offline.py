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
from mwagent.web.files import STATIC
from mwagent.web.joining import JOINED, joined
from testbed.pageboard import advised, at, until
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
FIRST_VISIT = 250_000
"""Bytes that a first visit may bring, with everything that is kept for later ones."""


def imported(name: str, found: set[str]) -> set[str]:
    """A module of the page and all that it cannot do without, by their paths."""
    if name not in found:
        found.add(name)
        script = (STATIC / name).read_text()
        for path in re.findall(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', script, re.MULTILINE):
            imported(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), found)
    return found


def listed(name: str, script: str = "") -> list[str]:
    """The files in a list of the service worker, as it is written or as it is served."""
    script = script or (STATIC / "sw.js").read_text()
    found = re.search(rf"^const {name} = \[\n(.+?)^\];", script, re.MULTILINE | re.DOTALL)
    assert found is not None
    return re.findall(r'^  "(.+)",$', found[1], re.MULTILINE)


def test_the_service_worker_knows_every_file() -> None:
    needed: set[str] = set()
    for module in ("app/page.js", "engine/client.js", "engine/worker.js"):
        imported(module, needed)
    for module in ("play/recording.js", "play/sharing.js"):
        imported(module, needed)
    needed |= {"app/style.css", "play/play.css", "icon.svg", "dragonsweeper/icon.svg"}
    needed |= {"manifest.webmanifest", "engine/engine.wasm"}
    there = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    built = {"dragonsweeper/dragon.wasm", "engine/engine.wasm", "train/train.wasm"}
    pages = {"dragonsweeper/index.html", "index.html"}
    all_files = {name for name in there | built if not name.endswith(".new")}
    later = all_files - pages - {"sw.js"} - needed
    for name, wanted in (("FIRST", sorted(needed)), ("LATER", sorted(later))):
        lines = "\n".join(f'  "{file}",' for file in wanted)
        assert listed(name) == wanted, f"the list {name} in sw.js is to be:\n{lines}"


def test_what_is_joined_is_kept_in_place_of_its_parts() -> None:
    files = joined(lambda name: (STATIC / name).read_text())
    worker = files["sw.js"]
    first, later = listed("FIRST", worker), listed("LATER", worker)
    assert JOINED in first
    assert "play/play.js" not in first
    assert "play/play.js" in later
    assert sorted([*first, *later]) == sorted([*listed("FIRST"), *listed("LATER"), JOINED])
    assert f'<link rel="modulepreload" href="{JOINED}">' in files["index.html"]
    assert "play/play.js" not in files["index.html"]


def test_all_that_play_needs_is_asked_for_at_once() -> None:
    html = (STATIC / "index.html").read_text()
    listed = re.findall(r'<link rel="modulepreload" href="(.+)">', html)
    wanted = sorted(imported("app/page.js", set()) - {"app/page.js"})
    lines = "\n".join(f'<link rel="modulepreload" href="{name}">' for name in wanted)
    assert listed == wanted, f"the head of index.html is to have:\n{lines}"


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_it_works_without_a_network_after_the_first_visit(chromium: Any, tmp_path: Path) -> None:
    worker = (build(tmp_path / "games" / "mines") / "sw.js").read_text()
    all_files = listed("FIRST", worker) + listed("LATER", worker)
    context = chromium.new_context()
    page = context.new_page()
    foreign: list[str] = []
    with serve_folder(tmp_path) as (root, stop):
        address = f"{root}games/mines/"
        page.goto(f"{address}icon.svg")
        page.evaluate(CACHES)
        page.on("request", lambda asked: asked.url.startswith(address) or foreign.append(asked.url))  # type: ignore[func-returns-value]
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
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
        page.click("#modes [data-mode=analyse]")  # who opens more than Play has all of it kept
        page.wait_for_selector("#mode-analyse > *", state="attached")
        until(page, KEPT_COUNT.format(least=len(all_files) + 2))
        stop()
        context.set_offline(True)
        for query in ["", "?level=9x9/10&rule=open&test=1"]:
            page.goto(address + query)
        page.mouse.click(*at(page, (4, 4)))
        page.click("#hints")
        advised(page, "safe")
        for mode in ["analyse", "review", "screenshot", "watch"]:
            page.click(f"#modes [data-mode={mode}]")
            page.wait_for_selector(f"#mode-{mode} > *", state="attached")
    assert foreign == []
    context.close()


def counting(app: Any, sent: list[int]) -> Any:
    """An application that notes what it sends, heads and bodies, in bytes."""

    async def counted(scope: Any, receive: Any, send: Any) -> None:
        async def noted(message: Any) -> None:
            heads = [len(name) + len(text) + 4 for name, text in message.get("headers", ())]
            sent.append(sum(heads) + len(message.get("body", b"")))
            await send(message)

        await app(scope, receive, noted)

    return counted


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_a_first_visit_with_hints_brings_little(
    chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    made = app.make_app
    monkeypatch.setattr(app, "make_app", lambda *words: counting(made(*words), sent))
    with web.serve() as url:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(url)
        page.click("#board")
        page.click("#hints")
        page.wait_for_selector("#advice-body:not([aria-busy=true]) >> text=/./")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        worker = page.evaluate("fetch('sw.js').then(found => found.text())")
        until(page, KEPT_COUNT.format(least=len(listed("FIRST", worker)) + 1))
        first = sum(sent)
        assert first <= FIRST_VISIT, f"{first} bytes"
        # Who comes again has the rest kept, and of what is there already only heads travel.
        page.reload()
        both = listed("FIRST", worker) + listed("LATER", worker)
        until(page, KEPT_COUNT.format(least=len(both) + 2))
        context.set_offline(True)
        page.goto(f"{url}#review")
        page.wait_for_selector("#mode-review > *", state="attached")
        context.close()
