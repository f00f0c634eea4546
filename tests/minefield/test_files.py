"""Files are read up to a limit, whatever they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mwagent.dragonsweeper.ledger import Ledger as DragonLedger
from mwagent.gamebook import GameBook
from mwagent.minefield import MinefieldError
from mwagent.minefield.files import read_at_most
from mwagent.virtual.arena.ledger import Ledger as ArenaLedger


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


def test_a_foreign_database_with_a_log_beside_it_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "foreign.sqlite"
    script = (
        "import os, sqlite3, sys; file = sqlite3.connect(sys.argv[1]);"
        "file.execute('PRAGMA journal_mode = wal'); file.execute('CREATE TABLE mine (x)');"
        "file.commit(); os._exit(0)"  # as a program that was killed
    )
    subprocess.run([sys.executable, "-c", script, path], check=True)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert len(before) == 3
    for open_it in (ArenaLedger, DragonLedger, GameBook):
        with pytest.raises(MinefieldError, match="of another program"):
            open_it(path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
