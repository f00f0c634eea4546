"""The Gymnasium environment: the rules of `minefield`, the boards of the arena, its contract."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import (
    HIDDEN,
    Board,
    Click,
    FirstClick,
    Game,
    Level,
    MinefieldError,
    Stage,
    random_mines,
)
from mwagent.solvers import analyse
from mwagent.virtual.arena.boards import CORNERS, SeededBoards

try:
    import gymnasium
    from gymnasium.utils.env_checker import check_env
    from gymnasium.wrappers import RecordVideo, RenderCollection

    import mwagent.gym
    from mwagent.gym import MinesweeperEnv, MinesweeperVectorEnv, Rewards
except ImportError:
    pytest.skip("gymnasium is not installed", allow_module_level=True)
from mwagent.vision import look
from testbed.folders import ROOT

SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    rows, cols = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    return Level(rows, cols, draw(st.integers(0, rows * cols - 1)))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"level": "4x5/3", "rule": "any", "first": (1, 2), "risk": True, "proven": True},
        {"render_mode": "rgb_array"},
    ],
    ids=["plain", "all", "pictures"],
)
def test_passes_the_checker(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(mwagent.gym.NAME, **options).unwrapped)


def test_is_made_by_its_name_side_by_side() -> None:
    games = gymnasium.make_vec(mwagent.gym.NAME, num_envs=3, level="intermediate")
    cells, _ = games.reset(seed=1)
    assert isinstance(games.unwrapped, MinesweeperVectorEnv)
    assert cells.shape == (3, 16, 16) and cells in games.observation_space


@settings(max_examples=60)
@given(levels(), st.sampled_from(list(FirstClick)), SEEDS, st.integers(0, 2**63 - 1), st.data())
def test_same_clicks_same_board_same_end(
    level: Level, rule: FirstClick, seed: int, number: int, data: st.DataObject
) -> None:
    env = MinesweeperEnv(level=level, rule=rule)
    cells, _ = env.reset(seed=seed, options={"number": number})
    game = Game(level, np.random.default_rng([seed, number]), rule)
    ended = False
    while not ended:
        action = data.draw(st.integers(0, level.rows * level.cols - 1))
        cell = divmod(action, level.cols)
        before = int((cells <= 8).sum())
        cells, reward, ended, _, info = env.step(action)
        game.play(Click(cell))
        assert (cells == game.board.cells).all()
        assert ended == (game.stage in (Stage.WON, Stage.LOST))
        assert reward == {Stage.WON: 1, Stage.LOST: -1}.get(game.stage, 0)
        hidden = (game.board.cells == HIDDEN).ravel() & (not ended)
        assert (info["action_mask"] == hidden).all()
        assert before <= (cells <= 8).sum()


@settings(max_examples=20)
@given(levels(), st.sampled_from(list(FirstClick)), st.integers(0, 2**64 - 1), st.data())
def test_boards_are_those_of_the_arena(
    level: Level, rule: FirstClick, seed: int, data: st.DataObject
) -> None:
    corner = min(CORNERS[rule][0], level.rows - 1), min(CORNERS[rule][1], level.cols - 1)
    boards = SeededBoards(level, rule, corner, seed, 5)
    games = MinesweeperVectorEnv(2, level=level, rule=rule, first=corner)
    cells, infos = games.reset(seed=seed)
    for numbers in ([0, 1], [2, 3], [4, 5]):
        assert list(infos["number"]) == numbers
        for seen, number in zip(cells, numbers, strict=True):
            game = Game.from_mines(boards.mines(number))
            game.play(Click(corner))
            assert (seen == game.board.cells).all()
        cells, infos = games.reset()


@pytest.mark.parametrize("mines", [500, 15_000], ids=["drawn", "shuffled"])
def test_large_boards_are_those_of_the_arena(mines: int) -> None:
    level = Level(150, 200, mines)
    env = MinesweeperEnv(level=level, rule="any")
    laid = random_mines(level, np.random.default_rng([5, 0]), (0, 0), FirstClick.ANY)
    env.reset(seed=5)
    cells, _, ended, _, _ = env.step(int(np.flatnonzero(laid)[0]))
    assert ended and ((cells == 10) == laid).all()


def test_an_ended_game_begins_its_next_board_with_the_next_step() -> None:
    games = MinesweeperVectorEnv(2, level="3x3/8", rule="any", first=None)
    games.reset(seed=[3, 4])
    mined = [
        int(
            random_mines(
                Level(3, 3, 8), np.random.default_rng([seed, 0]), (0, 0), FirstClick.ANY
            ).argmin()
        )
        for seed in (3, 4)
    ]
    _, reward, ended, _, _ = games.step(np.array([mined[0], (mined[1] + 1) % 9]))
    assert list(reward) == [1, -1] and ended.all()
    cells, reward, ended, _, infos = games.step(np.array([0, 0]))
    assert (cells == HIDDEN).all() and not reward.any() and not ended.any()
    assert list(infos["number"]) == [1, 1] and infos["action_mask"].all()


def test_rewards_and_truncation() -> None:
    env = MinesweeperEnv(
        level="9x9/10", rule="open", rewards=Rewards(cell=0.5, step=3, illegal=-7), max_steps=2
    )
    env.reset(seed=1)
    cells, reward, *_ = env.step(40)
    assert reward == 0.5 * (cells <= 8).sum() + 3
    _, reward, ended, truncated, _ = env.step(40)
    assert (reward, ended, truncated) == (-7, False, True)


def test_a_game_that_its_first_cell_ends_is_told_by_the_first_step() -> None:
    env = MinesweeperEnv(level="3x3/0", first=(1, 1))
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    _, reward, ended, _, _ = env.step(0)
    assert reward == 1 and ended


def test_risks_are_those_of_the_analysis() -> None:
    games = MinesweeperVectorEnv(20, level="intermediate", proven=True, risk=True)
    cells, infos = games.reset(seed=2)
    assert not infos["risk"].any() and infos["safe"].all() and not infos["mines"].any()
    for _ in range(8):
        legal = infos["action_mask"].reshape(cells.shape)
        risk = np.where(legal, infos["risk"], 2).reshape(20, -1)
        cells, *_, infos = games.step(risk.argmin(1))
        for game in range(20):
            hidden = infos["action_mask"][game].reshape(16, 16) == 1
            if not hidden.any() or hidden.all():
                assert not infos["risk"][game].any()
                continue
            expected = np.nan_to_num(analyse(Board(cells[game], 40)).mine_probability)
            np.testing.assert_allclose(infos["risk"][game], expected)
            assert (infos["safe"][game] == hidden & (expected == 0)).all()
            assert (infos["mines"][game] == hidden & (expected == 1)).all()


@pytest.mark.parametrize("action", [-1, 81, 2**40])
def test_cells_off_the_board_are_refused(action: int) -> None:
    env = MinesweeperEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="one cell from 0 to 80"):
        env.step(action)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rule": "kind"}, "is no rule"),
        ({"first": (9, 0)}, "off a board"),
        ({"max_steps": 0}, "from 1 to"),
        ({"level": "expertt"}, "is no level"),
        ({"render_mode": "human"}, "ansi or rgb_array, not 'human'"),
        ({"render_mode": 1}, "render_mode is text or None, not 1"),
        ({"max_steps": "3"}, "max_steps is a whole number or None, not '3'"),
    ],
)
def test_bad_options_get_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(MinefieldError, match=sentence):
        MinesweeperEnv(**options)


@pytest.mark.parametrize(
    "action", [[3], [3, 4], (0, 1), np.array([3]), 1.5, "3", None, True, {}, [[1], [2, 3]]]
)
def test_what_is_no_action_is_refused_in_a_sentence(action: Any) -> None:
    env = MinesweeperEnv()
    env.reset(seed=1)
    with pytest.raises(MinefieldError, match="whole number") as told:
        env.step(action)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("actions", [3, [1], [1, 2, 3], [0.5, 1.5], "12", None, [[1, 2]]])
def test_actions_are_one_for_each_game(actions: Any) -> None:
    games = MinesweeperVectorEnv(2)
    games.reset(seed=1)
    with pytest.raises(MinefieldError, match=r"one cell for each game .* 2 in all"):
        games.step(actions)


def test_an_action_is_any_whole_number() -> None:
    env, games = MinesweeperEnv(), MinesweeperVectorEnv(2)
    boards = []
    for action in (40, np.int64(40), np.uint8(40), np.array(40, np.int32)):
        env.reset(seed=1)
        boards.append(env.step(action)[0])
    games.reset(seed=[1, 1])
    boards += [*games.step([40, 40])[0]]
    assert all((board == boards[0]).all() for board in boards)


def test_a_step_before_the_first_board_is_refused_in_a_sentence() -> None:
    for step in (lambda: MinesweeperEnv().step(0), lambda: MinesweeperVectorEnv(2).step([0, 0])):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before") as told:
            step()
        assert isinstance(told.value, MinefieldError)


def test_pictures_of_a_game_show_its_cells() -> None:
    env = gymnasium.make(mwagent.gym.NAME, level="6x5/4", render_mode="rgb_array")
    filmed: Any = RenderCollection(env, pop_frames=False)
    cells, _ = filmed.reset(seed=1)
    action = 0
    while (cells == HIDDEN).any():
        cells, _, ended, _, info = filmed.step(action)
        if ended:
            break
        action = int(info["action_mask"].argmax())
    pictures = filmed.render()
    assert len(pictures) > 1
    for picture in pictures:
        assert (picture.dtype, picture.shape[2]) == (np.uint8, 3)
        assert picture.shape[0] % 2 == 0 == picture.shape[1] % 2, "as encoders of films need"
    height, width = pictures[0].shape[:2]
    assert (height / 5, width / 6) == (height // 5, width // 6)
    assert (pictures[0] != pictures[1]).any()
    assert look(pictures[-1][..., ::-1]).cells == tuple(str(Board(cells)).splitlines())


def test_a_film_is_recorded(tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    env = gymnasium.make(mwagent.gym.NAME, render_mode="rgb_array")
    with RecordVideo(env, str(tmp_path), episode_trigger=lambda number: True) as filmed:
        filmed.reset(seed=1)
        filmed.step(40)
    (film,) = tmp_path.glob("*.mp4")
    assert film.stat().st_size > 1000


def test_without_gymnasium_one_sentence() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import mwagent.gym"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr.endswith("needs the optional part: pip install 'mwagent[gym]'\n")


def test_the_example_of_the_documentation_runs() -> None:
    example = (ROOT / "docs/gym.md").read_text(encoding="utf-8")
    said: dict[str, Any] = {}
    exec(example.partition("```python\n")[2].partition("```")[0], said)
    assert said["cells"].shape == (4, 9, 9)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("games", [1, 3])
def test_a_game_is_copied_in_the_middle(copied: Any, games: int) -> None:
    env = MinesweeperVectorEnv(games, risk=True)
    env.reset(seed=9)
    env.step(np.full(games, 40))
    twin = copied(env)
    before = env.render()
    for action in range(0, 81, 7):
        ours, theirs = (each.step(np.full(games, action)) for each in (env, twin))
        for one, other in zip(ours[:4], theirs[:4], strict=True):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(ours[4]["risk"], theirs[4]["risk"])
    assert env.render() != before


def test_rewards_are_a_dict_as_well() -> None:
    env = gymnasium.make(mwagent.gym.NAME, rewards={"cell": 2, "loss": np.int64(-5)})
    env.reset(seed=3)
    assert env.step(0)[1] == Rewards(cell=2).cell * (env.step(0)[0] < HIDDEN).sum()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: MinesweeperEnv(rewards={"won": 1}), "no reward 'won'"),
        (lambda: MinesweeperEnv(rewards={"win": "much"}), "a number, not 'much'"),
        (lambda: MinesweeperEnv(rewards=None), "rewards is"),
        (lambda: MinesweeperEnv(level=3), "level is"),
        (lambda: MinesweeperEnv(first=5), "first is a row and a column"),
        (lambda: MinesweeperEnv(max_steps=0), "max_steps"),
        (lambda: MinesweeperEnv().reset(seed=-1), "seed"),
        (lambda: MinesweeperEnv().reset(seed="x"), "seed is"),
        (lambda: MinesweeperEnv().reset(options={"nubmer": 5}), "no option 'nubmer'"),
        (lambda: MinesweeperEnv().reset(options={"number": "x"}), "whole number, not 'x'"),
    ],
)
def test_what_is_no_option_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(MinefieldError, match=said):
        wrong()
