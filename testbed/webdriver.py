"""Browsers that are no Chromium, driven by the commands of WebDriver: Firefox and WebKitGTK's.

Playwright drives builds of its own of these two, which Debian does not have. The system's Firefox
takes the commands over Marionette, WebKitGTK's small browser over HTTP from WebKitWebDriver.
"""

from __future__ import annotations

import json
import shutil
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from mwagent.player.views import Desktop

MINI_BROWSERS: Final = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
START: Final = 30.0
"""Seconds within which a browser must take commands."""

Call = Callable[[str, dict[str, Any]], Any]


class Driven:
    """A window of a browser that shows the page."""

    def __init__(self, call: Call) -> None:
        self.call = call

    def goto(self, url: str) -> None:
        self.call("Navigate", {"url": url})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in JavaScript, or of the promise that it is."""
        done = "done, (error) => done(String(error))"
        script = f"const done = arguments[0]; Promise.resolve({expression}).then({done})"
        return self.call("ExecuteAsyncScript", {"script": script, "args": []})

    def until(self, condition: str, seconds: float = 30.0) -> Any:
        """Wait for a condition in JavaScript, and give its value."""
        end = time.monotonic() + seconds
        while not (value := self.evaluate(condition)):
            assert time.monotonic() < end, f"never became true: {condition}"
            time.sleep(0.05)
        return value

    def press(self, x: float, y: float) -> None:
        """Press the left button of the mouse at a point of the page that is shown."""
        moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        moves += [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.call("PerformActions", {"actions": [{**mouse, "actions": moves}]})

    def click(self, selector: str) -> None:
        """Press the middle of what a selector names, once it is in sight."""
        name = json.dumps(selector)
        found = self.until(
            f"""(() => {{
                const all = [...document.querySelectorAll({name})];
                const found = all.find((one) => one.checkVisibility());
                found?.scrollIntoView({{ block: "nearest" }});
                const {{ left, top, width, height }} = found?.getBoundingClientRect() ?? {{}};
                return found && [left + width / 2, top + height / 2];
            }})()"""
        )
        self.press(*found)

    def shows(self, selector: str, seconds: float = 30.0) -> None:
        """Wait until something that a selector names is in sight."""
        name = json.dumps(selector)
        self.until(
            f"[...document.querySelectorAll({name})].some((one) => one.checkVisibility())", seconds
        )


def firefox_or_why() -> tuple[str, str]:
    """The file of the system's Firefox, or why there is none."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    return path or "", "" if path else "needs Firefox (apt install firefox-esr)"


def webkit_or_why() -> tuple[str, str]:
    """The file of WebKitGTK's small browser, or why it cannot be driven."""
    found = sorted(Path("/").glob(MINI_BROWSERS.lstrip("/")))
    there = found and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    why = "needs WebKitGTK's browser (apt install webkit2gtk-driver xvfb)"
    return (str(found[-1]), "") if there else ("", why)


@contextmanager
def firefox(path: str, profile: Path) -> Iterator[Driven]:
    """A Firefox without a window."""
    port = free_port()
    profile.mkdir()
    chosen = {"marionette.port": port, "intl.accept_languages": "en"}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(one)});" for name, one in chosen.items()]
    (profile / "user.js").write_text("\n".join(lines))
    with Desktop(virtual=True) as desktop:
        words = [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        desktop.start(words)
        with _connected(port) as connection:
            wire = connection.makefile("rwb")
            _message(wire)
            number = iter(range(1, 10**6))

            def call(name: str, body: dict[str, Any]) -> Any:
                asked = json.dumps([0, next(number), f"WebDriver:{name}", body]).encode()
                wire.write(b"%d:%s" % (len(asked), asked))
                wire.flush()
                _, _, trouble, told = _message(wire)
                assert trouble is None, trouble
                return told.get("value", told)

            call("NewSession", {"capabilities": {"alwaysMatch": {}}})
            yield Driven(call)


@contextmanager
def webkit(path: str, _: Path) -> Iterator[Driven]:
    """The small browser of WebKitGTK, on a display of its own."""
    port = free_port()
    with Desktop(virtual=True) as desktop:
        desktop.start(["WebKitWebDriver", f"--port={port}"])
        _connected(port).close()
        options = {"binary": path, "args": ["--automation"]}
        asked = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        root = f"http://127.0.0.1:{port}/session"
        session = _post(root, {"capabilities": asked})["sessionId"]
        ways = {
            "Navigate": "url",
            "ExecuteAsyncScript": "execute/async",
            "PerformActions": "actions",
        }
        yield Driven(lambda name, body: _post(f"{root}/{session}/{ways[name]}", body))
        gone = urllib.request.Request(f"{root}/{session}", method="DELETE")
        with suppress(OSError):
            urllib.request.urlopen(gone, timeout=START).close()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _message(wire: Any) -> Any:
    length = b"".join(iter(partial(wire.read, 1), b":"))
    return json.loads(wire.read(int(length)))


def _post(address: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(error.read().decode()) from error
