"""One game of the arena, and the boards it is played on."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import (
    Board,
    BoardFormatError,
    FirstClick,
    Game,
    Level,
    MinefieldError,
    difficulty,
)
from mwagent.solvers import Analysis, Decision, blank_probabilities, create
from mwagent.solvers.analysis import Why
from mwagent.virtual.arena.bench import mark
from mwagent.virtual.arena.boards import ListedBoards, SeededBoards, read_boards
from mwagent.virtual.arena.entrants import Entrant, code_version, enter
from mwagent.virtual.arena.games import Chunk, Ending, Task, Timed, open_cells, play_task
from mwagent.virtual.arena.tally import Loss, Tally, quantile
from mwagent.virtual.keys import play_key

BEGINNER = SeededBoards(Level(9, 9, 10), FirstClick.SAFE, (0, 0), seed=5, games=40)


def mines(drawing: str) -> np.ndarray:
    return np.array([[symbol == "*" for symbol in row] for row in drawing.split()])


class Scripted:
    """A solver that opens given cells in turn, calling them safe or not."""

    def __init__(self, cells: list[tuple[int, int] | None], *, proven: bool) -> None:
        self.cells = iter(cells)
        self.proven = proven

    def analyse(self, board: Board) -> Analysis:
        cell = next(self.cells)
        safe = (cell,) if self.proven and cell else ()
        why: Why = "proof" if self.proven else "guess"
        return Analysis(blank_probabilities(board), safe, (), Decision(cell, why))


def test_endings() -> None:
    # Opening (0,0) shows 1; the mine is at (0,2).
    field = mines(
        """
        ..*
        ...
        """
    )

    def ending(first: tuple[int, int], solver: Scripted) -> Ending:
        return open_cells(Game.from_mines(field), first, solver)

    assert ending((0, 2), Scripted([], proven=True)) is Ending.FIRST
    assert ending((0, 1), Scripted([(0, 2)], proven=False)) is Ending.GUESS
    assert ending((0, 1), Scripted([(0, 2)], proven=True)) is Ending.PROOF
    assert ending((0, 1), Scripted([(0, 0), (1, 2)], proven=True)) is Ending.WON
    with pytest.raises(MinefieldError, match="names no cell"):
        ending((0, 1), Scripted([None], proven=False))


@pytest.mark.slow
@pytest.mark.parametrize("clicks", ["", "few", "fast"])
def test_a_game_depends_on_its_key_alone(clicks: str) -> None:
    entrant = Entrant.make("exactsolver", clicks=clicks)

    def play(*parts: range) -> list[tuple[object, ...]]:
        chunks = [play_task(Task(BEGINNER, entrant, part)) for part in parts]
        return [(*game[:2], *game[3:]) for chunk in chunks for game in chunk.games]

    assert play(range(20)) == play(range(13), range(13, 20))


@pytest.mark.slow
def test_what_is_counted_of_a_game_adds_up() -> None:
    chunk = play_task(Task(BEGINNER, Entrant.make("exactsolver", clicks="few"), range(40)))
    assert chunk.move_times.total() == sum(game.moves for game in chunk.games)
    for game in chunk.games:
        assert game.win == (game.opened == 71)
        assert game.bbbv == difficulty(BEGINNER.mines(game.number)).bbbv
        assert game.clicks is not None and game.clicks >= 1
        assert game.win or game.ending is Ending.GUESS
        assert game.guesses >= (game.ending is Ending.GUESS)


@pytest.mark.slow
def test_the_planner_opens_the_same_cells() -> None:
    plain = play_task(Task(BEGINNER, Entrant.make("exactsolver"), range(40)))
    planned = play_task(Task(BEGINNER, Entrant.make("exactsolver", clicks="few"), range(40)))
    assert [game.ending for game in plain.games] == [game.ending for game in planned.games]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, 10**6), st.sampled_from(list(FirstClick)))
def test_seeded_boards_keep_the_rule(seed: int, number: int, rule: FirstClick) -> None:
    boards = SeededBoards(Level(8, 11, 20), rule, (3, 3), seed, number + 1)
    field = boards.mines(number)
    assert field.sum() == 20
    assert np.array_equal(field, boards.part(range(number, number + 1)).mines(number))
    if rule is not FirstClick.ANY:
        assert not field[3, 3]
    if rule is FirstClick.OPEN:
        assert not field[2:5, 2:5].any()


def test_seeds_are_independent_boards() -> None:
    other = SeededBoards(BEGINNER.level, BEGINNER.rule, BEGINNER.first, 6, 40)
    here = {BEGINNER.mines(n).tobytes() for n in range(40)}
    assert not here & {other.mines(n).tobytes() for n in range(40)}


def test_a_board_file_is_read_as_drawn(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    lines = ['{"w": 3, "h": 2, "mines": [2, 3]}', "", '{"w": 2, "h": 1, "mines": []}']
    path.write_text("\n".join(lines), encoding="utf-8-sig")
    boards = read_boards(path, (0, 0))
    assert len(boards) == 2
    assert np.array_equal(boards.mines(0), mines("..* *.."))
    assert boards.mines(1).shape == (1, 2)
    part = boards.part(range(1, 2))
    assert np.array_equal(part.mines(1), boards.mines(1)) and part.key() == boards.key()
    assert [boards.counts(n)[0] for n in range(2)] == [4, 2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no boards"),
        ("\n\n", "no boards"),
        ("hello", "line 1: this is no board"),
        ("[1, 2]", "line 1: this is no board"),
        ('{"w": 3, "h": 2}', "line 1: this is no board"),
        ('{"w": 3, "h": 2, "mines": 4}', "line 1: this is no board"),
        ('{"w": 3, "h": 2, "mines": [0.5]}', "got `"),
        ('{"w": 3, "h": 2, "mines": [true]}', "got `"),
        ("[" * 100_000, "this is no board"),
        ('{"w": 3, "h": 2, "mines": [6]}', "mine 6 is off the board"),
        ('{"w": 3, "h": 2, "mines": [-1]}', "mine -1 is off the board"),
        ('{"w": 3, "h": 2, "mines": [1, 1]}', "listed twice"),
        ('{"w": 0, "h": 2, "mines": []}', "not playable"),
        ('{"w": 1, "h": 1, "mines": [0]}', "do not fit"),
        ('{"w": 3, "h": 2, "mines": []}\n{"w": 1, "h": 1, "mines": []}', "line 2: the first cell"),
    ],
)
def test_a_bad_board_file_is_told_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(text)
    with pytest.raises(BoardFormatError, match=says) as caught:
        read_boards(path, (1, 1))
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


def test_a_first_cell_off_the_board_is_refused() -> None:
    with pytest.raises(MinefieldError, match="off a board of 9 rows"):
        SeededBoards(Level(9, 9, 10), FirstClick.SAFE, (9, 0), 1, 1)


def test_entrants_take_their_options() -> None:
    words = ["mcdfssolver", "max_vars=9", "mcdfssolver", "max_vars=12", "exactsolver"]
    found = enter(words, ["max_vars=32"][:0], clicks="")
    assert [str(entrant) for entrant in found] == [
        "mcdfssolver max_vars=9",
        "mcdfssolver max_vars=12",
        "exactsolver",
    ]
    common = enter(["exactsolver", "mcdfssolver"], ["max_vars=9"], clicks="")
    assert [entrant.values for entrant in common] == [{}, {"max_vars": 9}]


def test_an_option_at_its_default_makes_no_other_entrant() -> None:
    assert Entrant.make("exactsolver", ["trust_flags=yes"]) == Entrant.make("exactsolver")


@pytest.mark.parametrize(
    ("words", "common", "says"),
    [
        (["nobody"], [], "no solver 'nobody'"),
        (["max_vars=9", "mcdfssolver"], [], "before any solver"),
        (["exactsolver"], ["max_vars=9"], "has no option 'max_vars'"),
        (["exactsolver", "exactsolver"], [], "entered twice"),
    ],
)
def test_wrong_entries_are_refused(words: list[str], common: list[str], says: str) -> None:
    with pytest.raises(MinefieldError, match=says):
        enter(words, common, clicks="")


def test_other_code_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_version("mcdfssolver") != code_version("exactsolver")
    assert code_version("exactsolver", clicks="few") != code_version("exactsolver")
    stale = Entrant("exactsolver", "{}", clicks="", version="0.0.1+stale")
    with pytest.raises(MinefieldError, match=r"asks for 0\.0\.1\+stale"):
        play_task(Task(BEGINNER, stale, range(1)))


def test_a_solver_that_plays_whole_games_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    class Whole(type(create("exactsolver"))):
        def play_games(
            self, fields: np.ndarray, first: tuple[int, int]
        ) -> list[tuple[float, int, int, int, str, int, list[tuple[int, int]]]]:
            assert first == (0, 0)
            return [(1.5, 3, 0, int(field.sum()), "won", 0, []) for field in fields]

    monkeypatch.setattr("mwagent.virtual.arena.games.create", lambda *args: Whole())
    boards = ListedBoards(((2, 2, (1,)), (2, 2, (3,)), (3, 2, (1, 2))), (0, 0), "x")
    chunk: Chunk = play_task(Task(boards, Entrant.make("exactsolver"), range(3)))
    assert [(game.number, game.opened) for game in chunk.games] == [(0, 1), (1, 1), (2, 2)]


@pytest.mark.slow
def test_best_plays_whole_games_as_it_plays_move_by_move() -> None:
    # Mines that only counting proves must not make a difference to the guess.
    boards = SeededBoards(Level(16, 30, 99), FirstClick.SAFE, (0, 0), seed=5, games=300)
    whole = play_task(Task(boards, Entrant.make("best"), range(200, 300))).games
    for game in whole:
        timed = Timed(create("best"))
        field = Game.from_mines(boards.mines(game.number))
        ending = open_cells(field, (0, 0), timed)
        opened = int((field.board.cells <= 8).sum())
        assert (ending, timed.guesses, opened) == (game.ending, game.guesses, game.opened)
        assert game.found == (99 if game.win else timed.found)


def test_what_a_solver_puts_off_is_timed_too() -> None:
    exact = create("exactsolver")

    class Late:
        def analyse(self, board: Board) -> Analysis:
            def decide() -> Decision:
                end = time.process_time() + 0.05
                while time.process_time() < end:
                    pass
                return found.decide()

            found = exact.analyse(board)
            return Analysis(blank_probabilities(board), found.safe, found.mines, decide)

    # Clocks of Windows tick 64 times a second.
    timed = Timed(Late())
    open_cells(Game.from_mines(mines("*. ..")), (1, 1), timed)
    assert timed.guesses >= 1
    assert timed.seconds[0] >= 0.03
    key = Board([[10, 1], [1, 1]], 1)
    assert play_key(key, (1, 1), Late(), clock=time.process_time).seconds[0] >= 0.03


def test_losses_are_told_apart() -> None:
    tally = Tally()
    boards = SeededBoards(Level(10, 10, 0), FirstClick.ANY, (0, 0), 1, 9)

    def lose(ending: Ending, opened: int) -> Loss:
        tally.losses.clear()
        played = play_task(Task(BEGINNER, Entrant.make("exactsolver"), range(1))).games[0]
        tally.add([played._replace(number=0, ending=ending, opened=opened)], boards)
        return next(iter(tally.losses))

    assert lose(Ending.FIRST, 0) is Loss.FIRST
    assert lose(Ending.GUESS, 4) is Loss.EARLY
    assert lose(Ending.GUESS, 5) is Loss.FORCED
    assert lose(Ending.GUESS, 89) is Loss.FORCED
    assert lose(Ending.GUESS, 90) is Loss.ENDGAME
    assert lose(Ending.PROOF, 90) is Loss.PROOF
    assert tally.opened_share == (0 + 4 + 5 + 89 + 90 + 90) / 600


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=50), st.floats(0.01, 0.99))
def test_a_quantile_is_one_of_the_times(times: list[int], share: float) -> None:
    found = quantile(Counter(times), share)
    assert found * 1000 == sorted(times)[int(np.ceil(share * len(times))) - 1]
    assert min(times) <= found * 1000 <= max(times)


def test_bench_repeats_itself_and_notices_another_player() -> None:
    boards = [SeededBoards(Level(9, 9, 10), FirstClick.SAFE, (0, 0), 1, 6)]
    first, again = (mark(Entrant.make("exactsolver"), boards)[:-1] for _ in range(2))
    other = mark(Entrant.make("mcdfssolver"), boards)[:-1]
    assert first == again
    assert first[1:] != other[1:]
