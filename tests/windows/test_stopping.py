"""How a command ends on Windows: by Ctrl-C, Ctrl-Break, and a console that closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from testbed.windows.wine import Wine

STOPPED = """
import ctypes, os, signal, subprocess, sys, time
program = '''
import time
from mwagent.minefield import command, ending
def body():
    with ending.undone_at_last(lambda: print("undone", flush=True)):
        print("begun", flush=True)
        {wait}
    return 0
command.leave(command.run("example", body))
'''
ctypes.windll.kernel32.AllocConsole()
group = subprocess.CREATE_NEW_PROCESS_GROUP
started = subprocess.Popen([sys.executable, "-c", program], creationflags=group,
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
assert started.stdout.readline() == "begun\\n"
time.sleep(0.3)
began = time.monotonic()
os.kill(started.pid, signal.CTRL_BREAK_EVENT)
said, _ = started.communicate(timeout=20)
print(repr(said), started.returncode, time.monotonic() - began < 2.5)
"""
WAITS = "time.sleep(60)"
TAKES_NO_NOTICE = """while True:
            try: time.sleep(60)
            except BaseException: pass"""


@pytest.mark.timeout(300)
def test_ctrl_break_ends_a_command_soon(wine: Wine) -> None:
    said = wine.run(wine.python, "-c", STOPPED.format(wait=WAITS))
    assert said.splitlines()[0] == "'example: stopped\\n' 130 True", said


@pytest.mark.timeout(300)
def test_ctrl_break_ends_what_takes_no_notice_and_undoes_what_it_has_done(wine: Wine) -> None:
    said = wine.run(wine.python, "-c", STOPPED.format(wait=TAKES_NO_NOTICE))
    assert said.splitlines()[0] == "'undone\\nexample: stopped\\n' 130 True", said
