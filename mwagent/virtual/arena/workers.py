"""Worker processes on this machine, each with one task at a time.

A worker that dies, whoever killed it, is replaced, and its task is played again. Libraries do not
keep that: one dead worker breaks all of a ProcessPoolExecutor, and one that dies before it has a
task all of pebble's pool (in one of two runs in which a worker was killed every two seconds).
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import ModuleType
from typing import Final

from mwagent.minefield import MinefieldError
from mwagent.solvers.best import cores
from mwagent.virtual.arena.games import Chunk, Clock, Task, play_task

LIVES: Final = 3
"""Number of workers that may die over one task before it is given up."""


POLL: Final = 0.1
"""Seconds between two looks whether a move takes too long, at most."""


class WorkerError(MinefieldError):
    """A worker could not play its task; `task` is that, where the entrant is at fault."""

    exit_code = 1

    def __init__(self, message: str, task: Task | None = None):
        super().__init__(message)
        self.task = task


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    moving: Clock
    task: Task | None = None
    deaths: int = 0


@dataclass(slots=True)
class WorkerPool:
    """Processes on this machine; `size` is how many, all cores by default.

    `move_time` are the seconds that an entrant may take over a move; one that takes longer is
    stopped, and `finished` raises.
    """

    size: int = field(default_factory=cores)
    move_time: float | None = None
    _workers: list[_Worker] = field(default_factory=list)

    def start(self, task: Task) -> None:
        """Hand out a task to an idle worker."""
        worker = next((worker for worker in self._workers if worker.task is None), None)
        if worker is None:
            if len(self._workers) >= self.size:
                raise ValueError("every worker is busy")
            worker = _hire()
            self._workers.append(worker)
        self._give(worker, task)

    def finished(self) -> tuple[Task, Chunk]:
        """Wait for one task to be finished; raises what its worker raised."""
        while True:
            busy = [worker for worker in self._workers if worker.task is not None]
            ready = wait([worker.pipe for worker in busy], self._patience)
            if not ready:
                self._stop_hanging(busy)
            for worker in [worker for worker in self._workers if worker.pipe in ready]:
                task = worker.task
                try:
                    answer = worker.pipe.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                worker.task, worker.deaths = None, 0
                assert task is not None
                if isinstance(answer, str):
                    raise WorkerError(answer, task)
                return task, answer

    @property
    def _patience(self) -> float | None:
        return None if self.move_time is None else min(POLL, self.move_time)

    def _stop_hanging(self, busy: Sequence[_Worker]) -> None:
        """Raise WorkerError for a worker whose entrant takes too long over a move."""
        now = time.monotonic()
        for worker in busy:
            began = worker.moving.value
            if self.move_time is not None and began and now - began > self.move_time:
                self._workers.remove(worker)
                _dismiss(worker)
                assert worker.task is not None
                raise WorkerError(
                    f"{_where(worker.task)} it took longer than {self.move_time:g} s over a move",
                    worker.task,
                )

    def pids(self) -> Sequence[int]:
        """List the process ids of the workers."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def close(self) -> None:
        """Send all workers home at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            _dismiss(worker)
        self._workers.clear()

    def _give(self, worker: _Worker, task: Task) -> None:
        worker.task = task
        # A worker that has just died is found out when its answer is waited for.
        with suppress(OSError):
            worker.pipe.send(task)

    def _replace(self, worker: _Worker) -> None:
        _dismiss(worker)
        task, deaths = worker.task, worker.deaths + 1
        assert task is not None
        if deaths >= LIVES:
            raise WorkerError(
                f"{deaths} workers died one after another over games {task.numbers.start} to "
                f"{task.numbers.stop - 1} of {task.entrant}; check memory, or play them alone with "
                f"--workers 1",
                task,
            )
        fresh = _hire()
        worker.process, worker.pipe, worker.deaths = fresh.process, fresh.pipe, deaths
        worker.moving = fresh.moving
        self._give(worker, task)


class ThisProcess:
    """This process itself, for entrants that no other one can import."""

    size = 1

    def __init__(self) -> None:
        self._task: Task | None = None

    def start(self, task: Task) -> None:
        """Take a task; it is played when it is waited for."""
        self._task = task

    def finished(self) -> tuple[Task, Chunk]:
        """Play the task; raises WorkerError where the entrant fails."""
        task, self._task = self._task, None
        assert task is not None
        answer = _answer(task, None)
        if isinstance(answer, str):
            raise WorkerError(answer, task)
        return task, answer

    def close(self) -> None:
        """There is nobody to send home."""


Workers = WorkerPool | ThisProcess
"""Those who play tasks: `start` hands one out, at most `size` at once, `finished` waits for one."""


def _dismiss(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.pipe.close()


def _where(task: Task) -> str:
    numbers = task.numbers
    return f"{task.entrant} failed in games {numbers.start} to {numbers.stop - 1}:"


def _hire() -> _Worker:
    # Spawned, not forked: a fork would inherit the other workers' pipes and any solver's threads.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    moving: Clock = context.Value("d", 0.0, lock=False)
    process = context.Process(target=_work, args=(theirs, moving), daemon=True)
    with _deaf(), _without_main():
        process.start()
    theirs.close()
    return _Worker(process, ours, moving)


@contextmanager
def _without_main() -> Iterator[None]:
    """Start processes that do not run the user's script again, which may have no guard."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, not even while they import what they need.

    Ours hears it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # started by the first process, it would lift the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _place(error: Exception) -> str:
    """The line of a program on which it failed."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"


def _work(pipe: Connection, moving: Clock) -> None:
    """Play one task after another until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            answer = _answer(pipe.recv(), moving)
            moving.value = 0.0
            pipe.send(answer)


def _answer(task: Task, moving: Clock | None) -> Chunk | str:
    """Play a task; gives a sentence where that fails."""
    try:
        return play_task(task, moving)
    except MinefieldError as error:
        return str(error)
    except Exception as error:
        return f"{_where(task)} {type(error).__name__}: {error} ({_place(error)})"
