"""What follows from rules, as people read it, and as JSON."""

from __future__ import annotations

import json
from typing import Final

from rich.console import Console
from rich.markup import escape

from mwagent.minefield.shapes import ShapedBoard, laid_out
from mwagent.minefield.tables import show_table
from mwagent.solvers.rulesystem import RuleAnalysis, RuleProof

_MOST: Final = 200
"""Cells that a table lists."""


def show_rules(console: Console, analysis: RuleAnalysis, board: ShapedBoard | None) -> None:
    """Print the mine probability of every cell, over a board if there is one, and the best cell."""
    if board is not None:
        chances = analysis.mine_probability
        words = [
            str(seen) if isinstance(seen, int) else _percent(chances[place])
            for place, seen in zip(board.shape.places, board.cells, strict=True)
        ]
        console.print(laid_out(board.shape, words, board.mines), highlight=False, soft_wrap=True)
    else:
        _show_table(console, analysis)
    kind = "exact" if analysis.exact else "estimated, not exact: time or memory did not suffice"
    console.print(f"mine probability in percent, {kind}", soft_wrap=True)
    console.print(f"proven safe: {len(analysis.safe)}, proven mines: {len(analysis.mines)}")
    if analysis.best is None:
        console.print("best: nothing is left to open")
        return
    risk = analysis.mine_probability[analysis.best]
    why = "proven safe" if risk == 0 else f"the least risk, mine probability {risk:.4%}"
    console.print(
        f"best: open {escape(str(analysis.best))}, {why}", highlight=False, soft_wrap=True
    )


def rules_as_json(analysis: RuleAnalysis) -> str:
    """Write an analysis as one JSON object; cells are named as in the rules."""
    return json.dumps(
        {
            "mine_probability": [list(pair) for pair in analysis.mine_probability.items()],
            "safe": analysis.safe,
            "mines": analysis.mines,
            "best": analysis.best,
            "exact": analysis.exact,
        }
    )


def proof_as_json(proof: RuleProof) -> str:
    """Write a proof as one JSON object."""
    return json.dumps(
        {
            "cell": proof.cell,
            "verdict": proof.verdict,
            "rules": [
                {"cells": rule.cells, "mines": [rule.low, rule.high], "name": rule.name}
                for rule in proof.rules
            ],
            "mine_count": proof.total,
            "smallest": proof.smallest,
            "probability": proof.probability,
        }
    )


def _show_table(console: Console, analysis: RuleAnalysis) -> None:
    chances = list(analysis.mine_probability.items())[:_MOST]
    show_table(console, "", ("cell", "mine"), [[str(cell), _percent(p)] for cell, p in chances])
    left = len(analysis.mine_probability) - _MOST
    if left > 0:
        console.print(f"and {left} cells more; --json has them all")


def _percent(p: float) -> str:
    if p in (0, 1):
        return "mine" if p else "safe"
    return "<0.1" if p < 0.0005 else ">99.9" if p > 0.9995 else f"{100 * p:.1f}"
