"""Steps a second of the environment for learning, beside two public ones, on one core.

    git clone https://github.com/aokellermann/gym-minesweeper PEER1
    git clone https://github.com/Zikoat/gym-minesweeper PEER2
    python -m benchmarks.engine.gym_steps --peers PEER1 PEER2

Beginner boards (9x9, 10 mines), the first click safe as each program means it. Every action is a
hidden cell drawn at random; drawing it is not timed. Counted are steps that open a cell, not those
that begin a board, though their time counts. The peers are of the time before Gymnasium, and ask
for `gym` and names that numpy had then: both are put in their place here, which costs them nothing.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from mwagent.gym import NAME
from testbed.harness import show, words

HIDDEN_THERE = -1
"""How both peers mark a hidden cell."""


class Rate(NamedTuple):
    steps: int
    seconds: float


def ours(games: int, seconds: float, seed: int, **options: Any) -> Rate:
    env = gymnasium.make_vec(NAME, num_envs=games, **options)
    rng = np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    steps, spent = 0, 0.0
    while spent < seconds:
        legal = infos["action_mask"]
        actions = (rng.random(legal.shape, np.float32) * legal).argmax(1)
        start = time.process_time()
        infos = env.step(actions)[-1]
        spent += time.process_time() - start
        steps += int(legal.any(1).sum())
    return Rate(steps, spent)


def single(seconds: float, seed: int) -> Rate:
    env = gymnasium.make(NAME)
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)

    def step(cell: int) -> bool:
        nonlocal info
        *_, ended, _, info = env.step(cell)
        if ended:
            _, info = env.reset()
        return bool(ended)

    return alone(lambda: np.flatnonzero(info["action_mask"]), step, seconds, rng)


def alone(
    hidden: Callable[[], Any],
    step: Callable[[int], object],
    seconds: float,
    rng: np.random.Generator,
) -> Rate:
    """One game after the other; `step` begins the next board itself."""
    steps, spent = 0, 0.0
    while spent < seconds:
        cells = hidden()
        cell = int(cells[rng.integers(len(cells))])
        start = time.process_time()
        step(cell)
        spent += time.process_time() - start
        steps += 1
    return Rate(steps, spent)


def peer(folder: Path, seconds: float, seed: int) -> Rate:
    """A peer's environment, in its own folder, where one looks for its pictures."""
    sys.path.insert(0, str(folder))
    for name in [name for name in sys.modules if name.startswith("gym_minesweeper")]:
        del sys.modules[name]
    os.chdir(folder)
    env: Any
    if (folder / "gym_minesweeper/minesweeper.py").exists():
        env = importlib.import_module("gym_minesweeper.minesweeper").MinesweeperEnv((9, 9), 10)
    else:
        module = importlib.import_module("gym_minesweeper.envs.minesweeper_env")
        env = module.MinesweeperEnv(9, 9, 10, debug=False)
    sys.path.pop(0)
    # The one takes a row and a column, the other a number that counts columns first.
    pairs = hasattr(env, "board")
    seen = env.reset()

    def hidden() -> Any:
        return np.flatnonzero((seen if pairs else seen.T) == HIDDEN_THERE)

    def step(cell: int) -> None:
        nonlocal seen
        seen, _, ended, _ = env.step(divmod(cell, 9) if pairs else cell)
        if ended:
            seen = env.reset()

    return alone(hidden, step, seconds, np.random.default_rng(seed))


def put_in_place() -> None:
    """What the peers import: `gym`, and the names that numpy has given up."""
    gym: Any = types.ModuleType("gym")
    gym.Env, gym.spaces = gymnasium.Env, gymnasium.spaces
    utils: Any = types.ModuleType("gym.utils")
    seeding: Any = types.ModuleType("gym.utils.seeding")
    seeding.np_random = lambda seed=None: (np.random.RandomState(seed), seed)
    registration: Any = types.ModuleType("gym.envs.registration")
    registration.register = lambda **_: None
    registration.registry = types.SimpleNamespace(all=list, env_specs={})
    utils.seeding = seeding
    sys.modules |= {"gym": gym, "gym.utils": utils, "gym.utils.seeding": seeding}
    sys.modules |= {"gym.envs": types.ModuleType("gym.envs"), registration.__name__: registration}
    if not hasattr(np, "int"):
        np.int = int  # type: ignore[attr-defined]


def main() -> int:
    parser = words(__doc__)
    parser.add_argument("--games", type=int, default=1024, help="side by side (%(default)s)")
    parser.add_argument("--seconds", type=float, default=2, help="of CPU, each (%(default)s)")
    parser.add_argument("--peers", nargs="*", type=Path, default=[], metavar="FOLDER")
    options = parser.parse_args()
    seconds, seed = options.seconds, options.seed
    rates = {
        f"mwagent, {options.games} games": ours(options.games, seconds, seed),
        "the same with risk and proven cells": ours(
            options.games, seconds, seed, risk=True, proven=True
        ),
        "mwagent, one game": single(seconds, seed),
    }
    put_in_place()
    for folder in options.peers:
        with contextlib.redirect_stdout(sys.stderr):  # a peer tells of every game
            rates[folder.name] = peer(folder.resolve(), seconds, seed)
    rows = [
        {
            "environment": name,
            "steps": rate.steps,
            "CPU seconds": rate.seconds,
            "steps a second": rate.steps / rate.seconds,
        }
        for name, rate in rates.items()
    ]
    show(options, rows, "Beginner, random hidden cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
