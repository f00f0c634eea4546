"""Boards drawn by a real Chromium, at many zooms and pixel ratios, are read without an error."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from testbed.folders import ROOT


@pytest.mark.long
@pytest.mark.browser
def test_no_cell_is_misread() -> None:
    pytest.importorskip("playwright", reason="playwright is not installed")
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        pytest.skip("no Chromium is installed")
    run = [sys.executable, "-m", "benchmarks.vision.chromium", "--positions", "8", "--json"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    totals = json.loads(done.stdout)["rows"][-1]
    assert (totals["located"], totals["wrong"]) == (totals["positions"], 0)
