"""How a program ends when it is asked to, by Ctrl-C, SIGTERM or SIGHUP: soon, and leaving nothing.

On Windows Ctrl-Break and a console that closes are taken for Ctrl-C.

What it was asked is kept, and raised as a KeyboardInterrupt in the main thread: at once, or where a
block ends that may not be broken off (`undisturbed`). Code that swallows the exception is not left
alone with that: who goes on asks `check` now and then. And a thread waits beside it: where the
program has not ended after END_WITHIN, because it waits for a display that hangs or for a library,
what has to be undone is undone by that thread (`at_last`), and the process ends on the spot.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator, contextmanager, suppress
from typing import Final, NoReturn

END_WITHIN: Final = 1.2
"""Seconds that a program has to end by itself after it was asked to."""
END_AGAIN_WITHIN: Final = 0.4
"""Seconds that it has after it was asked once more."""
LAST_ACTS: Final = 0.4
"""Seconds that there are for what is undone when it has not ended by then."""
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells have it: 128 and the number of the signal."""
HANGS_AT_MOST: Final = 60.0
"""Seconds for which a connection is kept to a server that hangs."""
_TAKES: Final = 0.2  # seconds that a server needs for what was sent to it, once it answers
_MOST_FILES: Final = 4096
_CTRL_BREAK: Final = 1  # CTRL_BREAK_EVENT; CTRL_C_EVENT is 0, others end the process
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")
_LOOKS: Final = 0.02  # seconds between two looks of the thread that waits
_SHOW_CURSOR: Final = b"\x1b[?25h"  # programs that draw bars hide it

Undo = Callable[[], object]


class _State:
    """What was asked of this process, and what is under way in it."""

    def __init__(self) -> None:
        self.undos: list[Undo] = []
        self.code: int | None = None
        self.was_asked = False
        self.mask: set[signal.Signals | int] | None = None
        self.begin("mwagent")
        self.heeding = self.at_once = False

    def begin(self, name: str) -> None:
        """Begin to heed signals for a program."""
        self.asked: int | None = None
        self.raised = self.lost = self.said = False
        self.at_once = True
        self.depth = 0
        self.name = name
        self.heeding = True


_state = _State()


def asked() -> bool:
    """Whether the program was asked to end."""
    return _state.asked is not None


def check() -> None:
    """Raise KeyboardInterrupt where the program was asked to end, though it has been before."""
    if asked():
        _state.raised = True
        raise KeyboardInterrupt


def told() -> None:
    """Note that the user has been told that the program was stopped."""
    _state.said = True


def exit_code() -> int:
    """The exit code of a program that was asked to end: 130 after Ctrl-C, 143 after SIGTERM."""
    return INTERRUPTED if _state.asked is None else 128 + _state.asked


@contextmanager
def heeding(name: str, at_first: bool = False) -> Iterator[None]:
    """While the block runs, let the three signals end the program as this module says.

    `at_first` they end it `at_once`.

    Those that were ignored from the beginning still are, as `nohup` has it. `name` begins the
    sentence with which the process ends on the spot. Within another such block, and elsewhere than
    in the main thread, nothing changes.
    """
    before = {} if _state.heeding else _heeded()
    if not before:
        yield
        return
    _state.begin(name)
    try:
        for number in before:
            signal.signal(number, _hear)
    except ValueError:  # only the main thread may
        _state.heeding = False
        yield
        return
    hook = sys.unraisablehook
    if os.name == "posix":
        deaf = _ears(frozenset(before))
        sys.unraisablehook = _raise_elsewhere
    else:
        deaf = _console()
    try:
        with at_once(at_first):
            yield
    finally:
        _state.depth += 1  # the last steps are not broken off
        sys.unraisablehook = hook
        deaf()
        for number, handler in before.items():
            signal.signal(number, handler)
        _state.heeding, _state.was_asked, _state.asked = False, asked(), None


def heed_ctrl_c() -> None:
    """Let Ctrl-C end the program even where a shell started it with that ignored."""
    if _state.heeding:
        signal.signal(signal.SIGINT, _hear)


