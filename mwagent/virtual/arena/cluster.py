"""Workers on a Dask cluster (https://distributed.dask.org), for the optional extra `cluster`.

Dask gives a lost worker's tasks to another one by itself; one that keeps killing its workers
comes back as an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mwagent.minefield import MinefieldError
from mwagent.virtual.arena.crew import WorkerError
from mwagent.virtual.arena.games import Chunk, Task, play_task

if TYPE_CHECKING:
    from distributed import Client


class Cluster:
    """An existing Dask cluster, found by the address of its scheduler."""

    def __init__(self, address: str, timeout: float = 10.0):
        if not re.fullmatch(r"[a-z]+://[^/\s]+:\d{1,5}", address):
            raise WorkerError(f"--dask needs the scheduler's tcp://HOST:PORT, got {address!r}")
        try:
            from distributed import Client, as_completed
        except ImportError:
            raise WorkerError(
                "--dask needs the optional part: pip install 'mwagent[cluster]'"
            ) from None
        try:
            self._client: Client = Client(address, timeout=timeout, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkerError(
                f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler`"
            ) from None
        self._answers: Any = as_completed(loop=self._client.loop)
        self._tasks: dict[str, Task] = {}

    @property
    def size(self) -> int:
        """Two tasks for every thread of the cluster as it is now, so that none stands idle."""
        threads: dict[str, int] = self._client.nthreads()
        return 2 * max(1, sum(threads.values()))

    def start(self, task: Task) -> None:
        """Hand out a task."""
        future = self._client.submit(play_task, task, pure=False, retries=0)
        self._tasks[future.key] = task
        self._answers.add(future)

    def finished(self) -> tuple[Task, Chunk]:
        """Wait for one task to be finished; raises what its worker raised."""
        future = next(self._answers)
        task = self._tasks.pop(future.key)
        error = future.exception()
        if error is None:
            return task, future.result()
        if isinstance(error, MinefieldError):
            raise WorkerError(str(error), task)
        raise WorkerError(
            f"the cluster could not play games {task.numbers.start} to {task.numbers.stop - 1} of "
            f"{task.entrant}: {error!r}",
            task,
        )

    def close(self) -> None:
        """Call back what is still out, and let go of the cluster."""
        self._client.cancel(self._answers.futures)
        self._client.close()
