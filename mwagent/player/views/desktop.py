"""Programs we start: a display where there is none, a browser, and their clean end.

Everything started here is gone when its `Programs` close, also after Ctrl-C or a crash: they run
in process groups of their own, ask the kernel to end them with us, and are hunted down by the mark
in their environment where they left their group.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from mwagent.minefield import MinefieldError, signals
from mwagent.wayland.session import Session, this_session

SCREEN: Final = (1600, 1000)
"""Width and height of the display started where there is none, in pixels."""

BROWSERS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "brave-browser",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "firefox",
    "firefox-esr",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    *(
        str(Path(os.environ[folder], program))
        for program in (
            r"Google\Chrome\Application\chrome.exe",
            r"Microsoft\Edge\Application\msedge.exe",
            r"Mozilla Firefox\firefox.exe",
        )
        for folder in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
        if folder in os.environ
    ),
)
CHROMIUM_ARGUMENTS: Final = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
_MARK: Final = "MWAGENT_DESKTOP"
_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
_PRCTL = ctypes.CDLL(None).prctl if sys.platform.startswith("linux") else None


class MissingProgramError(MinefieldError):
    """A program that has to be installed first; the message says which and how."""


def find_browser() -> str:
    """Path of a browser, Chromium and its kin first; raises MissingProgramError without one."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found is not None:
            return found
    raise MissingProgramError(
        "no browser was found; install one such as Chromium, Edge or Firefox, on Debian with: "
        "apt-get install chromium"
    )


def browser_command(browser: str, url: str, profile: Path, size: tuple[int, int]) -> list[str]:
    """The command that opens `url` alone in a window of `size`, with a fresh profile."""
    if "firefox" in Path(browser).name:
        return [
            *(browser, "--new-instance", "--no-remote", "--profile", str(profile)),
            *("--width", str(size[0]), "--height", str(size[1]), "--new-window", url),
        ]
    return [
        browser,
        f"--app={url}",
        f"--user-data-dir={profile}",
        f"--window-size={size[0]},{size[1]}",
        "--window-position=40,30",
        *CHROMIUM_ARGUMENTS,
        "--disable-extensions",
        "--disable-breakpad",
        "--disable-crash-reporter",
        "--password-store=basic",
        "--noerrdialogs",
        # Chromium refuses to run as root with its sandbox.
        *(["--no-sandbox", "--test-type"] if is_root() else []),
    ]


class Programs:
    """Programs that were started, with their folders; use it as a context manager.

    All of them are gone when it ends, those too that they started, and also where the process ends
    meanwhile.
    """

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[bytes]] = []
        self._folders: list[Path] = []
        self._mark = f"{os.getpid()}-{time.monotonic_ns()}"
        self._undone = contextlib.ExitStack()

    def __enter__(self) -> Self:
        _remove_leftovers()
        self._undone.enter_context(signals.undone_at_last(self.end_at_once))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def folder(self, name: str) -> Path:
        """A temporary folder that goes away with the programs."""
        folder = Path(tempfile.mkdtemp(prefix=f"mwagent-{os.getpid()}-{name}-"))
        self._folders.append(folder)
        return folder

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs in its environment to be found when all is to end."""
        return {_MARK: self._mark}

    def start(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program; raises MissingProgramError when it is not installed."""
        try:
            program = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={**_environment(), **(environment or {}), **self.environment},
                # Nothing but one system call runs between fork and exec.
                preexec_fn=_die_with_parent if _PRCTL else None,  # noqa: PLW1509
            )
        except FileNotFoundError:
            raise MissingProgramError(
                f"the program {command[0]} is not installed; on Debian: apt-get install "
                f"{Path(command[0]).name.lower()}"
            ) from None
        self._started.append(program)
        return program

    def close(self) -> None:
        """End everything that was started, and remove the temporary folders."""
        for program in reversed(self._started):
            _signal_group(program, signal.SIGTERM)
        deadline = time.monotonic() + signals.END_WITHIN / 2
        for program in reversed(self._started):
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(max(0.0, deadline - time.monotonic()))
        self.end_at_once()
        self._undone.close()

    def end_at_once(self) -> None:
        """Kill everything that was started, and remove the temporary folders."""
        for program in reversed(self._started):
            _signal_group(program, _KILL)
        for pid in self._stragglers():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, _KILL)
        for program in self._started:
            program.wait()
        self._started.clear()
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)
        self._folders.clear()

    def _stragglers(self) -> Iterator[int]:
        """Processes that left their group but still carry our mark."""
        mark = f"{_MARK}={self._mark}".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    yield int(entry.name)


