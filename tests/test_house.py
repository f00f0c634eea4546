"""The house rules: imports point one way, types and style hold, docstring examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testbed.folders import ROOT


@pytest.mark.timeout(600)  # without what it kept, mypy takes minutes on a busy machine
@pytest.mark.parametrize(
    "command",
    [
        ["importlinter.cli", "lint-imports"],
        ["mypy"],
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
    ],
    ids=["imports", "types", "lint", "format"],
)
def test_house_rule(command: list[str]) -> None:
    tool, *rest = command
    if tool == "mypy" and sys.version_info >= (3, 12):
        pytest.skip("types are checked with NumPy's for Python 3.11, the oldest that is allowed")
    if tool == "importlinter.cli":
        run = [str(Path(sys.executable).with_name("lint-imports"))]
    else:
        run = [sys.executable, "-m", tool, *rest]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


TSC_MEMORY = "node_modules/.cache/tsc.json"


@pytest.mark.parametrize(
    "command",
    [
        [
            "eslint",
            "--cache",
            "--cache-location",
            "node_modules/.cache/",
            "mwagent/web/static",
            "mwagent/web/package",
        ],
        ["tsc", "-p", "jsconfig.json", "--incremental", "--tsBuildInfoFile", TSC_MEMORY],
        ["prettier", "--cache", "--check", "mwagent/web/static", "mwagent/web/package"],
    ],
    ids=["lint", "types", "format"],
)
def test_the_scripts_of_the_page(command: list[str]) -> None:
    tool, *rest = command
    program = ROOT / "node_modules" / ".bin" / tool
    if not program.exists():
        pytest.skip("no npm here; `npm ci` installs what checks scripts")
    done = subprocess.run(
        [str(program), *rest], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_engine_is_formatted() -> None:
    folders = [ROOT / "engine", ROOT / "benchmarks", ROOT / "tests"]
    files = [
        path for folder in folders for path in folder.rglob("*") if path.suffix in (".h", ".cpp")
    ]
    assert len(files) > 40
    formatter = Path(sys.executable).with_name("clang-format")
    run = [str(formatter), "--dry-run", "--Werror", *map(str, files)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def _modules() -> list[str]:
    found = pkgutil.walk_packages([str(ROOT / "mwagent")], "mwagent.")
    names = [module.name for module in found]
    return ["mwagent", *(name for name in names if not name.rsplit(".", 1)[-1].startswith("_"))]


@pytest.mark.parametrize("name", _modules())
def test_a_module_can_be_imported_and_its_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


THREADS = """
import os, sys
from mwagent.minefield import command

def body():
    import numpy
    print(os.environ["OPENBLAS_NUM_THREADS"])
    return 0

