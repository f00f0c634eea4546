"""Whatever happens on the screen: no wrong press, and the game is finished."""

from __future__ import annotations

import shutil
import sys

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from testbed.turmoil import Run
from testbed.turmoil_desktop import chaos_on_screen, desktop

pytestmark = pytest.mark.browser


@pytest.mark.long
@pytest.mark.screen
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Xvfb")
def test_by_screen_and_mouse(page_url: str) -> None:
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    with desktop():
        for trouble in ["browser window moved", "mouse taken"]:
            verdict = chaos_on_screen(page_url, Run(trouble, 43))
            assert verdict.wrongs == []
            assert verdict.ended in ("won", "lost")
