"""Worker processes on this machine, each with one task at a time.

A worker that dies, whoever killed it, is replaced, and its task is played again.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, Protocol

from mwagent.minefield import MinefieldError
from mwagent.solvers.cores import cores
from mwagent.virtual.arena.games import Chunk, Task, play_task

LIVES: Final = 3
"""Number of workers that may die over one task before it is given up."""


class WorkerError(MinefieldError):
    """A worker could not play its task."""

    exit_code = 1


class Workers(Protocol):
    """Those who play tasks: processes here, or a cluster."""

    @property
    def size(self) -> int:
        """How many tasks to keep them busy with."""
        ...

    def start(self, task: Task) -> None:
        """Hand out a task; at most `size` may be out at once."""
        ...

    def finished(self) -> tuple[Task, Chunk]:
        """Wait for one task to be finished; raises what its worker raised."""
        ...

    def close(self) -> None:
        """Send all workers home at once."""
        ...


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    task: Task | None = None
    deaths: int = 0


@dataclass(slots=True)
class Crew:
    """Processes on this machine; `size` is how many, all cores by default."""

    size: int = field(default_factory=cores)
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
            ready = wait([worker.pipe for worker in self._workers if worker.task is not None])
            for worker in [worker for worker in self._workers if worker.pipe in ready]:
                task = worker.task
                try:
                    answer = worker.pipe.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                worker.task, worker.deaths = None, 0
                assert task is not None
                if isinstance(answer, Exception):
                    raise answer
                return task, answer

    def pids(self) -> Sequence[int]:
        """List the process ids of the workers."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def close(self) -> None:
        """Send all workers home at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()

    def _give(self, worker: _Worker, task: Task) -> None:
        worker.task = task
        # A worker that has just died is found out when its answer is waited for.
        with suppress(OSError):
            worker.pipe.send(task)

    def _replace(self, worker: _Worker) -> None:
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        task, deaths = worker.task, worker.deaths + 1
        assert task is not None
        if deaths >= LIVES:
            raise WorkerError(
                f"{deaths} workers died one after another over games {task.numbers.start} to "
                f"{task.numbers.stop - 1} of {task.entrant}; check memory, or play them alone with "
                f"--workers 1"
            )
        fresh = _hire()
        worker.process, worker.pipe, worker.deaths = fresh.process, fresh.pipe, deaths
        self._give(worker, task)


def _hire() -> _Worker:
    # Spawned, not forked: a fork would inherit the other workers' pipes and any solver's threads.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    with _deaf():
        process.start()
    theirs.close()
    return _Worker(process, ours)


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


def _work(pipe: Connection) -> None:
    """Play one task after another until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            answer: Chunk | Exception
            try:
                answer = play_task(task)
            except MinefieldError as error:
                answer = WorkerError(str(error))
            except Exception as error:
                answer = WorkerError(
                    f"{task.entrant} failed in games {task.numbers.start} to "
                    f"{task.numbers.stop - 1}: {type(error).__name__}: {error} ({_place(error)})"
                )
            pipe.send(answer)
