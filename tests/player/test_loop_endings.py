"""A game is won or lost whatever the program shows of its end."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent import solvers
from mwagent.minefield import (
    HIDDEN,
    MINE,
    Board,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    MinefieldError,
    Stage,
    cells_where,
    count_around,
)
from mwagent.player.play import Disturbed, LostSightError, UnclearEndError, VirtualWindow, play_game
from mwagent.player.play.turn import Times, Turn
from mwagent.player.play.verdict import finished, revealed, surely_lost
from mwagent.solvers import Analysis, Decision
from testbed.virtual_windows import virtual


class Showing(VirtualWindow):
    """A program that shows the mines after a win as others do after a loss."""

    def look(self):
        board = super().look()
        if super().stage() is not Stage.WON:
            return board
        return Board(np.where(board.cells > 8, MINE, board.cells).astype(np.int8), board.mines)

    def stage(self):
        stage = super().stage()
        return Stage.LOST if stage is Stage.WON else stage


class ShowingAllButOne(Showing):
    """One of the mines it shows is not understood."""

    def look(self):
        board = super().look()
        cells = board.cells.copy()
        shown = np.argwhere(cells == MINE)
        if len(shown) > 1:
            cells[tuple(shown[-1])] = HIDDEN
        return Board(cells, board.mines)


class Revealing(VirtualWindow):
    """A program that opens all that is safe when the game is lost, and shows no mine."""

    def look(self):
        board = super().look()
        if super().stage() is not Stage.LOST:
            return board
        numbers = count_around(self.game.mines)
        return Board(np.where(self.game.mines, HIDDEN, numbers).astype(np.int8), board.mines)

    def stage(self):
        stage = super().stage()
        return stage if stage is Stage.WAITING else Stage.ONGOING


class Strange(VirtualWindow):
    """A program that tells no number of mines, and shows a win by pictures that nobody knows."""

    def look(self):
        board = super().look()
        cells = board.cells
        if super().stage() is Stage.WON:
            cells = np.where(cells > 8, HIDDEN, cells).astype(np.int8)
            self.unread = set(cells_where(cells == HIDDEN))
        return Board(cells)

    def stage(self):
        stage = super().stage()
        return Stage.ONGOING if stage is Stage.WON else stage

    def click(self, clicks):
        seen = [click for click in clicks if click.cell not in self.unread]
        super().click(seen)
        if len(seen) < len(clicks):
            raise Disturbed(seen)


class Muted(VirtualWindow):
    """A program that shows a loss on its cell alone, if at all, and takes no more clicks."""

    shows = True

    @property
    def unread(self):  # type: ignore[override]
        lost = self.shows and super().stage() is Stage.LOST
        return frozenset(cells_where(super().look().cells == MINE)) if lost else frozenset()

    def look(self):
        board = super().look()
        lost = super().stage() is Stage.LOST
        cells = np.where(board.cells == MINE, HIDDEN, board.cells) if lost else board.cells
        return Board(cells.astype(np.int8), board.mines)

    def stage(self):
        stage = super().stage()
        return Stage.ONGOING if stage is Stage.LOST else stage


class Leaving(VirtualWindow):
    """A page that is left for an empty one, after some looks or when the game is won."""

    exact = False

    def __init__(self, game: Game, looks: int):
        super().__init__(game)
        self.looks = looks

    def look(self):
        board = super().look()
        self.looks -= 1
        gone = self.looks < 0 or super().stage() is Stage.WON
        return Board(np.zeros_like(board.cells), board.mines) if gone else board

    def stage(self):
        return Stage.WON if self.looks < 0 else super().stage()

    def doubt(self):
        pass


class Refusing(VirtualWindow):
    """A page whose picture changes under every press, so that none is made after the first."""

    exact = False
    began = False

    def click(self, clicks):
        if self.began:
            raise Disturbed([])
        self.began = True
        super().click(clicks)


class Frozen(Refusing):
    """A page that takes no click after the first, as one does that has locked the pointer."""

    def click(self, clicks):
        if not self.began:
            super().click(clicks)


@pytest.mark.parametrize(("looks", "won"), [(2, False), (99, True)])
def test_an_empty_page_is_no_board_that_was_won(monkeypatch, looks, won):
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.3)
    window = Leaving(Game(Level(9, 9, 10), 5, FirstClick.OPEN), looks)
    if won:
        assert play_game(window, solvers.create("best")).won
        return
    with pytest.raises(LostSightError, match="the board is gone"):
        play_game(window, solvers.create("best"))


@pytest.mark.parametrize(
    ("page", "told"), [(Refusing, "covered where it has"), (Frozen, "clicks no longer change")]
)
def test_nothing_is_lost_where_the_guess_opened_its_cell(monkeypatch, page, told):
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    window = page(Game(Level(9, 9, 10), 5, FirstClick.OPEN))
    with pytest.raises(LostSightError, match=told):
        play_game(window, solvers.create("best"))


def test_a_win_is_known_where_the_mines_are_shown_by_strange_pictures():
    mines = np.zeros((9, 9), bool)
    # No number tells of the one in the corner.
    mines[:2, :2] = True
    game = Game.from_mines(mines)
    game.play(Click((8, 8)))
    game.play(Click((2, 0)))
    result = play_game(Strange(game), solvers.create("best"))
    assert result.won
    assert game.stage is Stage.WON


def test_a_loss_that_looks_like_a_win_is_none():
    stages = set()
    for seed in range(20):
        game = Game(Level(9, 9, 18), seed, FirstClick.OPEN)
        result = play_game(Revealing(game), solvers.create("best"))
        assert result.stage is game.stage
        stages.add(result.stage)
    assert stages == {Stage.WON, Stage.LOST}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Showing, ShowingAllButOne])
def test_a_win_is_known_by_its_open_cells_whatever_becomes_of_the_mines(kind):
    stages = set()
    for seed in range(20):
        game = Game(Level(9, 9, 18), seed, FirstClick.OPEN)
        shown = play_game(kind(game), solvers.create("best"))
        result = play_game(virtual(seed, game.level), solvers.create("best"))
        assert shown.stage == result.stage
        if result.won or kind is Showing:
            assert shown.bbbv == result.bbbv
        stages.add(shown.stage)
    assert stages == {Stage.WON, Stage.LOST}


def test_sight_lost_after_the_last_click_is_a_win_only_where_it_was_seen_to_act():
    class Covered(VirtualWindow):
        """Loses sight, as of a dialog, once one safe cell is left and clicked."""

        def __init__(self, acted):
            super().__init__(Game(Level(2, 2, 1), 1))
            self.acted = acted

        def look(self):
            if self.game.clicks:
                raise LostSightError("the board got lost", self.acted)
            return Board.parse("1#\n#1", mines=1)

        def stage(self):
            return Stage.ONGOING

    class Told:
        """Proves one cell safe and one a mine."""

        def analyse(self, board):
            risk = np.array([[np.nan, 0.0], [1.0, np.nan]])
            return Analysis(risk, ((0, 1),), ((1, 0),), Decision((0, 1), "proof"))

    assert play_game(Covered({(0, 1)}), Told()).won
    for acted in (set(), {(1, 0)}):
        with pytest.raises(LostSightError, match="got lost"):
            play_game(Covered(acted), Told())


def test_a_program_that_shows_nothing_of_a_loss_does_not_answer(monkeypatch) -> None:
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    monkeypatch.setattr(Muted, "shows", False)
    silent = 0
    for seed in range(12):
        window = Muted(Game(Level(9, 9, 18), seed, FirstClick.OPEN))
        try:
            assert play_game(window, solvers.create("best")).won
        except LostSightError as error:
            assert "clicks no longer change the board" in str(error)
            silent += 1
    assert silent


def test_a_loss_that_only_its_cell_shows_is_told_from_the_clicks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    lost = 0
    for seed in range(12):
        window = Muted(Game(Level(9, 9, 18), seed, FirstClick.OPEN))
        result = play_game(window, solvers.create("best"))
        if not result.won:
            lost += 1
            assert window.game.mines[result.lost_at]
    assert lost


class Dealing(VirtualWindow):
    """Deals the next round, and opens some of it, as soon as one is over."""

    exact = False

    def look(self):
        board = super().look()
        over = super().stage()
        if over not in (Stage.WON, Stage.LOST):
            return board
        cells = np.full_like(board.cells, HIDDEN)
        if over is Stage.WON:
            cells[:2, :2] = [[0, 0], [0, 1]]
        return Board(cells, board.mines)

    def stage(self):
        over = super().stage() in (Stage.WON, Stage.LOST)
        return Stage.ONGOING if over else super().stage()

    def finish(self, mines):
        raise AssertionError("the next round is none to be finished")


def test_the_end_of_a_round_that_gives_way_to_the_next_is_told_from_its_last_clicks(monkeypatch):
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    stages = set()
    for seed in range(12):
        game = Game(Level(9, 9, 14), seed, FirstClick.OPEN)
        try:
            result = play_game(Dealing(game), solvers.create("best"))
        except MinefieldError:
            continue  # a guess among the last cells may have won or lost
        assert result.stage is game.stage
        assert result.bbbv is None or game.stage is Stage.LOST
        stages.add(result.stage)
    assert stages == {Stage.WON, Stage.LOST}


def walled() -> Game:
    """A row of mines, and below it cells that only the number of mines proves safe."""
    mines = np.zeros((5, 6), bool)
    mines[3] = True
    game = Game.from_mines(mines)
    game.play(Click((0, 0)))
    return game


class Seen(VirtualWindow):
    """A picture of a game, which may be misread, and which a dialog covers when it is won."""

    exact = False

    def look(self):
        board = super().look()
        if super().stage() is not Stage.WON:
            return board
        cells = board.cells.copy()
        cells[:2] = MINE
        return Board(cells, board.mines)

    def stage(self):
        return Stage.LOST if super().stage() is Stage.WON else super().stage()


class Startling(VirtualWindow):
    """Takes one click at a time, and looks lost after the first of cells that are all safe."""

    exact = False
    doubts = 0

    def doubt(self):
        self.doubts += 1

    def click(self, clicks):
        super().click(clicks[:1])
        raise Disturbed(clicks[:1])

    def stage(self):
        return Stage.LOST if self.game.clicks > 1 else super().stage()


def test_a_loss_after_proven_clicks_alone_is_unclear_and_looked_at_again(monkeypatch) -> None:
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    window = Startling(walled())
    with pytest.raises(UnclearEndError, match="unclear"):
        play_game(window, solvers.create("best"))
    assert window.doubts


class Painted(VirtualWindow):
    """Paints words over a board that is won: what can be read of it looks like a loss."""

    exact = False
    lie: Cell | None = None

    def look(self):
        board = super().look()
        if super().stage() is not Stage.WON:
            return board
        cells = board.cells.copy()
        cells[:, 1::2] = HIDDEN
        self.unread = set(cells_where(cells == HIDDEN))
        cells[0, 0] = MINE
        if self.lie is not None:
            cells[self.lie] = HIDDEN
            self.unread -= {self.lie}
        return Board(cells, board.mines)

    def stage(self):
        return Stage.LOST if super().stage() is Stage.WON else super().stage()


@pytest.mark.parametrize("closed", [False, True])
def test_words_over_a_board_that_proven_clicks_have_won_are_no_loss(monkeypatch, closed) -> None:
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    # A wall of numbers: the last cell is proven safe, and opened by itself.
    window = Painted(walled())
    last: list[Turn] = []

    def watch(turn: Turn) -> None:
        last.append(turn)
        if closed and turn.clicks:
            window.lie = turn.clicks[-1].cell

    if closed:
        # A cell that was to be opened and is plainly closed speaks against it.
        with pytest.raises(UnclearEndError):
            play_game(window, solvers.create("best"), watch=watch)
    else:
        assert play_game(window, solvers.create("best"), watch=watch).won


@pytest.mark.parametrize("dimmed", [False, True])
def test_what_the_program_says_of_the_end_outweighs_what_it_looks_like(dimmed: bool) -> None:
    class Talking(Seen):
        def look(self):
            board, cells = super().look(), super().look().cells.copy()
            if dimmed and self.said is not None:
                # What was opened last looks closed under what says so, and takes no press.
                cells[self.last] = HIDDEN
            return Board(cells, board.mines)

        def click(self, clicks):
            if self.said is not None:
                raise Disturbed
            self.last = clicks[-1].cell
            super().click(clicks)

        @property
        def said(self):  # type: ignore[override]
            stage = self.game.stage
            return stage if stage in (Stage.WON, Stage.LOST) else None

        def stage(self):
            return self.said or super().stage()

    game = walled()
    result = play_game(Talking(game), solvers.create("best"))
    assert result.won
    assert result.lost_at is None


@pytest.mark.parametrize(
    ("acted", "over"),
    [({(0, 2), (0, 3), (0, 4)}, True), ({(0, 3), (0, 4)}, False), ({(0, 2), (0, 4)}, False)],
)
def test_a_game_is_over_where_a_blank_cell_has_opened_all_that_was_safe(
    acted: set[Cell], over: bool
) -> None:
    board = Board.parse("mines 1\n#1###")
    safe = ((0, 2), (0, 3), (0, 4))
    risk = np.array([[1.0, np.nan, 0.0, 0.0, 0.0]])
    known = Analysis(risk, safe, ((0, 0),), Decision((0, 2), "proof"))
    times = Times(0.0, 0.0, 0.0, 0.0)
    turn = Turn(1, board, Stage.ONGOING, known, (Click((0, 2)),), times)
    assert finished(turn, acted) == over


@pytest.mark.parametrize(
    ("rows", "guess", "lost"), [(3, True, True), (3, False, False), (1, True, False)]
)
def test_a_dialog_after_a_guess_ends_a_game_as_lost_where_much_was_left(
    rows: int, guess: bool, lost: bool
) -> None:
    board = Board.parse("mines 2\n" + "1####\n" * rows)
    risk = np.where(board.cells == HIDDEN, 0.2, np.nan)
    safe = () if guess else ((0, 4),)
    known = Analysis(risk, safe, (), Decision((0, 4), "guess"))
    turn = Turn(1, board, Stage.ONGOING, known, (Click((0, 4)),), Times(0.0, 0.0, 0.0, 0.0))
    assert turn.guess == guess
    assert surely_lost(turn) == lost


def test_what_hangs_together_with_a_guess_was_opened_by_it_and_no_more() -> None:
    for seed in range(20):
        game = Game(Level(9, 9, 12), seed, FirstClick.OPEN)
        game.play(Click((0, 0)))
        closed = Board(np.full((9, 9), HIDDEN, np.int8), 12)
        turn = Turn(1, closed, Stage.ONGOING, None, (Click((0, 0)),), Times(0.0, 0.0, 0.0, 0.0))
        assert not revealed(game.board, turn)
        numbers = np.where(game.mines, HIDDEN, count_around(game.mines)).astype(np.int8)
        opened = (game.board.cells < HIDDEN).sum()
        assert revealed(Board(numbers, 12), turn) is bool(2 * opened < (numbers < HIDDEN).sum())


class Closing(VirtualWindow):
    """A program that closes its board when a game is lost, and tells so in a dialog."""

    def look(self):
        if super().stage() is Stage.LOST:
            raise LostSightError("the board is nowhere to be seen", answered=True)
        return super().look()


def test_a_guess_that_the_program_answers_with_a_dialog_is_what_lost_the_game():
    lost = 0
    for seed in range(4):
        game = Game(Level(9, 9, 30), seed=seed, rule=FirstClick.SAFE)
        result = play_game(Closing(game), solvers.create("best"))
        if not result.won:
            lost += 1
            assert result.lost_at is not None
            assert game.mines[result.lost_at]
    assert lost


@pytest.mark.parametrize("closed", [False, True])
def test_a_game_over_with_no_cell_closed_is_won_where_only_proven_cells_were_opened(
    monkeypatch, closed
) -> None:
    monkeypatch.setattr("mwagent.player.play.loop.SENSE", 0.0)
    # What the last clicks have opened was not known to be all that was left.
    monkeypatch.setattr("mwagent.player.play.stages.completed", lambda *_: False)
    window = Painted(walled())
    if closed:
        window.lie = (1, 0)
        with pytest.raises(UnclearEndError):
            play_game(window, solvers.create("best"))
    else:
        assert play_game(window, solvers.create("best")).won


def test_a_board_that_was_lost_before_any_click_was_lost_on_no_cell_taken_for_safe() -> None:
    mines = np.zeros((4, 4), bool)
    mines[0, 0] = mines[3, 3] = True
    game = Game.from_mines(mines)
    game.play(Click((0, 0)))
    result = play_game(VirtualWindow(game), solvers.create("best"))
    assert result.stage is Stage.LOST and result.clicks == 0 and not result.lost_on_proven
