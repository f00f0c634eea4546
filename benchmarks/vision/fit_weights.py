"""Fit the weights by which boards in unknown skins are read, on the half to work on.

    python -m benchmarks.vision.fit_weights ../shared/screenshots
    python -m benchmarks.vision.fit_weights ../shared/screenshots --worth   what each is worth
    python -m benchmarks.vision.fit_weights ../shared/screenshots --half judged --rounds 0

One weight after the other is made larger and smaller, and kept where the loss falls (coordinate
descent), first on the boards that are not read right and a fifth of the others, and then on all.
The loss is the mean over programs of ten times the wrong cells and once the cells that are not
understood, of 10 000. Pictures are read where `Reader` finds their board, in no known skin.
A fit writes `mwagent/vision/unknown/weights.json`; `--worth` sets each weight to 0 and says what
the loss is then, and writes nothing. What was found on the pictures is kept in `--cache`.

How sure a reading is of a cell is a logistic curve of its margin (Platt, "Probabilistic Outputs for
Support Vector Machines", 1999). Its two numbers are those under which what is right and what is
wrong is likeliest, each program counting once; every fit ends with them, `--rounds 0 --sure` fits
them alone.
"""

from __future__ import annotations

import functools
import pickle
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from rich.progress import track

from benchmarks.vision.truths import HALVES, Truth, half_of
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Reader
from mwagent.vision.unknown import board as reading
from mwagent.vision.unknown import labelling
from mwagent.vision.unknown.meanings import Scene, Touch, meaning_probabilities
from mwagent.vision.unknown.weights import WEIGHTS, Weights, save
from testbed.harness import show, words

STEPS: Final = (0.6, 1.6)
"""What a weight is multiplied by."""
GAIN: Final = 0.3
"""Loss that a step must save to be kept: less is chance."""
WRONG: Final = 10.0
"""Cells not understood that a wrong one is as bad as."""
WORST: Final = 1000.0
"""Largest loss of a single board: what is not understood at all says nothing of single weights."""
SURE: Final = ("tied", "surer")
"""Weights of the logistic curve that says how sure a reading is."""
HELD: Final = ("covered", *SURE)
"""Weights that are not fitted by the loss: hardly any of these boards is covered, and a test holds
that one."""
NEWTON: Final = 30
"""Steps of Newton's method: a few are enough."""
OFF: Final = 0.1
"""Cells by which a corner of a board that is found may be off."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A board to read: its program, its clusters, and what its cells are."""

    program: str
    scene: Scene
    truth: Any


def case_of(pixels: Any, truth: Truth) -> Case | None:
    """A picture as a case; None where its board is not found."""
    picture = Picture(pixels)
    for one in Reader(()).boards(picture)[:1]:
        lattice = one.reading.lattice
        shape = lattice.rows, lattice.cols
        if shape != (len(truth.cells), len(truth.cells[0])):
            continue
        if truth.misplaced(one.reading) > OFF:
            continue
        scene = BoardPicture.of(picture, lattice).even.scene
        codes = [[labelling.CODE[symbol] for symbol in row] for row in truth.cells]
        return Case(truth.program, scene, plain(np.array(codes, np.int8)))
    return None


def plain(codes: labelling.Codes) -> labelling.Codes:
    """Codes without what nobody minds: which mine was hit, and which closed cell bears a mark."""
    codes[codes == labelling.CODE["X"]] = labelling.CODE["*"]
    codes[codes == labelling.CODE["?"]] = labelling.CODE["#"]
    return codes


def told(case: Case) -> labelling.Labelling:
    """What the clusters of a board mean, of which nobody knows how it came about."""
    blind = [Touch.NONE] * len(case.scene.clusters)
    return reading.understood(case.scene, {}, blind, reading.unforeseen())


def from_picture(file: Path) -> list[Case]:
    """The case of a picture with a truth beside it."""
    truth = Truth.load(file)
    if truth is None:
        return []
    case = case_of(cv2.imread(str(file)), truth)
    return [] if case is None else [case]


_CASES: list[Case] = []
_CACHED: list[Any] = []


def begin(cases: list[Case]) -> None:
    """Keep the cases in a process that reads some of them again and again."""
    for case in cases:

        @functools.lru_cache(maxsize=64)
        def judged(known: frozenset[tuple[int, str]], scene: Scene = case.scene) -> Any:
            return meaning_probabilities(scene, dict(known), ())

        _CASES.append(case)
        _CACHED.append(judged)


def losses(weights: dict[str, float], numbers: Sequence[int]) -> list[float]:
    """The loss of some cases with some weights."""
    for name, value in weights.items():
        setattr(WEIGHTS, name, value)
    labelling.forget_rules()
    found = []
    for number in numbers:
        case, judged = _CASES[number], _CACHED[number]

        def asked(_: Scene, known: Any, __: Any, judged: Any = judged) -> Any:
            return judged(frozenset(known.items())).copy()

        setattr(reading, "meaning_probabilities", asked)  # noqa: B010
        said = plain(reading.believed(case.scene.clusters, told(case))[0])
        unread = said == labelling.CODE["~"]
        wrong = (said != case.truth) & ~unread
        loss = 10_000 * float(WRONG * wrong.mean() + unread.mean())
        found.append(min(loss, WORST))
    return found


