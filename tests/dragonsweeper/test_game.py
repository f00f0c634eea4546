"""Lairs are those of the public game, and the game does what the public game did."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.dragonsweeper import Game, IllegalClickError, Lair, SeedError, Stage
from mwagent.dragonsweeper.__main__ import main
from mwagent.dragonsweeper.lair import KINDS
from mwagent.minefield import MinefieldError
from testbed.folders import SHARED

FACTS = SHARED / "dragonsweeper"
SEEDS = st.integers(0, 2**32 - 1)


def facts(name: str) -> list[dict[str, Any]]:
    path = FACTS / name
    if not path.is_file():
        pytest.skip(f"no ../shared/dragonsweeper/{name} beside the repository")
    found: list[dict[str, Any]] = json.loads(path.read_text())
    return found


@pytest.mark.shared
def test_lairs_are_those_of_the_public_game() -> None:
    names = {
        "guardian": lambda i: {"name": f"guard{i + 1}"},
        "gargoyle": lambda i: {"name": f"gargoyle{i // 2 + 1}"},
        "giant": lambda i: {"name": ("romeo", "juliet")[i]},
        "chest": lambda i: {"contains": "treasure5" if i < 3 else "medikit"},
    }
    for vector in facts("vectors.json"):
        lair = Lair.generate(vector["seed"])
        assert lair.grid == vector["grid"]
        assert [list(xy) for xy in lair.list_order] == vector["list_order_xy"]
        assert lair.attempts == vector["attempts"]
        assert list(lair.next_draws) == vector["next_three_u32_after_generation"]
        for known in vector["detail"]:
            entity = lair.entities[known["y"] * 13 + known["x"]]
            for key, value in names.get(entity.kind, lambda _: {})(entity.index).items():
                assert known[key] == value


@pytest.mark.shared
def test_traces_replay_click_for_click() -> None:
    for trace in facts("traces.json"):
        game = Game(trace["seed"])
        visible = [
            [x, y, str(game.look(x, y))]
            for y in range(10)
            for x in range(13)
            if game.look(x, y).kind is not None
        ]
        assert visible == trace["initially_visible"]
        for step in trace["steps"]:
            click = step["click"]
            changes = game.level_up() if click == "levelup" else game.click(*click)
            assert [[c.x, c.y, str(c.look)] for c in changes] == step["changes"], step
            hero = game.hero
            assert (hero.hp, hero.max_hp, hero.level, hero.xp, hero.score) == tuple(
                step[key] for key in ("hp", "maxHP", "level", "xp", "score")
            )
        assert (game.won, game.cleared) == (trace["won"], trace["cleared"])


@given(SEEDS)
def test_a_lair_has_the_public_counts_and_patterns(seed: int) -> None:
    lair = Lair.generate(seed)
    places: dict[str, list[tuple[int, int]]] = {}
    for x, y, entity in lair:
        places.setdefault(entity.kind, []).append((x, y))
    assert {name: len(found) for name, found in places.items()} == {
        kind.name: kind.count for kind in KINDS if kind.count
    }
    assert places["dragon"] == [(6, 4)]
    (wx, wy), (kx, ky) = places["wizard"][0], places["mine king"][0]
    assert all(abs(x - wx) <= 1 and abs(y - wy) <= 1 for x, y in places["big slime"])
    assert kx in (0, 12) and ky in (0, 9)
    (ax, ay), (bx, by) = places["giant"]
    assert ay == by and ax + bx == 12 and ax < 6
    for x, y in places["minotaur"]:
        assert sum(abs(x - cx) <= 1 and abs(y - cy) <= 1 for cx, cy in places["chest"]) == 1


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_a_seed_out_of_range_is_named(seed: int) -> None:
    for use in (Lair.generate, Game):
        with pytest.raises(SeedError, match=str(seed)):
            use(seed)


ACTIONS = st.lists(
    st.one_of(st.just("up"), st.tuples(st.integers(-1, 13), st.integers(-1, 10))), max_size=80
)


@settings(deadline=None)
@given(SEEDS, ACTIONS)
def test_what_is_refused_changes_nothing(seed: int, actions: list[Any]) -> None:
    game = Game(seed)
    for action in actions:
        before = (game.hero, game.stage, _shown(game))
        try:
            changes = game.level_up() if action == "up" else game.click(*action)
        except IllegalClickError as error:
            assert isinstance(error, MinefieldError) and str(error)
            assert (game.hero, game.stage, _shown(game)) == before
            continue
        # What `click` returns is exactly what looks otherwise now.
        told = {(c.x, c.y): str(c.look) for c in changes}
        assert {**before[2], **told} == _shown(game)
        assert all(before[2][place] != look for place, look in told.items())
        assert before[1] is Stage.PLAYING
        assert game.hero.score >= before[0].score


@given(SEEDS, st.integers(0, 2**32))
def test_score_is_never_more_than_the_lair_holds(seed: int, clicks: int) -> None:
    random = Random(clicks)
    game = Game(seed)
    while game.stage is Stage.PLAYING:
        try:
            if game.hero.hp < 4 and game.hero.xp >= game.hero.need:
                game.level_up()
            game.click(random.randrange(13), random.randrange(10))
        except IllegalClickError:
            continue
        assert 0 <= game.hero.hp <= game.hero.max_hp
        assert game.hero.score <= 365


def test_a_dead_hero_clicks_no_more() -> None:
    lair = Lair.generate(5)
    game = Game(5)
    x, y = next((x, y) for x, y, entity in lair if entity.kind == "mine")
    assert [str(change.look) for change in game.click(x, y)] == ["mine power=100"]
    assert game.stage is Stage.DEAD and game.hero.hp == 0 and not game.cleared
    with pytest.raises(IllegalClickError, match="end of the game"):
        game.click(0, 0)
    with pytest.raises(IllegalClickError, match="end of the game"):
        game.level_up()


def _shown(game: Game) -> dict[tuple[int, int], str]:
    return {(x, y): str(game.look(x, y)) for y in range(10) for x in range(13)}


def test_the_command_prints_a_lair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lair", "--seed", "7", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["grid"] == Lair.generate(7).grid
    assert main(["lair", "--seed", "7"]) == 0
    assert str(Lair.generate(7)) in capsys.readouterr().out
    assert main(["lair", "--seed", str(2**32)]) == 2
    assert "4294967295" in capsys.readouterr().err
