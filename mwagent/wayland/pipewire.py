"""Pictures of a monitor as PipeWire streams them, through the library of the system.

libpipewire is called directly (facts of its C interface, which is stable since 0.3): no package for
Python gives the pointer's place, which travels with the frames, or the time of a frame.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import socket
import struct
import threading
import time
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_uint32, c_void_p
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from mwagent.wayland.seat import Box, DesktopGoneError, Pixels, WaylandError

FRAME_SECONDS: Final = (4.0, 8.0, 18.0)
"""Seconds within which the first frame of a stream arrives, try by try."""
_SILENT: Final = (
    "PipeWire does not answer, which brings the pictures of a Wayland desktop; see that it runs: "
    "systemctl --user status pipewire wireplumber"
)
_ID, _INT, _RECTANGLE, _FRACTION, _OBJECT, _CHOICE = 3, 4, 10, 11, 15, 19
_FORMAT, _BUFFERS, _META = 0x40003, 0x40004, 0x40005
"""Types of values and of objects."""
_VIDEO_FORMAT, _VIDEO_SIZE, _VIDEO_RATE = 0x20001, 0x20003, 0x20004
_RANGE, _ENUM, _FLAGS = 1, 3, 4
_HEADER, _CURSOR = 1, 5
_COLOURS: Final = {
    7: cv2.COLOR_RGBA2BGR,
    8: cv2.COLOR_BGRA2BGR,
    11: cv2.COLOR_RGBA2BGR,
    12: cv2.COLOR_BGRA2BGR,
}
"""How pixels of the formats RGBx, BGRx, RGBA and BGRA become BGR."""
_WITHOUT_PIXELS: Final = 1
"""Flag of a chunk that tells where the pointer is, and has no picture."""


class _Hook(Structure):
    _fields_ = [("fields", c_void_p * 6)]


class _Chunk(Structure):
    _fields_ = [("offset", c_uint32), ("size", c_uint32), ("stride", c_int), ("flags", c_int)]


class _Data(Structure):
    _fields_ = [
        *(("type", c_uint32), ("flags", c_uint32), ("fd", ctypes.c_int64)),
        *(("mapoffset", c_uint32), ("maxsize", c_uint32), ("data", c_void_p)),
        ("chunk", POINTER(_Chunk)),
    ]


class _Meta(Structure):
    _fields_ = [("type", c_uint32), ("size", c_uint32), ("data", c_void_p)]


class _SpaBuffer(Structure):
    _fields_ = [
        *(("metas_count", c_uint32), ("datas_count", c_uint32)),
        *(("metas", POINTER(_Meta)), ("datas", POINTER(_Data))),
    ]


class _Buffer(Structure):
    _fields_ = [("buffer", POINTER(_SpaBuffer)), ("user_data", c_void_p)]


_StateChanged = CFUNCTYPE(None, c_void_p, c_int, c_int, c_char_p)
_ParamChanged = CFUNCTYPE(None, c_void_p, c_uint32, c_void_p)
_RemoveBuffer = CFUNCTYPE(None, c_void_p, POINTER(_Buffer))
_Process = CFUNCTYPE(None, c_void_p)


class _Events(Structure):
    _fields_ = [
        *(("version", c_uint32), ("destroy", c_void_p), ("state_changed", _StateChanged)),
        *(("control_info", c_void_p), ("io_changed", c_void_p)),
        *(("param_changed", _ParamChanged), ("add_buffer", c_void_p)),
        ("remove_buffer", _RemoveBuffer),
        *(("process", _Process), ("drained", c_void_p)),
    ]


def library() -> Any:
    """The system's libpipewire; raises WaylandError where it is missing."""
    try:
        found = ctypes.CDLL("libpipewire-0.3.so.0")
    except OSError:
        raise WaylandError(
            "PipeWire is missing, which brings the pictures of a Wayland desktop; install it, on "
            "Debian with: apt-get install pipewire wireplumber"
        ) from None
    for name in ("thread_loop_new", "thread_loop_get_loop", "context_new", "context_connect_fd"):
        getattr(found, f"pw_{name}").restype = c_void_p
    for name in ("stream_new", "properties_new_string"):
        getattr(found, f"pw_{name}").restype = c_void_p
    found.pw_stream_dequeue_buffer.restype = POINTER(_Buffer)
    found.pw_init(None, None)
    return found


