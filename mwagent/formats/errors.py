"""What is wrong with a file or a link of another program."""

from mwagent.minefield import MinefieldError


class ReplayError(MinefieldError):
    """A replay cannot be read or written; the message says why, and what to do."""