@contextmanager
def at_once(now: bool = True) -> Iterator[None]:
    """While the block runs, let signals end the process on the spot: nothing is to be undone yet.

    `now` False: while it runs, there may be.

    Code that is being imported may take a KeyboardInterrupt for an import that failed.
    """
    before, _state.at_once = _state.at_once, now
    try:
        yield
    finally:
        _state.at_once = before


def leave(code: int) -> NoReturn:
    """End the process with an exit code; nothing disturbs its last steps, nor do they take long."""
    for number in _numbers():
        signal.signal(number, signal.SIG_IGN)
    if _state.was_asked:
        # Threads of libraries may wait for what does not come.
        _thread.start_new_thread(_leave_late, (code,))
        _state.code = code
    sys.exit(code)


class undisturbed(ContextDecorator):  # noqa: N801
    """Keep a KeyboardInterrupt back until the block, or the function, has ended."""

    def __enter__(self) -> None:
        _state.depth += 1

    def __exit__(self, *_: object) -> None:
        _state.depth -= 1
        if _state.asked is not None and not _state.raised and _state.depth == 0:
            check()


def at_last(undo: weakref.WeakMethod[Undo]) -> None:
    """Call a method, in another thread, where the process ends on the spot while its object is."""

    def undo_if_there() -> None:
        method = undo()
        if method is not None:
            method()

    _state.undos.append(undo_if_there)


@contextmanager
def undone_at_last(undo: Undo) -> Iterator[None]:
    """Call `undo`, in another thread, where the process ends on the spot while the block runs."""
    _state.undos.append(undo)
    try:
        yield
    finally:
        _state.undos.remove(undo)


def keep_open(connection: int) -> None:
    """Keep a socket open as the process ends, until the other side answers or HANGS_AT_MOST.

    A server that hangs drops what it has not taken by the time that the connection ends. Another
    process keeps it, and nothing else.
    """
    if os.fork() == 0:
        import select

        os.setsid()
        os.closerange(0, connection)
        os.closerange(connection + 1, _MOST_FILES)
        select.select([connection], [], [], HANGS_AT_MOST)
        time.sleep(_TAKES)
        os._exit(0)


def _numbers() -> list[int]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


def _heeded() -> dict[int, signal._HANDLER]:
    """What handles the signals that are to be heeded, by their numbers."""
    handlers = {number: signal.getsignal(number) for number in _numbers()}
    return {
        number: handler
        for number, handler in handlers.items()
        if handler not in (signal.SIG_IGN, None)
    }


def _ears(numbers: frozenset[int]) -> Callable[[], None]:
    """Let a thread hear of signals at once, whatever the main thread does; gives what ends it."""

    def deaf() -> None:
        signal.set_wakeup_fd(-1)
        os.close(theirs)

    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    _thread.start_new_thread(_wait, (ours, numbers, _thread.get_ident()))
    return deaf


def _console() -> Callable[[], None]:
    """Let Windows tell of Ctrl-C, of Ctrl-Break, and that the console closes or the user logs off.

    It does so in a thread of its own. Gives what ends that.
    """
    import ctypes

    running = _thread.allocate_lock()
    running.acquire()

    def told(event: int) -> bool:
        patience = END_WITHIN if _state.asked is None else END_AGAIN_WITHIN
        signal.raise_signal(signal.SIGINT)  # which wakes the main thread where it sleeps
        if event <= _CTRL_BREAK:
            _thread.start_new_thread(_expect_end, (running, patience))
        else:  # the process ends as soon as this returns
            _expect_end(running, patience)
            time.sleep(LAST_ACTS)
        return True

    def deaf() -> None:
        kernel.SetConsoleCtrlHandler(handler, False)
        running.release()

    kernel = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009
    kind = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
    handler = kind(ctypes.c_int, ctypes.c_uint)(told)
    kernel.SetConsoleCtrlHandler(handler, True)
    return deaf


def _expect_end(running: _thread.LockType, patience: float) -> None:
    """End the process where what is `running` does not within some seconds."""
    if running.acquire(timeout=patience):
        running.release()
    else:
        _state.asked = _state.asked or signal.SIGINT
        _give_up()


