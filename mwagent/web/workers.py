"""Heavy work in processes of their own, each killed when it goes beyond its limits."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import TypeVar

import anyio
from anyio import to_process

from mwagent.minefield import MinefieldError
from mwagent.web.limits import Limits

G = TypeVar("G")
T = TypeVar("T")


class TooLongError(MinefieldError):
    """The work was not done within its time, and its process was killed."""


class TooBusyError(MinefieldError):
    """More requests wait than a server keeps waiting."""


class WorkerDiedError(MinefieldError):
    """A worker process ended by itself in the middle of its work: it ran out of memory, say."""


class Workers:
    """A pool of processes, started when they are first needed, and kept warm.

    Use it from one event loop. The processes end with that loop, also when this process is killed.
    """

    def __init__(self, limits: Limits):
        self._limits = limits
        logging.getLogger("asyncio").addFilter(_but_for_ended_workers)
        self._turn = anyio.CapacityLimiter(limits.workers)
        self._unbounded = anyio.CapacityLimiter(float("inf"))

    async def run(self, work: Callable[[G], T], given: G, *, seconds: float | None = None) -> T:
        """Call `work(given)` in a worker process as soon as one is free, and give its result.

        It has `seconds`, by default those of the limits. `work` must be importable there, and its
        argument, result and exceptions picklable. Raises TooBusyError, TooLongError or
        WorkerDiedError, and what `work` raises.
        """
        if self._turn.statistics().tasks_waiting >= self._limits.waiting:
            raise TooBusyError("too many requests are waiting; try again in a minute")
        most = self._limits.seconds if seconds is None else seconds
        async with self._turn:
            try:
                with anyio.fail_after(most):
                    return await to_process.run_sync(
                        _within_memory,
                        self._limits.memory_bytes,
                        work,
                        given,
                        cancellable=True,
                        limiter=self._unbounded,
                    )
            except TimeoutError:
                raise TooLongError(
                    f"this took longer than the {most:g} s a request may take; "
                    f"try something smaller"
                ) from None
            except (anyio.BrokenWorkerProcess, MemoryError):
                raise WorkerDiedError(
                    "the process at work on this broke down or ran out of memory; try something "
                    "smaller"
                ) from None


def _but_for_ended_workers(record: logging.LogRecord) -> bool:
    """Keep what asyncio logs, but that worker processes end with their loop: so they should."""
    return not record.getMessage().startswith("Unknown child process")


_tamed = False


def _within_memory(memory_bytes: int, work: Callable[[G], T], given: G) -> T:
    """Do the work in this worker process, which is prepared for it once."""
    global _tamed  # noqa: PLW0603 - a process has one address space and one standard error
    if not _tamed:
        _tamed = True
        # C libraries write their complaints there, and nobody reads that pipe.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        try:
            import resource
        except ImportError:  # Windows has no such limits
            return work(given)
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY or memory_bytes < most:
            resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, most))
    return work(given)
