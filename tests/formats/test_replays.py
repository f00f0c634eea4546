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

from mwagent.convert import main
from mwagent.formats import ReplayError, ReplayFile, recorded_game, recorded_page_game
from mwagent.formats.rawvf import played as pressed
from mwagent.formats.rawvf import write
from mwagent.formats.replays import read_replay
from mwagent.gamebook import GameRecord, as_page_record
from mwagent.gamebook.export import FORMAT
from mwagent.minefield import Stage

pytest.importorskip("ms_toollib", reason="the extra replays is not installed")
from testbed.folders import ROOT
from testbed.replay_files import arbiter, clone, played, played_game, vienna

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
    assert main([str(path), str(tmp_path / "game.json")]) == 0
    game = json.loads((tmp_path / "game.json").read_text())
    assert game == as_page_record(read_replay(path))
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
        command = [sys.executable, "-m", "mwagent.convert", str(path), "game.json"]
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
    with pytest.raises(
        ReplayError, match="'exe' is no kind of replay; avf, evf, mvf, rawvf, rmv, sav, zip are"
    ):
        recorded_game(ReplayFile("exe", b""))
    with pytest.raises(ReplayError, match="at most 10000000 are read"):
        recorded_game(ReplayFile("avf", bytes(10_000_001)))


def test_without_the_library_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ms_toollib", None)
    with pytest.raises(ReplayError, match=r"pip install 'mwagent\[replays\]'"):
        recorded_game(ReplayFile("avf", b""))


def text(game: GameRecord) -> bytes:
    return write(game).encode()


@pytest.mark.parametrize("version", [96, 97, 2007])
def test_all_versions_of_minesweeper_clone_are_read(version: int) -> None:
    for seed in range(6):
        game = played_game(seed)
        read = recorded_game(ReplayFile("mvf", clone(game, version)))
        assert [(move.kind, move.cell) for move in read.moves] == game.moves
        assert read.mine_cells == tuple(map(tuple, np.argwhere(game.mines).tolist()))
        assert read.stage is game.stage and "by its file" not in read.name
        assert read.name.startswith("somebody") and "Minesweeper Clone" in read.name
        assert read.times == sorted(read.times)


def test_a_broken_mvf_gets_one_sentence() -> None:
    draw = random.Random(4)
    for version in (96, 97, 2007):
        data = clone(played_game(version), version)
        for _ in range(40):
            cut = bytearray(data[: draw.randrange(len(data))])
            with pytest.raises(ReplayError, match=r"whole \.mvf replay|no version"):
                recorded_game(ReplayFile("mvf", bytes(cut[: draw.randrange(100)])))
            for place in range(60, len(cut), 9):
                cut[place] = draw.randrange(256)
            try:
                recorded_game(ReplayFile("mvf", bytes(cut)))
            except ReplayError as error:
                assert str(error).count(".mvf") == 1


def test_a_game_comes_back_from_the_rawvf_that_is_written() -> None:
    for seed in range(12):
        game = played_game(seed)
        moves = [(kind, cell, n / 8) for n, (kind, cell) in enumerate(game.moves)]
        record = GameRecord.played(game.mines, moves, source="a test")
        record.name, record.pointer = "José", ((0.0, 0.5, 0.5), (0.25, 1.25, 3.0))
        read = recorded_game(ReplayFile("rawvf", text(record)))
        assert (read.moves, read.mine_cells, read.stage) == (
            record.moves,
            record.mine_cells,
            record.stage,
        )
        assert {(0.0, 0.5, 0.5), (0.25, 1.25, 3.0)} <= set(read.pointer)
        assert read.name.startswith("José, ") and "by its file" not in read.name


SHARED = json.loads((ROOT / "tests/formats/rawvf.json").read_text("utf-8"))
RAW, BROKEN = "\n".join(SHARED["replay"]), SHARED["broken"]
"""A replay, and changes to it with the sentence that refuses them: the page says the same."""


def test_a_cell_with_a_question_mark_can_be_opened() -> None:
    game = recorded_game(ReplayFile("rawvf", RAW.encode()))
    assert [(move.kind, move.cell) for move in game.moves] == [
        *(("open", (0, 0)), ("flag", (1, 1)), ("flag", (1, 1)), ("open", (1, 1))),
        *(("open", (0, 2)), ("open", (1, 0)), ("open", (1, 2))),
    ]
    assert game.stage is Stage.WON and game.seconds == 2.4
    # Without question marks the second press takes the flag away just so.
    assert recorded_game(ReplayFile("rawvf", RAW.replace("On", "Off").encode())).moves == game.moves


