"""Parsing of command-line arguments: one parser for all commands, and the types of numbers.

With argparse, as every command starts anew: it is imported in 8 ms, click in 58.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import IO, Any, Final

from mwagent import __version__
from mwagent.minefield import completion
from mwagent.minefield.command import spelled

_COLUMNS: Final = 80
_NARROWEST: Final = 20
"""Characters of a line of help, at most and at least."""
_NO_VALUE: Final = re.compile(r"--?\w[^=]*=--|-\w--")
"""An option and `--` in one word."""
_DIGITS: Final = re.compile(r"[-+]?[0-9]{1,19}", re.ASCII)
_DECIMAL: Final = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?", re.IGNORECASE)


def fitted(text: str) -> str:
    """Text with no line wider than the terminal, nor than _COLUMNS.

    Where a line has two columns, what is too wide of the second goes on below, further in.
    """
    width = max(_NARROWEST, min(_COLUMNS, shutil.get_terminal_size().columns))
    return "\n".join(piece for line in text.splitlines() for piece in _fitted(line, width))


def _fitted(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    edge = " " * min(len(line) - len(line.lstrip()), width // 4)
    columns = re.fullmatch(r"( *\S.*?) {2,}(\S.*)", line)
    first, rest = (columns[1], columns[2]) if columns else (edge + line.lstrip(), "")
    kept = textwrap.wrap(first, width, subsequent_indent=f"{edge}    " if edge else "")
    below = f"{edge}      "
    return kept + (textwrap.wrap(rest, width, initial_indent=below, subsequent_indent=below))


def _shifted(usage: str) -> str:
    """A usage whose further lines begin further left, as far as the terminal needs it.

    argparse puts them below the first option, wherever that is.
    """
    first, *others = usage.split("\n")
    too_wide = max(map(len, (*others, ""))) - shutil.get_terminal_size().columns
    if too_wide <= 0:
        return usage
    shifted = (line[min(too_wide, max(0, len(line) - len(line.lstrip()) - 2)) :] for line in others)
    return "\n".join((first, *shifted))


class Parser(argparse.ArgumentParser):
    """The parser of `python -m MODULE`, with examples and other notes below the options.

    The lines of `description` and `notes` are printed as they stand where they fit. Every parser
    knows --version.
    """

    def __init__(self, module: str, description: str, notes: str = ""):
        super().__init__(
            prog=spelled(f"python -m {module}"),
            description=fitted(spelled(description)),
            epilog=fitted(spelled(notes)),
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

    def format_usage(self) -> str:
        """The line of usage, its options further to the left where they would not fit."""
        return _shifted(super().format_usage())

    def format_help(self) -> str:
        """The help, with the same usage."""
        usage, blank, rest = super().format_help().partition("\n\n")
        return _shifted(usage) + blank + rest

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


def shortened(given: object, most: int = 40) -> str:
    """Quote what was given, without its end where it is long, and without control characters."""
    try:
        text = repr(given)
    except Exception as error:  # of a number of thousands of digits, or what somebody else wrote
        return f"a {type(given).__name__} that cannot be shown ({type(error).__name__})"
    return text if len(text) <= most + 2 else f"{text[:most]}..."


def parse_cell(text: str) -> tuple[int, int]:
    """Read ROW,COL, counted from 0; raises ArgumentTypeError."""
    row, comma, col = text.strip("() ").partition(",")
    parts = [part.strip() for part in (row, col)]
    if not comma or not all(p.isascii() and p.isdecimal() and len(p) <= 9 for p in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no cell; give ROW,COL, such as 3,4")
    return int(parts[0]), int(parts[1])
