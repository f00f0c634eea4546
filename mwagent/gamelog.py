"""The log of a session: every event needed to replay its games, one JSON object per line.

Events, by their key `event`:

`session`  version, time, solver, options, window, seed (None where the game draws its own)
`game`     game (number, from 1), rows, cols, mines
`turn`     game, turn, stage, board (rows as `str(Board)` prints them), why, guess, safe and mines
           (how many cells were proven), best, win_probability, clicks ([row, col, button]),
           seconds (look, solve, plan, click)
`result`   game, stage, seconds, clicks, flags, guesses, turns, bbbv, lost_at
`end`      message: why the session ended early (an error, Ctrl-C)
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any

from minefield import Board, Button, Click, MinefieldError
from mwagent.loop import Result, Turn


class LogFormatError(MinefieldError):
    """A log that cannot be read; the message names file and line."""


def rows(board: Board) -> list[str]:
    """Print the cells of a board, one string per row."""
    return str(Board(board.cells)).splitlines()


def result_fields(result: Result) -> dict[str, Any]:
    """What the log, and `--json`, tell of a finished game."""
    return {
        "stage": str(result.stage),
        "seconds": round(result.seconds, 4),
        "clicks": result.clicks,
        "flags": result.flags,
        "guesses": result.guesses,
        "turns": result.turns,
        "bbbv": result.bbbv,
        "lost_at": result.lost_at,
    }


class GameLog:
    """Writes the events of a session to a file, line by line.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "run.log"
    >>> with GameLog(path, "best", {}, "virtual") as log:
    ...     log.end("nothing to play")
    >>> [event["event"] for event in read(path)]
    ['session', 'end']
    """

    def __init__(
        self,
        path: Path,
        solver: str,
        options: Mapping[str, object],
        window: str,
        seed: int | None = None,
    ):
        self.path = path
        self._game = 0
        self._begun = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("w", encoding="utf-8", buffering=1)
        except OSError as error:
            raise MinefieldError(
                f"{path}: the log cannot be written ({error.strerror}); name another with --log"
            ) from None
        self._write(
            "session",
            version=version("mwagent"),
            python=platform.python_version(),
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            solver=solver,
            options=dict(options),
            window=window,
            seed=seed,
        )

    def turn(self, turn: Turn) -> None:
        """Write one turn; the first of a game is headed by the game's size."""
        if not self._begun:
            self._begun = True
            self._game += 1
            height, width = turn.board.shape
            self._write("game", game=self._game, rows=height, cols=width, mines=turn.board.mines)
        analysis = turn.analysis
        self._write(
            "turn",
            game=self._game,
            turn=turn.number,
            stage=str(turn.stage),
            board=rows(turn.board),
            why=analysis and analysis.why,
            guess=turn.guess,
            safe=analysis and len(analysis.safe),
            mines=analysis and len(analysis.mines),
            best=analysis and analysis.best,
            win_probability=analysis and analysis.win_probability,
            clicks=[[*click.cell, str(click.button)] for click in turn.clicks],
            seconds={
                "look": round(turn.times.look, 5),
                "solve": round(turn.times.solve, 5),
                "plan": round(turn.times.plan, 5),
                "click": round(turn.times.click, 5),
            },
        )

    def result(self, result: Result) -> None:
        """Write how a game ended."""
        self._write("result", game=self._game, **result_fields(result))
        self._begun = False

    def end(self, message: str) -> None:
        """Write why the session ended early."""
        self._write("end", message=message)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> GameLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, event: str, **fields: object) -> None:
        self._file.write(json.dumps({"event": event, **fields}) + "\n")


def read(path: str | Path) -> list[dict[str, Any]]:
    """Read the events of a log; raises LogFormatError naming file and line."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text file"
        raise LogFormatError(f"{path}: the log cannot be read ({reason})") from None
    events = []
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
        except ValueError:
            event = None
        if not isinstance(event, dict) or "event" not in event:
            raise LogFormatError(
                f"{path}, line {number}: this is no event of a game log; give a file written "
                f"with --log"
            )
        events.append(event)
    if not events:
        raise LogFormatError(f"{path}: the log is empty")
    return events


def clicks_of(event: Mapping[str, Any]) -> list[Click]:
    """The clicks of a `turn` event."""
    return [Click((row, col), Button(button)) for row, col, button in event["clicks"]]
