"""Whether a change slows the bot down: the practice page played by two commits, in turns.

    python -m benchmarks.live.pace                        the last commit beside the working tree
    python -m benchmarks.live.pace --before 71cb7f5       another one; it is kept in build/
    python -m benchmarks.live.pace --rounds 8 --wins 5

A round is a few won Expert games by the one and then by the other, each with its own page and
browser. The first game of each is left out: in it the bot gets to know the program. Ends with 1
where the ratio of the medians is beyond `--at-most`.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from testbed.harness import show, words

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = ROOT / "build" / "pace"
"""Where checkouts of other commits are kept, with environments of their own."""
PLAYED: Final = re.compile(
    r"^(won|lost) ([\d.]+) s, \d+ clicks, 3BV \d+, (\d+) turns", re.MULTILINE
)
"""What `benchmarks.live.demo` says of each game."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play in turns; returns 1 where the working tree is slower than is allowed."""
    parser = words(__doc__, seed=None)
    parser.add_argument("--before", default="HEAD", help="the commit to compare with (%(default)s)")
    parser.add_argument("--rounds", type=int, default=4, help="of both, in turns (%(default)s)")
    parser.add_argument("--wins", type=int, default=6, help="won games a round (%(default)s)")
    parser.add_argument("--at-most", type=float, default=1.1, help="ratio allowed (%(default)s)")
    args = parser.parse_args(argv)
    before = _checkout(args.before)
    played: dict[str, list[tuple[float, int]]] = {args.before: [], "now": []}
    for number in range(args.rounds):
        both = [(args.before, before), ("now", (ROOT, Path(sys.executable)))]
        for name, (folder, python) in both if number % 2 == 0 else both[::-1]:
            games = _play(folder, python, args.wins)
            played[name] += games
            print(f"{name}: {' '.join(f'{seconds:.2f}' for seconds, _ in games)}", file=sys.stderr)
    return _report(args, played)


def _report(args: argparse.Namespace, played: dict[str, list[tuple[float, int]]]) -> int:
    rows = [
        {
            "bot and page": name,
            "games": len(games),
            "median s": median(seconds for seconds, _ in games),
            "ms a turn": 1000 * median(seconds / turns for seconds, turns in games),
        }
        for name, games in played.items()
    ]
    then, now = (median(seconds for seconds, _ in games) for games in played.values())
    ratio = now / then
    fine = ratio <= args.at_most
    verdict = "fine" if fine else f"slower than the {args.at_most} that are allowed"
    show(args, rows, "first click to win", f"ratio of the medians {ratio:.2f}: {verdict}")
    return 0 if fine else 1


def _play(folder: Path, python: Path, wins: int) -> list[tuple[float, int]]:
    """Seconds and turns of the games that one checkout wins, but for its first game."""
    benchmark = "benchmarks.live.demo"
    if not (folder / "benchmarks" / "live").exists():
        benchmark = "benchmarks.demo"  # where it was until 24 November 2026
    command = [str(python), "-m", benchmark, "--wins", str(wins)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    games = PLAYED.findall(run.stderr)
    if not games:
        raise SystemExit(f"{' '.join(command)} in {folder} played nothing: {run.stderr[-400:]}")
    return [(float(seconds), int(turns)) for stage, seconds, turns in games[1:] if stage == "won"]


def _checkout(commit: str) -> tuple[Path, Path]:
    """The folder of another commit, and the Python of an environment that it is installed in."""
    git = ("git", "-C", str(ROOT))
    named = subprocess.run(
        [*git, "rev-parse", "--short=12", f"{commit}^{{commit}}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if named.returncode:
        raise SystemExit(f"--before {commit}: there is no such commit; see git log")
    folder = KEPT / named.stdout.strip()
    python = folder / ".venv" / "bin" / "python"
    if (folder / ".ready").exists():
        return folder, python
    print(f"installing {folder.name}, once", file=sys.stderr)
    packed = subprocess.run([*git, "archive", folder.name], capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    # What it needs is what is installed here, but for the package itself.
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / ".venv" / "lib" / name / "site-packages"
    (packages / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-qq", "--no-deps"]
    subprocess.run([*pip, "--ignore-installed", "-e", str(folder)], check=True)
    (folder / ".ready").touch()
    return folder, python


if __name__ == "__main__":
    sys.exit(main())
