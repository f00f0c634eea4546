"""What a script of a user's own gets by `import mwagent`, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
