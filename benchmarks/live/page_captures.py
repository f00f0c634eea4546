"""Play web Minesweepers of others by mouse and keep pictures of their boards with the truth.

    python -m benchmarks.live.page_captures ~/clones/recipes.toml --out ~/looks
    python -m benchmarks.live.page_captures ~/clones/recipes.toml --only winmine --out ~/looks

How each page is read stands in the recipes beside the clones (`foreign_pages.py`). A recipe may
also say `flags = false` (the page has none, or draws none), `flag` (the button that sets one),
`lives = true` (a mine does not end the game), `covered` (stages at which something lies over the
board) and, in milliseconds, `pause` after a click and `settle` before a picture.

Games are played with the project's solver on the board that the page itself tells of, so a picture
and its truth come from one moment. A picture is kept only where the page says the same before and
after it was taken and no number contradicts another. Pictures go to `work/` or `judged/` below the
folder, by `half_of` of the repository's name.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.live.foreign_pages import Game, OddPageError, Recipes, program_of, served
from benchmarks.vision.truths import HALVES, half_of
from mwagent import solvers
from mwagent.minefield import HIDDEN, Board, Cell, MinefieldError, named, neighbours
from mwagent.player.views import find_browser

ZOOMS: Final = (0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0)
VIEWPORTS: Final = ((1280, 800), (1366, 768), (1440, 900), (1920, 1080), (1024, 900))
ROUNDS: Final = (
    ("fresh", "early", "flagged", "end"),
    ("middle", "lost"),
    ("early", "flagged", "end"),
)
"""What is kept of each game that is played on a page."""
ATTEMPTS: Final = 3
"""Games played for those pictures at most; some are lost by the first click."""
PATIENCE: Final = 20_000
"""Milliseconds a page may take."""
CODES: Final = str.maketrans({"X": "*", "W": "#", "?": "#", "F": "#"})
"""Symbols as the solver takes them: no flag is trusted."""


def analyse(state: dict[str, Any]) -> solvers.Analysis:
    """What the solver makes of the numbers; raises where they contradict each other."""
    rows = [row.translate(CODES) for row in state["cells"]]
    board = Board([[int(s) if s.isdigit() else HIDDEN for s in row] for row in rows])
    return solvers.create("best").analyse(board)


def open_share(state: dict[str, Any]) -> float:
    """The part of the cells that are open numbers."""
    cells = "".join(state["cells"])
    return sum(s.isdigit() for s in cells) / len(cells)


def shows_mine(state: dict[str, Any]) -> bool:
    """Whether a mine is shown."""
    return bool(set("".join(state["cells"])) & set("*X"))


def doubt_of(state: dict[str, Any], before: dict[str, Any], viewport: dict[str, int]) -> str:
    """Why a truth is doubtful; nothing where it is not."""
    if state != before:
        return "the board changed while its picture was taken"
    x0, y0, x1, y1 = state["box"]
    if min(x0, y0) < 0 or x1 > viewport["width"] + 1 or y1 > viewport["height"] + 1:
        return "the board is cut off"
    rows = state["cells"]
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol.isdigit():
                around = [rows[a][b] for a, b in neighbours((r, c), (len(rows), len(row)))]
                mines, closed = sum(s in "*X" for s in around), sum(not s.isdigit() for s in around)
                if not mines <= int(symbol) <= closed:
                    return f"the {symbol} at {named((r, c))} does not fit what is around it"
    return ""


class Keeper:
    """Writes pictures with their truth."""

    def __init__(self, out: Path, name: str, recipes: Recipes):
        self.program = program_of(name)
        self.folder = out / half_of(self.program)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.name, self.count = name, 0
        self.recipe = {"page": "index.html"} | recipes.pages[name]
        self.answer = recipes.answer
        self.random = random.Random(name)
        self.doubts: list[str] = []

    def keep(self, game: Game, stage: str, hover: Cell | None = None) -> None:
        """Take a picture, and write it with what the page says."""
        if hover is None:
            game.away()
        game.page.wait_for_timeout(self.recipe.get("settle", 250))
        before = game.state()
        picture = game.page.screenshot(animations="allow", timeout=PATIENCE)
        state = game.state()
        doubt = doubt_of(state, before, game.page.viewport_size)
        if stage == "lost" and not shows_mine(state):
            doubt = "another game began"
        if doubt:
            self.doubts.append(f"{stage}: {doubt}")
            return
        if stage == "lost" and self.recipe.get("lives"):
            stage = "mine_hit"
        file = self.folder / f"{self.name}_{self.count:02}_{stage}@{game.zoom:g}.png"
        file.write_bytes(picture)
        truth = self.truth(game, state, stage, hover)
        file.with_suffix(".json").write_text(json.dumps(truth), "utf-8")
        self.count += 1

    def truth(
        self, game: Game, state: dict[str, Any], stage: str, hover: Cell | None
    ) -> dict[str, Any]:
        """What is written beside a picture; places in its pixels."""
        box, pitch, cell = (
            [round(v * game.zoom, 2) for v in state[key]] for key in ("box", "pitch", "cell")
        )
        return {
            "source_repo": self.program,
            "rows": state["rows"],
            "cols": state["cols"],
            "cells": state["cells"],
            "box": box,
            "pitch": pitch,
            "cell0": cell,
            "state": stage,
            "zoom": game.zoom,
            "hover": list(hover) if hover else False,
            "exploded_told": self.recipe.get("exploded_told", False),
            "hard": stage in self.recipe.get("covered", ()),
            "page": f"{self.name}/{self.recipe['page']}",
        }


def play(game: Game, keeper: Keeper, wanted: Sequence[str]) -> None:
    """Play one game and keep what is wanted of it."""
    left = [stage for stage in wanted if stage != "flagged" or game.recipe.get("flags", True)]
    state = game.state()
    if left[0] == "fresh":
        keeper.keep(game, left.pop(0))
    rows, cols = state["rows"], state["cols"]
    aim = keeper.random.uniform(0.35, 0.65)
    batch: list[Cell] = [(rows // 2, cols // 2)]
    while batch and left:
        for cell in batch:
            game.press(cell)
        game.page.wait_for_timeout(60)
        state = game.state()
        if shows_mine(state):
            if left[-1] in ("end", "lost") and open_share(state) > 0.05:
                keeper.keep(game, "lost")
            return
        seen = analyse(state)
        step(game, keeper, left, batch[-1], aim)
        if left[:1] == ["lost"] and seen.mines:
            game.press(keeper.random.choice(seen.mines))
            game.page.wait_for_timeout(500)
            if shows_mine(game.state()):
                keeper.keep(game, left.pop())
            return
        closed = sum(not symbol.isdigit() for symbol in "".join(state["cells"]))
        best = seen.decide().best
        guess = [best] if best is not None and len(seen.mines) < closed else []
        batch = list(seen.safe[: 1 + rows * cols // 20]) or guess
    if left[-1:] == ["end"]:
        game.page.wait_for_timeout(500)
        keeper.keep(game, "won")


def step(game: Game, keeper: Keeper, left: list[str], last: Cell, aim: float) -> None:
    """Keep pictures of a game that goes on, if it is as far as they ask for."""
    share = open_share(game.seen)
    if left[:1] == ["early"] and share >= 0.05:
        # As often as people do, the pointer stays on the cell that was clicked last.
        keeper.keep(game, left.pop(0), last if keeper.random.random() < 0.4 else None)
    if left[:1] == ["middle"] and share >= aim:
        keeper.keep(game, left.pop(0))
    if left[:1] == ["flagged"] and share >= aim:
        mines = [cell for cell in analyse(game.seen).mines if keeper.random.random() < 0.8]
        for cell in mines[:25]:
            game.press(cell, game.recipe.get("flag", "right"))
        keeper.keep(game, left.pop(0))


def _accept(dialog: Any) -> None:
    """Answer yes; some pages are gone by then."""
    from playwright.sync_api import Error

    with contextlib.suppress(Error):
        dialog.accept()


def capture(name: str, recipes: Recipes, out: Path) -> tuple[int, list[str]]:
    """Play on one page; how many pictures were kept, and what went wrong."""
    from playwright.sync_api import sync_playwright

    keeper = Keeper(out, name, recipes)
    zooms = keeper.random.sample(ZOOMS, len(ROUNDS))
    with served(recipes.folder / name.partition("@")[0]) as url, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        for zoom, wanted in zip(zooms, ROUNDS, strict=True):
            for attempt in range(ATTEMPTS):
                count = keeper.count
                stages = wanted[attempt > 0 and wanted[0] == "fresh" :]
                one_game(keeper, chromium, url, zoom, stages)
                if keeper.count - count >= 2:
                    break
        chromium.close()
    return keeper.count, keeper.doubts


def one_game(keeper: Keeper, chromium: Any, url: str, zoom: float, wanted: Sequence[str]) -> None:
    """Play one game in a tab of its own; what goes wrong is noted."""
    from playwright.sync_api import Error

    wide, high = keeper.random.choice(VIEWPORTS if zoom < 2 else VIEWPORTS[:2])
    context = chromium.new_context(
        viewport={"width": wide, "height": high}, device_scale_factor=zoom
    )
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        # Playwright marks its handlers, which a bound method of a frozen class does not let it.
        page.route("**/*", lambda route: keeper.answer(route))  # noqa: PLW0108
        page.on("dialog", _accept)
        game = Game(page, keeper.recipe, zoom)
        game.start(url)
        play(game, keeper, wanted)
    except (OddPageError, Error, MinefieldError) as error:
        keeper.doubts.append(f"{zoom:g} {'+'.join(wanted)}: {str(error).splitlines()[0][:140]}")
    finally:
        with contextlib.suppress(Error):
            context.close()


def capture_all(file: Path, out: Path, only: Sequence[str] = (), part: str = "0/1") -> bool:
    """Play on every page of a file of recipes that has no pictures yet; whether each gave some."""
    recipes = Recipes.load(file)
    fine = True
    first, _, step = part.partition("/")
    names = sorted(recipes.pages, key=lambda name: HALVES.index(half_of(program_of(name))))
    for name in names[int(first) :: int(step)]:
        kept = [*out.glob(f"work/{name}_*.png"), *out.glob(f"judged/{name}_*.png")]
        if kept or (only and not any(word in name for word in only)):
            continue
        count, trouble = capture(name, recipes, out)
        fine &= count > 0
        print(f"{name}: {count} pictures {'; '.join(dict.fromkeys(trouble))}", flush=True)
    return fine


def main() -> int:
    """Capture from every page of a file of recipes; returns 1 where one gave no picture."""
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("recipes", type=Path, help="TOML file beside the clones")
    words.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    words.add_argument("--part", default="0/1", help="0/2: every second page from the first")
    words.add_argument(
        "--only", nargs="+", default=(), help="pages whose name contains one of these"
    )
    options = words.parse_args()
    return int(not capture_all(options.recipes, options.out, options.only, options.part))


if __name__ == "__main__":
    sys.exit(main())
