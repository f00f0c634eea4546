"""Files that a user names: read whatever they are, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from mwagent.minefield.errors import MinefieldError

ENDS_WITHIN: Final = 10.0
"""Seconds within which a pipe or device must have given all it has."""
WRITER_WITHIN: Final = 2.0
"""Seconds within which somebody must begin to write to a named pipe."""
_PAUSE: Final = 0.002
"""Seconds from one look to the next whether a pipe has more."""
_CHUNK: Final = 1 << 20
_NON_BLOCKING: Final = getattr(os, "O_NONBLOCK", 0)
"""Windows has no such thing; there nothing but plain files is read."""


def read_at_most(path: str | Path, most: int, *, plain: bool = False) -> bytes:
    """Read a file of at most `most` bytes; raises OSError where it has more.

    A device such as /dev/zero never ends, and has more. A pipe is given some seconds to begin and
    to end (WRITER_WITHIN, ENDS_WITHIN). With `plain` nothing but a plain file is read, for files
    that nobody named.
    """
    name = str(path)
    if "\0" in name:
        raise OSError(errno.EINVAL, "there can be no such name", name)
    if Path(name).is_dir():  # which Windows lets nobody open
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    number = os.open(name, os.O_RDONLY | _NON_BLOCKING | getattr(os, "O_BINARY", 0))
    try:
        kind = os.fstat(number).st_mode
        if not stat.S_ISREG(kind) and (plain or not _NON_BLOCKING):
            raise OSError(errno.EINVAL, "it is no plain file", name)
        data = _all_of(number, name, most, kind)
    finally:
        os.close(number)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most / 1e6:g} MB", name)
    return data


def _all_of(number: int, name: str, most: int, kind: int) -> bytes:
    """What an open file has, of which reading does not block, and at most a byte more than `most`.

    A named pipe that nobody has opened for writing yet looks as if it had ended.
    """
    data = bytearray()
    began = time.monotonic()
    while len(data) <= most:
        try:
            part = os.read(number, min(_CHUNK, most + 1 - len(data)))
        except BlockingIOError:
            part = None
        waited = time.monotonic() - began
        if part:
            data += part
        elif part is not None and (data or not stat.S_ISFIFO(kind)):
            break
        elif part is not None and waited > WRITER_WITHIN:
            raise OSError(errno.EINVAL, "nobody writes to this pipe", name)
        if waited > ENDS_WITHIN and not (part and stat.S_ISREG(kind)):
            raise OSError(errno.ETIMEDOUT, f"it did not end within {ENDS_WITHIN:g} s", name)
        if not part:
            time.sleep(_PAUSE)
    return bytes(data)


@contextmanager
def written_whole(path: str | Path) -> Iterator[Path]:
    """Give the name of a new file beside `path`, which takes its place when the block has ended.

    Where the block raises, that file is removed and `path` stays as it was: nobody finds half a
    file there. A link goes on pointing to its file, which keeps its permissions. What is no plain
    file, such as /dev/stdout, is written to itself, and so is a file in a folder that takes no new
    ones. Raises OSError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with written_whole(f"{folder}/board.txt") as file:
    ...         _ = file.write_text("1##")
    ...     Path(f"{folder}/board.txt").read_text()
    '1##'
    """
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "there can be no such name", str(path))
    target = Path(os.path.realpath(path))
    before = target.stat() if target.exists() else None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with listened_to(target):
            yield Path(path)
        return
    # Its ending says to many what kind of file to write.
    fresh = target.with_name(f".{target.stem[:64]}-{secrets.token_hex(4)}{target.suffix}")
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except PermissionError:
        if before is None or not os.access(target, os.W_OK):
            raise
        yield target
        return
    try:
        if before is not None:
            if not os.access(target, os.W_OK):
                raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(target))
            with suppress(OSError):  # of another owner, or a file system without any
                fresh.chmod(stat.S_IMODE(before.st_mode))
        yield fresh
        fresh.replace(target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


@contextmanager
def listened_to(path: Path) -> Iterator[None]:
    """See that somebody reads from a named pipe, which who opens it to write would wait for.

    All other files can be written to without that. Raises OSError.
    """
    kind = path.stat().st_mode
    if stat.S_ISDIR(kind):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISFIFO(kind):
        yield
        return
    try:
        number = os.open(path, os.O_WRONLY | _NON_BLOCKING)
    except OSError as error:
        why = "nobody reads from this pipe" if error.errno == errno.ENXIO else error.strerror
        raise OSError(error.errno, why, str(path)) from None
    try:
        yield
    finally:
        os.close(number)


def write_whole(path: str | Path, data: bytes | str) -> None:
    """Write a file, text as UTF-8, so that nobody ever finds half of it; raises OSError."""
    with written_whole(path) as file:
        file.write_bytes(data.encode() if isinstance(data, str) else data)


@contextmanager
def telling(
    path: str | Path,
    trouble: str = "cannot be written",
    error: type[MinefieldError] = MinefieldError,
    hint: str = "",
) -> Iterator[None]:
    """Raise an OSError of the block as an `error` that names the file, the trouble and why."""
    try:
        yield
    except OSError as wrong:
        raise error(f"{path}: {trouble} ({wrong.strerror}){hint}") from None


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