def check_running() -> None:
    """Raise WaylandError where PipeWire is missing, or does not run: before the user is asked."""
    library()
    names = ("PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR")
    folder = next((os.environ[name] for name in names if os.environ.get(name)), None)
    if folder is None or Path("/.flatpak-info").exists():
        return  # only the portal knows where it is
    with socket.socket(socket.AF_UNIX) as door:
        try:
            door.connect(str(Path(folder) / os.environ.get("PIPEWIRE_REMOTE", "pipewire-0")))
        except OSError:
            raise WaylandError(_SILENT) from None


class PipeWire:
    """A connection to PipeWire by a file descriptor that a portal has given, with its thread."""

    def __init__(self, descriptor: int) -> None:
        self.lib = library()
        self.loop = c_void_p(self.lib.pw_thread_loop_new(b"mwagent", None))
        inner = c_void_p(self.lib.pw_thread_loop_get_loop(self.loop))
        self._context = c_void_p(self.lib.pw_context_new(inner, None, 0))
        self.core = c_void_p(self.lib.pw_context_connect_fd(self._context, descriptor, None, 0))
        if not self.core:
            self.lib.pw_context_destroy(self._context)
            self.lib.pw_thread_loop_destroy(self.loop)
            raise WaylandError(_SILENT)
        self.lib.pw_thread_loop_start(self.loop)
        # Frames that arrive while the interpreter ends would call into nothing.
        atexit.register(self.close)

    @contextlib.contextmanager
    def locked(self) -> Any:
        """Hold the thread that receives frames."""
        self.lib.pw_thread_loop_lock(self.loop)
        try:
            yield
        finally:
            self.lib.pw_thread_loop_unlock(self.loop)

    def close(self) -> None:
        """End the connection and its thread."""
        atexit.unregister(self.close)
        self.lib.pw_thread_loop_stop(self.loop)
        self.lib.pw_core_disconnect(self.core)
        self.lib.pw_context_destroy(self._context)
        self.lib.pw_thread_loop_destroy(self.loop)


