"""Whatever happens on the screen: no wrong press, and a finished game or one clear sentence."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from testbed.turmoil import Run
from testbed.turmoil_desktop import ON_SCREEN, chaos_on_screen, desktop

pytestmark = [
    pytest.mark.browser,
    pytest.mark.screen,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Xvfb"),
]

FINISHES = ["browser window moved", "mouse taken"]


@pytest.fixture(scope="module")
def own_display() -> Iterator[None]:
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    with desktop():
        yield


@pytest.mark.long
@pytest.mark.usefixtures("own_display")
@pytest.mark.parametrize("trouble", ON_SCREEN)
def test_no_trouble_on_the_screen_leads_to_a_wrong_press(page_url: str, trouble: str) -> None:
    verdict = chaos_on_screen(page_url, Run(trouble, 43))
    assert verdict.wrongs == []
    assert verdict.ended in ("won", "lost") or trouble not in FINISHES
