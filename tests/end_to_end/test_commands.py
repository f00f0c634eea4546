"""Every command: help that fits and is there at once, examples that it takes, quiet ends."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mwagent import replay
from mwagent.player import commandline as mwagent_words
from mwagent.solvers.cli import analysing
from mwagent.solvers.cli import commandline as solver_words
from mwagent.virtual import mwagent, perfect, shapes
from mwagent.virtual.arena import commandline as arena_words
from testbed.folders import ROOT

ONE_STEP = ["fullsatsolver", "mcdfssolver", "mcsatsolver"]
PARSERS = {
    "mwagent": mwagent_words.parser,
    "mwagent.replay": replay.parser,
    "solvers analyse": analysing.analyse_parser,
    "solvers explain": solver_words.explain_parser,
    "virtual.arena": arena_words.parser,
    "virtual.arena bench": arena_words.bench_parser,
    "virtual.mwagent": mwagent.parser,
    "virtual.perfect": perfect.parser,
    "virtual.shapes": shapes.parser,
    **{name: (lambda name=name: analysing.parser(name)) for name in ONE_STEP},
}
COMMANDS = [*PARSERS, "solvers", "solvers list"]
FULL = Path("/dev/full")


def shell(line: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **more,  # type: ignore[call-overload]
    )


def python(words: str) -> str:
    return f"{shlex.quote(sys.executable)} -m {words}"


def examples(name: str) -> list[str]:
    """The command lines that a help shows for its own command."""
    lines = PARSERS[name]().format_help().splitlines()
    own = [line.strip() for line in lines if re.match(rf" .*python -m {name}\b", line)]
    return [re.split(r"  +", line)[0] for line in own]


@pytest.mark.parametrize("name", PARSERS)
def test_examples_in_help_are_understood(name: str) -> None:
    own = [line for line in examples(name) if f"-m {name} bench" not in line]
    assert own
    for line in own:
        command = line.partition("| ")[2] or line.partition(" < ")[0]
        words = shlex.split(command)[2 + len(name.split()) :]
        parser: argparse.ArgumentParser = PARSERS[name]()
        parser.parse_intermixed_args(words) if "--play" not in words else parser.parse_args(words)


@pytest.mark.drawn
@pytest.mark.parametrize("name", ONE_STEP)
def test_examples_of_one_step_solvers_run(name: str, tmp_path: Path) -> None:
    (tmp_path / "example_boards").symlink_to(ROOT / "example_boards")
    for line in examples(name):
        done = shell(
            f"cd {tmp_path} && {line.replace('python', shlex.quote(sys.executable), 1)}",
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert (done.returncode, done.stderr) == (0, ""), line
        assert done.stdout


def test_the_example_boards_are_analysed_as_the_help_says() -> None:
    done = shell(python("solvers analyse example_boards/1.csv"))
    assert done.returncode == 0
    assert "best: open row" in done.stdout


# The others say what options the solvers have.
@pytest.mark.parametrize("name", [n for n in COMMANDS if n not in ("mwagent", *ONE_STEP)])
def test_help_imports_no_numpy(name: str) -> None:
    """Nor what draws tables: these take longest to start."""
    done = shell(f"{shlex.quote(sys.executable)} -X importtime -m {name} --help")
    assert done.returncode == 0
    assert "examples:" in done.stdout or name == "solvers list"
    assert "numpy._core" not in done.stderr
    assert "rich.console" not in done.stderr


PRINTING = [
    "mwagent --help",
    "solvers list",
    "solvers analyse example_boards/1.csv",
    "solvers analyse example_boards/1.csv --json",
    "solvers explain example_boards/1.csv 0,0",
    "fullsatsolver example_boards/1.csv",
    "mcsatsolver example_boards/1.csv --probabilities",
    "virtual.mwagent example_boards/key/1.csv -S best",
    "virtual.arena --level beginner --games 2 --ledger :memory: --workers 1 --json",
]


@pytest.mark.drawn
@pytest.mark.parametrize("words", PRINTING)
@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_outputs_that_take_nothing(words: str) -> None:
    for ending, code, reason in (
        (">/dev/full", 2, "No space left"),
        (">&-", 2, "closed"),
        ("| head -0", 141, ""),
    ):
        done = shell(f"{python(words)} {ending}")
        assert done.returncode in {code, 0 if code == 141 else code}, (ending, done.stderr)
        assert "Traceback" not in done.stderr
        if code == 2:
            last = done.stderr.splitlines()[-1]
            assert "cannot be written" in last
            assert reason in last


INTERRUPTED = """
import os, runpy, signal, sys

def stop(event, words):
    if event == "import" and words[0] == {module!r} and not stopped:
        stopped.append(True)
        os.kill(os.getpid(), signal.SIGINT)

stopped = []
sys.addaudithook(stop)
sys.argv = ["-m", *{words!r}]
runpy.run_module({command!r}, run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    ("words", "module"),
    [
        ("mwagent -D 30", "argparse"),
        ("mwagent -D 30", "rich.console"),
        ("mwagent -D 30", "numpy"),
        ("mwagent.replay logs/run.log", "rich.live"),
        ("solvers analyse -", "argparse"),
        ("solvers analyse -", "numpy"),
        ("mcdfssolver example_boards/2.csv", "numpy"),
        ("virtual.mwagent example_boards/key/1.csv", "mwagent.player.play"),
        ("virtual.arena --games 9 --ledger :memory:", "sqlite3"),
    ],
)
def test_ctrl_c_while_a_command_is_being_imported(words: str, module: str) -> None:
    command, *others = words.split()
    code = INTERRUPTED.format(module=module, words=others, command=command)
    done = shell(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} </dev/null")
    assert done.returncode == 130
    assert re.fullmatch(r"(python -m )?[\w.]+: stopped\n", done.stderr)


def test_entries_are_light() -> None:
    """Each entry imports little before Ctrl-C is taken care of."""
    for name in ("mwagent.__main__", "solvers.__main__", "virtual.arena.__main__", "mcdfssolver"):
        code = f"import sys, {name}; print([m for m in ('argparse', 'numpy') if m in sys.modules])"
        done = shell(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}")
        assert done.stdout == "[]\n", done.stderr