class Stream:
    """The frames of one monitor: the newest of them, and where the pointer is on it.

    `size` is the width and height of frames in pixels; `cursor` the pointer's place in them, None
    where it is on another monitor or hidden; `current` the time (monotonic) as of which the newest
    frame is known to be what is shown. The first frame is waited for.
    """

    def __init__(self, pipewire: PipeWire, node: int) -> None:
        self.size = (0, 0)
        self.cursor: tuple[int, int] | None = None
        self.tells_cursor = False
        self.current = 0.0
        self._pipewire = pipewire
        self._colour = cv2.COLOR_BGRA2BGR
        self._held: Any = None
        self._whole: Pixels | None = None
        self._failure = ""
        self._arrived = threading.Condition()
        # The C side keeps addresses of these, so they live as long as the stream.
        self._events = _Events(
            version=0,
            state_changed=_StateChanged(self._on_state),
            param_changed=_ParamChanged(self._on_param),
            remove_buffer=_RemoveBuffer(self._on_remove),
            process=_Process(self._on_frame),
        )
        # Mutter at times sends nothing to one that connects while nothing moves, but to the next.
        for seconds in FRAME_SECONDS:
            self._connect(node)
            self.wait(lambda: self._whole is not None, seconds)
            if self._whole is not None:
                return
            self.close()
            self._failure = ""
        raise WaylandError(
            f"the desktop has sent no picture within {sum(FRAME_SECONDS):.0f} s; see that its "
            f"monitors are on, and start again"
        )

    def _connect(self, node: int) -> None:
        """Ask for the frames of a monitor."""
        lib = self._pipewire.lib
        with self._pipewire.locked():
            words = b"media.type=Video media.category=Capture media.role=Screen"
            properties = c_void_p(lib.pw_properties_new_string(words))
            core = self._pipewire.core
            self._stream: Any = c_void_p(lib.pw_stream_new(core, b"mwagent", properties))
            self._hook = _Hook()
            hook, events = ctypes.byref(self._hook), ctypes.byref(self._events)
            lib.pw_stream_add_listener(self._stream, hook, events, None)
            wanted = (c_void_p * 1)(_address(formats := _wanted_format()))
            # 1 connects by itself, 4 maps buffers into memory, 128 ends with what is shown.
            lib.pw_stream_connect(self._stream, 0, c_uint32(node), 1 | 4 | 128, wanted, 1)
            del formats

    def wait(self, done: Callable[[], bool], seconds: float) -> None:
        """Wait for frames until `done`, or some seconds; raises DesktopGoneError at their end."""
        until = time.monotonic() + seconds
        with self._arrived:
            while not done() and not self._failure:
                left = until - time.monotonic()
                if left <= 0:
                    return
                self._arrived.wait(left)
        self.check()

    def check(self) -> None:
        """Raise DesktopGoneError where no more frames will come."""
        if self._failure:
            raise DesktopGoneError(self._failure)

    def picture(self, box: Box) -> Pixels:
        """The pixels of the newest frame in a box."""
        self.check()
        with self._pipewire.locked():
            whole = self._whole
            assert whole is not None  # the first frame was waited for
            if box[2] > whole.shape[1] or box[3] > whole.shape[0]:
                raise DesktopGoneError(
                    "the monitor's size has changed: start mwagent again to look at it anew"
                )
            cut = whole[box[1] : box[3], box[0] : box[2]]
            return np.asarray(cv2.cvtColor(cut, self._colour), np.uint8)

    def close(self) -> None:
        """End the stream."""
        with self._pipewire.locked():
            if self._stream:
                self._failure = "the stream was closed"
                self._pipewire.lib.pw_stream_destroy(self._stream)
                self._stream = None

    def _on_state(self, _data: Any, _old: int, state: int, error: bytes | None) -> None:
        """-1 is an error, 0 unconnected: there it also goes where sharing was stopped."""
        if state <= 0 and not self._failure:
            why = f" ({error.decode(errors='replace')})" if error else ""
            with self._arrived:
                self._failure = (
                    f"the desktop no longer shares its screen{why}, so mwagent has stopped, too; "
                    f"start it again to be asked anew"
                )
                self._arrived.notify_all()

    def _on_param(self, _data: Any, param: int, pod: int | None) -> None:
        """Take up the format that was agreed on, and ask for frames in memory with their facts."""
        if param != 4 or not pod:
            return
        (size,) = struct.unpack("I", ctypes.string_at(pod, 4))
        found = _properties(ctypes.string_at(pod, size + 8))
        self.size = struct.unpack_from("II", found[_VIDEO_SIZE])
        self._colour = _COLOURS[struct.unpack_from("I", found[_VIDEO_FORMAT])[0]]
        pods = [
            _object(
                *(_BUFFERS, 5),
                {1: _choice(_RANGE, _INT, "i", 8, 3, 16), 6: _choice(_FLAGS, _INT, "i", 6)},
            ),
            _object(_META, 6, {1: _value(_ID, "I", _HEADER), 2: _value(_INT, "i", 32)}),
            _object(
                *(_META, 6),
                {1: _value(_ID, "I", _CURSOR), 2: _choice(_RANGE, _INT, "i", *_CURSOR_SIZES)},
            ),
        ]
        addresses = (c_void_p * len(pods))(*map(_address, pods))
        self._pipewire.lib.pw_stream_update_params(self._stream, addresses, len(pods))

    def _on_frame(self, _data: Any) -> None:
        """Keep the newest frame, and give all others back."""
        lib = self._pipewire.lib
        while True:
            taken = lib.pw_stream_dequeue_buffer(self._stream)
            if not taken:
                break
            spa = taken.contents.buffer.contents
            self._note_facts(spa)
            data = spa.datas[0]
            chunk = data.chunk.contents
            if not data.data or not chunk.size or chunk.flags & _WITHOUT_PIXELS:
                lib.pw_stream_queue_buffer(self._stream, taken)
                continue
            self._release()
            width, height = self.size
            start = data.data + chunk.offset % max(1, data.maxsize)
            stride = chunk.stride or width * 4
            rows = np.ctypeslib.as_array(
                ctypes.cast(start, POINTER(ctypes.c_uint8)), (height, stride)
            )
            self._whole = rows[:, : width * 4].reshape(height, width, 4)
            self._held = taken
        with self._arrived:
            self._arrived.notify_all()

    def _on_remove(self, _data: Any, buffer: Any) -> None:
        """Copy the newest frame where its memory goes: sharing ends, or a size changes."""
        if self._held is not None and self._whole is not None:
            one, other = (ctypes.cast(each, c_void_p).value for each in (self._held, buffer))
            if one == other:
                self._whole, self._held = self._whole.copy(), None

    def _release(self) -> None:
        """Give the frame back that is kept."""
        if self._held is not None:
            self._pipewire.lib.pw_stream_queue_buffer(self._stream, self._held)
            self._held = None

    def _note_facts(self, spa: Any) -> None:
        """Note when a frame was painted, and where the pointer was then."""
        now = self.current = time.monotonic()
        for meta in spa.metas[: spa.metas_count]:
            if meta.type == _HEADER and meta.size >= 32:
                _, _, painted = struct.unpack_from("IIq", ctypes.string_at(meta.data, 16))
                # Not every desktop gives the time of this clock.
                if 0 <= now - painted / 1e9 < sum(FRAME_SECONDS):
                    self.current = painted / 1e9
            elif meta.type == _CURSOR and meta.size >= 28:
                known, _, x, y = struct.unpack_from("IIii", ctypes.string_at(meta.data, 16))
                self.cursor = (x, y) if known else None
                self.tells_cursor = self.tells_cursor or bool(known)


