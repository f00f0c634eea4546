"""The page as a set of files: any server can hand it out, and it works without one after that."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pageboard import at, until
from web.build import STATIC


class Plain(SimpleHTTPRequestHandler):
    """Python's own file server, without its log."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def plain_server(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """A server of files that knows nothing of the page, in a folder below its root."""
    shutil.copytree(STATIC, tmp_path / "games" / "mines")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_the_service_worker_knows_every_file() -> None:
    listed = re.findall(r'^  "(.+)",$', (STATIC / "sw.js").read_text(), re.MULTILINE)
    there = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    wanted = sorted((there | {"engine/engine.wasm"}) - {"sw.js", "index.html"})
    wanted = [name for name in wanted if not name.endswith(".new")]
    lines = "\n".join(f'  "{name}",' for name in wanted)
    assert listed == wanted, f"the list FILES in sw.js is to be:\n{lines}"


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_it_works_without_a_network_after_the_first_visit(
    chromium: Any, plain_server: ThreadingHTTPServer
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    foreign: list[str] = []
    address = f"http://127.0.0.1:{plain_server.server_address[1]}/games/mines/"
    page.on("request", lambda asked: asked.url.startswith(address) or foreign.append(asked.url))
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window without a trace on disk, as tests have it, cannot keep an app: nothing else is wrong.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    plain_server.shutdown()
    plain_server.server_close()
    context.set_offline(True)
    for query in ["", "?level=9x9/10&rule=open&test=1"]:
        page.goto(address + query)
    page.mouse.click(*at(page, (4, 4)))
    page.click("#hints")
    until(page, "/safe to open|No cell/.test(document.getElementById('advice-body').textContent)")
    for mode in ["analyse", "review", "watch"]:
        page.click(f"[data-mode={mode}]")
        until(page, f"document.querySelector('#mode-{mode}')?.childElementCount > 0")
    assert foreign == []
    context.close()
