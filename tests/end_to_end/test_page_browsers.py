"""The page in browsers that are no Chromium: every mode, and a game that is kept."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from testbed.webdriver import Driven, firefox, firefox_or_why, webkit, webkit_or_why

KINDS = {"firefox": (firefox, firefox_or_why), "webkit": (webkit, webkit_or_why)}
MODES = {
    "train": "[data-kind=puzzles]",
    "review": "#review-files",
    "analyse": ".desk canvas",
    "games": "#games-files",
    "screenshot": "*",
    "watch": "*",
}

pytestmark = [pytest.mark.screen, pytest.mark.long, pytest.mark.usefixtures("page_engine")]


@pytest.fixture(scope="module", params=KINDS)
def driven(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driven]:
    start, found = KINDS[request.param]
    path, why = found()
    if not path:
        pytest.skip(why)
    with start(path, tmp_path_factory.mktemp(request.param) / "profile") as browser:
        yield browser


def heard(page: Driven) -> None:
    """Note from now on what goes wrong in the page."""
    page.evaluate(
        """(() => {
            window.troubles = [];
            addEventListener("error", (event) => troubles.push(event.message));
            addEventListener("unhandledrejection", ({ reason }) => troubles.push(String(reason)));
            return true;
        })()"""
    )


def press(page: Driven, row: int, col: int) -> None:
    """Press a cell of the board."""
    left, top, height = place_of_board(page)
    page.press(left + (col + 0.5) * height / 9, top + (row + 0.5) * height / 9)


def place_of_board(page: Driven) -> list[float]:
    box: list[float] = page.evaluate(
        """(({ left, top, height }) => [left, top, height])(
            document.getElementById("board").getBoundingClientRect())"""
    )
    return box


def rows(page: Driven) -> list[str]:
    shown: list[str] = page.evaluate("mwState.rows")
    return shown


def test_every_mode_opens(driven: Driven, page_url: str) -> None:
    driven.goto(f"{page_url}?level=9x9/10&test=1")
    driven.shows("#board")
    heard(driven)
    for mode, shown in MODES.items():
        driven.click(f"#modes [data-mode={mode}]")
        driven.shows(f"#mode-{mode} {shown}")
        assert driven.evaluate(f"document.querySelectorAll('#mode-{mode} .again').length") == 0
    driven.click("#mode-watch *")
    driven.click("#modes [data-mode=train]")
    driven.click("#mode-train [data-kind=puzzles]")
    driven.shows("#mode-train .desk canvas")
    assert driven.evaluate("troubles") == []
    driven.click("#sister")
    driven.shows("html[data-ready] [data-do=solver]")
    heard(driven)
    driven.click("[data-do=solver]")
    driven.until("document.querySelectorAll('.cell.open').length > 1")
    assert driven.evaluate("troubles") == []


@pytest.mark.parametrize("shape", ["", "hexagons-"])
def test_a_game_is_played_with_a_hint_and_a_reload_and_is_reviewed(
    driven: Driven, page_url: str, shape: str
) -> None:
    address = f"{page_url}?level={shape}9x9/10&seed=elsewhere{shape}&rule=open&test=1"
    driven.goto(address)
    driven.until("'mwState' in window")
    heard(driven)
    press(driven, 4, 4)
    driven.until("mwState.stage === 'ongoing'")
    driven.click("#hints")
    driven.until("/safe|mine/.test(document.getElementById('advice-body').textContent)")
    assert driven.evaluate("troubles") == []
    shown = rows(driven)
    driven.goto(address)
    driven.until("'mwState' in window && /[^#]/.test(mwState.rows.join(''))")
    assert rows(driven) == shown, "the game is back after it was left"
    if shape:
        return
    heard(driven)
    # The driver of WebKitGTK never lets go of a right button.
    driven.click("#tap-flag")
    press(driven, *next(cell for cell in cells() if shown[cell[0]][cell[1]] == "#"))
    driven.click("#tap-flag")
    assert "".join(rows(driven)).count("F") == 1
    draw = random.Random(1)
    while driven.evaluate("mwState.stage") == "ongoing":
        hidden = [(row, col) for row, col in cells() if rows(driven)[row][col] == "#"]
        press(driven, *draw.choice(hidden))
    driven.click("#review")
    driven.shows("#mode-review [data-graded]")
    driven.click("#modes [data-mode=games]")
    driven.shows(".games tbody tr")
    assert driven.evaluate("troubles") == []


def cells() -> list[tuple[int, int]]:
    return [divmod(number, 9) for number in range(81)]
