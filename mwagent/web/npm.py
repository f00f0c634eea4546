"""`python -m mwagent.web.npm`: the engine as a package for JavaScript, as `npm install` takes it.

The folder `package` has what only the package needs; the rest is the page's own. The
archive is written as `npm pack` would, without npm.
"""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Final

import mwagent
from mwagent.minefield import command
from mwagent.minefield.arguments import Parser
from mwagent.minefield.files import write_whole
from mwagent.web.build import ROOT, BuildError, compile_modules
from mwagent.web.files import STATIC

SOURCES: Final = Path(__file__).with_name("package")
LICENSE: Final = ROOT / "LICENSE"
SHARED: Final = (
    *(f"engine/{name}.js" for name in ("engine", "module", "prospect", "client", "line", "worker")),
    *("engine/engine.wasm", "rules/rules.js", "rules/rules.wasm"),
    *(f"game/{name}.js" for name in ("rules", "random", "topology", "metrics")),
)
"""What the package has in common with the page."""
_TIME: Final = 499162500
"""Of every file, as `npm pack` has it: the same files give the same archive."""


def manifest() -> dict[str, object]:
    """What package.json says."""
    return {
        "name": "mwagent",
        "version": mwagent.__version__,
        "description": "Exact Minesweeper analysis: probabilities, proofs, boards without guessing",
        "license": "MIT",
        "keywords": ["minesweeper", "solver", "webassembly"],
        "type": "module",
        "engines": {"node": ">=20"},
        "sideEffects": ["./engine/worker.js"],
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./client": {"types": "./client.d.ts", "default": "./engine/client.js"},
            "./package.json": "./package.json",
        },
        "imports": {"#bytes": {"node": "./bytes.node.js", "default": "./bytes.js"}},
    }


def pack(folder: Path) -> Path:
    """Write the package into `folder` and give the archive's path.

    Raises BuildError where a module cannot be compiled, and outside of a checkout.
    """
    if not LICENSE.is_file():
        raise BuildError(f"the package is built with {LICENSE}, which is missing; use a checkout")
    compile_modules()
    files = {path.name: path.read_bytes() for path in SOURCES.iterdir() if path.is_file()}
    files |= {name: (STATIC / name).read_bytes() for name in SHARED}
    files["LICENSE"] = LICENSE.read_bytes()
    files["package.json"] = json.dumps(manifest(), indent=2).encode() + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / f"mwagent-{mwagent.__version__}.tgz"
    data = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=data, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as package,
    ):
        for name in sorted(files):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode, entry.mtime = len(files[name]), 0o644, _TIME
            package.addfile(entry, io.BytesIO(files[name]))
    write_whole(archive, data.getvalue())
    return archive


def main(arguments: list[str] | None = None) -> int:
    """Write the package; returns the exit code."""
    parser = Parser(
        "mwagent.web.npm", "Write the engine as a package for JavaScript, a .tgz for npm."
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "dist", help="where to (dist)"
    )
    print(pack(parser.parse_args(arguments).folder))
    return 0


if __name__ == "__main__":
    command.leave(command.run("python -m mwagent.web.npm", main))
