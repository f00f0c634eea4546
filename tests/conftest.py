"""What all tests share: a seed, a home, and Ctrl-C as a person at a terminal has it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import hypothesis
import platformdirs
import pytest

SEED: Final = 20261127
"""Chooses what a run takes of the costly cases, and what tests draw at random: the same at every
commit. Renewed by hand now and then, to the day; `make test-long` draws one at each run."""

# Before any test imports numpy: as in the commands, it is to keep to one thread. Several that wait
# for one another cost more time of the processors than all they compute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell's background job ignores Ctrl-C, and one under nohup a terminal that goes: so would every
# program the tests start from it.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

WORKER: Final = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this is a process that another one started to run tests."""


def _folders_of_the_user() -> list[Path]:
    """Where the user's own skins, settings, games and logs are; made before tests have a home."""
    cache = os.environ.get("MWAGENT_CACHE")
    return [
        Path(cache) if cache else platformdirs.user_cache_path("mwagent"),
        platformdirs.user_data_path("mwagent", appauthor=False),
        Path("~/.config/mwagent").expanduser(),
        Path(__file__).parents[1] / "logs",
    ]


def _give_a_home(home: Path) -> None:
    """Let this process, and all that it starts, keep what it keeps in `home` and nowhere else.

    What is installed in the user's home, or says who the user is, stays where it is.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for name, place in (
        ("PLAYWRIGHT_BROWSERS_PATH", cache / "ms-playwright"),
        ("ZIG_GLOBAL_CACHE_DIR", cache / "zig"),  # the compiler's library, made once
        ("GIT_CONFIG_GLOBAL", Path.home() / ".gitconfig"),
        ("XAUTHORITY", Path.home() / ".Xauthority"),
    ):
        if place.exists():
            os.environ.setdefault(name, str(place))
    os.environ |= {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "APPDATA": str(home / "roaming"),
        "LOCALAPPDATA": str(home / "local"),
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": str(home / "local"),  # of platformdirs
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "MWAGENT_CACHE": str(home / "learned"),
    }


def _files_in(folders: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """The files below folders, with when they were written and how long they are."""
    states = {
        path: path.stat() for folder in folders for path in folder.rglob("*") if path.is_file()
    }
    return {path: (state.st_mtime_ns, state.st_size) for path, state in states.items()}


USERS: Final = [] if WORKER else _folders_of_the_user()
BEFORE: Final = _files_in(USERS)
# What one test learns of a look, and what the user's own games taught, is nothing for another test.
HOME: Final = Path(tempfile.mkdtemp(prefix="mwagent-tests-"))
_give_a_home(HOME)

DRAWN_ANEW = pytest.StashKey[bool]()
ESCAPED = pytest.StashKey[list[str]]()
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
        help=f"seed of what tests draw at random; default: {SEED}, so that all who test a commit, "
        "and all commits, test the same; with MWAGENT_LONG one that is drawn",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed; the workers of pytest-xdist get that of the process that started them."""
    given, anew = getattr(config, "workerinput", {}).get("seed", (None, False))
    # A commit that changes no more than a text is not to fail by examples nobody has tried: new
    # ones are drawn by whoever asks for a seed, and each night.
    anew = anew or config.option.seed is not None or "MWAGENT_LONG" in os.environ
    if config.option.seed is None:
        drawn = random.randrange(10**8) if anew else SEED
        config.option.seed = drawn if given is None else given
    config.stash[DRAWN_ANEW] = anew
    if config.getoption("--hypothesis-seed", None) is None:
        hypothesis.core.global_force_seed = config.option.seed if anew else SAME_EXAMPLES


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where a test has touched what belongs to the user."""
    after = _files_in(USERS)
    changed = sorted(str(path) for path, _ in BEFORE.items() ^ after.items())
    session.config.stash[ESCAPED] = list(dict.fromkeys(changed))
    if changed and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure() -> None:
    """Leave nothing of what the tests kept."""
    shutil.rmtree(HOME, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three more than processors where tests wait for browsers and programs; else as many."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return processors if config.option.quick else processors + 3


def pytest_sessionstart(session: pytest.Session) -> None:
    """Write the bytecode of all test files, with its assertions rewritten, before workers start.

    Else each of them does, all at once: ten seconds of the processors' time each.
    """
    workers = getattr(session.config.option, "numprocesses", None)
    if WORKER or not workers or sys.dont_write_bytecode:
        return
    written = Path(__file__).parent.rglob("__pycache__/test_*pytest*.pyc")
    names = {path.name.partition(".")[0] for path in written}
    if names >= {path.stem for path in Path(__file__).parent.rglob("test_*.py")}:
        return
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-n", "0"]
    subprocess.run(
        [*collect, "-p", "no:cacheprovider", *session.config.args],
        cwd=session.config.invocation_params.dir,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist the seed."""
    node.workerinput["seed"] = (node.config.option.seed, node.config.stash[DRAWN_ANEW])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose what a run takes: with MWAGENT_LONG all there is, as each night.

    Otherwise a fifth of the examples of each property, a quarter of the costly cases, an eighth of
    those that are `drawn`, a third of those that are `rotating`, and none that is marked `long`.
    Which cases that are depends on the seed alone.
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
    for path in terminalreporter.config.stash.get(ESCAPED, []):
        terminalreporter.write_line(
            f"ERROR: {path} is the user's, and changed while the tests ran", red=True
        )
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
