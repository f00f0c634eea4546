"""The loop, its log and the replay, on virtual boards."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from rich.console import Console

import solvers
from minefield import (
    HIDDEN,
    MINE,
    Board,
    Button,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    count_around,
)
from mwagent import replay
from mwagent.play import (
    Disturbed,
    GameWontBeginError,
    LostSightError,
    Result,
    Turn,
    VirtualWindow,
    loop,
    play_game,
)
from mwagent.records import GameLog
from mwagent.records import log as gamelog
from mwagent.records.log import LogFormatError
from mwagent.session import Commentator, print_table, run

LEVEL = Level(9, 9, 10)


def virtual(seed: int = 1, level: Level = LEVEL) -> VirtualWindow:
    seeds = iter(range(seed + 1, seed + 1000))
    return VirtualWindow(
        Game(level, seed, FirstClick.OPEN), lambda: Game(level, next(seeds), FirstClick.OPEN)
    )


class Stubborn(VirtualWindow):
    """Takes no click at all."""

    def click(self, clicks):
        pass


class Interrupted(VirtualWindow):
    """Now and then somebody else moves the mouse after the first click of a batch."""

    batches = 0

    def click(self, clicks):
        self.batches += 1
        if self.batches % 3 == 0:
            super().click(clicks[:1])
            raise Disturbed(clicks[:1])
        super().click(clicks)


class Forgetful(VirtualWindow):
    """Loses every seventh click."""

    count = 0

    def click(self, clicks):
        for click in clicks:
            self.count += 1
            if self.count % 7:
                super().click([click])


class Chordless(VirtualWindow):
    """A program that neither flags nor chords, and does not say so."""

    def click(self, clicks):
        super().click([click for click in clicks if click.button is Button.LEFT])


class Showing(VirtualWindow):
    """A program that shows the mines after a win as others do after a loss."""

    def look(self):
        board = super().look()
        if super().stage() is not Stage.WON:
            return board
        return Board(np.where(board.cells > 8, MINE, board.cells).astype(np.int8), board.mines)

    def stage(self):
        stage = super().stage()
        return Stage.LOST if stage is Stage.WON else stage


class ShowingAllButOne(Showing):
    """One of the mines it shows is not understood."""

    def look(self):
        board = super().look()
        cells = board.cells.copy()
        shown = np.argwhere(cells == MINE)
        if len(shown) > 1:
            cells[tuple(shown[-1])] = HIDDEN
        return Board(cells, board.mines)


class Revealing(VirtualWindow):
    """A program that opens all that is safe when the game is lost, and shows no mine."""

    def look(self):
        board = super().look()
        if super().stage() is not Stage.LOST:
            return board
        numbers = count_around(self.game.mines)
        return Board(np.where(self.game.mines, HIDDEN, numbers).astype(np.int8), board.mines)

    def stage(self):
        stage = super().stage()
        return stage if stage is Stage.WAITING else Stage.ONGOING


class Strange(VirtualWindow):
    """A program that tells no number of mines, and shows a win by pictures that nobody knows."""

    def look(self):
        board = super().look()
        cells = board.cells
        if super().stage() is Stage.WON:
            cells = np.where(cells > 8, HIDDEN, cells).astype(np.int8)
            self.unread = {(int(row), int(col)) for row, col in np.argwhere(cells == HIDDEN)}
        return Board(cells)

    def stage(self):
        stage = super().stage()
        return Stage.ONGOING if stage is Stage.WON else stage

    def click(self, clicks):
        seen = [click for click in clicks if click.cell not in self.unread]
        super().click(seen)
        if len(seen) < len(clicks):
            raise Disturbed(seen)


def test_a_win_is_known_where_the_mines_are_shown_by_strange_pictures():
    mines = np.zeros((9, 9), bool)
    # No number tells of the one in the corner.
    mines[:2, :2] = True
    game = Game.from_mines(mines)
    game.play(Click((8, 8)))
    game.play(Click((2, 0)))
    result = play_game(Strange(game), solvers.create("best"))
    assert result.won
    assert game.stage is Stage.WON


def test_a_loss_that_looks_like_a_win_is_none():
    stages = set()
    for seed in range(20):
        game = Game(Level(9, 9, 18), seed, FirstClick.OPEN)
        result = play_game(Revealing(game), solvers.create("best"))
        assert result.stage is game.stage
        stages.add(result.stage)
    assert stages == {Stage.WON, Stage.LOST}


@pytest.mark.parametrize("kind", [Showing, ShowingAllButOne])
def test_a_win_is_known_by_its_open_cells_whatever_becomes_of_the_mines(kind):
    stages = set()
    for seed in range(20):
        game = Game(Level(9, 9, 18), seed, FirstClick.OPEN)
        shown = play_game(kind(game), solvers.create("best"))
        result = play_game(virtual(seed, game.level), solvers.create("best"))
        assert shown.stage == result.stage
        if result.won or kind is Showing:
            assert shown.bbbv == result.bbbv
        stages.add(shown.stage)
    assert stages == {Stage.WON, Stage.LOST}


@pytest.mark.parametrize("solver", ["best", "mcsatsolver"])
def test_games_are_played_to_their_end(solver):
    stages = [play_game(virtual(seed), solvers.create(solver)).stage for seed in range(6)]
    assert set(stages) <= {Stage.WON, Stage.LOST}
    assert stages.count(Stage.WON) >= 3


def test_a_game_is_lost_only_on_a_guess():
    for seed in range(30):
        result = play_game(virtual(seed), solvers.create("best"))
        assert result.won or result.lost_at is not None


def test_the_result_counts_what_was_done():
    turns: list[Turn] = []
    window = virtual(3)
    result = play_game(window, solvers.create("best"), watch=turns.append)
    assert result.turns == len(turns)
    assert result.clicks == window.game.clicks == sum(len(turn.clicks) for turn in turns)
    assert result.guesses == sum(turn.guess for turn in turns)
    assert result.bbbv is not None and 0 < result.bbbv <= 71
    assert not turns[0].guess and turns[0].stage is Stage.WAITING
    assert turns[-1].clicks == ()


def test_a_first_click_without_effect_ends_with_a_clear_error():
    with pytest.raises(GameWontBeginError, match="first click"):
        play_game(Stubborn(Game(LEVEL, 1)), solvers.create("best"))


def test_clicks_without_effect_in_mid_game_end_with_a_clear_error():
    game = Game(LEVEL, 1, FirstClick.OPEN)
    game.play(Click((0, 0)))
    with pytest.raises(LostSightError, match="no longer change"):
        play_game(Stubborn(game), solvers.create("best"))


@pytest.mark.parametrize("kind", [Interrupted, Forgetful, Chordless])
def test_awkward_windows_are_played_through(kind):
    for seed in range(5):
        result = play_game(kind(Game(LEVEL, seed, FirstClick.OPEN)), solvers.create("best"))
        assert result.won or result.lost_at is not None


def test_a_board_that_contradicts_itself_is_not_clicked():
    class Nonsense(VirtualWindow):
        clicked = 0

        def look(self):
            return Board.parse("1#\n#8", mines=1)

        def stage(self):
            return Stage.ONGOING

        def click(self, clicks):
            self.clicked += 1

    window = Nonsense(Game(Level(2, 2, 1), 1))
    with pytest.raises(LostSightError, match="making sense"):
        play_game(window, solvers.create("best"))
    assert window.clicked == 0


class Miscounted(VirtualWindow):
    """Another number on the page is taken for that of the mines, and looks take their time."""

    doubts = 0

    def look(self):
        time.sleep(0.02)
        return Board(super().look().cells, 1)

    def doubt(self):
        self.doubts += 1


def test_a_number_of_mines_that_cannot_be_is_dropped_also_where_looks_are_slow(monkeypatch):
    monkeypatch.setattr(loop, "SENSE", 0.01)
    window = Miscounted(Game(LEVEL, 1, FirstClick.OPEN), lambda: None)
    result = play_game(window, solvers.create("best"))
    assert window.doubts
    assert result.won or result.lost_at is not None


def test_the_number_of_mines_given_replaces_an_unknown_one():
    class NoCounter(VirtualWindow):
        def look(self):
            return Board(super().look().cells)

    seen = []
    result = play_game(
        NoCounter(Game(LEVEL, 4, FirstClick.OPEN)), solvers.create("best"), 10, seen.append
    )
    assert {turn.board.mines for turn in seen} == {10}
    assert result.stage in (Stage.WON, Stage.LOST)


def test_a_session_plays_until_it_wins(tmp_path):
    with GameLog(tmp_path / "run.log", "best", {}, "virtual") as log:
        session = run(virtual(5, Level(16, 16, 45)), solvers.create("best"), log, games=None)
    assert session.exit_code == 0
    assert [result.won for result in session.results].index(True) == len(session.results) - 1


def test_a_session_that_fails_tells_why_in_the_log(tmp_path, monkeypatch):
    monkeypatch.setattr("mwagent.play.loop.SENSE", 0.5)
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        session = run(Stubborn(Game(LEVEL, 1)), solvers.create("best"), log, games=1)
    assert session.exit_code == 4
    assert gamelog.read(path)[-1]["message"] == str(session.error)


class Flapping(VirtualWindow):
    """Shows two boards in turn, whatever is clicked, as a page does that is half covered."""

    looks = 0

    def look(self):
        self.looks += 1
        first = "1###" if self.looks % 2 else "##2#"
        return Board.parse(f"mines 3\n{first}\n####\n####")

    def stage(self):
        return Stage.ONGOING

    def click(self, clicks):
        pass


def test_a_game_without_progress_ends_with_a_sentence(monkeypatch):
    monkeypatch.setattr(loop, "STALLED", 0.01)
    with pytest.raises(LostSightError, match="no longer change the board"):
        play_game(Flapping(Game(LEVEL, 1)), Random())


class Random:
    """Proves the last cell safe, whatever is shown."""

    def analyse(self, board):
        return solvers.Analysis(np.zeros(board.shape), ((2, 3),), (), (2, 3), "proof")


def test_a_counter_that_is_read_counts_and_not_the_number_given(capsys):
    seen = []
    play_game(virtual(4), solvers.create("best"), 99, seen.append)
    assert {turn.board.mines for turn in seen} == {10}
    commentator = Commentator(Console(width=80), 99)
    for turn in seen:
        commentator.turn(turn)
    out = capsys.readouterr().out
    assert out.count("the counter shows 10 mines in all, so -m 99 is not used") == 1


@pytest.mark.parametrize("given", [2, 70])
def test_a_number_of_mines_given_that_cannot_be_is_named(monkeypatch, given):
    class NoCounter(VirtualWindow):
        def look(self):
            return Board(super().look().cells)

    monkeypatch.setattr(loop, "SENSE", 0.01)
    game = Game(LEVEL, 4, FirstClick.OPEN)
    with pytest.raises(LostSightError, match=f"{given} mines, as given with -m, do not fit"):
        play_game(NoCounter(game), solvers.create("best"), given)


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


def test_boards_that_take_no_click_are_games_of_their_own_in_the_log(tmp_path, monkeypatch):
    monkeypatch.setattr(loop, "SENSE", 0.01)
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        session = run(
            Sleeping(Game(LEVEL, 1, FirstClick.OPEN)), solvers.create("best"), log, games=1
        )
    assert [result.begun for result in session.results] == [False, False, True]
    assert session.as_json()["played"] == 1
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
    names = [path.name, *(f"{path.name}.{age}" for age in range(1, gamelog.KEPT))]
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


@pytest.fixture
def logged(tmp_path):
    path = tmp_path / "run.log"
    with GameLog(path, "best", {"trust_flags": True}, "virtual", seed=7) as log:
        run(virtual(7, Level(16, 30, 99)), solvers.create("best"), log, games=4)
    return path


def test_a_log_names_what_played(logged):
    head = gamelog.read(logged)[0]
    assert head["event"] == "session"
    assert (head["solver"], head["options"], head["seed"]) == ("best", {"trust_flags": True}, 7)
    assert head["version"]


def test_a_logged_session_replays_exactly(logged, capsys):
    assert replay.main([str(logged)]) == 0
    assert capsys.readouterr().out.count("replays as logged") == 4


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


def test_a_log_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Exception, match="cannot be written"):
        GameLog(tmp_path / "file" / "run.log", "best", {}, "virtual")
    with pytest.raises(LogFormatError, match="cannot be read"):
        gamelog.read(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_games_go_on_where_the_disk_under_the_log_is_full(tmp_path):
    (tmp_path / "run.log").symlink_to("/dev/full")
    with GameLog(tmp_path / "run.log", "best", {}, "virtual") as log:
        session = run(virtual(1, LEVEL), solvers.create("best"), log, games=2)
    assert len(session.results) == 2
    assert session.error is None
    assert "No space left" in str(log.failure)
    assert not log.kept


@pytest.mark.parametrize("wrong", [1, 60])
def test_a_mine_count_that_the_numbers_refute_is_given_up(wrong):
    class Miscounted(VirtualWindow):
        def look(self):
            return Board(super().look().cells, wrong)

    results = [
        play_game(Miscounted(Game(LEVEL, seed, FirstClick.OPEN)), solvers.create("best"))
        for seed in range(3)
    ]
    assert all(result.won or result.lost_at is not None for result in results)


def test_sight_lost_after_the_last_click_is_a_win_only_where_it_was_seen_to_act():
    class Covered(VirtualWindow):
        """Loses sight, as of a dialog, once one safe cell is left and clicked."""

        def __init__(self, acted):
            super().__init__(Game(Level(2, 2, 1), 1))
            self.acted = acted

        def look(self):
            if self.game.clicks:
                raise LostSightError("the board got lost", self.acted)
            return Board.parse("1#\n#1", mines=1)

        def stage(self):
            return Stage.ONGOING

    class Told:
        """Proves one cell safe and one a mine."""

        def analyse(self, board):
            return solvers.Analysis(
                np.array([[np.nan, 0.0], [1.0, np.nan]]), ((0, 1),), ((1, 0),), (0, 1), "proof"
            )

    assert play_game(Covered({(0, 1)}), Told()).won
    for acted in (set(), {(1, 0)}):
        with pytest.raises(LostSightError, match="got lost"):
            play_game(Covered(acted), Told())


class HalfBlind(VirtualWindow):
    """A window that clicks no cell that is not understood."""

    def click(self, clicks):
        seen = [click for click in clicks if click.cell not in self.unread]
        super().click(seen)
        if len(seen) < len(clicks):
            raise Disturbed(seen)


class Unreadable(HalfBlind):
    """Numbers from three on are not understood at first."""

    def look(self):
        board = super().look()
        ended = super().stage() in (Stage.WON, Stage.LOST)
        unread = (board.cells >= 3) & (board.cells <= 8) & (not ended)
        self.unread = {(int(row), int(col)) for row, col in np.argwhere(unread)}
        return Board(np.where(unread, HIDDEN, board.cells).astype(np.int8), board.mines)


class Insisting(HalfBlind):
    """A closed cell that is not understood is pressed when it is asked for the third time."""

    strange = (0, 8)
    asked = 0

    def look(self):
        board = super().look()
        self.unread = {self.strange} if board[self.strange] == HIDDEN else set()
        return board

    def click(self, clicks):
        self.asked = self.asked + 1 if {click.cell for click in clicks} <= self.unread else 0
        if self.asked > 2:
            self.unread = set()
        super().click(clicks)


def test_nothing_is_guessed_while_a_safe_cell_can_be_pressed_that_is_not_understood() -> None:
    needed = 0
    for seed in range(40):
        window = Insisting(Game(Level(9, 9, 10), seed, FirstClick.OPEN))
        turns: list[Turn] = []
        result = play_game(window, solvers.create("best"), watch=turns.append)
        assert result.won or result.lost_at is not None
        for turn in turns:
            needed += turn.analysis is not None and set(turn.analysis.safe) == {window.strange}
            assert not (turn.guess and turn.analysis is not None and turn.analysis.safe)
    assert needed


class Muted(VirtualWindow):
    """A program that shows nothing of a loss, and takes no more clicks."""

    def look(self):
        board = super().look()
        lost = super().stage() is Stage.LOST
        cells = np.where(board.cells == MINE, HIDDEN, board.cells) if lost else board.cells
        return Board(cells.astype(np.int8), board.mines)

    def stage(self):
        stage = super().stage()
        return Stage.ONGOING if stage is Stage.LOST else stage


def test_a_number_that_is_not_understood_holds_nothing_up() -> None:
    ends = set()
    for seed in range(30):
        window = Unreadable(Game(Level(9, 9, 14), seed, FirstClick.OPEN))
        result = play_game(window, solvers.create("best"))
        ends.add(result.stage)
        assert result.won or result.lost_at is not None
        assert result.won or window.game.mines[result.lost_at]
    assert ends == {Stage.WON, Stage.LOST}


class Overlaid(HalfBlind):
    """Something lies over the right third of the board once the game has begun."""

    def look(self):
        board = super().look()
        cells = board.cells.copy()
        if super().stage() is Stage.ONGOING:
            over = board.shape[1] // 3
            cells[:, -over:] = HIDDEN
            self.unread = {
                (row, col)
                for row in range(board.shape[0])
                for col in range(board.shape[1] - over, board.shape[1])
            }
        return Board(cells, board.mines)


def test_nothing_is_guessed_while_safe_cells_are_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwagent.play.loop.SENSE", 0.2)
    stopped = 0
    for seed in range(30):
        window = Overlaid(Game(Level(9, 9, 10), seed, FirstClick.OPEN))
        turns: list[Turn] = []
        try:
            play_game(window, solvers.create("best"), watch=turns.append)
        except LostSightError as error:
            assert "covered where it has to be clicked" in str(error)
            stopped += 1
        for turn in turns:
            opened = {click.cell for click in turn.clicks if click.button is Button.LEFT}
            assert (
                turn.analysis is None or not turn.analysis.safe or opened <= set(turn.analysis.safe)
            )
    assert stopped > 10


def test_a_loss_that_shows_nothing_is_told_from_the_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwagent.play.loop.SENSE", 0.0)
    lost = 0
    for seed in range(12):
        window = Muted(Game(Level(9, 9, 18), seed, FirstClick.OPEN))
        result = play_game(window, solvers.create("best"))
        if not result.won:
            lost += 1
            assert window.game.mines[result.lost_at]
    assert lost
