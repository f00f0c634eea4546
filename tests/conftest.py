"""What all tests share: a seed that is printed, and Ctrl-C as a person at a terminal has it."""

from __future__ import annotations

import os
import secrets
import signal
import tempfile
from collections import Counter

import hypothesis
import pytest

# A shell's background job ignores Ctrl-C, and so would every program the tests start from it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What one test learns of a look, and what the user's own games taught, is nothing for another test.
os.environ["MWAGENT_CACHE"] = tempfile.mkdtemp(prefix="mwagent-tests-")

hypothesis.settings.register_profile("tests", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="fewer examples and shared cases")
    parser.addoption(
        "--seed", type=int, help="seed of what tests draw at random; default: another every time"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed before pytest-xdist hands the options to its workers."""
    if config.option.seed is None:
        config.option.seed = secrets.randbelow(2**31)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--quick` draw a quarter of the examples, and take every third of the shared cases."""
    if not config.option.quick:
        return
    cases: Counter[object] = Counter()
    spared = []
    for item in items:
        function = getattr(item, "function", None)
        asked = getattr(function, "_hypothesis_internal_use_settings", None)
        if asked is not None and not cases[function]:
            fewer = hypothesis.settings(asked, max_examples=max(5, asked.max_examples // 4))
            function._hypothesis_internal_use_settings = fewer  # type: ignore[union-attr]
        if item.get_closest_marker("shared") and cases[function] % 3:
            spared.append(item)
        cases[function] += 1
    if spared:
        config.hook.pytest_deselected(items=spared)
        items[:] = [item for item in items if item not in spared]


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.option.seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.stats.get("failed"):
        seed = terminalreporter.config.option.seed
        terminalreporter.write_line(f"what was drawn at random is drawn again with --seed {seed}")


@pytest.fixture(scope="session")
def quick(pytestconfig: pytest.Config) -> bool:
    """Whether to draw fewer examples than usual."""
    return bool(pytestconfig.option.quick)


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run, printed in its first lines and where a test fails."""
    chosen: int = pytestconfig.option.seed
    return chosen
