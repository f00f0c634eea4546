"""Wayland desktops without a display: sway (wlroots), and mutter with the real portal of GNOME.

They refuse to run as root: there they run as `nobody`. While one is open, the environment names it.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

_PRCTL = ctypes.CDLL(None).prctl
PORTALS: Final = Path("/usr/libexec")
SWAY: Final = ("sway", "swaymsg")
GNOME: Final = ("mutter", "pipewire", "wireplumber", "dbus-daemon")
STARTS_WITHIN: Final = 60.0
SHARE: Final = (228, 132, 53)
"""The colour (BGR) of the button by which the dialog of GNOME's portal is answered."""
CANNOT_SHARE: Final = (231, 183, 144)
"""Its colour while nothing is chosen."""
NAMES: Final = (
    *("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"),
    *("DBUS_SESSION_BUS_ADDRESS", "XDG_DATA_HOME", "XDG_CACHE_HOME"),
)
BUS: Final = """<busconfig>
  <type>session</type><listen>unix:path={bus}</listen><auth>EXTERNAL</auth>
  <standard_session_servicedirs/>
  <policy context="default">
    <allow user="*"/><allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
  </policy>
</busconfig>
"""
"""A session bus that root may use, too, where the desktop is another user's."""


def _begin() -> None:
    """Have a program end with us, however we end, and paint at once, as by a GPU of its own."""
    _PRCTL(1, int(signal.SIGKILL))  # 1 is PR_SET_PDEATHSIG
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text("-19", "ascii")


def missing(programs: Sequence[str]) -> str:
    """The first of some programs that is not installed, "" where all are."""
    return next((name for name in programs if shutil.which(name) is None), "")


def missing_for_gnome() -> str:
    """What the desktop with a portal needs and is not installed, "" where all is there."""
    portals = ("xdg-desktop-portal", "xdg-desktop-portal-gnome")
    return missing(GNOME) or next((name for name in portals if not (PORTALS / name).exists()), "")


class Desk:
    """A folder for the sockets of a desktop, and its programs, which end with it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wayland-"))
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self.folder.chmod(0o700)
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in NAMES},
            "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder),
            "XDG_SESSION_TYPE": "wayland",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "GSK_RENDERER": "cairo",
        }
        self.programs: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, *command: str, as_us: bool = False, **more: str) -> subprocess.Popen[bytes]:
        """Start a program as the desktop's user; what it says is in the folder."""
        name = Path(command[0]).name
        with (self.folder / f"{name}.log").open("wb") as log:
            program = subprocess.Popen(
                command,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**self.environment, **more},
                start_new_session=True,
                preexec_fn=_begin,  # noqa: PLW1509
                **({} if as_us else self.user),
            )
        self.programs[name] = program
        return program

    def await_socket(self, name: str, program: str) -> None:
        """Wait until somebody listens at a socket of the desktop."""
        until = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as door:
                door.connect(str(self.folder / name))
                return
            if self.programs[program].poll() is not None:
                break
            time.sleep(0.02)
        log = (self.folder / f"{program}.log").read_text("utf-8", "replace")
        raise RuntimeError(f"{program} did not start: {log[-600:]}")

    def kill(self, name: str) -> None:
        """End a program at once, as a crash does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.programs[name].pid, signal.SIGKILL)
        self.programs[name].wait()

    def close(self) -> None:
        """End all of it."""
        for name in reversed(self.programs):
            self.kill(name)
        # The bus has started some more.
        mark = f"XDG_RUNTIME_DIR={self.folder}".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0") and entry.name != str(
                    os.getpid()
                ):
                    os.kill(int(entry.name), signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def named(**names: str) -> Iterator[None]:
    """Let the environment name a desktop, and no other, while the block runs."""
    before = {name: os.environ.pop(name, None) for name in NAMES}
    os.environ.update(names)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


class Sway(Desk):
    """A wlroots desktop; `message` tells it something, as its user's keys would."""

    def message(self, *words: str) -> None:
        """Have it do something by swaymsg."""
        (door,) = self.folder.glob("sway-ipc.*.sock")
        subprocess.run(["swaymsg", "-s", str(door), *words], check=True, capture_output=True)

    left = 0
    """Where the leftmost output begins; swaymsg counts from there."""

    def put_pointer(self, x: int, y: int) -> None:
        """Move the pointer as its user does."""
        self.message("seat", "-", "cursor", "set", str(x - self.left), str(y))


@contextlib.contextmanager
def sway(outputs: Sequence[str] = ("resolution 1600x1000 position 0 0",)) -> Iterator[Sway]:
    """A desktop with outputs, in the words of sway's configuration; its windows float."""
    desk = Sway()
    try:
        lines = [f"output HEADLESS-{number} {words}" for number, words in enumerate(outputs, 1)]
        config = desk.folder / "config"
        floating = 'for_window [app_id=".*"] floating enable, border none'
        config.write_text("\n".join([*lines, "xwayland disable", "default_border none", floating]))
        config.chmod(0o644)
        desk.start(
            *("sway", "-c", str(config)),
            WLR_BACKENDS="headless",
            WLR_HEADLESS_OUTPUTS=str(len(outputs)),
            WLR_LIBINPUT_NO_DEVICES="1",
            WLR_RENDERER="pixman",
        )
        places = [words.partition("position ")[2].split()[:1] for words in outputs]
        desk.left = min(int(place[0]) for place in places if place)
        desk.await_socket("wayland-1", "sway")
        with named(
            WAYLAND_DISPLAY="wayland-1",
            XDG_RUNTIME_DIR=str(desk.folder),
            XDG_SESSION_TYPE="wayland",
            XDG_DATA_HOME=str(desk.folder),
            XDG_CACHE_HOME=str(desk.folder),
        ):
            yield desk
    finally:
        desk.close()


class Gnome(Desk):
    """Mutter with the portal of GNOME, and a user who answers its dialog and has a mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.bus = f"unix:path={self.folder}/bus"
        self.environment.update(
            DBUS_SESSION_BUS_ADDRESS=self.bus,
            XDG_CURRENT_DESKTOP="GNOME",
            NO_AT_BRIDGE="1",
            GTK_A11Y="none",
        )

    def open(self, monitors: Sequence[str]) -> None:
        """Start all of it."""
        config = self.folder / "bus.conf"
        config.write_text(BUS.format(bus=self.folder / "bus"))
        config.chmod(0o644)
        self.start("dbus-daemon", "--nofork", f"--config-file={config}")
        self.await_socket("bus", "dbus-daemon")
        self.start("pipewire")
        self.await_socket("pipewire-0", "pipewire")
        self.start("wireplumber")
        virtual = [word for monitor in monitors for word in ("--virtual-monitor", monitor)]
        self.start("mutter", "--headless", "--wayland", "--no-x11", *virtual)
        self.await_socket("wayland-0", "mutter")
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        self.start(str(PORTALS / "xdg-desktop-portal-gnome"))
        self.await_name("org.freedesktop.impl.portal.desktop.gnome")
        self.start_portal()

    def start_portal(self) -> None:
        """Start the portal itself; it looks at who asks, so it runs as we do."""
        self.start(str(PORTALS / "xdg-desktop-portal"), as_us=True)
        self.await_name("org.freedesktop.portal.Desktop")

    def await_name(self, name: str) -> None:
        """Wait until a name is taken on the bus."""
        until = time.monotonic() + STARTS_WITHIN
        with contextlib.closing(self.connect()) as bus:
            from jeepney.bus_messages import message_bus

            while not bus.send_and_get_reply(message_bus.NameHasOwner(name)).body[0]:
                assert time.monotonic() < until, f"{name} did not start"
                time.sleep(0.05)

    def connect(self) -> Any:
        """A connection to the desktop's bus."""
        from jeepney.io.blocking import DBusConnection, prep_socket

        return DBusConnection(prep_socket(str(self.folder / "bus")))


