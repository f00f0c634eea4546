"""The texts in replays of other programs, in whatever encoding their players had.

ms_toollib 1.5 ends its process where a text of an .evf file of version 4 or of an .rmv file is not
UTF-8 as the file says, though all else of the replay is right. The layouts are those that it reads
(`base/src/videos/` of https://github.com/eee555/ms-toollib).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

ENCODINGS: Final = ("utf-8", "gb2312", "cp1252", "latin-1")
"""Encodings of names, in the order in which they are tried; the last one takes any bytes.

Of gb18030 nothing but gb2312: in the rest, an accented letter and the one after it are a character.
"""
_EVF_VERSION: Final = 4
_EVF_TEXTS: Final = 34
"""Bytes before the first text of an .evf file of that version."""
_TRANSLATED: Final = 0x08
"""The bit of its second byte that says that the name of its program is there in translation."""


class Texts(NamedTuple):
    """A replay whose texts are plain ASCII, and the name of its player, None where not known."""

    data: bytes
    player: str | None


def with_plain_texts(kind: str, data: bytes) -> Texts:
    """A replay with its texts as plain ASCII of the same length: what is none becomes "?".

    One of another kind, or of which the beginning is broken, stays as it is.
    """
    try:
        player, others = _places(kind, data)
    except (IndexError, struct.error, ValueError):
        return Texts(data, None)
    plain = bytearray(data)
    for place in (player, *others):
        plain[place] = bytes(byte if byte < 0x80 else ord("?") for byte in data[place])
    return Texts(bytes(plain), decoded(data[player]))


def decoded(text: bytes) -> str:
    """Decode a text in the first encoding that it can be in."""
    for encoding in ENCODINGS[:-1]:
        try:
            return text.decode(encoding)
        except UnicodeDecodeError:
            continue
    return text.decode(ENCODINGS[-1])


def _places(kind: str, data: bytes) -> tuple[slice, list[slice]]:
    """Where the name of the player lies, and the other texts; raises ValueError for other kinds."""
    if kind == "evf" and data[0] == _EVF_VERSION:
        count = 6 if data[1] & _TRANSLATED else 4
        texts = list(_ended_by_zero(data, _EVF_TEXTS, count))
        return texts.pop(count - 3), texts
    if kind == "rmv" and data[:4] == b"*rmv":
        first, *texts = _viennasweeper(data)
        return first, texts
    raise ValueError(kind)


def _ended_by_zero(data: bytes, start: int, count: int) -> Iterator[slice]:
    for _ in range(count):
        end = data.index(0, start)
        yield slice(start, end)
        start = end + 1


def _viennasweeper(data: bytes) -> list[slice]:
    """The texts about the player in an .rmv file, his name first."""
    (version,) = struct.unpack_from(">H", data, 4)
    if version == 1:
        start = 28 + sum(struct.unpack_from(">HH", data, 10))  # a result in words comes first
    else:
        start = 30 + sum(struct.unpack_from(">H", data, 12))
    (count,) = struct.unpack_from(">H", data, start)
    start += 2
    texts = []
    for _ in range(count):
        end = start + 1 + data[start]
        texts.append(slice(start + 1, end))
        start = end
    return texts
