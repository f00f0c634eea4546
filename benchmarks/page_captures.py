"""Play web Minesweepers of others by mouse and keep pictures of their boards with the truth.

    python benchmarks/page_captures.py ~/clones/recipes.toml --out ~/looks
    python benchmarks/page_captures.py ~/clones/recipes.toml --only winmine --out ~/looks

The recipes stand beside the clones. Each table is named like the folder of a clone, `owner+name`:

    ["owner+name"]
    page = "index.html"          # opened in the folder
    first = ["#easy", "js: start(9, 9)"]   # elements clicked, or JavaScript run, before a game
    cells = "#board td"          # the cells, in any order
    symbol = "c.has('open') ? t || '0' : '#'"
    level = "2: easy"            # anything that tells apart what `first` chose, for the names

`symbol` is JavaScript for one cell: `e` its element, `c` its classes (a Set), `t` its text, `i` its
picture's file name, `d` its dataset. It says `0`-`8`, `#`, `F`, `*`, `X`, `W`, `?`, or null for what
is no cell. Boards drawn on a canvas have `board` instead: an expression that makes `{rows, cols, x,
y, w, h, at(row, col)}` in CSS pixels. `[[web]]` tables name files for addresses of the internet
that pages ask for: `match`, a regular expression, and `file`, beside the recipes.

Games are played with the project's solver on the board that the page itself tells of, so a picture
and its truth come from one moment. A picture is kept only where the page says the same before and
after it was taken and no number contradicts another. Pictures go to `work/` or `judged/` below the
folder, by `half_of` of the repository's name.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import json
import mimetypes
import random
import re
import sys
import threading
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent))

from truths import HALVES, half_of

import solvers
from minefield import Board, Cell, MinefieldError
from mwagent.hands import find_browser
from mwagent.hands.browser import HEADLESS_ARGUMENTS

ZOOMS: Final = (0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0)
VIEWPORTS: Final = ((1280, 800), (1366, 768), (1440, 900), (1920, 1080), (1024, 900))
ROUNDS: Final = (
    ("fresh", "early", "flagged", "end"),
    ("middle", "lost"),
    ("early", "flagged", "end"),
)
"""What is kept of each game that is played on a page."""
CODES: Final = str.maketrans({"X": "*", "W": "#", "?": "#", "F": "#"})
"""Symbols as the solver takes them: no flag is trusted."""

READ: Final = r"""recipe => {
  const clusters = (values, size) => {
    const found = [];
    for (const v of [...values].sort((a, b) => a - b))
      if (!found.length || v - found[found.length - 1] > size / 2) found.push(v);
    return found;
  };
  if (recipe.board) {
    const b = eval("(" + recipe.board + ")");
    if (!b) return null;
    const rows = [];
    for (let r = 0; r < b.rows; r++) {
      let row = "";
      for (let k = 0; k < b.cols; k++) row += b.at(r, k);
      rows.push(row);
    }
    const p = [b.w / b.cols, b.h / b.rows];
    return {rows: b.rows, cols: b.cols, cells: rows, box: [b.x, b.y, b.x + b.w, b.y + b.h],
            pitch: p, cell: [b.x, b.y, ...p]};
  }
  const symbol = new Function("e", "c", "t", "i", "d", "return (" + recipe.symbol + ")");
  const seen = [];
  for (const e of document.querySelectorAll(recipe.cells)) {
    const r = e.getBoundingClientRect();
    if (r.width < 4 || r.height < 4) continue;
    const c = new Set((e.getAttribute("class") || "").split(/\s+/));
    const img = e.tagName === "IMG" ? e : e.querySelector("img");
    const back = getComputedStyle(e).backgroundImage.match(/url\("([^"]*)"\)/);
    const i = ((img && img.getAttribute("src")) || (back && back[1]) || "").split("/").pop();
    const s = symbol(e, c, e.textContent.trim(), i, e.dataset);
    if (s !== null && s !== undefined) seen.push([r, String(s)]);
  }
  if (seen.length < 16) return null;
  const size = seen[0][0].width, high = seen[0][0].height;
  const xs = clusters(seen.map(([r]) => r.x + r.width / 2), size);
  const ys = clusters(seen.map(([r]) => r.y + r.height / 2), high);
  const cells = ys.map(() => xs.map(() => ""));
  const near = (list, v) => list.reduce((b, x, k) =>
    Math.abs(x - v) < Math.abs(list[b] - v) ? k : b, 0);
  let odd = "";
  for (const [r, s] of seen) {
    const row = near(ys, r.y + r.height / 2), col = near(xs, r.x + r.width / 2);
    if (cells[row][col] !== "") odd = "two cells at one place";
    if (!/^[0-8#F*XW?]$/.test(s)) odd = "a cell that says " + s;
    cells[row][col] = s;
  }
  if (cells.some(row => row.includes(""))) odd = odd || "a hole in the board";
  const all = seen.map(([r]) => r);
  const least = f => Math.min(...all.map(f)), most = f => Math.max(...all.map(f));
  const step = (list, one) => list.length < 2 ? one :
    (list[list.length - 1] - list[0]) / (list.length - 1);
  return {rows: ys.length, cols: xs.length, cells: cells.map(row => row.join("")), odd,
    box: [least(r => r.left), least(r => r.top), most(r => r.right), most(r => r.bottom)],
    pitch: [step(xs, size), step(ys, high)],
    cell: [least(r => r.left), least(r => r.top), size, high]};
}"""
"""What a page says of its board; places in CSS pixels of the viewport."""


class OddPageError(Exception):
    """A page that does not do what its recipe says."""


def program_of(name: str) -> str:
    """The repository, `owner/name`, that a recipe is for; `@` and more may follow its folder."""
    return name.partition("@")[0].replace("+", "/", 1)


@dataclass(frozen=True, slots=True)
class Recipes:
    """The recipes of a file, and the files that stand for addresses of the internet."""

    folder: Path
    pages: dict[str, dict[str, Any]]
    web: list[tuple[re.Pattern[str], Path]] = field(default_factory=list)

    @classmethod
    def load(cls, file: Path) -> Recipes:
        """Read a TOML file of recipes."""
        tables = tomllib.loads(file.read_text("utf-8"))
        web = [
            (re.compile(rule["match"], re.IGNORECASE), file.parent / rule["file"])
            for rule in tables.pop("web", [])
        ]
        return cls(file.parent, tables, web)

    def answer(self, route: Any) -> None:
        """Give a page what it asks for, from this machine alone."""
        url = route.request.url
        if url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            route.continue_()
            return
        for pattern, file in self.web:
            found = pattern.search(url)
            if found:
                real = Path(found.expand(str(file)))
                if real.is_file():
                    kind = mimetypes.guess_type(real.name)[0] or "application/octet-stream"
                    route.fulfill(
                        body=real.read_bytes(),
                        headers={"Content-Type": kind, "Access-Control-Allow-Origin": "*"},
                    )
                    return
        route.abort()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line on each."""

    def log_message(self, *_: Any) -> None:
        """Keep silent."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on loopback."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Game:
    """One page with one game on it."""

    def __init__(self, page: Any, recipe: dict[str, Any], zoom: float):
        self.page = page
        self.recipe = recipe
        self.zoom = zoom
        self.solver = solvers.create("best")
        self.seen: dict[str, Any] = {}

    def start(self, url: str) -> None:
        """Open the page, choose the level and make the whole board visible."""
        self.page.goto(url + self.recipe["page"].replace(" ", "%20"), wait_until="load")
        self.page.wait_for_timeout(self.recipe.get("wait", 250))
        for step in self.recipe.get("first", ()):
            if step.startswith("js:"):
                self.page.evaluate(step[3:])
            elif step.startswith("wait:"):
                self.page.wait_for_timeout(int(step[5:]))
            else:
                selector, _, value = step.partition(" := ")
                if value:
                    self.page.select_option(selector, value)
                else:
                    self.page.locator(selector).first.click()
            self.page.wait_for_timeout(200)
        self.show()

    def show(self) -> None:
        """Scroll, and make the viewport larger where the board does not fit."""
        x0, y0, x1, y1 = self.state()["box"]
        size = self.page.viewport_size
        wide, high = int(max(size["width"], x1 - x0 + 80)), int(max(size["height"], y1 - y0 + 120))
        if y1 > high or x1 > wide:
            high, wide = int(max(high, y1 + 20)), int(max(wide, x1 + 20))
        if (wide, high) != (size["width"], size["height"]):
            if high > 2600 or wide > 3200:
                raise OddPageError(f"a board of {x1 - x0:.0f} x {y1 - y0:.0f} pixels")
            self.page.set_viewport_size({"width": wide, "height": high})
            self.page.wait_for_timeout(150)
        x0, y0, x1, y1 = self.state()["box"]
        size = self.page.viewport_size
        if min(x0, y0) < 0 or x1 > size["width"] + 1 or y1 > size["height"] + 1:
            raise OddPageError(f"a board at {x0:.0f}, {y0:.0f} to {x1:.0f}, {y1:.0f}")

    def state(self) -> dict[str, Any]:
        """What the page says of its board."""
        state = self.page.evaluate(READ, self.recipe)
        if state is None:
            raise OddPageError("no board")
        if state.get("odd"):
            raise OddPageError(state["odd"])
        self.seen = dict(state)
        return self.seen

    def press(self, cell: Cell, button: str = "left") -> None:
        """Click a cell with the mouse."""
        x, y, w, h = self.seen["cell"]
        px, py = self.seen["pitch"]
        at = (x + cell[1] * px + w / 2, y + cell[0] * py + h / 2)
        self.page.mouse.click(*at, button=button)
        self.page.wait_for_timeout(self.recipe.get("pause", 20))

    def away(self) -> None:
        """Put the pointer where it touches nothing of the board."""
        size = self.page.viewport_size
        self.page.mouse.move(size["width"] - 3, size["height"] - 3)

    def analysis(self, state: dict[str, Any]) -> solvers.Analysis:
        """What the solver makes of the numbers; raises where they contradict each other."""
        cells = [row.translate(CODES) for row in state["cells"]]
        return self.solver.analyse(
            Board([[int(s) if s.isdigit() else 11 for s in row] for row in cells])
        )


def open_share(state: dict[str, Any]) -> float:
    """The part of the cells that are open numbers."""
    cells = "".join(state["cells"])
    return sum(s.isdigit() for s in cells) / len(cells)


def ended(state: dict[str, Any]) -> str:
    """ "lost" where a mine is shown, else nothing."""
    return "lost" if set("".join(state["cells"])) & set("*X") else ""


def check(state: dict[str, Any], before: dict[str, Any], size: tuple[int, int]) -> str:
    """Why a truth is doubtful; nothing where it is not."""
    if state != before:
        return "the board changed while its picture was taken"
    (x0, y0, x1, y1), (wide, high) = state["box"], size
    if min(x0, y0) < 0 or x1 > wide + 1 or y1 > high + 1:
        return "the board is cut off"
    rows = [list(row) for row in state["cells"]]
    shown = "lost" if ended(state) else ""
    for r, row in enumerate(rows):
        for k, s in enumerate(row):
            if not s.isdigit():
                continue
            around = [
                rows[a][b]
                for a in range(max(0, r - 1), min(len(rows), r + 2))
                for b in range(max(0, k - 1), min(len(row), k + 2))
                if (a, b) != (r, k)
            ]
            mines = sum(x in "*X" for x in around)
            if mines > int(s) or sum(not x.isdigit() for x in around) < int(s):
                return f"the {s} at {r}, {k} does not fit what is around it{' of a lost board' if shown else ''}"
    return ""


class Keeper:
    """Writes pictures with their truth."""

    def __init__(self, out: Path, name: str, recipe: dict[str, Any]):
        self.repository = program_of(name)
        self.folder = out / half_of(self.repository)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.name, self.recipe, self.count = name, recipe, 0
        self.doubts: list[str] = []

    def keep(self, game: Game, stage: str, hover: Cell | None = None) -> bool:
        """Take a picture, and write it with what the page says."""
        if hover is None:
            game.away()
        game.page.wait_for_timeout(self.recipe.get("settle", 250))
        before = game.state()
        picture = game.page.screenshot(animations="allow", timeout=15000)
        state = game.state()
        size = game.page.viewport_size
        doubt = check(state, before, (size["width"], size["height"]))
        if stage == "lost" and self.recipe.get("lives"):
            stage = "mine_hit"
        if doubt:
            self.doubts.append(f"{stage}: {doubt}")
            return False
        file = self.folder / f"{self.name}_{self.count:02}_{stage}@{game.zoom:g}.png"
        file.write_bytes(picture)
        scaled = {
            key: [round(v * game.zoom, 2) for v in state[key]] for key in ("box", "pitch", "cell")
        }
        truth = {
            "source_repo": self.repository,
            "rows": state["rows"],
            "cols": state["cols"],
            "cells": state["cells"],
            "box": scaled["box"],
            "pitch": scaled["pitch"],
            "cell0": scaled["cell"],
            "state": stage,
            "zoom": game.zoom,
            "hover": list(hover) if hover else False,
            "exploded_told": self.recipe.get("exploded_told", False),
            "page": f"{self.name}/{self.recipe['page']}",
            "level": self.recipe.get("level", ""),
        }
        file.with_suffix(".json").write_text(json.dumps(truth), "utf-8")
        self.count += 1
        return True


def play(game: Game, keeper: Keeper, wanted: Sequence[str], rnd: random.Random) -> bool:
    """Play one game and keep what is wanted of it; whether all was kept."""
    left = [stage for stage in wanted if stage != "flagged" or game.recipe.get("flags", True)]
    state = game.state()
    if left[0] == "fresh":
        keeper.keep(game, left.pop(0))
    rows, cols = state["rows"], state["cols"]
    aim = rnd.uniform(0.35, 0.65)
    batch: list[Cell] = [(rows // 2, cols // 2)]
    for _ in range(rows * cols):
        if not batch or not left:
            break
        for cell in batch:
            game.press(cell)
        game.page.wait_for_timeout(game.recipe.get("think", 60))
        state = game.state()
        share, lost = open_share(state), ended(state)
        if lost:
            if left[-1] in ("end", "lost") and share > 0.05:
                keeper.keep(game, "lost")
                return len(left) == 1
            return False
        seen = game.analysis(state)
        if left[0] == "early" and share >= 0.05 and seen.safe:
            keeper.keep(game, left.pop(0), batch[-1] if keep_hover(game, rnd) else None)
        if left[:1] == ["middle"] and share >= aim:
            keeper.keep(game, left.pop(0))
        if left[:1] == ["flagged"] and share >= aim:
            raise_flags(game, seen, rnd)
            keeper.keep(game, left.pop(0))
        if left[:1] == ["lost"]:
            mines = [c for c in seen.mines if state["cells"][c[0]][c[1]] == "#"]
            if mines:
                game.press(rnd.choice(mines))
                game.page.wait_for_timeout(500)
                if ended(game.state()):
                    keeper.keep(game, "lost")
                    return len(left) == 1
                return False
        if not seen.safe and over(game.seen, seen):
            break
        guess = [seen.best] if seen.best is not None else []
        batch = list(seen.safe[: 1 + rows * cols // 20]) or guess
    if left and left[-1] == "end":
        game.page.wait_for_timeout(500)
        keeper.keep(game, "won")
        return len(left) == 1
    return not left


def keep_hover(game: Game, rnd: random.Random) -> bool:
    """Whether the pointer stays on the cell clicked last, as it does when people play."""
    return rnd.random() < 0.4


def over(state: dict[str, Any], seen: solvers.Analysis) -> bool:
    """Whether all cells that are not open are mines."""
    closed = sum(not s.isdigit() for s in "".join(state["cells"]))
    return seen.best is None or len(seen.mines) == closed


def raise_flags(game: Game, seen: solvers.Analysis, rnd: random.Random) -> None:
    """Flag most of the mines that are known."""
    mines = [c for c in seen.mines if rnd.random() < 0.8][:25]
    for cell in mines:
        game.press(cell, game.recipe.get("flag", "right"))


def _accept(dialog: Any) -> None:
    """Answer yes; some pages are gone by then."""
    from playwright.sync_api import Error

    with contextlib.suppress(Error):
        dialog.accept()


def capture(name: str, recipes: Recipes, out: Path, attempts: int = 3) -> tuple[int, list[str]]:
    """Play on one page; how many pictures were kept, and what went wrong."""
    from playwright.sync_api import Error, sync_playwright

    recipe = {"page": "index.html"} | recipes.pages[name]
    keeper = Keeper(out, name, recipe)
    rnd = random.Random(name)
    zooms = rnd.sample(ZOOMS, len(ROUNDS))
    trouble: list[str] = []
    with served(recipes.folder / name.partition("@")[0]) as url, sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=find_browser(), chromium_sandbox=False, args=list(HEADLESS_ARGUMENTS)
        )
        for zoom, wanted in zip(zooms, ROUNDS, strict=True):
            for attempt in range(attempts):
                if attempt and "fresh" in wanted:
                    wanted = wanted[1:]
                size = rnd.choice(VIEWPORTS[: 2 if zoom >= 2 else None])
                context = chromium.new_context(
                    viewport={"width": size[0], "height": size[1]}, device_scale_factor=zoom
                )
                page = context.new_page()
                page.set_default_timeout(20000)
                page.route("**/*", lambda route: recipes.answer(route))
                page.on("dialog", _accept)
                count = keeper.count
                try:
                    game = Game(page, recipe, zoom)
                    game.start(url)
                    done = play(game, keeper, wanted, rnd)
                except (OddPageError, Error, MinefieldError) as error:
                    trouble.append(
                        f"{zoom:g} {'+'.join(wanted)}: {str(error).splitlines()[0][:140]}"
                    )
                    done = False
                finally:
                    with contextlib.suppress(Error):
                        context.close()
                if done or keeper.count - count >= 2 or len(trouble) > 6:
                    break
        chromium.close()
    return keeper.count, keeper.doubts + trouble


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
