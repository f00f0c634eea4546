"""`.rawvf`, replays as text: read and played by `engine/text/replay.h`, and written.

The page has the same reader. Replays in other formats are played as this one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.gamebook import GameRecord
from mwagent.minefield import MINE, MinefieldError, Stage
from mwagent.minefield._text import replay_as_json
from mwagent.minefield.levels import MOST_PLAYED

PIXELS: Final = 16
"""Pixels of a cell where nothing is said of them."""
_LARGEST: Final = 1000
"""Rows and columns of replays in other formats, at most."""
_NAMES: Final = {"open": "l", "flag": "r", "chord": "m"}
_KINDS: Final = frozenset(("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "cc", "mt", "pf"))

Event = tuple[float, str, int, int]
"""Seconds, a kind as in `engine/text/mouse.h`, and pixels to the right of the board's corner and
below it."""


class ReplayError(MinefieldError):
    """A replay cannot be read or written; the message says why, and what to do."""


def parse(text: str, most: int = MOST_PLAYED) -> GameRecord:
    """Read and play a text, without moves that changed nothing.

    Where the game does not end as the file says, its name says so. Raises ReplayError with one
    sentence that names the line.
    """
    told = json.loads(replay_as_json(text.encode(), most))
    if "wrong" in told:
        raise ReplayError(told["wrong"])
    mines = np.zeros((told["rows"], told["cols"]), bool)
    mines[tuple(np.array(told["mines"], int).reshape(-1, 2).T)] = True
    moves = [(move["kind"], tuple(move["cell"]), move["seconds"]) for move in told["moves"]]
    game = GameRecord.played(mines, moves, source=told["source"])
    game.name, game.clicks = told["title"], told["clicks"]
    game.pointer = tuple(map(tuple, told["pointer"]))
    return game


def played(mines: NDArray[np.bool_], events: Iterable[Event], **head: object) -> GameRecord:
    """Play the events of another format on (rows, cols) mines, with what its head says."""
    events = list(events)
    times = accumulate((seconds for seconds, *_ in events), max)  # some go back by a moment
    in_order = [(time, *event[1:]) for time, event in zip(times, events, strict=True)]
    return parse(_text(mines, in_order, head), _LARGEST)


def write(game: GameRecord) -> str:
    """Write a game that was recorded from its first move on, and of which all mines are known.

    Raises ReplayError for others.
    """
    if game.mine_cells is None or not game.whole:
        raise ReplayError(
            "a .rawvf replay has all mines and all moves of a game; of this one not all are known"
        )
    over = game.stage in (Stage.WON, Stage.LOST)
    head = {
        "RawVF_Version": "Rev6",
        "Program": game.source or "mwagent",
        "Player": game.name,
        "Level": "custom",
        "Mines": game.mines,
        "Marks": "off",
        "Time": f"{game.seconds:.3f}" if over else None,
        "Status": game.stage if over else None,
    }
    events = [(time, "mv", int(x * PIXELS), int(y * PIXELS)) for time, y, x in game.pointer]
    for move, time in zip(game.moves, game.times, strict=True):
        row, col = (PIXELS * n + PIXELS // 2 for n in move.cell)
        events += [(time, _NAMES[move.kind] + press, col, row) for press in "cr"]
    return _text(game.key == MINE, sorted(events, key=itemgetter(0)), head)


def _text(mines: NDArray[np.bool_], events: Iterable[Event], head: Mapping[str, object]) -> str:
    (rows, cols), pixels = mines.shape, int(str(head.get("SquareSize", PIXELS)))
    head = {**head, "Width": cols, "Height": rows, "SquareSize": pixels}
    lines = [
        f"{key}: {' '.join(str(told).split())}" for key, told in head.items() if told is not None
    ]
    board = ["".join("*" if mine else "0" for mine in row) for row in mines]
    lines += ["Board:", *board, "Events:"]
    for seconds, kind, x, y in events:
        known = kind if kind in _KINDS else "mv"
        lines.append(f"{seconds:.3f} {known} {x // pixels + 1} {y // pixels + 1} ({x} {y})")
    return "\n".join([*lines, ""])
