"""What a script of a user's own gets by `import mwagent`, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from testbed.folders import ROOT

SCRIPT = """
import os, sys

path, environment = list(sys.path), dict(os.environ)
import mwagent

assert sys.path == path and dict(os.environ) == environment
assert not {"numpy", "cv2", "PIL"} & set(sys.modules)
import solvers, vision, web
from mwagent import Board, Game, analyse, explain, levels, look_all, play, register

assert solvers.mine == vision.mine == web.mine == "the user's"
assert mwagent.solvers.analyse is analyse and mwagent.vision.look_all is look_all
board = Board.parse("mines 2\\n1##\\n1##\\n0##")
assert analyse(board).mine_probability[0, 1] == 1.0
assert explain(board, (1, 1)) and register
assert play(Game(levels.LEVELS["beginner"], seed=5)).stage.name == "WON"
assert mwagent.__version__[0].isdigit()
"""

TYPED = """
from mwagent import Board, Game, analyse, explain, levels, look_all, play, solvers

board: Board = Board.parse("mines 2\\n1##\\n1##\\n0##")
reveal_type(analyse(board).mine_probability)
reveal_type(play(Game(levels.LEVELS["beginner"], seed=5)))
reveal_type(solvers.create("best"))
reveal_type(mwagent.__version__)
wrong: int = explain(board, (1, 1))
"""


@pytest.fixture
def users_folder(tmp_path: Path) -> Path:
    """A folder with modules of the user's own that are named like packages of ours."""
    for name in ("web", "solvers", "vision"):
        (tmp_path / f"{name}.py").write_text('mine = "the user\'s"\n')
    return tmp_path


def test_a_script_gets_its_own_modules_and_ours(users_folder: Path) -> None:
    script = users_folder / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script)]
    done = subprocess.run(command, cwd=users_folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.slow
def test_a_type_checker_sees_our_types(users_folder: Path) -> None:
    script = users_folder / "script.py"
    script.write_text("import mwagent\n" + TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".mypy", script.name]
    done = subprocess.run(command, cwd=users_folder, capture_output=True, text=True, check=False)
    said = done.stdout
    assert 'type is "Any"' not in said
    assert "ndarray" in said and "Result" in said and "Solver" in said and '"str"' in said
    assert '"Explanation", variable has type "int"' in said
    assert "Found 1 error" in said, said


DOORS = """
import {first}
import {second}
import vision.reading
from solvers import register
from virtual import keys

assert vision is mwagent.vision and solvers is mwagent.solvers and virtual is mwagent.virtual
assert vision.reading is mwagent.vision.reading and keys is mwagent.virtual.keys
assert mwagent.vision.reading.__spec__.name == "mwagent.vision.reading"


@register("mine")
class Mine:
    def analyse(self, board):
        raise NotImplementedError


assert "mine" in mwagent.solvers.names()
"""


@pytest.mark.parametrize("linked", [True, False], ids=["links", "stand-ins"])
@pytest.mark.parametrize("ours_first", [True, False])
def test_a_top_name_of_a_checkout_is_the_package(
    linked: bool, ours_first: bool, tmp_path: Path
) -> None:
    """`solvers` and `mwagent.solvers` are one module, and so is what lies in them."""
    for name in ("vision", "solvers", "virtual"):
        own = tmp_path / (name if linked else f"{name}.py")
        own.symlink_to(ROOT / own.name)
    ours, top = "mwagent.solvers, mwagent.virtual, mwagent.vision", "solvers, virtual, vision"
    first, second = (ours, top) if ours_first else (top, ours)
    code = DOORS.format(first=first, second=second)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for words in ("solvers list", "vision skins", "virtual.mwagent --help"):
        run = [sys.executable, "-m", *words.split()]
        ran = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0 and ran.stdout, ran.stderr
