"""Replays of other programs become recorded games with the same moves."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mwagent.gamebook.export import FORMAT
from mwagent.web.replays import ReplayError, ReplayFile, main, recorded_game, recorded_page_game

pytest.importorskip("ms_toollib", reason="the extra replays is not installed")
from testbed.folders import ROOT
from testbed.replay_files import played, played_game, vienna

FROM_ANYWHERE = os.environ | {"PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("seed", range(12))
def test_a_replay_has_the_moves_that_were_played(seed: int) -> None:
    data, mines, moves = played(seed, pixels=16 + seed % 2 * 8)
    game = recorded_page_game(ReplayFile("evf", data))
    assert (game["rows"], game["cols"]) == mines.shape
    assert game["mines"] == np.argwhere(mines).tolist()
    assert [(move["kind"], tuple(move["cell"])) for move in game["moves"]] == moves
    times = [move["seconds"] for move in game["moves"]]
    assert times == sorted(times)
    # Presses of these games are 3 pixels below and 5 right of a cell's upper left corner.
    pixels = 16 + seed % 2 * 8
    way = [(row - 3 / pixels, col - 5 / pixels) for _, row, col in game["pointer"]]
    assert np.allclose(way, np.round(way), atol=0.01)
    assert {tuple(move["cell"]) for move in game["moves"]} <= {
        (round(row), round(col)) for row, col in way
    }
    assert "somebody" in game["title"] and "a test" in game["title"]


NAMES = {
    "José Müller": ("latin-1", "cp1252", "utf-8"),
    "Bjørn": ("latin-1", "cp1252", "utf-8"),
    "王小明": ("gb2312", "utf-8"),
    "Zoë “mines”": ("cp1252", "utf-8"),
}


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252", "gb2312"])
@pytest.mark.parametrize("kind", ["evf", "rmv", "rmv that promises UTF-8"])
def test_a_player_is_named_in_whatever_encoding(kind: str, encoding: str) -> None:
    for name in (name for name, encodings in NAMES.items() if encoding in encodings):
        game = played_game(5)
        data = vienna(game, name.encode(encoding), utf8="UTF-8" in kind)
        if kind == "evf":
            data = played(5)[0].replace(b"somebody", name.encode(encoding))
        told = recorded_page_game(ReplayFile(kind[:3], data))
        assert told["title"].startswith(f"{name}, ")
        assert told["mines"] == np.argwhere(game.mines).tolist()
        assert [(move["kind"], tuple(move["cell"])) for move in told["moves"]] == game.moves


def test_a_name_in_no_known_encoding_is_no_reason_to_refuse_a_replay() -> None:
    game = played_game(5)
    told = recorded_page_game(ReplayFile("rmv", vienna(game, b"\xff\x81 x", utf8=True)))
    assert len(told["moves"]) == len(game.moves)


def test_the_command_writes_what_the_page_loads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.EVF"
    path.write_bytes(played(1)[0])
    assert main([str(path)]) == 0
    game = json.loads(capsys.readouterr().out)
    assert game["format"] == FORMAT and game["version"] == 1


@pytest.mark.slow
def test_a_broken_replay_gets_one_sentence(tmp_path: Path, quick: bool) -> None:
    data = played(2)[0]
    draw = random.Random(3)
    for number in range(2 if quick else 6):
        path = tmp_path / f"{number}.{('evf', 'avf', 'rmv', 'mvf')[number % 4]}"
        cut = bytearray(data[: draw.randrange(len(data))] if number % 2 else data)
        for place in range(0, len(cut), 7):
            cut[place] = draw.randrange(256)
        path.write_bytes(cut)
        command = [sys.executable, "-m", "web.replays", str(path)]
        empty = tmp_path / f"empty {number}"
        empty.mkdir()
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=empty, env=FROM_ANYWHERE
        )
        assert not list(empty.iterdir())  # the library would leave its crash.log
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert f"{path}: this is not a whole .{path.suffix[1:]} replay" in done.stderr


def test_what_is_no_replay_is_refused() -> None:
    with pytest.raises(ReplayError, match="'exe' is no kind of replay; avf, evf, mvf, rmv are"):
        recorded_game(ReplayFile("exe", b""))
    with pytest.raises(ReplayError, match="at most 10000000 are read"):
        recorded_game(ReplayFile("avf", bytes(10_000_001)))


def test_a_replay_without_a_board_is_of_an_unknown_version() -> None:
    with pytest.raises(ReplayError, match=r"Minesweeper Clone 0\.96, 2006 and 2007"):
        recorded_game(ReplayFile("mvf", bytes(1000)))


def test_without_the_library_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ms_toollib", None)
    with pytest.raises(ReplayError, match=r"pip install 'mwagent\[replays\]'"):
        recorded_game(ReplayFile("avf", b""))
