"""Games on boards of other shapes: played to their end, the same for the same seed."""

from __future__ import annotations

import json
import random

import pytest

from mwagent.minefield import SHAPES, MinefieldError, Shape
from mwagent.solvers import RuleSystem
from mwagent.virtual.shapes import ShapedGame, main, play_shape

SIZES = {"3d": (3, 4, 4), "4d": (3, 3, 3, 3)}


@pytest.mark.parametrize("kind", SHAPES)
def test_what_is_called_safe_is_safe(kind: str) -> None:
    shape = Shape(kind, SIZES.get(kind, (7, 8)))
    for seed in range(5):
        game = ShapedGame(shape, 7, random.Random(seed))
        game.reveal(game.first)
        while not (game.won or game.lost):
            answer = RuleSystem.of_board(game.board).analyse()
            assert answer.exact
            for place in answer.safe or (answer.best,):
                assert isinstance(place, tuple)
                game.reveal(place)
            assert not (answer.safe and game.lost)


def test_easy_hexagons_are_mostly_won() -> None:
    tally = play_shape(Shape("hexagons", (8, 8)), 10, 40, seed=1)
    assert tally == play_shape(Shape("hexagons", (8, 8)), 10, 40, seed=1)
    assert tally.share > 0.6


def test_the_command_prints_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["triangles", "torus", "--size", "6x6", "--mines", "5", "--games", "5"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.count("6x6") == 2 and "%" in said
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["shape"] for each in told] == ["triangles 6x6", "torus 6x6"]
    assert all(each["games"] == 5 for each in told)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["octagons"], "no shape 'octagons'"),
        (["--size", "8x8"], "belong together"),
        (["--size", "axb", "--mines", "1"], "is no size"),
        (["3d", "--size", "8x8", "--mines", "1"], "have 3 sides"),
        (["--size", "3x3", "--mines", "9"], "do not fit"),
    ],
)
def test_what_cannot_be_played_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == MinefieldError.exit_code
    assert said in capsys.readouterr().err


def test_the_table_fits_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["3d", "--size", "3x3x3", "--mines", "2", "--games", "2"]
    for columns in (40, 60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert main(words) == 0
        told = capsys.readouterr().out
        assert max(map(len, told.splitlines())) <= columns
        assert "3d 3x3x3" in told and "guesses" in told
