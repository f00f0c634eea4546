"""What an installation needs is declared, bounded, and locked for whoever works on it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from testbed.folders import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
DECLARED = [*map(Requirement, PROJECT["project"]["dependencies"])]
ALL = [*DECLARED, *(Requirement(line) for lines in EXTRAS.values() for line in lines)]
BUILT_WITH = [*map(Requirement, PROJECT["build-system"]["requires"])]
LOCK = (ROOT / "constraints.txt").read_text("utf-8")
LOCKED = [Requirement(line) for line in LOCK.splitlines() if not line.startswith("#")]

SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}


@pytest.mark.parametrize("requirement", [*ALL, *BUILT_WITH], ids=str)
def test_a_range_has_two_ends(requirement: Requirement) -> None:
    operators = {each.operator for each in requirement.specifier}
    assert operators & {"<", "<=", "~="} and operators & {">=", "~="}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lock_has_one_version_of_everything(python: str, system: str) -> None:
    here = {**default_environment(), "sys_platform": system, "platform_system": SYSTEMS[system]}
    here |= {"python_version": python, "python_full_version": f"{python}.9"}
    pins: dict[str, Version] = {}
    for pin in LOCKED:
        if pin.marker is None or pin.marker.evaluate(here):
            name = canonicalize_name(pin.name)
            assert name not in pins, f"{pin.name} is pinned twice"
            (only,) = pin.specifier
            assert only.operator == "=="
            pins[name] = Version(only.version)
    for requirement in (*ALL, *BUILT_WITH):
        if requirement.marker is None or requirement.marker.evaluate(here):
            version = pins[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version, prereleases=True), requirement


def test_the_lock_names_no_place_to_get_things_from() -> None:
    assert not re.search("://|^ *-|@", LOCK, re.MULTILINE)


WHOSE = packages_distributions()
SEPARATE = {"tkinter": "python3-tk", "venv": "python3-venv", "ensurepip": "python3-venv"}
"""Modules of the standard library that Debian has in packages of their own."""
OURS = {"mwagent", "testbed", "tests", "benchmarks"}


@pytest.mark.parametrize("folder", sorted(OURS))
def test_what_is_imported_is_declared(folder: str) -> None:
    """Not only installed by chance, because something else that is declared needs it."""
    undeclared = {
        f"{module} in {file}"
        for file in sorted((ROOT / folder).rglob("*.py"))
        for module in _imported(file.read_text("utf-8"))
        if not _is_declared(module)
    }
    assert not undeclared


def _is_declared(module: str) -> bool:
    if module in SEPARATE:
        return SEPARATE[module] in (ROOT / ".ci" / "packages").read_text("utf-8")
    ours = (ROOT / module).exists() or (ROOT / f"{module}.py").exists()
    if ours or module in sys.stdlib_module_names or module not in WHOSE:
        return True
    declared = {canonicalize_name(requirement.name) for requirement in (*ALL, *BUILT_WITH)}
    return bool(declared & {*map(canonicalize_name, WHOSE[module])})


WITHOUT = """
import importlib.abc, sys, pytest

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
sys.exit(pytest.main(["--collect-only", "-qq", "-n", "0", "-p", "no:cacheprovider", "tests"]))
"""


@pytest.mark.slow
def test_tests_are_collected_without_what_may_be_missing() -> None:
    """Extras, Debian's packages, programs and a display: a test that needs one skips."""
    core = {canonicalize_name(requirement.name) for requirement in DECLARED}
    extra = {canonicalize_name(requirement.name) for requirement in ALL} - core
    plugins = {"pytest-xdist", "pytest-timeout", "pytest-rerunfailures"}
    needed = plugins | {"packaging", "pytest", "hypothesis"}
    missing = [name for name, names in WHOSE.items() if {*map(canonicalize_name, names)} & extra]
    kept = [name for name in missing if {*map(canonicalize_name, WHOSE[name])} & needed]
    optional = sorted({*missing, "tkinter", "_tkinter", "gi"} - {*kept})
    assert {"playwright", "gymnasium", "ms_toollib"} <= {*optional}
    bare = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    command = [sys.executable, "-c", WITHOUT, *optional]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env=bare | {"PATH": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]


def _imported(source: str) -> set[str]:
    """The packages that a module imports, wherever in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return {name.partition(".")[0] for name in names}


def test_the_build_says_nothing_of_what_is_deprecated() -> None:
    assert "metadata" not in PROJECT["tool"]["scikit-build"]
    assert {"version"} == set(PROJECT["project"]["dynamic"])
    assert [entry["field"] for entry in PROJECT["tool"]["dynamic-metadata"]] == ["version"]


def test_whatever_make_installs_is_of_the_lock() -> None:
    """But for what makes the lock, and the wheel that is tried as a user would."""
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    free = [line for line in lines if re.search(r"python -m pip (install|wheel)", line)]
    assert len(free) == 1 and "uv>=" in free[0]


def test_package_and_wheel_are_built_at_one_path() -> None:
    """So that nothing is compiled for the wheel that was compiled for .venv already."""
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    building = [line for line in lines if re.search(r"pip wheel|\$\(PIP\) wheel| -e \.", line)]
    assert len(building) == 2
    assert all("--no-build-isolation --no-deps" in line for line in building)


@pytest.mark.long
def test_the_sources_have_all_that_the_package_is_built_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = pytest.importorskip("scikit_build_core.build")
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / backend.build_sdist(str(tmp_path))) as sources:
        packed = {name.partition("/")[2] for name in sources.getnames()}
    suffixes = {
        ".py",
        ".pyi",
        ".js",
        ".css",
        ".html",
        ".json",
        ".toml",
        ".cpp",
        ".h",
        ".png",
        ".svg",
    }
    needed = {
        file.relative_to(ROOT).as_posix()
        for folder in ("mwagent", "engine")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in suffixes and file.is_file()
    }
    assert not needed - packed
    assert {"CMakeLists.txt", "pyproject.toml", "LICENSE", "README.md"} <= packed
    assert not {name for name in packed if name.startswith((".venv/", "node_modules/", "build/"))}
