"""The games that the coach has watched, as the server gives them to the page."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from mwagent.gamebook import GameBook, GameRecord, Move
from mwagent.minefield import Board, Stage
from mwagent.web import serve


def test_games_are_listed_and_given(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    game = GameRecord(Board.hidden(2, 2, 1), "the screen", begun=5.0, stage=Stage.WON)
    game.moves = [Move("open", (0, n % 2), 5.0 + n, (), ((0, n % 2, 1),)) for n in range(2)]
    game.mine_cells = ((1, 1),)
    with serve(games=path) as url:
        assert json.load(urlopen(url + "api/games")) == []
        with GameBook(path) as book:
            book.begin(game)
        (listed,) = json.load(urlopen(url + "api/games"))
        assert listed["number"] == 1 and listed["moves"] == 2 and listed["stage"] == "won"
        told = json.load(urlopen(url + "api/games/1"))
        assert told["mines"] == [[1, 1]] and told["moves"][1]["seconds"] == 1.0
        assert urlopen(url + "api/games/1/log").read().count(b"\n") == 6
        with pytest.raises(HTTPError, match="404"):
            urlopen(url + "api/games/2")
        assert json.load(urlopen(url + "api"))["games"] is True
