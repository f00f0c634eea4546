"""The practice page, and a real browser to open it in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import web
from minefield import MinefieldError
from web.build import BuildError, compile_modules

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OpenPage = Callable[..., "Page"]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a real browser where there is none, with the reason."""
    if item.get_closest_marker("browser"):
        browser_or_skip()


@cache
def _browser() -> tuple[str, str]:
    """The file of this machine's browser, or why there is none."""
    from mwagent.hands import find_browser

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
    """The address of the practice page."""
    with web.serve() as url:
        yield url


@pytest.fixture(scope="session")
def page_engine() -> None:
    """The engine of the page, compiled if it was not."""
    try:
        compile_modules()
    except BuildError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The Chromium of this machine, without a window, driven through Playwright."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = browser_or_skip()
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, page_url: str) -> Iterator[OpenPage]:
    """Open the practice page: open_page("?seed=a", width=.., height=.., ratio=..)."""
    contexts = []

    def opened(
        query: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        ratio: float = 1,
        touch: bool = False,
        **more: Any,
    ) -> Page:
        options: dict[str, Any] = {"viewport": {"width": width, "height": height}, **more}
        context = chromium.new_context(
            **options, device_scale_factor=ratio, has_touch=touch, is_mobile=touch
        )
        contexts.append(context)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
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
