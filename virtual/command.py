"""What the commands of this package share: how they take their words, and how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from minefield import MinefieldError

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""
UNREAD = 141
"""Exit code when the reader of the output went away, as shells have it."""


def parser(module: str, description: str, examples: str) -> argparse.ArgumentParser:
    """Make the parser of `python -m MODULE`, with its examples below the options."""
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=description,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def run(name: str, body: Callable[[], int]) -> int:
    """Run a command; tells what went wrong in one sentence, and returns the exit code."""
    try:
        code = body()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing may be left to be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except MinefieldError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"{name}: stopped", file=sys.stderr)
        return INTERRUPTED


def can_write(path: str | Path) -> None:
    """Make sure early that a file can be written when all is done; raises MinefieldError."""
    file = Path(path)
    folder = file.parent
    if file.is_dir():
        reason = "it is a folder"
    elif not folder.is_dir():
        reason = f"there is no folder {folder}"
    elif not os.access(file if file.exists() else folder, os.W_OK):
        reason = "permission denied"
    else:
        return
    raise MinefieldError(f"{path}: cannot be written ({reason})")


def positive(text: str) -> int:
    """Parse a whole number from 1 on."""
    return _whole(text, 1)


def natural(text: str) -> int:
    """Parse a whole number from 0 on."""
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or not least <= int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"needs a whole number from {least} on, got {text!r}")
    return int(text)
