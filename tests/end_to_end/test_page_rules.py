"""Systems of rules as WebAssembly: the same as in Python."""

from __future__ import annotations

from typing import Any

import pytest

from mwagent.solvers import ContradictionError, RuleSystem
from testbed.nodejs import Scripts
from testbed.rule_systems import random_system

LOAD = """async () => {
  const { RuleEngine } = await import("/rules/rules.js");
  const engine = await RuleEngine.load();
  window.analysed = (question) => {
    const asked = { ...question, priors: new Map(question.priors) };
    const answer = engine.analyse(asked);
    if (answer.contradiction) return { clash: answer.contradiction.rules.length };
    const proofs = [...answer.safe, ...answer.mines].map((cell) =>
      engine.prove(asked, cell, answer.mines.includes(cell)));
    return { ...answer, probability: [...answer.probability], proofs };
  };
  window.refused = (question) => {
    try { engine.analyse(question); } catch (error) { return error.message; }
  };
}"""


@pytest.fixture(scope="module")
def page(scripts: Scripts) -> Scripts:
    scripts.evaluate(LOAD)
    return scripts


def asked(system: RuleSystem) -> dict[str, Any]:
    return {
        "rules": [{"cells": rule.cells, "mines": [rule.low, rule.high]} for rule in system.rules],
        "mines": system.mines,
        "density": system.density,
        "priors": list(system.priors.items()),
        "cells": system.cells,
    }


def test_the_same_as_in_python(page: Scripts) -> None:
    systems = [random_system(seed) for seed in range(100)]
    answers = page.evaluate("all => all.map(analysed)", [asked(system) for system in systems])
    for system, said in zip(systems, answers, strict=True):
        try:
            known = system.analyse()
        except ContradictionError as error:
            assert said == {"clash": len(error.rules)}
            continue
        assert dict(said["probability"]) == pytest.approx(dict(known.mine_probability), abs=1e-11)
        assert (tuple(said["safe"]), tuple(said["mines"])) == (known.safe, known.mines)
        for cell, proof in zip([*known.safe, *known.mines], said["proofs"], strict=True):
            mine = known.explain(cell)
            assert len(proof["rules"]) == len(mine.rules)
            assert (proof["total"], proof["smallest"]) == (mine.total, mine.smallest)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"rules": [{"cells": ["a", "a"], "mines": 1}]}, "twice"),
        ({"rules": [{"cells": ["a"], "mines": "x"}]}, "a number of mines"),
        ({"rules": [], "density": 1, "cells": ["a"]}, "between 0 and 1"),
        ({"rules": [], "mines": 0.5}, "whole number"),
    ],
)
def test_what_makes_no_sense_is_refused(page: Scripts, question: dict[str, Any], said: str) -> None:
    assert said in page.evaluate("refused", question)