def _hear(number: int, frame: object) -> None:
    """Take a signal, in the main thread between two steps of its code."""
    if _state.asked is None:
        _state.asked = number
        if _state.at_once:
            _end()
    elif not _state.lost:
        return  # it is ending: nothing that tidies up is broken off
    _state.lost = False
    if _state.depth == 0:
        check()


def _raise_elsewhere(what: sys.UnraisableHookArgs) -> None:
    """Raise a KeyboardInterrupt again that came in a place that can raise none."""
    if not issubclass(what.exc_type, KeyboardInterrupt) or not asked():
        sys.__unraisablehook__(what)
    else:
        _thread.start_new_thread(_raise_again, (_thread.get_ident(),))


def _raise_again(thread: int) -> None:
    time.sleep(_LOOKS)
    _state.lost = True
    signal.pthread_kill(thread, _state.asked or signal.SIGTERM)


def _wait(ours: int, numbers: frozenset[int], thread: int) -> None:
    """Wait for a signal, then for the end of the program, and end it where that does not come.

    A signal that comes just before `thread` goes to sleep does not wake it: it is sent once more.
    """
    with suppress(OSError):
        heard = b"?"
        while heard and numbers.isdisjoint(heard):
            heard = os.read(ours, 16)
        os.set_blocking(ours, False)
        due = time.monotonic() + END_WITHIN
        number = next(iter(numbers.intersection(heard)), None)
        woken, echoes = False, 0
        while number is not None and time.monotonic() < due:
            time.sleep(_LOOKS)
            slept = _state.asked is None  # asked before the end is: that forgets it
            count = 0
            with suppress(BlockingIOError):
                while heard := os.read(ours, 16):
                    count += sum(byte in numbers for byte in heard)
                break  # it has ended
            if count > echoes:
                due = min(due, time.monotonic() + END_AGAIN_WITHIN)
            echoes = max(0, echoes - count)
            if slept and not woken:
                woken, echoes = True, echoes + 1
                signal.pthread_kill(thread, number)
        else:
            if number is not None:
                _state.asked = _state.asked or number
                _give_up()
    os.close(ours)


@atexit.register
def _leave_last() -> None:
    """End a process that was asked to, when all is done.

    Threads in native code would crash as Python is taken down, and it gives an exit code of its own
    where a KeyboardInterrupt has passed through `exec`.
    """
    if _state.code is not None:
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(_state.code)


def _leave_late(code: int) -> None:
    time.sleep(LAST_ACTS)
    os._exit(code)


def _give_up() -> None:
    """Undo what is to be undone, and end the process."""
    done = _thread.allocate_lock()
    done.acquire()

    def undo_all() -> None:
        for undo in reversed(_state.undos):
            with suppress(Exception):
                undo()
        done.release()

    _thread.start_new_thread(undo_all, ())
    done.acquire(timeout=LAST_ACTS)
    if os.isatty(2):
        _write(_SHOW_CURSOR)
    _end()


def _end() -> None:
    """End the process on the spot, with its sentence and its exit code."""
    if not _state.said:
        _write(f"{_state.name}: stopped\n".encode(errors="replace"))
    os._exit(exit_code())


def _write(text: bytes) -> None:
    # Not by `sys.stderr`, which the main thread may have locked.
    with suppress(OSError):
        os.write(2, text)


def _hold_back() -> None:
    """Let no signal come between a fork and the first step of the new process."""
    if _state.heeding:
        _state.mask = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers())


def _go_on() -> None:
    if _state.mask is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, _state.mask)
        _state.mask = None


def _forget() -> None:
    """Let a process that was forked end as any other: the thread that listens is not in it."""
    if _state.heeding:
        signal.set_wakeup_fd(-1)
        for number in _numbers():
            signal.signal(number, signal.SIG_DFL)
    _go_on()
    _state.begin(_state.name)
    _state.undos, _state.heeding = [], False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_hold_back, after_in_parent=_go_on, after_in_child=_forget)
