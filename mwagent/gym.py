"""Minesweeper as an environment for reinforcement learning, by Gymnasium: see docs/gym.md.

Importing this module registers `mwagent/Minesweeper-v0`. Nothing else in the project needs it, or
Gymnasium: `pip install 'mwagent[gym]'`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, SYMBOLS, Board, Cell, FirstClick, Level, MinefieldError
from mwagent.minefield.checked import argument, checked
from mwagent.minefield.given import shortened
from mwagent.solvers._engine import Field

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "mwagent.gym needs the optional part: pip install 'mwagent[gym]'"
    ) from None

NAME: Final = "mwagent/Minesweeper-v0"
RENDERED: Final = ["ansi", "rgb_array"]
"""How a board is rendered: as text, or as a picture, (height, width, 3) uint8 RGB."""
WON, LOST = 2, 3
"""Stages of a finished game, as the engine numbers them."""
MOST: Final = {"num_envs": 1_000_000, "max_steps": 2**62}
"""Games side by side, and steps of a game, at most."""
_NO_FIRST = -1


class ResetNeededError(MinefieldError, gymnasium.error.ResetNeeded):
    """A step was asked for before any board was begun."""


class Rewards(NamedTuple):
    """What a step is worth: the sum of all that apply.

    `win` and `loss` are given at the end, `cell` for every safe cell that opens, `step` for every
    step that opens any, `illegal` for one that chooses a cell that is open already.
    """

    win: float = 1.0
    loss: float = -1.0
    cell: float = 0.0
    step: float = 0.0
    illegal: float = 0.0


class MinesweeperVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games side by side, played by the engine without the interpreter's lock.

    Observations are int8 of shape (num_envs, rows, cols), in the cell codes of board files: 0-8
    open, 9 a flag on every mine once a game is won, 10 the mines once it is lost, 11 hidden.
    Actions are the cells to open, row * cols + col. A game that ended begins its next board with
    the next step, whatever that step's action (`AutoresetMode.NEXT_STEP`).

    `level` is a name, COLSxROWS/MINES or a Level. `rule` says what the first click is promised; it
    is an action as any other, or `first`, which is then open when a game begins. Games end as
    truncated after `max_steps`. `proven` adds the masks `safe` and `mines` of hidden cells to the
    infos, `risk` the exact chance that opening a cell loses: both count all arrangements after each
    step.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": RENDERED,
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    @checked
    def __init__(
        self,
        num_envs: int = 1,
        *,
        level: Level | str = "beginner",
        rule: FirstClick | str = FirstClick.SAFE,
        first: Cell | None = None,
        rewards: Rewards | Mapping[str, float] = Rewards(),  # noqa: B008 - nobody changes it
        max_steps: int | None = None,
        proven: bool = False,
        risk: bool = False,
        render_mode: str | None = None,
    ):
        self.level = Level.parse(level) if isinstance(level, str) else level
        self.rewards = _rewards(rewards)
        self.render_mode = render_mode
        rows, cols = self.level.rows, self.level.cols
        if render_mode not in (None, *RENDERED):
            raise MinefieldError(
                f"render_mode is {' or '.join(RENDERED)}, not {shortened(render_mode)}; "
                f"gymnasium.make with render_mode='human' opens a window, with pygame"
            )
        if rule not in list(FirstClick):
            raise MinefieldError(f"{shortened(rule)} is no rule; use {', '.join(FirstClick)}")
        if first is not None and not (0 <= first[0] < rows and 0 <= first[1] < cols):
            raise MinefieldError(f"the first cell {first} is off a board of {rows}x{cols} cells")
        counts = {"num_envs": num_envs} | ({} if max_steps is None else {"max_steps": max_steps})
        for name, count in counts.items():
            if not 1 <= count <= MOST[name]:
                told = shortened(count)
                raise MinefieldError(f"{name} is a whole number from 1 to {MOST[name]}, not {told}")
        self.num_envs = num_envs
        cell = spaces.Box(0, HIDDEN, (rows, cols), np.int8)
        self.single_observation_space = cell
        self.single_action_space = spaces.Discrete(rows * cols)
        self.observation_space = batch_space(cell, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        opening = _NO_FIRST if first is None else first[0] * cols + first[1]
        self._field = Field(rows, cols, self.level.mines, str(rule), opening, num_envs)
        self._max_steps, self._proven, self._risk = max_steps, proven, risk
        self._seeds: list[int] = []
        self._over = np.zeros(num_envs, bool)
        self._steps = np.zeros(num_envs, np.int64)

    @checked
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin new boards: those of the arena for this seed, level, rule and first cell.

        With one seed game `i` plays the boards i, i + num_envs, i + 2 * num_envs and so on; with a
        seed for each game it plays the boards 0, 1, 2 and so on of its own. `options["number"]` is
        added to these numbers. Without a seed all go on to their next boards.
        """
        if isinstance(seed, int) and seed < 0:
            raise MinefieldError(f"a seed is 0 to 2**64 - 1, not {shortened(seed)}")
        super().reset(seed=None if isinstance(seed, Sequence) else seed)
        if unknown := set(options or {}) - {"number"}:
            told = shortened(next(iter(unknown)))
            raise MinefieldError(f"reset has no option {told}; it has 'number'")
        number = argument("the option 'number'", (options or {}).get("number", 0), int)
        if seed is None and self._seeds and not number:
            self._field.step(np.zeros(self.num_envs, np.int64), np.ones(self.num_envs, bool))
        else:
            self._sow(seed, number)
        self._over[:] = False
        self._steps[:] = 0
        return self._field.cells.copy(), self._infos()

    def _sow(self, seed: int | Sequence[int | None] | None, number: int) -> None:
        stride = 1
        if isinstance(seed, Sequence):
            each = [self._drawn() if one is None else argument("a seed", one, int) for one in seed]
        else:
            stride = self.num_envs
            again = self._seeds[0] if self._seeds else self._drawn()
            each = [again if seed is None else int(seed)] * self.num_envs
        if len(each) != self.num_envs or not all(0 <= one < 2**64 for one in [*each, number]):
            raise MinefieldError("a seed, one or for each game, and a number are 0 to 2**64 - 1")
        self._seeds = each
        for game, one in enumerate(each):
            self._field.seed(game, one, number + (game if stride > 1 else 0), stride)

    def _drawn(self) -> int:
        return int(self.np_random.integers(2**63))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Open one cell in every game that goes on; a cell that is open already changes nothing.

        A game that its `first` cell has ended is told to be over by its first step. Raises
        ResetNeededError where no board was begun, and MinefieldError for what are no actions.
        """
        if not self._seeds:
            raise ResetNeededError("call reset() before the first step(): no board was begun yet")
        restarts = self._over
        self._field.step(_chosen(actions, self.num_envs), restarts)
        stages, opened = self._field.stages, self._field.opened
        ended = (stages >= WON) & ~restarts
        self._steps += 1
        self._steps[restarts] = 0
        truncated = np.zeros(self.num_envs, bool)
        if self._max_steps is not None:
            truncated = (self._steps >= self._max_steps) & ~ended
        self._over = ended | truncated
        worth = self.rewards
        reward = opened * worth.cell + (opened > 0) * worth.step
        reward += ended * np.where(stages == WON, worth.win, worth.loss)
        reward += ((opened == 0) & ~ended & ~restarts) * worth.illegal
        return self._field.cells.copy(), reward, ended, truncated, self._infos()

    def render(self) -> tuple[Any, ...]:
        """Every board as its `render_mode` says, without any as text."""
        if self.render_mode == "rgb_array":
            return tuple(map(_picture, self._field.cells))
        return tuple(str(Board(cells, self.level.mines)) for cells in self._field.cells)

    def _infos(self) -> dict[str, Any]:
        cells, stages = self._field.cells, self._field.stages
        legal = (cells == HIDDEN).reshape(self.num_envs, -1)
        legal[stages >= WON] = False
        infos: dict[str, Any] = {
            "action_mask": legal.view(np.int8),
            "seed": np.array(self._seeds, np.uint64),
            "number": self._field.numbers.copy(),
        }
        if self._proven or self._risk:
            risk = np.empty(cells.shape)
            self._field.risks(risk)
            if self._risk:
                infos["risk"] = risk
            if self._proven:
                hidden = legal.reshape(cells.shape)
                infos |= {"safe": hidden & (risk == 0), "mines": hidden & (risk == 1)}
        every = np.ones(self.num_envs, bool)
        return infos | {f"_{name}": every for name in infos}


class MinesweeperEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One game, with the options of MinesweeperVectorEnv; arrays lack their first dimension."""

    metadata: dict[str, Any] = {"render_modes": RENDERED, "render_fps": 4}  # noqa: RUF012 - likewise

    def __init__(self, *, render_mode: str | None = None, **options: Any):
        self.render_mode = render_mode
        self._games = MinesweeperVectorEnv(1, render_mode=render_mode, **options)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    @checked
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin the seed's board 0, or `options["number"]`; without a seed, the next board."""
        cells, infos = self._games.reset(seed=seed, options=options)
        super().reset(seed=seed)
        return cells[0], _single(infos)

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Open one cell; raises as that of MinesweeperVectorEnv does."""
        cells, reward, ended, truncated, infos = self._games.step(_chosen([action], 1))
        return cells[0], float(reward[0]), bool(ended[0]), bool(truncated[0]), _single(infos)

    def render(self) -> Any:
        """The board as its `render_mode` says, without any as text."""
        return self._games.render()[0]


def _rewards(given: Sequence[float] | Mapping[str, float]) -> Rewards:
    """Rewards as they are kept; raises MinefieldError for other names, and for no numbers."""
    named = given if isinstance(given, Mapping) else dict(zip(Rewards._fields, given, strict=False))
    if unknown := [name for name in named if name not in Rewards._fields]:
        told = shortened(unknown[0])
        raise MinefieldError(f"there is no reward {told}; there are {', '.join(Rewards._fields)}")
    worth = {name: argument(f"the reward {name}", each, float) for name, each in named.items()}
    return Rewards(**worth)


def _chosen(actions: object, games: int) -> NDArray[np.int64]:
    """The cells that were chosen, one for each game; raises MinefieldError."""
    try:
        given = np.asarray(actions)
    except ValueError:  # rows of different lengths
        given = np.array(None)
    if given.dtype.kind not in "iu" or given.shape != (games,):
        raise MinefieldError(
            f"an action is one cell for each game as a whole number, row * columns + column: "
            f"{games} in all, not {shortened(actions)}"
        )
    return np.ascontiguousarray(given).astype(np.int64, copy=False)


@cache
def _tiles() -> NDArray[np.uint8]:
    """A picture of a cell of each code, (12, side, side, 3) uint8 RGB."""
    from mwagent.vision.known.skins import load_skin, resized, skin_folders

    skin = load_skin(skin_folders()[0] / "classic")
    # Films want an even number of pixels each way.
    side = skin.size + skin.size % 2
    return np.stack([resized(skin.tile(symbol), side, side)[..., ::-1] for symbol in SYMBOLS])


def _picture(cells: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Draw a board, (height, width, 3) uint8 RGB."""
    drawn = _tiles()[cells].swapaxes(1, 2)
    rows, side, cols = drawn.shape[:3]
    return np.ascontiguousarray(drawn.reshape(rows * side, cols * side, 3))


def _single(infos: dict[str, Any]) -> dict[str, Any]:
    return {name: value[0] for name, value in infos.items() if not name.startswith("_")}


if NAME not in gymnasium.registry:
    gymnasium.register(
        NAME,
        entry_point="mwagent.gym:MinesweeperEnv",
        vector_entry_point="mwagent.gym:MinesweeperVectorEnv",
    )
