"""Measure what the README says of itself, and write it there: each figure with date and commit.

    python -m benchmarks.figures                    all of them, about 20 minutes on two cores
    python -m benchmarks.figures demo positions     these; the other rows stay as they are
    python -m benchmarks.figures --list

`docs/figures.md` is the table: what was measured, the figure, the command, the commit and the day;
what stands below it there is kept. In the README, a line that ends with the name of a figure in a
comment is written anew. A figure is one of a commit: nothing is measured while files differ from
the last one, but for those two. What
takes hours, or needs programs of others, is measured by hand.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich.progress import Progress

ROOT: Final = Path(__file__).resolve().parents[1]
TABLE: Final = ROOT / "docs" / "figures.md"
README: Final = ROOT / "README.md"
KEPT: Final = "\n## "
"""Where in the table's file begins what is written by hand."""
HEAD: Final = """# Figures

What the project says of itself, each figure from the command beside it. Measured on two shared
cores of a server; `python -m benchmarks.figures` measures them again and writes this page.

| name | what | figure | command | commit | day |
|:--|:--|:--|:--|:--|:--|
"""
Said = dict[str, Any]
"""The JSON object that a benchmark prints."""


@dataclass(frozen=True)
class Figure:
    """Something that is measured: the words of a command, and what its JSON object says.

    `tell` gives the figure, and `sentence` is that of the README, with the figure's first words in
    the place of {}.
    """

    what: str
    command: tuple[str, ...]
    tell: Callable[[Said], str]
    sentence: str


def _demo(said: Said) -> str:
    seconds = re.search(r"median ([\d.]+) s", said["note"])
    wrong = re.search(r"wrong clicks: (\d+)", said["note"])
    assert seconds and wrong
    return f"median {seconds[1]} s, wrong clicks {wrong[1]}"


def _chromium(said: Said) -> str:
    whole = said["rows"][-1]
    missing = whole["positions"] - whole["located"]
    return f"{whole['wrong']} of {whole['cells']:,} cells misread, {missing} boards not found"


def _positions(said: Said) -> str:
    row = said["rows"][0]
    return f"median {row['median ms']:.3f} ms, 99 % within {row['p99 ms']:.3f} ms"


def _explanations(said: Said) -> str:
    rows = {row["figure"]: row["value"] for row in said["rows"]}
    return (
        f"median {rows['ms, median']:.2f} ms, worst {rows['ms, worst']:.0f} ms; "
        f"{rows['faults']} faults in {rows['deductions']:,} deductions"
    )


def _arena(said: Said) -> str:
    low, high = said["interval"]
    return (
        f"{100 * said['win_rate']:.1f} % won; 95 %: {100 * low:.1f} to {100 * high:.1f}, "
        f"{said['ms_per_game']:.1f} ms a game"
    )


def _dragonsweeper(said: Said) -> str:
    return f"{said['won']} won, {said['cleared']} cleared of {said['games']}"


