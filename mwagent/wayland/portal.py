"""Desktops with portals (GNOME, KDE and others): the user is asked, and may allow it for good.

One session of `org.freedesktop.portal.RemoteDesktop` brings pictures, pointer and keys; one of
`ScreenCast`, which is all that looking needs, pictures alone.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from typing import Any, Final

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from mwagent.minefield.command import say
from mwagent.wayland import permission
from mwagent.wayland.pipewire import PipeWire, Stream, check_running
from mwagent.wayland.seat import (
    BUTTONS,
    FRAME,
    KEYSYMS,
    Box,
    DesktopGoneError,
    Monitor,
    Pixels,
    Place,
    WaylandError,
)

ANSWERS: Final = 10.0
"""Seconds within which a portal answers what needs no user."""
NEWER: Final = 0.15
"""Seconds within which a frame comes of its own accord if a press has changed anything."""
NUDGE: Final = 2
"""Units by which the pointer is moved for a frame to come: seen, and no move of the user's."""
_NAME, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_CAST, _REMOTE = "org.freedesktop.portal.ScreenCast", "org.freedesktop.portal.RemoteDesktop"
Options = dict[str, tuple[str, object]]
"""Options of a request, each with the signature of its type."""
_HIDDEN, _EMBEDDED, _METADATA = 1, 2, 4
"""Ways to show the pointer: not at all, in the frames, beside them."""
_INSTEAD: Final = "play in a browser tab instead: python -m mwagent --browser URL"


