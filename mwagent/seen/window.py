"""A window that is seen: it finds the board in a picture, reads it, and clicks on what it shows.

It waits for the paint, not for a clock: a look is over as soon as everything the last clicks must
have opened is open and makes sense. Programs that animate show themselves by going on painting
after that; for those, and whenever something is not understood, it waits until the picture is
still.
"""

from __future__ import annotations

import time
from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from minefield import FLAG, HIDDEN, Board, Button, Cell, Click, Stage, neighbours, rules
from mwagent.hands import (
    HOLDS,
    ClickStyle,
    Point,
    Press,
    Spot,
    View,
    await_stillness,
    right_button_marks,
)
from mwagent.play import Disturbed, GameWontBeginError, LostSightError
from mwagent.rounds import Ending, acted, begins, begins_elsewhere, press_faces, press_words, ways
from mwagent.sight import (
    Eye,
    Location,
    PaintWatch,
    Program,
    Spent,
    carried_over,
    familiar,
    fits_clicks,
    fresh,
    has_unfinished_zeros,
    near,
    numbers_covered,
    plain,
    plausible,
    plausible_part,
    with_clicked_blank,
    without_strays,
)
from vision.capture import Shot
from vision.lattice import Lattice
from vision.reading import UNKNOWN, BoardCoveredError, BoardNotFoundError, Reading

DISMISS: Final = ((0.8, "escape"), (2.0, "enter"), (3.2, "space"))
"""Keys that close a dialog, and after how many seconds of search each is tried."""
REFUSED: Final = (2, 4)
"""After so many times in a row that no press could be made, Escape is tried."""
SUSPECT: Final = (1, 3)
"""After so many looks in a row at cells that came up and are strange, the skin is doubted."""
UNREAD: Final = (2, 5)
"""After so many times in a row that no cell to press was understood, the learned is doubted."""
INSIST: Final = 3
"""After so many times in a row, cells to press that stand alone are pressed as they are."""
HOVERED: Final = 2
"""After so many looks that made sense only with the pointer aside, it is put there before each."""
STILL: Final = 0.25
"""Seconds for which nothing must change before a board is looked for at first."""
HANDY: Final = 32
"""Pixels of a cell in which everything can be told."""
STILL_AT_MOST: Final = 2.5
"""Seconds to wait for that; some pages never keep still."""
ENTER: Final = 2.0
"""Seconds a page may show no board before a word that may begin a round is clicked."""
PARTLY: Final = 2.5
"""Seconds of search after which a board is played on of which some cells are not understood."""
LATE: Final = 2
"""So many clicks are under way at once in a program that paints late: it may change meanwhile."""
AROUND: Final = 4
"""So many open cells around one that is pressed must look as they did."""
FALSE_ALARMS: Final = 3
"""So often in a row what lies around a board, or a cell, may change without a reason to be seen."""
SEARCH: Final = 10.0
"""Seconds to look for a board that got lost before giving up."""


