"""Which numbers in `vision/` matter? Each is varied by a quarter either way and boards are read.

    python -m benchmarks.vision.sensitivity ../shared/screenshots --jobs 2
    python -m benchmarks.vision.sensitivity FOLDER --pictures 60 --only vision.grid --json
    python -m benchmarks.vision.sensitivity FOLDER --seconds 5 --factors 0.5 2

Finds every numeric constant of a module by itself: names in capitals, or annotated `Final`, that
are given a number. One at a time is multiplied by each factor (a whole number moves by one at
least), in a process of its own; one from which others are computed when its module is imported, in
a process that compiles the module with the other number. Only the half to work on is read, some
pictures of each of its programs, and of these the ones whose reading runs a function that uses the
constant: no other can change. With `--seconds` no more of them are read than take that long; what
does nothing on these is tried on four times as many.

What a constant does is judged by pictures, pair by pair. It does nothing where no result of any
picture differs; it matters where boards without a fault, or boards without a wrong cell, become
more or fewer than a fair coin would explain once in twenty times; else what it does is within
noise. Its range are the factors next to 1 within noise.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import json
import math
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, Final

from testbed.folders import ROOT

FACTORS: Final = (0.5, 0.75, 1.25, 2.0)
"""A quarter either way, and twice that far to see how wide the range is."""
_CHANCE: Final = 0.05
"""How probable what a fair coin does must at least be to be taken for noise."""
_MATTERS: Final = ("breaks", "matters", "within noise", "does nothing")


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that a module gives a name."""

    module: str
    name: str
    value: float
    file: Path
    line: int

    def times(self, factor: float) -> float:
        """The number times a factor; whole numbers stay whole and move by one at least."""
        if isinstance(self.value, float):
            return self.value * factor
        moved = round(self.value * factor)
        if moved == self.value:
            moved += 1 if factor > 1 else -1
        return moved


def constants(package: str, only: str = "") -> Iterator[Constant]:
    """Every numeric constant in the modules of a package."""
    for module, file in _modules(package):
        if module.startswith(only):
            yield from _constants_of(module, file)


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    """The modules of a package and their files."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    for folder in map(Path, spec.submodule_search_locations or ()):
        for file in sorted(folder.rglob("*.py")):
            parts = file.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *parts)).removesuffix(".__init__"), file


def _constants_of(module: str, file: Path) -> Iterator[Constant]:
    for statement in ast.parse(file.read_text("utf-8")).body:
        name, value = _named(statement)
        number = None if value is None else _number(value)
        if name and number:
            yield Constant(module, name, number, file, statement.lineno)


def _named(statement: ast.stmt) -> tuple[str, ast.expr | None]:
    """The name that a statement gives to a constant, and its value."""
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        final = "Final" in ast.unparse(statement.annotation)
        name = statement.target.id
        return (name if final or name.isupper() else ""), statement.value
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        return (name if name.isupper() and len(statement.targets) == 1 else ""), statement.value
    return "", None


def _number(value: ast.expr) -> float | None:
    """The number that an expression of numbers alone makes."""
    parts = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop)
    if not all(isinstance(node, parts) for node in ast.walk(value)):
        return None
    number = eval(compile(ast.Expression(value), "<constant>", "eval"))
    return number if type(number) in (int, float) else None


class Varied(importlib.machinery.SourceFileLoader):
    """Loads a module in which one constant has another value."""

    def __init__(self, constant: Constant, value: float):
        super().__init__(constant.module, str(constant.file))
        self._name, self._value = constant.name, value

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module with the other value, without any cache."""
        tree = ast.parse(self.get_data(self.path))
        for statement in tree.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                name, value = _named(statement)
                if name == self._name and value is not None:
                    statement.value = ast.copy_location(ast.Constant(self._value), value)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find the one module."""
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)


def read_pictures(pictures: Sequence[Path]) -> list[dict[str, Any]]:
    """What becomes of each picture, in this process."""
    from benchmarks.vision.screenshots import measure
    from benchmarks.vision.truths import Truth

    found = [truth for truth in map(Truth.load, pictures) if truth is not None]
    return [asdict(result) for result in measure(found)]


def outcome(variant: str, pictures: Sequence[Path]) -> list[dict[str, Any]]:
    """What becomes of each picture, in a process of its own; nothing where that broke."""
    command = [sys.executable, "-m", "benchmarks.vision.sensitivity", "--variant", variant]
    command += [str(picture.resolve()) for picture in pictures]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return [] if done.returncode else list(json.loads(done.stdout.splitlines()[-1]))


Place = tuple[str, int]
"""A function: the file of its code and its first line."""


def users(package: str, found: Sequence[Constant]) -> dict[Constant, set[Place] | None]:
    """The functions that use each constant; None where a module does when it is imported."""
    uses: dict[Constant, set[Place] | None] = {constant: set() for constant in found}
    for module, file in _modules(package):
        tree = ast.parse(file.read_text("utf-8"))
        names = {c.name: c for c in found if c.module == module}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    for own in found:
                        if (own.module, own.name) == (node.module, alias.name):
                            names[alias.asname or alias.name] = own
        for name, place in _loaded(tree, file, None):
            if name in names:
                places = uses[names[name]]
                if place is None or places is None:
                    uses[names[name]] = None
                else:
                    places.add(place)
    return uses


def _loaded(node: ast.AST, file: Path, inside: Place | None) -> Iterator[tuple[str, Place | None]]:
    """The names that are read below a node, and the function in which; None for a module's own."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id, inside
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        for outer in (*node.args.defaults, *node.args.kw_defaults, *node.decorator_list):
            if outer is not None:
                yield from _loaded(outer, file, inside)
        # What runs is found by the outermost function: those within run only with it.
        for child in node.body:
            yield from _loaded(child, file, inside or (str(file), first))
        return
    for child in ast.iter_child_nodes(node):  # type: ignore[assignment]
        yield from _loaded(child, file, inside)


