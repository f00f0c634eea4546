"""The practice page plays by the rules: random games against minefield.Game, click by click."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
    difficulty,
    neighbours,
)
from mwagent.web import page_mines
from testbed.nodejs import Scripts
from testbed.pageboard import at, rows

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LEVELS = [Level(9, 9, 10), Level(5, 8, 6), Level(3, 12, 4), Level(16, 16, 25)]


BUTTONS: dict[Button, Any] = {
    Button.LEFT: "left",
    Button.RIGHT: "right",
    Button.CHORD: "middle",
}
KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}
PLAY = """async ({ level, seed, rule, clicks }) => {
    const { Game } = await import("/game/rules.js");
    const game = new Game(level, seed, rule);
    const cells = Array.from({ length: game.size }, (_, cell) => cell);
    return clicks.map(([kind, cell]) => {
        if (!game.over) game[kind](cell, false);
        return [cells.map((one) => game.symbol(one)).join(""), game.stage, game.flags];
    });
}"""


def press(page: Page, click: Click) -> None:
    page.mouse.click(*at(page, click.cell), button=BUTTONS[click.button])


def as_page(game: Game) -> list[str]:
    """The oracle's board in the page's characters."""
    board = game.board
    mines = game.mines
    rows = []
    for r in range(board.shape[0]):
        row = ""
        for c in range(board.shape[1]):
            code = int(board[r, c])
            symbol = {FLAG: "F", MINE: "*", HIDDEN: "#"}.get(code, str(code))
            if game.stage is Stage.LOST and code == FLAG and mines is not None and not mines[r, c]:
                symbol = "W"
            row += symbol
        rows.append(row)
    return rows


def script(level: Level, draw: random.Random) -> Iterator[Click]:
    while True:
        cell = draw.randrange(level.rows), draw.randrange(level.cols)
        yield Click(cell, draw.choices(list(Button), (5, 3, 2))[0])


def first_opened(clicks: list[Click]) -> Cell:
    flagged: set[Cell] = set()
    for click in clicks:
        if click.button is Button.RIGHT:
            flagged ^= {click.cell}
        elif click.button is Button.LEFT and click.cell not in flagged:
            return click.cell
    raise AssertionError("nothing is opened")


@pytest.mark.parametrize("number", range(12))
def test_random_games_match_the_oracle(scripts: Scripts, number: int) -> None:
    draw = random.Random(number)
    level = LEVELS[number % len(LEVELS)]
    rule = list(FirstClick)[number % 3]
    source = script(level, draw)
    clicks = [next(source) for _ in range(40)]
    seed = f"game {number}"
    mines = page_mines(level, seed, first_opened(clicks), rule)
    game = Game.from_mines(mines)
    expected, words = [], []
    for blind in clicks:
        helped = game.stage is not Stage.WAITING and draw.random() < 0.7
        click = (helped and helpful(game, mines, draw)) or blind
        game.play(click)
        words.append((KINDS[click.button], click.cell[0] * level.cols + click.cell[1]))
        expected.append(["".join(as_page(game)), game.stage, int((game.board.cells == FLAG).sum())])
    size = {"rows": level.rows, "cols": level.cols, "mines": level.mines}
    told = scripts.evaluate(PLAY, {"level": size, "seed": seed, "rule": rule, "clicks": words})
    for word, (shown, stage, flags), known in zip(words, told, expected, strict=True):
        assert [shown.replace("X", "*"), stage] == known[:2], f"after {word}"
        assert stage == Stage.LOST or flags == known[2]


def helpful(game: Game, mines: np.ndarray, draw: random.Random) -> Click | None:
    """A click that a good player may make, so that games get long."""
    board = game.board
    hidden = cells_where(board.cells == HIDDEN)
    draw.shuffle(hidden)
    for cell in hidden:
        numbers = [n for n in neighbours(cell, board.shape) if board[n] in range(1, 9)]
        for number in numbers:
            around = [n for n in neighbours(number, board.shape) if mines[n]]
            unflagged = [n for n in around if board[n] != FLAG]
            return Click(unflagged[0], Button.RIGHT) if unflagged else Click(number, Button.CHORD)
        if not mines[cell]:
            return Click(cell)
    return None


def test_python_knows_the_page_s_boards(scripts: Scripts) -> None:
    draw = random.Random(5)
    asked: list[dict[str, Any]] = []
    expected = []
    for number in range(200):
        rows, cols = draw.randrange(1, 20), draw.randrange(1, 32)
        level = Level(rows, cols, draw.randrange(rows * cols))
        rule = draw.choice(list(FirstClick))
        first = draw.randrange(rows), draw.randrange(cols)
        seed = f"{number}é"
        asked.append(
            {
                "level": {"rows": rows, "cols": cols, "mines": level.mines},
                "seed": seed,
                "rule": str(rule),
                "first": first[0] * cols + first[1],
            }
        )
        expected.append(np.flatnonzero(page_mines(level, seed, first, rule)).tolist())
    laid = scripts.evaluate(
        """async (asked) => {
            const { Game } = await import("/game/rules.js");
            return asked.map(({ level, seed, rule, first }) => {
                const game = new Game(level, seed, rule);
                game.open(first);
                return [...game.mined].sort((a, b) => a - b);
            });
        }""",
        asked,
    )
    assert laid == expected


@pytest.mark.parametrize("rule", list(FirstClick))
def test_the_first_click_keeps_its_promise(open_page: Any, rule: FirstClick) -> None:
    level = Level(9, 9, 30)
    shown = set()
    for number in range(60):
        first = (number % 9, number * 4 % 9)
        game = Game.from_mines(page_mines(level, str(number), first, rule))
        game.play(Click(first))
        shown.add(int(game.board[first]) if game.stage is not Stage.LOST else MINE)
    if rule is FirstClick.ANY:
        assert MINE in shown
    elif rule is FirstClick.SAFE:
        assert MINE not in shown
        assert len(shown) > 2
    else:
        assert shown == {0}
    page = open_page(f"?level={level}&rule={rule}&test=1&zoom=1")
    for number in range(8):
        press(page, Click((number, number)))
        symbol = rows(page)[number][number]
        assert symbol in {"any": "012345678X", "safe": "012345678", "open": "0"}[rule]
        page.click("#face")


def test_mines_are_laid_evenly() -> None:
    level = Level(4, 5, 6)
    seeds = range(4000)
    hits = sum(page_mines(level, str(s), (0, 0), FirstClick.ANY).astype(int) for s in seeds)
    share = np.asarray(hits) / len(seeds)
    # Each share is binomial with mean 0.3 and standard deviation 0.0072: five of them.
    assert np.abs(share - 0.3).max() < 0.036


@pytest.mark.parametrize("way", ["middle", "left then right", "right then left", "shift", "easy"])
def test_every_way_to_chord(open_page: Any, way: str) -> None:
    level = Level(9, 9, 10)
    first = (0, 0)
    mines = page_mines(level, "chords", first, FirstClick.OPEN)
    game = Game.from_mines(mines)
    game.play(Click(first))
    for cell in cells_where(mines):
        game.play(Click((int(cell[0]), int(cell[1])), Button.RIGHT))
    number = next(
        cell
        for cell in cells_where(game.board.cells < FLAG)
        if game.board[cell]
        and any(game.board[n] == HIDDEN and not mines[n] for n in neighbours(cell, (9, 9)))
    )
    easy = "&easychord=1" if way == "easy" else ""
    page = open_page(f"?level={level}&seed=chords&rule=open&test=1&zoom=2{easy}")
    press(page, Click(first))
    for r, c in np.argwhere(mines):
        press(page, Click((int(r), int(c)), Button.RIGHT))
    mouse = page.mouse
    mouse.move(*at(page, number))
    if way == "middle":
        mouse.click(*at(page, number), button="middle")
    elif way == "easy":
        mouse.click(*at(page, number))
    elif way == "shift":
        page.keyboard.down("Shift")
        mouse.click(*at(page, number))
        page.keyboard.up("Shift")
    else:
        one, two = ("left", "right") if way == "left then right" else ("right", "left")
        mouse.down(button=one)
        mouse.down(button=two)
        before = rows(page)
        mouse.up(button=one)
        assert rows(page) != before, "a chord opens when the first button goes up"
        after = rows(page)
        mouse.up(button=two)
        assert rows(page) == after, "the second button does nothing more"
    game.play(Click(number, Button.CHORD))
    assert rows(page) == as_page(game)


def test_the_journal_tells_what_clicks_did(open_page: Any) -> None:
    level = Level(9, 9, 10)
    page = open_page(f"?level={level}&seed=log&test=1&zoom=2")
    first = (4, 4)
    mines = page_mines(level, "log", first)
    mine = tuple(int(x) for x in np.argwhere(mines)[0])
    press(page, Click(first))
    press(page, Click(mine, Button.RIGHT))
    page.mouse.click(5, 5)
    press(page, Click(mine, Button.RIGHT))
    press(page, Click(mine))
    state = page.evaluate("mwState")
    assert [(m["kind"], m["row"], m["col"], m["mine"]) for m in state["moves"]] == [
        ("open", *first, False),
        ("flag", *mine, False),
        ("flag", *mine, False),
        ("open", *mine, True),
    ]
    assert [press["on"] for press in state["outside"]] == ["page"]
    assert state["started"] < state["ended"]
    assert state["games"][0]["stage"] == "lost"
    assert state["games"][0]["threeBV"] == difficulty(mines).bbbv
    assert not page.evaluate("'mines' in mwState || 'mined' in mwState")


def test_without_test_nothing_is_told(open_page: Any, page_url: str) -> None:
    page = open_page("?seed=quiet")
    names = set(page.evaluate("Object.getOwnPropertyNames(window)"))
    page.goto(f"{page_url}style.css")
    bare = set(page.evaluate("Object.getOwnPropertyNames(window)"))
    assert names <= bare, "the page adds no global name"
