"""Programs of Windows on a display of their own, and a checkout without links for its Python."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import mss

from mwagent.player.views import Desktop
from testbed.folders import ROOT
from testbed.windows.interpreter import BUILD, WINE, environment, prepare
from testbed.windows.wheel import metadata, modules

CHECKOUT: Final = BUILD / "checkout"
"""The files of this checkout as Git lays them where it makes no links, with the modules built."""
LEVELS: Final = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}
"""Width, height and mines of the levels of Wine's Minesweeper."""
MINESWEEPER: Final = r"HKCU\Software\Microsoft\WinMine"
COMES_UP: Final = 60.0
"""Seconds in which a program of Windows has its window, at most."""
PAINTED: Final = 1.0
"""Seconds for which the display has not changed once a window is painted."""


def checkout() -> Path:
    """A copy of this checkout, links as files that hold what they point to."""
    listed = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
    )
    files = [Path(name) for name in listed.split("\0") if name]
    files = [name for name in files if (ROOT / name).is_symlink() or (ROOT / name).is_file()]
    CHECKOUT.mkdir(parents=True, exist_ok=True)
    built = modules()
    kept = {CHECKOUT / name for name in files} | {CHECKOUT / name for name in built}
    for old in CHECKOUT.rglob("*"):
        if old.is_file() and old not in kept and "__pycache__" not in old.parts:
            old.unlink()
    for name in files:
        target = CHECKOUT / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_symlink():
            target.write_text(str((ROOT / name).readlink()))
        elif not target.exists() or target.stat().st_mtime < (ROOT / name).stat().st_mtime:
            shutil.copy2(ROOT / name, target)
    for module, file in built.items():
        shutil.copy2(file, CHECKOUT / module)
    for old in CHECKOUT.glob("*.dist-info"):
        shutil.rmtree(old)
    metadata(CHECKOUT)
    return CHECKOUT


class Wine:
    """A display with Wine's desktop on it; use it as a context manager."""

    def __init__(self) -> None:
        self._desktop = Desktop(virtual=True, size=(1280, 1024))
        self.python = prepare()

    def __enter__(self) -> Wine:
        self._desktop.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        end()
        self._desktop.close()

    def start(self, *words: str | Path, cwd: Path = CHECKOUT) -> subprocess.Popen[str]:
        """Start a program of Windows; its streams are pipes, as Wine 8 can stat no other file."""
        pipe = subprocess.PIPE
        command = [WINE, *map(str, words)]
        return subprocess.Popen(
            command,
            cwd=cwd,
            env=environment() | {"DISPLAY": os.environ["DISPLAY"]},
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def run(self, *words: str | Path, cwd: Path = CHECKOUT, timeout: float = 600) -> str:
        """Run a program to its end, and give what it printed and its exit code."""
        running = self.start(*words, cwd=cwd)
        try:
            said, _ = running.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            end()  # what it has started keeps its output open
            said, _ = running.communicate()
            return f"{said}\nnot ended within {timeout:g} s"
        return f"{said}\nexit code {running.returncode}"

    def mwagent(self, *words: str, cwd: Path = CHECKOUT, timeout: float = 600) -> str:
        """Run the bot, and give what it printed and its exit code."""
        return self.run(self.python, "-m", "mwagent", *words, cwd=cwd, timeout=timeout)

    def register(self, key: str, values: Mapping[str, int]) -> None:
        """Set numbers of Windows' registry."""
        for name, value in values.items():
            words = ("/v", name, "/t", "REG_DWORD", "/d", str(value), "/f")
            self.run("reg", "add", key, *words, cwd=BUILD)

    @contextlib.contextmanager
    def scaled(self, dpi: int) -> Iterator[None]:
        """Monitors of a scale while the block runs: 96 dots to an inch are scale 1."""
        key = r"HKCU\Control Panel\Desktop"
        self.register(key, {"LogPixels": dpi})
        end()
        try:
            yield
        finally:
            self.register(key, {"LogPixels": 96})
            end()

    @contextlib.contextmanager
    def outside(self) -> Iterator[None]:
        """While the block runs, let Windows' Python see the desktop, and not be on it."""
        key = r"HKCU\Software\Wine\AppDefaults\python.exe\Explorer"
        self.run("reg", "add", key, "/v", "Desktop", "/d", "root", "/f", cwd=BUILD)
        try:
            yield
        finally:
            self.run("reg", "delete", key, "/f", cwd=BUILD)

    @contextlib.contextmanager
    def minesweeper(self, level: str) -> Iterator[None]:
        """Wine's Minesweeper while the block runs."""
        width, height, mines = LEVELS[level]
        number = list(LEVELS).index(level)
        self.register(
            MINESWEEPER, {"Difficulty": number, "Width": width, "Height": height, "Mines": mines}
        )
        with self.program("winemine.exe"):
            yield

    @contextlib.contextmanager
    def program(self, *words: str | Path, cwd: Path = CHECKOUT) -> Iterator[None]:
        """A program in sight while the block runs."""
        before = _shown()
        started = self.start(*words, cwd=cwd)
        try:
            _await_window(before)
            yield
        finally:
            self.run("taskkill", "/F", "/IM", Path(words[0]).name, cwd=BUILD)
            started.kill()
            started.wait()


def _shown() -> bytes:
    """What the display shows."""
    with mss.MSS() as screen:
        return bytes(screen.grab(screen.monitors[0]).raw)


def _await_window(before: bytes) -> None:
    """Wait until the display shows something else than before, and keeps still."""
    shown, began = before, time.monotonic()
    since = began
    while (now := time.monotonic()) - began < COMES_UP:
        if shown != before and now - since > PAINTED:
            return
        last, shown = shown, _shown()
        since = now if shown != last else since
        time.sleep(0.1)


def end() -> None:
    """End all programs of this Wine, if there are any."""
    for word in ("-k", "-w"):  # what is ending still has the display
        subprocess.run(["wineserver", word], env=environment(), check=False)


def tests(*names: str) -> Sequence[str]:
    """Words of pytest for some folders of tests, run by Windows' Python in a checkout.

    What tests print is not taken to a file, nor do workers take it: what a program starts in Wine 8
    with a file, or nothing, as its standard stream waits for ever.
    """
    quick = ("-q", "-n", "0", "--capture=sys", "-p", "no:cacheprovider", "--timeout=120")
    return ("-m", "pytest", *quick, "-m", "not browser and not screen and not compiler", *names)
