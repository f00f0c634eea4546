"""How commands take their words: one parser for all, and the numbers they may be given."""

from __future__ import annotations

import argparse
import sys
from typing import IO


class Parser(argparse.ArgumentParser):
    """The parser of `python -m MODULE`, with examples and other notes below the options.

    The lines of `description` and `notes` are printed as they stand.
    """

    def __init__(self, module: str, description: str, notes: str = ""):
        super().__init__(
            prog=f"python -m {module}",
            description=description,
            epilog=notes,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def print_help(self, file: IO[str] | None = None) -> None:  # type: ignore[override]
        """Print the help; raises OSError, which argparse keeps to itself, where that fails."""
        print(self.format_help(), end="", file=file or sys.stdout)


def positive(text: str) -> int:
    """Parse a whole number from 1 on."""
    return _whole(text, 1)


def natural(text: str) -> int:
    """Parse a whole number from 0 on."""
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    digits = text.isascii() and text.isdecimal() and len(text) <= 19
    if not digits or not least <= int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"needs a whole number from {least} on, got {text!r}")
    return int(text)
