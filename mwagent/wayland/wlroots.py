"""Desktops made with wlroots (sway, Hyprland, labwc, river, Wayfire): no dialog is asked.

Pictures come by screencopy, the pointer and keys are virtual devices of the user's own seat.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from pywayland.protocol.wayland import WlOutput, WlSeat, WlShm
from pywayland.protocol.xdg_output_unstable_v1 import ZxdgOutputManagerV1

from mwagent.minefield import MinefieldError
from mwagent.wayland.connection import Connection
from mwagent.wayland.seat import (
    BUTTONS,
    CODES,
    FRAME,
    KEYMAP,
    MODIFIERS,
    Box,
    DesktopGoneError,
    Monitor,
    Pixels,
    Place,
    WaylandError,
)
from mwagent.wayland.wlr_protocols import (
    ScreencopyManager,
    VirtualKeyboardManager,
    VirtualPointerManager,
)

POINTER: Final = 40
"""Units of the desktop around the pointer within which its image lies."""
NUDGE: Final = 6
"""Units by which the pointer is moved to see where it is."""
_FORMATS: Final = {
    0: cv2.COLOR_BGRA2BGR,
    1: cv2.COLOR_BGRA2BGR,
    0x34324258: cv2.COLOR_RGBA2BGR,
    0x34324241: cv2.COLOR_RGBA2BGR,
}
"""How pixels of the formats ARGB, XRGB, XBGR and ABGR become BGR."""


@dataclass(slots=True)
class _Output:
    """An output as the compositor describes it, with the memory its pictures are copied to."""

    proxy: Any
    name: str = ""
    turned: int = 0
    place: tuple[int, int] = (0, 0)
    size: tuple[int, int] = (0, 0)
    mode: tuple[int, int] = (0, 0)
    buffers: dict[tuple[int, int, int, int], tuple[Any, mmap.mmap]] = field(default_factory=dict)

    def monitor(self) -> Monitor:
        """Where it lies on the desktop."""
        pixels = self.mode if self.turned % 2 == 0 else self.mode[::-1]
        return Monitor(self.name, *self.place, *self.size, pixels)


class WlrootsPictures:
    """The monitors of a wlroots desktop; raises WaylandError where the protocols are missing."""

    name = "screencopy of wlroots"

    def __init__(self) -> None:
        self._connection = Connection()
        try:
            self._shm = self._connection.bind(WlShm, 1)
            self._screencopy = self._connection.bind(ScreencopyManager, 3)
            self._outputs = self._describe(self._connection.bind_all(WlOutput, 2))
        except MinefieldError:
            self._connection.close()
            raise
        self._last: dict[int, tuple[float, Box, Pixels]] = {}

    @property
    def monitors(self) -> list[Monitor]:
        """The monitors, in the order in which the compositor names them."""
        return [output.monitor() for output in self._outputs]

    def picture(self, monitor: int, box: Box) -> Pixels:
        """What a monitor shows in a box, copied from the next frame."""
        return self._copy(monitor, box)

    def glance(self, monitor: int, box: Box) -> Pixels:
        """What a monitor shows in a box, as of the frame that is on it."""
        return self.picture(monitor, box)

    def close(self) -> None:
        """Let go of the desktop."""
        self._connection.close()

    def _describe(self, proxies: list[Any]) -> list[_Output]:
        """The outputs that are on, as the compositor describes them."""
        manager = self._connection.bind(ZxdgOutputManagerV1, 3)
        outputs, kept = [], []
        for number, proxy in enumerate(proxies):
            output = _Output(proxy, f"monitor {number + 1}")
            proxy.dispatcher["geometry"] = _setter(output, "turned", lambda *at: at[8])
            proxy.dispatcher["mode"] = _setter(
                output, "mode", lambda *at: (at[2], at[3]), lambda *at: at[1] & 1
            )
            logical = manager.get_xdg_output(proxy)
            logical.dispatcher["logical_position"] = _setter(output, "place", lambda *at: at[1:])
            logical.dispatcher["logical_size"] = _setter(output, "size", lambda *at: at[1:])
            logical.dispatcher["name"] = _setter(output, "name", lambda *at: at[1])
            kept.append(logical)
            outputs.append(output)
        self._connection.roundtrip()
        outputs = [output for output in outputs if all(output.size + output.mode)]
        if not outputs:
            raise WaylandError("this Wayland desktop has no monitor that is on")
        return outputs

    def _copy(self, monitor: int, box: Box, pointer: bool = False) -> Pixels:
        """The next frame of a monitor within a box, with the pointer's image where asked for."""
        output = self._outputs[monitor]
        part = self._part(output, box)
        if part is None:
            frame = self._screencopy.ask("capture_output", int(pointer), output.proxy)
            left = top = 0
        else:
            x, y, width, height, scale = part
            frame = self._screencopy.ask(
                "capture_output_region", int(pointer), output.proxy, x, y, width, height
            )
            left, top = x * scale, y * scale
        told: dict[str, Any] = {}
        for event in ("buffer", "flags", "ready", "failed"):
            frame.dispatcher[event] = lambda _frame, *at, event=event: told.__setitem__(event, at)
        try:
            self._connection.wait(lambda: "buffer" in told or "failed" in told)
            if "failed" not in told:
                buffer, memory = self._buffer(output, told["buffer"])
                frame.ask("copy", buffer)
                self._connection.wait(lambda: "ready" in told or "failed" in told)
        finally:
            with contextlib.suppress(Exception):
                frame.ask("destroy")
        if "failed" in told:
            raise DesktopGoneError(
                f"{output.name} can no longer be copied: it was switched off, or its picture is "
                f"kept back; see that it is on, and start again"
            )
        whole = _upright(memory, told["buffer"], output.turned, bool(told.get("flags", (0,))[0]))
        cut = whole[box[1] - top : box[3] - top, box[0] - left : box[2] - left]
        return np.asarray(cv2.cvtColor(cut, _FORMATS[told["buffer"][0]]), np.uint8)

    def _part(self, output: _Output, box: Box) -> tuple[int, int, int, int, int] | None:
        """A rectangle in units of the output that holds a box, and its scale; None for all of it.

        Compositors round where the scale is no whole number, each in its own way.
        """
        scale = output.mode[0] / output.size[0]
        if output.turned or scale != int(scale):
            return None
        left, top = int(box[0] // scale), int(box[1] // scale)
        right, foot = math.ceil(box[2] / scale), math.ceil(box[3] / scale)
        return left, top, right - left, foot - top, int(scale)

    def _buffer(self, output: _Output, shape: tuple[int, int, int, int]) -> tuple[Any, mmap.mmap]:
        """Memory shared with the compositor for pictures of a format, width, height and stride."""
        if shape not in output.buffers:
            form, width, height, stride = shape
            if form not in _FORMATS:
                raise WaylandError(
                    f"{output.name} gives pictures in a format ({form:#x}) that mwagent does not "
                    f"know; set the output to 8 bits a colour"
                )
            file = os.memfd_create("mwagent")
            try:
                os.ftruncate(file, stride * height)
                memory = mmap.mmap(file, stride * height)
                pool = self._shm.create_pool(file, stride * height)
                output.buffers[shape] = (pool.create_buffer(0, width, height, stride, form), memory)
                pool.destroy()
                self._connection.flush()
            finally:
                os.close(file)
        return output.buffers[shape]


class WlrootsSeat(WlrootsPictures):
    """The same with a virtual pointer and keyboard.

    No protocol tells where the pointer is. So it is put beside what is looked at, and its image
    there is compared again before the next press: where it is gone, the user has taken the mouse.
    """

    def __init__(self) -> None:
        super().__init__()
        try:
            self._user = self._connection.bind(WlSeat, 1)
            manager = self._connection.bind(VirtualPointerManager, 2)
        except MinefieldError:
            self.close()
            raise
        self._pointer = manager.ask("create_virtual_pointer", self._user)
        self._keyboard: Any = None
        self._asked: Place | None = None
        self._at: Place | None = None
        self._image: tuple[int, Box, Pixels] | None = None
        self._side = 0
        monitors = self.monitors
        self._left = min(monitor.left for monitor in monitors)
        self._top = min(monitor.top for monitor in monitors)
        self._width = max(monitor.left + monitor.width for monitor in monitors) - self._left
        self._height = max(monitor.top + monitor.height for monitor in monitors) - self._top
        self._connection.roundtrip()
        self._painted = False
        for shown in (False, True, False, True, False, True):
            # A window that opens meanwhile hides it, and a clock that ticks once looks like it.
            found = self._search(shown)
            if found is not None and self._search(shown) == found:
                self._painted = not shown
                break
        self._asked = self._at
        self.escape = ""
        if self._at is None:
            self.escape = (
                "the mouse pointer cannot be seen on this desktop, so that taking the mouse does "
                "not stop the player: press Ctrl-C to stop it"
            )

    def picture(self, monitor: int, box: Box) -> Pixels:
        """What a monitor shows in a box, with the pointer beside it."""
        if self.escape:
            return super().picture(monitor, box)
        self._step_aside(monitor, box)
        around = self._around_pointer(monitor)
        wide = box
        if around is not None:
            lows = (min(one, two) for one, two in zip(box[:2], around[:2], strict=True))
            highs = (max(one, two) for one, two in zip(box[2:], around[2:], strict=True))
            wide = (*lows, *highs)  # type: ignore[assignment]
        pixels = self._copy(monitor, wide, pointer=True)
        self._last[monitor] = time.monotonic(), wide, pixels
        if around is not None:
            self._image = monitor, around, _cut(pixels, wide, around)
        return _cut(pixels, wide, box)

    def glance(self, monitor: int, box: Box) -> Pixels:
        """What a monitor shows in a box, as of the frame that is on it; the pointer stays."""
        taken, wide, before = self._last.get(monitor, (0.0, (0, 0, 0, 0), None))
        if before is None or not _within(box, wide):
            return self._copy(monitor, box)
        if time.monotonic() - taken > FRAME:
            pixels = self._copy(monitor, wide)
            around = self._around_pointer(monitor) if self._painted else None
            if around is not None:
                # What the pointer hides is as it was seen before.
                rows = slice(max(0, around[1] - wide[1]), max(0, around[3] - wide[1]))
                cols = slice(max(0, around[0] - wide[0]), max(0, around[2] - wide[0]))
                pixels[rows, cols] = before[rows, cols]
            self._last[monitor] = time.monotonic(), wide, pixels
            before = pixels
        return _cut(before, wide, box)

    def position(self) -> Place | None:
        """Where the pointer was put, while its image is there; else where it is found."""
        if self.escape or self._image is None or self._is_in_place(*self._image):
            return self._asked
        found = self._search()
        if found is None:
            # What lies below it may have changed instead: another place may be quieter.
            self._side += 1
            self._image = None
        self._asked = self._at = found
        return found

    def move(self, to: Place) -> None:
        """Put the pointer at a point of the desktop."""
        x, y = round(to[0] - self._left), round(to[1] - self._top)
        extent = round(self._width), round(self._height)
        x, y = (min(max(0, at), most - 1) for at, most in zip((x, y), extent, strict=True))
        self._pointer.ask("motion_absolute", _now(), x, y, *extent)
        self._pointer.ask("frame")
        self._asked = self._at = x + self._left, y + self._top
        self._image = None

    def flush(self) -> None:
        """Send what waits."""
        self._connection.flush()

    def button(self, number: int, down: bool) -> None:
        """Press or release a button."""
        self._pointer.ask("button", _now(), BUTTONS[number], int(down))
        self._pointer.ask("frame")

    def keys(self, names: list[str]) -> None:
        """Type keys together."""
        if self._keyboard is None:
            manager = self._connection.bind(VirtualKeyboardManager, 1)
            self._keyboard = manager.ask("create_virtual_keyboard", self._user)
            file = os.memfd_create("mwagent-keymap")
            text = KEYMAP.encode() + b"\0"
            os.write(file, text)
            self._keyboard.ask("keymap", 1, file, len(text))
            self.flush()
            os.close(file)
        held = sum(MODIFIERS.get(name, 0) for name in names)
        for name in names:
            self._keyboard.ask("key", _now(), CODES[name], 1)
            self._keyboard.ask("modifiers", held, 0, 0, 0)
        for name in reversed(names):
            self._keyboard.ask("key", _now(), CODES[name], 0)
        self._keyboard.ask("modifiers", 0, 0, 0, 0)
        self.flush()

    def _step_aside(self, monitor: int, box: Box) -> None:
        """Put the pointer beside a box, or where it hides the least of a whole monitor."""
        place = self.monitors[monitor]
        around = self._around_pointer(monitor)
        if around is None or not _meet(around, box):
            return
        across, down = place.scale
        left, top = place.left + box[0] / across, place.top + box[1] / down
        right, foot = place.left + box[2] / across, place.top + box[3] / down
        ways = [
            (right + POINTER, (top + foot) / 2),
            (left - POINTER, (top + foot) / 2),
            ((left + right) / 2, foot + POINTER),
            ((left + right) / 2, top - POINTER),
        ]
        free = [way for way in ways if place.holds(way)]
        edge = place.left + place.width - 1, place.top + place.height * (2 + self._side % 3) / 5
        asked = self._asked
        self.move(free[self._side % len(free)] if free else edge)
        self._asked = asked

    def _around_pointer(self, monitor: int) -> Box | None:
        """The pixels of a monitor on which the pointer's image may lie, None if it is not there."""
        place = self.monitors[monitor]
        if self._at is None or not place.holds(self._at):
            return None
        across, down = place.scale
        x, y = (self._at[0] - place.left) * across, (self._at[1] - place.top) * down
        wide, high = POINTER * across, POINTER * down
        return (
            *(max(0, int(x - wide)), max(0, int(y - high))),
            *(min(place.pixels[0], int(x + wide)), min(place.pixels[1], int(y + high))),
        )

    def _is_in_place(self, monitor: int, box: Box, image: Pixels) -> bool:
        return np.array_equal(self._copy(monitor, box, pointer=True), image)

    def _search(self, shown: bool = True) -> Place | None:
        """Where the pointer is: what looks otherwise on a monitor when it is nudged.

        Its image is in the pictures if it is `shown`, and on some desktops always.
        """
        for number, place in enumerate(self.monitors):
            whole = (0, 0, *place.pixels)
            before = self._copy(number, whole, pointer=shown)
            for nudge in (-NUDGE, NUDGE):
                after = self._copy_nudged(number, whole, nudge, shown)
                apart = cv2.split(cv2.absdiff(before, after))
                changed = cv2.findNonZero(cv2.max(cv2.max(apart[0], apart[1]), apart[2]))
                if changed is None:
                    continue
                x, y, width, height = cv2.boundingRect(changed)
                if max(width / place.scale[0], height / place.scale[1]) > 2 * POINTER + NUDGE:
                    return None  # more than the pointer has moved
                # Of both places at which its image was, the first; that has an edge of its own.
                back = max(0, -nudge)
                tip = place.left + x / place.scale[0] + back, place.top + y / place.scale[1] + back
                self._at = tip
                around = self._around_pointer(number)
                if around is not None:
                    self._image = number, around, _cut(before, whole, around)
                return tip
        return None

    def _copy_nudged(self, monitor: int, whole: Box, nudge: int, shown: bool) -> Pixels:
        """A picture with the pointer a few units away, which is put back."""
        for way in (nudge, -nudge):
            self._pointer.ask("motion", _now(), float(way), float(way))
            self._pointer.ask("frame")
            if way == nudge:
                pixels = self._copy(monitor, whole, pointer=shown)
        return pixels


def _setter(
    output: _Output,
    name: str,
    value: Callable[..., Any],
    when: Callable[..., Any] = lambda *_: True,
) -> Callable[..., None]:
    """What sets an attribute of an output by the arguments of an event."""

    def heard(*arguments: Any) -> None:
        if when(*arguments):
            setattr(output, name, value(*arguments))

    return heard


def _cut(pixels: Pixels, wide: Box, box: Box) -> Pixels:
    """The part in a box of the pixels of a wider one."""
    return pixels[box[1] - wide[1] : box[3] - wide[1], box[0] - wide[0] : box[2] - wide[0]]


def _within(box: Box, wide: Box) -> bool:
    return wide[0] <= box[0] and wide[1] <= box[1] and box[2] <= wide[2] and box[3] <= wide[3]


def _meet(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _upright(
    memory: mmap.mmap, shape: tuple[int, int, int, int], turned: int, upside_down: bool
) -> Any:
    """The pixels of a buffer as the user sees them: outputs may be turned and mirrored."""
    _, width, height, stride = shape
    rows = np.frombuffer(memory, np.uint8, stride * height).reshape(height, stride)
    pixels = rows[:, : width * 4].reshape(height, width, 4)
    if upside_down:
        pixels = pixels[::-1]
    if turned & 3:
        pixels = np.rot90(pixels, -(turned & 3))
    if turned & 4:
        pixels = pixels[:, ::-1]
    return pixels


def _now() -> int:
    """The time of an event, in milliseconds."""
    return int(time.monotonic() * 1000) & 0xFFFFFFFF
