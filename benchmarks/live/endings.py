"""Stop commands at random moments, and count what should not have been.

    python -m benchmarks.live.endings                 all of it: 200 commands, 200 presses …
    python -m benchmarks.live.endings --part buttons --tries 40
    python -m benchmarks.live.endings --part commands --only page --tries 20

Commands are stopped by SIGINT, SIGTERM, SIGHUP, and SIGINT twice, half of them in their first
0.3 s. `buttons` stops the bot while it plays on a display (an Xvfb), at natural and at full speed,
and asks the X server afterwards which buttons and keys are down; `frozen` does the same while the
server is stopped (SIGSTOP) and goes on afterwards; `gone` kills the server, or the browser of the
demonstration. Nothing may take longer than two seconds, crash, print a traceback, or leave
anything. Exit code 1 when anything was wrong. A traceback of Python's own start, before the first
line of any program, is counted apart.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np

from mwagent.minefield import HIDDEN, Board, Level, count_around, dumps, random_mines
from mwagent.player.views import Desktop
from mwagent.web import serve
from testbed.harness import Row, show, words
from testbed.stopping import ASKED, SOON, Command, Ending, Held, wait_for

PARTS: Final = ("commands", "buttons", "frozen", "gone")
EARLY: Final = 0.3
LATE: Final = 5.0
SPEEDS: Final = ("natural", "fast")
KEY: Final = "example_boards/key/2.csv"


class Table:
    """What came of the tries, a row for each kind."""

    def __init__(self, verbose: bool) -> None:
        self._verbose = verbose
        self._endings: dict[str, list[Ending]] = {}

    def add(self, kind: str, ending: Ending, *more: str) -> None:
        """Count a try; `more` is what else was wrong with it."""
        ending.left += more
        self._endings.setdefault(kind, []).append(ending)
        if ending.wrongs and self._verbose:
            print(kind, ending, ending.wrongs, file=sys.stderr, flush=True)

    def rows(self) -> Iterator[Row]:
        """The kinds, and all together."""
        every = [ending for endings in self._endings.values() for ending in endings]
        for kind, endings in [*self._endings.items(), ("all", every)]:
            wrongs = Counter(wrong for ending in endings for wrong in ending.wrongs)
            yield {
                "stopped": kind,
                "tries": len(endings),
                "median s": median(ending.seconds for ending in endings),
                "longest s": max(ending.seconds for ending in endings),
                f"over {SOON:g} s": wrongs.pop("late", 0),
                "crashes": wrongs.pop("crash", 0),
                "tracebacks": wrongs.pop("traceback", 0),
                "of Python's start": wrongs.pop("Python's own start", 0),
                "left down": sum(wrongs.pop(one) for one in list(wrongs) if one.endswith("down")),
                "other": ", ".join(f"{name} ({count})" for name, count in wrongs.items()),
            }


def main(argv: Sequence[str] | None = None) -> int:
    """Stop commands and print what came of it; 1 when anything was wrong."""
    parser = words(__doc__)
    parser.add_argument(
        "--tries", type=int, default=200, help="of each part (default: %(default)s)"
    )
    parser.add_argument("--part", action="append", choices=PARTS, help="may be repeated")
    parser.add_argument("--only", help="of `commands`: those that have this in their names")
    parser.add_argument("--verbose", action="store_true", help="print every try that went wrong")
    args = parser.parse_args(argv)
    # A shell may have started us with it ignored, which all commands would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    table = Table(args.verbose)
    with suppress(KeyboardInterrupt):  # what is known by then is shown
        for part in args.part or PARTS:
            print(f"stopping {part}, {args.tries} times", file=sys.stderr)
            PROGRAMS[part](args, random.Random(f"{args.seed} {part}"), table)
    rows = list(table.rows())
    show(args, rows, "stopped at random moments")
    return int(any(rows[-1][name] for name in list(rows[-1])[4:] if name != "of Python's start"))


def wide_board(side: int) -> str:
    """A board too wide to be counted in seconds, as CSV: cells were opened here and there."""
    draw = np.random.default_rng(side)
    mines = random_mines(Level(side, side, side * side // 5), draw, (0, 0))
    opened = ~mines & (draw.random(mines.shape) < 0.35)
    return dumps(Board(np.where(opened, count_around(mines), HIDDEN), int(mines.sum())))


def commands(folder: Path, url: str) -> Mapping[str, list[str]]:
    """Commands that take longer than anybody waits, by their names."""
    wide, log = folder / "wide.csv", ["--log", str(folder / "run.log"), "--no-learning"]
    wide.write_text(wide_board(100))
    slow = ["budget=20"]
    return {
        "mwagent -D": ["-m", "mwagent", "-D", "60", *log],
        "mwagent --browser": ["-m", "mwagent", "--browser", url, "--games", "999", *log],
        "mwagent --demo": ["-m", "mwagent", "--demo", "--games", "999", *log],
        "analyse": ["-m", "mwagent", "analyse", str(wide), *slow],
        "explain": ["-m", "mwagent", "explain", str(wide), "8,64"],
        "fullsatsolver": ["-m", "fullsatsolver", "-"],
        "solvers analyse": ["-m", "solvers", "analyse", str(wide), *slow],
        "virtual.mwagent": ["-m", "virtual.mwagent", KEY, "-S", "best", "--repeat", "999999"],
        "arena": [
            *("-m", "virtual.arena", "--solvers", "best", "--games", "999999"),
            *("--ledger", str(folder / "arena.sqlite")),
        ],
        "dragonsweeper bench": [
            *("-m", "dragonsweeper", "bench", "--ledger", str(folder / "lairs.sqlite"), "--again"),
            *("--seeds", "0-9999"),
        ],
        "page": ["-m", "mwagent", "page", "--port", "0"],
        "puzzles": ["-m", "mwagent", "puzzles", "--count", "9999", "--grade", "expert"],
        "coach": ["-m", "mwagent.coach", "--no-page", "--games", str(folder / "games.sqlite")],
        "coach --browser": [
            *("-m", "mwagent.coach", "--browser", url, "--no-page"),
            *("--games", str(folder / "games.sqlite")),
        ],
    }


def stop_commands(args: argparse.Namespace, draw: random.Random, table: Table) -> None:
    """Stop every command in turn, early or late."""
    with serve() as url, Desktop(virtual=True) as desktop:
        every = commands(desktop.folder("commands"), f"{url}?level=expert")
        names = [name for name in every if args.only is None or args.only in name]
        held = Held()
        for number in range(args.tries):
            name = names[number % len(names)]
            early = number // len(names) % 2 == 0
            command = Command(every[name])
            time.sleep(draw.uniform(0, EARLY) if early else draw.uniform(EARLY, LATE))
            ending = command.stop(draw.choice(list(ASKED)))
            table.add(name, ending, *held.still())
        held.close()


@contextmanager
def playing(desktop: Desktop, held: Held, speed: str, seed: int) -> Iterator[Command]:
    """A game in a window, and the bot that has begun to play it."""
    log = desktop.folder("log") / "run.log"
    journal = str(log.with_name("journal"))
    drawn = ["testbed.frame_game", "press", "--level", "expert", "--seed", str(seed)]
    game = desktop.start([sys.executable, "-m", *drawn, "--journal", journal])
    given = ["-D", "0", "--games", "99", "--speed", speed, "--log", str(log), "--no-learning"]
    bot = Command(["-m", "mwagent", *given])
    place = held.pointer()
    try:
        wait_for(lambda: held.pointer() != place or bot.process.poll() is not None)
        yield bot
    finally:
        bot.process.kill()
        game.kill()
        game.wait()


def stop_presses(
    args: argparse.Namespace, draw: random.Random, table: Table, freeze: bool = False
) -> None:
    """Stop the bot while it plays, perhaps on a display that hangs."""
    with Desktop(virtual=True) as desktop:
        held, server = Held(), desktop.server
        assert server is not None
        for number in range(args.tries if not freeze else args.tries // 4):
            speed, asked = SPEEDS[number % 2], list(ASKED)[number // 2 % len(ASKED)]
            with playing(desktop, held, speed, number) as bot:
                time.sleep(draw.uniform(0, 3))
                if freeze:
                    server.send_signal(signal.SIGSTOP)
                    time.sleep(draw.uniform(0, 0.3))
                ending = bot.stop(asked)
                server.send_signal(signal.SIGCONT)
                table.add(
                    f"{speed}, {'frozen display' if freeze else 'playing'}", ending, *held.still()
                )
        held.close()


def stop_servers(args: argparse.Namespace, draw: random.Random, table: Table) -> None:
    """Take the display away from the bot, or its browser: one sentence says so, soon."""
    for number in range(args.tries // 20):
        with Desktop(virtual=True) as desktop:
            held = Held()
            with playing(desktop, held, SPEEDS[number % 2], number) as bot:
                time.sleep(draw.uniform(0, 2))
                began = time.monotonic()
                assert desktop.server is not None
                desktop.server.kill()
                table.add("display killed", told(bot.ending("SIGINT", began), "display"))
    for _ in range(args.tries // 40):
        with Desktop(virtual=True) as desktop:
            log = str(desktop.folder("log") / "run.log")
            bot = Command(["-m", "mwagent", "--demo", "--games", "99", "--log", log])
            wait_for(partial(_has_turn, Path(log)))
            time.sleep(draw.uniform(0, 2))
            began = time.monotonic()
            for pid in browsers(bot.process.pid):
                os.kill(pid, signal.SIGKILL)
            table.add("browser killed", told(bot.ending("SIGINT", began), "browser"))


def _has_turn(log: Path) -> bool:
    return log.exists() and '"turn"' in log.read_text()


def told(ending: Ending, what: str) -> Ending:
    """An ending that is right where the bot said in a sentence what is gone."""
    if ending.code in (1, 2) and re.search(rf"^mwagent: .*{what}", ending.said, re.MULTILINE):
        ending.code = 0
    return ending


def browsers(pid: int) -> Iterator[int]:
    """The browser that a command has started, without the processes that this started."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and "chrom" in (entry / "comm").read_text():
                yield int(entry.name)
        except (OSError, IndexError):
            continue


PROGRAMS: Final[Mapping[str, Callable[[argparse.Namespace, random.Random, Table], None]]] = {
    "commands": stop_commands,
    "buttons": stop_presses,
    "frozen": partial(stop_presses, freeze=True),
    "gone": stop_servers,
}

if __name__ == "__main__":
    sys.exit(main())
