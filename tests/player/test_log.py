"""The log of a session, and its replay."""

from __future__ import annotations

import json
import os

import pytest

from mwagent import replay, solvers
from mwagent.minefield import FirstClick, Game, Level
from mwagent.player.records import GameLog, replaying
from mwagent.player.records import log as gamelog
from mwagent.player.records.log import LogFormatError
from mwagent.player.session import run
from testbed.virtual_windows import LEVEL, Forgetful, virtual


@pytest.fixture
def logged(tmp_path):
    path = tmp_path / "run.log"
    with GameLog(path, "best", {"trust_flags": True}, "virtual") as log:
        run(virtual(7, Level(16, 30, 99)), solvers.create("best"), log, games=4)
    return path


def test_a_log_names_what_played(logged):
    head = gamelog.read(logged)[0]
    assert head["event"] == "session"
    assert (head["solver"], head["options"], head["seed"]) == ("best", {"trust_flags": True}, None)
    assert head["version"]


def test_a_logged_session_replays_exactly(logged, capsys):
    assert replay.main([str(logged)]) == 0
    assert capsys.readouterr().out.count("replays as logged") == 4
    assert replay.main([str(logged), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["game"] for one in told] == [1, 2, 3, 4]
    assert all(one["difference"] is None and one["finished"] for one in told)


def test_a_session_in_which_nothing_is_played_leaves_the_last_log(tmp_path):
    path = tmp_path / "run.log"
    path.write_text("the last good run\n")
    with GameLog(path, "best", {}, "virtual") as log:
        log.end("no board was found")
    assert path.read_text() == "the last good run\n"
    assert list(tmp_path.iterdir()) == [path]


def test_the_last_logs_are_kept(tmp_path):
    path = tmp_path / "run.log"
    for solver in ("best", "mcsatsolver", "linearsolver", "best", "best", "best", "subsetsolver"):
        with GameLog(path, solver, {}, "virtual") as log:
            run(virtual(3), solvers.create("best"), log, games=1)
    names = [path.name, *(f"{path.name}.{age}" for age in range(1, gamelog.KEPT_LOGS))]
    assert sorted(file.name for file in tmp_path.iterdir()) == names
    played = [gamelog.read(tmp_path / name)[0]["solver"] for name in names]
    assert played == ["subsetsolver", "best", "best", "best", "linearsolver"]


def test_a_log_cut_in_its_last_line_replays_up_to_there(tmp_path, logged, capsys):
    text = logged.read_text()
    lines = text.splitlines(keepends=True)
    path = tmp_path / "cut.log"
    for count in (3, 6, len(lines) - 1):
        path.write_text("".join(lines[:count]) + lines[count][: len(lines[count]) // 2])
        assert replay.main([str(path)]) == 0
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert f"line {count + 1}, the last, is cut short" in error


def test_lost_clicks_do_not_spoil_the_replay(tmp_path):
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        run(Forgetful(Game(LEVEL, 3, FirstClick.OPEN)), solvers.create("best"), log, games=2)
    assert replay.main([str(path)]) == 0


def test_a_game_that_broke_off_replays_with_mines_that_fit(tmp_path, logged):
    lines = logged.read_text().splitlines()
    path = tmp_path / "broken.log"
    path.write_text("\n".join(lines[:6]) + "\n")
    assert replay.main([str(path)]) == 0


def test_a_forged_log_is_found_out(tmp_path, logged, capsys):
    events = gamelog.read(logged)
    turn = [event for event in events if event["event"] == "turn"][2]
    row = next(i for i, text in enumerate(turn["board"]) if "1" in text)
    turn["board"][row] = turn["board"][row].replace("1", "2", 1)
    path = tmp_path / "forged.log"
    path.write_text("\n".join(json.dumps(event) for event in events) + "\n")
    assert replay.main([str(path)]) == 1
    assert "differs at turn 3" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "hello\n", '{"event": "turn", "game": 1}\n', "[1]\n"])
def test_what_is_no_log_is_refused_in_one_sentence(tmp_path, text, capsys):
    path = tmp_path / "x.log"
    path.write_text(text)
    assert replay.main([str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert str(path) in error


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        ("turn", {"game": "\x1b[2J"}),
        ("turn", {"game": [1]}),
        ("turn", {"game": None}),
        ("turn", {"board": "12#"}),
        ("turn", {"board": [1, 2]}),
        ("turn", {"board": ["#" * 300] * 300}),
        ("turn", {"board": {"a": 1}}),
        ("turn", {"clicks": [[99, 0, "left"]]}),
        ("turn", {"clicks": [[0.5, 0, "left"]]}),
        ("turn", {"clicks": [["0", 0, "left"]]}),
        ("turn", {"clicks": [[-1, 0, "left"]]}),
        ("turn", {"clicks": [[0, 0, "\x1b[2J"]]}),
        ("turn", {"clicks": 7}),
        ("turn", {"stage": ["won"]}),
        ("game", {"mines": -1}),
        ("game", {"mines": "10"}),
        ("game", {"mines": 10**400}),
        ("game", {"mines": 999}),
        ("game", {"game": {}}),
        ("result", {"game": []}),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_a_log_changed_by_hand_gets_one_sentence(tmp_path, capsys, event, changes):
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        run(virtual(3), solvers.create("best"), log, games=1)
    events = gamelog.read(path)
    place = [number for number, one in enumerate(events) if one["event"] == event][-1]
    events[place] |= changes
    path.write_text("".join(json.dumps(one) + "\n" for one in events))
    assert replay.main([str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("python -m mwagent.replay: ") and told.count("\n") == 1
    assert "\x1b" not in told and len(told) < 500


def test_a_log_nested_without_end_gets_one_sentence(tmp_path, capsys):
    path = tmp_path / "run.log"
    path.write_text('{"event": ' + "[" * 100_000 + "\n\n")
    assert replay.main([str(path)]) == 2
    assert "line 1: this is no event" in capsys.readouterr().err


def test_a_log_without_end_is_not_read_to_its_end(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(gamelog, "LOG_BYTES", 1000)
    path = tmp_path / "run.log"
    path.write_text("{}" * 600)
    assert replay.main([str(path)]) == 2
    assert "longer than 0.001 MB" in capsys.readouterr().err


def test_a_log_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Exception, match="cannot be written"):
        GameLog(tmp_path / "file" / "run.log", "best", {}, "virtual")
    with pytest.raises(LogFormatError, match="cannot be read"):
        gamelog.read(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
def test_a_link_to_nowhere_is_written_through(tmp_path):
    (tmp_path / "run.log").symlink_to("elsewhere.log")
    with GameLog(tmp_path / "run.log", "best", {}, "virtual"):
        assert [path.name for path in tmp_path.iterdir()] == ["run.log"]


@pytest.mark.skipif(os.name != "posix", reason="there is no /dev/full here")
def test_games_go_on_where_the_disk_under_the_log_is_full(tmp_path):
    (tmp_path / "run.log").symlink_to("/dev/full")
    with GameLog(tmp_path / "run.log", "best", {}, "virtual") as log:
        session = run(virtual(1, LEVEL), solvers.create("best"), log, games=2)
    assert len(session.results) == 2
    assert session.error is None
    assert "No space left" in str(log.failure)
    assert not log.kept


def test_what_a_turn_of_the_log_lacks_is_named():
    with pytest.raises(LogFormatError, match="it has no 'game'"):
        replaying.games([{"event": "turn"}])
