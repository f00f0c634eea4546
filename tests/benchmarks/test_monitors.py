"""Presses on two monitors of different scales, one of them at negative coordinates."""

from __future__ import annotations

import json
import shutil

import pytest

from testbed.wayland import SWAY, missing

pytest.importorskip("pywayland", reason="pywayland is not installed (pip install mwagent[wayland])")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.screen
@pytest.mark.skipif(bool(missing(SWAY)), reason="needs sway (apt install sway)")
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
def test_no_press_is_beside_its_cell(capsys: pytest.CaptureFixture[str]) -> None:
    from benchmarks.live.monitors import main

    code = main(["--presses", "8", "--level", "beginner", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert code == 0, rows
    assert [row["wrong"] for row in rows] == [0, 0]
    assert all(row["presses"] >= 8 for row in rows)
