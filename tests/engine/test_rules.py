"""Systems of rules: counted as by listing every arrangement, proven by no rule too many."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import Board, MinefieldError, Shape, ShapedBoard
from mwagent.minefield.shapes import HIDDEN, SHAPES
from mwagent.solvers import ContradictionError, Rule, RuleError, RuleSystem, analyse, analyse_rules
from testbed.oracle import opened_at_random
from testbed.rule_systems import random_system


def listed(system: RuleSystem, rules: Sequence[Rule], mines: int | None) -> list[float] | None:
    """Weigh every arrangement that meets `rules`: the sum, then the sum with a mine in each cell.

    None where there is none.
    """
    at = {cell: 1 << i for i, cell in enumerate(system.cells)}
    usual = system.density or 0.5
    chances = [system.priors.get(cell, usual) for cell in system.cells]
    asked = [(sum(at[cell] for cell in rule.cells), rule.low, rule.high) for rule in rules]
    sums = [0.0] * (len(at) + 1)
    for bits in range(1 << len(at)):
        if mines is not None and bits.bit_count() != mines:
            continue
        if not all(low <= (bits & cells).bit_count() <= high for cells, low, high in asked):
            continue
        mine = [bits >> i & 1 for i in range(len(at))]
        weight = math.prod(p if m else 1 - p for m, p in zip(mine, chances, strict=True))
        sums = [total + weight * m for total, m in zip(sums, [1, *mine], strict=True)]
    return sums if sums[0] else None


def exactly(system: RuleSystem) -> list[Fraction] | None:
    """The probability of each cell in rational numbers; None where nothing meets the rules."""
    at = {cell: 1 << i for i, cell in enumerate(system.cells)}
    usual = Fraction(system.density or 0.5)
    chances = [Fraction(system.priors.get(cell, usual)) for cell in system.cells]
    asked = [(sum(at[cell] for cell in rule.cells), rule.low, rule.high) for rule in system.rules]
    sums = [Fraction(0)] * (len(at) + 1)
    for bits in range(1 << len(at)):
        if system.mines not in (None, bits.bit_count()):
            continue
        if all(low <= (bits & cells).bit_count() <= high for cells, low, high in asked):
            mine = [bits >> i & 1 for i in range(len(at))]
            weight = math.prod(p if m else 1 - p for m, p in zip(mine, chances, strict=True))
            sums = [total + weight * m for total, m in zip(sums, [1, *mine], strict=True)]
    return [each / sums[0] for each in sums[1:]] if sums[0] else None


ODDS = st.one_of(
    st.integers(0, 300).map(lambda power: 10.0**-power / 2),
    st.integers(1, 15).map(lambda power: 1 - 10.0**-power),
)


@st.composite
def systems(draw: st.DrawFn) -> RuleSystem:
    """Up to eight cells of any odds, and up to forty rules, most of them met by some mines."""
    cells = range(draw(st.integers(1, 8)))
    mines = draw(st.sets(st.sampled_from(cells)))
    rules = []
    for _ in range(draw(st.sampled_from([0, 1, 3, 6, 12, 40]))):
        some = draw(st.lists(st.sampled_from(cells), min_size=1, unique=True))
        count = len(mines.intersection(some))
        off = st.integers(0, 2)
        rules.append(Rule(some, (max(0, count - draw(off)), count + draw(off))))
    if draw(st.sampled_from([False, False, True])):
        rules.append(Rule(cells, draw(st.integers(0, len(cells)))))
    priors = {cell: draw(ODDS) for cell in cells if draw(st.booleans())}
    total = draw(st.sampled_from([None, len(mines)]))
    return RuleSystem(rules, total, density=draw(ODDS), priors=priors, cells=cells)


@settings(max_examples=150, deadline=None)
@given(systems())
def test_what_is_proven_and_how_likely_is_right_for_odds_of_any_size(system: RuleSystem) -> None:
    truth = exactly(system)
    if truth is None:
        with pytest.raises(ContradictionError):
            system.analyse()
        return
    answer = system.analyse()
    assert answer.exact
    assert answer.safe == tuple(c for c, p in zip(system.cells, truth, strict=True) if p == 0)
    assert answer.mines == tuple(c for c, p in zip(system.cells, truth, strict=True) if p == 1)
    for told, right in zip(answer.mine_probability.values(), truth, strict=True):
        assert told == pytest.approx(float(right), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("share", [1e-300, 1e-6, 0.001, 0.999, 1 - 1e-15])
@pytest.mark.parametrize("count", [75, 110, 125])
@pytest.mark.parametrize("known", [False, True])
def test_a_hub_of_many_pairs_is_not_proven_by_its_odds(
    share: float, count: int, known: bool
) -> None:
    cells = [*range(count), "hub"]
    rules = [Rule([i, "hub"], 1) for i in range(count)]
    spare = [f"spare {i}" for i in range(count)] if known else []
    answer = analyse_rules(rules, count if known else None, density=share, cells=[*cells, *spare])
    assert answer.exact
    assert not answer.safe
    assert not answer.mines


def test_what_says_the_same_is_one_rule() -> None:
    for count in (1, 33, 200, 5000):
        same = analyse_rules([Rule("abc", 1)] * count)
        assert same.exact
        assert same.mine_probability["a"] == pytest.approx(1 / 3)
        with pytest.raises(ContradictionError, match="exactly 2 of c, b, a"):
            analyse_rules([*[Rule("abc", 1)] * count, Rule("cba", 2)])


@pytest.mark.parametrize("seed", range(6))
def test_few_cells_are_counted_whatever_the_rules(seed: int) -> None:
    draw = random.Random(seed)
    mine = [draw.random() < 0.4 for _ in range(18)]
    rules = []
    for _ in range(200):
        some = draw.sample(range(18), draw.randint(2, 18))
        count = sum(mine[cell] for cell in some)
        rules.append(Rule(some, (max(0, count - 2), count + draw.randint(1, 3))))
    system = RuleSystem(rules, cells=range(18))
    lists = {cell: [Fraction(0), Fraction(0)] for cell in range(18)}
    asked = [(sum(1 << cell for cell in rule.cells), rule.low, rule.high) for rule in rules]
    for bits in range(1 << 18):
        if all(low <= (bits & cells).bit_count() <= high for cells, low, high in asked):
            for cell in range(18):
                lists[cell][bits >> cell & 1] += 1
    answer = system.analyse()
    assert answer.exact
    for cell, (safe, mines) in lists.items():
        assert answer.mine_probability[cell] == pytest.approx(float(mines / (safe + mines)))


@pytest.mark.parametrize("length", [500, 4000])
def test_a_proof_keeps_to_its_time(length: int) -> None:
    chain = RuleSystem([Rule([0], 1), *(Rule([i, i + 1], 1) for i in range(length))])
    found = chain.analyse()
    begin = time.process_time()
    try:
        rules = found.explain(length, budget=0.5).rules
    except RuleError as error:  # on a busy machine the longer one is not done by then
        assert length == 4000 and "no proof was found in 0.5 seconds" in str(error)
        rules = chain.rules
    assert time.process_time() - begin < 1
    assert rules[0].cells == (0,)
    assert len(rules) == length + 1


def test_a_board_of_numpy_numbers_is_one_of_pythons() -> None:
    shape = Shape("hexagons", (3, 3))
    ours = ShapedBoard(shape, (1, *"########"), 1)
    theirs = ShapedBoard(shape, (np.int64(1), *"########"), np.uint8(1))
    assert ours == theirs
    answer = RuleSystem.of_board(theirs).analyse()
    assert answer.mine_probability[0, 1] == 0.5
    assert analyse_rules([Rule([np.int64(0), 1], np.bool_(True))], np.int8(1)).exact


def forces(
    system: RuleSystem, rules: Sequence[Rule], total: bool, cell: Hashable, mine: bool
) -> bool:
    otherwise = Rule([cell], 0 if mine else 1)
    return listed(system, [*rules, otherwise], system.mines if total else None) is None


def check_probabilities(system: RuleSystem) -> None:
    truth = listed(system, system.rules, system.mines)
    assert truth is not None
    answer = system.analyse()
    assert answer.exact
    told = list(answer.mine_probability.values())
    assert told == pytest.approx([part / truth[0] for part in truth[1:]], abs=1e-9)


@pytest.mark.parametrize("first", range(0, 500, 100))
def test_random_systems_are_counted_exactly(first: int) -> None:
    contradictions = 0
    for seed in range(first, first + 100):
        system = random_system(seed)
        try:
            system.analyse()
        except ContradictionError as error:
            contradictions += 1
            total = system.mines if error.total else None
            assert listed(system, error.rules, total) is None
            for spare in error.rules:
                assert listed(system, [r for r in error.rules if r is not spare], total)
            assert all(str(rule) in str(error) for rule in error.rules)
            continue
        check_probabilities(system)
    assert contradictions


@pytest.mark.parametrize("seed", range(40))
def test_a_proof_is_the_smallest(seed: int) -> None:
    system = random_system(1000 + seed)
    try:
        answer = system.analyse()
    except ContradictionError:
        return
    for cell in (*answer.safe, *answer.mines):
        proof = answer.explain(cell)
        mine = cell in answer.mines
        assert proof.verdict == ("mine" if mine else "safe")
        assert proof.smallest
        assert forces(system, proof.rules, proof.total, cell, mine)
        assert not (proof.total and forces(system, system.rules, False, cell, mine))
        for fewer in combinations(system.rules, max(0, len(proof.rules) - 1)):
            assert len(proof.rules) == 0 or not forces(system, fewer, proof.total, cell, mine)


def opened(shape: Shape, seed: int, share: float) -> ShapedBoard:
    """A board of mines at random with some of its safe cells open."""
    draw = random.Random(seed)
    mines = {place for place in shape.places if draw.random() < 0.25}
    seen = tuple(
        HIDDEN
        if place in mines or draw.random() > share
        else sum(near in mines for near in shape.neighbours(place))
        for place in shape.places
    )
    return ShapedBoard(shape, seen, draw.choice([None, len(mines)]))


SIZES: Mapping[str, tuple[int, ...]] = {
    "squares": (4, 5),
    "hexagons": (4, 5),
    "triangles": (4, 5),
    "torus": (4, 5),
    "3d": (3, 3, 3),
    "4d": (2, 2, 2, 3),
}


@pytest.mark.parametrize("kind", SHAPES)
def test_boards_of_each_shape_are_counted_exactly(kind: str) -> None:
    counted = 0
    for seed in range(30):
        system = RuleSystem.of_board(opened(Shape(kind, SIZES[kind]), seed, 0.8))
        if len(system.cells) <= 11:
            check_probabilities(system)
            counted += 1
    assert counted >= 10


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_squares_are_what_the_grid_says(seed: int, known: bool) -> None:
    board = opened_at_random(12, 12, 26, 0.4, seed=seed)
    board = board if known else Board(board.cells)
    truth, answer = analyse(board), RuleSystem.of_board(board).analyse()
    assert answer.exact
    for cell, p in answer.mine_probability.items():
        assert isinstance(cell, tuple)
        assert p == pytest.approx(truth.mine_probability[cell], abs=1e-9)
        assert (p in (0, 1)) == (truth.mine_probability[cell] in (0, 1))


def test_many_rules_may_speak_of_one_cell() -> None:
    # The hub and 50 pairs of it and a cell of its own: more than a narrow key has room for.
    rules = [Rule(["hub", i], 1) for i in range(50)]
    answer = analyse_rules(rules, 1)
    assert answer.mines == ("hub",)
    assert len(answer.safe) == 50
    free = analyse_rules(rules)
    assert free.mine_probability["hub"] == pytest.approx(0.5)


def test_needs_may_be_large() -> None:
    few, rest = [f"f{i}" for i in range(3)], list(range(600))
    answer = analyse_rules([Rule([*few, *rest], 300), Rule(few, (1, 2))])
    weights = [math.comb(3, k) * math.comb(600, 300 - k) for k in range(4)]
    mean = (weights[1] + 2 * weights[2]) / (weights[1] + weights[2]) / 3
    assert answer.mine_probability["f0"] == pytest.approx(mean, abs=1e-9)


def test_a_large_board_keeps_within_the_range_of_doubles() -> None:
    shape = Shape("hexagons", (60, 60))
    system = RuleSystem.of_board(opened(shape, 5, 0.4))
    answer = system.analyse(budget=60)
    truth = sum(answer.mine_probability.values())
    assert answer.exact
    if system.mines is not None:
        assert truth == pytest.approx(system.mines, abs=1e-6)


def test_what_is_too_wide_is_estimated_and_says_so() -> None:
    draw = random.Random(1)
    rules = [Rule(draw.sample(range(150), 30), 12) for _ in range(140)]
    answer = analyse_rules(rules, budget=0.2)
    assert not answer.exact
    assert all(0 <= p <= 1 for p in answer.mine_probability.values())


def test_the_best_guess_is_the_least_risk_that_most_rules_touch() -> None:
    assert analyse_rules([("abc", 1), ("cde", 1), ("fg", 1)]).best == "c"


def test_nothing_is_left_to_open_among_mines() -> None:
    assert analyse_rules([("ab", 2)]).best is None


@pytest.mark.parametrize(
    ("rules", "mines", "said"),
    [
        ([Rule("a", 1), Rule("b", 1), Rule("bc", 0, "the sonar")], None, "b.*the sonar"),
        ([Rule("ab", 3)], None, "exactly 3 of a, b cannot be met"),
        ([Rule("ab", 2), Rule("cd", 1)], 1, "exactly 2 of a, b.*1 mines in all"),
    ],
)
def test_a_contradiction_names_the_rules(rules: list[Rule], mines: int | None, said: str) -> None:
    with pytest.raises(ContradictionError, match=said) as caught:
        analyse_rules(rules, mines)
    assert "of c, d" not in str(caught.value)
    assert "exactly 1 of a " not in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Rule("aa", 1), "names a twice"),
        (lambda: Rule("ab", (2, 1)), "2 to 1 mines"),
        (lambda: Rule("ab", -1), "-1 to -1 mines"),
        (lambda: Rule("ab", 0.5), "whole number"),
        (lambda: analyse_rules([("ab", 1)], 3), "3 mines in 2 cells"),
        (lambda: analyse_rules([("ab", 1)], density=0.0), "between 0 and 1"),
        (lambda: analyse_rules([("ab", 1)], priors={"a": 1}), "give a rule"),
        (lambda: analyse_rules([("ab", 1)], priors={"x": 0.5}), "no such cell"),
        (lambda: analyse_rules([("ab", 1)]).explain("x"), "no cell x"),
        (lambda: analyse_rules([("ab", 1)]).explain([]), "names such as"),
        (lambda: analyse_rules([([[0]], 1)]), "names such as"),  # type: ignore[list-item]
        (lambda: analyse_rules([("ab",)]), "a rule is a Rule"),  # type: ignore[list-item]
        (lambda: analyse_rules([("ab", 1)], priors=[0.1]), "priors map"),
        (lambda: analyse_rules([("ab", 10**30)]), "cannot be met"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(wrong: object, said: str) -> None:
    assert callable(wrong)
    with pytest.raises(MinefieldError, match=said):
        wrong()
