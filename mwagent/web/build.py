"""`python -m mwagent.web.build`: compile the engine to WebAssembly, write the page as static files.

The module is written to `web/static/engine/engine.wasm`, the one place that `mwagent page` serves
it from; git does not keep it. The page then is a copy of `web/static`. The compiler is the package
`ziglang` (the extra `site`), which brings clang, libc++ and a libc for WebAssembly. A source that
several modules are made of is compiled once, for all of them. Of several processes that need a
module, one compiles it and the others wait.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mwagent.minefield import MinefieldError, command
from mwagent.minefield.arguments import Parser
from mwagent.web.files import STATIC, joined_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from filelock import FileLock

ROOT: Final = Path(__file__).resolve().parents[2]
ENGINE: Final = ROOT / "engine"
LARGEST: Final = 262_144
"""Bytes a module may have: a page must be there soon, also on a phone."""
COMPILER: Final = ("ziglang", "filelock")
"""The packages that compiling needs, all in the extra `site`."""
LOCKS: Final = ROOT / "build"
COMPILER_SECONDS: Final = 900.0
"""Seconds the compiler may take; half a minute is usual, several on a busy machine."""

ROOMS: Final = tuple(
    file for room in ("count", "play", "explain") for file in sorted((ENGINE / room).glob("*.cpp"))
)
"""What the engine's face for the page is linked with."""
TRAINING: Final = (*ROOMS, ENGINE / "train/puzzle.cpp")
"""What the maker of puzzles is linked with."""
TEXT: Final = tuple(sorted((ENGINE / "text").glob("*.cpp")))
"""What the reader of pasted boards is linked with."""
RULES: Final = (
    *(ENGINE / file for file in ("count/order.cpp", "count/sweep.cpp")),
    *sorted((ENGINE / "rules").glob("*.cpp")),
)
"""What systems of rules are linked with."""
SHAPES: Final = ("-DMW_SHAPES",)
"""What is compiled for cells that are no squares (engine/position/grid.h)."""
LAIR: Final = tuple(sorted((ENGINE / "dragonsweeper").glob("*.cpp")))
"""What Dragonsweeper is linked with."""

_FLAGS: Final = (
    *["-target", "wasm32-wasi", "-mexec-model=reactor", "-Os", "-flto", "-std=c++20"],
    *f"-fno-exceptions -fno-rtti -Wall -Wextra -I{ENGINE}".split(),
)


class BuildError(MinefieldError):
    """The page cannot be built."""


@dataclass(frozen=True, slots=True)
class Module:
    """A C++ program for the page: its source, the file it becomes, and sources it needs besides.

    What is compiled with `flags` of its own shares no sources with others.
    """

    source: Path
    target: Path
    rooms: tuple[Path, ...] = ()
    flags: tuple[str, ...] = ()

    def is_current(self) -> bool:
        """Whether the target is there and younger than all it is made of."""
        return _is_current(self.target, [self.source, *self.rooms])


def _is_current(target: Path, sources: Sequence[Path]) -> bool:
    made_of = [*sources, *ENGINE.rglob("*.h"), Path(__file__)]
    return target.exists() and target.stat().st_mtime > max(
        path.stat().st_mtime for path in made_of
    )


MODULES: Final = (
    Module(ENGINE / "bindings/engine_wasm.cpp", STATIC / "engine" / "engine.wasm", ROOMS),
    Module(ENGINE / "bindings/engine_wasm.cpp", STATIC / "rules" / "shapes.wasm", ROOMS, SHAPES),
    Module(ENGINE / "bindings/train_wasm.cpp", STATIC / "train" / "train.wasm", TRAINING),
    Module(ENGINE / "bindings/zini_wasm.cpp", STATIC / "game" / "zini.wasm", (), SHAPES),
    Module(ENGINE / "bindings/text_wasm.cpp", STATIC / "formats" / "text.wasm", TEXT),
    Module(ENGINE / "bindings/rules_wasm.cpp", STATIC / "rules" / "rules.wasm", RULES),
    Module(
        ENGINE / "bindings/dragonsweeper_wasm.cpp", STATIC / "dragonsweeper" / "dragon.wasm", LAIR
    ),
)
"""Whatever the page runs; a further core is one more line here."""


