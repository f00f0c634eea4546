"""Parsing of command-line arguments: one parser for all commands, and the types of numbers."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import IO, Any, Final

from minefield.spelling import spelled

_COLUMNS: Final = 79


class Parser(argparse.ArgumentParser):
    """The parser of `python -m MODULE`, with examples and other notes below the options.

    The lines of `notes` are printed as they stand, those of `description` where they fit.
    """

    def __init__(self, module: str, description: str, notes: str = ""):
        super().__init__(
            prog=spelled(f"python -m {module}"),
            description="\n".join(
                textwrap.fill(line, _COLUMNS) if len(line) > _COLUMNS else line
                for line in spelled(description).splitlines()
            ),
            epilog=spelled(notes),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument; commands that its help names are spelled as in the rest."""
        if settings.get("help"):
            settings["help"] = spelled(settings["help"])
        return super().add_argument(*names, **settings)

    def print_help(self, file: IO[str] | None = None) -> None:  # type: ignore[override]
        """Print the help; raises OSError, which argparse keeps to itself, where that fails."""
        print(self.format_help(), end="", file=file or sys.stdout)


def positive(text: str) -> int:
    """Parse a whole number from 1 on."""
    return _whole(text, 1)


def natural(text: str) -> int:
    """Parse a whole number from 0 on."""
    return _whole(text, 0)


def seconds(text: str) -> float:
    """Parse a time of 0 seconds to an hour."""
    try:
        time = float(text)
    except ValueError:
        time = -1.0
    if not 0 <= time <= 3600:  # nor nan
        raise argparse.ArgumentTypeError(f"needs 0 to 3600 seconds, got {text!r}")
    return time


def _whole(text: str, least: int) -> int:
    digits = text.isascii() and text.isdecimal() and len(text) <= 19
    if not digits or not least <= int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"needs a whole number from {least} on, got {text!r}")
    return int(text)
