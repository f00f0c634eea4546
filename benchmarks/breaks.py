"""Does the suite notice? Ten things are broken on purpose, one after another, each in another room.

    python -m benchmarks.breaks                 all ten, with the tests of `make test`
    python -m benchmarks.breaks --quick         with those of `make check`
    python -m benchmarks.breaks rules moves     these

Each break is one line of code: a bound off by one, a swapped branch, a release that is lost, a
wrong unit. The tests of the room must fail on it. The file is put back however this ends, and files
with changes that are not committed are left alone. Whoever makes the suite faster runs this before
and after: the same must be found. Ends with 1 where a break was not noticed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from testbed.harness import show

ROOT: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Break:
    """What is broken: `old` becomes `new` in a file; the `tests` must notice."""

    kind: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


BREAKS: Final = {
    "rules": Break(
        "bound off by one",
        "mwagent/minefield/rules.py",
        "opened(numbers) & (numbers > count_around(room))",
        "opened(numbers) & (numbers >= count_around(room))",
        ("tests/minefield", "tests/player/test_loop.py"),
    ),
    "subsets": Break(
        "a bound too weak",
        "mwagent/solvers/python/subsetsolver.py",
        "self._bound(rest, outer_least - most, outer_most - least)",
        "self._bound(rest, outer_least - most, outer_most)",
        ("tests/solvers/test_contract.py", "tests/solvers/test_families.py"),
    ),
    "statistics": Break(
        "a lost factor",
        "mwagent/virtual/arena/statistics.py",
        "z2 / (4 * games * games)",
        "z2 / (games * games)",
        ("tests/virtual/test_arena_statistics.py",),
    ),
    "pitch": Break(
        "wrong unit",
        "mwagent/vision/grid/sharpen.py",
        "wider = _growth(kinds, moves[:, 0], weights[:, 0], cols) * lattice.pitch_x / CELL",
        "wider = _growth(kinds, moves[:, 0], weights[:, 0], cols) / CELL",
        ("tests/vision",),
    ),
    "stages": Break(
        "swapped branch",
        "mwagent/player/play/stages.py",
        "return Stage.WON if over else Doubt.UNCLEAR",
        "return Doubt.UNCLEAR if over else Stage.WON",
        ("tests/player/test_stages.py", "tests/player/test_loop_endings.py"),
    ),
    "planner": Break(
        "a neighbour too few",
        "mwagent/player/play/planner.py",
        "fit &= (count_around(pending) >= 2) & (count_around(undecided) == 0)",
        "fit &= (count_around(pending) >= 2) & (count_around(undecided) <= 1)",
        ("tests/player/test_planner.py", "tests/player/test_flagging.py"),
    ),
    "release": Break(
        "a lost release",
        "mwagent/player/views/press.py",
        "            put(one, False)",
        "            del put, one",
        ("tests/player", "tests/end_to_end/test_play_demo.py"),
    ),
    "moves": Break(
        "a condition too weak",
        "mwagent/coach/moves.py",
        "if change.over and change.hit:",
        "if change.over or change.hit:",
        ("tests/coach",),
    ),
    "guard": Break(
        "a check inverted",
        "mwagent/web/guard.py",
        "origin is not None and origin.lower() not in _origins",
        "origin is not None and origin.lower() in _origins",
        ("tests/web", "tests/end_to_end/test_web_rules.py"),
    ),
    "metrics": Break(
        "an off-by-one in the page",
        "mwagent/web/static/game/metrics.js",
        "if (mined.has(cell) || numbers[cell] === 0 || rim[cell]) continue;",
        "if (mined.has(cell) || numbers[cell] <= 1 || rim[cell]) continue;",
        ("tests/end_to_end/test_page_scripts.py",),
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Break one after another; returns 1 where the tests did not notice."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of breaks; default: all")
    parser.add_argument("--quick", action="store_true", help="fewer examples, as `make check`")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    unknown = sorted(set(args.names) - set(BREAKS))
    if unknown:
        parser.error(f"no break is called {unknown[0]}; there are {', '.join(BREAKS)}")
    rows = []
    for name in args.names or BREAKS:
        print(f"breaking {name}", file=sys.stderr)
        each = BREAKS[name]
        with _broken(each):
            noticed = _noticed(each, args.quick)
        rows.append({"break": name, "what": each.kind, "file": each.file, "noticed by": noticed})
    missed = sum(row["noticed by"] == "" for row in rows)
    show(args, rows, "breaks", f"noticed: {len(rows) - missed} of {len(rows)}")
    return int(missed > 0)


def broken(each: Break) -> str:
    """The text of the file with the break in it; SystemExit where it has no such line."""
    path = ROOT / each.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if each.old not in text:
        raise SystemExit(f"{each.file} no longer has {each.old!r}; mend the list in {__file__}")
    return text.replace(each.old, each.new)


@contextmanager
def _broken(each: Break) -> Iterator[None]:
    """The file with the break in it, for as long as the block takes."""
    path = ROOT / each.file
    git = ["git", "-C", str(ROOT), "status", "--porcelain", "--", each.file]
    if subprocess.run(git, capture_output=True, text=True, check=True).stdout:
        raise SystemExit(f"{each.file} has changes that are not committed; commit them first")
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(broken(each), encoding="utf-8")
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def _noticed(each: Break, quick: bool) -> str:
    """The first test that fails, "" where none does."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *each.tests]
    run = subprocess.run(
        [*command, *(["--quick", "-m", "not slow"] if quick else [])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split()[1].rsplit("/", 1)[-1] if failed else ""


if __name__ == "__main__":
    sys.exit(main())