class Session:
    """A session of the desktop's portal: what it allows, and what the user said."""

    def __init__(self, presses: bool) -> None:
        self.streams: list[tuple[int, dict[str, Any]]] = []
        self._presses = presses
        self._handle = ""
        self._counter = 0
        self._ended = ""
        self._bus = _session_bus()
        self._listen()

    def start(self) -> None:
        """Ask the user; raises WaylandError where that is refused, or cannot be asked."""
        main = _REMOTE if self._presses else _CAST
        cast, remote = self.version(_CAST), self.version(_REMOTE) if self._presses else 0
        modes = self._property(_CAST, "AvailableCursorModes") if cast >= 2 else _HIDDEN
        cursor = next((mode for mode in (_METADATA, _HIDDEN) if modes & mode), _EMBEDDED)
        made = self._ask(main, "CreateSession", "", [], {"session_handle_token": ("s", "mwagent")})
        self._handle = made["session_handle"][1]
        # The version in which each kind of session can be allowed for good.
        lasting = remote >= 2 if self._presses else cast >= 4
        what = "screen and mouse" if self._presses else "screen"
        persist: Options = {"persist_mode": ("u", 2)} if lasting else {}
        if lasting and (token := permission.kept(what)):
            persist["restore_token"] = ("s", token)
        if self._presses:
            devices: Options = {"types": ("u", 3), **persist}
            self._ask(_REMOTE, "SelectDevices", "o", [self._handle], devices)
        sources: Options = {
            "types": ("u", 1),
            "multiple": ("b", True),
            "cursor_mode": ("u", cursor),
            **({} if self._presses else persist),
        }
        self._ask(_CAST, "SelectSources", "o", [self._handle], sources)
        if "restore_token" not in persist:
            say("mwagent: the desktop asks whether its screen may be seen; answer its dialog")
        started = self._ask(main, "Start", "os", [self._handle, ""], {}, seconds=None)
        if lasting:
            permission.keep(what, started.get("restore_token", ("s", ""))[1])
        if self._presses and not started.get("devices", ("u", 0))[1] & 2:
            raise WaylandError(
                f"the desktop shares its screen but not its mouse: allow remote interaction in "
                f"its dialog, or {_INSTEAD}"
            )
        self.streams = list(started.get("streams", ("", []))[1])
        if not self.streams:
            raise WaylandError(f"no monitor was chosen in the desktop's dialog; {_INSTEAD}")

    def pipewire(self) -> PipeWire:
        """The connection that the pictures come by."""
        reply = self._call(_CAST, "OpenPipeWireRemote", "oa{sv}", (self._handle, {}))
        return PipeWire(os.dup(reply[0].fileno()))

    def notify(self, member: str, signature: str, *values: object) -> None:
        """Send a movement or a press, and wait until the portal has passed it on.

        It answers each call in a thread of its own: sent at once, a press may overtake a movement.
        """
        body = (self._handle, {}, *values)
        message = new_method_call(_portal(_REMOTE), member, f"oa{{sv}}{signature}", body)
        try:
            reply = self._send(message)
        except OSError:
            raise DesktopGoneError(_GONE) from None
        if reply.header.message_type is MessageType.error:
            raise DesktopGoneError(self._ended or _STOPPED)

    def _send(self, message: Any) -> Any:
        """The reply to a message; what comes before it is noted."""
        serial = next(self._bus.outgoing_serial)
        self._bus.send(message, serial=serial)
        until = time.monotonic() + ANSWERS
        while not self._ended:
            reply = self._bus.receive(timeout=until - time.monotonic())
            if reply.header.fields.get(HeaderFields.reply_serial) == serial:
                return reply
            self._note(reply)
        raise DesktopGoneError(self._ended)

    def check(self) -> None:
        """Raise DesktopGoneError where the user, or the desktop, has ended the session."""
        try:
            while not self._ended:
                self._note(self._bus.receive(timeout=0))
        except TimeoutError:
            return
        except OSError:
            self._ended = _GONE
        raise DesktopGoneError(self._ended)

    def close(self) -> None:
        """End the session; the desktop no longer shows that its screen is seen."""
        with contextlib.suppress(Exception):  # it may have ended already
            if self._handle and not self._ended:
                address = DBusAddress(self._handle, _NAME, "org.freedesktop.portal.Session")
                self._bus.send_and_get_reply(new_method_call(address, "Close"), timeout=1.0)
        with contextlib.suppress(OSError):
            self._bus.close()

    def _listen(self) -> None:
        """Ask the bus for what the portal tells of its own accord."""
        rules = (
            MatchRule(type="signal", interface="org.freedesktop.portal.Request"),
            MatchRule(type="signal", interface="org.freedesktop.portal.Session"),
            MatchRule(
                type="signal",
                sender="org.freedesktop.DBus",
                interface="org.freedesktop.DBus",
                member="NameOwnerChanged",
            ),
        )
        for rule in rules:
            self._bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=ANSWERS)

    def _note(self, message: Any) -> tuple[str, Any] | None:
        """The request that a message answers and how; notes where it ends the session."""
        fields = {key.name: value for key, value in message.header.fields.items()}
        member, path = fields.get("member"), fields.get("path")
        if member == "Closed" and path == self._handle:
            self._ended = _STOPPED
        elif member == "NameOwnerChanged" and message.body[0] == _NAME and not message.body[2]:
            self._ended = (
                "the desktop's portal has ended, and with it the permission to see the screen; "
                "start mwagent again"
            )
        elif member == "Response":
            return str(path), message.body
        return None

    def _ask(
        self,
        interface: str,
        member: str,
        signature: str,
        values: list[object],
        options: Options,
        *,
        seconds: float | None = ANSWERS,
    ) -> dict[str, Any]:
        """What a request brings, once the portal, or the user, has answered it."""
        self._counter += 1
        token = f"mwagent{os.getpid()}_{self._counter}"
        sender = self._bus.unique_name[1:].replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        options = {**options, "handle_token": ("s", token)}
        self._call(interface, member, f"{signature}a{{sv}}", (*values, options))
        until = None if seconds is None else time.monotonic() + seconds
        while not self._ended:
            # Ctrl-C ends this; the portal then sees that nobody waits for the answer any more.
            try:
                answer = self._note(
                    self._bus.receive(timeout=None if until is None else until - time.monotonic())
                )
            except TimeoutError:
                raise WaylandError(
                    f"the desktop's portal has not answered {member} within {ANSWERS:.0f} s; see "
                    f"that xdg-desktop-portal runs, or {_INSTEAD}"
                ) from None
            except OSError:
                raise DesktopGoneError(_GONE) from None
            if answer is not None and answer[0] == path:
                code, results = answer[1]
                if code:
                    raise WaylandError(
                        f"the desktop's dialog was "
                        f"{'refused' if code == 1 else 'closed without an answer'}, so its screen "
                        f"cannot be seen; start again and allow it, or {_INSTEAD}"
                    )
                return dict(results)
        raise DesktopGoneError(self._ended)

    def _call(self, interface: str, member: str, signature: str, body: Any) -> Any:
        """What a method of the portal returns; raises WaylandError for an error."""
        message = new_method_call(_portal(interface), member, signature, body)
        return self._replied(message)

    def _replied(self, message: Any) -> Any:
        with _sorted_out():
            reply = self._send(message)
        if reply.header.message_type is MessageType.error:
            reason = reply.body[0] if reply.body else "no reason was given"
            raise WaylandError(
                f"this desktop's portal does not share its screen and mouse ({reason}); install "
                f"the portal of your desktop, such as xdg-desktop-portal-gnome, or {_INSTEAD}"
            )
        return reply.body

    def _property(self, interface: str, name: str) -> int:
        """A property of the portal."""
        address = DBusAddress(_PATH, _NAME, "org.freedesktop.DBus.Properties")
        reply = self._replied(new_method_call(address, "Get", "ss", (interface, name)))
        return int(reply[0][1])

    def version(self, interface: str) -> int:
        """The version of an interface; raises WaylandError where the portal has none of it."""
        return self._property(interface, "version")


