"""The family of errors a person may meet: each message is one clear sentence."""

from __future__ import annotations


class MinefieldError(Exception):
    """Something about a board, its file or its game is wrong; the message says what and where.

    Command lines print the message and end with `exit_code`.
    """

    exit_code = 2


class BoardFormatError(MinefieldError):
    """A board file or text cannot be read; names file, line and cell."""


class ArgumentError(MinefieldError, TypeError, ValueError):
    """An argument of a function is not what the function asks for; names it, and what it is."""


class IllegalMoveError(MinefieldError):
    """A move that the rules do not allow, such as opening a cell off the board."""