@pytest.mark.parametrize("kind", ["rawvf", "avf"])
@pytest.mark.parametrize("marks", [True, False])
def test_after_a_question_mark_there_is_no_mark(kind: str, marks: bool) -> None:
    """Three presses: flag, question mark, none; or flag, none, flag, which keeps a cell closed."""
    mines = np.array([[0, 1, 0]], bool)
    marked = [("rc", (0, 2)), ("rr", (0, 2))] * 3
    opened = [(press, (0, col)) for col in (0, 2) for press in ("lc", "lr")]
    if kind == "avf":
        data = arbiter(mines, marked + opened, marks=marks)
    else:
        head = f"Width: 3\nHeight: 1\nMines: 1\nMarks: {'on' if marks else 'off'}\nStatus: won\n"
        lines = [f"1.0 {press} ({16 * col} 3)" for press, (_, col) in marked + opened]
        data = (head + "Board:\n0*0\n" + "\n".join(lines)).encode()
    game = recorded_game(ReplayFile(kind, data))
    assert [move.kind for move in game.moves] == ["flag"] * (2 if marks else 3) + ["open"] * (
        1 + marks
    )
    assert game.stage is (Stage.WON if marks else Stage.ONGOING)
    ends = "won by its file, which as played leaves 1 cells closed"
    assert (ends in game.name) == (kind == "rawvf" and not marks)


@pytest.mark.parametrize("marks", [True, False])
def test_an_rmv_says_how_it_ended_and_whether_there_are_question_marks(marks: bool) -> None:
    game = played_game(5)
    whole = vienna(game, b"x", utf8=True, marks=marks)
    assert "by its file" not in recorded_game(ReplayFile("rmv", whole)).name
    other = whole[:-1] + bytes([31 - whole[-1]])  # 15 and 16 are a loss and a win
    assert "by its file, which as played is" in recorded_game(ReplayFile("rmv", other)).name


def told(presses: str, **head: str) -> str:
    """Moves of presses on the board of RAW, such as "lc00 lr00": a kind, a row and a column."""
    mines = np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]], bool)
    events = [
        (number, word[:2], 16 * int(word[3]) + 8, 16 * int(word[2]) + 8)
        for number, word in enumerate(presses.split())
    ]
    game = pressed(mines, events, **head)
    return " ".join(f"{move.kind}{move.cell[0]}{move.cell[1]}" for move in game.moves)


def test_what_buttons_do() -> None:
    assert told("lc00 mv10 lr10") == "open10"  # where it is released
    assert told("lc00 lr90") == ""  # off the board
    assert told("lr00 lc10 lr10") == "open00 open10"  # the press that begins may be missing
    assert told("rc01 mv00 rr00") == "flag01"  # where it is pressed
    both = "lc00 lr00 rc01 rr01"
    assert told(f"{both} lc00 rc00 rr00 lr10") == "open00 flag01 chord00"  # the rest does nothing
    assert told(f"{both} rc00 lc00 lr00 rr10") == "open00 flag01 chord00"
    assert told(f"{both} mc00 mr00") == "open00 flag01 chord00"
    assert told(f"{both} sc00 lr00") == "open00 flag01 chord00"
    assert told(f"{both} lc00 cc00 lr00 rr00 lc12 lr12") == "open00 flag01 chord00 open12"
    assert told(f"{both} lc00 lr00") == "open00 flag01"
    assert told(f"{both} lc00 lr00", SuperClick="on") == "open00 flag01 chord00"
    assert told("pf01 lc00 lr00 mc00 mr00") == "flag01 open00 chord00"
    assert told("mt00 rc12 rr12 rc12 rr12 rc12 rr12 lc12 lr12") == "flag12 flag12 open12"


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken["new"])
def test_a_broken_rawvf_gets_one_sentence(broken: dict[str, str]) -> None:
    with pytest.raises(ReplayError) as refused:
        recorded_game(ReplayFile("rawvf", RAW.replace(broken["old"], broken["new"]).encode()))
    assert str(refused.value) == broken["wrong"]


def test_a_script_without_a_guard_reads_replays(tmp_path: Path) -> None:
    """Its first line runs once: the process that reads a replay imports nothing of it."""
    (tmp_path / "game.evf").write_bytes(played(3)[0])
    script = tmp_path / "script.py"
    script.write_text(
        "print('begins')\nfrom mwagent import replay\nprint(len(replay.read('game.evf')))\n"
    )
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=FROM_ANYWHERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["begins", "1"], "")
