"""C++ programs that tests build for themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from testbed.folders import ROOT

COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
SANITIZERS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def compiled(source: str, folder: Path, *options: str) -> Path:
    """Build `source`, a path within the repository, against the engine; `folder` gets the program.

    Skips the test where there is no compiler, or none with the sanitizers asked for.
    """
    if COMPILER is None:
        pytest.skip("no C++ compiler here")
    program = folder / Path(source).stem
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'engine'}", "-pthread"]
    done = subprocess.run(
        [COMPILER, *flags, *(options or ("-O2",)), str(ROOT / source), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "cannot find -lasan" in done.stderr or "libclang_rt" in done.stderr:
        pytest.skip("this compiler has no sanitizers")
    assert done.returncode == 0, done.stderr[-3000:]
    return program
