"""C++ programs that tests and benchmarks build, once for each state of the sources."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from testbed.folders import ROOT

COMPILER: Final = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
SANITIZERS: Final = ("-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FLAGS: Final = ("-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'engine'}", "-pthread")
CACHE: Final = ROOT / "build" / "testbed"
GROUPS: Final = (("count", "play", "explain"), ("dragonsweeper",), ("text",))
"""The folders of the engine that have .cpp files; those of a group are compiled as one source.

They share most of their headers, which take most of the time.
"""
INCLUDE: Final = re.compile(r'^#include "(\w+)/([\w.]+)"', re.MULTILINE)


def compiled(source: str, *options: str) -> Path:
    """The program built from `source`, a path within the repository, against the engine.

    It is kept in `build/testbed` under a name that depends on the compiler, the options, the source
    and every file of the engine, so that processes side by side, and later runs, share it. Skips
    the test where there is no compiler, or none with the sanitizers asked for.
    """
    if COMPILER is None:
        pytest.skip("no C++ compiler here")
    # What tests run is soon done: most of the time would go into optimising more.
    options = options or ("-O1",)
    # The engine's files ask for no definitions: they are compiled once for all programs.
    shared = [option for option in options if not option.startswith("-D")]
    parts = [_built(_joined(group), [*shared, "-c"]) for group in _needed(ROOT / source)]
    return _built(ROOT / source, [*options, *map(str, parts)])


def _needed(source: Path) -> list[tuple[str, ...]]:
    """The groups of folders of which a file includes a header, by itself or by another."""
    rooms: set[str] = set()
    left, seen = [source], {source}
    while left:
        included = INCLUDE.findall(left.pop().read_text(encoding="utf-8"))
        rooms.update(room for room, _ in included)
        files = {ROOT / "engine" / room / header for room, header in included}
        left += [file for file in files - seen if file.exists()]
        seen |= files
    return [group for group in GROUPS if rooms.intersection(group)]


def _joined(group: tuple[str, ...]) -> Path:
    """A source that includes all .cpp files of folders; named by what it says."""
    files = [file for room in group for file in sorted((ROOT / "engine" / room).glob("*.cpp"))]
    text = "".join(f'#include "{file.parent.name}/{file.name}"\n' for file in files)
    made_of = text.encode() + b"".join(file.read_bytes() for file in files)
    source = CACHE / f"{group[0]}-{hashlib.sha256(made_of).hexdigest()[:16]}.cpp"
    CACHE.mkdir(parents=True, exist_ok=True)
    if not source.exists():
        whole = source.with_suffix(f".{os.getpid()}")
        whole.write_text(text, encoding="utf-8")
        whole.replace(source)
    return source


def _built(source: Path, options: Sequence[str]) -> Path:
    """The program, or with `-c` the object, that is made of a file; kept for later runs."""
    assert COMPILER is not None
    command = [COMPILER, *FLAGS, str(source), *options]
    CACHE.mkdir(parents=True, exist_ok=True)
    result = CACHE / f"{source.stem}-{_state(command, source)}"
    if "-c" in options:
        result = result.with_suffix(".o")
    filelock = pytest.importorskip("filelock", reason="filelock is not installed")
    with filelock.FileLock(f"{result}.lock"):
        if not result.exists():
            _build([*command, "-o", f"{result}.new"])
            Path(f"{result}.new").rename(result)
    return result


def _state(command: list[str], source: Path) -> str:
    """A digest of all that a program or an object is made of."""
    digest = hashlib.sha256("\0".join(command).encode())
    for file in [source, *sorted((ROOT / "engine").rglob("*.h"))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _build(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "cannot find -lasan" in done.stderr or "libclang_rt" in done.stderr:
        pytest.skip("this compiler has no sanitizers")
    assert done.returncode == 0, done.stderr[-3000:]
