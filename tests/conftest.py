"""What all tests share: a seed that is printed, and Ctrl-C as a person at a terminal has it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest

# Before any test imports numpy: as in the commands, it is to keep to one thread. Several that wait
# for one another cost more time of the processors than all they compute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell's background job ignores Ctrl-C, and one under nohup a terminal that goes: so would every
# program the tests start from it.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What one test learns of a look, and what the user's own games taught, is nothing for another test.
LEARNED = tempfile.mkdtemp(prefix="mwagent-tests-")
os.environ["MWAGENT_CACHE"] = LEARNED

DRAWN_ANEW = pytest.StashKey[bool]()
SAME_EXAMPLES: Any = 0

hypothesis.settings.register_profile("tests", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="leave out what is slow, as `make check` does"
    )
    parser.addoption(
        "--seed",
        type=int,
        help="seed of what tests draw at random; default: games, programs and cases by the commit, "
        "so that all who test it test the same, and hypothesis the same examples always",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed; the workers of pytest-xdist get that of the process that started them."""
    given, drawn_anew = getattr(config, "workerinput", {}).get("seed", (None, False))
    # A commit that changes no more than a text is not to fail by examples nobody has tried: new
    # ones are drawn by whoever asks for a seed, as the checks of each week do.
    config.stash[DRAWN_ANEW] = drawn_anew or config.option.seed is not None
    if config.option.seed is None:
        config.option.seed = _seed_of_commit() if given is None else given
    if config.getoption("--hypothesis-seed", None) is None:
        anew = config.stash[DRAWN_ANEW]
        hypothesis.core.global_force_seed = config.option.seed if anew else SAME_EXAMPLES


def _seed_of_commit() -> int:
    """A number that the files of the last commit give; 0 outside a repository."""
    command = ["git", "-C", Path(__file__).parent, "rev-parse", "HEAD^{tree}"]
    try:
        tree = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(tree[:7], 16)


def pytest_unconfigure() -> None:
    """Leave nothing of what the tests learned."""
    shutil.rmtree(LEARNED, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three more than processors where tests wait for browsers and programs; else as many."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return processors if config.option.quick else processors + 3


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist the seed."""
    node.workerinput["seed"] = (node.config.option.seed, node.config.stash[DRAWN_ANEW])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose what a run takes: with MWAGENT_LONG all there is, as each night.

    Otherwise a fifth of the examples of each property, a quarter of the costly cases, an eighth of
    those that are `drawn`, a third of those that are `rotating`, and none that is marked `long`.
    Which cases that are depends on the seed, and so on the commit.
    """
    # Programs, browsers and displays of others may be slow once: they get a second attempt, and the
    # summary names what needed it.
    for item in items:
        if any(item.get_closest_marker(name) for name in ("browser", "screen")):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("compiler") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))  # compilers side by side are slow
    _order(items)
    if "MWAGENT_LONG" in os.environ:
        return
    _draw(config, items)
    total = Counter(getattr(item, "function", None) for item in items)
    cases: Counter[object] = Counter()
    spared = []
    for item in items:
        function = getattr(item, "function", None)
        asked = getattr(function, "_hypothesis_internal_use_settings", None)
        if asked is not None and not cases[function]:
            fewer = hypothesis.settings(asked, max_examples=max(5, asked.max_examples // 5))
            function._hypothesis_internal_use_settings = fewer
        costly = item.get_closest_marker("shared") or item.get_closest_marker("sampled")
        drawn = (cases[function] + config.option.seed) % min(4, total[function]) == 0
        if item.get_closest_marker("long") or (costly and not drawn):
            spared.append(item)
        cases[function] += 1
    _spare(config, items, spared)


def _spare(config: pytest.Config, items: list[pytest.Item], spared: Sequence[pytest.Item]) -> None:
    """Leave tests out; the last line of the run counts them."""
    if spared:
        config.hook.pytest_deselected(items=list(spared))
        left = set(spared)
        items[:] = [item for item in items if item not in left]


def _order(items: list[pytest.Item]) -> None:
    """Sort tests by file, in the order in which files are given to workers.

    Tests of browsers, displays and programs mostly wait; all others compute. Side by side from the
    first to the last they keep the processors busy. In each of the two lines, what takes longest
    begins first, so that at the end nobody waits for it.
    """
    seconds: defaultdict[Path, float] = defaultdict(float)
    waiting: dict[Path, bool] = {}
    for item in items:
        waits = any(item.get_closest_marker(name) for name in ("browser", "screen"))
        seconds[item.path] += _estimate(item)
        waiting[item.path] = waiting.get(item.path, False) or waits
    turns: dict[Path, float] = {}
    for waits in (True, False):
        line = [path for path in seconds if waiting[path] == waits]
        line.sort(key=seconds.__getitem__, reverse=True)
        total, before = sum(seconds[path] for path in line), 0.0
        for path in line:
            turns[path] = before / total
            before += seconds[path]
    items.sort(key=lambda item: turns[item.path])


def _estimate(item: pytest.Item) -> float:
    """About how many seconds a test takes, by what it needs."""
    if item.name.startswith("test_house_rule") or item.get_closest_marker("compiler"):
        return 20.0
    if item.get_closest_marker("screen"):
        return 12.0
    return 4.0 if item.get_closest_marker("browser") else 0.15


def _draw(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all but an eighth of the cases of each test that is marked `drawn`.

    And all but a third of the tests of each file that are marked `rotating`.
    """
    lots: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        name, _, _ = item.nodeid.partition("[")
        if item.get_closest_marker("drawn"):
            lots.setdefault((name, 8), []).append(item)
        elif item.get_closest_marker("rotating"):
            lots.setdefault((name.partition("::")[0], 3), []).append(item)
    spared: list[pytest.Item] = []
    for (name, share), cases in lots.items():
        kept = random.Random(f"{config.option.seed} {name}").sample(cases, -(-len(cases) // share))
        spared += [case for case in cases if case not in kept]
    _spare(config, items, spared)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.option.seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.stats.get("failed"):
        seed = terminalreporter.config.option.seed
        terminalreporter.write_line(f"what was drawn at random is drawn again with --seed {seed}")


@pytest.fixture(scope="session")
def quick() -> bool:
    """Whether to draw fewer examples than there can be: in all runs but those with MWAGENT_LONG."""
    return "MWAGENT_LONG" not in os.environ


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run, printed in its first lines and where a test fails."""
    chosen: int = pytestconfig.option.seed
    return chosen
