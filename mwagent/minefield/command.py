"""How every command of this project ends: in one sentence and with an exit code, whatever happens.

It imports nothing heavy, so that an entry module can call `run` before numpy and the rest are
loaded, and Ctrl-C in the first half second is as quiet as later.
"""

from __future__ import annotations

import codecs
import errno
import importlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeGuard

from mwagent.minefield import signals
from mwagent.minefield.errors import MinefieldError

FAILED: Final = 2
"""Exit code when the output, or another file, cannot be written."""
UNREAD: Final = 141
"""Exit code when whoever read the output went away, as shells have it; no sentence is due."""
leave: Final = signals.leave
_called: list[str] = []
"""The commands under way, each started by the one before: the first is what the user called."""
_spellings: dict[str, str] = {}
_UNWRITABLE: Final = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT)


def spell(names: Mapping[str, str]) -> None:
    """Name commands otherwise in every help and error made from now on.

    `names` maps the words after `python -m` to the words to be shown in place of the whole.
    """
    _spellings.update(names)


def spelled(text: str) -> str:
    """Text with its `python -m ...` as `spell` asked for; what stands in columns stays there.

    >>> spelled("python -m solvers analyse board.csv")
    'python -m solvers analyse board.csv'
    """
    for module in sorted(_spellings, key=len, reverse=True):
        shown = _spellings[module]
        spare = " " * (len(f"python -m {module}") - len(shown))
        before = rf"python -m {re.escape(module)}(?![\w.])"
        text = re.sub(rf"{before}(.*?\S)??(?=  +\S)", rf"{shown}\1{spare}", text)
        text = re.sub(before, shown, text)
    return text


Main = Callable[[Sequence[str] | None], int]
"""Takes the words of a command line, None for those of the process, and gives the exit code."""


def main_of(module: str, act: Main | str) -> Callable[..., int]:
    """Make the `main` of `python -m MODULE`, which runs `act`; a MODULE:FUNCTION is imported."""

    def main(words: Sequence[str] | None = None) -> int:
        """Run the command line; returns the exit code."""
        if isinstance(act, str):
            return start(f"python -m {module}", act, words)
        return run(f"python -m {module}", lambda: act(words))

    return main


def start(name: str, target: str, words: Sequence[str] | None = None) -> int:
    """Import `target`, written MODULE:FUNCTION, and `run` that function with the arguments given.

    The function gives the exit code. While it is being imported Ctrl-C ends the process on the
    spot.

    >>> start("example", "operator:length_hint", ["one", "two"])
    2
    """

    return run(name, lambda: imported(name, target)(words))


def imported(name: str, target: str) -> Callable[..., int]:
    """Import MODULE:FUNCTION for the command `name`, which Ctrl-C ends on the spot meanwhile."""
    module, _, function = target.partition(":")
    with signals.at_once():
        found: Callable[..., int] = getattr(importlib.import_module(module), function)
    return found


def run(name: str, body: Callable[[], int]) -> int:
    """Run the whole of a command, the parsing of its arguments too; gives the exit code.

    Each of these ends it with one sentence on standard error that begins with `name`, or with that
    of the command by which this one was started: a
    MinefieldError (its own exit code), Ctrl-C (130), SIGTERM (143) and SIGHUP (129), too little
    memory, and an output or another file that is full, closed or otherwise fails (2). Where the
    reader of a pipe went away it ends without one (141).
    SystemExit, with which argparse ends, passes through once all is written.
    """
    _called.append(spelled(name))
    try:
        with signals.heeding(_called[0], at_first=True):
            return _run(_called[0], body)
    finally:
        _called.pop()


def _run(name: str, body: Callable[[], int]) -> int:
    # Boards are small: threads for their matrices cost more than they bring, and take the processor
    # from the game that is being played. Numpy reads this once, when it is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with _all_streams_open():
        try:
            with signals.at_once(False):
                return _completed(body)
        except BaseException as error:
            if not _interrupted(error):
                return _failed(name, error)
            say_stopped()
            _flush_or_drop()
            return signals.exit_code()


