"""A session of several games: when it ends, and what it reports of each."""

from __future__ import annotations

from typing import ClassVar

import pytest
from rich.console import Console

from mwagent import replay, solvers
from mwagent.minefield import Board, FirstClick, Game, Level, Stage
from mwagent.player.play import LostSightError, Result, VirtualWindow, loop
from mwagent.player.records import GameLog
from mwagent.player.records import log as gamelog
from mwagent.player.session import outcome, print_table, run
from testbed.virtual_windows import LEVEL, Stubborn, virtual


def test_a_session_plays_until_it_wins(tmp_path):
    with GameLog(tmp_path / "run.log", "best", {}, "virtual") as log:
        session = run(virtual(5, Level(16, 16, 45)), solvers.create("best"), log, games=None)
    assert session.exit_code == 0
    assert [result.won for result in session.results].index(True) == len(session.results) - 1


@pytest.mark.parametrize(("guesses", "what"), [(0, "the first click"), (2, "a guess")])
def test_what_a_game_was_lost_on_agrees_with_its_guesses(guesses, what):
    board = Board.parse("*#\n##")
    lost = Result(Stage.LOST, 1.0, 1, 0, guesses, 1, None, board, lost_at=(0, 0))
    assert outcome(lost) == f"lost on {what} at row 0, column 0"


@pytest.mark.slow
def test_a_session_that_fails_tells_why_in_the_log(tmp_path, monkeypatch):
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.5)
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        session = run(Stubborn(Game(LEVEL, 1)), solvers.create("best"), log, games=1)
    assert session.exit_code == 4
    assert gamelog.read(path)[-1]["message"] == str(session.error)


class Breaking(VirtualWindow):
    """Loses sight of every second round after some turns."""

    rounds = 0
    looks = 0

    def look(self):
        self.looks += 1
        if self.rounds % 2 == 0 and self.looks > 3:
            raise LostSightError("the board got lost: it is nowhere to be seen")
        return super().look()

    def new_game(self):
        self.rounds += 1
        self.looks = 0
        super().new_game()


def test_every_round_begun_is_reported_with_how_it_ended(tmp_path, capsys):
    path = tmp_path / "run.log"
    window = Breaking(
        Game(Level(16, 30, 99), 1, FirstClick.OPEN), lambda: Game(LEVEL, 3, FirstClick.OPEN)
    )
    window.game = Game(Level(16, 30, 99), 1, FirstClick.OPEN)
    with GameLog(path, "best", {}, "virtual") as log:
        session = run(window, solvers.create("best"), log, games=2)
    assert [result.broken_off for result in session.results] == [
        "the board got lost: it is nowhere to be seen",
        None,
    ]
    assert session.as_json()["played"] == 2
    assert session.as_json()["games"][0]["broken_off"]
    print_table(session, Console(width=100))
    assert "broken off: the board got lost" in " ".join(capsys.readouterr().out.split())
    logged = [event for event in gamelog.read(path) if event["event"] == "result"]
    assert [event["game"] for event in logged] == [1, 2]
    assert replay.main([str(path)]) == 0
    assert "not finished" in capsys.readouterr().out


class Sleeping(VirtualWindow):
    """The first two boards take no click: a round has to be begun."""

    begun = 0

    def click(self, clicks):
        if self.begun > 1:
            super().click(clicks)

    def new_game(self):
        self.begun += 1
        super().new_game()


def test_boards_that_take_no_click_are_games_of_their_own_in_the_log(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(loop, "SENSE", 0.01)
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        session = run(
            Sleeping(Game(LEVEL, 1, FirstClick.OPEN)), solvers.create("best"), log, games=1
        )
    assert [result.begun for result in session.results] == [False, False, True]
    assert session.as_json()["played"] == 1
    print_table(session, Console(width=100))
    assert "won 1 of 1 games" in capsys.readouterr().out
    assert replay.main([str(path)]) == 0


def test_a_game_that_is_interrupted_reaches_every_watcher(tmp_path):
    class Interrupting:
        results: ClassVar[list[Result]] = []

        def turn(self, turn):
            if turn.number == 3:
                raise KeyboardInterrupt

        def result(self, result):
            self.results.append(result)

    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        window = virtual(7, Level(16, 30, 99))
        session = run(window, solvers.create("best"), log, games=1, watchers=[Interrupting()])
    assert session.interrupted and session.exit_code == 130
    assert [result.broken_off for result in Interrupting.results] == ["interrupted"]
    assert replay.main([str(path)]) == 0