assert "numpy" not in sys.modules
command.run("example", body)
"""


def test_numpy_keeps_to_one_thread_in_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    command = [sys.executable, "-c", THREADS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


SOURCES = {".py", ".pyi", ".js", ".css", ".html", ".cpp", ".h"}
CEILINGS = {
    "mwagent/belief": 2_400,
    "mwagent/coach": 4_180,
    "mwagent/dragonsweeper": 1_200,
    "mwagent/formats": 840,
    "mwagent/gamebook": 1_180,
    "mwagent/minefield": 3_070,
    "mwagent/player": 11_820,
    "mwagent/solvers": 6_220,
    "mwagent/virtual": 3_450,
    "mwagent/vision": 8_645,
    "mwagent/wayland": 1_980,
    "mwagent/web": 20_440,
    "engine": 17_320,
    "tests": 36_695,
    "benchmarks": 7_900,
    "testbed": 7_170,
}
"""Lines of sources in each package, at most: two in a hundred above what they were when written."""


def _lines(folder: Path) -> int:
    files = [file for file in folder.rglob("*.*") if file.suffix in SOURCES]
    return sum(len(file.read_bytes().splitlines()) for file in files)


@pytest.mark.parametrize("package", CEILINGS)
def test_a_package_keeps_to_its_size(package: str) -> None:
    """Who outgrows one takes as much out of it, or says in a commit of its own why it grew."""
    assert _lines(ROOT / package) <= CEILINGS[package]


def test_every_package_has_a_ceiling() -> None:
    parts = {path.parent.name for path in (ROOT / "mwagent").glob("*/__init__.py")}
    folders = {f"mwagent/{part}" for part in parts} | {"engine", "tests", "benchmarks", "testbed"}
    assert folders == set(CEILINGS)


SEEING = ("vision", "belief", "player", "coach")
"""Packages that understand pictures, and act on them."""
MOST_NUMBERS = 430
"""Numbers in these that were set by hand, with a name or within a function, at most."""
PLAIN = {0.0, 0.5, 1.0, 2.0}
"""Floats within functions that are no matter of choice."""


def _seeing() -> Iterator[tuple[str, ast.Module]]:
    for package in SEEING:
        for file in sorted((ROOT / "mwagent" / package).rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text("utf-8"))


def test_a_name_of_a_number_stands_in_one_place() -> None:
    """So that it has one value and one meaning: who needs it elsewhere imports it."""
    places: dict[str, list[str]] = {}
    for file, module in _seeing():
        for name, _ in _numbers(module):
            places.setdefault(name.lstrip("_"), []).append(file)
    assert not {name: several for name, several in places.items() if len(several) > 1}


def test_numbers_set_by_hand_grow_no_more() -> None:
    """A filter for one program brings a number; whoever adds one takes another away."""
    numbers = 0
    for _, module in _seeing():
        floats = {
            node
            for function in ast.walk(module)
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Constant) and type(node.value) is float
        }
        numbers += len(list(_numbers(module)))
        numbers += sum(node.value not in PLAIN for node in floats)
    assert numbers <= MOST_NUMBERS


MOST_TURNED = 9
"""Functions that turn a reading into another one; this only goes down."""


def test_fewer_functions_turn_a_reading_into_another_one() -> None:
    """Counted by their types: what is on the board now is to be asked in few places."""
    files = [file for package in SEEING for file in (ROOT / "mwagent" / package).rglob("*.py")]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    found = [
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and _of_readings(node.returns)
        if any(_of_readings(one.annotation) for one in node.args.args + node.args.kwonlyargs)
    ]
    assert 0 < len(found) <= MOST_TURNED, found


def _of_readings(kind: ast.expr | None) -> bool:
    names = () if kind is None else ast.walk(kind)
    return any(isinstance(name, ast.Name) and name.id == "Reading" for name in names)


def _numbers(module: ast.Module) -> Iterator[tuple[str, float]]:
    """The numbers to which a module gives names in capitals."""
    for statement in module.body:
        if isinstance(statement, ast.AnnAssign):
            pairs = [(statement.target, statement.value)]
        elif isinstance(statement, ast.Assign):
            target, value = statement.targets[0], statement.value
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = (
                list(zip(target.elts, value.elts, strict=True)) if several else [(target, value)]  # type: ignore[attr-defined, list-item]
            )
        else:
            continue
        for target, value in pairs:  # type: ignore[assignment]
            if isinstance(target, ast.Name) and target.id.isupper() and value is not None:
                try:
                    number = ast.literal_eval(value)
                except ValueError:
                    continue
                if type(number) in (int, float):
                    yield target.id, float(number)


OPENING = {
    *("open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes"),
    *("imread", "imwrite", "VideoCapture", "VideoWriter", "fromfile", "tofile", "savefig"),
}
"""Names of what opens a file, or reads or writes one by its name."""
PERMITTED = {
    "minefield/files.py": "the one place for files that a user names",
    "minefield/command.py": "/dev/null for standard streams that are closed",
    "coach/sources/video.py": "OpenCV reads videos; that it is a plain file is checked",
    "player/records/log.py": "a log grows line by line",
    "player/records/recording.py": "OpenCV writes films to a file beside, which is looked at",
    "dragonsweeper/ledger.py": "its own compiled module",
    "virtual/arena/entrants.py": "modules that were imported",
    "virtual/arena/report.py": "in a file beside",
    "player/rounds/announcement.py": "its own table",
    "player/views/tab.py": "its own scripts",
    "player/views/tab_presses.py": "its own scripts",
    "player/views/desktop.py": "/proc",
    "web/files.py": "the page's own files",
    "wayland/permission.py": "a token of its own, that nobody else may read",
    "web/build.py": "the page's own files",
    "web/npm.py": "the package's own files",
    "formats/replays.py": "/dev/null",
    "web/workers.py": "/dev/null",
    "web/__main__.py": "/dev/null",
    "vision/own_skins.py": "in a folder beside",
    "vision/unknown/weights.py": "its own weights",
}
"""Modules of the package that open files by themselves, and why."""


def test_files_are_opened_in_one_place() -> None:
    """A pipe or a device that a user names hangs nothing, and no file is left cut."""
    package = ROOT / "mwagent"
    opening = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if any(_opens(node) for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    }
    assert opening == set(PERMITTED)


def _opens(node: ast.AST) -> bool:
    """Whether a call opens a file; what opens pictures in memory, pages and ledgers does not."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id == "open"
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in OPENING:
        return False
    owner = ast.unparse(node.func.value)
    return owner not in ("Image", "webbrowser", "Tournament")
