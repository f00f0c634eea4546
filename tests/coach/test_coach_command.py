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
from mwagent.gamebook import GameBook
from mwagent.minefield import Stage
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
    assert main(["games", "--games", str(book)]) == 0
    assert "9x9/10" in capsys.readouterr().out
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
    monkeypatch.setattr("mwagent.minefield.spelling._spellings", {"mwagent.coach": "mwagent coach"})
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
