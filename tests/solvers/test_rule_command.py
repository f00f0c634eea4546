"""`analyse` and `explain` on rules, on boards of other shapes, and with a density."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mwagent.minefield import Board, MinefieldError
from mwagent.solvers import analyse
from mwagent.solvers.__main__ import main as run

RULES = """{"rules": [{"cells": ["a", "b", "c"], "mines": 1},
            {"cells": ["c", "d"], "mines": [0, 1], "name": "the sonar"},
            {"cells": [[0, 1], 7], "mines": 2}],
  "cells": ["e"], "mines": 4}"""


def write(tmp_path: Path, text: str, name: str = "rules.json") -> str:
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run(words) == 0
    return capsys.readouterr().out


def test_rules_are_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, RULES)
    told = json.loads(said(["analyse", path, "--json"], capsys))
    chances = {str(cell): p for cell, p in told["mine_probability"]}
    assert chances == pytest.approx(
        {"a": 0.4, "b": 0.4, "c": 0.2, "d": 0.4, "e": 0.6, "[0, 1]": 1, "7": 1}
    )
    assert told["mines"] == [[0, 1], 7] and told["safe"] == []
    assert (told["best"], told["exact"]) == ("c", True)
    assert "best: open c, the least risk" in said(["analyse", path], capsys)


def test_a_total_or_a_density_counts_instead_of_the_file_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, RULES)
    told = json.loads(said(["analyse", path, "--json", "-m", "3"], capsys))
    assert {str(c): p for c, p in told["mine_probability"]}["e"] == 0
    told = json.loads(said(["analyse", path, "--json", "--density", "0.1"], capsys))
    assert {str(c): p for c, p in told["mine_probability"]}["e"] == pytest.approx(0.1)


def test_a_proof_names_its_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, RULES)
    assert "(0, 1) is a mine, by exactly 2 of (0, 1), 7" in said(["explain", path, "0,1"], capsys)
    told = json.loads(said(["explain", path, "7", "--json"], capsys))
    assert (told["cell"], told["verdict"], told["mine_count"]) == (7, "mine", False)
    assert "can be either" in said(["explain", path, "e"], capsys)


def test_a_board_of_hexagons_is_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "hexagons 2x3 mines 2\n1 # #\n # # F\n", "board.txt")
    out = said(["analyse", path], capsys)
    assert "hexagons 2x3 mines 2" in out and "proven safe: 2" in out
    assert "by the 1 at" in said(["explain", path, "0,2"], capsys) or "total" in out


def test_a_text_of_codes_is_still_a_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "1,11\n11,11\n", "board.txt")
    assert "33.3" in said(["analyse", path, "-m", "1"], capsys)


def test_a_density_stands_in_place_of_a_total(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "#mines 1\n1,11,11\n11,11,11\n", "board.csv")
    told = json.loads(said(["analyse", path, "--json", "--density", "0.2"], capsys))
    assert told["mine_probability"][0][2] == pytest.approx(0.2)
    assert told["mine_probability"][0][1] == pytest.approx(1 / 3)
    assert (told["best"], told["why"]) == ([0, 2], "guess")


def test_a_density_of_one_half_is_no_density() -> None:
    board = Board.parse("1##\n##F\n#2#")
    known, told = analyse(board), analyse(board, density=0.5)
    assert told.mine_probability == pytest.approx(known.mine_probability, nan_ok=True)
    assert set(told.safe) == set(known.safe) and set(told.mines) == set(known.mines)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"rules": [', "truncated"),
        ("[1]", "Expected `object`, got `array`"),
        ("{}", "required field `rules`"),
        ('{"rules": 1}', "`array`, got `int` - at `$.rules`"),
        ('{"rules": [4]}', "at `$.rules[0]`"),
        ('{"rules": [], "foo": 1}', "unknown field `foo`"),
        ('{"rules": [{"cells": ["a"]}]}', "field `mines` - at `$.rules[0]`"),
        ('{"rules": [{"cells": [null], "mines": 1}]}', "a cell is a string"),
        ('{"rules": [{"cells": ["a"], "mines": "x"}]}', "at `$.rules[0].mines`"),
        ('{"rules": [{"cells": ["a", "a"], "mines": 1}]}', "names a twice"),
        ('{"rules": [{"cells": ["a"], "mines": 1}], "mines": 2}', "2 mines in 1 cells"),
        ('{"rules": [{"cells": ["a"], "mines": 1}], "density": 1}', "between 0 and 1"),
        ('{"rules": [], "priors": [["a", 0.5]]}', "no such cell"),
        ('{"rules": [{"cells": ["a"], "mines": 2, "name": "R"}]}', "R cannot be met"),
        ("[" * 100_000, "no file of rules"),
        ('{"rules": [], "cells": [' + "[" * 100_000, "no file of rules"),
    ],
)
def test_bad_rules_are_refused_with_a_sentence(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", write(tmp_path, text)]) == MinefieldError.exit_code
    told = capsys.readouterr().err
    assert sentence in told
    assert "rules.json" in told and told.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--density", "0.2", "-m", "1"], "in place of -m"),
        (["--density", "2"], "between 0 and 1"),
        (["-S", "exactsolver"], "one solver"),
        (["strength=max"], "without strength=max"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", write(tmp_path, RULES), *words]) == MinefieldError.exit_code
    assert sentence in capsys.readouterr().err
