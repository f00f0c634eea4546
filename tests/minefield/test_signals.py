"""A program that is asked to end does so soon, and undoes what has to be, whatever it does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mwagent.minefield import signals
from testbed.folders import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")

PROGRAM = """
import os, sys, time
from mwagent.minefield import command, signals
def body():
    {body}
    return 0
command.leave(command.run("example", body))
"""
SWALLOWED = """
    while True:
        try: print("begun", flush=True); time.sleep(60)
        except BaseException: pass
"""
NATIVE = """
    import ctypes
    lock, library = ctypes.create_string_buffer(64), ctypes.CDLL(None)
    print("begun", flush=True)
    while True: library.pthread_mutex_lock(lock)  # waits for itself, as a library for a display
"""


def program(body: str, *before: str) -> subprocess.Popen[str]:
    """A command that has printed that it has begun."""
    words = [*before, sys.executable, "-c", PROGRAM.format(body=body)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = subprocess.Popen(words, text=True, cwd=ROOT, **pipes)  # type: ignore[call-overload]
    assert started.stdout.readline() == "begun\n"
    return started


def stopped(running: subprocess.Popen[str], *numbers: signal.Signals) -> tuple[int, str, str]:
    """What a command printed, and its exit code, once it was sent signals."""
    for number in numbers:
        running.send_signal(number)
        time.sleep(0.05)
    out, said = running.communicate(timeout=20)
    return running.returncode, out, said


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)]
)
def test_the_exit_code_tells_the_signal(number: signal.Signals) -> None:
    running = program("print('begun', flush=True); time.sleep(60)")
    assert stopped(running, number) == (128 + number, "", "example: stopped\n")


@pytest.mark.parametrize("body", [SWALLOWED, NATIVE], ids=["swallowed", "in native code"])
def test_two_ctrl_c_end_what_takes_no_notice(body: str) -> None:
    code, _, said = stopped(program(body.strip()), signal.SIGINT, signal.SIGINT)
    assert (code, said) == (130, "example: stopped\n")


@pytest.mark.slow
def test_one_signal_ends_what_takes_no_notice_and_undoes_what_it_has_done() -> None:
    body = "with signals.undisturbed(), signals.undone_at_last(lambda: os.write(1, b'undone')):"
    body += f"\n        {NATIVE.strip()}"
    body = body.replace("\n    lock", "\n        lock").replace("\n    print", "\n        print")
    running = program(body.replace("\n    while", "\n        while"))
    assert stopped(running, signal.SIGTERM) == (143, "undone", "example: stopped\n")


@pytest.mark.slow
def test_an_undoing_that_hangs_keeps_nobody() -> None:
    body = f"with signals.undone_at_last(lambda: time.sleep(60)):{SWALLOWED}".replace(
        "    ", "      "
    )
    code, _, _ = stopped(program(body), signal.SIGINT, signal.SIGINT)
    assert code == 130


def test_what_tidies_up_is_not_broken_off_by_a_second_ctrl_c() -> None:
    body = (
        "signals.END_AGAIN_WITHIN = signals.END_WITHIN = 15.0  # printing may take long\n"
        "    try: print('begun', flush=True); time.sleep(60)\n"
        "    finally: os.kill(os.getpid(), 2); print('tidy', flush=True)"
    )
    code, out, said = stopped(program(body), signal.SIGINT)
    assert (code, out, said) == (130, "tidy\n", "example: stopped\n")


def test_what_nohup_ignores_stays_ignored() -> None:
    body = "print('begun', flush=True); time.sleep(0.3); print('done', flush=True)"
    running = program(body, "nohup")
    code, out, _ = stopped(running, signal.SIGHUP)
    assert (code, out) == (0, "done\n")


@pytest.mark.slow
def test_a_forked_process_ends_as_any_other() -> None:
    body = (
        "child = os.fork()\n"
        "    if not child: time.sleep(60)\n"
        "    os.kill(child, 15); print('begun', flush=True)\n"
        "    print(os.waitpid(child, 0)[1], flush=True); time.sleep(1.5); print('on')"
    )
    with program(body) as running:
        assert running.stdout is not None
        out = running.stdout.read()
    assert out == f"{int(signal.SIGTERM)}\non\n"


def test_a_block_that_may_not_be_broken_off_is_not() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), signals.heeding("example"):
        with signals.undisturbed():
            signal.raise_signal(signal.SIGINT)
            steps.append("done")
        steps.append("never")
    assert steps == ["done"]
    signals.check()  # whoever runs next in this process was asked nothing


def test_who_swallows_it_is_told_again() -> None:
    with signals.heeding("example"):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGHUP)
        with pytest.raises(KeyboardInterrupt):
            signals.check()
        assert signals.exit_code() == 129
    with signals.heeding("another"):
        signals.check()


def test_what_is_raised_where_nothing_can_be_is_raised_again() -> None:
    class Swallowing:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(KeyboardInterrupt), signals.heeding("example"):
        one = Swallowing()
        del one
        time.sleep(20)


def test_handlers_are_as_they_were_afterwards() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with signals.heeding("example"):
        assert signal.getsignal(signal.SIGTERM) is not before[1]
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


STARTED = """
import importlib, json, signal, sys

told = []
for before, after in json.loads(sys.stdin.read()):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.orig_argv, sys.argv = ["python", *before], after
    import mwagent
    importlib.reload(mwagent)
    told.append(signal.getsignal(signal.SIGINT) is signal.SIG_DFL)
print(json.dumps(told))
"""


def test_the_package_is_quiet_from_its_first_line_for_our_commands_alone() -> None:
    """Each as Python has its arguments while it loads the package."""
    starts: dict[bool, list[tuple[list[str], list[str]]]] = {
        True: [
            (["-m", "mwagent"], ["-m"]),
            (["-u", "-m", "mwagent.coach", "games"], ["-m", "games"]),
            (["/usr/bin/mwagent", "read"], ["/usr/bin/mwagent", "read"]),
        ],
        False: [
            (["-m", "pytest", "mwagent"], ["/site/pytest/__main__.py", "mwagent"]),
            (["-m", "another", "mwagent"], ["-m", "mwagent"]),
            (["script.py", "mwagent"], ["script.py", "mwagent"]),
            (["-c", "import mwagent"], ["-c"]),
            ([], [""]),
        ],
    }
    for ours, ways in starts.items():
        done = subprocess.run(
            [sys.executable, "-c", STARTED],
            cwd=ROOT,
            input=json.dumps(ways),
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == [ours] * len(ways)


def test_ctrl_c_in_the_first_import_of_a_command_is_quiet(tmp_path: Path) -> None:
    interrupted = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(9)"
    (tmp_path / "lazy_loader.py").write_text(interrupted, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mwagent", "--help"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


def test_no_duration_is_told_by_a_clock_that_can_be_set() -> None:
    dates = {"coach/sources/steady.py", "coach/recorder.py"}
    folder = ROOT / "mwagent"
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if "time.time()" in path.read_text(encoding="utf-8")
    }
    assert found == dates, "durations are told by time.monotonic or time.perf_counter"
