"""`python -m fullsatsolver board.csv` and its like, as a person uses them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mwagent import solvers
from mwagent.entry import SOLVING
from mwagent.minefield import Board, command, dumps, load, parse
from testbed.folders import ROOT

CLASSIC = ["fullsatsolver", "mcdfssolver", "mcsatsolver"]
FAMILIES = ["subsetsolver", "contradictionsolver", "linearsolver"]
POSITION = Board.parse("mines 4\n####\n####\n122#\n001#\n001#")


def main(name: str, words: list[str]) -> int:
    return command.start(name, SOLVING, [name, *words])


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.csv"
    path.write_text(dumps(POSITION))
    return str(path)


def decided(text: str) -> dict[tuple[int, int], int]:
    """What is proven: the lines before the guess."""
    rows = [tuple(map(int, line.split(","))) for line in text.partition("# guess")[0].splitlines()]
    return {(row, col): mine for row, col, mine in rows}


def fails(capsys: pytest.CaptureFixture[str], name: str, *words: str, answers: bool = False) -> str:
    """Run a command that must fail with exit code 2 and one sentence; give the sentence."""
    assert main(name, words) == 2
    out, err = capsys.readouterr()
    assert bool(out) == answers
    assert err.count("\n") == 1
    return err


@pytest.mark.sampled
@pytest.mark.parametrize("name", CLASSIC)
@pytest.mark.parametrize("source", ["file", "-", "nothing"])
def test_as_a_module(name: str, source: str, position: str) -> None:
    words = {"file": [position], "-": ["-"], "nothing": []}[source]
    done = subprocess.run(
        [sys.executable, "-m", name, *words],
        cwd=ROOT,
        input=dumps(POSITION),
        capture_output=True,
        text=True,
        check=True,
    )
    analysis = solvers.create(name).analyse(POSITION)
    expected = dict.fromkeys(analysis.safe, 0) | dict.fromkeys(analysis.mines, 1)
    assert decided(done.stdout) == expected != {}
    assert done.stderr == ""


@pytest.mark.sampled
@pytest.mark.parametrize("name", [*CLASSIC, *FAMILIES])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_example_boards(name: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "example_boards" / f"{number}.csv"
    assert main(name, [str(path)]) == 0
    truth = solvers.create("exactsolver").analyse(load(path))
    found = decided(capsys.readouterr().out)
    certain = dict.fromkeys(truth.safe, 0) | dict.fromkeys(truth.mines, 1)
    assert found.items() <= certain.items()


def test_a_guess_when_nothing_is_certain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("11,1,11\n"))
    assert main("fullsatsolver", []) == 0
    assert capsys.readouterr().out in ("# guess\n0,0,0\n", "# guess\n0,2,0\n")


@pytest.mark.parametrize("name", [*CLASSIC, *FAMILIES])
def test_a_move_where_only_mines_are_proven(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = "11,2,11,11,1,11\n"
    analysis = solvers.create(name).analyse(parse(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(text))
        assert main(name, []) == 0
    assert analysis.decide().best in [(0, 3), (0, 5)]
    row, col = analysis.decide().best
    assert capsys.readouterr().out == f"0,0,1\n0,2,1\n# guess\n{row},{col},0\n"


@pytest.mark.parametrize(("number", "why"), [(2, "proof"), (3, "guess")])
def test_json_says_why(number: int, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "example_boards" / f"{number}.csv"
    assert main("linearsolver", [str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["why"] == why
    assert (said["best"] in said["safe"]) == (why == "proof")


def test_nothing_to_decide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("#mines 1\n9,1\n1,1\n"))
    assert main("mcdfssolver", []) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "nothing to decide" in err


def test_probabilities(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("mcsatsolver", ["--probabilities", position]) == 0
    matrix = np.loadtxt(io.StringIO(capsys.readouterr().out), delimiter=",")
    expected = solvers.create("mcsatsolver").analyse(POSITION).mine_probability
    np.testing.assert_allclose(matrix, expected, atol=1e-5)


def test_mines_given_on_the_command_line(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("mcsatsolver", [position, "-m", "5", "--probabilities"]) == 0
    five = capsys.readouterr().out
    assert main("mcsatsolver", [position, "--probabilities"]) == 0
    assert capsys.readouterr().out != five
    assert "99 in all" in fails(capsys, "mcsatsolver", position, "-m99")
    assert "-m -1" in fails(capsys, "mcsatsolver", position, "-m", "-1")


def test_options_of_the_solver(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("mcdfssolver", [position, "max_vars=3", "guess_edge_weight=3.5"]) == 0
    capsys.readouterr()
    assert "max_vars" in fails(capsys, "mcdfssolver", position, "max_vars=many")
    assert "max_vars must be" in fails(capsys, "mcdfssolver", position, "max_vars=0")
    assert "no option 'max_vars'" in fails(capsys, "fullsatsolver", position, "max_vars=3")


def test_bad_command_lines(
    position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no such file" in fails(capsys, "mcsatsolver", str(tmp_path / "none.csv"))
    assert "one board" in fails(capsys, "mcsatsolver", position, position)
    assert "max_vars=VALUE" in fails(capsys, "mcsatsolver", position, "max_vars")


@pytest.mark.parametrize(
    "where", ["out.what", "none/out.png", ".", *["full.png"] * (os.name == "posix"), "a\0b.png"]
)
def test_the_answer_is_there_where_its_picture_cannot_be(
    where: str, position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if os.name == "posix":
        (tmp_path / "full.png").symlink_to("/dev/full")
    path = str(tmp_path / where) if "\0" not in where else where
    sentence = fails(capsys, "mcsatsolver", position, "--picture", path, answers=True)
    assert "ending" in sentence or "cannot be written" in sentence


def test_picture(position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "heat.png"
    assert main("mcsatsolver", [position, "--picture", str(path)]) == 0
    assert decided(capsys.readouterr().out)
    with Image.open(path) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
        assert min(image.size) > 4 * 20
    from mwagent.solvers.heatmap import heat

    analysis = solvers.create("mcsatsolver").analyse(POSITION)
    hidden = analysis.mine_probability[~np.isnan(analysis.mine_probability)]
    assert {heat(probability) for probability in hidden} <= colours


@pytest.mark.parametrize("command", [["solvers", "analyse"], ["mcsatsolver"]])
def test_one_form_of_answer_is_given_at_a_time(command: list[str], position: str) -> None:
    words = [sys.executable, "-m", *command, position, "--json", "--probabilities"]
    done = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "not allowed with" in done.stderr
    assert not done.stdout
