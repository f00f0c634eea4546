"""The engine under AddressSanitizer and UndefinedBehaviorSanitizer, fed arbitrary bytes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parent.parent / "engine"
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("no C++ compiler here")
    program = tmp_path_factory.mktemp("fuzz") / "fuzz"
    compiled = subprocess.run(
        [
            *(COMPILER, "-std=c++20", "-O1", "-g", "-Wall", "-Wextra", "-Werror"),
            *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
            *("-DMW_STANDALONE", str(ENGINE / "fuzz.cpp"), "-o", str(program), "-pthread"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if "cannot find -lasan" in compiled.stderr or "libclang_rt" in compiled.stderr:
        pytest.skip("this compiler has no sanitizers")
    assert compiled.returncode == 0, compiled.stderr[-3000:]
    return program


@pytest.mark.timeout(300)
def test_arbitrary_bytes_do_no_harm(fuzzer: Path) -> None:
    done = subprocess.run(
        [fuzzer, "--seconds", "8", "--seed", str(os.getpid())],
        cwd=fuzzer.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) > 100