class SightedWindow:
    """The board of a view, as a `Window`.

    `frame` is the picture of the last look, with some room around the board, and `frame_lattice`
    where the board lies in it, when `keep_frames` is set; `place` tells where the board lies. The
    board may take `patience` seconds to appear.
    """

    def __init__(self, view: View, keep_frames: bool = False, patience: float = 0.0):
        self.view = view
        self.patience = patience
        self.click_style = ClickStyle()
        self.keep_frames = keep_frames
        self.frame: Shot | None = None
        self.frame_lattice: Lattice | None = None
        self._eye = Eye(view)
        self._watch = PaintWatch(view, self._eye)
        self._shot: Shot | None = None
        self._reading: Reading | None = None
        self._board: Board | None = None
        self._mines: int | None = None
        self._ongoing: Board | None = None
        self._ended: Board | None = None
        self._clicked: list[Click] = []
        self._during: Shot | None = None
        self._way: str | None = None
        self._in_vain: set[str] = set()
        self._doubted = False
        self._unread_cells: set[Cell] = set()
        self._ending = Ending()
        self._refused = 0
        self._strange = 0
        self._unread = 0
        self._hovered = 0
        self._shifts = 0
        self._cuts = 0

    @property
    def spent(self) -> Spent:
        """Seconds spent in looks."""
        return self._watch.spent

    @property
    def chords(self) -> bool:
        """Whether flags and chords have an effect here."""
        return self.click_style.chords

    @property
    def unread(self) -> Set[Cell]:
        """The cells that were not understood at the last look."""
        return self._unread_cells

    @property
    def reading(self) -> Reading | None:
        """What was read at the last look."""
        return self._reading

    @property
    def place(self) -> Location | None:
        """Where the board lies, once it was found."""
        return self._eye.place

    @property
    def _known_skin(self) -> bool:
        """Whether the board has a known skin."""
        return self._eye.place is not None and self._eye.place.skin is not None

    @property
    def _program(self) -> Program:
        return Program(self._known_skin, self._eye.stepwise)

    def look(self) -> Board:
        """The board, once the picture shows what the last clicks did.

        Raises BoardNotFoundError when there is no board at first, LostSightError when it got
        lost.
        """
        if self._eye.place is None:
            self._await_board()
        pending = rules.opened_by(self._board, self._clicked) if self._board is not None else set()
        self._await_paint(pending)
        before = self._reading.cells if self._reading is not None else ()
        if self._clicked and self._hovered >= HOVERED and self._eye.place is not None:
            self._step_aside(self._eye.place)
        if self._refused in REFUSED:
            # A dialog of the page may take all presses. Other keys might open a cell.
            self.view.key("escape")
        reading = self._ended_by(before, self._settle(pending))
        moved = self._may_have_moved(reading)
        odd = moved or not plausible(reading, self._board, self._program)
        shut = self._shut(reading)
        if (odd or shut) and self._clicked and not self._doubted and self._eye.place is not None:
            # What the pointer hovers over may look otherwise, and stand out over its neighbours.
            self._step_aside(self._eye.place)
            reading = self._ended_by(before, self._settle(pending))
            moved = self._may_have_moved(reading)
            if not moved and self._shut(reading):
                assert self._shot is not None
                reading = self._eye.with_lone_blanks(self._shot.picture, reading)
                reading = self._ended_by(before, reading)
            odd = moved or not plausible(reading, self._board, self._program)
            self._hovered += not odd and not shut
        if self._doubted or self._outgrown(reading) or odd:
            before_place = self._eye.place
            reading = self._find_again(moved)
            false_alarm = moved and self._eye.place is before_place
            self._shifts = self._shifts + 1 if false_alarm else 0
            self._cuts = 0
        self._doubted = False
        board = carried_over(reading, self._board, self._mines, self._eye.flagged)
        self._unread_cells = set(reading.unknown)
        if self._shot is not None and self._eye.place is not None:
            self._eye.believe(self._shot.picture, reading)
        if self._board is not None and self._clicked and self.stage() is not Stage.LOST:
            self.click_style.learn(self._board, self._clicked, board)
        self._clicked = []
        self._board = board
        if reading.stage is Stage.ONGOING:
            self._ongoing = board
            if self._during is None:
                self._remember_screen()
        if self.keep_frames:
            self._keep_frame()
        return board

    def _shut(self, reading: Reading) -> bool:
        """Whether cells look closed that we have opened, or blank ones have closed ones beside."""
        if reading.stage in (Stage.WON, Stage.LOST) or not self.click_style.effective:
            return False
        closed = any(reading.cells[row][col] in f"#{UNKNOWN}" for row, col in self._eye.pressed)
        return closed or has_unfinished_zeros(reading, self._program)

    def doubt(self) -> None:
        """Do not believe what was seen: look for the board anew, and in other ways."""
        self._board, self._doubted = None, True
        self._eye.doubt()

    def stage(self) -> Stage:
        """How far the game is, as of the last look."""
        return Stage.WAITING if self._reading is None else self._reading.stage

    def click(self, clicks: Sequence[Click]) -> None:
        """Carry out clicks, if the board still is what was seen.

        Raises Disturbed when it is not, or when the user takes hold of the mouse.
        """
        assert self._shot is not None
        shot = self._eye.grab()
        if not np.array_equal(shot.picture, self._shot.picture):
            # Whatever moved: a late animation, another window, the board itself.
            if self._eye.read(shot.picture).cells != self._reading_cells():
                self._watch.wait_longer()
                raise Disturbed
            self._shot = shot
        if self._shifted():
            raise Disturbed
        if self._untried(clicks):
            self._try_flags(shot, clicks)
            raise Disturbed
        # What is not understood may be something else lying over the board.
        seen = [click for click in clicks if self._symbol(click.cell) != UNKNOWN]
        self._unread = 0 if seen else self._unread + 1
        if not seen and self._eye.place is not None:
            self._step_aside(self._eye.place)
        if self._unread in UNREAD and self._eye.place is not None and not self._eye.place.skin:
            # Nothing lies over it: what was learned so far may be what keeps it from being read.
            self.doubt()
        if self._unread >= INSIST:
            seen = [click for click in clicks if self._stands_alone(click)][:1]
        if self._watch.late and not self.view.guarded:
            seen = seen[:LATE]
        presses = [self._press(shot, click) for click in seen]
        made = self.view.press(presses) if presses else 0
        self._cuts = self._cuts + 1 if 0 < made < len(presses) else 0
        self._refused = 0 if made else self._refused + 1
        self._clicked = seen[:made]
        self._eye.pressed |= {c.cell for c in self._clicked if c.button is Button.LEFT}
        self._eye.flagged |= {c.cell for c in self._clicked if c.button is Button.RIGHT}
        if made < len(clicks):
            raise Disturbed(self._clicked)

    def _stands_alone(self, click: Click) -> bool:
        """Whether a click opens a cell of which all neighbours are understood, some of them open.

        Then nothing larger than the cell lies over it, and it is there that it has to be clicked.
        """
        assert self._reading is not None
        around = neighbours(click.cell, self._reading.confidence.shape)
        symbols = [self._symbol(cell) for cell in around]
        opened = any(symbol.isdigit() for symbol in symbols)
        return click.button is Button.LEFT and opened and UNKNOWN not in symbols

    def _untried(self, clicks: Sequence[Click]) -> bool:
        """Whether flags are asked for in a program of which nobody knows how it takes them."""
        asked = any(click.button is Button.RIGHT for click in clicks)
        return asked and not self._known_skin and not self.click_style.flags_tried

    def _try_flags(self, shot: Shot, clicks: Sequence[Click]) -> None:
        """Learn, on a cell these clicks are to open, whether the right button flags."""
        place = self._eye.place
        assert place is not None and self._board is not None
        safe = [c for c in sorted(rules.opened_by(self._board, clicks)) if self._symbol(c) == "#"]
        if not safe:
            self.click_style.chords = False
            return
        holds = dict.fromkeys((self.click_style.hold, HOLDS[-2]))
        (row, col), lattice = safe[0], place.lattice
        first = lattice.cell_box((max(0, row - 1), max(0, col - 1)))
        last = lattice.cell_box((min(lattice.rows, row + 2) - 1, min(lattice.cols, col + 2) - 1))
        box, at = lattice.cell_box(safe[0]), self._point(shot, safe[0])
        spot = Spot(place.monitor, box, (*first[:2], *last[2:]), at, self._beside(place))
        self.click_style.flags_tried = True
        self.click_style.chords = right_button_marks(self.view, spot, tuple(holds))

    def _outgrown(self, reading: Reading) -> bool:
        """Whether cells came up that the skin lacks: this may be another, drawn much like it."""
        place, board = self._eye.place, self._board
        if place is None or place.skin is None or board is None or reading.stage is Stage.LOST:
            return False
        strange = any(board[cell] == HIDDEN for cell in reading.unknown)
        self._strange = self._strange + 1 if strange else 0
        if self._strange not in SUSPECT:
            return False
        self._eye.suspect()
        return True

    def _ended_by(self, before: Sequence[str], reading: Reading) -> Reading:
        """The reading, lost or won where the last clicks have ended the game."""
        self._reading = self._ending.told(before, reading, self._board, self._clicked)
        return self._reading

    def _may_have_moved(self, reading: Reading) -> bool:
        return self._shifted() and reading.stage not in (Stage.WON, Stage.LOST)

    def _shifted(self) -> bool:
        """Whether the board may have moved, told by what lies around it."""
        return self._shifts < FALSE_ALARMS and self._eye.shifted

    def _press(self, shot: Shot, click: Click) -> Press:
        """The press that carries out a click, and what must be as it was for it."""
        at = self._point(shot, click.cell)
        press = self.click_style.press(click, at)
        if self._cuts >= FALSE_ALARMS:
            return press
        assert self._reading is not None
        cells = neighbours(click.cell, self._reading.confidence.shape)
        open_cells = [cell for cell in cells if self._symbol(cell).isdigit()]
        # Numbers tell more than blank cells do.
        telling = sorted(open_cells, key=lambda cell: self._symbol(cell) == "0")[:AROUND]
        around = tuple(self._point(shot, cell) for cell in telling)
        return replace(press, around=around or (at,))

    def _symbol(self, cell: Cell) -> str:
        return self._reading_cells()[cell[0]][cell[1]]

    def _reading_cells(self) -> tuple[str, ...]:
        assert self._reading is not None
        return self._reading.cells

    def _point(self, shot: Shot, cell: Cell) -> Point:
        """Mouse coordinates of the middle of a cell; `shot` shows the board's box."""
        assert self._eye.place is not None
        left, top, _, _ = self._eye.place.box
        x, y = self._eye.place.lattice.centre(cell)
        screen_x, screen_y = shot.to_screen(x - left, y - top)
        return int(screen_x), int(screen_y)

    def find(self) -> None:
        """Find the board anew; raises BoardNotFoundError."""
        reading = self._eye.find()
        if fresh(reading):
            self._eye.learn_hidden(reading)
        if reading.mines is not None:
            self._mines = reading.board().mines

    def _await_board(self) -> None:
        """Wait until what is shown keeps still, and find the board in it."""
        start = time.perf_counter()
        words = press_words(self.view, None, HOLDS[-1], levels=True)
        ways_in = chain(words, press_faces(self.view, HOLDS[-1]))
        while True:
            await_stillness(self.view, STILL, STILL_AT_MOST)
            if self.view.unroll():
                await_stillness(self.view, STILL, STILL_AT_MOST)
            try:
                self.find()
                break
            except BoardNotFoundError:
                waited = time.perf_counter() - start
                if waited > self.patience:
                    raise
                if waited > ENTER:
                    # Many pages open with a button to begin, some with nothing but a face.
                    next(ways_in, None)
        found = self._eye.place
        assert found is not None
        parts = HANDY / found.lattice.pitch_x, HANDY / found.lattice.pitch_y
        # In huge cells numbers may be tiny.
        if max(parts) < 0.5 and self.view.shrink(*parts) and not self._found_as(found):
            self.view.shrink(1.0, 1.0)
            self._found_as(found)

    def _found_as(self, place: Location) -> bool:
        """Whether a board of the same rows and columns is found on a view that has changed."""
        await_stillness(self.view, STILL, STILL_AT_MOST)
        self._eye.place = None
        try:
            self.find()
        except BoardNotFoundError:
            return False
        return self._eye.place is not None and self._eye.place.shape == place.shape

    def _await_paint(self, pending: set[Cell]) -> None:
        """Wait for the first sign of what the last clicks open."""
        due = [c.cell for c in reversed(self._clicked) if c.cell in pending]
        if due and self._shot is not None:
            self._watch.await_paint(due[0], self._shot)

    def _read(self, picture: NDArray[np.uint8]) -> Reading:
        """A picture of the board's pixels, read in the light of what was clicked."""
        reading = with_clicked_blank(self._eye.read(picture), self._board, self._clicked)
        return without_strays(reading, self._board, self._clicked, self._known_skin)

    def _settle(self, pending: set[Cell]) -> Reading:
        """Watch the board until it shows what it must, and is still where stillness is needed."""
        self._reading, self._shot = self._watch.settle(
            self._read,
            lambda reading: self._complete(reading, pending),
            bool(pending),
        )
        return self._reading

    def _complete(self, reading: Reading, pending: set[Cell]) -> bool:
        """Whether a reading can be all there is: nothing due is missing, nothing is odd."""
        if set(reading.unknown) - self._unread_cells:
            return False
        if reading.stage is Stage.LOST:
            return True
        board = reading.board()
        if any(board[cell] == HIDDEN for cell in pending):
            return False
        return (
            not has_unfinished_zeros(reading, self._program)
            and not rules.impossible_numbers(board).any()
        )

    def _find_again(self, moved: bool = False) -> Reading:
        """The board is not understood: stop, look everywhere, wait for it to come back.

        With `moved` it is understood, but may lie elsewhere now.
        """
        before = self._eye.place
        assert before is not None
        start = time.perf_counter()
        # What we clicked may have brought up a dialog, as many programs do at the end of a game.
        keys = list(DISMISS) if self._clicked else []
        if self._clicked and self._clicked[-1].button is Button.RIGHT:
            # What was flagged may have the keyboard, and be opened by it.
            keys = keys[:1]
        done: set[Cell] = set()
        # What we see of our board, if it is still there, is not all closed.
        opened = self._ongoing is not None or any(c.button is Button.LEFT for c in self._clicked)
        if self._clicked:
            if self._board is not None and self._reading is not None:
                done = acted(self._board, self._reading.cells)
            self._step_aside(before)
        while True:
            try:
                self._eye.find(self._board, moved, opened, until=start + SEARCH)
                moved = False
                place = self._eye.place
                if place is not None and place.shape == before.shape:
                    reading = self._ended_by((), self._settle(set()))
                    sound = not rules.impossible_numbers(reading.board()).any()
                    sound = (
                        sound
                        and not has_unfinished_zeros(reading, self._program)
                        and familiar(place, reading)
                    )
                    # A board without what we opened is another one, unless it lies where ours was.
                    ours = fits_clicks(reading, self._board, self._clicked)
                    other = not near(place, before) and ((opened and fresh(reading)) or not ours)
                    # What covers a part of it may look like closed cells.
                    whole = reading.stage in (Stage.WON, Stage.LOST) or not (
                        self._eye.cut or numbers_covered(reading, self._board)
                    )
                    if whole and not other and plausible(reading, self._board, self._program):
                        return reading
                    # Another game is one we play only where ours was.
                    at_home = near(place, before) or not (other or self._known())
                    if whole and plain(reading) and sound and at_home:
                        return reading
                    partial = (
                        None
                        if other or not whole
                        else plausible_part(reading, self._board, self._program)
                    )
                    if partial is not None and time.perf_counter() - start > PARTLY:
                        return partial
                    what = "what it shows makes no sense" if whole else "a part of it is covered"
                    if not at_home:
                        what, self._eye.place = "another game is shown elsewhere", before
                    elif reading.unknown:
                        what = f"{len(reading.unknown)} of its cells are not understood"
                else:
                    self._eye.place = before
                    what = "another board is there instead"
            except BoardCoveredError:
                what, moved = "a part of it is covered", False
            except BoardNotFoundError:
                what, moved = "it is nowhere to be seen", False
            searched = time.perf_counter() - start
            if keys and searched > keys[0][0]:
                self.view.key(keys.pop(0)[1])
            elif searched > SEARCH:
                raise LostSightError(
                    f"the board got lost: {what}; check that nothing covers it and that it was "
                    f"not scrolled away or closed",
                    done,
                )
            time.sleep(0.05)

    def _known(self) -> bool:
        """Whether something of a game was open when it was seen last."""
        return self._board is not None and bool((self._board.cells < FLAG).any())

    def _step_aside(self, place: Location) -> None:
        """Take the pointer off the board: what it hovers over may show more than the cells."""
        self.view.park(self._beside(place))

    def _beside(self, place: Location) -> Point:
        """Mouse coordinates of a point beside the board."""
        shot = self.view.grab(place.monitor, place.box)
        x0, y0, x1, y1 = place.box
        x, y = shot.to_screen(x1 - x0 + 0.75 * place.lattice.pitch_x, (y1 - y0) / 2)
        return int(x), int(y)

    def new_game(self) -> None:
        """Begin a new round by the face above the board; raises GameWontBeginError if in vain."""
        if self._eye.place is None:
            self.find()
        place = self._eye.place
        assert place is not None
        tried = []
        never_opened = self._ongoing is None and self._ended is None
        untouched = never_opened and self.stage() is Stage.WAITING
        if self._ongoing is None and self._way is not None:
            # What seemed to begin a round has begun none.
            self._in_vain.add(self._way)
        # Some programs offer the lost board again: then it is another one that is asked for.
        again = self._ongoing is not None and self._ongoing == self._ended
        self._ended, self._ongoing = self._ongoing, None
        hold, before = self.click_style.hold, self._way
        tries = ways(
            self.view,
            place,
            hold,
            self._during,
            keys_first=again,
            before=before,
            untouched=untouched,
        )
        for way in tries:
            tried.append(way)
            if way in self._in_vain:
                continue
            self._board, self._clicked = None, []
            self._eye.flagged.clear()
            self._eye.pressed.clear()
            self._ending.forget()
            self._shifts = self._cuts = 0
            away = "F5" in way or "word" in way
            if begins(self._eye, self._ended) or (away and begins_elsewhere(self._eye, untouched)):
                self._during, self._way = None, way
                return
        raise GameWontBeginError(
            f"no new round begins; tried {', '.join(dict.fromkeys(tried))}; begin one by hand"
        )

    def _remember_screen(self) -> None:
        """Keep a picture of a game going on, where no face is there to begin the next one."""
        place = self._eye.place
        if place is not None and place.skin is None:
            self._during = self.view.pictures()[place.monitor]

    def _keep_frame(self) -> None:
        """Keep a picture of the board with the room of a head line around it."""
        assert self._eye.place is not None
        lattice = self._eye.place.lattice
        x0, y0, x1, y1 = self._eye.place.box
        wide, high = round(1.5 * lattice.pitch_x), round(1.5 * lattice.pitch_y)
        left, top = max(0, x0 - wide), max(0, y0 - 3 * high)
        self.frame = self.view.grab(self._eye.place.monitor, (left, top, x1 + wide, y1 + high))
        self.frame_lattice = lattice.moved(-left, -top)
