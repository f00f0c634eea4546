"""The arena on a real Dask cluster on loopback, one worker of which is killed in mid-run."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from mwagent.minefield import FirstClick, Level, MinefieldError
from mwagent.virtual.arena.boards import ListedBoards, SeededBoards
from mwagent.virtual.arena.entrants import Entrant
from mwagent.virtual.arena.games import Task, play_task
from mwagent.virtual.arena.ledger import Ledger
from mwagent.virtual.arena.tournament import Standing, Tournament

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

EXACT = Entrant.make("exactsolver")
BOARDS = SeededBoards(Level(16, 16, 40), FirstClick.SAFE, (0, 0), seed=21, games=500)
QUIET = ["--no-dashboard"]
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers of one thread each; gives the address and the workers."""
    with ExitStack() as stack:

        def start(*words: str) -> subprocess.Popen[bytes]:
            log = stack.enter_context((tmp_path / "dask.log").open("ab"))
            command = [sys.executable, "-m", "dask", *words, *QUIET]
            process = subprocess.Popen(command, stdout=log, stderr=log)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        file = tmp_path / "scheduler.json"
        start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        deadline = time.monotonic() + 60
        # The file is there a moment before what it says.
        while (
            not (file.exists() and file.read_text().endswith("}")) and time.monotonic() < deadline
        ):
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        one = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0"]
        workers = [start("worker", address, *one) for _ in range(2)]
        _wait_for_workers(address, 2)
        yield address, workers


def _wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=60)


def test_a_lost_workers_range_is_played_again(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    from mwagent.virtual.arena.cluster import Cluster

    address, workers = cluster
    with Ledger(":memory:") as ledger:
        tournament = Tournament.open(BOARDS, [EXACT], ledger)
        hands = Cluster(address)
        assert hands.size == 4

        def kill(standing: Standing) -> None:
            if standing.tally.games >= 50:
                workers[0].kill()

        tournament.play(hands, kill)
        assert workers[0].wait(10) != 0
        assert hands.size == 2
        hands.close()
        games = list(ledger.games(tournament.standings[0].entry, range(500)))
    expected = play_task(Task(BOARDS, EXACT, range(500))).games
    assert [game._replace(ms=0) for game in games] == [game._replace(ms=0) for game in expected]

    # The same cluster plays listed boards, too, and says what goes wrong in a game.
    hands = Cluster(address)
    listed = ListedBoards(((3, 1, (1,)),) * 3, (0, 0), "some")
    hands.start(Task(listed.part(range(2, 3)), EXACT, range(2, 3)))
    task, chunk = hands.finished()
    assert task.numbers == range(2, 3) and chunk.games[0].number == 2
    stale = Entrant("exactsolver", "{}", clicks="", version="stale")
    hands.start(Task(listed, stale, range(1)))
    with pytest.raises(MinefieldError, match="asks for stale"):
        hands.finished()
    hands.close()


def test_no_scheduler_is_told_in_a_sentence() -> None:
    from mwagent.virtual.arena.cluster import Cluster

    with pytest.raises(MinefieldError, match="no Dask scheduler answers at tcp://127"):
        Cluster("tcp://127.0.0.1:9", timeout=1)
