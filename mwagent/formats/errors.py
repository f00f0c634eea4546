"""What is wrong with a replay of another program."""

from mwagent.minefield import MinefieldError


class ReplayError(MinefieldError):
    """A replay cannot be read or written; the message says why, and what to do."""


def quoted(text: str) -> str:
    """Foreign text for a sentence: on one line, and short, as formats/formaterror.js has it."""
    plain = text[:40].replace("\\", "\\\\").replace("\t", "\\t")
    return "'" + "".join(c if c.isprintable() or c == " " else "\ufffd" for c in plain) + "'"
