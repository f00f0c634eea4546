"""The ways to begin a new round: the face beside the board, a button that says so, or keys."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from mwagent.belief import Location
from mwagent.player.rounds.buttons import answer_dialogs, press_words
from mwagent.player.rounds.entrance import enter
from mwagent.player.rounds.faces import find_face
from mwagent.player.rounds.firm_press import press_firmly
from mwagent.player.rounds.menus import press_menus
from mwagent.player.rounds.named import named_keys, press_named
from mwagent.player.views import View

KEYS: Final = ("escape", "ctrl+n")
"""Keys that close the dialog that stands before a new round, or begin one."""

RELOAD: Final = re.compile(r"\b(refresh|reload)\b|\bF5\b", re.IGNORECASE)
"""What a page says that has no button for another round."""
EASY: Final = 100
"""Largest number of cells of a board that is taken for that of an easy level."""


class Way(Enum):
    """What begins a new round, in the order it is tried."""

    DIALOG = auto()
    FACE = auto()
    ENTRANCE = auto()
    WORD = auto()
    KEY_F2 = auto()
    KEY = auto()
    MENU = auto()
    RELOAD = auto()

    @property
    def leads_elsewhere(self) -> bool:
        """Whether the board of the new round may lie elsewhere, or be of another size."""
        return self in (Way.ENTRANCE, Way.WORD, Way.RELOAD)


LEAVES: Final = {Way.KEY, Way.DIALOG}
"""Ways that may leave a game that is over for a menu."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What was just tried: the way, and in words what was clicked or typed."""

    way: Way
    name: str


def ways(
    view: View,
    location: Location,
    hold: float,
    *,
    keys_first: bool = False,
    before: Way | None = None,
    untouched: bool = False,
    gone: Callable[[], bool] = lambda: False,
) -> Iterator[Tried]:
    """Try one way after another to begin a new round; yields what was just tried.

    With `keys_first` keys are tried before the page is loaded anew. `before` is what began the
    round before: it comes first. Where nothing was ever opened (`untouched`), a level may have to
    be chosen. `gone` says whether no board is in sight any more: then there may be the menu that
    came before the first.
    """
    # What deals the smallest board changes no level where that was played.
    rows, cols = location.shape
    easiest = rows * cols <= EASY
    listed: dict[Way, Callable[[], Iterator[str]]] = {
        Way.DIALOG: lambda: answer_dialogs(view, hold, begin=True),
        Way.FACE: lambda: _face(view, location, hold),
        Way.ENTRANCE: lambda: _entrance(view, hold, gone),
        Way.WORD: lambda: press_words(view, location, hold, levels=untouched or easiest),
        Way.KEY_F2: lambda: _typed(view, "f2"),
        Way.KEY: lambda: itertools.chain(
            press_named(view, location), *(_typed(view, key) for key in KEYS)
        ),
        Way.MENU: lambda: press_menus(view, location, hold),
        Way.RELOAD: lambda: _loaded(view, location, hold, gone),
    }
    order = list(listed)
    if keys_first:
        order.remove(Way.KEY)
        order.insert(order.index(Way.KEY_F2) + 1, Way.KEY)
    if view.alone:
        # A page that is loaded anew deals a board for certain; a level is chosen again if need be.
        order.remove(Way.RELOAD)
        order.insert(order.index(Way.KEY_F2) + 1, Way.RELOAD)
    # A dialog lies over all that began the round before.
    first = {Way.DIALOG, before} | ({Way.RELOAD} if asks_to_reload(view) else set())
    told: set[str] = set()
    for way in sorted(order, key=lambda way: way not in first):
        late = answer_dialogs(view, hold, begin=True) if way is not Way.DIALOG else iter(())
        known = told
        told = known if way is Way.DIALOG else named_keys(view, location, drawn=False)
        for name in press_named(view, location) if told - known else ():
            # What is said in so many words goes before what is likely, and may come up late too.
            yield Tried(Way.KEY, name)
        for name in itertools.chain(late, listed[way]()):  # a dialog may come up late
            yield Tried(way, name)
            if way in LEAVES:
                # Whatever was pressed may have led back to the menu.
                for entered in listed[Way.ENTRANCE]():
                    yield Tried(Way.ENTRANCE, entered)


def asks_to_reload(view: View) -> bool:
    """Whether a page says that it is to be loaded anew."""
    return view.alone and RELOAD.search(view.text()) is not None


def _face(view: View, location: Location, hold: float) -> Iterator[str]:
    for _ in range(2):
        point = find_face(view, location)
        if point is not None and press_firmly(view, point, hold) is not None:
            yield "the face beside the board"


def _entrance(view: View, hold: float, gone: Callable[[], bool]) -> Iterator[str]:
    """Choose a level where many programs go back to when a game is over."""
    way = enter(view, hold)
    while gone() and (name := next(way, None)) is not None:
        yield name


def _typed(view: View, key: str) -> Iterator[str]:
    if view.key(key):
        yield f"the key {key.removeprefix('Key').upper()}"


def _loaded(view: View, location: Location, hold: float, gone: Callable[[], bool]) -> Iterator[str]:
    """Load the page anew, and begin where it asks for that."""
    for name in _typed(view, "f5"):
        yield name
        told = named_keys(view, None, drawn=False)
        for key in dict.fromkeys(press_named(view, None)) if told else ():
            yield f"{name} and {key}"
        # What was played before may have to be chosen again.
        for word in press_words(view, location, hold, levels=view.alone):
            yield f"{name} and {word}"
        for entered in _entrance(view, hold, gone):
            yield f"{name} and {entered}"