class Desktop(Programs):
    """A display and the programs on it; use it as a context manager.

    On a machine with a display that one is used, elsewhere an Xvfb is started on a free number.
    `virtual=True` starts one in any case. While open, $DISPLAY names it. `server` is the one that
    was started, if any.
    """

    def __init__(self, virtual: bool = False, size: tuple[int, int] = SCREEN):
        super().__init__()
        self.virtual = virtual or this_session() is Session.NONE
        self.size = size
        self.server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            if self.virtual:
                display = self._start_xvfb()
                ours = {**dict.fromkeys(_DISPLAYS), "DISPLAY": display}
                self._undone.enter_context(environment(ours))
        except BaseException:
            self.close()
            raise
        return self

    def browse(
        self, url: str, size: tuple[int, int] = (1120, 820), more: Sequence[str] = ()
    ) -> subprocess.Popen[bytes]:
        """Open a page alone in a browser window with a fresh profile."""
        browser = find_browser()
        command = browser_command(browser, url, self.folder("profile"), size)
        if self.virtual and "firefox" not in Path(browser).name:
            command += ["--disable-gpu"]
        if this_session().wayland and "firefox" not in Path(browser).name:
            command += ["--ozone-platform=wayland"]
        return self.start([*command, *more])

    def _start_xvfb(self) -> str:
        if shutil.which("Xvfb") is None:
            raise MissingProgramError(
                "there is no display, and no Xvfb to make one; on Debian: apt-get install xvfb"
            )
        # Left to choose by itself, Xvfb may take a number that another is just letting go of.
        numbers = random.sample(range(100, 1000), 20)
        for number in numbers:
            if _socket_of(number).exists() or Path(f"/tmp/.X{number}-lock").exists():
                continue
            if self._serve_display(number):
                return f":{number}"
        raise MinefieldError("Xvfb did not start; try by hand what it says: Xvfb :99")

    def _serve_display(self, number: int) -> bool:
        """Start Xvfb and wait until it answers; False when it ends or keeps silent."""
        width, height = self.size
        screen = ("-screen", "0", f"{width}x{height}x24")
        self.server = server = self.start(
            ["Xvfb", f":{number}", *screen, "-nolisten", "tcp", "-noreset"]
        )
        until = time.monotonic() + 15.0
        while time.monotonic() < until and server.poll() is None:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as door:
                door.connect(str(_socket_of(number)))
                return True
            time.sleep(0.02)
        return False


@contextlib.contextmanager
def environment(ours: Mapping[str, str | None]) -> Iterator[None]:
    """Have variables of the environment changed for the block, or unset where they are None."""
    before = {name: os.environ.get(name) for name in ours}
    _set(ours)
    try:
        yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str | None]) -> None:
    for name, text in variables.items():
        if text is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = text


def _remove_leftovers() -> None:
    """Remove the folders of runs that were killed outright."""
    for folder in Path(tempfile.gettempdir()).glob("mwagent-*-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdecimal() and Path("/proc").is_dir() and not Path("/proc", owner).exists():
            shutil.rmtree(folder, ignore_errors=True)


def _environment() -> dict[str, str]:
    """Our environment without what OpenCV puts there: its own Qt, which breaks all others."""
    return {name: text for name, text in os.environ.items() if not name.startswith("QT_QPA_")}


def _socket_of(number: int) -> Path:
    return Path(f"/tmp/.X11-unix/X{number}")


def _signal_group(program: subprocess.Popen[bytes], number: int) -> None:
    if sys.platform == "win32":  # which knows no groups, but whom a process was started by
        command = ["taskkill", "/F", "/T", "/PID", str(program.pid)]
        subprocess.run(command, capture_output=True, check=False)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, number)


def _die_with_parent() -> None:
    # PR_SET_PDEATHSIG is 1: the kernel ends the child when we are killed outright.
    if _PRCTL:
        _PRCTL(1, int(_KILL))


def is_root() -> bool:
    """Whether this runs as root, which browsers do not let into their sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
