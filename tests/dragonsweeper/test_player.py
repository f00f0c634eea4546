"""The player plays well, sees nothing that is hidden, and its commands do what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mwagent.dragonsweeper import Game, Player, Reason, SeedError, Stage, play
from mwagent.dragonsweeper.__main__ import main
from mwagent.dragonsweeper.bench import parse_seeds
from mwagent.dragonsweeper.ledger import Ledger

FRESH = range(910_000, 910_050)  # on none of which anything was tuned


@pytest.mark.slow
def test_nearly_all_fresh_games_are_won(quick: bool) -> None:
    games = [play(seed) for seed in (FRESH[::3] if quick else FRESH)]
    assert sum(game.won for game in games) >= len(games) - 3
    assert sum(game.cleared for game in games) >= 0.8 * len(games)
    assert all(game.score == 365 for game in games if game.cleared)
    assert all(game.met != "empty" and game.last_death > 0 for game in games if not game.won)


def test_a_game_of_the_player_is_the_same_every_time() -> None:
    assert play(77) == play(77)


def test_played_click_by_click_it_is_the_same_game() -> None:
    game, player, actions = Game(77), Player(), 0
    while game.stage is Stage.PLAYING:
        action = player.act(game.view)
        assert action.reason is not Reason.STUCK
        action.take(game)
        actions += 1
    whole = play(77)
    assert (game.won, game.hero.score, actions) == (whole.won, whole.score, whole.actions)


def test_a_view_tells_nothing_of_what_is_hidden() -> None:
    """All hidden squares look alike, and the player is shown nothing but looks and the hero."""
    game, player = Game(77), Player(lairs=0)
    while game.stage is Stage.PLAYING:
        raw = [game.view.raw.look(s) for s in range(130)]
        assert len({look for look in raw if look[0]}) <= 1
        player.act(game.view).take(game)


@pytest.mark.slow
def test_slack_falls_from_13_and_is_left_in_the_end_where_a_lair_was_cleared(quick: bool) -> None:
    for seed in (5, 8) if quick else range(12):
        game, player = Game(seed), Player(lairs=0)
        before = 13  # as in every fresh lair
        while game.stage is Stage.PLAYING:
            action = player.act(game.view)
            assert player.slack <= before
            before = player.slack
            action.take(game)
        assert game.cleared == (before >= 0)


def test_a_cleared_lair_is_left_empty() -> None:
    game, player = Game(5), Player(lairs=0)
    while game.stage is Stage.PLAYING:
        assert not game.emptied
        action = player.act(game.view)
        action.take(game)
    assert game.cleared and game.emptied


@pytest.mark.slow
def test_more_thought_plays_otherwise_but_the_same_every_time() -> None:
    assert play(221073, lairs=2) == play(221073, lairs=2)
    assert any(play(seed, lairs=2) != play(seed, lairs=0) for seed in (221073, 221090, 221121))


def test_seeds_are_read() -> None:
    assert parse_seeds("3, 7-9,3") == [3, 7, 8, 9]
    for wrong in ("", "9-3", "x", "1-", "99999999999", "4294967296"):
        with pytest.raises(SeedError):
            parse_seeds(wrong)


def test_a_bench_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = str(tmp_path / "games.sqlite")
    assert main(["bench", "--seeds", "0-3", "--ledger", ledger, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["games"] == 4 and first["complete"]
    measures = "risk_taken wall_hits wasted_by_medikits mine_king_delay hp_left_when_cleared"
    assert all(first[name] >= 0 for name in measures.split())
    played: list[int] = []

    def interrupted(seed: int, lairs: int | None) -> object:
        played.append(seed)
        raise KeyboardInterrupt

    monkeypatch.setattr("mwagent.dragonsweeper.bench.play", interrupted)
    code = main(["bench", "--seeds", "0-5", "--ledger", ledger, "--json", "--workers", "1"])
    assert code == 130
    stopped = json.loads(capsys.readouterr().out)
    assert stopped["games"] == 4 and not stopped["complete"]
    assert set(played) <= {4, 5}
    monkeypatch.undo()
    assert main(["bench", "--seeds", "0-5", "--ledger", ledger]) == 0
    assert "6 of 6" in capsys.readouterr().out
    with Ledger(ledger) as book:
        assert set(book.games(range(6))) == set(range(6))


def test_a_game_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seed", "5", "--watch", "--pause", "0"]) == 0
    shown = capsys.readouterr().out
    assert "score" in shown and "hearts" in shown and "slack" in shown
    assert main(["play", "--seed", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == 5
