"""Replays of other Minesweeper programs as recorded games.

`.rawvf` and `.mvf` files are read here, the others by the package `ms_toollib` (the extra
`replays`). It may end its process on a broken file, so a server calls `recorded_game` in a worker
process.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
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
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_hush) as apart:
        try:
            return apart.submit(recorded_game, file).result()
        except BrokenProcessPool:
            raise toollib.broken(file.kind) from None


def read_replay(path: Path) -> GameRecord:
    """Read a replay file, apart from this process; raises ReplayError that names it."""
    try:
        game = recorded_game_apart(ReplayFile(path.suffix[1:].lower(), _read(path)))
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None
    game.source = path.name
    return game


def _hush() -> None:
    """Keep what a library in Rust says before it ends the process off the terminal."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _read(path: Path) -> bytes:
    try:
        return read_at_most(path, LARGEST)
    except OSError as error:
        raise ReplayError(f"the file cannot be read ({error.strerror})") from None