class Fit:
    """The cases, shared among processes, and the loss of all of them."""

    def __init__(self, cases: list[Case], jobs: int):
        programs = [case.program for case in cases]
        self._share = np.array([1 / programs.count(one) for one in programs])
        self._share /= self._share.sum()
        self._pool = ProcessPoolExecutor(jobs, initializer=begin, initargs=(cases,))
        self._jobs = jobs
        self._each = np.zeros(len(cases))
        self._some = list(range(len(cases)))

    def loss(self, weights: Weights) -> float:
        """The mean over programs."""
        told = asdict(weights)
        parts = [self._some[start :: self._jobs] for start in range(self._jobs)]
        done = [self._pool.submit(losses, told, part) for part in parts]
        for part, one in zip(parts, done, strict=True):
            self._each[part] = one.result()
        return float(self._each @ self._share)

    def keep_to_hard_ones(self) -> None:
        """Read from now on only those that were not read right, and one in five of the others."""
        self._some = [n for n, loss in enumerate(self._each) if loss or not n % 5]

    def take_all(self) -> None:
        """Read all of them again."""
        self._some = list(range(len(self._each)))


def fitted(fit: Fit, rounds: int) -> None:
    """Change the weights for the better, one after the other.

    What is better for the hard boards is kept where it is so for all of them.
    """
    whole = fit.loss(WEIGHTS)
    fit.keep_to_hard_ones()
    for _ in range(rounds):
        before = whole
        for one in [one for one in fields(Weights) if one.name not in HELD]:
            kept, best = getattr(WEIGHTS, one.name), fit.loss(WEIGHTS)
            for step in STEPS:
                setattr(WEIGHTS, one.name, kept * step)
                if fit.loss(WEIGHTS) >= best - GAIN:
                    continue
                fit.take_all()
                loss = fit.loss(WEIGHTS)
                fit.keep_to_hard_ones()
                if loss < whole - GAIN:
                    change = f"{one.name} {kept:.3g} -> {kept * step:.3g}"
                    print(f"{change}: {whole:.2f} -> {loss:.2f}", flush=True)
                    whole, kept, best = loss, kept * step, fit.loss(WEIGHTS)
            setattr(WEIGHTS, one.name, kept)
            save(WEIGHTS)
        if whole > before - GAIN:
            break


def sureness(cases: list[Case]) -> tuple[float, float]:
    """The SURE weights under which what was right and what was wrong is likeliest."""
    margins, right, share = [], [], []
    programs = Counter(case.program for case in cases)
    labelling.forget_rules()
    for case in cases:
        said = told(case)
        codes = plain(said.codes.copy())
        for cluster, margin in zip(case.scene.clusters, said.margins, strict=True):
            if codes.flat[cluster.cells[0]] == labelling.CODE["~"]:
                continue
            margins.append(margin)
            right.append((codes == case.truth).flat[cluster.cells].mean())
            share.append(cluster.count / case.truth.size / programs[case.program])
    return logistic(np.array(margins), np.array(right), np.array(share))


def logistic(at: Any, right: Any, weight: Any) -> tuple[float, float]:
    """The log-odds at 0, and their slope, under which what was right, 0 to 1, is likeliest.

    By Newton's method; all are (n,).
    """
    places = np.stack([np.ones_like(at), at], axis=1)
    curve = np.zeros(2)
    for _ in range(NEWTON):
        chance = 1 / (1 + np.exp(-places @ curve))
        bend = (places * (weight * chance * (1 - chance))[:, None]).T @ places
        curve += np.linalg.solve(bend, places.T @ (weight * (right - chance)))
    return float(curve[0]), float(curve[1])


def cases_of(options: Any) -> list[Case]:
    """All boards that are to be read."""
    if options.cache and options.cache.exists():
        kept: list[Case] = pickle.loads(options.cache.read_bytes())
        return kept
    pictures, programs = [], Counter[str]()
    for folder in options.folders:
        for file in sorted(folder.rglob("*.png")):
            truth = Truth.load(file)
            if truth is None or options.half not in ("both", half_of(truth.program)):
                continue
            programs[truth.program] += 1
            if programs[truth.program] <= options.most:
                pictures.append(file)
    with ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(from_picture, file) for file in pictures]
        cases = [case for job in track(jobs, "finding boards") for case in job.result()]
    if options.cache:
        options.cache.write_bytes(pickle.dumps(cases))
    return cases


def main() -> int:
    """Fit, or say what each weight is worth."""
    parser = words(__doc__, seed=None)
    parser.add_argument("folders", nargs="+", type=Path, help="pictures, their truth beside them")
    parser.add_argument("--most", type=int, default=3, help="pictures of a program (%(default)s)")
    parser.add_argument("--half", choices=(*HALVES, "both"), default=HALVES[0])
    parser.add_argument("--rounds", type=int, default=2, help="over all weights (%(default)s)")
    parser.add_argument("--sure", action="store_true", help="fit how sure a reading is, at least")
    parser.add_argument("--worth", action="store_true", help="say what the loss is without each")
    parser.add_argument("--cache", type=Path, metavar="FILE", help="keep what was found there")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    options = parser.parse_args()
    cases = cases_of(options)
    fit = Fit(cases, options.jobs)
    first = fit.loss(WEIGHTS)
    programs = len({case.program for case in cases})
    note = f"{len(cases)} boards of {programs} programs: loss {first:.2f}"
    print(note, flush=True)
    rows: list[dict[str, object]] = []
    if options.worth:
        for one in fields(Weights):
            kept = getattr(WEIGHTS, one.name)
            setattr(WEIGHTS, one.name, 0.0)
            rows.append({"weight": one.name, "is": kept, "without": round(fit.loss(WEIGHTS), 2)})
            setattr(WEIGHTS, one.name, kept)
    if options.rounds and not options.worth:
        fitted(fit, options.rounds)
    if (options.rounds or options.sure) and not options.worth:
        WEIGHTS.tied, WEIGHTS.surer = sureness(cases)
        save(WEIGHTS)
        fit.take_all()
        note += f", fitted {fit.loss(WEIGHTS):.2f}"
    show(options, rows, note=note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
