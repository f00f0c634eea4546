"""How commands end: whatever becomes of their streams, in one sentence and with an exit code."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mwagent.minefield import command

BODY = """
import sys
from mwagent.minefield import command, MinefieldError
def body():
    {body}
    return 0
command.leave(command.run("example", body))
"""
POSIX = pytest.mark.skipif(os.name != "posix", reason="there is no shell of POSIX here")


def shell(body: str, ending: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command whose body is given, with what a shell may append to it."""
    if not ending:
        words = [sys.executable, "-c", BODY.format(body=body)]
        return subprocess.run(words, capture_output=True, text=True, check=False)
    line = f'"$0" -c "$1" {ending}'
    words = ["bash", "-o", "pipefail", "-c", line, sys.executable, BODY.format(body=body)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def one_sentence(done: subprocess.CompletedProcess[str], code: int, *parts: str) -> None:
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("example: ")
    assert all(part in done.stderr for part in parts), done.stderr


def test_what_is_printed_arrives() -> None:
    done = shell("print('hello')")
    assert (done.returncode, done.stdout, done.stderr) == (0, "hello\n", "")


@POSIX
@pytest.mark.parametrize("printed", ["print('x')", "print('x', flush=True)", "print('x' * 10**6)"])
def test_a_full_disk_under_the_output(printed: str) -> None:
    one_sentence(shell(printed, ">/dev/full"), 2, "the output cannot be written", "No space left")


@POSIX
def test_help_on_a_full_disk() -> None:
    help_words = (
        "from mwagent.minefield.arguments import Parser;"
        "Parser('example', 'x').parse_args(['--help'])"
    )
    one_sentence(shell(help_words, ">/dev/full"), 2, "No space left")


def test_too_little_memory() -> None:
    one_sentence(shell("raise MemoryError"), 2, "not enough memory")


def test_control_characters_of_a_file_reach_no_terminal() -> None:
    done = shell(r"raise MinefieldError('bad \x1b[2J\x07\x9b name')")
    one_sentence(done, 2, r"bad \x1b[2J\x07\x9b name")


@POSIX
def test_a_closed_output() -> None:
    one_sentence(shell("print('x')", ">&-"), 2, "closed")


@POSIX
def test_a_closed_output_that_nothing_is_written_to() -> None:
    done = shell("pass", ">&-")
    assert (done.returncode, done.stderr) == (0, "")


@POSIX
def test_files_opened_later_do_not_become_the_closed_output() -> None:
    numbers = "print([open('/dev/null').fileno() > 2 for _ in range(3)], file=sys.stderr)"
    assert shell(numbers, "<&- >&-").stderr == "[True, True, True]\n"


@POSIX
@pytest.mark.parametrize("printed", ["print('x' * 10**6)", "[print('x') for _ in range(10**5)]"])
def test_a_reader_that_went_away(printed: str) -> None:
    done = shell(printed, "| head -0")
    assert (done.returncode, done.stderr) == (141, "")


@POSIX
def test_a_reader_of_tables_that_went_away() -> None:
    table = "from rich.console import Console; [Console().print('x' * 999) for _ in range(999)]"
    done = shell(table, "| head -0")
    assert (done.returncode, done.stderr) == (141, "")


@POSIX
def test_a_closed_standard_error_takes_what_comes() -> None:
    done = shell("print('x', file=sys.stderr); print('y')", "2>&-")
    assert (done.returncode, done.stdout) == (0, "y\n")
    assert shell("raise MinefieldError('bad')", "2>&-").returncode == 2


def test_errors_are_one_sentence_after_what_was_printed() -> None:
    done = shell("print('x'); raise MinefieldError('no such board')")
    one_sentence(done, 2, "no such board")
    assert done.stdout == "x\n"


def test_ctrl_c_that_makes_what_comes_after_it_fail() -> None:
    done = shell("exec('try: raise KeyboardInterrupt\\nfinally: 1 / 0')")
    one_sentence(done, 130, "stopped")


def test_a_file_that_cannot_be_opened_is_named() -> None:
    one_sentence(shell("open('/no/where', 'w')"), 2, "/no/where: No such file or directory")


def test_characters_that_the_output_cannot_show() -> None:
    done = shell("sys.stdout.reconfigure(encoding='ascii', errors='strict'); print('x')", "")
    assert done.stdout == "x\n"
    words = [sys.executable, "-c", BODY.format(body="print('\\u2713')")]
    ascii_alone = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=ascii_alone)
    assert (done.returncode, done.stdout) == (0, "\\u2713\n")


SLOW_IMPORT = """
import time
print("begun", flush=True)
try:
    time.sleep(20)
except BaseException:
    pass  # as modules do that try whether something can be imported
def command(words):
    return 0
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows sends Ctrl-C to a console: tests/windows")
@pytest.mark.parametrize("late", [False, True], ids=["in imports", "at work"])
def test_ctrl_c(late: bool, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW_IMPORT)
    body = "print('begun', flush=True); import time; time.sleep(20)" if late else "pass"
    code = BODY.format(body=body)
    if not late:
        code = (
            "from mwagent.minefield import command;"
            "command.leave(command.start('example', 'slow:command'))"
        )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=10)
    assert (running.returncode, said) == (130, "example: stopped\n")
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("encoding", "shown"), [("ascii", b"9x9: 0.5-0.7 \\u2713 ...\n"), ("utf-8", None)]
)
def test_an_output_without_our_characters_gets_plain_ones(
    encoding: str, shown: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "9×9: 0.5–0.7 \u2713 …\n"
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    monkeypatch.setattr(sys, "stdout", output)
    assert command.run("example", lambda: output.write(text) and 0) == 0
    output.flush()
    assert output.buffer.getvalue() == (shown or text.encode())
