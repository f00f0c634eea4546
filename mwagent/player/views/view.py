"""What a played program shows and takes: pictures out, presses in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mwagent.belief import Sight
from mwagent.minefield.clock import REAL, Clock
from mwagent.player.views.press import Press
from mwagent.player.views.windows import Point
from mwagent.vision.lattice import Box

Region = tuple[float, float, float, float]
"""A rectangle in mouse coordinates: left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Under:
    """What lies under a point: what a press there would act on.

    `words` are all that is said of it, its label and its tooltip, and `signs` the names that its
    maker gave it; "" where a view shows nothing but pictures. It `leads` away where it is certain
    to, to another site or to a file; a program fills `client`, None where that cannot be told.
    It may be a part of a `dialog` of what is played; `about` is all that is said there, beside its
    buttons, and `pictures` are where something is drawn without words.
    """

    ours: bool
    """Whether it is a part of what is played: not its title bar, and no other program."""
    words: str = ""
    signs: str = ""
    leads: bool = False
    client: Region | None = None
    dialog: bool = False
    about: str = ""
    pictures: tuple[Region, ...] = ()


class Pressed(Protocol):
    """What is pressed: a mouse and keys over the pixels, and what lies under them.

    Presses are given in mouse coordinates, which `Shot.to_screen` computes from pixels. What says
    nothing of other windows has none: all of it is played.
    """

    guarded: bool
    """Whether presses are held back that would hit something else than what was seen."""
    clock: Clock = REAL
    """By which is waited for what is shown."""
    wait: float = 60.0
    """Seconds for which what is not the game's is waited for that lies over the board."""
    refused: frozenset[str] = frozenset()
    """What dialogs have said that were answered in this round: none is refused twice."""

    def press(self, presses: Sequence[Press]) -> int:
        """Carry out presses in order; returns how many were made.

        Makes fewer, perhaps none, when the user has taken hold of the mouse. Raises
        FailSafeError when it was thrown into a corner.
        """
        ...

    def pointer(self) -> Point:
        """Where the pointer is, in mouse coordinates."""
        ...

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        ...

    def key(self, name: str) -> bool:
        """Type a key: `f2`, `f5`, `escape`, `enter`, `space`, or keys together: `ctrl+n`.

        Types nothing and returns False where another program would get the key, or where it would
        do harm.
        """
        ...

    def under(self, at: Point) -> Under:
        """What a press at a point would act on."""
        del at
        return Under(ours=True)

    def found(
        self, monitor: int, box: Box, shape: tuple[int, int] = (1, 1), *, same: bool = False
    ) -> None:
        """Note where a board lies, in pixels of a monitor's picture: that is what is played.

        It has `shape` rows and columns, and is the `same` where it shows what was opened before.
        """
        del monitor, box, shape, same

    def gone_to(self) -> str:
        """The address of the page that has come by itself instead of the one played, "" if none."""
        return ""

    def in_the_way(self, monitor: int, box: Box) -> str | None:
        """What is not the game's and lies over the board, or has the keyboard; None for nothing."""
        del monitor, box
        return None

    def dialogs(self) -> list[Region]:
        """The dialogs of what is played that are in sight, the topmost first."""
        return []

    def dismiss(self, region: Region) -> bool:
        """Close a dialog as its window is closed; False where that cannot be done."""
        del region
        return False

    def leave(self, region: Region) -> None:
        """Take note that a dialog is not answered: it is in the way."""
        del region

    def over(self) -> list[Region]:
        """All windows that lie over the one that is played, whosever they are."""
        return []

    def plays(self, at: Point) -> bool:
        """Whether a point may show a game: what looks like a board elsewhere, a table, is none."""
        ...


class Told(Protocol):
    """What a page tells of itself and lets be done, beside what it shows; a screen does neither."""

    alone: bool = False
    """Whether nothing is in sight but the program that is played."""

    @property
    def loading(self) -> bool:
        """Whether pictures are being fetched that were asked for since the last press."""
        return False

    def text(self) -> str:
        """What is written there and in its dialogs so far, "" where that cannot be told."""
        return ""

    def buttons(self) -> list[tuple[str, Region]]:
        """What can be clicked there and bears words, and where, in mouse coordinates.

        None where that cannot be told.
        """
        return []

    def fields(self) -> list[tuple[str, Region]]:
        """Empty fields that the program names, what to write in each, and where."""
        return []

    def shrink(self, across: float, down: float) -> bool:
        """Show things in parts of the width and height there were at first; False where it cannot.

        Some pages make cells as large as they find room for.
        """
        del across, down
        return False

    def unroll(self) -> bool:
        """Show what is scrolled out of sight, too; False where it cannot, or need not."""
        return False


class View(Sight, Pressed, Told, Protocol):
    """A screen or a browser tab: the pixels of it, a mouse over it, and what it tells."""

    def close(self) -> None:
        """Let go of it."""
