"""The tests of what needs no screen, run by Windows' Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from testbed.windows.wine import Wine

ROOMS = (
    "minefield",
    "solvers",
    "engine",
    "vision",
    "formats",
    "virtual",
    "dragonsweeper",
    "player",
)


@pytest.mark.timeout(1300)
@pytest.mark.parametrize("room", ROOMS)
def test_the_tests_of_a_room_pass_in_windows(wine: Wine, room: str) -> None:
    from testbed.windows.wine import tests

    said = wine.run(wine.python, *tests(f"tests/{room}"), timeout=1200)
    print(said[-3000:])
    assert said.endswith("exit code 0"), said[-6000:]


def test_a_checkout_without_links_runs_its_modules(wine: Wine) -> None:
    for words, prints in (
        (("virtual.mwagent", "example_boards/key/2.csv"), "won"),
        (("vision", "skins"), "classic"),
        (("solvers", "analyse", "example_boards/2.csv"), "%"),
        (("fullsatsolver", "example_boards/2.csv"), ",0"),
    ):
        said = wine.run(wine.python, "-m", *words)
        assert prints in said and said.endswith("exit code 0"), said
