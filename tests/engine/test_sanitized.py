"""The engine under AddressSanitizer and UndefinedBehaviorSanitizer, fed arbitrary bytes."""

from __future__ import annotations

import re
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


def test_arbitrary_texts_are_boards_or_a_sentence(seed: int) -> None:
    fuzzer = compiled("benchmarks/engine/fuzz_text.cpp", *SANITIZERS)
    done = subprocess.run(
        [fuzzer, "4", str(seed)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = re.match(r"(\d+) of (\d+) texts are boards, at most (\d+) ns a byte", done.stdout)
    assert found is not None
    boards, texts, nanoseconds = map(int, found.groups())
    assert 20 < boards < texts
    assert nanoseconds < 1_000_000
