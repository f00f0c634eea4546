"""Web Minesweepers of others: served on loopback, asked what their board shows, and clicked.

What is known of each page stands in a file of recipes, a TOML file with a table for each clone,
named like its folder, `owner+name`:

    ["owner+name"]
    commit = "0123456789abcdef0123456789abcdef01234567"   # got from GitHub
    page = "index.html"          # opened in the folder
    first = ["#easy", "#size := 9x9", "js: start()", "wait: 500"]   # done before a game
    cells = "#board td"          # the cells, in any order
    symbol = "c.has('open') ? t || '0' : '#'"

`symbol` is JavaScript for one cell: `e` its element, `c` its classes (a Set), `t` its text, `i` the
file name of its picture, `d` its dataset. It says `0`-`8`, `#`, `F`, `*`, `X`, `W` or `?`, null for
what is no cell, and anything else where the page cannot be trusted. Boards drawn on a canvas have
`board` instead: an expression that makes `{rows, cols, x, y, w, h, at(row, col)}` in CSS pixels, or
null. Each of `first` is an element to click, an option to choose, JavaScript or a wait in
milliseconds.

`mines` is an expression for the number of mines of a round: with all other cells open it is won,
else lost where a mine is shown. Where that is not so, `over` is an expression that says `"won"`,
`"lost"` or `""`. `pressed` names the elements that take presses where these are not the cells.

`[[web]]` tables name files, beside the clones, for addresses of the internet that pages ask for:
`match`, a regular expression, and `file`. A page gets nothing else from there.
`packages` at the head of the file are npm packages that these files come from, got into the folder
`web` beside the clones. Nothing that was got is built or run outside the browser.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import mimetypes
import re
import subprocess
import threading
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mwagent.minefield import Cell

READ: Final = r"""recipe => {
  const clusters = (values, size) => {
    const found = [];
    for (const v of [...values].sort((a, b) => a - b))
      if (!found.length || v - found[found.length - 1] > size / 2) found.push(v);
    return found;
  };
  if (recipe.board) {
    const b = (0, eval)("(" + recipe.board + ")");  // sees the page's names, not those here
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
LARGEST: Final = (3200, 2600)
"""Width and height in CSS pixels up to which a tab grows with its board."""


class OddPageError(Exception):
    """A page that does not do what its recipe says."""


def program_of(name: str) -> str:
    """The repository, `owner/name`, that a recipe is for; `@` and more may follow its folder."""
    return name.partition("@")[0].replace("+", "/", 1)


@dataclass(frozen=True, slots=True)
class Recipes:
    """The recipes of a file, and the files that stand for addresses of the internet.

    `folder` holds the clones.
    """

    folder: Path
    pages: dict[str, dict[str, Any]]
    web: list[tuple[re.Pattern[str], Path]] = field(default_factory=list)
    packages: tuple[str, ...] = ()

    @classmethod
    def load(cls, file: Path, folder: Path | None = None) -> Recipes:
        """Read a TOML file of recipes; raises SystemExit with a sentence on one that is none.

        The clones lie in `folder`, beside the file where none is given.
        """
        folder = folder or file.parent
        try:
            tables = tomllib.loads(file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise SystemExit(f"{file} holds no recipes: {error}") from error
        web = [
            (re.compile(rule["match"], re.IGNORECASE), folder / rule["file"])
            for rule in tables.pop("web", [])
        ]
        packages = tuple(tables.pop("packages", ()))
        return cls(folder, tables, web, packages)

    def fetch(self, host: str = "https://github.com/") -> list[str]:
        """Get what is missing below `folder`: repositories by git, packages by npm.

        Returns a sentence on each that could not be had; git and npm say the rest on stderr.
        """
        failed = []
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in dict.fromkeys(page.partition("@")[0] for page in self.pages):
            commit = next(r["commit"] for n, r in self.pages.items() if n.startswith(name))
            clone = self.folder / name
            if clone.exists() and not (clone / ".git").exists():
                continue  # a copy of the files, put there by hand
            address = host + program_of(name)
            steps = (
                ("init", "-q", str(clone)),
                ("-C", str(clone), "fetch", "-q", "--depth", "1", address, commit),
                ("-C", str(clone), "checkout", "-q", "--detach", "FETCH_HEAD"),
            )
            if not all(
                subprocess.run(("git", *step), check=False).returncode == 0 for step in steps
            ):
                failed.append(f"{address} at {commit} could not be had")
        npm = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix")
        web = self.folder / "web"
        if self.packages and not (web / "node_modules").exists():
            command = (*npm, str(web), *self.packages)
            if subprocess.run(command, check=False).returncode:
                failed.append("the npm packages could not be had")
        return failed

    def stand_in(self, page: Any) -> None:
        """Give a page of Playwright's what it asks the internet for, as far as it is here."""
        # Playwright marks its handlers, which a bound method of a frozen class does not let it.
        page.route("**/*", lambda route: self.answer(route))  # noqa: PLW0108

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


class Server(http.server.ThreadingHTTPServer):
    """A server that does not mind when a page goes before its files have come."""

    def handle_error(self, *_: Any) -> None:
        """Keep silent."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on loopback while the block lasts."""
    handler = functools.partial(Quiet, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Game:
    """One page with one game on it."""

    def __init__(self, page: Any, recipe: dict[str, Any], zoom: float):
        self.page = page
        self.recipe = recipe
        self.zoom = zoom
        self.seen: dict[str, Any] = {}

    def start(self, url: str) -> None:
        """Open the page, choose the level and make the whole board visible."""
        self.open(url)
        self.show()

    def open(self, url: str) -> None:
        """Open the page and choose the level."""
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

    def show(self) -> None:
        """Make the viewport larger where the board does not fit."""
        x0, y0, x1, y1 = self.state()["box"]
        size = self.page.viewport_size
        wide, high = int(max(size["width"], x1 - x0 + 80)), int(max(size["height"], y1 - y0 + 120))
        if y1 > high or x1 > wide:
            high, wide = int(max(high, y1 + 20)), int(max(wide, x1 + 20))
        if (wide, high) != (size["width"], size["height"]):
            if wide > LARGEST[0] or high > LARGEST[1]:
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
