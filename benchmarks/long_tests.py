"""Run the long tests by parts, and note in `docs/figures.md` how each part ended.

    python -m benchmarks.long_tests vision          one part, as `make test-long PART=vision` does
    python -m benchmarks.long_tests                 all parts, one after another, about an hour
    python -m benchmarks.long_tests --list

The long tests are all that there are, with all their examples and cases. A part is a set of test
files and ends within eight minutes on two quiet cores. What it has found stands in a row of the
table with the commit and the day; a part is run again when what it plays was touched, and the last
row of each part is held to an age by `tests/benchmarks/test_long_tests.py`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.figures import ROOT, TABLE, changes, commit

PARTS: Final = {
    "solvers": (
        *("tests/engine", "tests/solvers", "tests/minefield", "tests/formats", "tests/virtual"),
        *("tests/dragonsweeper", "tests/benchmarks", "tests/web", "tests/*.py"),
        *("tests/end_to_end/test_arena*.py", "tests/end_to_end/test_commands.py"),
        "tests/end_to_end/test_npm.py",
    ),
    "vision": ("tests/vision", "tests/end_to_end/test_vision*.py"),
    "player": ("tests/player",),
    "coach": ("tests/coach", "tests/end_to_end/test_coach*.py"),
    "page-a-h": ("tests/end_to_end/test_page_[a-h]*.py",),
    "page-i-r": ("tests/end_to_end/test_page_[i-r]*.py",),
    "page-s-z": ("tests/end_to_end/test_page_[s-z]*.py", "tests/end_to_end/test_web*.py"),
    "tabs": (
        *("tests/end_to_end/test_browser_tab.py", "tests/end_to_end/test_play_odd_pages.py"),
        *("tests/end_to_end/test_play_gates.py", "tests/end_to_end/test_play_hover.py"),
    ),
    "demo": ("tests/end_to_end/test_play_demo.py", "tests/end_to_end/test_play_slow_mouse.py"),
    "programs": ("tests/end_to_end/test_play_programs.py", "tests/end_to_end/test_play_tk.py"),
    "desktops": (
        "tests/end_to_end/test_wayland*.py",
        "tests/end_to_end/test_window_contract.py",
    ),
    "chaos": ("tests/end_to_end/test_chaos*.py",),
    "traps": ("tests/end_to_end/test_*traps.py",),
    "windows": ("tests/windows/test_[!r]*.py",),
    "windows-rooms": ("tests/windows/test_rooms.py",),
}
"""Paths and patterns of test files, by the name of the part that runs them."""
IN_TURNS: Final = ("tabs", "demo", "chaos", "traps")
"""Parts with files so long that workers share their tests."""
SECTION: Final = "\n## Long tests\n"
HEAD: Final = """
The last run of each part: `make test-long PART=NAME`, or all of them by `make test-long`. Expected
failures are tests marked `xfail`, each with its reason.

| part | passed | failed | expected failures | skipped | minutes | commit | day |
|:--|--:|--:|--:|--:|--:|:--|:--|
"""
COUNTED: Final = "passed", "failed", "xfailed", "skipped"


def files(part: str) -> list[Path]:
    """The test files of a part, sorted."""
    found: set[Path] = set()
    for pattern in PARTS[part]:
        for path in ROOT.glob(pattern):
            found |= set(path.rglob("test_*.py")) if path.is_dir() else {path}
    return sorted(path for path in found if path.name.startswith("test_"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run parts, and write their rows; 1 where a test failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="default: all")
    parser.add_argument("--list", action="store_true", help="name them")
    args, options = parser.parse_known_args(argv)
    if args.list:
        for name in PARTS:
            print(f"{name:13} {len(files(name)):3} files")
        return 0
    unknown = sorted(set(args.parts) - set(PARTS))
    if unknown:
        parser.error(f"no part is called {unknown[0]}; there are {', '.join(PARTS)}")
    failed = [part for part in args.parts or PARTS if not _run(part, options)]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return int(bool(failed))


def _run(part: str, options: Sequence[str]) -> bool:
    """Run a part with options of pytest, and note how it ended; whether nothing failed."""
    print(f"long tests: {part}", flush=True)
    began, clean, words = time.monotonic(), not changes(), [str(path) for path in files(part)]
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder, "shown.txt")
        share = "worksteal" if part in IN_TURNS else "loadfile"
        windows = part.startswith("windows")
        workers = "0" if windows else "auto"  # there is one Wine
        command = [sys.executable, "-m", "pytest", "-n", workers, "--dist", share, *words]
        environment = os.environ | {"MWAGENT_LONG": "1"}
        if windows:
            environment["MWAGENT_WINDOWS"] = "1"
        with subprocess.Popen(
            [*command, *options], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as run:
            assert run.stdout is not None
            for line in run.stdout:
                print(line, end="", flush=True)
                if re.search(r"\d+ \w+.* in [\d.]+s", line):
                    shown.write_text(line, encoding="utf-8")
        told = shown.read_text("utf-8") if shown.exists() else ""
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (\w+)", told)}
    if "errors" in counts or "error" in counts:
        counts["failed"] = counts.get("failed", 0) + counts.get("errors", counts.get("error", 0))
    if counts:
        minutes = (time.monotonic() - began) / 60
        note(
            [
                *(part, *(str(counts.get(word, 0)) for word in COUNTED), f"{minutes:.1f}"),
                *(
                    commit() if clean else f"{commit()} and changes",
                    f"{datetime.now(UTC):%Y-%m-%d}",
                ),
            ]
        )
    return run.returncode == 0


def rows() -> dict[str, list[str]]:
    """The rows of the table, by part."""
    section = TABLE.read_text(encoding="utf-8").partition(SECTION)[2].partition("\n## ")[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    return {row[0]: row for row in cells[2:]}


def note(row: list[str]) -> None:
    """Put a row into the table, in the place of the one that the part had."""
    before, found, rest = TABLE.read_text(encoding="utf-8").partition(SECTION)
    after = rest.partition("\n## ")
    noted = {**rows(), row[0]: row} if found else {row[0]: row}
    lines = [f"| {' | '.join(noted[part])} |" for part in PARTS if part in noted]
    text = f"{before.rstrip()}\n{SECTION}{HEAD}" + "\n".join(lines) + "\n"
    TABLE.write_text(text + "".join(after[1:]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
