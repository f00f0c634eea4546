"""Files are read up to a limit, whatever they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mwagent.minefield.files import read_at_most


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_at_most(path, 5) == b"12345"
    with pytest.raises(OSError, match="longer than 4e-06 MB"):
        read_at_most(path, 4)
    with pytest.raises(OSError, match="no such name"):
        read_at_most("a\0b", 4)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_what_never_ends_is_too_long() -> None:
    with pytest.raises(OSError, match=r"longer than 0\.001 MB"):
        read_at_most("/dev/zero", 1000)
    with pytest.raises(OSError, match="no plain file"):
        read_at_most("/dev/zero", 1000, plain=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_nobody_named_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no plain file"):
        read_at_most(tmp_path / "pipe", 1000, plain=True)
