"""`benchmarks/live/web_games.py`: what it says of a game is what the page knows of it."""

from __future__ import annotations

import shutil
import subprocess
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.live import foreign_pages as pages
from benchmarks.live import page_judge as judging
from benchmarks.live import web_games
from mwagent.minefield import Board, Click, Stage
from mwagent.player.play import Turn
from mwagent.player.play.turn import Times
from mwagent.solvers import Analysis
from testbed.folders import ROOT

BOARD = """{rows, cols, x: board.getBoundingClientRect().x + SHIFT,
    y: board.getBoundingClientRect().y, w: cols * wide, h: rows * high, at: (r, c) => {
        const k = r * cols + c;
        if (LIE && game.open.has(k)) return "7";
        if (game.open.has(k)) return String(number(k));
        if (game.flagged.has(k)) return "F";
        return game.over && game.mines.has(k) ? "*" : "#"; }}"""


def test_cells_are_compared_where_the_bot_says_that_it_understands_them() -> None:
    board = Board.parse("1 # F *\n# # 0 #")
    page = ["12#X", "W?0#"]
    assert judging.misread(board, {(0, 2)}, page) == {(0, 1): "2>#"}


def test_a_round_is_won_or_wrong_by_the_word_of_both() -> None:
    told = [("won", "won"), ("won", "?"), ("won", ""), ("lost", "won"), ("", "won")]
    rounds = [web_games.Round(bot, page) for bot, page in told]
    assert [one.won for one in rounds] == [True, True, False, False, False]
    assert [one.wrong for one in rounds] == [False, False, True, True, False]
    assert [one.unclear for one in rounds] == [False, False, False, False, True]


@pytest.mark.parametrize(("cell", "guess"), [((0, 0), True), ((0, 1), False)])
def test_a_guess_is_one_though_the_bot_does_not_know_that_it_was_pressed(
    cell: tuple[int, int], guess: bool
) -> None:
    watch = object.__new__(web_games.Watch)
    watch.batches, watch._turned = [web_games.Batch(0.0, [Click(cell)])], 0
    board = Board.parse("# # 1\n1 1 1\n0 0 0")
    analysis = Analysis(np.zeros(board.shape), ((0, 1),), (), (0, 1), "safe")
    for clicks in ((), ()):  # nothing is planned in the last turn
        watch.turn(Turn(1, board, Stage.ONGOING, analysis, clicks, Times(0, 0, 0, 0)))
    assert watch.batches[0].guess is guess


def test_what_begins_a_round_anew_is_no_press_on_the_board() -> None:
    page = SimpleNamespace(left=["a press on a button"])
    judge = SimpleNamespace(presses=page.left.clear)
    window = SimpleNamespace(look=None, click=None, new_game=lambda: None)
    watch = web_games.Watch(SimpleNamespace(grab=None), window, judge, None, None)
    watch.batches = [web_games.Batch(0.0, [])]
    window.new_game()
    assert not page.left
    assert not watch.batches
    assert watch.began > 0


def test_pages_are_split_by_the_name_of_their_repository(tmp_path: Path) -> None:
    recipes = tmp_path / "recipes.toml"
    recipes.write_text("".join(f'["someone+game{n}@look"]\n' for n in range(20)))
    halves = [web_games.targets_of([str(recipes)], half, ()) for half in ("work", "judged")]
    assert sum(map(len, halves)) == 20
    assert min(map(len, halves)) > 0
    assert [one.name for one in web_games.targets_of([str(recipes)], "both", ["GAME7@"])] == [
        "someone+game7@look"
    ]


def test_repositories_are_got_at_the_commit_of_their_recipe(tmp_path: Path) -> None:
    made = tmp_path / "host" / "someone" / "game"
    made.mkdir(parents=True)
    (made / "index.html").write_text("<p>a game</p>")

    def git(*words: str) -> str:
        command = ["git", "-C", str(made), "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "Begin")
    file = tmp_path / "recipes.toml"
    tables = "".join(
        f'["{name}"]\ncommit = "{commit}"\n'
        for name, commit in [("someone+game@dark", git("rev-parse", "HEAD")), ("no+one", "0" * 40)]
    )
    file.write_text(tables)
    recipes = pages.Recipes.load(file, tmp_path / "clones")
    failed = recipes.fetch(host=f"file://{tmp_path}/host/")
    assert (tmp_path / "clones" / "someone+game" / "index.html").read_text() == "<p>a game</p>"
    assert len(failed) == 1
    assert "no/one" in failed[0]


def test_every_kept_recipe_says_how_its_page_is_read() -> None:
    recipes = pages.Recipes.load(web_games.RECIPES)
    for name, recipe in recipes.pages.items():
        assert len(recipe["commit"]) == 40, name
        assert ("board" in recipe) or {"cells", "symbol"} <= recipe.keys(), name
        assert {"mines", "over"} & recipe.keys(), name


def played(folder: Path, shift: str = "0", lie: str = "false", **more: Any) -> Any:
    """The score of a game on our own page, whose recipe may tell untruths."""
    shutil.copy(ROOT / "tests" / "end_to_end" / "odd_game.html", folder)
    recipe = {
        "page": "odd_game.html?seed=3",
        "board": BOARD.replace("SHIFT", shift).replace("LIE", lie),
        "mines": "mines",
        **more,
    }
    target = web_games.Target("nobody+odd", recipe, str(folder))
    options = Namespace(size="800x600", save=folder / "odd", half="both", seconds=40.0, games=1)
    # In a thread of its own: another test's browser may be open in this one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(web_games.play, target, options).result()


@pytest.mark.browser
@pytest.mark.timeout(120)
def test_a_page_that_is_read_rightly_shows_no_fault(tmp_path: Path) -> None:
    score = played(tmp_path)
    assert score.fine, score.row
    assert score.located == "yes"
    assert not score.misread
    assert score.compared > 3
    assert score.presses > 5


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.timeout(120)
def test_what_differs_from_the_page_is_counted_and_kept(tmp_path: Path) -> None:
    score = played(tmp_path, shift="wide", lie="true", over='""')
    assert score.located == "misplaced"
    assert score.beside > 5
    assert score.misread["7>0"] > 5
    assert score.row["verdict"], score.row
    kept = {file.name for file in (tmp_path / "odd" / "nobody+odd").iterdir()}
    assert {"found_1.png", "misread_7_as_0_1.txt", "beside_1.png", "verdict_1.txt"} <= kept
