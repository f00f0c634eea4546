"""`python -m web.replays FILE` writes a replay as a game that a page without a server can load."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mwagent.formats.replays import KINDS, read_replay
from mwagent.gamebook import as_page_record
from mwagent.minefield import command
from mwagent.minefield.arguments import Parser


def main(arguments: list[str] | None = None) -> int:
    """Write the recorded game of a replay file to standard output; returns the exit code."""
    parser = Parser(
        "web.replays",
        f"Turn a replay ({', '.join(f'.{kind}' for kind in KINDS)}) into a game that the page "
        "loads.",
        "example: python -m web.replays game.avf > game.json",
    )
    parser.add_argument("file", type=Path, help="the replay")
    return command.run("python -m web.replays", lambda: _run(parser.parse_args(arguments).file))


def _run(path: Path) -> int:
    print(json.dumps(as_page_record(read_replay(path))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
