"""Replays of other Minesweeper programs: .avf, .evf, .mvf and .rmv files as recorded games.

The files are read by the package `ms_toollib` (the extra `replays`). It may end its process on a
broken file, so a server calls `recorded_game` in a worker process. `python -m web.replays FILE`
writes what a page without a server can load.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import chdir
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import numpy as np

from mwagent.gamebook import GameRecord, as_page_record
from mwagent.minefield import Cell, MinefieldError, command
from mwagent.minefield.arguments import Parser
from mwagent.minefield.files import read_at_most
from mwagent.web.replay_texts import with_plain_texts

KINDS: Final = ("avf", "evf", "mvf", "rmv")
"""Endings of the files that are read: Arbiter, Metasweeper, Minesweeper Clone, Viennasweeper."""
LARGEST: Final = 10_000_000
"""Bytes of a replay: an hour on a large board has a tenth of that."""

# The codes of ms_toollib.
_HIDDEN, _FLAG, _MINE = 10, 11, -1


class ReplayError(MinefieldError):
    """A replay cannot be read; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class ReplayFile:
    """A replay as it was sent: what its name ends in (one of KINDS), and its bytes."""

    kind: str
    data: bytes


def recorded_game(file: ReplayFile) -> GameRecord:
    """Read a replay, without moves that changed nothing.

    Raises ReplayError; on some broken files ms_toollib ends the process.
    """
    kind, (data, player) = file.kind, with_plain_texts(file.kind, file.data)
    video = _parsed(ReplayFile(kind, data))
    mines = np.equal(np.asarray(video.board), _MINE)
    player = str(video.player_identifier if player is None else player).strip()
    title = ", ".join(part for part in (player, f"{video.rtime:.3f} s", video.software) if part)
    game = GameRecord.played(mines, _moves(video), source=str(video.software))
    game.name, game.pointer = title, tuple(_pointer(video))
    return game


def recorded_page_game(file: ReplayFile) -> dict[str, Any]:
    """Read a replay as the page keeps games; see `recorded_game`."""
    return as_page_record(recorded_game(file))


def recorded_game_apart(file: ReplayFile) -> GameRecord:
    """Read a replay in a process of its own, which a broken file may end; raises ReplayError."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_hush) as apart:
        try:
            return apart.submit(recorded_game, file).result()
        except BrokenProcessPool:
            raise broken(file.kind) from None


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


def _parsed(file: ReplayFile) -> Any:
    try:
        import ms_toollib
    except ImportError:
        raise ReplayError(
            "replays are read by the package ms_toollib, which is not installed; run "
            "pip install 'mwagent[replays]'"
        ) from None
    if file.kind not in KINDS:
        raise ReplayError(f"{file.kind!r} is no kind of replay; {', '.join(KINDS)} are read")
    if len(file.data) > LARGEST:
        raise ReplayError(f"the replay has {len(file.data)} bytes, at most {LARGEST} are read")
    reader = getattr(ms_toollib, f"{file.kind.capitalize()}Video")
    try:
        video = reader(f"replay.{file.kind}", file.data)
        with TemporaryDirectory() as spare, chdir(spare):  # it keeps a log of its panics
            video.parse()
            if not video.row or not video.column:
                raise unknown(file.kind)
            video.analyse()
    except (KeyboardInterrupt, ReplayError):
        raise
    except BaseException:  # a panic of the library is no Exception
        raise broken(file.kind) from None
    return video


def broken(kind: str) -> ReplayError:
    """Say that a file is no whole replay of its kind."""
    return ReplayError(
        f"this is not a whole .{kind} replay; see that the file is complete and that its name "
        f"ends as the program which made it wrote it"
    )


def unknown(kind: str) -> ReplayError:
    """Say that the library finds no board in a file."""
    return ReplayError(
        f"this is not a whole .{kind} replay, or of a version in which ms_toollib finds no board "
        f"(of .mvf, it knows none of Minesweeper Clone 0.96, 2006 and 2007); see that the file is "
        f"complete, or give the game as .avf or .rmv"
    )


def _moves(video: Any) -> Iterator[tuple[str, Cell, float]]:
    """The presses of the mouse that changed the board, in order."""
    pixels = video.pix_size
    for event in video.events:
        if not event.event.is_mouse():
            continue
        mouse = event.event.unwrap_mouse()
        if mouse.mouse == "mv":
            continue
        before = event.prior_game_board.game_board
        after = event.next_game_board.game_board
        if before == after:
            continue
        cell = mouse.y // pixels, mouse.x // pixels
        kind, cells = _kind(before, after, cell)
        for one in cells:
            yield kind, one, round(event.time, 3)


def _pointer(video: Any) -> Iterator[tuple[float, float, float]]:
    """The way of the pointer: seconds, row and column with parts of cells, where it changed."""
    pixels, last = video.pix_size, None
    for event in video.events:
        if not event.event.is_mouse():
            continue
        mouse = event.event.unwrap_mouse()
        if (place := (mouse.y, mouse.x)) != last:
            last = place
            yield round(event.time, 3), round(mouse.y / pixels, 2), round(mouse.x / pixels, 2)


def _kind(
    before: list[list[int]], after: list[list[int]], cell: Cell
) -> tuple[Literal["open", "chord", "flag"], list[Cell]]:
    """What a press did: opened a cell, cells around a number (a chord), or changed flags."""
    changed = [
        (row, col)
        for row, (was, now) in enumerate(zip(before, after, strict=True))
        for col, (one, other) in enumerate(zip(was, now, strict=True))
        if one != other
    ]
    if all(after[row][col] in (_HIDDEN, _FLAG) for row, col in changed):
        return "flag", changed
    row, col = cell
    return ("open" if before[row][col] == _HIDDEN else "chord"), [cell]


def main(arguments: list[str] | None = None) -> int:
    """Write the recorded game of a replay file to standard output; returns the exit code."""
    parser = Parser(
        "web.replays",
        "Turn a replay (.avf, .evf, .mvf, .rmv) into a game that the page loads.",
        "example: python -m web.replays game.avf > game.json",
    )
    parser.add_argument("file", type=Path, help="the replay")
    return command.run("python -m web.replays", lambda: _run(parser.parse_args(arguments).file))


def _run(path: Path) -> int:
    print(json.dumps(as_page_record(read_replay(path))))
    return 0


def _read(path: Path) -> bytes:
    try:
        return read_at_most(path, LARGEST)
    except OSError as error:
        raise ReplayError(f"the file cannot be read ({error.strerror})") from None


if __name__ == "__main__":
    sys.exit(main())
