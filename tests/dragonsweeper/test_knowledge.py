"""What is known of a lair is true, is as much as can be proven, and its odds come true."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragonsweeper import Game, InconsistentViewError, Knowledge, Lair, Player, Stage, excluded
from dragonsweeper.entities import KINDS
from testbed.compiled import SANITIZERS, compiled
from testbed.dragon_oracle import SQUARES, Oracle

SEEDS = st.integers(0, 2**32 - 1)


def advance(seed: int, actions: int) -> tuple[Game, Knowledge, set[str]]:
    """Let the player act; also says which spells were cast."""
    game, player, knowledge = Game(seed), Player(), Knowledge()
    spells: set[str] = set()
    knowledge.see(game.view)
    for _ in range(actions):
        if game.stage is not Stage.PLAYING:
            break
        action = player.act(game.view)
        if action.square is None:
            game.level_up()
        else:
            kind = game.look(*action.square).kind
            spells |= {kind} if kind and kind.startswith("spell") else set()
            game.click(*action.square)
        if game.stage is Stage.PLAYING:
            knowledge.see(game.view)
    return game, knowledge, spells


def test_the_truth_is_never_excluded() -> None:
    # In 1720 two walls stand alone, as in one lair of 20 000.
    lairs = (1720, *range(5000, 5080))
    assert {seed: excluded(seed) for seed in lairs if excluded(seed)} == {}


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(0, 260))
def test_open_squares_are_known_and_odds_add_up(seed: int, actions: int) -> None:
    game, knowledge, _ = advance(seed, actions)
    if game.stage is not Stage.PLAYING:
        return
    odds = knowledge.probabilities()
    for x, y in SQUARES:
        assert sum(odds[y][x].values()) == pytest.approx(1, abs=0.02)
        assert set(odds[y][x]) == knowledge.possible(x, y)
        look = game.look(x, y)
        if look.kind not in (None, "chest"):
            assert len(knowledge.possible(x, y)) == 1


def test_odds_come_true() -> None:
    # How likely 6 or more hit points are lost, in 60 games at three stages each.
    deadly = {kind.name for kind in KINDS if kind.power >= 6} - {"mimic"}
    bins: dict[int, list[tuple[float, bool]]] = {}
    for seed in range(300, 360):
        game, knowledge, _ = advance(seed, 20 + 40 * (seed % 3))
        odds = knowledge.probabilities()
        for x, y, entity in Lair.generate(seed):
            if game.look(x, y).kind is None:
                p = sum(share for kind, share in odds[y][x].items() if kind in deadly)
                bins.setdefault(int(5 * min(p, 0.999)), []).append((p, entity.kind in deadly))
    common = [cases for cases in bins.values() if len(cases) >= 100]
    assert len(common) >= 3
    for cases in common:
        expected = sum(p for p, _ in cases) / len(cases)
        seen = sum(truth for _, truth in cases) / len(cases)
        # Squares of one game are not independent.
        assert abs(seen - expected) < 0.03 + 4 * (expected * (1 - expected) / len(cases)) ** 0.5


@pytest.mark.timeout(240)
def test_much_of_what_a_constraint_model_proves_is_known() -> None:
    proven = ours = 0
    for seed, actions in ((203, 100), (211, 95)):
        game, knowledge, spells = advance(seed, actions)
        oracle = Oracle(game, knowledge, spells)
        hidden = [a for a in SQUARES if game.look(*a).kind in (None, "chest")]
        asked = {(a, kind) for a in hidden for kind in knowledge.possible(*a)}
        missed = oracle.impossible(asked, seconds=60)
        assert missed is not None
        known = sum(len(oracle.base[a] - knowledge.possible(*a)) for a in hidden)
        proven += known + len(missed)
        ours += known
    assert ours >= 0.85 * proven


def test_a_view_of_another_game_is_named() -> None:
    _, knowledge, _ = advance(1, 60)
    other, _, _ = advance(2, 60)
    with pytest.raises(InconsistentViewError, match="every view of one game"):
        knowledge.see(other.view)


def test_powers_are_those_of_the_possible_kinds() -> None:
    power = {kind.name: kind.power for kind in KINDS}
    game, knowledge, spells = advance(8, 40)
    assert game.stage is Stage.PLAYING and "spell_disarm" not in spells
    for x, y in SQUARES:
        assert knowledge.powers(x, y) == {power[kind] for kind in knowledge.possible(x, y)}


@pytest.mark.compiler
def test_arbitrary_clicks_do_no_harm(seed: int) -> None:
    program = compiled("engine/dragonsweeper/fuzz.cpp", *SANITIZERS, "-DDRAGON_STANDALONE")
    done = subprocess.run(
        [program, "--seconds", "4", "--seed", str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) > 5
