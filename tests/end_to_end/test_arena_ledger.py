"""The results file: nothing reported is lost, nothing is counted twice, whatever is killed."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import FirstClick, Level, MinefieldError
from mwagent.virtual.arena.boards import SeededBoards
from mwagent.virtual.arena.entrants import Entrant
from mwagent.virtual.arena.games import Chunk, Ending, Played, Task, play_task
from mwagent.virtual.arena.ledger import Ledger
from mwagent.virtual.arena.tournament import Standing, Tournament
from mwagent.virtual.arena.workers import WorkerPool
from testbed.ledgers import count, read

FIELD = SeededBoards(Level(16, 16, 40), FirstClick.SAFE, (0, 0), seed=11, games=400)
EXACT = Entrant.make("exactsolver")
ARENA = [sys.executable, "-m", "virtual.arena", "--solvers", "exactsolver", "--seed", "11"]


def chunk(numbers: list[int]) -> Chunk:
    games = [Played(number, Ending.WON, 1.0, 2, 0, 71) for number in numbers]
    return Chunk(games, Counter({0: 2 * len(numbers)}))


def rows(path: Path) -> list[tuple[object, ...]]:
    return read(path, "SELECT number, ending, moves, guesses, opened FROM games ORDER BY number")


def facts(game: Played) -> tuple[object, ...]:
    return game.number, str(game.ending), game.moves, game.guesses, game.opened


@cache
def reference(games: int) -> list[tuple[object, ...]]:
    return list(map(facts, play_task(Task(FIELD, EXACT, range(games))).games))


def finish(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 12), unique=True, max_size=6), max_size=6))
def test_missing_ranges_are_what_was_not_recorded(parts: list[list[int]]) -> None:
    with Ledger(":memory:") as ledger:
        entry = ledger.entry(FIELD, EXACT)
        known: set[int] = set()
        for part in parts:
            new = ledger.record(entry, chunk(part))
            assert {game.number for game in new} == set(part) - known
            known |= set(part)
        left = [number for gap in ledger.missing(entry, range(10)) for number in gap]
        assert left == [number for number in range(10) if number not in known]
        assert [game.number for game in ledger.games(entry, range(99))] == sorted(known)


def test_entries_are_kept_apart() -> None:
    others = [
        Entrant.make("exactsolver", clicks="few"),
        Entrant.make("mcdfssolver"),
        Entrant.make("mcdfssolver", ["max_vars=9"]),
        Entrant(EXACT.solver, EXACT.options, clicks="", version="other"),
    ]
    boards = [
        FIELD,
        SeededBoards(FIELD.level, FirstClick.OPEN, FIELD.first, 11, 400),
        SeededBoards(FIELD.level, FIELD.rule, (1, 0), 11, 400),
        SeededBoards(FIELD.level, FIELD.rule, FIELD.first, 12, 400),
        SeededBoards(Level(16, 16, 41), FIELD.rule, FIELD.first, 11, 400),
    ]
    with Ledger(":memory:") as ledger:
        entries = [ledger.entry(FIELD, entrant) for entrant in others]
        entries += [ledger.entry(some, EXACT) for some in boards]
        assert len(set(entries)) == len(others) + len(boards)
        assert ledger.entry(FIELD, EXACT) == entries[len(others)]
        # More games of the same kind are the same entry.
        more = SeededBoards(FIELD.level, FIELD.rule, FIELD.first, 11, 4000)
        assert ledger.entry(more, EXACT) == entries[len(others)]


def test_pairs_are_counted_over_common_boards() -> None:
    with Ledger(":memory:") as ledger:
        a, b = ledger.entry(FIELD, EXACT), ledger.entry(FIELD, Entrant.make("mcdfssolver"))
        for entry, endings in ((a, "WWGG.W"), (b, "WGWG")):
            for number, letter in enumerate(endings):
                if letter != ".":
                    ending = Ending.WON if letter == "W" else Ending.GUESS
                    game = Played(number, ending, 1.0, 1, 1, 1)
                    ledger.record(entry, Chunk([game], Counter()))
        assert ledger.pairs(a, b, 400) == (4, 1, 1)
        assert ledger.pairs(a, b, 2) == (2, 1, 0)


@pytest.mark.long
def test_killed_workers_are_replaced_and_their_games_played_again() -> None:
    with Ledger(":memory:") as ledger:
        tournament = Tournament.open(FIELD, [EXACT], ledger)
        pool = WorkerPool(2)
        killed: set[int] = set()

        def kill(standing: Standing) -> None:
            fresh = set(pool.pids()) - killed
            if fresh and len(killed) < 2:
                victim = fresh.pop()
                killed.add(victim)
                os.kill(victim, signal.SIGKILL)

        try:
            tournament.play(pool, kill)
        finally:
            pool.close()
        assert len(killed) == 2
        games = list(ledger.games(tournament.standings[0].entry, range(400)))
    assert [(g.number, str(g.ending), g.moves, g.guesses, g.opened) for g in games] == reference(
        400
    )
    assert tournament.standings[0].tally.games == 400


def test_what_another_run_writes_meanwhile_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    played: list[range] = []

    class Watched(WorkerPool):
        def start(self, task: Task) -> None:
            played.append(task.numbers)
            super().start(task)

    with Ledger(path) as ledger, Ledger(path) as other:
        tournament = Tournament.open(FIELD, [EXACT], ledger)
        theirs = play_task(Task(FIELD, EXACT, range(150, 330)))

        def write(standing: Standing) -> None:
            other.record(other.entry(FIELD, EXACT), theirs)

        pool = Watched(1)
        try:
            tournament.play(pool, write)
        finally:
            pool.close()
        tally = tournament.standings[0].tally
    assert tournament.finished and tally.games == 400
    assert tally.wins == sum(row[1] == "won" for row in reference(400))
    assert rows(path) == reference(400)
    again = sum(len(range(max(150, some.start), min(330, some.stop))) for some in played)
    assert again <= len(max(played, key=len))


def test_a_task_that_keeps_killing_its_workers_is_given_up() -> None:
    pool = WorkerPool(1)
    big = SeededBoards(Level(200, 200, 8000), FirstClick.SAFE, (0, 0), 1, 1000)
    try:
        pool.start(Task(big, EXACT, range(1000)))
        for _ in range(3):
            os.kill(pool.pids()[0], signal.SIGKILL)
            if _ < 2:
                with pytest.raises(TimeoutError):
                    _wait_briefly(pool)
        with pytest.raises(MinefieldError, match="3 workers died one after another"):
            pool.finished()
    finally:
        pool.close()


def _wait_briefly(pool: WorkerPool) -> None:
    def out_of_time(*args: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        pool.finished()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_kill_9_of_the_whole_run_loses_nothing_reported(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    command = [
        *ARENA,
        "--level",
        "intermediate",
        "--games",
        "400",
        "--ledger",
        str(path),
        "--workers",
        "2",
    ]
    for wanted in (1, 60):
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while count(path) < wanted and time.monotonic() < deadline:
            time.sleep(0.02)
        children = _children(run.pid)
        run.kill()
        run.wait()
        assert count(path) >= wanted
        deadline = time.monotonic() + 10
        while any(map(_alive, children)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(map(_alive, children)), "workers outlived their arena"
    finish(command)
    assert rows(path) == reference(400)


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_full_disk_is_told_in_a_sentence_and_the_run_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    command = [*ARENA, "--level", "beginner", "--games", "2000", "--ledger", str(path)]

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

    done = subprocess.run(
        command, capture_output=True, text=True, check=False, preexec_fn=small_files
    )
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("python -m virtual.arena: results file") and "make room" in last
    assert "Traceback" not in done.stderr
    assert 0 < count(path) < 2000
    finish(command)
    assert count(path) == 2000
