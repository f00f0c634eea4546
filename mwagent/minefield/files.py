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
