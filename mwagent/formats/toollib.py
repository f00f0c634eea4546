"""Replays as the package `ms_toollib` reads them (the extra `replays`): .avf, .evf and .rmv.

Board and events are the library's; what they come to is played by `rawvf.played`, because the
library knows no question marks, and so leaves cells closed that were opened. What its Python does
not give, whether question marks are on and how an .rmv ended, is read here from the bytes. On some
broken files it ends the process.
"""

from __future__ import annotations

import re
import struct
from contextlib import chdir
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from mwagent.formats.rawvf import ReplayError, played
from mwagent.formats.replay_texts import with_plain_texts
from mwagent.gamebook import GameRecord

KINDS: Final = ("avf", "evf", "rmv")
"""Endings of the files: Arbiter, Metasweeper, Viennasweeper."""
_MINE: Final = -1
_AVF_MARKS: Final = 17
"""The byte two before the times in an .avf file where question marks are on; else it is 127."""
_RMV_ENDS: Final = {15: "lost", 16: "won"}
_RMV_SIZES: Final = {0: 5, 28: 3} | dict.fromkeys(range(1, 8), 9)
"""Bytes of the events of an .rmv file by their code; all others have three."""


def parse(kind: str, data: bytes) -> GameRecord:
    """Read and play a replay; raises ReplayError, and may end the process."""
    plain, player = with_plain_texts(kind, data)
    video = _parsed(kind, plain)
    marks, said = _told_by_bytes(kind, data)
    events = []
    for event in video.events:
        if event.event.is_mouse():
            mouse = event.event.unwrap_mouse()
            events.append((event.time, mouse.mouse, mouse.x, mouse.y))
    return played(
        np.equal(np.asarray(video.board), _MINE),
        events,
        Marks="on" if marks else "off",
        Status="won" if kind == "evf" and video.is_completed else said,
        Player=video.player_identifier if player is None else player,
        Program=video.software,
        Time=f"{video.rtime:.3f}",
        SquareSize=video.pix_size,
    )


def _parsed(kind: str, data: bytes) -> Any:
    try:
        import ms_toollib
    except ImportError:
        raise ReplayError(
            f".{kind} replays are read by the package ms_toollib, which is not installed; run "
            "pip install 'mwagent[replays]'"
        ) from None
    try:
        video = getattr(ms_toollib, f"{kind.capitalize()}Video")(f"replay.{kind}", data)
        with TemporaryDirectory() as spare, chdir(spare):  # it keeps a log of its panics
            video.parse()
            if not video.row or not video.column:
                raise broken(kind)
    except (KeyboardInterrupt, ReplayError):
        raise
    except BaseException:  # a panic of the library is no Exception
        raise broken(kind) from None
    return video


def broken(kind: str) -> ReplayError:
    """Say that a file is no whole replay of its kind."""
    return ReplayError(
        f"this is not a whole .{kind} replay; see that the file is complete and that its name "
        f"ends as the program which made it wrote it"
    )


def _told_by_bytes(kind: str, data: bytes) -> tuple[bool, str | None]:
    """Whether question marks are on, and how the game ended; None where that is not said."""
    try:
        if kind == "avf":
            times = re.search(rb"([\x11\x7f]).\[[0-3]\|", data, re.DOTALL)
            return times is not None and times[1][0] == _AVF_MARKS, None
        if kind == "rmv":
            return _of_viennasweeper(data)
    except (IndexError, struct.error):
        return False, None
    return bool(kind == "evf" and data[0] in (3, 4) and data[2] & 0x80), None


def _of_viennasweeper(data: bytes) -> tuple[bool, str | None]:
    first = struct.unpack_from(">H", data, 4)[0] == 1
    at = 10 if first else 12
    sizes = struct.unpack_from(">6H", data, at)
    # The last ones are those of the properties, and from the second version on of more of them.
    before = sizes[:5] if first else sizes[:4]
    marks = at + 18 + sum(before)
    place = at + 18 + sum(sizes)
    while (code := data[place]) not in (15, 16, 17):
        place += _RMV_SIZES.get(code, 3)
    return bool(data[marks]), _RMV_ENDS.get(code)