def compile_modules() -> list[Path]:
    """Compile what is not current, and give the files of all modules.

    Raises BuildError where the compiler or the sources are missing, or the code does not compile.
    """
    for module in MODULES:
        if not module.is_current() if module.source.exists() else not module.target.exists():
            _compile(module)
    return [module.target for module in MODULES]


def _compile(module: Module) -> None:
    name = module.target.name
    if not module.source.exists():
        raise BuildError(f"cannot build {name}: {module.source} is missing; use a checkout")
    missing = [package for package in COMPILER if importlib.util.find_spec(package) is None]
    if missing:
        raise BuildError(
            f"building {name} needs the package {' and '.join(missing)}; `make site` installs it, "
            f"or pip install 'mwagent[site]'"
        )
    with _alone(name):  # somebody else may compile it just now
        if not module.is_current():
            _link(module)


def _alone(name: str) -> FileLock:
    """What lets one process in at a time."""
    from filelock import FileLock

    LOCKS.mkdir(exist_ok=True)
    return FileLock(LOCKS / f"{name}.lock")


def _link(module: Module) -> None:
    name = module.target.name
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [module.source, *module.rooms]
        objects = list(pool.map(_compiled, sources, [module.flags] * len(sources)))
    made = module.target.with_suffix(".new")
    _run_compiler([*map(str, objects), "-s"], made, name)
    if (size := made.stat().st_size) > LARGEST:
        made.unlink()
        raise BuildError(f"{name} has {size} bytes; at most {LARGEST} are allowed")
    made.chmod(0o644)
    made.replace(module.target)


def _compiled(source: Path, flags: tuple[str, ...] = ()) -> Path:
    """The object file of a source; modules that are made of the same one share it."""
    name = "_".join([*source.relative_to(ENGINE).with_suffix("").parts, *flags])
    target = LOCKS / "wasm" / f"{name}.o"
    with _alone(name):
        if not _is_current(target, [source]):
            target.parent.mkdir(exist_ok=True)
            made = target.with_suffix(".new")
            _run_compiler(["-c", *flags, str(source)], made, source.name)
            made.replace(target)
    return target


def _run_compiler(words: list[str], made: Path, name: str) -> None:
    """Run the compiler to write the file `made`; raises BuildError with what it complains of.

    Its cache is shared by all of a user's projects, and has been seen to keep it waiting without
    end. After a while it is started again with a cache of its own.
    """
    for own_cache in (False, True):
        with tempfile.TemporaryDirectory() as cache:
            caches = {"ZIG_LOCAL_CACHE_DIR": cache, "ZIG_GLOBAL_CACHE_DIR": cache}
            compiler = subprocess.Popen(
                [sys.executable, "-m", "ziglang", "c++", *_FLAGS, *words, "-o", str(made)],
                env={**os.environ, **(caches if own_cache else {})},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            try:
                _, errors = compiler.communicate(timeout=COMPILER_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            finally:
                if compiler.poll() is None:
                    _end(compiler)
            if compiler.returncode:
                raise BuildError(f"{name} does not compile:\n{errors.strip()[-4000:]}")
            return
    raise BuildError(f"the compiler took more than {COMPILER_SECONDS:.0f} s for {name}; try again")


def _end(process: subprocess.Popen[str]) -> None:
    """End a process, and where the system knows groups of processes, all that it has started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def build(folder: Path) -> Path:
    """Write the page into `folder`, which is made or emptied first, and give the folder.

    Raises BuildError as `compile_modules` does, and where `folder` holds something else.
    """
    ours = all((folder / name).exists() for name in ("sw.js", "engine/engine.js", "index.html"))
    if folder.exists() and not (ours or (folder.is_dir() and not any(folder.iterdir()))):
        raise BuildError(f"{folder} holds something that is no page; choose another folder")
    compile_modules()
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(STATIC, folder)
    for name, text in joined_folder(STATIC).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _run(words: Sequence[str] | None) -> int:
    parser = Parser(
        "mwagent.web.build",
        "Compile the engine to WebAssembly and write the page's files into a folder.",
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "site", help="default: site")
    parser.option("--engine", "only compile, for `mwagent page` to serve")
    options = parser.parse_args(words)
    if options.engine:
        for path in compile_modules():
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
    else:
        print(f"The page is in {build(options.folder)}; any web server can serve it.")
    return 0


main = command.main_of("mwagent.web.build", _run)

if __name__ == "__main__":
    sys.exit(main())
