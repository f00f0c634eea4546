"""What is wrong with a file or a link of another program, and with the size of its board."""

from mwagent.minefield import BoardFormatError, MinefieldError
from mwagent.minefield.levels import MOST_PLAYED


class ReplayError(MinefieldError):
    """A replay cannot be read or written; the message says why, and what to do."""


def quoted(text: str) -> str:
    """Foreign text for a sentence: on one line, and short, as formats/formaterror.js has it."""
    plain = text[:40].replace("\\", "\\\\").replace("\t", "\\t")
    return "'" + "".join(c if c.isprintable() or c == " " else "\ufffd" for c in plain) + "'"


def check_size(rows: int, cols: int, name: str) -> None:
    """Refuse a board that is larger than those that are played; raises BoardFormatError."""
    if rows > MOST_PLAYED or cols > MOST_PLAYED:
        raise BoardFormatError(
            f"{name}: the board has {rows} rows and {cols} columns; up to {MOST_PLAYED} of each "
            f"are taken"
        )
