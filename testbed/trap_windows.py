"""The kinds of windows that come up amid a game of `testbed.trap_game` and are not the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

REFUSALS: Final = "No", "Cancel"
"""What may be pressed on a dialog of the game."""


@dataclass(frozen=True)
class Kind:
    """A kind of window: whose it is, what it says of itself, and how it behaves."""

    name: str
    of_game: bool = False
    frameless: bool = False
    """Not for a window manager to see: `override_redirect`."""
    type: str = ""
    """What it is for a window manager: dialog, dock, notification, …"""
    where: str = "over"
    """Over the board, under the pointer, beside, at the foot of the screen, or moving across."""
    focus: str = ""
    """What takes the keyboard: a button, a field, or the window itself."""
    grab: bool = False
    """Nothing else of its program takes clicks."""
    transient: bool = False
    """It says that it belongs to the window with the board."""
    at_end: bool = False
    """It comes up when a round has ended, not in its midst."""
    hides: bool = False
    """The window with the board is closed meanwhile."""
    minimised: bool = False
    """The window with the board is minimised, and nothing comes up."""
    asks: str = ""
    """What it asks with Yes and No, neither of which is to be pressed."""


KINDS: Final = (
    Kind("window of another program", focus="button"),
    Kind("window of another program with a field", where="beside", focus="field"),
    Kind("window of another program without a frame", frameless=True),
    Kind("dialog of another program", type="dialog", focus="button"),
    Kind("notification", frameless=True, type="notification"),
    Kind("dock", frameless=True, type="dock", where="foot"),
    Kind("virtual keyboard", frameless=True, where="foot"),
    Kind("window of the game", of_game=True, focus="button"),
    Kind("window of the game without a frame", of_game=True, frameless=True),
    Kind("dialog of the game", True, type="dialog", focus="button", grab=True, transient=True),
    Kind("window of the game with a field", of_game=True, where="beside", focus="field"),
    Kind("window of the game that moves", of_game=True, frameless=True, where="across"),
    Kind("window of the game instead", of_game=True, focus="button", hides=True),
    Kind("window at the end", of_game=True, focus="button", at_end=True),
    Kind("dialog at the end", True, focus="button", grab=True, transient=True, at_end=True),
    Kind("window of another program at the end", focus="button", at_end=True),
    Kind("window of another program that comes under the pointer", where="pointer"),
    Kind("window of the game that comes under the pointer", True, True, where="pointer"),
    Kind(
        "question of the game", True, focus="button", transient=True, asks="Keep your best times?"
    ),
    Kind("no window, but the game minimised", True, minimised=True),
)


def chosen(parts: Sequence[str]) -> list[Kind]:
    """The kinds that have one of some words in their names; all without words."""
    return [kind for kind in KINDS if not parts or any(part in kind.name for part in parts)]
