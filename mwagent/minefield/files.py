"""Reading files whose size and kind nobody has checked."""

from __future__ import annotations

import errno
from pathlib import Path


def read_at_most(path: str | Path, most: int, *, plain: bool = False) -> bytes:
    """Read a file of at most `most` bytes; raises OSError where it has more.

    A device such as /dev/zero never ends, and has more. With `plain` nothing but a plain file is
    read, for files that nobody named: a pipe would be waited for.
    """
    name = str(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "there can be no such name", name)
    if plain and not Path(name).is_file():
        raise OSError(errno.EINVAL, "it is no plain file", name)
    with Path(name).open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most / 1e6:g} MB", name)
    return data


def has_write_ahead_log(path: str | Path) -> bool:
    """Whether a SQLite file keeps a write-ahead log, as none of ours does.

    To open such a file, even to read it, is to write to it: what is in its log is moved over.
    """
    file = Path(path)
    try:
        if not file.is_file():
            return False
        with file.open("rb") as opened:
            head = opened.read(20)
    except OSError:  # whoever opens it next says why
        return False
    return head.startswith(b"SQLite format 3\0") and head[18:20] == b"\2\2"
