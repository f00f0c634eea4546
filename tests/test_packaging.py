"""What an installation needs is declared, bounded, and locked for whoever works on it."""

from __future__ import annotations

import ast
import re
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


def test_what_is_imported_is_declared() -> None:
    """Not only installed by chance, because something else that is declared needs it."""
    whose = packages_distributions()
    declared = {canonicalize_name(requirement.name) for requirement in ALL}
    undeclared = {
        f"{module} in {file}"
        for file in sorted((ROOT / "mwagent").rglob("*.py"))
        for module in _imported(file.read_text("utf-8"))
        if module not in sys.stdlib_module_names and module != "mwagent" and module in whose
        if not declared & {*map(canonicalize_name, whose[module])}
    }
    assert not undeclared


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