FIGURES: Final = {
    "demo": Figure(
        "Expert on the practice page by screen and mouse, first click to win, 20 wins",
        ("-m", "benchmarks.live.demo", "--json"),
        _demo,
        "Wins Expert on the practice page by screen and mouse in a {} (20 wins)",
    ),
    "chromium": Figure(
        "boards drawn by Chromium and read, zoom 67 to 300 %, pixel ratio 1 to 3",
        ("-m", "benchmarks.vision.chromium", "--positions", "120", "--json"),
        _chromium,
        "Reads boards in Chromium at zoom 67 to 300 % with {}",
    ),
    "positions": Figure(
        "exact probabilities of positions from Expert games",
        ("-m", "benchmarks.engine.positions", "--json"),
        _positions,
        "Counts the exact chances of an Expert position in a {}",
    ),
    "explanations": Figure(
        "the smallest set of numbers that proves a cell, checked by counting",
        ("-m", "benchmarks.engine.explanations", "--deductions", "4000", "--json"),
        _explanations,
        "Finds the smallest proof of a cell in a {}",
    ),
    "expert": Figure(
        "Expert games won by `best`, only the first click safe, in a corner",
        (
            *("-m", "virtual.arena", "--solvers", "best", "--level", "expert"),
            "--games",
            "20000",
            "--json",
        ),
        _arena,
        "Plays Expert, only the first click safe, with {}",
    ),
    "dragonsweeper": Figure(
        "Dragonsweeper lairs of seeds used for nothing else",
        (
            *("-m", "mwagent", "dragonsweeper", "bench", "--seeds", "920000-920999"),
            "--again",
            "--json",
        ),
        _dragonsweeper,
        "Plays fresh lairs of Dragonsweeper with {}",
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of figures; default: all")
    parser.add_argument("--list", action="store_true", help="name them")
    args = parser.parse_args(argv)
    if args.list:
        for name, figure in FIGURES.items():
            print(f"{name:14} {figure.what}")
        return 0
    unknown = sorted(set(args.names) - set(FIGURES))
    if unknown:
        parser.error(f"no figure is called {unknown[0]}; there are {', '.join(FIGURES)}")
    if altered := changes():
        parser.error(f"commit {altered[0]} first, or take it back: figures cite a commit")
    rows = measured()
    with Progress(transient=True) as progress:
        for name in progress.track(args.names or list(FIGURES), description="measuring"):
            rows[name] = _measured(name)
            write(rows)
    print(TABLE.relative_to(ROOT))
    return 0


def _measured(name: str) -> list[str]:
    """The row of a figure that is measured now."""
    figure = FIGURES[name]
    run = subprocess.run(
        [sys.executable, *figure.command],
        check=False,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = run.stdout.strip().splitlines()
    try:
        told = figure.tell(json.loads(lines[-1]))
    except (IndexError, KeyError, ValueError) as error:
        command = " ".join(figure.command)
        raise SystemExit(f"python {command} ended with {run.returncode}: {error!r}") from error
    shown = " ".join(["python", *figure.command]).removesuffix(" --json")
    _say(name, figure.sentence.format(told.split(";")[0]))
    return [name, figure.what, told, f"`{shown}`", commit(), f"{datetime.now(UTC):%Y-%m-%d}"]


def _say(name: str, sentence: str) -> None:
    """Write the README's line about a figure anew."""
    text = README.read_text(encoding="utf-8")
    line = re.compile(rf"^- .* <!-- {name} -->$", re.MULTILINE)
    README.write_text(line.sub(f"- {sentence}. <!-- {name} -->", text), encoding="utf-8")


def changes() -> list[str]:
    """The files that differ from the last commit, but for those that are written here."""
    written = {str(path.relative_to(ROOT)) for path in (TABLE, README)}
    lines = _git("status", "--porcelain", "--untracked-files=no").splitlines()
    return [line[3:] for line in lines if line[3:] not in written]


def age(commit: str) -> int | None:
    """How many commits have followed one; None where the history does not tell."""
    count = _git("rev-list", "--count", f"{commit}..HEAD").strip()
    return int(count) if count else None


def is_cut() -> bool:
    """Whether this is no repository, or one without the whole history."""
    return _git("rev-parse", "--is-shallow-repository").strip() != "false"


def commit() -> str:
    return _git("rev-parse", "--short=8", "HEAD").strip() or "unknown"


def _git(*words: str) -> str:
    """What git says of this checkout; nothing where it fails, or there is none."""
    command = ["git", "-C", str(ROOT), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def measured() -> dict[str, list[str]]:
    """The rows of the table as it is, by name."""
    if not TABLE.exists():
        return {}
    lines = TABLE.read_text(encoding="utf-8").partition(KEPT)[0].splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return {row[0]: row for row in rows[2:]}


def write(rows: dict[str, list[str]]) -> None:
    """Write the table, its rows in the order of `FIGURES`."""
    lines = [f"| {' | '.join(rows[name])} |" for name in FIGURES if name in rows]
    kept = TABLE.read_text(encoding="utf-8").partition(KEPT)[1:] if TABLE.exists() else ()
    TABLE.write_text(HEAD + "\n".join(lines) + "\n" + "".join(kept), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
