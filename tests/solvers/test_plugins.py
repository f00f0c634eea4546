"""Solvers of other packages, found by their entry points: the documented one, and broken ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from testbed.folders import ROOT

BROKEN = """
import numpy as np
from mwagent.solvers import Analysis, Decision

class Raises:
    def analyse(self, board):
        return 1 / 0

class GivesNothing:
    def analyse(self, board):
        pass

class OpensOpenCells:
    def analyse(self, board):
        return Analysis(np.zeros(board.shape), (), (), Decision((0, 0), "guess"))

class Small:
    def analyse(self, board):
        return Analysis(np.zeros((1, 1)), (), (), Decision(None, "guess"))

class CallsAGuessSafe:
    def analyse(self, board):
        chances = np.zeros(board.shape)
        return Analysis(chances, ((0, 2),), (), Decision((0, 2), "proof"))

class CallsASafeCellAMine:
    def analyse(self, board):
        return Analysis(np.zeros(board.shape), (), ((1, 1),), Decision((0, 2), "guess"))

class NeverAnswers:
    def analyse(self, board):
        while True:
            pass

def function():
    pass
"""

ASKED = """
import sys
from mwagent import Board, create
from mwagent.minefield import MinefieldError
from mwagent.solvers import plugins, names

plugins.ANSWER_SECONDS = 1.0
assert {solver!r} in names(), names()
assert "igraph" not in sys.modules and "PIL" not in sys.modules
try:
    print(create({solver!r}).analyse(Board.parse("mines 2\\n1##\\n1##\\n0##")).decide().best)
except MinefieldError as error:
    print(error)
"""


def installed(folder: Path, package: str, code: str, solver: str, target: str) -> None:
    """Lay out a package as an installation has it: its module, and metadata with an entry point."""
    (folder / f"{package}.py").write_text(code)
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[mwagent.solvers]\n{solver} = {target}\n")


def answer(folder: Path, solver: str) -> str:
    """What a process in which the package is installed says to a board with (0, 0) open."""
    code = f"import sys; sys.path.append({str(folder)!r})\n" + ASKED.format(solver=solver)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_documented_package(tmp_path: Path) -> None:
    text = (ROOT / "docs/solvers.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n# topleft.py\n(.*?)```", text, re.DOTALL)
    installed(tmp_path, "topleft", code, "topleft", "topleft:TopLeft")
    assert answer(tmp_path, "topleft") == "(0, 1)\n"


def test_a_broken_solver_without_a_docstring_is_one_sentence_of_the_command(tmp_path: Path) -> None:
    installed(tmp_path, "broken", BROKEN, "odd", "broken:Raises")
    command = [sys.executable, "-m", "mwagent", "solve", "-S", "odd", "-"]
    done = subprocess.run(
        command,
        input="1,11\n11,11\n",
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1 and "ZeroDivisionError" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("broken:Raises", "failed on a board of 3 rows and 3 columns: ZeroDivisionError"),
        ("broken:GivesNothing", "gives a NoneType, not an Analysis"),
        ("broken:OpensOpenCells", "wants to open (0, 0), which is no hidden cell"),
        ("broken:CallsAGuessSafe", "calls (0, 2) safe, which is not proven: it is a mine with a"),
        ("broken:CallsASafeCellAMine", "calls (1, 1) a mine, which is not proven"),
        ("broken:NeverAnswers", "has not answered for 1 s on a board of 3 rows and 3 columns"),
        ("broken:Small", "gives probabilities of shape (1, 1) for a board of shape (3, 3)"),
        ("broken", "is no class with a method `analyse`"),
        ("broken:function", "is no class with a method `analyse`"),
        ("broken:missing", "cannot be loaded: AttributeError"),
        ("nowhere:Solver", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_broken_solver_is_one_sentence(tmp_path: Path, target: str, sentence: str) -> None:
    installed(tmp_path, "broken", BROKEN, "odd", target)
    said = answer(tmp_path, "odd")
    assert said.count("\n") == 1
    assert "'odd'" in said
    assert sentence in said
