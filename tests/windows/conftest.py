"""What tests in Windows' Python share; `make test-windows` alone runs them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

if "MWAGENT_WINDOWS" not in os.environ:
    collect_ignore_glob = ["test_*"]


@pytest.fixture(scope="session")
def wine() -> Iterator[object]:
    """Wine's desktop, Windows' Python, and this checkout as Git lays it where it has no links."""
    from testbed.windows.wine import Wine, checkout

    # Preparing takes a quarter of an hour the first time, which no test is to be charged for.
    signal.alarm(0)
    with Wine() as running:
        checkout()
        yield running