def _box_of(seen: Any, colour: tuple[int, int, int]) -> tuple[int, int, int, int] | None:
    """Where a button of the dialog is, by its colour: left, top, width and height."""
    _, _, parts, _ = cv2.connectedComponentsWithStats(cv2.inRange(seen, colour, colour))
    left, top, width, height, _ = max(parts[1:].tolist(), key=lambda part: part[4], default=[0] * 5)
    return (left, top, width, height) if width > 30 else None


class User:
    """Who sits at the desktop: sees it, moves its mouse and answers its dialogs.

    By org.gnome.Mutter.RemoteDesktop, which needs no permission.
    """

    _remote: Final = "org.gnome.Mutter.RemoteDesktop"
    _cast: Final = "org.gnome.Mutter.ScreenCast"

    def __init__(self, desk: Gnome, monitor: str = "Meta-0") -> None:
        from jeepney import DBusAddress, HeaderFields, MatchRule, new_method_call
        from jeepney.bus_messages import message_bus

        from mwagent.wayland.pipewire import PipeWire

        self._desk, self._bus = desk, desk.connect()
        self._address, self._new_call = DBusAddress, new_method_call
        remote = f"/{self._remote.replace('.', '/')}"
        self._session = self._call(self._remote, remote, "", "CreateSession")[0]
        properties = self._new_call(
            DBusAddress(self._session, self._remote, "org.freedesktop.DBus.Properties"),
            *("Get", "ss", (f"{self._remote}.Session", "SessionId")),
        )
        number = self._bus.send_and_get_reply(properties).body[0]
        options = {"remote-desktop-session-id": number}
        cast = f"/{self._cast.replace('.', '/')}"
        shown = self._call(self._cast, cast, "", "CreateSession", "a{sv}", options)[0]
        words = (monitor, {"cursor-mode": ("u", 0)})
        self._stream = self._call(self._cast, shown, ".Session", "RecordMonitor", "sa{sv}", *words)[
            0
        ]
        rule = MatchRule(type="signal", member="PipeWireStreamAdded")
        self._bus.send_and_get_reply(message_bus.AddMatch(rule))
        self._call(self._remote, self._session, ".Session", "Start")
        while True:
            message = self._bus.receive(timeout=STARTS_WITHIN)
            if message.header.fields.get(HeaderFields.member) == "PipeWireStreamAdded":
                break
        door = socket.socket(socket.AF_UNIX)
        door.connect(str(desk.folder / "pipewire-0"))
        self._pipewire = PipeWire(door.detach())
        self._node = message.body[0]

    def _call(
        self, name: str, path: str, part: str, member: str, signature: str = "", *values: Any
    ) -> Any:
        address = self._address(path, name, f"{name}{part}")
        message = self._new_call(address, member, signature or None, values)
        reply = self._bus.send_and_get_reply(message, timeout=STARTS_WITHIN)
        assert reply.header.message_type.name == "method_return", (member, reply.body)
        return reply.body

    @contextlib.contextmanager
    def looking(self) -> Iterator[None]:
        """Look at the monitor in a block: mutter paints all of it again for each stream."""
        from mwagent.wayland.pipewire import Stream

        self._frames = Stream(self._pipewire, self._node)
        try:
            yield
        finally:
            self._frames.close()

    def sees(self) -> Any:
        """What the monitor shows while `looking`, (height, width, 3) BGR."""
        return self._frames.picture((0, 0, *self._frames.size))

    def move(self, x: float, y: float) -> None:
        """Move the mouse."""
        words = ("NotifyPointerMotionAbsolute", "sdd", self._stream, float(x), float(y))
        self._call(self._remote, self._session, ".Session", *words)

    def click(self, x: float, y: float) -> None:
        """Click with the mouse."""
        self.move(x, y)
        for down in (True, False):
            time.sleep(0.1)
            words = ("NotifyPointerButton", "ib", 0x110, down)
            self._call(self._remote, self._session, ".Session", *words)

    def answer(self, share: bool = True, mouse: bool = True) -> None:
        """Wait for the dialog, and press its Share or Cancel, after allowing the mouse if so."""
        with self.looking():
            self._answer(share, mouse)

    def _answer(self, share: bool, mouse: bool) -> None:
        until, before = time.monotonic() + STARTS_WITHIN, None
        for side in itertools.cycle((0, 30)):
            self.move(side, 990)  # mutter paints once something moves
            seen = self.sees()
            box = _box_of(seen, SHARE)
            if box is not None and box == before:
                break
            before = box
            # Where pictures alone are asked for, a monitor has to be chosen first.
            disabled = _box_of(seen, CANNOT_SHARE)
            if box is None and disabled is not None:
                self.click(disabled[0] + disabled[2] / 2 - 205, disabled[1] + disabled[3] / 2 + 155)
            assert time.monotonic() < until, "the portal showed no dialog"
            time.sleep(0.4)
        assert box is not None
        x, y, width, height = box
        at = x + width / 2, y + height / 2
        if not share:
            self.click(at[0] - 409, at[1])
            return
        switch = round(at[0]) - 36, round(at[1]) + 201
        while mouse and not self._is_on(switch):
            assert time.monotonic() < until, "the dialog's switch was not turned on"
            self.click(*switch)
            # A click is lost while the dialog still comes up; one too many turns it off again.
            seen = time.monotonic() + 5.0
            while not self._is_on(switch) and time.monotonic() < seen:
                time.sleep(0.1)
        self.click(*at)

    def _is_on(self, switch: tuple[int, int]) -> bool:
        """Whether the switch of the dialog is blue, as bright as it may be under the pointer."""
        x, y = switch
        part = self.sees()[y - 10 : y + 10, x - 20 : x + 20]
        return bool(cv2.inRange(part, (200, 100, 30), (255, 170, 100)).any())

    def stop_sharing(self) -> None:
        """End what is shared with mwagent, as the desktop's own indicator does."""
        backend = "org.freedesktop.impl.portal.desktop.gnome"
        path = "/org/freedesktop/portal/desktop/session"
        introspect = self._new_call(
            self._address(path, backend, "org.freedesktop.DBus.Introspectable"), "Introspect"
        )
        for sender in _nodes(self._bus.send_and_get_reply(introspect).body[0]):
            address = self._address(
                f"{path}/{sender}/mwagent", backend, "org.freedesktop.impl.portal.Session"
            )
            self._bus.send_and_get_reply(self._new_call(address, "Close"), timeout=STARTS_WITHIN)

    def close(self) -> None:
        """Leave the desktop."""
        with contextlib.suppress(Exception):  # it may be gone
            self._pipewire.close()
        self._bus.close()


