"""The practice page, and a real browser to open it in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from mwagent import web
from mwagent.minefield import MinefieldError
from mwagent.web.build import BuildError, compile_modules
from testbed.nodejs import Scripts, node

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

OpenPage = Callable[..., "Page"]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a real browser where there is none, with the reason."""
    if item.get_closest_marker("browser"):
        browser_or_skip()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder that start whole programs and do not go on from one another.

    Those of the promised commands, and of the page's scripts alone, are not left out either.

    The first one of a run that needs the page may have to wait until its modules are compiled.
    """
    here = Path(__file__).parent
    all_kept = {"test_commands.py", "test_window_contract.py", "test_page_scripts.py"}
    for item in items:
        if item.path.parent == here and item.path.name not in all_kept:
            item.add_marker(pytest.mark.rotating)
        needs = {"page_url", "page_engine"} & set(getattr(item, "fixturenames", ()))
        if needs and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))


@cache
def _browser() -> tuple[str, str]:
    """The file of this machine's browser, or why there is none."""
    from mwagent.player.views import find_browser

    try:
        return find_browser(), ""
    except MinefieldError as error:
        return "", str(error)


def browser_or_skip() -> str:
    """The file of this machine's browser."""
    path, why = _browser()
    if not path:
        pytest.skip(why)
    return path


@pytest.fixture(scope="session")
def page_url() -> Iterator[str]:
    """The address of the practice page, with its engine where it can be compiled.

    A server hands out the files that were there when it began.
    """
    with suppress(BuildError):
        compile_modules()
    with web.serve() as url:
        yield url


@pytest.fixture(scope="session")
def page_engine() -> None:
    """The engine of the page, compiled if it was not."""
    try:
        compile_modules()
    except BuildError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def scripts(page_engine: None) -> Iterator[Scripts]:
    """The modules of the page in node: for what needs no window."""
    path = node()
    if path is None:
        pytest.skip("there is no node from version 20 on")
    with Scripts(path) as modules:
        yield modules


class SharedChromium:
    """One Chromium for all files that ask for it.

    Where there is one it is the Chromium that cannot have a window: the same pages for three
    quarters of the processors' time. Games in tabs are played in the browser that users have.

    Playwright's driver allows no other in the same thread, and no loop of asyncio: it ends before
    a file whose tests begin one of their own.
    """

    def __init__(self) -> None:
        self._driver: Playwright | None = None
        self._browser: Browser | None = None
        self._launched: dict[str, Browser] = {}
        self.users = 0

    def driver(self) -> Playwright:
        """Playwright's driver; started if it was not."""
        if self._driver is None:
            start = pytest.importorskip("playwright.sync_api", reason="playwright is missing")
            self._driver = start.sync_playwright().start()
        return self._driver

    def get(self) -> Browser:
        """The browser; started if there is none, or it crashed."""
        if self._browser is None or not self._browser.is_connected():
            self.close()
            path = shutil.which("chromium-headless-shell") or browser_or_skip()
            self._browser = self.driver().chromium.launch(
                executable_path=path, chromium_sandbox=False
            )
        return self._browser

    def launch(self, **options: Any) -> Browser:
        """A browser that is started with these options, or was by a test before."""
        key = repr(sorted(options.items()))
        if key not in self._launched or not self._launched[key].is_connected():
            self._launched[key] = self.driver().chromium.launch(**options)
        return self._launched[key]

    def leave(self) -> None:
        """Close what a test has opened in the browsers that were launched."""
        for key, browser in list(self._launched.items()):
            try:
                for context in browser.contexts:
                    context.close()
            except Exception:  # the browser crashed, or a page in it hangs
                del self._launched[key]
                with suppress(Exception):
                    browser.close()

    def close(self) -> None:
        """End the browsers and their driver."""
        for browser in (self._browser, *self._launched.values()):
            if browser is not None:
                with suppress(Exception):
                    browser.close()
        if self._driver is not None:
            self._driver.stop()
        self._driver = self._browser = None
        self._launched.clear()


SHARED = SharedChromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """End the shared browser before a file that does not ask for it.

    A test that gets a second attempt keeps the fixtures of its file, and so the browser.
    """
    yield
    if not SHARED.users and (nextitem is None or nextitem.path != item.path):
        _close_unless_asked_for(item, nextitem)


def _close_unless_asked_for(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    follow = [other for other in item.session.items if nextitem and other.path == nextitem.path]
    asked = {name for other in follow for name in getattr(other, "fixturenames", ())}
    if not asked & {"chromium", "kept_browser"}:
        SHARED.close()


@pytest.fixture
def kept_browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have tabs open in the browser that the tests before have left: to start one takes seconds.

    Tests that are marked `own_browser`, whose pages hang or whose browser ends, get one each.
    """
    from mwagent.player.views import browser

    if request.node.get_closest_marker("own_browser"):
        SHARED.close()
        yield
        return
    driver = SimpleNamespace(
        chromium=SimpleNamespace(launch=SHARED.launch),
        firefox=SimpleNamespace(launch=lambda **how: SHARED.driver().firefox.launch(**how)),  # noqa: PLW0108
        stop=SHARED.leave,
    )
    monkeypatch.setattr(browser, "_start_playwright", lambda: driver)
    yield
    SHARED.leave()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The Chromium of this machine, without a window, driven through Playwright."""
    browser = SHARED.get()
    SHARED.users += 1
    yield browser
    SHARED.users -= 1
    for context in browser.contexts:
        context.close()


@pytest.fixture
def open_page(chromium: Browser, page_url: str) -> Iterator[OpenPage]:
    """Open the practice page: open_page("?seed=a", width=.., height=.., ratio=..).

    With `clock=True` the page's time can be put forward: page.clock.run_for(milliseconds).
    """
    contexts = []

    def opened(
        query: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        ratio: float = 1,
        touch: bool = False,
        clock: bool = False,
        **more: Any,
    ) -> Page:
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            # Each would load the whole page once more, for later visits.
            "service_workers": "block",
            **more,
        }
        context = chromium.new_context(
            **options, device_scale_factor=ratio, has_touch=touch, is_mobile=touch
        )
        contexts.append(context)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        if clock:
            page.clock.install()
        page.goto(page_url + query)
        page.errors = errors  # type: ignore[attr-defined]
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            assert not getattr(page, "errors", []), page.errors  # type: ignore[attr-defined]
        context.close()


@pytest.fixture
def open_lair(chromium: Browser, page_url: str, page_engine: None) -> Iterator[OpenPage]:
    """Open the page: open_lair("?seed=0", width=.., height=.., free=False, ...)."""
    contexts = []

    def opened(
        query: str = "?seed=0",
        *,
        width: int = 1280,
        height: int = 900,
        offline: bool = False,
        **choices: Any,
    ) -> Page:
        touch = choices.pop("touch", False)
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            service_workers="allow" if offline else "block",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        kept = json.dumps({"choices": choices})
        context.add_init_script(f"localStorage['mwagent.dragonsweeper'] ??= {json.dumps(kept)}")
        page = context.new_page()
        page.set_default_timeout(10_000)
        troubles: list[str] = []
        page.troubles = troubles  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda message: (
                troubles.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        page.goto(f"{page_url}dragonsweeper/{query}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            assert not page.troubles, page.troubles  # type: ignore[attr-defined]
        context.close()
