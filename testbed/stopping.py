"""Stops commands by signals as users and systems do, and tells what came of it.

An `Ending` says how a command ended, how soon, and what of it was left: programs it had started,
folders, and, on a display, buttons and keys that stayed down.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from testbed.folders import ROOT

ASKED: Final[Mapping[str, tuple[signal.Signals, ...]]] = {
    "SIGTERM": (signal.SIGTERM,),
    "SIGINT twice": (signal.SIGINT, signal.SIGINT),
}
"""Ways to ask a program to end, by their names."""
SOON: Final = 2.0
"""Seconds within which a program has to end."""
APART: Final = 0.15
"""Seconds between two Ctrl-C of somebody in a hurry."""
NEVER: Final = 15.0
"""Seconds after which a program that has not ended is killed."""


@dataclass(slots=True)
class Ending:
    """How a command ended: its exit code, the seconds it took, what it said and what it left."""

    code: int
    seconds: float
    said: str
    left: list[str] = field(default_factory=list)


class Command:
    """A command under way, in a session of its own as in a terminal of its own."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None):
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
            restore_signals=True,
        )

    def stop(self, asked: str) -> Ending:
        """Ask it to end, wait until it has, and look what it left."""
        began = time.monotonic()
        for number, sign in enumerate(ASKED[asked]):
            time.sleep(APART if number else 0)
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, sign)
        try:
            code = self.process.wait(NEVER)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        seconds = time.monotonic() - began
        self._said.seek(0)
        said = self._said.read().decode(errors="replace")
        self._said.close()
        return Ending(code, seconds, said, list(leftovers(self.process.pid)))


def leftovers(pid: int, wait: float = 1.0) -> Iterator[str]:
    """Programs of a command that has ended, and its folders, which are not gone soon."""
    until = time.monotonic() + wait
    while (found := [*_programs(pid), *_folders(pid)]) and time.monotonic() < until:
        time.sleep(0.02)
    yield from found


def _programs(pid: int) -> Iterator[str]:
    mark = f"MWAGENT_DESKTOP={pid}-".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            ours = mark in (entry / "environ").read_bytes()
            if ours or os.getsid(int(entry.name)) == pid:
                yield "left: " + (entry / "comm").read_text().strip()


def _folders(pid: int) -> Iterator[str]:
    for folder in Path(tempfile.gettempdir()).glob(f"mwagent-{pid}-*"):
        yield f"left: folder {folder.name.split('-')[2]}"


class Held:
    """The buttons and keys that an X server holds to be down."""

    def __init__(self) -> None:
        from Xlib.display import Display

        os.environ.setdefault("XAUTHORITY", os.devnull)
        self._display: Any = Display()

    def __call__(self) -> list[str]:
        """What is down now."""
        mask = self._display.screen().root.query_pointer().mask
        buttons = [f"button {number} down" for number in range(1, 6) if mask & 1 << 7 + number]
        keys = any(self._display.query_keymap())
        return buttons + ["key down"] * keys

    def still(self, seconds: float = 1.0) -> list[str]:
        """What stays down, once the server has had time to take what was sent to it."""
        wait_for(lambda: not self(), seconds)
        return self()

    def close(self) -> None:
        """Let go of the display."""
        self._display.close()


def wait_for(true: Callable[[], object], seconds: float = 60.0) -> bool:
    """Wait until something is true; gives whether it is."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
