"""Games in files: `read` gives those of any file, `write` keeps them.

`python -m mwagent.replay` replays the games of a log and checks that they come out the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mwagent.minefield import MinefieldError, command

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from mwagent.gamebook import GameRecord

MOST_BYTES: Final = 200_000_000
"""Bytes of the longest file of games that is read."""

NOTES = """examples:
  python -m mwagent.replay logs/run.log
  python -m mwagent.replay logs/run.log --game 3 --animate 0.2

exit codes:
  0 all games replay as logged
  1 one differs
  2 the log cannot be read, or the output cannot be written"""


__all__ = ["main", "parser", "read", "write"]


def __dir__() -> list[str]:
    return __all__


def read(path: str | Path) -> list[GameRecord]:
    """Read the games of a file: what it is follows from the end of its name.

    `.json` (what the page saves: one game or a list), `.sqlite` (the coach's), `.rawvf` and `.mvf`
    (replays of other programs), `.avf`, `.evf` and `.rmv` (such replays, with the extra
    `replays`), `.sav` (Simon Tatham's Mines), `.zip` (with one of these); anything else is the
    bot's log, such as `run.log`. Raises MinefieldError with one
    sentence that names the file.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from mwagent import Board, GameRecord
    >>> path = Path(tempfile.mkdtemp()) / "games.json"
    >>> write(path, [GameRecord(Board.hidden(9, 9, 10), "an example")])
    >>> [str(game) for game in read(path)]
    ['9×9, 10 mines, unfinished']
    """
    import json
    from pathlib import Path

    from mwagent.formats.replays import KINDS, NOT_READ, read_replay
    from mwagent.gamebook import GameBook, from_page_record
    from mwagent.minefield.checked import argument
    from mwagent.minefield.files import read_at_most, telling

    path = Path(argument("path", path, str | os.PathLike))
    kind = path.suffix[1:].lower()
    if kind in (*KINDS, *NOT_READ):
        return [read_replay(path)]
    if kind == "sqlite":
        if not path.exists():
            raise MinefieldError(f"{path}: there is no such file of watched games")
        with GameBook(path, reading=True) as book:
            return book.games()[::-1]
    if kind != "json":
        from mwagent.player.records import read_log

        return read_log(path)
    try:
        with telling(path, "cannot be read"):
            told = json.loads(read_at_most(path, MOST_BYTES))
    except (ValueError, RecursionError):
        raise MinefieldError(f"{path}: this is not a whole JSON file") from None
    several = told if isinstance(told, list) else [told]
    return [from_page_record(one, f"{path}, game {n}") for n, one in enumerate(several, 1)]


def write(path: str | Path, games: Iterable[GameRecord]) -> None:
    """Write games to a file: `.json`, `.sqlite` (they are added to it), `.rawvf`, else a log.

    One game becomes a `.json` that the page loads; several become a list. A `.rawvf` replay is one
    game, with all its mines. A log is replayed by `mwagent replay`. Raises MinefieldError
    with one sentence that names the file.
    """
    import json
    from dataclasses import replace
    from pathlib import Path

    from mwagent.gamebook import GameBook, GameRecord, as_log, as_page_record
    from mwagent.minefield.checked import argument
    from mwagent.minefield.files import telling, write_whole

    path = Path(argument("path", path, str | os.PathLike))
    kept = [argument("a game", game, GameRecord) for game in argument("games", games, Iterable)]
    if path.suffix == ".sqlite":
        with GameBook(path) as book:
            for game in kept:
                book.begin(replace(game))  # its number here is that of this file
        return
    if path.suffix == ".json":
        told = [as_page_record(game) for game in kept]
        text = json.dumps(told[0] if len(told) == 1 else told)
    elif path.suffix == ".rawvf":
        text = _rawvf(path, kept)
    else:
        text = as_log(*kept)
    with telling(path):
        write_whole(path, text)


def _rawvf(path: Path, games: list[GameRecord]) -> str:
    from mwagent.formats import ReplayError
    from mwagent.formats.rawvf import write as written

    try:
        (game,) = games
        return written(game)
    except ValueError:
        raise ReplayError(f"{path}: a .rawvf replay is one game, not {len(games)}") from None
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, positive, seconds

    words = Parser(
        "mwagent.replay",
        "Replay the games of a log on a virtual board and check that every board comes out as it "
        "was seen.",
        NOTES,
    )
    words.add_argument("log", help="a log written by python -m mwagent")
    words.option("--game", "replay only this game, counted from 1", type=positive)
    words.option("--json", "print one JSON list instead of boards")
    words.option("--animate SECONDS", "show every turn for so long", type=seconds)
    return words


def _run(words: Sequence[str] | None) -> int:
    given = parser()
    args = given.parse_args(words)
    if args.json and args.animate is not None:
        given.error("--animate shows boards, and --json prints none; give one")
    target = "mwagent.player.records.replaying:run"
    return command.imported("python -m mwagent.replay", target)(args)


main = command.main_of("mwagent.replay", _run)

if __name__ == "__main__":
    command.leave(main())
