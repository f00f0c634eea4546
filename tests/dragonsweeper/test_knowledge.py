"""What is known of a lair is true, is as much as can be proven, and its probabilities come true."""

from __future__ import annotations

import itertools
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.dragonsweeper import (
    Game,
    InconsistentViewError,
    Knowledge,
    Lair,
    Player,
    Reason,
    Stage,
)
from mwagent.dragonsweeper.lair import HEIGHT, KINDS, WIDTH
from testbed.compiled import SANITIZERS, compiled

SEEDS = st.integers(0, 2**32 - 1)
SQUARES = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]


def advance(
    seed: int, actions: int, *, thorough: bool = False
) -> tuple[Game, Knowledge, set[str]] | None:
    """Let the player act; also says which spells were cast. None when the game ends before.

    `thorough` makes the knowledge think as hard as it can about the last position.
    """
    game, player, knowledge = Game(seed), Player(), Knowledge()
    spells: set[str] = set()
    for _ in range(actions):
        knowledge.see(game.view)
        action = player.act(game.view)
        if action.reason is Reason.STUCK:
            return None
        if action.square is None:
            game.level_up()
        else:
            kind = game.look(*action.square).kind
            spells |= {kind} if kind and kind.startswith("spell") else set()
            game.click(*action.square)
        if game.stage is not Stage.PLAYING:
            return None
    knowledge.see(game.view, thorough=thorough)
    return game, knowledge, spells


def excluded(seed: int, *, thorough: bool = False) -> int:
    """How often what stands on a square was held to be impossible, in a game of the player.

    `thorough` thinks as hard as it can about every eighth position.
    """
    game, player, knowledge, wrong = Game(seed), Player(), Knowledge(), 0
    for number in itertools.count():
        knowledge.see(game.view, thorough=thorough and number % 8 == 0)
        for (x, y), kind in zip(SQUARES, game.truth(), strict=True):
            if game.look(x, y).kind in (None, "chest"):
                wrong += kind not in knowledge.possible(x, y)
        action = player.act(game.view)
        if action.reason is Reason.STUCK:
            break
        action.take(game)
        if game.stage is not Stage.PLAYING:
            break
    return wrong


@pytest.mark.slow
def test_the_truth_is_never_excluded(quick: bool) -> None:
    # In 1720 two walls stand alone, as in one lair of 20 000.
    lairs = (1720, *range(5000, 5008 if quick else 5080))
    assert {seed: wrong for seed in lairs if (wrong := excluded(seed))} == {}


def test_the_truth_is_not_excluded_by_contradiction_either(quick: bool) -> None:
    lairs = (1720,) if quick else (1720, *range(6, 8))
    assert {seed: wrong for seed in lairs if (wrong := excluded(seed, thorough=True))} == {}


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(0, 260))
def test_open_squares_are_known_and_probabilities_add_up(seed: int, actions: int) -> None:
    position = advance(seed, actions)
    if position is None:
        return
    game, knowledge, _ = position
    chances = knowledge.probabilities()
    for x, y in SQUARES:
        assert sum(chances[y][x].values()) == pytest.approx(1, abs=1e-9)
        assert set(chances[y][x]) == knowledge.possible(x, y)
        look = game.look(x, y)
        if look.kind not in (None, "chest"):
            assert len(knowledge.possible(x, y)) == 1


@pytest.mark.slow
def test_probabilities_come_true(quick: bool) -> None:
    # How likely 6 or more hit points are lost, in games at three stages each.
    deadly = {kind.name for kind in KINDS if kind.power >= 6} - {"mimic"}
    bins: dict[int, list[tuple[float, bool]]] = {}
    for seed in range(300, 324 if quick else 360):
        position = advance(seed, 20 + 40 * (seed % 3))
        if position is None:
            continue
        game, knowledge, _ = position
        chances = knowledge.probabilities()
        for x, y, entity in Lair.generate(seed):
            if game.look(x, y).kind is None:
                p = sum(share for kind, share in chances[y][x].items() if kind in deadly)
                bins.setdefault(int(5 * min(p, 0.999)), []).append((p, entity.kind in deadly))
    common = [cases for cases in bins.values() if len(cases) >= 100]
    assert len(common) >= 3
    for cases in common:
        expected = sum(p for p, _ in cases) / len(cases)
        seen = sum(truth for _, truth in cases) / len(cases)
        # Squares of one game are not independent.
        assert abs(seen - expected) < 0.03 + 4 * (expected * (1 - expected) / len(cases)) ** 0.5


def test_a_view_of_another_game_is_named() -> None:
    one, two = advance(1, 60), advance(2, 60)
    assert one is not None and two is not None
    (_, knowledge, _), (other, _, _) = one, two
    with pytest.raises(InconsistentViewError, match="every view of one game"):
        knowledge.see(other.view)


def test_powers_are_those_of_the_possible_kinds() -> None:
    power = {kind.name: kind.power for kind in KINDS}
    position = advance(8, 40)
    assert position is not None
    _, knowledge, spells = position
    assert "spell_disarm" not in spells
    for x, y in SQUARES:
        assert knowledge.powers(x, y) == {power[kind] for kind in knowledge.possible(x, y)}


@pytest.mark.long
@pytest.mark.compiler
def test_arbitrary_clicks_do_no_harm(seed: int) -> None:
    program = compiled("benchmarks/dragonsweeper/fuzz.cpp", *SANITIZERS, "-DDRAGON_STANDALONE")
    done = subprocess.run(
        [program, "--seconds", "3", "--seed", str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[0]) > 1
