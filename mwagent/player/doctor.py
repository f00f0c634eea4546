"""What `mwagent doctor` says: how this desktop is looked at and pressed on, and what is missing."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from mwagent.minefield import MinefieldError
from mwagent.minefield.arguments import Parser
from mwagent.minefield.command import spelled
from mwagent.player.views import Api, MissingProgramError, find_browser, hand, integrity
from mwagent.vision.capture import Screen
from mwagent.wayland import permission
from mwagent.wayland.session import Session, needed, this_session

USUAL_DPI: Final = 96
"""Dots to an inch of a monitor on Windows at scale 1."""
RECORD: Final = "System Settings, Privacy & Security, Screen & System Audio Recording"
PRESS: Final = "System Settings, Privacy & Security, Accessibility"


def main(words: Sequence[str] | None = None) -> int:
    """Print what was found; gives 0 where a game can be played on the screen, else 2."""
    description = "Say how this desktop is looked at and pressed on, and what is missing for it."
    parser = Parser("mwagent doctor", description)
    parser.option("--json", "print one JSON object")
    wrong: list[str] = []
    if parser.parse_args(words).json:
        found = [{"name": name, "fact": fact} for name, fact in facts(wrong)]
        print(json.dumps({"found": found, "to_do": wrong}))
        return 2 if wrong else 0
    for name, fact in facts(wrong):
        print(f"{name + ':':<12}{fact}", flush=True)
    to_do = spelled("; ".join(wrong)) or "nothing: bring a game to the front, and play"
    print(f"{'to do:':<12}{to_do}")
    return 2 if wrong else 0


def forget(words: Sequence[str] | None = None) -> int:
    """Forget what a Wayland desktop has allowed for good; it then asks again."""
    description = (
        "Forget the permission to see the screen and move the mouse that a Wayland desktop has\n"
        "given for good, so that it asks again. The desktop's settings list it, too."
    )
    Parser("mwagent forget-permission", description).parse_args(words)
    print(
        f"forgotten: {permission.permission_file()} is removed"
        if permission.forget()
        else "there is no permission that was kept"
    )
    return 0


def facts(wrong: list[str]) -> Iterator[tuple[str, str]]:
    """What was found, a name and a fact each; adds to `wrong` what has to be done first."""
    try:
        session = this_session()
    except MinefieldError as error:
        wrong.append(str(error))
        return
    yield "session", session.value
    yield "desktop", os.environ.get("XDG_CURRENT_DESKTOP") or sys.platform
    if session is Session.PORTAL:
        yield from portal_facts(wrong)
    if session is Session.MACOS:
        yield from macos_facts(wrong)
    yield from screen_facts(wrong)
    if session is Session.WINDOWS:
        yield "scales", ", ".join(f"{scale:g}" for scale in windows_scales())
        yield "reaches", windows_reached()
    try:
        yield "browser", find_browser()
    except MissingProgramError as error:
        yield "browser", f"none ({error})"
    yield "emoji font", emoji_font()


def portal_facts(wrong: list[str]) -> Iterator[tuple[str, str]]:
    """What the portal offers, and whether it has to ask each time."""
    try:
        with needed("jeepney"):
            from mwagent.wayland.portal import versions
        cast, remote = versions()
    except MinefieldError as error:
        wrong.append(str(error))
        return
    yield "portal", f"ScreenCast {cast}, RemoteDesktop {remote}"
    kept = "kept from before" if permission.kept("screen and mouse") else "asked for once"
    yield "permission", kept if remote >= 2 else "asked for each time (RemoteDesktop is older)"


def screen_facts(wrong: list[str]) -> Iterator[tuple[str, str]]:
    """The monitors, how they are looked at and pressed on, and one picture."""
    try:
        with Screen() as screen:
            for place in screen.places:
                yield (
                    "monitor",
                    f"{place.name}: {place.pixels[0]} x {place.pixels[1]} pixels at "
                    f"({place.left:g}, {place.top:g}), scale {place.scale[0]:g}",
                )
            start = time.perf_counter()
            shot = screen.grab()
            took = 1000 * (time.perf_counter() - start)
            yield "looks", screen.way
            height, width = shot.picture.shape[:2]
            blank = " of one colour: perhaps it is kept back" if shot.picture.std() == 0 else ""
            yield "picture", f"{width} x {height} pixels{blank}, in {took:.0f} ms"
            if screen.way.startswith("mss"):
                yield "presses", type(hand()).__name__
    except MinefieldError as error:
        wrong.append(str(error))


def macos_facts(
    wrong: list[str], load: Callable[[str], Any] = ctypes.CDLL
) -> Iterator[tuple[str, str]]:
    """Which of the two permissions this program has: without the second presses are dropped."""
    frameworks = "/System/Library/Frameworks"
    graphics = load(f"{frameworks}/CoreGraphics.framework/CoreGraphics")
    services = load(f"{frameworks}/ApplicationServices.framework/ApplicationServices")
    for name, allowed, where in (
        ("may record", graphics.CGPreflightScreenCaptureAccess(), RECORD),
        ("may press", services.AXIsProcessTrusted(), PRESS),
    ):
        yield name, "yes" if allowed else "no"
        if not allowed:
            wrong.append(f"allow your terminal under {where}, and start it again")


def windows_scales(load: Callable[[str], Any] | None = None) -> list[float]:
    """The scale of each monitor, in the order in which Windows lists them."""
    load = load or getattr(ctypes, "WinDLL")  # noqa: B009
    user, core = load("user32"), load("shcore")
    found: list[float] = []

    def note(monitor: int, *_: object) -> int:
        across, down = ctypes.c_uint(USUAL_DPI), ctypes.c_uint(USUAL_DPI)
        core.GetDpiForMonitor(ctypes.c_void_p(monitor), 0, ctypes.byref(across), ctypes.byref(down))
        found.append(across.value / USUAL_DPI)
        return 1

    kind = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
    pointer = ctypes.c_void_p
    user.EnumDisplayMonitors(None, None, kind(ctypes.c_int, *[pointer] * 4)(note), None)
    return found


def windows_reached() -> str:
    """Which programs Windows lets this one press on: those of no higher integrity level."""
    administrator = (integrity(None) or 0) >= Api.SECURITY_MANDATORY_HIGH_RID
    return "every program" if administrator else "every program but those run as administrator"


def emoji_font() -> str:
    """An emoji font, in which many pages draw flags and mines."""
    if shutil.which("fc-match") is None:
        return "brought by the system" if os.name == "nt" or sys.platform == "darwin" else "unknown"
    words = ["fc-list", ":charset=1f4a3", "family"]
    found = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split("\n")
    names = sorted({name.split(",")[0] for name in found if "emoji" in name.lower()})
    return names[0] if names else "none; on Debian: apt-get install fonts-noto-color-emoji"
