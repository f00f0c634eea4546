"""Building the page: what is in the way is left alone, and a compiler that hangs is given up."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mwagent.web import build
from mwagent.web.files import STATIC


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("somebody's own page")
    assert build.main([str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    file = tmp_path / "index.html"
    assert build.main([str(file)]) == 2
    assert file.read_text() == "somebody's own page"


def test_text_follows_the_font_size_of_the_browser_in_every_mode() -> None:
    styles = [path for path in STATIC.rglob("*.css") if path.parent.name != "dragonsweeper"]
    assert len(styles) > 6
    fixed = re.compile(r"^(?!.*graph-text).*\bfont(-size)?: [\d.]+px.*$", re.MULTILINE)
    found = {path.name: fixed.search(path.read_text("utf-8")) for path in styles}
    assert not any(found.values()), found


def test_a_compiler_that_hangs_is_given_up_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("ziglang", reason="ziglang is not installed")
    monkeypatch.setattr(build, "COMPILER_SECONDS", 0.01)
    monkeypatch.setattr(build, "LOCKS", tmp_path / "locks")
    module = build.MODULES[0]
    target = tmp_path / "engine.wasm"
    monkeypatch.setattr(build, "MODULES", (build.Module(module.source, target),))
    assert build.main(["--engine"]) == 2
    assert "took more than" in capsys.readouterr().err
    assert not target.exists()


def test_of_several_who_need_a_module_one_compiles_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("ziglang", reason="ziglang is not installed")
    runs = []

    def slow_compiler(words: list[str], made: Path, name: str) -> None:
        runs.append(name)
        time.sleep(0.1)
        made.write_bytes(b"module")

    target = tmp_path / "engine.wasm"
    monkeypatch.setattr(build, "_run_compiler", slow_compiler)
    monkeypatch.setattr(build, "LOCKS", tmp_path / "locks")
    monkeypatch.setattr(build, "MODULES", (build.Module(build.MODULES[0].source, target),))
    with ThreadPoolExecutor(3) as pool:
        made = [pool.submit(build.compile_modules) for _ in range(3)]
    assert [future.result() for future in made] == [[target]] * 3
    assert runs == ["engine_wasm.cpp", "engine.wasm"]
    assert target.read_bytes() == b"module"
