"""What the coach makes of pictures of a game that is drawn, by a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from mwagent.coach import follower
from mwagent.coach.coach import Coach
from mwagent.coach.displacement import changed_box, laid, shift_of
from mwagent.coach.followed import stage_of_board
from mwagent.coach.recorder import Recorder
from mwagent.coach.searching import SearchTimes
from mwagent.coach.sighting import Sighting, Trouble
from mwagent.gamebook import Doubt, GameBook, GameRecord, Verdict, grade
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
)
from mwagent.vision.capture import Shot
from testbed.watched import FRAME, DrawnSource, Player, dealt

KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}


def assert_same(game: GameRecord, made: list[tuple[Click, float]]) -> None:
    """The record has what was done: kinds, cells where pictures tell them, and times."""
    assert len(game.moves) == len(made), [(m.kind, m.cell) for m in game.moves]
    for move, (click, seconds) in zip(game.moves, made, strict=True):
        assert move.kind == KINDS[click.button] or Doubt.KIND in move.doubts
        assert move.cell == click.cell or {Doubt.CELL, Doubt.KIND} & {*move.doubts}
        assert move.seconds == pytest.approx(seconds, abs=2 * FRAME)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8])
def test_a_whole_game_becomes_a_record(seed: int, tmp_path: Path) -> None:
    with GameBook(tmp_path / "games.sqlite") as book:
        player = Player.of(dealt(seed), book)
        player.play()
        player.wait(0.5)
        (game,) = player.coach.games
        assert_same(game, player.made)
        assert game.stage is player.source.game.stage
        mines = player.source.game.mines
        assert mines is not None and game.mine_cells is not None
        assert {*game.mine_cells} == set(cells_where(mines))
        assert book.game(game.number) == game


def test_the_mine_that_was_hit_is_the_last_move() -> None:
    player = Player.of(dealt(3))
    player.click((4, 4))
    mines = player.source.game.mines
    assert mines is not None
    row, col = np.argwhere(mines)[0]
    player.click((int(row), int(col)))
    (game,) = player.coach.games
    assert game.stage is Stage.LOST and game.moves[-1].cell == (row, col)
    assert game.moves[-1].shown == ((row, col, MINE),)


def test_a_window_that_moves_does_not_end_the_game() -> None:
    player = Player.of(dealt(3))
    for number, click in enumerate(player.clicks()):
        if number == 4:
            player.source.at = (340.0, 203.0)
            player.wait(1.0)
        player.click(click.cell, click.button)
    (game,) = player.coach.games
    assert_same(game, player.made)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.xfail(reason="lines of text elsewhere are taken for a fresh board in between")
def test_a_window_before_the_board_is_waited_for() -> None:
    player = Player.of(dealt(3))
    clicks = player.clicks()
    player.click(next(clicks).cell)
    said: list[Trouble] = []
    player.coach._note = lambda trouble, sentence: said.append(trouble)  # type: ignore[method-assign]
    player.coach.follower._tell = player.coach._note

    def cover(picture: np.ndarray) -> None:
        picture[150:420, 280:520] = (225, 240, 250)

    player.source.paint = cover
    player.wait(1.5)
    assert said and said[-1] is not Trouble.NONE
    player.source.paint = lambda picture: None
    player.wait(3.0)
    assert said[-1] is Trouble.NONE
    for click in clicks:
        player.click(click.cell, click.button)
    (game,) = player.coach.games
    assert_same(game, player.made)


def test_a_pointer_over_the_board_makes_no_moves() -> None:
    player = Player.of(dealt(3))
    player.click((4, 4))
    place = [0]

    def point(picture: np.ndarray) -> None:
        x, y = 305 + 7 * place[0], 185 + 5 * place[0]
        picture[y : y + 14, x : x + 9] = (255, 255, 255)
        picture[y : y + 14, x] = 0

    player.source.paint = point
    for step in range(20):
        place[0] = step
        player.wait(0.1)
    (game,) = player.coach.games
    assert len(game.moves) == 1


def test_a_flag_under_the_pointer_has_the_time_of_its_press() -> None:
    player = Player.of(dealt(3))
    player.click((4, 4))
    mines = player.source.game.mines
    assert mines is not None
    row, col = cells_where(mines & (player.source.game.board.cells == HIDDEN))[0]

    def point(picture: np.ndarray) -> None:
        cell = picture[183 + 20 * row : 197 + 20 * row, 303 + 20 * col : 317 + 20 * col]
        cell[(cell == cell[0, 0]).all(axis=-1)] = (90, 170, 255)

    player.source.paint = point
    player.wait(0.3)
    player.click((row, col), Button.RIGHT, wait=0.8)
    player.source.paint = lambda picture: None
    player.wait(0.5)
    (game,) = player.coach.games
    assert_same(game, player.made)


@pytest.mark.slow
def test_another_round_is_another_game() -> None:
    player = Player.of(dealt(3))
    player.play(wait=0.2)
    player.source.game = dealt(5)
    player.wait(1.0)
    player.play(wait=0.2)
    player.source.game = dealt(6)
    player.wait(1.0)
    first, second = player.coach.games
    assert len(first.moves) + len(second.moves) == len(player.made)
    assert {first.stage, second.stage} <= {Stage.WON, Stage.LOST}


@pytest.mark.slow
@pytest.mark.parametrize(("larger", "looked"), [(False, 0), (True, 1)])
def test_a_round_begun_anew_where_the_last_was_is_not_looked_for_in_a_film(
    larger: bool, looked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(follower, "other_level", lambda *_: asked.append(1))
    player = Player.of(dealt(3))
    player.source.exact = player.source.live = False
    player.coach = Coach(player.source, None)
    player.wait(0.5)
    player.click((4, 4), wait=0.5)
    player.source.game = dealt(5, Level(9, 12, 10) if larger else Level(9, 9, 10))
    player.wait(1.0)
    assert len(asked) == looked


@pytest.mark.slow
def test_another_level_is_another_game() -> None:
    player = Player.of(dealt(3))
    player.click((4, 4))
    player.source.game = dealt(5, Level(12, 14, 25))
    player.wait(4.0)
    player.click((6, 6))
    first, second = player.coach.games
    assert (first.shape, second.shape) == ((9, 9), (12, 14))
    assert first.stage is Stage.ONGOING


def test_a_game_that_had_begun_starts_where_it_was() -> None:
    game: Game = dealt(3)
    game.play(Click((4, 4)))
    player = Player.of(game)
    assert not player.coach.games
    player.click(next(player.clicks()).cell)
    (record,) = player.coach.games
    assert not record.whole and len(record.moves) == 1


def test_a_board_is_found_where_it_was_moved_to() -> None:
    rng = np.random.default_rng(4)
    picture = rng.integers(0, 255, (300, 400, 3), np.uint8)
    board = picture[40:140, 60:200].copy()
    assert shift_of(board, picture, (60, 40, 200, 140)) == (0, 0)
    assert shift_of(board, np.roll(picture, (17, -23), (0, 1)), (60, 40, 200, 140)) == (-23, 17)
    assert shift_of(255 - board, picture, (60, 40, 200, 140)) is None


def test_a_board_of_which_a_part_changed_is_found_nearby_alone() -> None:
    rng = np.random.default_rng(4)
    picture = rng.integers(0, 255, (300, 400, 3), np.uint8)
    board = picture[40:140, 60:200].copy()
    board[:20, :90] = 7
    moved = np.roll(picture, (7, -8), (0, 1))
    assert shift_of(board, moved, (60, 40, 200, 140)) is None
    assert shift_of(board, moved, (60, 40, 200, 140), pitch=20) == (-8, 7)
    assert shift_of(board, moved, (60, 40, 200, 140), pitch=15) is None


def test_a_picture_is_laid_where_it_was_moved_to() -> None:
    ground, pixels = np.zeros((4, 4, 3), np.uint8), np.ones((3, 4, 3), np.uint8)
    assert laid(pixels, ground, (0, 1))[..., 0].tolist() == [[0] * 4] + [[1] * 4] * 3
    assert laid(pixels, ground, (1, -1))[..., 0].tolist() == [[0, 1, 1, 1]] * 2 + [[0] * 4] * 2


def test_what_changes_on_the_board_is_not_elsewhere() -> None:
    last = np.zeros((60, 80, 3), np.uint8)
    picture = last.copy()
    picture[10:20, 30:40, 2] = 200
    assert changed_box(picture, last) == (28, 8, 40, 20)
    assert changed_box(picture, last, (25, 5, 45, 25)) is None


def test_edges_that_a_video_sharpens_are_no_change() -> None:
    sharp = np.zeros((64, 64, 3), np.uint8)
    sharp[:, 16:18] = 255
    soft = cv2.GaussianBlur(sharp, (3, 3), 0)
    assert changed_box(sharp, soft) is None


def strange(picture: np.ndarray) -> None:
    """Colours that nobody knows."""
    picture[:] = 255 - picture[..., ::-1] // 2


def watched_strangely(paint: Callable[[np.ndarray], None] = strange) -> Player:
    """A game in colours that nobody knows, after its first opening."""
    source = DrawnSource(dealt(3), paint=paint)
    player = Player(source, Coach(source, None))
    player.wait(1.0)
    player.click((4, 4), wait=0.8)
    return player


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("down", [7.0, 10.0])
def test_a_board_that_moves_while_cells_open_is_followed(down: float) -> None:
    player = watched_strangely()
    for _, click in zip(range(3), player.clicks(), strict=False):
        player.source.at = (player.source.at[0], player.source.at[1] + down)
        player.click(click.cell, click.button, wait=0.6)
        assert player.coach.trouble[0] is Trouble.NONE and not player.coach.follower.restless
    (game,) = player.coach.games
    assert_same(game, player.made)


@pytest.mark.slow
def test_flags_that_are_no_more_than_a_colour() -> None:
    def paint(picture: np.ndarray) -> None:
        strange(picture)
        for row, col in np.argwhere(player.source.game.board.cells == FLAG):
            x, y = (
                int(at) + 20 * int(place) for at, place in zip(source.at, (col, row), strict=True)
            )
            picture[y + 1 : y + 19, x + 1 : x + 19] = (255, 0, 0)

    source = DrawnSource(dealt(3), paint=strange)
    player = Player(source, Coach(source, None))
    source.paint = paint
    player.wait(1.0)
    for _, click in zip(range(16), player.clicks(), strict=False):
        player.click(click.cell, click.button, wait=0.5)
    (game,) = player.coach.games
    flags = [click.cell for click, _ in player.made[:-1] if click.button is Button.RIGHT]
    assert len(flags) > 2
    assert {*flags} <= {move.cell for move in game.moves if move.kind == "flag"}
    assert len(game.moves) <= len(player.made)


@pytest.mark.slow
def test_a_cell_that_is_pressed_holds_up_no_other() -> None:
    player = watched_strangely()
    cells = player.source.game.board.cells
    row, col = (int(place) for place in np.argwhere(cells == 0)[0])
    safe = next(click for click in player.clicks() if click.button is Button.LEFT)
    shut = cells_where(cells == HIDDEN)
    far = max(shut, key=lambda cell: abs(cell[0] - safe.cell[0]) + abs(cell[1] - safe.cell[1]))

    def paint(picture: np.ndarray) -> None:
        x, y = (int(at) for at in player.source.at)
        blank = picture[y + 20 * row : y + 20 * row + 20, x + 20 * col : x + 20 * col + 20].copy()
        picture[y + 20 * far[0] :, x + 20 * far[1] :][:20, :20] = blank
        strange(picture)

    player.source.paint = paint
    player.click(safe.cell, wait=0.5)
    assert [move.cell for move in player.coach.games[0].moves][1:] == [safe.cell]


def test_flags_that_go_together_before_anything_is_open_go_with_their_round() -> None:
    player = Player.of(dealt(3))
    for cell in [(0, 0), (2, 3), (7, 7)]:
        player.click(cell, Button.RIGHT)
    player.source.game = dealt(5)
    player.wait(1.0)
    player.click((4, 4))
    first, second = player.coach.games
    assert (len(first.moves), len(second.moves)) == (3, 1)


@pytest.mark.slow
def test_a_number_that_is_opened_first_is_no_flag_in_an_unknown_skin() -> None:
    source = DrawnSource(Game(Level(9, 9, 10), 4, FirstClick.SAFE), paint=strange)
    player = Player(source, Coach(source, None))
    player.wait(1.0)
    for _, click in zip(range(6), player.clicks(), strict=False):
        player.click(click.cell, click.button, wait=0.6)
    (game,) = player.coach.games
    assert source.game.board.cells[4, 4] == 1
    assert (game.moves[0].kind, game.moves[0].cell) == ("open", (4, 4))
    assert not any(move.kind == "flag" and move.cell == (4, 4) for move in game.moves)


def sighting(
    cells: np.ndarray, seconds: float, anew: bool, suspects: frozenset[Cell] = frozenset()
) -> Sighting:
    times = np.full(cells.shape, seconds)
    stage = stage_of_board(Board(cells))
    skin = "unknown skin, learned"
    return Sighting(
        Board(cells), times, stage, seconds, frozenset(), anew, 0, skin, suspects=suspects
    )


def test_a_round_whose_last_mark_nothing_proved_was_lost_by_it() -> None:
    closed = np.full((4, 4), HIDDEN, np.int8)
    begun = closed.copy()
    begun[0, :3] = 1
    marked = begun.copy()
    marked[3, 3] = FLAG
    recorder = Recorder("a test", True, None)
    for number, cells in enumerate([closed, begun, marked, closed]):
        recorder.see(sighting(cells, float(number), number in (0, 3), frozenset({(3, 3)})))
    (game,) = recorder.games
    assert game.stage is Stage.LOST and game.moves[-1].kind == "open"


@pytest.mark.parametrize(
    ("rows", "stage"), [("#1111 111##", Stage.WON), ("#101# 1101#", Stage.ONGOING)]
)
def test_a_round_that_goes_away_before_its_last_safe_cell_was_won(rows: str, stage: Stage) -> None:
    begun = Board.parse("\n".join(rows.split())).cells
    closed = np.full_like(begun, HIDDEN)
    recorder = Recorder("a test", True, None)
    for number, cells in enumerate([closed, begun, closed]):
        recorder.see(sighting(cells, float(number), number != 1))
    (game,) = recorder.games
    assert game.stage is stage


def test_a_mine_that_is_seen_when_the_pointer_has_left_was_the_one_opened() -> None:
    """Until then another may have been, and nobody is blamed; nor is the loss dated anew."""
    closed = Board.parse("#1##\n11##\n####\n####").cells
    lost = closed.copy()
    lost[0, 0] = lost[3, 3] = MINE
    over = replace(sighting(lost, 5.0, False), stage=Stage.LOST)
    recorder = Recorder("a test", True, None)
    recorder.see(sighting(np.full_like(closed, HIDDEN), 1.0, True))
    recorder.see(sighting(closed, 2.0, False))
    recorder.see(over)
    (game,) = recorder.games
    assert Doubt.CELL in game.moves[-1].doubts
    assert [one.verdict for one in grade(game)][-1] is Verdict.UNSEEN
    whole = lost.copy()
    whole[2, 3] = MINE
    end = replace(over, board=Board(whole), times=over.times + 2.0, hit=frozenset({(2, 3)}))
    recorder.see(end)
    last = game.moves[-1]
    assert (last.cell, last.seconds, last.doubts) == ((2, 3), 5.0, ())
    assert game.mine_cells is not None and (2, 3) in game.mine_cells


@pytest.mark.parametrize(("exact", "due"), [(False, True), (True, False)])
def test_a_board_is_looked_for_in_a_film_though_the_pointer_moves(exact: bool, due: bool) -> None:
    times = SearchTimes(exact)
    asked = []
    for step in range(6):
        picture = np.full((300, 400, 3), 128, np.uint8)
        picture[40 + 9 * step : 70 + 9 * step, 100:120] = 255
        asked.append(times.due([Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)], step * FRAME))
    assert any(asked) is due
    assert not times.due([Shot(picture // 4, 0.0, 0.0, 1.0, 1.0, 0)], 7 * FRAME)
