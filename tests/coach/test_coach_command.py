"""The commands `mwagent coach` and `mwagent games`: videos, and what is said of bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from mwagent.coach.clock import clock_time
from mwagent.coach.sources import VideoSource
from mwagent.entry import main
from mwagent.gamebook import GameBook, GameRecord, Move
from mwagent.minefield import Board, Stage
from mwagent.player.records.log import read
from mwagent.player.records.replaying import games, replay
from testbed.watched import FRAME, Player, dealt


class Filmed(Player):
    """A player whose screen is filmed, at 30 frames a second."""

    film: cv2.VideoWriter

    def wait(self, seconds: float) -> None:
        until = self.source.seconds + seconds
        while self.source.seconds < until:
            self.source.advance(FRAME)
            self.film.write(self.source.picture())


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Filmed]:
    """A lossy film of two games, and who played them."""
    path = tmp_path_factory.mktemp("films") / "game.mp4"
    unseen = Player.of(dealt(3))
    player = Filmed(unseen.source, unseen.coach)
    height, width = player.source.picture().shape[:2]
    player.film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 30, (width, height))
    player.wait(0.7)
    player.play(wait=0.2)
    player.wait(0.5)
    player.source.game = dealt(5)
    player.wait(0.7)
    player.play(wait=0.2)
    player.wait(0.5)
    player.film.release()
    return path, player


def filmed(path: Path) -> float:
    """Seconds of a film."""
    video = cv2.VideoCapture(str(path))
    frames, rate = video.get(cv2.CAP_PROP_FRAME_COUNT), video.get(cv2.CAP_PROP_FPS)
    video.release()
    return float(frames / rate)


def test_a_game_is_judged_move_by_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = Board.parse("mines 3\n1##\n2##\n1##\n1##")
    book = tmp_path / "games.sqlite"
    with GameBook(book) as kept:
        for cell, code in (((1, 1), 3), ((0, 2), 2), ((0, 1), 10)):
            move = Move("open", cell, 1.0, (), ((*cell, code),))
            stage = Stage.LOST if code == 10 else Stage.ONGOING
            kept.begin(GameRecord(start, "the screen", 0.0, [move], stage))
        corner = Board.parse("mines 2\n1#\n##\n##")
        move = Move("open", (0, 1), 1.0, (), ((0, 1, 1),))
        kept.begin(GameRecord(corner, "the screen", 0.0, [move]))
    told = []
    for number in ("1", "2", "3", "4"):
        assert main(["games", number, "--games", str(book)]) == 0
        _, move_told, judged = capsys.readouterr().out.splitlines()
        told.append((move_told.partition("opens ")[2], judged))
    safe = "2 cells, row 1, column 1 first, were safe"
    assert told == [
        ("row 1, column 1", "no guess was made"),
        (
            "row 0, column 2: needless risk, a mine with 25 %; "
            f"{safe}; cost 25 % of the chance to win",
            "1 needless risk, move 1 cost most, 25 %",
        ),
        (
            f"row 0, column 1: needless risk, surely a mine; {safe}; "
            "cost 100 % of the chance to win; it was a mine",
            "1 needless risk, move 1 cost most, 100 %",
        ),
        (
            "row 0, column 1: a worse guess, a mine with 33 %; best was row 1, column 0, a mine "
            "with 33 %; cost 50 % of the chance to win",
            "1 worse guess, move 1 cost most, 50 %",
        ),
    ]
    assert main(["games", "2", "--json", "--games", str(book)]) == 0
    grade = json.loads(capsys.readouterr().out)["moves"][0]["grade"]
    assert grade["verdict"] == "risk" and grade["safe"][0] == [1, 1]
    assert grade["cost"] == pytest.approx(0.25)


@pytest.mark.parametrize("columns", [40, 60])
def test_the_list_of_games_fits_a_narrow_terminal(
    columns: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    book = tmp_path / "games.sqlite"
    with GameBook(book) as kept:
        kept.begin(GameRecord(Board.hidden(16, 30, 99), "a film with a long name.mp4"))
    assert main(["games", "--games", str(book)]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= columns
    assert "a film with a long name.mp4" in told and "unfinished" in told and "…" not in told


def test_a_film_whose_name_has_a_date_is_listed_with_the_time_of_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    film = GameRecord(Board.hidden(2, 2, 1), "2026-11-26 05-12-00.mkv")
    film.moves = [Move("open", (0, 0), 90.0)]
    with GameBook(tmp_path / "games.sqlite") as kept:
        kept.begin(film)
    assert main(["games", "--games", str(tmp_path / "games.sqlite")]) == 0
    assert "2026-11-26 05:13, 2026-11-26 05-12-00.mkv from 1:30" in capsys.readouterr().out


@pytest.mark.slow
def test_all_games_of_a_video_are_kept_and_replay(
    film: tuple[Path, Filmed], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, player = film
    book = tmp_path / "games.sqlite"
    assert main(["coach", "--video", str(path), "--games", str(book), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["games"]
    assert [game["stage"] for game in told] == ["won", "won"]
    assert sum(len(game["moves"]) for game in told) == len(player.made)
    spans = [made - player.made[0][1] for _, made in player.made][: len(told[0]["moves"])]
    seen = [move["seconds"] for move in told[0]["moves"]]
    assert seen == pytest.approx(spans, abs=3 * FRAME)
    begun = player.made[0][1] - player.source.seconds  # of the film, which ends with the source
    assert told[0]["source"] == path.name and 0.5 < told[0]["offset"] < told[1]["offset"]
    assert told[0]["offset"] == pytest.approx(begun + filmed(path), abs=0.2)
    assert main(["games", "--games", str(book)]) == 0
    assert "9x9/10" in capsys.readouterr().out
    assert main(["games", "1", "--games", str(book)]) == 0
    assert f"won in {told[0]['seconds']:.1f} s; game.mp4 from 0:0" in capsys.readouterr().out
    assert main(["games", "2", "--log", "--games", str(book)]) == 0
    (tmp_path / "game.log").write_text(capsys.readouterr().out)
    (logged,) = games(read(tmp_path / "game.log"))
    assert [wrong for _, _, wrong in replay(logged) if wrong] == []
    with GameBook(book) as kept:
        assert [game.stage for game in kept.games()] == [Stage.WON, Stage.WON]


@pytest.mark.slow
def test_a_part_of_a_video_is_watched(film: tuple[Path, Filmed]) -> None:
    path, _ = film
    source = VideoSource(path, 2.0, 3.0)
    times = []
    while source.advance(0.0):
        times.append(source.seconds)
    source.close()
    assert times[0] == pytest.approx(2.0, abs=0.1) and times[-1] == pytest.approx(3.0, abs=0.1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--video", "none.mp4"], "none.mp4: there is no such file"),
        (["--video", "."], ".: this is no file"),
        (["--video", "text.mp4"], "text.mp4: no video can be read from this file"),
        (["--video", "blank.mp4"], "no Minesweeper was found in this video"),
        (["--video", "blank.mp4", "--from", "1:00"], "--from 60 is later"),
        (["--from", "3"], "--from and --to are times in a video"),
        (["--video", "blank.mp4", "--from", "3", "--to", "2"], "--to must be later"),
        (["--video", "blank.mp4", "--from", "soon"], "'soon' is no time"),
        (["--video", "blank.mp4", "--browser", "x"], "two different things to watch"),
        (["--video", "blank.mp4", "--games", "text.mp4"], "no file of watched games"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.mp4").write_text("this is no video\n" * 100)
    blank = cv2.VideoWriter("blank.mp4", cv2.VideoWriter.fourcc(*"mp4v"), 30, (320, 240))
    for _ in range(20):
        blank.write(np.full((240, 320, 3), 200, np.uint8))
    blank.release()
    games = [] if "--games" in words else ["--games", "games.sqlite"]
    try:
        code = main(["coach", *words, *games])
    except SystemExit as end:
        code = int(str(end.code))
    said = capsys.readouterr().err
    assert sentence in said and "Traceback" not in said
    assert code in (2, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--video", "none.mp4"], "there is no such file"),
        ([], "needs no screen: mwagent coach --browser URL"),
    ],
)
def test_where_there_is_nothing_to_watch_no_folder_is_made(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("mwagent.minefield.command._spellings", {"mwagent.coach": "mwagent coach"})
    monkeypatch.delenv("DISPLAY", raising=False)
    games = tmp_path / "folder" / "games.sqlite"
    assert main(["coach", *words, "--games", str(games)]) == 2
    assert sentence in capsys.readouterr().err
    assert not games.parent.exists()


def test_there_is_no_such_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    GameBook(tmp_path / "games.sqlite").close()
    assert main(["games", "7", "--games", str(tmp_path / "games.sqlite")]) == 2
    assert "there is no game 7" in capsys.readouterr().err


def test_times_are_read_as_people_write_them() -> None:
    assert [clock_time(text) for text in ("5", "1:05", "1:00:00.5")] == [5.0, 65.0, 3600.5]