def traced(pictures: Sequence[Path]) -> list[set[Place]]:
    """The functions that run while each picture is read."""
    found = []
    for picture in pictures:
        ran: set[CodeType] = set()
        sys.setprofile(partial(_note, ran))
        read_pictures([picture])
        sys.setprofile(None)
        found.append({(code.co_filename, code.co_firstlineno) for code in ran})
    return found


def _note(ran: set[CodeType], frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        ran.add(frame.f_code)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a constant times a factor does: how many pictures and cells more than without."""

    factor: float
    value: float
    verdict: str
    changed: int = 0
    located: int = 0
    faultless: int = 0
    wrong: int = 0
    unknown: int = 0
    pictures: int = 0


def affordable(numbers: Sequence[int], base: Sequence[dict[str, Any]], seconds: float) -> list[int]:
    """The first of some pictures, by number, as many as are read in some seconds; one at least.

    One that takes most of that time comes last.
    """
    spent = 0.0
    some: list[Any] = []
    for number in sorted(numbers, key=lambda one: base[one]["seconds"] > seconds / 3):
        if some and spent + base[number]["seconds"] > seconds:
            break
        some.append(number)
        spent += base[number]["seconds"]
    return some


def effect(
    factor: float, value: float, base: Sequence[dict[str, Any]], varied: Sequence[dict[str, Any]]
) -> Effect:
    """Compare results picture by picture."""
    if len(varied) < len(base):
        return Effect(factor, value, "breaks", pictures=len(base))
    ignored = {"seconds", "given"}
    pairs = list(zip(base, varied, strict=True))
    changed = sum(any(a[k] != b[k] for k in a if k not in ignored) for a, b in pairs)
    matters = changed and any(
        not by_chance([(test(a), test(b)) for a, b in pairs]) for test in (faultless, no_wrong_cell)
    )
    return Effect(
        factor,
        value,
        "matters" if matters else "within noise" if changed else "does nothing",
        changed,
        sum(located(b) - located(a) for a, b in pairs),
        sum(faultless(b) - faultless(a) for a, b in pairs),
        sum(b["wrong"] - a["wrong"] for a, b in pairs),
        sum(b["unknown"] - a["unknown"] for a, b in pairs),
        len(base),
    )


@dataclass(frozen=True, slots=True)
class Bench:
    """Pictures, what becomes of them with nothing varied, and what runs while they are read."""

    pictures: Sequence[Path]
    base: Sequence[dict[str, Any]]
    ran: Sequence[set[Place]]
    uses: dict[Constant, set[Place] | None]
    seconds: float

    def vary(self, work: tuple[Constant, Sequence[float]]) -> tuple[Constant, list[Effect]]:
        """What a constant does, times each of some factors."""
        constant, factors = work
        values = {factor: constant.times(factor) for factor in factors}
        return constant, [
            self._effect(constant, factor, value)
            for factor, value in values.items()
            if value != constant.value
        ]

    def _effect(self, constant: Constant, factor: float, value: float) -> Effect:
        places = self.uses[constant]
        numbers = [i for i, some in enumerate(self.ran) if places is None or places & some]
        first = affordable(numbers, self.base, self.seconds)
        rest = affordable([i for i in numbers if i not in first], self.base, 3 * self.seconds)
        result, read, varied = Effect(factor, value, "does nothing"), [], []
        for some in (first, rest):
            if some and result.verdict == "does nothing":
                read += [self.base[i] for i in some]
                varied += self._outcome(constant, value, [self.pictures[i] for i in some])
                result = effect(factor, value, read, varied)
        return result

    def _outcome(
        self, constant: Constant, value: float, pictures: Sequence[Path]
    ) -> list[dict[str, Any]]:
        if self.uses[constant] is None:
            variant = f"{constant.module}:{constant.name}:{value!r}"
            return outcome(variant, pictures)
        holders = [
            module
            for name, module in list(sys.modules.items())
            if name == constant.module or _imported(module, constant)
        ]
        try:
            for module in holders:
                setattr(module, constant.name, value)
            _forget(constant.module.partition(".")[0])
            return read_pictures(pictures)
        except Exception:
            return []
        finally:
            for module in holders:
                setattr(module, constant.name, constant.value)


def _forget(package: str) -> None:
    """Empty what the functions and methods of a package have cached."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == package:
            own = list(vars(module).values())
            for thing in own + [
                one for kind in own if isinstance(kind, type) for one in vars(kind).values()
            ]:
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def _imported(module: ModuleType, constant: Constant) -> bool:
    """Whether a module has taken a constant from the one that defines it."""
    file = getattr(module, "__file__", None)
    if not file or constant.name not in vars(module):
        return False
    nodes = ast.walk(ast.parse(Path(file).read_text("utf-8"))) if file.endswith(".py") else ()
    taken = (node for node in nodes if isinstance(node, ast.ImportFrom))
    return any(
        node.module == constant.module and constant.name in [alias.name for alias in node.names]
        for node in taken
    )


def located(result: dict[str, Any]) -> bool:
    """Whether a board was located."""
    return bool(result["shape"] and not result["hidden"])


def faultless(result: dict[str, Any]) -> bool:
    """Whether a board was read without a fault."""
    return located(result) and not result["wrong"] + result["unknown"]


def no_wrong_cell(result: dict[str, Any]) -> bool:
    """Whether a board has no wrong cell."""
    return not result["wrong"]


def by_chance(pairs: Iterable[tuple[bool, bool]]) -> bool:
    """Whether a coin may have said which of two readings does better (McNemar's exact test)."""
    better = worse = 0
    for before, after in pairs:
        better += after and not before
        worse += before and not after
    trials, least = better + worse, min(better, worse)
    tail = sum(math.comb(trials, k) for k in range(least + 1)) / 2**trials
    return min(1.0, 2 * tail) >= _CHANCE  # type: ignore[no-any-return]


def spread(folders: Sequence[Path], most: int) -> list[Path]:
    """Pictures of the half to work on, as many of each program as there is room for."""
    from benchmarks.vision.truths import truths

    queues: dict[str, list[Path]] = {}
    for truth in truths(folders, "work"):
        queues.setdefault(truth.program, []).append(truth.picture)
    rounds = max(map(len, queues.values()), default=0)
    # The last pictures of a program are those of games that are far or over.
    turns = [queue[-1 - k] for k in range(rounds) for queue in queues.values() if k < len(queue)]
    return turns[: most or None]


def main() -> int:
    """Vary every constant and print what it does; returns 2 where there are no pictures."""
    options = _options()
    if options.variant:
        return _variant(options.variant, options.folders)
    pictures = spread(options.folders, options.pictures)
    if not pictures:
        print("no picture with its truth in the half to work on", file=sys.stderr)
        return 2
    found = [c for c in constants(options.package, options.only) if c.value]
    print(f"{len(found)} constants, {len(pictures)} pictures", file=sys.stderr)
    base = read_pictures(pictures)
    bench = Bench(pictures, base, traced(pictures), users(options.package, found), options.seconds)
    effects: dict[Constant, list[Effect]] = {constant: [] for constant in found}
    # Each variation changes a process of its own, which has all modules and pictures already.
    with get_context("fork").Pool(options.jobs, maxtasksperchild=1) as pool:
        work = [(constant, options.factors) for constant in found]
        for constant, several in pool.imap(bench.vary, work, chunksize=1):
            effects[constant] = several
            for one in several if options.json else ():
                row = {"constant": f"{constant.module}.{constant.name}", "is": constant.value}
                print(json.dumps(row | asdict(one)), flush=True)
    if not options.json:
        show(effects, len(base))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--package", default="mwagent.vision", help="default: %(default)s")
    parser.add_argument("--only", default="", help="modules whose name begins so")
    parser.add_argument("--pictures", type=int, default=0, help="at most (default: all)")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="of reading for each variation, about"
    )
    parser.add_argument("--factors", type=float, nargs="+", default=FACTORS)
    parser.add_argument("--json", action="store_true", help="one JSON object a variation")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--variant", default="", help=argparse.SUPPRESS)
    return parser.parse_args()


