"""Draws the pictures of docs/dragonsweeper.md: where medikits go, and what a position looks like.

python -m benchmarks.dragonsweeper.plots docs/img
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from mwagent.dragonsweeper import Game, Knowledge, Player, Stage

NEED = [4, 5, 7, 9, 9, 10, 12, 12, 12, 15, 18, 21, 21] + [25] * 8


def budget(ax: Axes) -> None:
    """Plot the experience that levels cost beside the damage that they pay for."""
    levels = range(1, 22)
    cost: list[float] = []
    heal: list[float] = []
    for level in levels:
        cost.append((cost[-1] if cost else 0) + NEED[level - 1])
        heal.append((heal[-1] if heal else 0) + 5 + (level - 1) // 2)
    free = [c - h for c, h in zip(cost, heal, strict=True)]
    ax.plot(levels, cost, label="experience that the levels cost")
    ax.plot(levels, heal, label="damage that their heals pay for")
    ax.bar(levels, free, color="0.8", label="what medikits and free experience must make up")
    ax.axhline(54, color="0.5", linestyle=":", label="free experience: chests, egg, gnome, mines")
    ax.set_xlabel("level")
    ax.set_ylabel("points, added up")
    ax.legend(frameon=False)


def danger(ax: Axes, seed: int, actions: int) -> None:
    """Draw how likely a click on each hidden square costs 6 hit points or more."""
    game, player, knowledge = Game(seed), Player(), Knowledge()
    knowledge.see(game.view)
    for _ in range(actions):
        action = player.act(game.view)
        action.take(game)
        if game.stage is not Stage.PLAYING:
            break
        knowledge.see(game.view)
    deadly = {"minotaur", "guardian", "big slime", "giant", "mine king", "mine"}
    chances = knowledge.probabilities()
    share = [[sum(p for k, p in cell.items() if k in deadly) for cell in row] for row in chances]
    for y in range(10):
        for x in range(13):
            look = game.look(x, y)
            if look.kind is not None:
                share[y][x] = float("nan")
                ax.text(x, y, look.symbol, ha="center", va="center", fontsize=8)
            else:
                percent = f"{100 * share[y][x]:.0f}"
                ink = "white" if share[y][x] > 0.3 else "black"
                ax.text(x, y, percent, ha="center", va="center", fontsize=7, color=ink)
    image = ax.imshow(share, cmap="viridis_r", vmin=0, vmax=1)
    ax.set_xticks(range(13))
    ax.set_yticks(range(10))
    ax.figure.colorbar(image, ax=ax, label="6 hit points or more")


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/img")
    figure, ax = plt.subplots(figsize=(7, 4), layout="constrained")
    budget(ax)
    figure.savefig(folder / "dragonsweeper-budget.png", dpi=110)
    figure, ax = plt.subplots(figsize=(8, 5.4), layout="constrained")
    danger(ax, 42, 24)
    figure.savefig(folder / "dragonsweeper-danger.png", dpi=110)


if __name__ == "__main__":
    main()
