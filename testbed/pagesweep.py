"""Is every control of the page within reach? What is looked at, at which sizes of window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES: Final = (
    *((320, 256), (320, 568), (344, 882), (360, 640), (360, 740), (375, 667), (390, 844)),
    *((412, 915), (430, 932), (932, 430), (540, 720), (568, 320), (600, 960), (640, 360)),
    *((667, 375), (712, 1138)),
    *((740, 360), (744, 1133), (768, 1024), (800, 600), (810, 1080), (820, 1180), (834, 1194)),
    *((844, 390), (853, 1280), (880, 1200), (912, 1368), (915, 412), (1000, 700), (1024, 600)),
    *((1024, 768), (1133, 744), (1180, 820), (1194, 834), (1280, 720), (1280, 800), (1366, 768)),
    *((1280, 1024), (1440, 900), (1536, 864), (1920, 1080), (2560, 1440), (3440, 1440)),
    (3840, 2160),
)
"""Widths and heights of windows in CSS pixels: phones, tablets, both ways, and desktops.

The least is that of 1280x1024 at 400 % zoom.
"""
LEVELS: Final = ("beginner", "intermediate", "expert", "50x30/200", "9x40/60", "100x100/1500")
MODES: Final = ("analyse", "review", "train", "games", "screenshot", "watch")
TEXT: Final = (100, 200, 400)
"""Sizes of text in percent, as the browser's own settings have it."""

WAYS: Final = ("plain", "forced colours", "right to left")
"""What the system or the script makes of a page."""

_FAULTS: Final = Path(__file__).with_suffix(".js").read_text()


def faults(page: Page) -> list[str]:
    """Controls that are covered, cut or outside at this size, each with what is wrong with it.

    What is farther down is scrolled to, but for what is played with.
    """
    found: list[str] = page.evaluate(_FAULTS)
    return found


def open_window(browser: Browser, *, touch: bool, text: int = 100) -> Page:
    """A page of its own, under a finger or a mouse, with text of so many percent."""
    handheld: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    context = browser.new_context(service_workers="block", **(handheld if touch else {}))
    page = context.new_page()
    page.set_default_timeout(120_000)  # milliseconds; a busy machine is slow
    if text != 100:
        standard = {"standard": round(0.16 * text), "fixed": round(0.13 * text)}
        context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": standard})
    return page


def have(page: Page, way: str) -> None:
    """Show a page that is loaded in one of `WAYS`."""
    page.emulate_media(forced_colors="active" if way == "forced colours" else "none")
    page.evaluate("way => { document.dir = way }", "rtl" if way == "right to left" else "ltr")


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has followed."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
