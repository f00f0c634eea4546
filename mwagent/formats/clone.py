"""`.mvf`, replays of Minesweeper Clone: 0.76 to 0.96, 0.97, 2006 and 2007.

The layouts are facts from Maksim Bashov's and Damien Moore's parsers, as flop-player has them
(https://github.com/hgraceb/flop-player). From 0.97 on, the bits of an event are in an order that
follows from two bytes of the file.
"""

from __future__ import annotations

import math
import struct
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.formats.rawvf import Event, ReplayError, played
from mwagent.formats.replay_texts import decoded
from mwagent.gamebook import GameRecord

MAGIC: Final = b"\x11\x4d"
"""What files of 0.97 and later begin with; one byte further on is the last digit of their year."""
_YEAR: Final = 27
_NAME_0_96: Final = 100
"""Bytes of the player's name at the end of a file of 0.76 to 0.96, 22 of a checksum after it."""
_CHECKSUM: Final = 22
_BUTTONS: Final = (("left", "lc", "lr"), ("right", "rc", "rr"), ("middle", "mc", "mr"))


class Layout(NamedTuple):
    """Where a later version keeps what: bytes before its date, and how the bits of an event lie."""

    starts: int
    size: int
    """Bytes of an event."""
    place: int
    """Bits of each coordinate, after three for right, middle and left button: y, then x."""
    fraction: int
    """Bits of hundredths of a second, after the coordinates, and then bits of seconds; 0: all
    that follows are milliseconds."""
    time: int
    offset: int
    """What is added to coordinates."""


CLONE_0_97: Final = Layout(74, 5, 9, 7, 10, 0)
CLONE_2007: Final = Layout(71, 6, 11, 0, 22, 32)
LAYOUTS: Final = {b"5": CLONE_0_97, b"8": CLONE_0_97, b"6": CLONE_2007, b"7": CLONE_2007}


class _State(NamedTuple):
    """The mouse at one time: which buttons are down, and the pixel where it is."""

    seconds: float
    left: bool
    right: bool
    middle: bool
    x: int
    y: int


def parse(data: bytes) -> GameRecord:
    """Read a file; raises ReplayError where it is none, or not whole."""
    try:
        if data[:2] != MAGIC:
            return _of_0_96(data)
        layout = LAYOUTS.get(data[_YEAR : _YEAR + 1])
        if layout is None:
            raise ReplayError("this .mvf replay is of no version of Minesweeper Clone that is read")
        return _of_later(data, layout)
    except (IndexError, ValueError, struct.error):
        raise ReplayError(
            "this is not a whole .mvf replay; see that the file is complete"
        ) from None


def _mines(data: bytes, at: int, first: int) -> tuple[NDArray[np.bool_], int]:
    """The board whose size stands at a byte, its cells counted from `first`; and what follows."""
    cols, rows, count = struct.unpack_from(">BBH", data, at)
    mines, at = np.zeros((rows, cols), bool), at + 4
    for col, row in zip(
        data[at : at + 2 * count : 2], data[at + 1 : at + 2 * count : 2], strict=True
    ):
        if not (first <= row < rows + first and first <= col < cols + first):
            raise ReplayError("this is not a whole .mvf replay: a mine lies off its board")
        mines[row - first, col - first] = True
    if mines.sum() != count or not mines.size:
        raise ReplayError("this is not a whole .mvf replay: its board has fewer mines than it says")
    return mines, at + 2 * count


def _of_0_96(data: bytes) -> GameRecord:
    mines, at = _mines(data, 0, 0)
    ends = len(data) - _CHECKSUM - _NAME_0_96 - 3
    whole, hundredths = struct.unpack_from(">HB", data, ends)
    states: list[_State] = []
    for place in range(at + 2, ends - 7, 8):
        second, hundredth, buttons, x, y = struct.unpack_from(">BBBHH", data, place)
        seconds = second + hundredth / 100
        if seconds > whole + hundredths / 100 or (states and seconds < states[-1].seconds):
            break
        left, right, middle = (bool(buttons & bit) for bit in (1, 4, 2))
        states.append(_State(seconds, left, right, middle, x, y))
    if not states:
        raise ReplayError("this is not a whole .mvf replay: it has no events")
    # What ends the game is a release, which is not there.
    states.append(_State(states[-1].seconds, False, False, False, *states[-1][4:]))
    return played(
        mines,
        _events(states),
        Marks="on" if data[at] else "off",
        Player=decoded(data[ends + 3 : ends + 3 + _NAME_0_96].strip(b"\0 ")),
        Program="Minesweeper Clone 0.96 or earlier",
        Time=f"{whole + hundredths / 100:.3f}",
    )


