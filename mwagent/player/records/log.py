"""The log of a session: every event needed to replay its games, one JSON object per line.

Events, by their key `event`:

`session`  version, time, solver, options, window, seed (None where the game draws its own)
`game`     game (number, from 1), rows, cols, mines
`turn`     game, turn, stage, board (rows as `str(Board)` prints them), why, guess, safe and mines
           (how many cells were proven), best, win_probability, clicks ([row, col, button]),
           seconds (look, solve, plan, click)
`result`   game, stage, seconds, clicks, flags, guesses, turns, bbbv, lost_at, broken_off (why the
           game was not played to its end; None where it was won or lost)
`end`      message: why the session ended early (an error, Ctrl-C)
"""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any, TextIO

from mwagent.gamebook.export import rows
from mwagent.minefield import Button, Click, MinefieldError, signals
from mwagent.minefield.files import listened_to, read_at_most, telling
from mwagent.player.play import Result, Turn


class LogFormatError(MinefieldError):
    """A log that cannot be read; the message names file and line."""


def result_fields(result: Result) -> dict[str, Any]:
    """What the log and `--json` say of a finished game."""
    return {
        "stage": str(result.stage),
        "seconds": round(result.seconds, 4),
        "clicks": result.clicks,
        "flags": result.flags,
        "guesses": result.guesses,
        "turns": result.turns,
        "bbbv": result.bbbv,
        "lost_at": result.lost_at,
        "broken_off": result.broken_off,
    }


@dataclass(slots=True)
class Session:
    """What came of the rounds so far, those broken off too; `error` is why it ended early."""

    results: list[Result] = field(default_factory=list)
    error: MinefieldError | None = None
    interrupted: bool = False

    @property
    def won(self) -> int:
        """Games won."""
        return sum(result.won for result in self.results)

    @property
    def played(self) -> int:
        """Games begun: in the others the first clicks changed nothing."""
        return sum(result.begun for result in self.results)

    @property
    def exit_code(self) -> int:
        """0 with a win, 1 without, the error's code, 130 after Ctrl-C, 143 after SIGTERM."""
        if self.interrupted:
            return signals.exit_code()
        if self.error is not None:
            return self.error.exit_code
        return 0 if self.won else 1

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        return {
            "games": [
                {"game": number, **result_fields(result)}
                for number, result in enumerate(self.results, 1)
            ],
            "played": self.played,
            "won": self.won,
            "error": None if self.error is None else str(self.error),
            "interrupted": self.interrupted,
        }


LOG_BYTES = 200_000_000
"""Bytes of the longest log that is read: some 3 000 games of Expert."""
KEPT_LOGS = 5
"""Number of logs that are kept: `run.log`, and `run.log.1` to `run.log.4`, the older the higher."""


class GameLog:
    """Writes the events of a session to a file, line by line, from the first turn on.

    The log of the session before becomes `run.log.1`, that one `run.log.2`, and so on. A session
    in which no turn is played leaves them all as they are.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "run.log"
    >>> with GameLog(path, "best", {}, "virtual") as log:
    ...     log.end("nothing to play")
    >>> path.exists()
    False
    """

    def __init__(self, path: Path, solver: str, options: Mapping[str, object], window: str):
        self.path = path
        self.failure: MinefieldError | None = None
        """Why nothing more was written since some event; the games go on."""
        self._game = 0
        self._begun = False
        self._file: TextIO | None = None
        self._head = {
            "version": version("mwagent"),
            "python": platform.python_version(),
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "solver": solver,
            "options": dict(options),
            "window": window,
            "seed": None,
        }
        with telling(path, "the log cannot be written", hint="; name another with --log"):
            _check_writable(path)

    @property
    def kept(self) -> bool:
        """Whether a log was begun, and all of it could be written so far."""
        return self._file is not None and self.failure is None

    def turn(self, turn: Turn) -> None:
        """Write one turn; the first of a game is headed by the game's size."""
        self._open()
        if not self._begun:
            self._begun = True
            self._game += 1
            height, width = turn.board.shape
            self._write("game", game=self._game, rows=height, cols=width, mines=turn.board.mines)
        analysis = turn.analysis
        decision = analysis and analysis.decide()
        self._write(
            "turn",
            game=self._game,
            turn=turn.number,
            stage=str(turn.stage),
            board=rows(turn.board),
            why=decision and decision.why,
            guess=turn.guess,
            safe=analysis and len(analysis.safe),
            mines=analysis and len(analysis.mines),
            best=decision and decision.best,
            win_probability=decision and decision.win_probability,
            clicks=[[*click.cell, str(click.button)] for click in turn.clicks],
            seconds={
                part: round(getattr(turn.times, part), 5)
                for part in ("look", "solve", "plan", "click")
            },
        )

    def result(self, result: Result) -> None:
        """Write how a game ended."""
        self._write("result", game=self._game, **result_fields(result))
        self._begun = False

    def end(self, message: str) -> None:
        """Write why the session ended early, if any turn was played."""
        if self._file is not None:
            self._write("end", message=message)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                self._fail(error)

    def __enter__(self) -> GameLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        if self._file is not None or self.failure is not None:
            return
        try:
            _keep_older(self.path)
            self._file = self.path.open("w", encoding="utf-8", buffering=1)
        except OSError as error:
            self._fail(error)
        self._write("session", **self._head)

    def _write(self, event: str, **fields: object) -> None:
        if self.failure is not None:
            return
        assert self._file is not None
        try:
            self._file.write(json.dumps({"event": event, **fields}) + "\n")
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        if self.failure is None:
            self.failure = MinefieldError(
                f"{self.path}: the log of this session could not be written ({error.strerror}); "
                f"the games went on without it"
            )


def _check_writable(path: Path) -> None:
    """Raise OSError where a file cannot be written, before anything is lost by it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.stat()
    except FileNotFoundError:
        # Made for a moment under its own name, it could be taken for the log of another session.
        tempfile.TemporaryFile(dir=path.resolve().parent).close()
    else:
        with listened_to(path):
            path.open("a").close()


def _keep_older(path: Path) -> None:
    """Rename `run.log` to `run.log.1`, that one to `run.log.2` and so on; the oldest goes."""
    if not path.is_file():
        return
    names = [path, *(path.with_name(f"{path.name}.{age}") for age in range(1, KEPT_LOGS))]
    for newer, older in reversed(list(pairwise(names))):
        if newer.is_file():
            newer.replace(older)


def read(
    path: str | Path, on_cut: Callable[[str], object] = lambda sentence: None
) -> list[dict[str, Any]]:
    """Read the events of a log; raises LogFormatError naming file and line.

    Of a log whose last line is cut, as by a full disk, all other events are read, and `on_cut` is
    called with a sentence that says so.
    """
    try:
        text = read_at_most(path, LOG_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text file"
        raise LogFormatError(f"{path}: the log cannot be read ({reason})") from None
    events: list[dict[str, Any]] = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict) or "event" not in event:
            if events and number == len(lines) and not text.endswith("\n"):
                on_cut(f"{path}: line {number}, the last, is cut short; it is left out")
                break
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
