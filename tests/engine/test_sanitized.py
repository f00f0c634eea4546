"""The engine under AddressSanitizer and UndefinedBehaviorSanitizer, fed arbitrary bytes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from testbed.compiled import SANITIZERS, compiled


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz")
    return compiled("engine/fuzz.cpp", folder, *SANITIZERS, "-DMW_STANDALONE")


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