def _of_later(data: bytes, layout: Layout) -> GameRecord:
    at, said = layout.starts + 9, None  # the date, the level and the mode come first
    if layout is CLONE_0_97:
        whole, hundredths, bbbv, solved = struct.unpack_from(">HBHH", data, at)
        said = "won" if bbbv == solved else "lost"
        seconds, at = whole + hundredths / 100, at + 13
        program = "Minesweeper Clone 0.97"
    else:
        seconds, at = int.from_bytes(data[at : at + 3]) / 1000, at + 3
        version = data[54 : 54 + data[53]].decode("latin-1")
        program = f"Minesweeper Clone {version}"
    mines, after = _mines(data, at + 1, 1)
    player, after = data[after + 1 : after + 1 + data[after]], after + 1 + data[after]
    order = bits_of(struct.unpack_from(">H", data, after)[0], layout)
    count, after = int.from_bytes(data[after + 2 : after + 5]), after + 5
    if not count or after + count * layout.size > len(data):
        raise ReplayError("this is not a whole .mvf replay; see that the file is complete")
    states = [
        _state(data[start : start + layout.size], order, layout)
        for start in range(after, after + count * layout.size, layout.size)
    ]
    return played(
        mines,
        _events(states),
        Marks="on" if data[at] else "off",
        Status=said,
        Player=decoded(player),
        Program=program,
        Time=f"{seconds:.3f}",
    )


def bits_of(leading: int, layout: Layout) -> list[int]:
    """The order of the bits of an event, which follows from the two bytes before their number.

    The digits of some sines and cosines are sorted; equal ones keep their order. Bit 0 is the
    lowest one of the first byte.
    """
    a, b = math.sqrt(leading), math.sqrt(leading + 1000)
    c, d = math.sqrt(a + 1000), math.sqrt(b + 1000)
    angles = c + 1000, math.sqrt(b), c, math.sqrt(a) + 1000, d, d
    curves = math.cos, math.sin, math.cos, math.sin, math.cos, math.sin
    waves = [curve(angle) for curve, angle in zip(curves, angles, strict=True)]
    digits = "".join(
        f"{math.floor(abs(wave) * 1e8 + 0.5):08}"[-8:] for wave in waves[: layout.size]
    )
    return sorted(range(8 * layout.size), key=digits.__getitem__)


def _state(event: bytes, order: list[int], layout: Layout) -> _State:
    lies = int.from_bytes(event, "little")
    bits = [lies >> place & 1 for place in order]

    def number(start: int, length: int) -> int:
        return sum(bit << place for place, bit in enumerate(bits[start : start + length]))

    after = 3 + 2 * layout.place
    seconds: float = number(after + layout.fraction, layout.time)
    seconds = seconds + number(after, layout.fraction) / 100 if layout.fraction else seconds / 1000
    y, x = number(3, layout.place), number(3 + layout.place, layout.place)
    right, middle, left = map(bool, bits[:3])
    return _State(seconds, left, right, middle, x - layout.offset, y - layout.offset)


def _events(states: list[_State]) -> list[Event]:
    """What changed from each state to the next; the first one is a press, if a button is down."""
    events, before = [], states[0]._replace(left=False, right=False, middle=False)
    for state in states:
        changed = [("mv", state[4:] != before[4:])]
        changed += [(down, getattr(state, of) > getattr(before, of)) for of, down, _ in _BUTTONS]
        changed += [(up, getattr(state, of) < getattr(before, of)) for of, _, up in _BUTTONS]
        events += [(state.seconds, kind, state.x, state.y) for kind, did in changed if did]
        before = state
    return events
