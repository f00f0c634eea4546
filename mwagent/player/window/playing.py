"""Playing on a board that was found: it is looked at, clicked, and begun anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mwagent.belief import Search, carried_over, total_of
from mwagent.minefield import HIDDEN, Board, Cell, Click, Stage
from mwagent.player.play import EFFECT, Disturbed, GameWontBeginError
from mwagent.player.rounds import RoundStarter
from mwagent.player.views import Manner, gone_on
from mwagent.player.window.finishing import Finishing
from mwagent.player.window.handling import Handling
from mwagent.player.window.lateness import Lateness, without
from mwagent.player.window.looking import Looking
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.pressing import Pressing
from mwagent.player.window.recovering import Recovery
from mwagent.player.window.suspicion import Measure, Sign, Suspicion
from mwagent.player.window.waiting import await_clear
from mwagent.vision.reading import Reading


class _Doubts(NamedTuple):
    """What speaks against a reading: it is `odd` where the board shows what it cannot.

    It may have `moved`, which is odd as well, or cells are `shut` that were opened.
    """

    odd: bool
    moved: bool
    shut: bool


class Playing:
    """One board of a view, from the moment it was found on.

    A look is over as soon as everything the last clicks must have opened is open and makes sense.
    Where it makes none, the pointer is put aside, and then the board is looked for anew.
    """

    def __init__(self, board: PlayedBoard):
        self.board = board
        self.looking = Looking(board)
        self.suspicion = Suspicion()
        self.pressing = Pressing(board, self.looking, self.suspicion)
        self._handling = Handling(board, self.pressing)
        self._lateness = Lateness(board)
        self._finishing = Finishing(board, self.looking, self.pressing)
        self._rounds = RoundStarter()
        self._mines: int | None = None
        self._perhaps_clock = False
        self._count(board.reading)
        self.said: Stage | None = None
        self._looked = False
        self._doubted = False
        self._told = False
        self._note_place()

    @property
    def stage(self) -> Stage:
        """How far the game is, as of the last look."""
        return self.board.reading.stage if self._looked else Stage.WAITING

    def look(self) -> Board:
        """The board, once the picture shows what the last clicks did.

        Raises LostSightError when it got lost.
        """
        covered = self.suspicion.calls_for(Measure.ASK_WHAT_LIES_OVER)
        if not self.board.view.alone or covered:
            # What lies over the board of a page is seen where the board makes no sense.
            await_clear(self.board.view, self.board.location)
        before_clicks = self.board.reading.cells
        self.looking.await_paint()
        self._put_pointer_aside()
        reading = self.looking.settle(before_clicks)
        if self._lateness.changed(reading, self.board.before):
            self.looking.follower.calm.restore()
            reading = self.looking.settle(before_clicks)
        if self._handling.goes_on(self.board.before, reading):
            reading = self.looking.settle(before_clicks)
        late = self._take_back(reading)
        doubts = self._doubts(reading)
        if (doubts.odd or doubts.shut) and not self._doubted:
            reading, doubts = self._look_once_more(before_clicks, reading, doubts)
        elif self._opens_alone(reading):
            reading = self._with_lone_blanks(before_clicks, reading)
            doubts = self._doubts(reading)
        over = reading.stage in (Stage.WON, Stage.LOST) and not self.board.program.known_skin
        asked = self._doubted or self._told or self.looking.announcement.interrupted
        self.said, self._told = None, False
        odd = doubts.odd or doubts.shut or self._doubted
        if odd or over or asked or late:
            self.said = self.looking.said(painted=odd)
        doubted, self._doubted = self._doubted, False
        if self.said is not None:
            return self._end(replace(reading, stage=self.said))
        away = self.board.view.gone_to() != ""
        if doubted or self._outgrown(reading) or doubts.odd or away:
            if not self._looked:
                # A cell that the pointer has left may look otherwise than the others ever since.
                self.board.forget()
            reading = self._find_again(doubts.moved)
        return self._believe(reading)

    def click(self, clicks: Sequence[Click]) -> None:
        """Carry out clicks, if the board still is what was seen.

        Raises Disturbed when it is not, or when the user takes hold of the mouse.
        """
        if not self.pressing.is_unchanged() or self._rim_changed() or self._end_was_told():
            raise Disturbed
        if self.pressing.must_try_flags(clicks):
            self.pressing.try_flags(clicks)
            raise Disturbed
        # What is not understood may be something else lying over the board.
        wanted = self.board.understood(clicks)
        self.suspicion.note(Sign.TARGETS_UNREAD, not wanted)
        if not wanted:
            self.looking.step_aside()
        known_skin = self.board.program.known_skin
        if self.suspicion.calls_for(Measure.DOUBT_LEARNED) and not known_skin:
            self.doubt()
        if self.suspicion.calls_for(Measure.PRESS_UNREAD):
            wanted = [click for click in clicks if self.board.stands_alone(click)][:1]
        made = self.pressing.press(self.pressing.at_once(wanted))
        if made and self.pressing.hands.manner is Manner.MENU:
            self._handling.choose(made[0].cell)
        if len(made) < len(clicks):
            raise Disturbed(made)

    def finish(self, mines: Sequence[Cell]) -> Stage | None:
        """What the program says of a round of which nothing but `mines` is left."""
        return self._finishing.finish(mines)

    def doubt(self) -> None:
        """Do not believe what was seen: look for the board anew, and in other ways."""
        self._doubted = True
        self.board.doubt()

    def find(self) -> None:
        """Find the board anew, wherever it is now; raises BoardNotFoundError."""
        found = self.board.find(Search())
        self.board.adopt_fresh(found)
        self._note_place()
        if found.reading.mines is not None:
            self._count(found.reading)

    def new_game(self) -> None:
        """Begin a new round by the face beside the board; raises GameWontBeginError if in vain."""
        if not self.board.view.alone:
            # What lies over the board of a page may begin the next round, or hides no button.
            await_clear(self.board.view, self.board.location, begin=True)
        untouched, shape = self.stage is Stage.WAITING, self.board.location.shape
        touched = frozenset(self.board.pressed)
        self.board.begin_round()
        self.board.view.refused = frozenset()
        self.looking.ending.forget()
        self._lateness.forget()
        self.looking.announcement.forget()
        self.said = None
        self.suspicion.begin_round()
        hold = self.pressing.style.hold
        try:
            self._rounds.begin(self.board, hold, untouched=untouched, touched=touched)
        except GameWontBeginError:
            if await_clear(self.board.view, self.board.location, begin=True) < EFFECT:
                raise
            self._rounds.begin(self.board, hold, untouched=untouched, touched=touched)
        if self.board.location.shape != shape:
            self._mines = None
        self._note_place()

    def _count(self, reading: Reading) -> None:
        """Note the number of mines of a round nobody has touched, and whether it is doubted."""
        self._mines = total_of(reading, self.board.program.known_skin)
        self._perhaps_clock = reading.mines_doubted

    def _recount(self, reading: Reading) -> None:
        """Drop a number of mines that may be a clock's once it and the flags add up no more."""
        if self._perhaps_clock and reading.stage is Stage.ONGOING:
            total = self.board.total_now(reading)
            if total is not None and total != self._mines:
                self._mines, self._perhaps_clock = None, False

    def _note_place(self, same: bool = False) -> None:
        """Say to the view where the board lies: the window there is the one that is played."""
        location = self.board.location
        self.board.view.found(location.monitor, location.box, location.shape, same=same)

    def _take_back(self, reading: Reading) -> bool:
        """Believe no more in blank cells that look otherwise now; gives whether there are any."""
        late = self._lateness.turned(reading)
        if late and self.board.known is not None:
            self.board.known = without(self.board.known, late)
            self.board.note_stepwise(False)
        return bool(late)

    def _end_was_told(self) -> bool:
        """Whether the program has said since the last look that the round is over.

        It is not asked each time in programs whose skin is known: that takes a while, and they show
        how a round ends. An end that was said and not believed counts no more.
        """
        if self.said is not None:
            self.looking.announcement.begin()
            self.said = None
        elif not self.board.program.known_skin:
            self._told = self.looking.announcement.told()
        return self._told

    def _put_pointer_aside(self) -> None:
        """Take the pointer off a board whose cells may look otherwise under it."""
        known = self.board.program.known_skin
        misleads = not known or self.suspicion.calls_for(Measure.STEP_ASIDE_FIRST)
        if misleads and self.looking.hovers():
            self.looking.step_aside()

    def _doubts(self, reading: Reading) -> _Doubts:
        moved = self._may_have_moved(reading)
        odd = moved or not self.looking.makes_sense(reading)
        return _Doubts(odd, moved, self._stays_closed(reading))

    def _look_once_more(
        self, before_clicks: Sequence[str], reading: Reading, doubts: _Doubts
    ) -> tuple[Reading, _Doubts]:
        """Look without the pointer, and with zeros that open nothing where they must be that."""
        if self.looking.hovers():
            # What the pointer hovers over may look otherwise, and cover what is beside it.
            self.looking.step_aside()
            reading = self.looking.settle(before_clicks)
            doubts = self._doubts(reading)
            if not doubts.odd and not doubts.shut:
                self.suspicion.note(Sign.SENSELESS_UNDER_POINTER, True)
        if self.board.clicked and not doubts.moved and self.looking.stays_closed(reading):
            reading = self._with_lone_blanks(before_clicks, reading)
            doubts = self._doubts(reading)
        return reading, doubts

    def _opens_alone(self, reading: Reading) -> bool:
        """Whether nothing was seen to open, but pressed cells, and they alone, look otherwise."""
        unread = set(reading.unknown)
        return reading.stage is Stage.WAITING and len(unread) > 1 and unread <= self.board.pressed

    def _with_lone_blanks(self, before_clicks: Sequence[str], reading: Reading) -> Reading:
        """The reading with those of the cells that seem closed which must be zeros."""
        effective = self.pressing.style.effective
        picture, marked = self.board.shot.seen, self.looking.ending.doubted
        told = self.board.lone_blanks(picture, reading, effective, marked)
        return self.looking.with_end(before_clicks, reading.explained(told))

    def _end(self, reading: Reading) -> Board:
        """Take a reading for the last of a game whose end was said; a dialog may cover it."""
        known = carried_over(reading, self.board.known, self._mines, self.board.flagged)
        self._looked = True
        self.board.see(self.board.shot, reading)
        self.board.believe(known, frozenset(reading.unknown))
        return known

    def _find_again(self, moved: bool) -> Reading:
        before = self.board.location
        recovery = Recovery(self.board, self.looking, self._rounds.ongoing)
        reading = recovery.find(moved)
        self._note_place(self._rounds.ongoing and self.looking.makes_sense(reading))
        if address := self.board.view.gone_to():
            raise gone_on(address)
        if self.board.location.shape != before.shape:
            self._mines = None
        self.suspicion.note(Sign.RIM_CHANGED, moved and self.board.location is before)
        return reading

    def _believe(self, reading: Reading) -> Board:
        """Take a reading for what the board shows, and learn from it."""
        board, style = self.board, self.pressing.style
        self._recount(reading)
        known = carried_over(reading, board.known, self._mines, board.flagged)
        self._looked = True
        board.remember(board.shot.seen, reading)
        if self.stage is Stage.LOST and len(board.clicked) > 1:
            # Only cells that are safe are pressed at once: one of the presses went astray.
            style.slow_down(astray=True)
        elif board.known is not None and board.clicked and self.stage is not Stage.LOST:
            style.learn(board.known, board.clicked, known, frozenset(reading.unknown))
        board.believe(known, frozenset(reading.unknown))
        if not self.looking.announcement.awaited and self.stage not in (Stage.WON, Stage.LOST):
            self.looking.announcement.begin()
        if reading.stage is Stage.ONGOING:
            self._rounds.note(known)
        return known

    def _stays_closed(self, reading: Reading) -> bool:
        return self.pressing.style.effective and self.looking.stays_closed(reading)

    def _outgrown(self, reading: Reading) -> bool:
        """Whether the skin lacks cells that came up, or misreads them: this may be another one."""
        board = self.board.known
        if not self.board.program.known_skin or board is None or reading.stage is Stage.LOST:
            return False
        strange = any(board[cell] == HIDDEN for cell in reading.unknown)
        strange |= not self.looking.makes_sense(reading)
        self.suspicion.note(Sign.STRANGE_CELLS, strange)
        outgrown = self.suspicion.calls_for(Measure.DOUBT_SKIN)
        if outgrown:
            self.board.suspect_skin()
        return outgrown

    def _may_have_moved(self, reading: Reading) -> bool:
        return self._rim_changed() and reading.stage not in (Stage.WON, Stage.LOST)

    def _rim_changed(self) -> bool:
        """Whether what lies around the board has changed: then it may have moved."""
        trusted = not self.suspicion.calls_for(Measure.TRUST_RIM_NO_MORE)
        return trusted and self.board.moved
