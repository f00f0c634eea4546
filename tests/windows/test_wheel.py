"""The wheel for Windows: installed by pip, README's commands run from it outside a checkout."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from testbed.windows.wine import Wine

SKIPPED = (
    "--browser",  # Wine runs no browser
    "--demo",  # nor this one
    "coach",  # waits for somebody who plays
    "games",  # there are none without the coach
    "replay",  # there is no log without a game on the screen
    "mwagent page",  # goes on until Ctrl-C, which a process without a console does not get
)


@pytest.mark.timeout(3000)
def test_readmes_commands_run_from_the_wheel_for_windows(wine: Wine, tmp_path: Path) -> None:
    from testbed.folders import ROOT
    from testbed.installed import NO_BOARD, TRIALS, prepare
    from testbed.windows.interpreter import DOWNLOADS
    from testbed.windows.wheel import build

    wheel = build()
    work = prepare(tmp_path / "work")
    pip = ("-m", "pip", "install", "-q", "--no-warn-script-location", "--no-index")
    installed = wine.run(wine.python, *pip, "-f", windows(DOWNLOADS), windows(wheel), cwd=work)
    assert installed.endswith("exit code 0"), installed
    program = wine.python.parent / "Scripts" / "mwagent.exe"
    for line, trial in TRIALS.items():
        if any(word in line for word in SKIPPED):
            continue
        words = line
        for old, new in trial.instead:
            words = words.replace(old, new, 1)
        said = wine.run(program, *shlex.split(words)[1:], cwd=work, timeout=240)
        codes = {f"exit code {code}" for code in (*trial.codes, NO_BOARD)}
        assert said.splitlines()[-1] in codes and trial.prints in said, (line, said)
    shutil.rmtree(work)
    assert (ROOT / "dist" / wheel.name).exists()


def windows(path: Path) -> str:
    """What a path of this system is called in Wine."""
    return "Z:" + str(path).replace("/", "\\")
