"""The player end to end: a real browser on a real display, read by screenshots, played by mouse."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from benchmarks.live.demo import play_round
from mwagent import replay, solvers
from mwagent.player.places import demo_window
from mwagent.player.play import play_game
from mwagent.player.records import log as gamelog
from mwagent.player.window.waiting import InTheWayError
from testbed.webdriver import free_port

pytestmark = [
    pytest.mark.screen,
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
    pytest.mark.timeout(180),
]
MWAGENT = [sys.executable, "-m", "mwagent"]
NO_DISPLAY = {key: value for key, value in os.environ.items() if "DISPLAY" not in key}


def run(*words: str, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MWAGENT, *words],
        check=False,
        capture_output=True,
        text=True,
        env=NO_DISPLAY,
        timeout=150,
        **more,
    )


def programs_of(pid: int) -> dict[int, str]:
    """The programs that carry the mark of a run: their names by their numbers."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"MWAGENT_DESKTOP={pid}-".encode() in (entry / "environ").read_bytes():
                found[int(entry.name)] = (entry / "cmdline").read_text().partition("\0")[0]
        except OSError:
            continue
    return found


def started_by(pid: int) -> list[str]:
    """What is left of a run: programs that carry its mark, and its folders."""
    folders = Path(tempfile.gettempdir()).glob(f"mwagent-{pid}-*")
    return [*map(str, folders), *programs_of(pid).values()]


def test_the_demo_wins_and_leaves_a_log_that_replays(tmp_path):
    log = tmp_path / "run.log"
    keep = ["--record", str(tmp_path / "film"), "--final", str(tmp_path / "final.png")]
    done = run("--demo", "beginner", "--json", "--log", str(log), *keep)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["won"] == 1
    assert told["games"][-1]["stage"] == "won"
    assert (tmp_path / "final.png").stat().st_size > 1000
    assert replay.main([str(log)]) == 0
    last = told["games"][-1]
    pictures = list((tmp_path / "film" / f"game{last['game']}").glob("*.png"))
    assert len(pictures) == last["turns"]
    assert (tmp_path / "film" / f"game{last['game']}.gif").stat().st_size > 1000
    assert gamelog.read(log)[0]["window"] == "demo"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.sampled
def test_everything_that_was_started_is_gone_after_a_signal(tmp_path, number):
    program = subprocess.Popen(
        [*MWAGENT, "--demo", "--games", "500", "--speed", "natural", "--log", str(tmp_path / "l")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=NO_DISPLAY,
    )
    until = time.monotonic() + 60
    while '"turn"' not in (tmp_path / "l").read_text() if (tmp_path / "l").exists() else True:
        assert time.monotonic() < until and program.poll() is None
        time.sleep(0.1)
    assert started_by(program.pid)
    program.send_signal(number)
    _, errors = program.communicate(timeout=20)
    if number == signal.SIGKILL:
        # Nothing can clean folders up then; the next run does.
        until = time.monotonic() + 20
        while programs_of(program.pid):
            assert time.monotonic() < until
            time.sleep(0.05)
        # The browser may still write there for a moment.
        while left := started_by(program.pid):
            assert time.monotonic() < until
            shutil.rmtree(next(iter(left)), ignore_errors=True)
    else:
        assert program.returncode == 128 + number
        assert errors.strip().endswith("stopped")
        assert started_by(program.pid) == []


def test_clicks_are_proven_or_the_guess_and_none_falls_outside():
    from playwright.sync_api import sync_playwright

    port = free_port()
    more = (f"--remote-debugging-port={port}",)
    with (
        demo_window("expert", virtual=True, page={"test": "1"}, more=more) as window,
        sync_playwright() as driver,
    ):
        tab = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}").contexts[0].pages[0]
        solver = solvers.create("best")
        first = play_round(window, tab, solver)
        window.new_game()
        second = play_round(window, tab, solver)
    for game in (first, second):
        assert game["result"].won or game["result"].lost_at is not None
        assert game["wrong"] == []


def test_a_window_that_nobody_sees_and_that_takes_the_clicks_is_waited_for_and_told_of():
    from Xlib import X
    from Xlib.display import Display

    with demo_window("beginner", virtual=True) as window:
        window.look()
        x0, y0, x1, y1 = window.location.box
        display = Display()
        lid = display.screen().root.create_window(
            *(x0, y0, x1 - x0, y1 - y0, 0, 0, X.InputOnly),
            override_redirect=True,
            event_mask=X.ButtonPressMask | X.ButtonReleaseMask,
        )
        lid.map()
        display.sync()
        window.view.wait = 1.0
        with pytest.raises(InTheWayError, match="lies over the board"):
            play_game(window, solvers.create("best"))
        assert not display.pending_events()
        lid.destroy()
        display.close()


def test_no_board_on_the_screen_is_exit_code_3(tmp_path):
    from mwagent.player.views import Desktop

    with Desktop(virtual=True) as _:
        done = subprocess.run(
            [*MWAGENT, "-D0", "--log", str(tmp_path / "run.log")],
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 3
    assert "no board found" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("program", "says", "playing"),
    [
        ("Xvfb", "display", False),
        ("chromium", "browser ended before", False),
        ("chromium", "browser with the practice page ended (by sigkill)", True),
    ],
)
def test_a_display_or_browser_that_is_killed_is_one_sentence(
    program: str, says: str, playing: bool, tmp_path: Path
) -> None:
    log = tmp_path / "run.log"
    words = [*MWAGENT, "--demo", "expert", "--games", "99", "--log", str(log)]
    running = subprocess.Popen(
        words, cwd=tmp_path, env=NO_DISPLAY, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 60
    victim = None
    while victim is None and time.monotonic() < until:
        time.sleep(0.05)
        programs = programs_of(running.pid)
        # The display goes when there is a browser on it.
        begun = not playing or (log.exists() and '"turn"' in log.read_text())
        if begun and any("chromium" in name for name in programs.values()):
            victim = next((pid for pid, name in programs.items() if program in name), None)
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    _, said = running.communicate(timeout=90)
    assert running.returncode > 0
    assert "Traceback" not in said and said.count("\nmwagent: ") + said.startswith("mwagent: ") == 1
    assert says in said.lower()
    assert not started_by(running.pid)
