"""What the scripts of the page say by themselves, without a browser: the tests that node runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from testbed.nodejs import node

NODE = node()
TESTS = Path(__file__).parents[1]


@pytest.mark.skipif(NODE is None, reason="there is no node from version 20 on")
@pytest.mark.usefixtures("page_engine")
@pytest.mark.parametrize("script", sorted(TESTS.rglob("*.test.mjs")), ids=lambda path: path.stem)
def test_scripts_do_as_their_tests_say(script: Path) -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--test", str(script)], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout
