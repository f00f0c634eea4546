"""Tapes are played back where there are some."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.live.tapes import main


def test_a_folder_without_tapes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tapes", str(tmp_path)])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert f"{tmp_path}: no tape" in capsys.readouterr().err
