"""`python -m testbed.windows.wheel`: build the wheel for Windows here, by mingw-w64, in dist/.

CMakeLists.txt is the same as everywhere. What scikit-build-core cannot do from another system is
done here: to name the modules and the wheel by Windows' tags.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import os
import re
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import nanobind
import scikit_build_core.build

from testbed.folders import ROOT
from testbed.windows.interpreter import BUILD, HERE, INCLUDE, PYTHON, run

TAG: Final = "cp311-cp311-win_amd64"
WHEEL: Final = "Wheel-Version: 1.0\nGenerator: mwagent\nRoot-Is-Purelib: false\nTag: {}\n"


def modules() -> dict[str, Path]:
    """The compiled modules for Windows, by where they lie in the package."""
    folder = BUILD / "cp311"
    programs = Path(sys.executable).parent
    suffix = ".cp311-win_amd64.pyd"
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_MAKE_PROGRAM": programs / "ninja",
        "CMAKE_TOOLCHAIN_FILE": HERE / "toolchain.cmake",
        "NB_SUFFIX": suffix,
        "Python_EXECUTABLE": sys.executable,
        "Python_INCLUDE_DIR": INCLUDE,
        "Python_LIBRARY": PYTHON / "python311.dll",
        "nanobind_DIR": nanobind.cmake_dir(),
    }
    words = [f"-D{name}={value}" for name, value in options.items()]
    run(programs / "cmake", "--log-level=ERROR", "-G", "Ninja", "-S", ROOT, "-B", folder, *words)
    run(programs / "ninja", "--quiet", "-C", folder)
    laid = folder / "laid"
    run(programs / "cmake", "--install", folder, "--prefix", laid)
    return {file.relative_to(laid).as_posix(): file for file in laid.rglob(f"*{suffix}")}


def build() -> Path:
    """The wheel."""
    files = {name: file.read_bytes() for name, file in modules().items()}
    for file in sorted((ROOT / "mwagent").rglob("*")):
        if file.is_file() and file.suffix not in (".pyc", ".so", ".pyd"):
            files[file.relative_to(ROOT).as_posix()] = file.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        info = metadata(Path(folder))
        for file in sorted(filter(Path.is_file, Path(folder, info).rglob("*"))):
            files[file.relative_to(folder).as_posix()] = file.read_bytes()
    files[f"{info}/WHEEL"] = WHEEL.format(TAG).encode()
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    target = ROOT / "dist" / f"{re.sub('.dist-info$', '', info)}-{TAG}.whl"
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target


def metadata(folder: Path) -> str:
    """Write what a wheel tells of the package into a folder; gives the name of what it lies in."""
    os.chdir(ROOT)  # which the build's entries take for the project
    with contextlib.redirect_stdout(io.StringIO()):
        info = scikit_build_core.build.prepare_metadata_for_build_wheel(str(folder))
    for name in ("RECORD", "WHEEL"):
        (folder / info / name).unlink(missing_ok=True)
    return info


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build())
