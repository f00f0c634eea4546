"""Completion of commands by a shell, with argcomplete.

A shell that was told of it runs the command with what was typed in its environment; the parser that
comes to parse it answers instead, and the process ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import argparse

_ASKED: Final = "_ARGCOMPLETE"
"""The environment variable of argcomplete: the number of words that name the program."""
SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")

_answering: list[argparse.ArgumentParser] = []


def asked() -> tuple[list[str], str] | None:
    """The words behind the program's name, and what is typed of the next; None: no shell asks."""
    if _ASKED not in os.environ or "COMP_LINE" not in os.environ:
        return None
    from argcomplete.lexers import split_line

    line, point = os.environ["COMP_LINE"], int(os.environ["COMP_POINT"])
    _, begun, _, words, _ = split_line(line, point)
    return words[1:], begun


def answer(parser: argparse.ArgumentParser) -> None:
    """Answer a shell, and end the process; nothing happens where none asks."""
    if _ASKED in os.environ and not _answering:
        import argcomplete

        _answering.append(parser)  # argcomplete has it parse what was typed
        argcomplete.autocomplete(parser)


def below(words: int) -> None:
    """Have the next `words` words count as a part of the program's name."""
    os.environ[_ASKED] = str(int(os.environ[_ASKED]) + words)


def offering(action: argparse.Action, choices: Callable[[], Iterable[str]]) -> None:
    """Have a shell offer these for the value of an option, and take others as well."""
    action.completer = lambda **_: list(choices())  # type: ignore[attr-defined]


def code(program: str, shell: str) -> str:
    """What a shell has to run to complete the arguments of a program."""
    from argcomplete.shell_integration import shellcode

    return str(shellcode([program], shell=shell))