_STOPPED: Final = (
    "the desktop no longer shares its screen and mouse, so mwagent has stopped, too; start it "
    "again to be asked anew"
)
_GONE: Final = (
    "the desktop's session bus is gone, and the desktop with it; start mwagent again in a session "
    "that is there"
)


def _portal(interface: str) -> Any:
    return DBusAddress(_PATH, _NAME, interface)


def _session_bus() -> DBusConnection:
    """The session's bus; raises WaylandError where there is none."""
    with _sorted_out():
        return open_dbus_connection("SESSION", enable_fds=True)


@contextlib.contextmanager
def _sorted_out() -> Iterator[None]:
    """Raise WaylandError for what goes wrong between this program and the bus."""
    try:
        yield
    except TimeoutError:
        raise WaylandError(
            f"the desktop's portal does not answer; see that xdg-desktop-portal runs, or {_INSTEAD}"
        ) from None
    except (OSError, KeyError, RuntimeError, ValueError) as error:
        raise WaylandError(
            f"this session has no D-Bus by which the desktop could be asked for its screen "
            f"({error!r}); start mwagent from the desktop, or {_INSTEAD}"
        ) from None


def versions() -> tuple[int, int]:
    """The versions of ScreenCast and RemoteDesktop; raises WaylandError where one is missing."""
    session = Session(presses=True)
    try:
        return session.version(_CAST), session.version(_REMOTE)
    finally:
        session.close()


class PortalPictures:
    """Monitors that the user has chosen to be looked at; raises WaylandError."""

    name = "ScreenCast portal and PipeWire"
    presses = False

    def __init__(self) -> None:
        check_running()
        self._session = Session(self.presses)
        self._pipewire: PipeWire | None = None
        self._streams: list[Stream] = []
        self._monitors: list[Monitor] = []
        self._shown = (0, 0.0)
        try:
            self._session.start()
            self._pipewire = self._session.pipewire()
            for node, facts in self._session.streams:
                self._streams.append(Stream(self._pipewire, node))
                self._monitors.append(self._place(facts))
        except BaseException:
            self.close()
            raise

    @property
    def monitors(self) -> list[Monitor]:
        """The monitors that were chosen."""
        return self._monitors

    def picture(self, monitor: int, box: Box) -> Pixels:
        """The newest frame, or the next where the last press may have changed something since.

        A frame that was given before is given again only after the time that the next one takes.
        """
        self._check()
        stream = self._streams[monitor]
        self._await_new(stream)
        if self._shown == (monitor, stream.current):
            stream.wait(lambda: self._shown != (monitor, stream.current), FRAME)
        self._shown = monitor, stream.current
        return stream.picture(box)

    def glance(self, monitor: int, box: Box) -> Pixels:
        """The newest frame."""
        return self._streams[monitor].picture(box)

    def close(self) -> None:
        """Stop looking."""
        for stream in self._streams:
            stream.close()
        self._streams.clear()
        if self._pipewire is not None:
            self._pipewire.close()
            self._pipewire = None
        self._session.close()

    def _check(self) -> None:
        """Raise DesktopGoneError where the screen is no longer shared."""
        self._session.check()
        for stream in self._streams:
            stream.check()

    def _await_new(self, stream: Stream) -> None:
        """Wait for a frame that shows what there is after the last press: here there are none."""

    def _place(self, facts: dict[str, Any]) -> Monitor:
        """Where the last stream's monitor lies; beside the others where the desktop does not say.

        The size is in units of the desktop, as the pointer's place is.
        """
        pixels = self._streams[-1].size
        width, height = facts.get("size", ("", pixels))[1]
        right = max((one.left + one.width for one in self._monitors), default=0)
        left, top = facts.get("position", ("", (right, 0)))[1]
        name = f"monitor {len(self._streams)}"
        return Monitor(name, left, top, width, height, pixels)


