"""`python -m solvers`: what it prints, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mwagent.minefield import Board, dumps, load
from mwagent.solvers import create, names
from mwagent.solvers.__main__ import main


def write(tmp_path: Path, text: str, mines: int | None = None) -> str:
    path = tmp_path / "board.csv"
    path.write_text(dumps(Board.parse(text, mines)))
    return str(path)


def test_json_has_the_documented_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", write(tmp_path, "1##\nF##"), "--json", "-m", "1"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {
        "mine_probability": [[None, 0, 0], [1, 0, 0]],
        "safe": [[0, 1], [0, 2], [1, 1], [1, 2]],
        "mines": [],
        "best": said["best"],
        "why": "proof",
        "win_probability": said["win_probability"],
        "exact": True,
        "complete": True,
        "candidates": [],
    }
    assert said["best"] in said["safe"]
    assert said["win_probability"] in (None, 1)


def test_a_guess_names_its_candidates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", write(tmp_path, "1#\n##", 1)]) == 0
    said = capsys.readouterr().out
    assert "33.3" in said
    assert "best: open row" in said
    assert "candidate" in said


@pytest.mark.parametrize("option", [["--trust-flags", "no"], ["trust_flags=no"]])
def test_flags_need_not_be_trusted(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "1F#", 1)
    assert main(["analyse", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mines"] == []
    assert main(["analyse", path, "--json", *option]) == 0
    assert json.loads(capsys.readouterr().out)["mines"] == [[0, 1]]


@pytest.mark.parametrize("option", [["--trust-flags", "no"], ["trust_flags=no"]])
def test_flags_that_are_not_trusted_may_outnumber_the_mines(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "1FF\n###", 1)
    assert main(["analyse", path, "--json"]) == 2
    assert "too many mines" in capsys.readouterr().err
    assert main(["analyse", path, "--json", *option]) == 0
    told = json.loads(capsys.readouterr().out)
    answer = create("best", {"trust_flags": False}).analyse(load(path, trust_flags=False))
    assert told["safe"] == [list(cell) for cell in answer.safe] != []
    assert main(["explain", path, "0,2", "--trust-flags", "no"]) == 0


def test_a_board_without_count_and_with_nothing_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", write(tmp_path, "1F\n11"), "--notation", "codes"]) == 0
    assert "nothing is left to open" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("csv", "arguments", "complaint"),
    [
        ("", [], "no board"),
        ("11,11\n11", [], "line 2"),
        ("11,12", [], "cell (0, 1)"),
        ("8,11", [], "cell (0, 0)"),
        ("11,11", ["-m", "3"], "3 mines"),
        ("1,11,11,1,11,1\n", ["-m", "1"], "1 mines"),
        ("1,11,0", [], "(0, "),
        ("11,11", ["-S", "nobody"], "nobody"),
        ("11,11", ["strength"], "strength=VALUE"),
        ("11,11", ["nothing=1"], "nothing"),
        ("11,11", ["trust_flags=perhaps"], "perhaps"),
    ],
)
def test_bad_input_is_one_sentence(
    csv: str,
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "board.csv"
    path.write_text(csv)
    assert main(["analyse", str(path), *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert complaint in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(("word", "code"), [("--help", 0), ("solve", 2)])
def test_a_word_that_is_no_command_is_told_which_there_are(
    word: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([word])
    assert end.value.code == code
    told = capsys.readouterr()
    assert "explain" in told.out + told.err


def test_list_names_the_solvers_and_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    said = capsys.readouterr().out
    assert "exactsolver" in said
    assert "trust_flags=True" in said


def test_reads_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solvers", "analyse", "-", "--json"],
        input="#mines 1\n1,11\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["mines"] == [[0, 1]]


def test_an_explanation_as_json_has_the_documented_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "11#\n###")
    assert main(["explain", path, "1,2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    step = said["steps"][0]
    assert said == {
        "cell": [1, 2],
        "verdict": "safe",
        "numbers": [[0, 0], [0, 1]],
        "mine_count": False,
        "steps": [{"text": step["text"], "numbers": [[0, 1], [0, 0]], "cells": [[1, 2]]}],
    }
    assert step["text"].startswith("1-1 pattern")
    assert main(["explain", path, "1,0", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["verdict"], said["numbers"], said["mine_count"]) == ("unknown", [], False)
    assert [[1, 0] in step["cells"] for step in said["steps"]] == [False, True]


def test_an_explanation_is_drawn_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", write(tmp_path, "121\n###"), "1,1"]) == 0
    said = capsys.readouterr().out
    assert "(1, 1) is safe." in said
    assert "[1][2][1]" in said
    assert ">#<{#}" in said
    assert "3 numbers; no fewer do." in said
    assert "1. This is a 1-2-1." in said
    assert main(["explain", write(tmp_path, "####\n#11#\n####", 1), "0,0"]) == 0
    assert "one number and the number of mines" in capsys.readouterr().out


def test_what_is_unknown_is_shown_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", write(tmp_path, "1#\n##", 1), "1,1"]) == 0
    said = capsys.readouterr().out
    assert "33.3333% (exact)" in said
    assert "it is safe: 2; in which it is a mine: 1." in said
    assert ">#<" in said
    assert ">*<" in said


@pytest.mark.parametrize(
    ("csv", "cell", "complaint"),
    [
        ("#mines 1\n1,11", "0,0", "is open"),
        ("#mines 1\n1,11", "0,2", "no cell (0, 2)"),
        ("1,11,0", "0,1", "cannot be met"),
    ],
)
def test_what_cannot_be_explained_is_one_sentence(
    csv: str, cell: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.csv"
    path.write_text(csv)
    assert main(["explain", str(path), cell]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert complaint in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("cell", ["1", "a,b", "1,2,3", "1.5,2", ""])
def test_a_cell_is_a_row_and_a_column(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["explain", "-", cell])
    assert end.value.code == 2
    assert "ROW,COL" in capsys.readouterr().err


def test_the_solvers_are_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert sorted(listed) == names()
    best = {option["name"]: option for option in listed["best"]["options"]}
    assert best["budget"]["types"] == ["float"] and best["trust_flags"]["default"] is True
    assert "endgames" in listed["best"]["about"]


def test_a_whole_board_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "111\n1*1\n111")
    assert main(["analyse", path, "--whole"]) == 0
    told = "3BV 8, 0 openings, 1 islands\nZiNi 5, 8-way 5, H.ZiNi 6\n"
    assert capsys.readouterr().out == told
    assert main(["analyse", path, "--whole", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "rows": 3,
        "cols": 3,
        "mines": 1,
        "bbbv": 8,
        "openings": 0,
        "islands": 1,
        "zini": {"greedy": 5, "eight_way": 5, "human": 6},
    }
    assert main(["analyse", write(tmp_path, "1##", 1), "--whole"]) == 2
    assert "a key shows every cell" in capsys.readouterr().err


def test_the_efficient_click_is_told_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "11#\n1##\n###\n###")
    assert main(["analyse", path, "--efficient"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "few clicks: flag 1,1; chord 1,0"
    assert main(["analyse", path, "--efficient", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["efficient"] == [
        {"button": "flag", "cell": [1, 1]},
        {"button": "chord", "cell": [1, 0]},
    ]
    assert main(["analyse", write(tmp_path, "0"), "--efficient"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "few clicks: nothing is left to open"