def _nodes(xml: str) -> list[str]:
    """Names of the objects below one on the bus."""
    return [part.split('"')[0] for part in xml.split('<node name="')[1:]]


@contextlib.contextmanager
def gnome(monitors: Sequence[str] = ("1600x1000",)) -> Iterator[tuple[Gnome, User]]:
    """A desktop with virtual monitors, and its user."""
    desk = Gnome()
    user = None
    try:
        desk.open(monitors)
        user = User(desk)
        with named(
            WAYLAND_DISPLAY="wayland-0",
            XDG_RUNTIME_DIR=str(desk.folder),
            XDG_SESSION_TYPE="wayland",
            XDG_CURRENT_DESKTOP="GNOME",
            DBUS_SESSION_BUS_ADDRESS=desk.bus,
            XDG_DATA_HOME=str(desk.folder),
            XDG_CACHE_HOME=str(desk.folder),
        ):
            yield desk, user
    finally:
        if user is not None:
            user.close()
        desk.close()


def until(seen: Callable[[], bool], seconds: float = STARTS_WITHIN) -> None:
    """Wait until something is seen."""
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end, "not seen in time"
        time.sleep(0.05)


def grey(size: tuple[int, int]) -> Any:
    """A plain picture."""
    return np.full((size[1], size[0], 3), 128, np.uint8)