def _failed(name: str, error: BaseException) -> int:
    """Say what failed, and give the exit code; raises what is no failure, or a bug."""
    match error:
        case OSError() if _unread(error):
            _drop_output()
            return UNREAD
        case OSError():
            _drop_output()
            say(f"{name}: {_failure(error)}")
            return FAILED
        case MemoryError():
            _drop_output()
            say(f"{name}: there is not enough memory for this; give it less to do")
            return FAILED
        case MinefieldError():
            sentence = spelled(str(error))  # that of a solver may begin with its name
            say(sentence if sentence.startswith(f"{name}: ") else f"{name}: {sentence}")
            _flush_or_drop()
            return error.exit_code
    raise error


def can_write(path: str | os.PathLike[str]) -> None:
    """Make sure early that a file can be written when all is done; raises MinefieldError."""
    from pathlib import Path  # takes a while, and no command needs it to begin

    file = Path(path)
    folder = file.parent
    if file.is_dir():
        reason = "it is a folder"
    elif not folder.is_dir():
        reason = f"there is no folder {folder}"
    elif not os.access(file if file.exists() else folder, os.W_OK):
        reason = "permission denied"
    else:
        return
    raise MinefieldError(f"{file}: cannot be written ({reason})")


def say_stopped(more: str = "") -> None:
    """Say that the command was stopped, as it was asked to."""
    signals.told()
    warn(f"stopped{more}")


def say(sentence: str) -> None:
    """Print a sentence on standard error, where there is one that takes it."""
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            print(harmless(sentence), file=sys.stderr, flush=True)


def warn(sentence: str) -> None:
    """Say a sentence in the name of the command that the user called."""
    say(f"{_called[0]}: {sentence}" if _called else sentence)


def harmless(text: str) -> str:
    """Text that a terminal only shows: control characters, from a file or a name, are escaped.

    >>> harmless("a\\x1b[2J\\tb")
    'a\\\\x1b[2J\\\\tb'
    """
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )


def _completed(body: Callable[[], int]) -> int:
    """Run a command and write out what it printed, also where it ends by SystemExit."""
    try:
        code = body()
    except SystemExit as end:
        if _unread(end.__context__):  # rich ends so
            raise end.__context__ from None
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return code


def _unread(error: BaseException | None) -> TypeGuard[OSError]:
    """Whether the reader of a pipe went away, of which Windows says no more than EINVAL."""
    if sys.platform == "win32" and isinstance(error, OSError) and error.filename is None:
        return error.errno in (errno.EINVAL, errno.EPIPE)
    return isinstance(error, BrokenPipeError)


def _interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: what is tidied up after it may fail, half done."""
    if signals.asked():
        return True
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _failure(error: OSError) -> str:
    """Say what could not be read or written, and why."""
    why = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename}: {why}"
    return f"the output cannot be written ({why})" if error.errno in _UNWRITABLE else why


def _flush_or_drop() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """Let what is still to be written go nowhere, or Python would fail again as it ends."""
    with suppress(OSError, ValueError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()


class _Closed(io.TextIOBase):
    """Stands for a standard output that was closed before the command began."""

    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


class _Nowhere(_Closed):
    """Stands for a standard error that was closed before the command began."""

    def write(self, text: str) -> int:
        return len(text)


_PLAIN: Final = {**dict(zip("–−×·‘’“”", "--x.''\"\"", strict=True)), "…": "...", "±": "+-"}
"""What stands for our own characters where the output has only those of ASCII."""


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write characters that the output does not have in plain ones, or by their numbers."""
    if isinstance(error, UnicodeEncodeError) and (plain := _PLAIN.get(error.object[error.start])):
        return plain, error.start + 1
    return codecs.backslashreplace_errors(error)


@contextmanager
def _all_streams_open() -> Iterator[None]:
    """Make do with standard streams that are closed, and with characters that one cannot show.

    A closed input is empty, a closed output fails when it is written to, a closed standard error
    takes what comes. Their numbers are taken, or files opened later would get them.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, which is this one
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or _Closed()
    sys.stderr = sys.stderr or _Nowhere()
    codecs.register_error("mwagent.plain", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="mwagent.plain")
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
