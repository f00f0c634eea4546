"""Which of the windows on a screen is played, and what lies over it or has the keyboard instead.

The window with the board is known from the moment the board is found. Dialogs and menus belong to
it where their program says so to the system, or where their title speaks of nothing but a game, or
says nothing: what may be pressed on them, their words tell. Every other window is somebody else's,
be it of the same program: it is neither pressed nor typed into, and waited for where it is in the
way.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from typing import Final

from mwagent.player.play import EFFECT
from mwagent.player.views.view import Region, Under
from mwagent.player.views.windows import OpenWindow, Point, Windows, within
from mwagent.player.views.wording import speaks_of_game
from mwagent.vision.ranks import MAJORITY

GAME: Final = re.compile(
    r"\bmines?\b|mine ?sweep|sweeper|demin|démin|saper|sapper|сап[её]р|мин[её]р|buscaminas"
    r"|campo minado|prato fiorito|扫雷|踩地雷|マインスイーパ|지뢰",
    re.IGNORECASE,
)
"""What titles of windows call the game, in a dozen languages."""
_WORK: Final = (
    r"\b(code|studio|term|terminal|konsole|shell|emacs|n?vim|pycharm|intellij|eclipse|editor|files"
    r"|mail)\b"
)
WORK: Final = re.compile(_WORK, re.IGNORECASE)
"""What titles of editors, terminals and the like hold."""
OTHERS: Final = re.compile(
    rf"[/\\@]|\.\w|{_WORK}|\b(git|github|gitlab|chrome|chromium|firefox|safari|edge|opera|brave"
    r"|vivaldi)\b",
    re.IGNORECASE,
)
"""What titles of editors, terminals and browsers hold, in which the game may be named as well."""


class PlayedWindow:
    """The window that is played among those of a system."""

    def __init__(self, system: Windows):
        self._system = system
        self._number: int | None = None
        self._owner: int | None = None
        self._had_focus = False
        self._closed: set[int] = set()
        self._up: dict[int, float] = {}
        self._part: int | None = None
        self._asked: int | None = None
        self._last: OpenWindow | None = None
        self._shown: list[OpenWindow] = []

    def look(self) -> None:
        """Note which windows are in sight with a picture, in which a board may be found later."""
        self._shown = list(self._system.windows())

    def found(self, points: Sequence[Point]) -> None:
        """Take the window that shows a board at most of some points for the one that is played.

        A board in a window of another program is not ours as long as a window of ours is open, nor
        is a dialog over it, whose list of times may look like one.
        """
        # What has come over the board while it was searched for shows none.
        shown = self._shown[::-1] if self._owner is None else []
        numbers = [
            next((one.number for one in shown if one.holds(at)), self._system.window(at))
            for at in points
        ]
        number = max(numbers, key=numbers.count, default=None)
        window = self._numbered(number)
        if window is not None and self._goes_on_in(window):
            self._number, self._owner, self._last = window.number, window.owner, window
            # A board whose cells are no widgets of their own is one widget: others may lie on it.
            bare = [at for at in points if self._system.window(at) == self._number]
            parts = [self._system.part(at) for at in bare]
            part = max(parts, key=parts.count, default=None)
            whole = part != self._number and parts.count(part) > MAJORITY * len(parts)
            self._part = part if whole else None

    def takes(self, at: Point, *, beside: bool = False) -> bool:
        """Whether what takes a press at a point now is the board that is played.

        For one `beside` it, whether it is the window that was asked for with `under` last. Where
        windows cannot be told apart, anything is.
        """
        if beside:
            return self._system.window_now(at) == self._asked
        if self._number is None:
            return True
        if self._part is not None:
            # It lies within the window: whatever covers that covers it as well.
            return self._system.part(at) == self._part
        return self._system.window_now(at) == self._number

    def titles(self) -> list[str]:
        """The titles of the windows of the program that is played."""
        return [each.title for each in self._system.windows() if each.owner == self._owner]

    def names_game(self) -> bool:
        """Whether a window is called a game."""
        return any(names_game(each.title) for each in self._system.windows())

    def under(self, at: Point) -> Under:
        """Whether a point lies in the window that is played, or in a dialog or a menu of it.

        Before there was a board, in one that `plays`. Where windows cannot be told apart, anywhere.
        """
        windows, own = self._system.windows(), self._own()
        self._asked = self._system.window(at)
        top = self._numbered(self._asked)
        if not windows:
            return Under(ours=True)
        if top is None:
            return Under(ours=False)
        dialog = self._is_dialog(top)
        played = self._may_be(top) if own is None else dialog or top.number == own.number
        client = top.inner()
        # A page, or an editor in which a program runs, has words of its own far from the game.
        named = dialog or names_game(top.title, only=len(windows) == 1)
        return Under(played and within(client, at), client=client if named else None, dialog=dialog)

    def dialogs(self) -> list[Region]:
        """The dialogs and menus of the window that is played, the topmost first."""
        return [one.region for one in reversed(self._system.windows()) if self._is_dialog(one)]

    def dismiss(self, region: Region) -> bool:
        """Close a dialog that lies in a region as its window is closed, where that can be done.

        It is asked once. One that stays is left alone, and is in the way a while later.
        """
        here = [one for one in self._system.windows() if one.region == region]
        left = [one for one in here if self._is_dialog(one) and one.number not in self._closed]
        self._closed |= {one.number for one in left}
        return any(self._system.close_window(one.number) for one in left if one.belongs)

    def leave(self, region: Region) -> None:
        """Take a dialog for one that is in the way."""
        here = [one.number for one in self._system.windows() if one.region == region]
        self._up |= dict.fromkeys(here, -math.inf)

    def over(self) -> list[Region]:
        """All windows that lie over the one that is played, whosever they are."""
        windows = self._system.windows()
        below = [at for at, each in enumerate(windows) if each.number == self._number]
        return [each.region for each in windows[below[0] + 1 :]] if below else []

    def in_the_way(self, points: Sequence[Point]) -> str | None:
        """What is not the game's and takes presses on a board, or the keyboard; None for nothing.

        It has the keyboard only once the game has had it: a game may be begun from a terminal.
        """
        own, focus = self._own(), self._system.focus()
        if own is None:
            return f"{_called(self._last)} is out of sight" if self._hidden() else None
        (x0, *_, x1), (y0, *_, y1) = (sorted(side) for side in zip(*points, strict=True))
        middles = [_middle_of_both((x0, y0, x1, y1), region) for region in self.over()]
        others = {self._system.window(at) for at in (*points, *filter(None, middles))}
        listed = {each.number: each for each in self._system.windows()}
        for number in others - {own.number, None}:
            window, now = listed.get(number or 0), time.monotonic()
            # A dialog is answered before long, and else it stays.
            stays = now - self._up.setdefault(number or 0, now) > 2 * EFFECT
            if window is None or stays or not self._is_dialog(window):
                return f"{_called(window)} lies over the board"
        self._had_focus |= focus == own.number
        window = listed.get(focus or 0)
        if not self._had_focus or window is None or focus == own.number or self._is_dialog(window):
            return None
        return f"{_called(window)} has the keyboard"

    def nobody_listens(self) -> bool:
        """Whether no window has the keyboard, nor one under the pointer, which would have it."""
        return self._system.focus() is None and self._own() is not None

    def focused(self) -> OpenWindow | None:
        """The window that is typed into now, where it is the one that is played, or may be."""
        number, own = self._system.focus(), self._own()
        window = self._numbered(number)
        if window is None:
            return None
        played = self._may_be(window) if own is None else number == own.number
        return window if played else None

    def plays(self, at: Point) -> bool:
        """Whether a point may show a game, as it does in no terminal and no editor."""
        top = self._at(at)
        return top is None or WORK.search(top.title) is None

    def _own(self) -> OpenWindow | None:
        """The window that is played, None before there was a board and where it is out of sight."""
        return self._numbered(self._number)

    def _hidden(self) -> bool:
        """Whether all of the program that is played is minimised: nothing in sight is its."""
        here = any(one.owner == self._owner for one in self._system.windows())
        return self._number is not None and not here and self._system.hidden(self._number)

    def _at(self, at: Point) -> OpenWindow | None:
        """The window of a program that takes a press at a point."""
        return self._numbered(self._system.window(at))

    def _numbered(self, number: int | None) -> OpenWindow | None:
        return next((one for one in self._system.windows() if one.number == number), None)

    def _is_dialog(self, window: OpenWindow) -> bool:
        """Whether a window is a dialog or a menu of the one that is played."""
        own = self._own()
        if own is None or window.number == own.number or window.owner != own.owner:
            return False
        return window.belongs or not window.title or speaks_of_game(window.title)

    def _goes_on_in(self, window: OpenWindow) -> bool:
        """Whether the game may have gone on in another window than before, which is no dialog."""
        if self._owner is None:
            return True
        windows = self._system.windows()
        gone = all(one.owner != self._owner for one in windows) and not self._hidden()
        return gone or (window.owner == self._owner and not self._is_dialog(window))

    def _may_be(self, window: OpenWindow) -> bool:
        """Whether a window is of a program that names the game, or the only one there is."""
        windows = self._system.windows()
        if not self._goes_on_in(window):
            return False
        # What asks for the level may be a window of its own.
        ours = [each for each in windows if each.owner == window.owner]
        alone = self._owner is None and len(ours) == len(windows)
        named = alone or any(names_game(each.title) for each in ours)
        return named and names_game(window.title, only=True)


def names_game(title: str, only: bool = False) -> bool:
    """Whether a title is that of a game; of the `only` window, whether it may be.

    >>> names_game("Minesweeper ~ Menu"), names_game("Mines - Intermediate")
    (True, True)
    >>> names_game("tk"), names_game("tk", only=True), names_game("me@home: ~", only=True)
    (False, True, False)
    >>> names_game("minesweeper.py - Editor"), names_game("mines - Visual Studio Code")
    (False, False)
    """
    return OTHERS.search(title) is None and (only or GAME.search(title) is not None)


def _called(window: OpenWindow | None) -> str:
    """What a window is called in a message."""
    if window is None:
        return "a window without a name"
    return f"the window '{window.title}'" if window.title else f"a window of {window.program}"


def _middle_of_both(one: Region, other: Region) -> Point | None:
    """The middle of what two rectangles have in common; None where that is nothing."""
    x0, y0 = max(one[0], other[0]), max(one[1], other[1])
    x1, y1 = min(one[2], other[2]), min(one[3], other[3])
    return (int(x0 + x1) // 2, int(y0 + y1) // 2) if x0 < x1 and y0 < y1 else None