def _variant(variant: str, pictures: Sequence[Path]) -> int:
    """Read with one constant varied, and print the results as one line of JSON."""
    module, name, value = variant.split(":")
    package = module.partition(".")[0]
    constant = next(c for c in constants(package, module) if (c.module, c.name) == (module, name))
    sys.meta_path.insert(0, Varied(constant, ast.literal_eval(value)))
    print(json.dumps(read_pictures(pictures)))
    return 0


def verdict(effects: Sequence[Effect]) -> str:
    """What a constant does when it moves by a quarter, the worst of both ways."""
    near = [e for e in effects if 0.7 <= e.factor <= 1.3] or effects
    return min((e.verdict for e in near), key=_MATTERS.index)


def wide(effects: Sequence[Effect]) -> tuple[float, float]:
    """The smallest and the largest factor up to which nothing but noise was seen."""
    calm = {e.factor: e.verdict in _MATTERS[2:] for e in effects} | {1.0: True}
    low = high = 1.0
    for factor in sorted((f for f in calm if f < 1), reverse=True):
        if not calm[factor]:
            break
        low = factor
    for factor in sorted(f for f in calm if f > 1):
        if not calm[factor]:
            break
        high = factor
    return low, high


def show(effects: dict[Constant, list[Effect]], pictures: int) -> None:
    """Print a table, the constants that matter most first."""
    from rich.console import Console
    from rich.table import Table

    def weight(item: tuple[Constant, list[Effect]]) -> tuple[int, int]:
        near = [e for e in item[1] if 0.7 <= e.factor <= 1.3] or item[1]
        worst = max((abs(e.faultless) + e.changed for e in near), default=0)
        return _MATTERS.index(verdict(item[1])), -worst

    table = Table(
        "constant", "is", "does", "calm range", "a quarter less: boards changed, located, "
        "no fault; cells wrong, not understood", "a quarter more", title=f"{pictures} pictures",
    )  # fmt: skip
    for constant, found in sorted(((c, e) for c, e in effects.items() if e), key=weight):
        low, high = wide(found)
        table.add_row(
            f"{constant.module.partition('.')[2]}.{constant.name}",
            f"{constant.value:g}",
            verdict(found),
            f"{constant.value * low:g} to {constant.value * high:g}",
            *("; ".join(_words(e) for e in found if e.factor == f) for f in (0.75, 1.25)),
        )
    console = Console(width=170)
    console.print(table)
    counts = [verdict(found) for found in effects.values() if found]
    console.print(", ".join(f"{counts.count(kind)} {kind}" for kind in _MATTERS))


def _words(e: Effect) -> str:
    if e.verdict == "breaks":
        return "breaks"
    return f"{e.changed}, {e.located:+}, {e.faultless:+}; {e.wrong:+}, {e.unknown:+}"


if __name__ == "__main__":
    sys.exit(main())