class PortalSeat(PortalPictures):
    """The same with the pointer and keys, which the user has allowed as well."""

    name = "RemoteDesktop portal and PipeWire"
    presses = True

    def __init__(self) -> None:
        super().__init__()
        self._pressed = self._moved = 0.0
        self._asked: Place | None = None
        self._ways: list[Place] = []
        self.escape = ""
        if not any(stream.tells_cursor for stream in self._streams):
            # The pointer may not have been moved since the stream began.
            self._find_pointer()
        if not any(stream.tells_cursor for stream in self._streams):
            self.escape = (
                "this desktop does not tell where the mouse pointer is, so that taking the mouse "
                "does not stop the player: stop sharing the screen, or press Ctrl-C"
            )

    def position(self) -> Place | None:
        """Where the pointer was last seen by the desktop."""
        self._check()
        seen = self._seen()
        if self.escape or seen is None or any(_near(seen, at) for at in self._ways):
            # Frames on their way may show it where it was before.
            return self._asked
        return seen

    def move(self, to: Place) -> None:
        """Put the pointer at a point of the desktop."""
        number = self._monitor_at(to)
        monitor = self._monitors[number]
        x = min(max(0.0, to[0] - monitor.left), monitor.width - 1)
        y = min(max(0.0, to[1] - monitor.top), monitor.height - 1)
        node = self._session.streams[number][0]
        seen = self._seen()
        behind = [at for at in self._ways if seen is not None and _near(seen, at)]
        if not behind or behind[-1] == self._ways[-1]:
            self._ways = [] if seen is None else [seen]
        self._session.notify("NotifyPointerMotionAbsolute", "udd", node, x, y)
        self._asked = monitor.left + x, monitor.top + y
        self._ways.append(self._asked)
        self._pressed = self._moved = time.monotonic()

    def button(self, number: int, down: bool) -> None:
        """Press or release a button."""
        self._session.notify("NotifyPointerButton", "iu", BUTTONS[number], int(down))
        self._pressed = time.monotonic()

    def keys(self, names: list[str]) -> None:
        """Type keys together."""
        for down, order in ((1, names), (0, names[::-1])):
            for name in order:
                self._session.notify("NotifyKeyboardKeysym", "iu", KEYSYMS[name], down)
        self._pressed = time.monotonic()

    def flush(self) -> None:
        """Nothing waits; raises DesktopGoneError where sharing was stopped."""
        self._check()

    def _is_new(self, stream: Stream) -> bool:
        """Whether a frame shows what there was after the last press."""
        if stream.current <= self._pressed:
            return False
        seen = self._seen()
        if not self._is_followed(stream) or seen is None:
            return True
        # The pointer is seen where it was put only after all before was done.
        return _near(seen, self._ways[-1]) or not any(_near(seen, at) for at in self._ways)

    def _await_new(self, stream: Stream) -> None:
        stream.wait(lambda: self._is_new(stream), NEWER)
        if self._is_new(stream) or not self._is_followed(stream) or self._seen() is None:
            return
        if self._asked is not None and self._moved < self._pressed:
            # Nothing has changed since the press, or not yet: the pointer's moving brings a frame.
            x, y = self._asked
            self.move((x + (NUDGE if x < NUDGE else -NUDGE), y))
        stream.wait(lambda: self._is_new(stream), ANSWERS)
        if not self._is_new(stream):
            raise DesktopGoneError(
                f"the desktop has sent no picture for {ANSWERS:.0f} s; see that its monitors are "
                f"on and not locked, and start again"
            )

    def _is_followed(self, stream: Stream) -> bool:
        """Whether the pointer was put on a stream's monitor, and is seen there."""
        place = self._monitors[self._streams.index(stream)]
        return self._asked is not None and not self.escape and place.holds(self._asked)

    def _seen(self) -> Place | None:
        """Where the newest frames show the pointer, None where none does."""
        for stream, monitor in zip(self._streams, self._monitors, strict=True):
            if (cursor := stream.cursor) is not None:
                across, down = monitor.scale
                return monitor.left + cursor[0] / across, monitor.top + cursor[1] / down
        return None

    def _monitor_at(self, at: Place) -> int:
        """The monitor on which a point lies, or the nearest."""

        def away(number: int) -> float:
            one = self._monitors[number]
            across = max(one.left - at[0], 0, at[0] - one.left - one.width + 1)
            return across + max(one.top - at[1], 0, at[1] - one.top - one.height + 1)

        return min(range(len(self._monitors)), key=away)

    def _find_pointer(self) -> None:
        """Move the pointer a little, so that a frame tells where it is."""
        for way in (1.0, -1.0):
            self._session.notify("NotifyPointerMotion", "dd", way, way)
            self._pressed = time.monotonic()
            self._streams[0].wait(
                lambda: any(stream.tells_cursor for stream in self._streams), 4 * NEWER
            )


def _near(one: Place, other: Place) -> bool:
    """Whether two points are the same, but for the rounding of pixels."""
    return abs(one[0] - other[0]) <= 1.5 and abs(one[1] - other[1]) <= 1.5
