"""How a command ends on Windows: by Ctrl-C, and by a console that closes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from testbed.windows.wine import Wine

COMMAND = """
import time
from mwagent.minefield import command, signals
def body():
    with signals.undone_at_last(lambda: print("undone", flush=True)):
        print("begun", flush=True)
        {wait}
    return 0
command.leave(command.run("example", body))
"""
BESIDE = """
import ctypes, subprocess, sys
kernel, user = ctypes.windll.kernel32, ctypes.windll.user32
started = subprocess.Popen([sys.executable, "-c", sys.argv[1]])
kernel.SetConsoleCtrlHandler(None, True)  # this program goes on
sys.stdin.readline()
{act}
print(started.wait())
"""
"""A program that starts the command in its console, and does something to that when it is told."""
ABOVE = """
import json, subprocess, sys, time
pipe = subprocess.PIPE
started = subprocess.Popen([sys.executable, "-c", *sys.argv[1:]], stdin=pipe, stdout=pipe,
    stderr=subprocess.STDOUT, text=True, creationflags=subprocess.CREATE_NEW_CONSOLE)
assert started.stdout.readline() == "begun\\n"
time.sleep(0.3)
began = time.monotonic()
started.stdin.write("now\\n")
started.stdin.flush()
print(json.dumps([started.stdout.read(), time.monotonic() - began]))
"""
CTRL_C = "kernel.GenerateConsoleCtrlEvent(0, 0)"
CLOSED = "user.PostMessageW(kernel.GetConsoleWindow(), 0x112, 0xF060, 0)"  # its button to close it
WAITS = "time.sleep(60)"
TAKES_NO_NOTICE = """while True:
            try: time.sleep(60)
            except BaseException: pass"""


def ended(wine: Wine, act: str, wait: str) -> tuple[str, float]:
    """What a command said after something was done to its console, and after how many seconds."""
    words = (BESIDE.format(act=act), COMMAND.format(wait=wait))
    said = wine.run(wine.python, "-c", ABOVE, *words, timeout=120)
    told, seconds = json.loads(said.splitlines()[0])
    return told, seconds


@pytest.mark.timeout(300)
def test_ctrl_c_ends_a_command_soon(wine: Wine) -> None:
    told, seconds = ended(wine, CTRL_C, WAITS)
    assert told == "example: stopped\n130\n"
    assert seconds < 1


@pytest.mark.timeout(300)
def test_ctrl_c_ends_what_takes_no_notice_and_undoes_what_it_has_done(wine: Wine) -> None:
    told, seconds = ended(wine, CTRL_C, TAKES_NO_NOTICE)
    assert told == "undone\nexample: stopped\n130\n"
    assert seconds < 2


@pytest.mark.timeout(300)
def test_a_console_that_is_closed_ends_a_command(wine: Wine) -> None:
    _, seconds = ended(wine, CLOSED, TAKES_NO_NOTICE)
    assert seconds < 2


@pytest.mark.skip(reason="Wine 8 tells no program of Ctrl-Break, nor that its console is closed")
def test_ctrl_break_and_a_console_that_is_closed_undo_what_was_done() -> None:
    """To be tried on Windows itself: `signals._console` hears of these as of Ctrl-C."""