_CURSOR_SIZES: Final = tuple(28 + 20 + side * side * 4 for side in (64, 1, 1024))
"""Bytes of what tells the pointer's place and image: usual, least and most."""


def _value(kind: int, form: str, *numbers: int) -> bytes:
    """A value as PipeWire writes it: size and type, then itself, filled up to 8 bytes."""
    body = struct.pack(f"={form}", *numbers)
    return struct.pack("=II", len(body), kind) + body + bytes(-len(body) % 8)


def _choice(how: int, kind: int, form: str, *numbers: int) -> bytes:
    """A choice of values: the preferred one, and a range or those that will do."""
    size = struct.calcsize(f"={form}")
    body = struct.pack("=IIII", how, 0, size, kind)
    body += struct.pack(f"={form * (len(numbers) // len(form))}", *numbers)
    return struct.pack("=II", len(body), _CHOICE) + body + bytes(-len(body) % 8)


def _object(kind: int, number: int, properties: dict[int, bytes]) -> bytes:
    """An object with its properties."""
    body = struct.pack("=II", kind, number)
    for key, value in properties.items():
        body += struct.pack("=II", key, 0) + value
    return struct.pack("=II", len(body), _OBJECT) + body


def _properties(pod: bytes) -> dict[int, bytes]:
    """The bodies of an object's properties; of a choice, its preferred value.

    >>> _properties(_object(_FORMAT, 4, {1: _value(_INT, "i", 7), 2: _choice(1, _INT, "i", 5, 1)}))
    {1: b'\\x07\\x00\\x00\\x00', 2: b'\\x05\\x00\\x00\\x00'}
    """
    found, place = {}, 16
    while place + 16 <= len(pod):
        key, _, size, kind = struct.unpack_from("=IIII", pod, place)
        body = pod[place + 16 : place + 16 + size]
        if kind == _CHOICE:
            (one,) = struct.unpack_from("=I", body, 8)
            body = body[16 : 16 + one]
        found[key] = body
        place += 16 + size + -size % 8
    return found


def _wanted_format() -> bytes:
    """Frames of any size, of four bytes a pixel."""
    return _object(
        _FORMAT,
        3,
        {
            1: _value(_ID, "I", 2),
            2: _value(_ID, "I", 1),
            _VIDEO_FORMAT: _choice(_ENUM, _ID, "I", 8, *_COLOURS),
            _VIDEO_SIZE: _choice(_RANGE, _RECTANGLE, "II", 1920, 1080, 1, 1, 16384, 16384),
            _VIDEO_RATE: _choice(_RANGE, _FRACTION, "II", 60, 1, 0, 1, 1000, 1),
        },
    )


def _address(pod: bytes) -> int:
    """Where a value lies in memory, as long as it is kept."""
    return ctypes.cast(c_char_p(pod), c_void_p).value or 0
