"""`benchmarks/live/desktop_games.py`: its recipes can be followed, and what hinders one is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.live import desktop_games
from benchmarks.vision.truths import half_of


def test_programs_are_listed_for_both_halves() -> None:
    halves = [
        half_of(recipe["repository"])
        for recipe in desktop_games.recipes(desktop_games.RECIPES).values()
    ]
    assert min(halves.count("work"), halves.count("judged")) >= 8


@pytest.mark.parametrize("text", ["[game]\ncommand = ['x']", "[game]\nrepository = 'a/b'", "= 1"])
def test_an_odd_recipe_is_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "recipes.toml"
    file.write_text(text)
    with pytest.raises(SystemExit, match=r"recipes\.toml"):
        desktop_games.recipes(file)


def test_what_hinders_a_program_is_said(tmp_path: Path) -> None:
    recipe = {"repository": "a/b", "command": ["./game"], "folder": "src", "compiled": "game"}
    assert "--fetch" in desktop_games.lacking(recipe, tmp_path)
    (tmp_path / "a+b" / "src").mkdir(parents=True)
    assert "compiled" in desktop_games.lacking(recipe, tmp_path)
    (tmp_path / "a+b" / "src" / "game").touch()
    assert desktop_games.lacking(recipe, tmp_path) is None
