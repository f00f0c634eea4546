"""Replays of other Minesweeper programs as recorded games.

`.rawvf` and `.mvf` files are read here, the others by the package `ms_toollib` (the extra
`replays`). It may end its process on a broken file, so a server calls `recorded_game` in a worker
process.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mwagent.formats import clone, rawvf, saves, toollib
from mwagent.formats.rawvf import ReplayError
from mwagent.formats.replay_texts import decoded
from mwagent.gamebook import GameRecord, as_page_record
from mwagent.minefield.files import read_at_most

REPLAYS: Final = ("avf", "evf", "mvf", "rawvf", "rmv", "sav")
"""Endings of files that are one game."""
KINDS: Final = (*REPLAYS, "zip")
"""Endings of the files that are read."""
NOT_READ: Final = {
    "umf": "a replay of Vienna MineSweeper from before its .rmv",
    "fvsf": "a replay of FreeSweeper",
    "fsvf": "a replay of FreeSweeper",
    "mvr": "a replay of Minesweeper X, in a format that its author keeps secret",
}
"""What other files are, of which there is no reader here."""
LARGEST: Final = 10_000_000
"""Bytes of a replay: an hour on a large board has a tenth of that."""
_APART: Final = """import sys
_, kind, *sys.path = sys.argv
from mwagent.formats.replays import tell_game
tell_game(kind)"""
"""What a process of its own runs: of a script that reads replays it imports nothing."""


@dataclass(frozen=True, slots=True)
class ReplayFile:
    """A replay as it was sent: what its name ends in (one of KINDS), and its bytes."""

    kind: str
    data: bytes


def recorded_game(file: ReplayFile) -> GameRecord:
    """Read a replay and play its events, without moves that changed nothing.

    Raises ReplayError; on some broken files ms_toollib ends the process.
    """
    file = unpacked(file)
    return saves.parse_sav(file.data) if file.kind == "sav" else _played(file)


def unpacked(file: ReplayFile) -> ReplayFile:
    """The one replay in a .zip, or the file itself; raises ReplayError."""
    if file.kind != "zip":
        return file
    return ReplayFile(*saves.only_file(file.data, REPLAYS, LARGEST))


def _played(file: ReplayFile) -> GameRecord:
    if what := NOT_READ.get(file.kind):
        raise ReplayError(
            f"this is {what}, which is not read; a .rawvf made of it is "
            f"(https://github.com/thefinerminer/minesweeper-rawvf)"
        )
    if file.kind not in KINDS:
        raise ReplayError(f"{file.kind!r} is no kind of replay; {', '.join(KINDS)} are read")
    if len(file.data) > LARGEST:
        raise ReplayError(f"the replay has {len(file.data)} bytes, at most {LARGEST} are read")
    if file.kind == "mvf":
        return clone.parse(file.data)
    if file.kind == "rawvf":
        return rawvf.parse(decoded(file.data))
    return toollib.parse(file.kind, file.data)


def recorded_page_game(file: ReplayFile) -> dict[str, Any]:
    """Read a replay as the page keeps games; see `recorded_game`."""
    return as_page_record(recorded_game(file))


def recorded_game_apart(file: ReplayFile) -> GameRecord:
    """Read a replay, in a process of its own where a broken file may end it; raises ReplayError."""
    file = unpacked(file)
    if file.kind not in toollib.KINDS:
        return recorded_game(file)
    run = [sys.executable, "-c", _APART, file.kind, *sys.path]
    done = subprocess.run(run, input=file.data, capture_output=True, check=False)
    if not done.stdout:
        raise toollib.broken(file.kind)
    told: GameRecord | str = pickle.loads(done.stdout)
    if isinstance(told, str):
        raise ReplayError(told)
    return told


def tell_game(kind: str) -> None:
    """Read a replay from standard input, and write the game, or what is wrong, to standard output.

    Both are pickled. Whatever a library says goes nowhere.
    """
    answer = os.fdopen(os.dup(1), "wb")
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    told: GameRecord | str
    try:
        told = recorded_game(ReplayFile(kind, sys.stdin.buffer.read()))
    except ReplayError as error:
        told = str(error)
    with answer:
        pickle.dump(told, answer)


def read_replay(path: Path) -> GameRecord:
    """Read a replay file, apart from this process; raises ReplayError that names it."""
    try:
        game = recorded_game_apart(ReplayFile(path.suffix[1:].lower(), _read(path)))
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    game.source = path.name
    return game


def _read(path: Path) -> bytes:
    try:
        return read_at_most(path, LARGEST)
    except OSError as error:
        raise ReplayError(f"the file cannot be read ({error.strerror})") from None
