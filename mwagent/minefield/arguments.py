"""Parsing of command-line arguments: one parser for all commands, and the types of numbers.

With argparse, as every command starts anew: it is imported in 8 ms, click in 58.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any, Final

from mwagent import __version__
from mwagent.minefield import completion
from mwagent.minefield.command import spelled
from mwagent.minefield.given import shortened

_COLUMNS: Final = 79
"""Characters of a line of help."""
_NO_VALUE: Final = re.compile(r"--?\w[^=]*=--|-\w--")
"""An option and `--` in one word."""
_DIGITS: Final = re.compile(r"[-+]?[0-9]{1,19}", re.ASCII)
_DECIMAL: Final = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?", re.IGNORECASE)


def _wrapped(text: str) -> str:
    """Text with its lines as they stand, but those that are longer than _COLUMNS."""
    return "\n".join(
        textwrap.fill(line, _COLUMNS, subsequent_indent=" " * (len(line) - len(line.lstrip())))
        for line in text.splitlines()
    )


class Parser(argparse.ArgumentParser):
    """The parser of `python -m MODULE`, with examples and other notes below the options.

    The lines of `description` and `notes` are printed as they stand where they fit. Every parser
    knows --version.
    """

    def __init__(self, module: str, description: str, notes: str = ""):
        super().__init__(
            prog=spelled(f"python -m {module}"),
            description=_wrapped(spelled(description)),
            epilog=_wrapped(spelled(notes)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        release = f"mwagent {__version__}"
        self.add_argument(
            "--version", action="version", version=release, help="print the version and exit"
        )

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument; commands that its help names are spelled as in the rest."""
        if settings.get("help"):
            settings["help"] = spelled(settings["help"])
        if settings.get("type") in (int, float):
            settings["type"] = integer if settings["type"] is int else number
        return super().add_argument(*names, **settings)

    def option(
        self,
        shown: str,
        help: str,
        *,
        offers: Callable[[], Iterable[str]] | None = None,
        **settings: Any,
    ) -> None:
        """Add an option as its help shows it, such as `-m, --mines N`; without a value a switch.

        A shell `offers` some values, and takes others as well.
        """
        *names, last = shown.split(", ")
        name, _, value = last.partition(" ")
        if value:
            settings["metavar"] = value
        elif not settings.keys() & {"action", "choices", "nargs", "type"}:
            settings["action"] = "store_true"
        action = self.add_argument(*names, name, help=help, **settings)
        if offers is not None:
            completion.offering(action, offers)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse; ends with a sentence where an option has `--` for its value.

        argparse takes that out again, and the option would get a list, or nothing at all.
        """
        return super().parse_known_args(self._checked(args), namespace)

    def parse_known_intermixed_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """The same where options may stand between other arguments."""
        return super().parse_known_intermixed_args(self._checked(args), namespace)

    def _checked(self, args: Sequence[str] | None) -> list[str]:
        """The words to parse; for a shell that asks how a word goes on, answers and ends."""
        completion.answer(self)
        words = list(sys.argv[1:] if args is None else args)
        for word in words[: words.index("--")] if "--" in words else words:
            if _NO_VALUE.fullmatch(word):
                self.error(f"argument {word[:-2].rstrip('=')}: '--' is no value")
        return words

    def print_help(self, file: IO[str] | None = None) -> None:  # type: ignore[override]
        """Print the help; raises OSError, which argparse keeps to itself, where that fails."""
        print(self.format_help(), end="", file=file or sys.stdout)


def integer(text: str, least: int | None = None) -> int:
    """Parse a whole number of plain digits: `int` takes 1_0, blanks and digits of any script.

    >>> integer("-12")
    -12
    """
    value = int(text) if _DIGITS.fullmatch(text) else None
    if value is None or not (-(2**63) if least is None else least) <= value < 2**63:
        where = "" if least is None else f" from {least} on"
        raise argparse.ArgumentTypeError(f"needs a whole number{where}, got {shortened(text)}")
    return value


def positive(text: str) -> int:
    """Parse a whole number from 1 on."""
    return integer(text, 1)


def natural(text: str) -> int:
    """Parse a whole number from 0 on."""
    return integer(text, 0)


def number(text: str) -> float:
    """Parse a decimal number that is not endless."""
    value = float(text) if len(text) < 100 and _DECIMAL.fullmatch(text) else math.inf
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"needs a number, got {shortened(text)}")
    return value


def seconds(text: str) -> float:
    """Parse a time of 0 seconds to an hour."""
    if not 0 <= (time := number(text)) <= 3600:
        raise argparse.ArgumentTypeError(f"needs 0 to 3600 seconds, got {shortened(text)}")
    return time


def above_nothing(text: str) -> float:
    """Parse a time of more than 0 seconds, up to an hour."""
    if seconds(text) == 0:
        raise argparse.ArgumentTypeError("needs more than 0 seconds")
    return seconds(text)


def parse_cell(text: str) -> tuple[int, int]:
    """Read ROW,COL, counted from 0; raises ArgumentTypeError."""
    row, comma, col = text.strip("() ").partition(",")
    parts = [part.strip() for part in (row, col)]
    if not comma or not all(p.isascii() and p.isdecimal() and len(p) <= 9 for p in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no cell; give ROW,COL, such as 3,4")
    return int(parts[0]), int(parts[1])
