"""`python -m testbed.installed WHEEL`: try a wheel in an empty environment outside the checkout.

Every command of README.md that begins with `mwagent` is run there, from a folder that holds only
what the commands name, on a display of its own. Packages of other people that are called as ours
are in a checkout lie in the same environment, and must neither be harmed nor be in the way. The
Python of README.md is run, and checked by mypy, beside modules of the user's own with such names.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from testbed.folders import ROOT

OTHERS: Final = ("minefield", "solvers", "vision", "templates", "virtual", "web", "dragonsweeper")
PLAYED: Final = (0, 1)
"""Exit codes of the player where a game was won, or lost by a guess."""
NO_BOARD: Final = 3
"""Exit code of the player where no board is on the screen."""
LASTS: Final = 8.0
"""Seconds after which a command that does not end by itself is ended by Ctrl-C."""


@dataclass(frozen=True)
class Trial:
    """How a command is tried: what is written otherwise, its exit codes, and words it prints."""

    instead: tuple[tuple[str, str], ...] = ()
    codes: tuple[int, ...] = (0,)
    prints: str = ""
    serves: bool = False
    """It goes on until Ctrl-C, once it has printed an address."""
    lasts: bool = False
    """It goes on until Ctrl-C, whatever it prints."""


SCREEN: Final = Trial((("mwagent", "mwagent -D0"),), (NO_BOARD,), "no board")
TRIALS: Final = {
    "mwagent --demo expert --record": Trial((("expert", "beginner"),), PLAYED, "3BV"),
    "mwagent replay logs/run.log": Trial(prints="replay"),
    "mwagent doctor": Trial((), (0, 2), "session:"),
    "mwagent": SCREEN,
    "mwagent -m99 -Smcsatsolver": SCREEN,
    "mwagent --watch": SCREEN,
    "mwagent --browser URL --show": Trial((("URL", "{url}?level=beginner"),), PLAYED, "3BV"),
    "mwagent coach": Trial((("coach", "coach --no-page"),), (0, 130), lasts=True),
    "mwagent coach --browser URL": Trial(
        (("URL", "{url}?level=beginner --no-page"),), (0, 130), lasts=True
    ),
    "mwagent coach --video game.mp4": Trial((("game.mp4", "logs/recording/game1.mp4"),)),
    "mwagent games": Trial(prints="watched"),
    "mwagent solve example_boards/2.csv": Trial(prints=",0"),
    "mwagent analyse example_boards/2.csv": Trial(prints="%"),
    "mwagent explain example_boards/2.csv 5,5": Trial(prints="(5, 5)"),
    "mwagent puzzles --count 9 --grade easy..expert": Trial(prints="Which cell"),
    "mwagent read shot.png --mark found.png": Trial(prints="#"),
    "mwagent key example_boards/key/2.csv -S mcdfssolver": Trial(prints="won"),
    "mwagent arena --solvers best mcsatsolver --level expert --games 1000": Trial(
        (("1000", "4"),), (0,), "mcsatsolver"
    ),
    "mwagent dragonsweeper play --seed 42 --watch": Trial((("--watch", "--watch --pause 0"),)),
    "mwagent page": Trial(serves=True),
}
"""Every command of README.md, in the order they are tried: the replay needs a log."""


def commands(readme: str) -> list[str]:
    """The commands of a README that begin with `mwagent`, as they stand in its blocks of code."""
    lines = re.findall(r"^    (mwagent\b.*)$", readme, re.MULTILINE)
    return [re.split(r"  +#|\s+# ", line)[0].strip() for line in lines]


def examples(readme: str) -> list[str]:
    """The blocks of Python in a README."""
    return re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)


def main() -> int:
    """Try the wheel; the exit code is 0 where every command did as it is described."""
    # A shell's background job ignores Ctrl-C, and so would the servers that are ended by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(prog="python -m testbed.installed", description=__doc__)
    parser.add_argument("wheel", type=Path)
    wheel: Path = parser.parse_args().wheel.resolve()
    listed = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    if sorted(listed) != sorted(TRIALS):
        odd = sorted(set(listed) ^ set(TRIALS))
        sys.exit(f"README.md and testbed/installed.py name different commands: {odd}")
    with tempfile.TemporaryDirectory(prefix="mwagent-installed-") as name:
        folder = Path(name)
        program = install(wheel, folder / "environment")
        run_examples(program.with_name("python"), folder / "script")
        work = prepare(folder / "work")
        with display(), serving(program, work) as url:
            for line, trial in TRIALS.items():
                began = time.perf_counter()
                attempt(program, work, line, trial, url)
                print(f"{time.perf_counter() - began:6.1f} s  {line}", flush=True)
    print(f"{len(TRIALS)} commands of README.md do what they are to, outside the checkout")
    return 0


def install(wheel: Path, environment: Path) -> Path:
    """Install a wheel beside packages of the names ours have in a checkout; gives its program."""
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{wheel}[browser]"], check=True)
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.check_output(where, text=True).strip())
    ours = [package for package in OTHERS if (site / package).exists()]
    if ours:
        sys.exit(f"the wheel puts {', '.join(ours)} beside the packages of others")
    for package in OTHERS:
        (site / package).mkdir()
        (site / package / "__init__.py").write_text(f"OWNER = 'the other {package}'\n")
        said = subprocess.check_output(
            [python, "-c", f"import {package}; print({package}.OWNER)"], text=True, cwd=environment
        )
        assert said.strip() == f"the other {package}"
    return scripts / "mwagent"


def run_examples(python: Path, folder: Path) -> None:
    """Run README.md's Python, and have it checked, beside modules of the user's own."""
    folder.mkdir()
    for name in ("web", "solvers", "vision"):
        (folder / f"{name}.py").write_text(f"OWNER = 'the user, of {name}'\n")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [
        "import solvers, vision, web",
        *examples(readme),
        "assert web.OWNER and vision.OWNER and solvers.OWNER == 'the user, of solvers'",
        "number: float = analyse(board).mine_probability[0, 1]",
        "assert number == 1",
    ]
    (folder / "script.py").write_text("\n".join(lines))
    (folder / "wrong.py").write_text(
        "import mwagent\n\ntext: str = mwagent.analyse([[11]]).exact\n"
    )
    program = str(python)
    pip = [program, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "mypy"]
    subprocess.run(pip, check=True)
    check = [program, "-m", "mypy", "--strict"]
    for words, code, prints in (
        ([program, "script.py"], 0, ""),
        ([*check, "script.py"], 0, "no issues found"),
        ([*check, "wrong.py"], 1, 'expression has type "bool", variable has type "str"'),
    ):
        done = subprocess.run(
            words, cwd=folder, env=clean(), capture_output=True, text=True, check=False
        )
        said = done.stdout + done.stderr
        if done.returncode != code or prints not in said:
            sys.exit(f"{words[-1]}: exit code {done.returncode}, not {code}; it printed\n{said}")
    print("README.md's Python runs, typed, beside modules called solvers, vision and web")


def prepare(work: Path) -> Path:
    """A folder with the files that the commands name: example boards and a screenshot."""
    from mwagent.vision.known.skins import known_skins

    work.mkdir()
    shutil.copytree(ROOT / "example_boards", work / "example_boards")
    save_shot(work / "shot.png", {skin.name: skin for skin in known_skins()}["classic"])
    return work


def save_shot(path: Path, skin: object) -> None:
    """A picture of a small board, drawn from the tiles of a skin."""
    import cv2
    import numpy as np

    rows = ["00111", "001F1", "00111", "11000", "#1000", "#2111", "##F##"]
    tile = skin.tile  # type: ignore[attr-defined]
    board = np.concatenate([np.concatenate([tile(s) for s in row], axis=1) for row in rows])
    shown = np.full((400, 500, 3), (96, 128, 160), np.uint8)
    shown[60:228, 100:220] = cv2.resize(board, (120, 168), interpolation=cv2.INTER_LINEAR)
    cv2.imwrite(str(path), shown)


@contextlib.contextmanager
def display() -> Iterator[None]:
    """A display with nothing on it, where the machine can have one."""
    from mwagent.player.views import Desktop

    if not sys.platform.startswith("linux"):
        yield
        return
    with Desktop(virtual=True):
        yield


@contextlib.contextmanager
def serving(program: Path, work: Path) -> Iterator[str]:
    """The page, served by the installed program: its address."""
    server = subprocess.Popen(
        [program, "page", "--port", "0"],
        cwd=work,
        env=home(work),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        first = server.stdout.readline()
        yield re.findall(r"http://\S+", first)[0]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=30)


def clean() -> dict[str, str]:
    """The environment without anything that leads to the checkout."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def home(work: Path) -> dict[str, str]:
    """That environment, with games kept in the folder of the trials and not in the user's own."""
    return clean() | {"XDG_DATA_HOME": str(work / "data")}


def attempt(program: Path, work: Path, line: str, trial: Trial, url: str) -> None:
    """Run one command; ends the process where it does not end, or does not print, as it is to."""
    if trial.serves:
        with serving(program, work):
            return
    words = line
    for old, new in trial.instead:
        words = words.replace(old, new.format(url=url), 1)
    command = [str(program), *shlex.split(words)[1:]]
    started = subprocess.Popen(
        command,
        cwd=work,
        env=home(work),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said, _ = started.communicate(timeout=LASTS if trial.lasts else 240)
    except subprocess.TimeoutExpired:
        started.send_signal(signal.SIGINT if trial.lasts else signal.SIGKILL)
        said, _ = started.communicate(timeout=30)
    if started.returncode not in trial.codes or trial.prints not in said:
        sys.exit(f"{words}: exit code {started.returncode}, not {trial.codes}; it printed\n{said}")


if __name__ == "__main__":
    sys.exit(main())
