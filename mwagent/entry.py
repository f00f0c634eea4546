"""The command `mwagent` of an installation: the player, and every other command under one name.

`mwagent` is `python -m mwagent`; `mwagent read`, say, is `python -m vision` in a checkout. An
installation has only `mwagent` at the top, so the modules of the other commands cannot be named.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Final, NamedTuple, NoReturn

from mwagent.minefield import MinefieldError, command, completion

SOLVING: Final = "mwagent.solvers.cli.analysing:command_line"
"""Runs the solver that the first word names."""


class Command(NamedTuple):
    """A command: what follows `python -m`, the MODULE:FUNCTION that runs it, and what it does.

    The function takes the words that follow, after those in `first`, and gives the exit code.
    """

    module: str
    target: str
    about: str
    first: tuple[str, ...] = ()


_SOLVERS: Final = "mwagent.solvers.__main__:main"
_COACH: Final = "mwagent.coach.__main__"
_DOCTOR: Final = "mwagent.player.doctor"
COMMANDS: Final = {
    "replay": Command("mwagent.replay", "mwagent.replay:main", "replay the games of a log"),
    "convert": Command(
        "mwagent.convert", "mwagent.convert:main", "boards, games and links in other formats"
    ),
    "solve": Command("NAME", "", "one step of any solver: what is safe, what is a mine"),
    "analyse": Command(
        "solvers analyse", _SOLVERS, "exact chances and the best move", ("analyse",)
    ),
    "explain": Command("solvers explain", _SOLVERS, "why a cell is safe or a mine", ("explain",)),
    "puzzles": Command(
        "solvers puzzles", _SOLVERS, "positions to train with, by grade", ("puzzles",)
    ),
    "deal": Command("solvers deal", _SOLVERS, "boards that need no guess", ("deal",)),
    "solvers": Command("solvers list", _SOLVERS, "the solvers and their options", ("list",)),
    "read": Command("vision", "mwagent.vision.__main__:main", "read the board on a screenshot"),
    "skins": Command("vision skins", "mwagent.vision.__main__:main", "list the skins", ("skins",)),
    "key": Command(
        "virtual.mwagent", "mwagent.virtual.mwagent:main", "play a key board without a screen"
    ),
    "arena": Command("virtual.arena", "mwagent.virtual.arena.__main__:main", "compare solvers"),
    "perfect": Command(
        "virtual.perfect", "mwagent.virtual.perfect:main", "best play on small boards"
    ),
    "shapes": Command(
        "virtual.shapes", "mwagent.virtual.shapes:main", "games on hexagons, triangles, in 3D"
    ),
    "page": Command("mwagent page", "mwagent.web.__main__:main", "serve the page"),
    "coach": Command("mwagent.coach", f"{_COACH}:main", "watch somebody play, and keep the games"),
    "games": Command("mwagent.coach games", f"{_COACH}:games", "list the games that were watched"),
    "doctor": Command(
        "mwagent doctor", f"{_DOCTOR}:main", "what it finds of this desktop, and what is missing"
    ),
    "forget-permission": Command(
        "mwagent forget-permission", f"{_DOCTOR}:forget", "have a Wayland desktop ask again"
    ),
    "completion": Command(
        "mwagent completion",
        "mwagent.entry:completion_code",
        "have your shell complete commands and options",
    ),
    "dragonsweeper": Command(
        "mwagent dragonsweeper", "mwagent.dragonsweeper.__main__:main", "the sister game"
    ),
}
"""Every command but the player, by its name after `mwagent`."""


def script() -> None:
    """Run the program `mwagent`: every help names commands by it, and the process ends."""
    names = {"mwagent": "mwagent"}
    command.spell(names | {each.module: f"mwagent {name}" for name, each in COMMANDS.items()})
    typed = completion.asked()
    command.leave(main() if typed is None else _complete(*typed))


def _complete(typed: list[str], begun: str) -> int:
    """Have the parser answer that would parse what is being typed."""
    if typed and typed[0] in COMMANDS:
        completion.below(1)
        nested = typed[:2] == ["arena", "bench"]
        if nested:
            completion.below(1)
        return main(typed[: 2 if nested else 1])
    if not typed and not begun.startswith("-"):
        from argparse import ArgumentParser

        words = ArgumentParser()
        words.add_argument("command", choices=list(COMMANDS))
        completion.answer(words)
    return main([])


def completion_code(words: Sequence[str] | None = None) -> int:
    """Run `mwagent completion`; returns the exit code."""
    from mwagent.minefield.arguments import Parser

    parser = Parser(
        "mwagent completion",
        "Print what makes your shell complete the commands and options of mwagent.",
        "one line in ~/.bashrc or ~/.zshrc switches it on:\n"
        '  eval "$(mwagent completion bash)"\n'
        '  eval "$(mwagent completion zsh)"\n'
        "in ~/.config/fish/config.fish:\n"
        "  mwagent completion fish | source",
    )
    parser.add_argument("shell", choices=completion.SHELLS, help="which shell it is")
    print(completion.code("mwagent", parser.parse_args(words).shell))
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the first argument names, else the player; gives the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    name = words[0] if words else ""
    if name == "solve":
        return _solve(words[1:])
    if name in COMMANDS:
        known = COMMANDS[name]
        return command.start(f"mwagent {name}", known.target, [*known.first, *words[1:]])
    if name and not name.startswith("-") and "=" not in name:
        return command.run("mwagent", lambda: _refuse(name))
    return command.start("mwagent", "mwagent.player.commandline:main", words)


def _solve(words: list[str]) -> int:
    """Run a solver on a board; `-S NAME` names it, else it is `best`."""
    solver = "best"
    for place, word in enumerate(words):
        if word in ("-S", "--solver") and place + 1 < len(words):
            solver, words = words[place + 1], words[:place] + words[place + 2 :]
            break
        given = re.fullmatch(r"(?:-S|--solver=)(.+)", word)
        if given:
            solver, words = given[1], words[:place] + words[place + 1 :]
            break
    shown = command.spelled("python -m NAME")
    if shown != "python -m NAME":
        command.spell({solver: f"{shown} -S {solver}"})
    return command.start("mwagent solve", SOLVING, [solver, *words])


def solver(name: str) -> None:
    """Run `python -m NAME` of a solver, and end the process."""
    command.leave(command.start(name, SOLVING, [name, *sys.argv[1:]]))


def door(name: str, called: str) -> None:
    """Have the top name of a checkout, such as `solvers`, stand for the package `mwagent.NAME`.

    Both names mean one module, and so do those of all its modules. Where it was `called` a program,
    as by `python -m NAME` in a checkout without links, that is run.
    """
    if called == "__main__":
        import runpy

        runpy.run_module(f"mwagent.{name}", run_name="__main__", alter_sys=True)
    elif called == name:
        _doors.add(name)
        if _Beyond not in sys.meta_path:
            sys.meta_path.insert(0, _Beyond)
        sys.modules[name] = importlib.import_module(f"mwagent.{name}")


_doors: set[str] = set()


class _Beyond(InspectLoader):
    """Finds the modules beyond a door, `solvers.registry`, by their own names."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Specify the module that `mwagent.NAME` is, for the import system."""
        del path, target
        top, dot, _ = name.partition(".")
        own = importlib.util.find_spec(f"mwagent.{name}") if dot and top in _doors else None
        if own is None:
            return None
        package = own.submodule_search_locations is not None
        spec = ModuleSpec(name, _Beyond(), origin=own.origin, is_package=package)
        spec.loader_state = own
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import it by its own name."""
        return importlib.import_module(spec.loader_state.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module, which was executed, as it was before it was found anew."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state

    def get_code(self, fullname: str) -> CodeType | None:
        """Give the code that `python -m` runs."""
        own = importlib.util.find_spec(f"mwagent.{fullname}")
        code: CodeType | None = own.loader.get_code(own.name)  # type: ignore[union-attr]
        return code

    def get_source(self, fullname: str) -> str | None:
        """Give the text of the module."""
        own = importlib.util.find_spec(f"mwagent.{fullname}")
        text: str | None = own.loader.get_source(own.name)  # type: ignore[union-attr]
        return text


def _refuse(name: str) -> NoReturn:
    """Say that there is no such command; raises MinefieldError."""
    raise MinefieldError(
        f"there is no command {name[:40]!r}; there are {', '.join(COMMANDS)}, and without one the "
        f"Minesweeper on the screen is played"
    )


def listed() -> str:
    """The commands for the player's help, one to a line."""
    lines = [f"  mwagent {name:<18}{each.about}" for name, each in COMMANDS.items()]
    return "\n".join(["other commands, each with its own --help:", *lines])
