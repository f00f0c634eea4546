"""The engine under AddressSanitizer and UndefinedBehaviorSanitizer, fed arbitrary bytes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from testbed.compiled import SANITIZERS, compiled

pytestmark = pytest.mark.compiler


def test_arbitrary_bytes_do_no_harm(tmp_path: Path, seed: int) -> None:
    fuzzer = compiled("benchmarks/engine/fuzz.cpp", *SANITIZERS, "-DMW_STANDALONE")
    done = subprocess.run(
        [fuzzer, "--seconds", "4", "--seed", str(seed)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) > 20
