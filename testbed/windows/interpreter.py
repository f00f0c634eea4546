"""`python -m testbed.windows.interpreter`: prepare Wine and Windows' Python in build/windows/.

The interpreter is the official one: a wheel of panda3d carries python311.dll and the modules of its
standard library that are compiled. Those in Python come from Debian's Python 3.11, which is the
same for both systems. Each step is done once, until what it is made of has changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.parser import Parser
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from testbed.folders import ROOT
from testbed.windows.pe import complex_functions, exports, forwarding

HERE: Final = Path(__file__).parent
BUILD: Final = ROOT / "build" / "windows"
PREFIX: Final = BUILD / "prefix"
PYTHON: Final = BUILD / "python"
DOWNLOADS: Final = BUILD / "downloads"
INCLUDE: Final = BUILD / "include"
GCC: Final = "x86_64-w64-mingw32-gcc-posix"
CARRIER: Final = "panda3d==1.10.16"
"""The package whose wheel carries Windows' Python 3.11."""
DEBIAN: Final = (
    *("libpython3.11-minimal", "libpython3.11-stdlib", "libpython3.11-dev"),
    *("python3-tk", "libtcl8.6", "libtk8.6"),  # of the version that Windows' Python has compiled
)
TESTED_WITH: Final = (
    *("pip", "pytest", "pytest-timeout", "pytest-xdist", "pytest-rerunfailures", "hypothesis"),
    *("filelock", "gymnasium"),
)
WINDOWS: Final[Mapping[str, str]] = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "platform_system": "Windows",
    "python_full_version": "3.11.9",
    "python_version": "3.11",
    "sys_platform": "win32",
}
"""What pip's markers are compared with."""
SETTINGS: Final = (
    ("Wine\\Explorer", "Desktop", "Default"),
    ("Wine\\Explorer\\Desktops", "Default", "1280x1024"),
)
"""All programs share one virtual desktop: without one Wine 8 gives black pictures of the screen."""
WINE: Final = shutil.which("wine-stable") or "wine"
OVERRIDES: Final = "mscoree,mshtml,winedbg.exe=;ucrtbase=n,b"
"""No offers to install .NET and HTML, no debugger, and our ucrtbase.dll."""


def environment() -> dict[str, str]:
    """What programs need in their environment that are run in this Wine."""
    own = {
        "WINEPREFIX": str(PREFIX),
        "WINEARCH": "win64",
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": OVERRIDES,
        "PYTHONDONTWRITEBYTECODE": "",
    }
    # Long tests of what needs no screen are run by their own parts, on one system.
    dropped = ("PYTHON", "VIRTUAL_ENV", "PIP_", "OPENBLAS", "MWAGENT_LONG")
    return {k: v for k, v in os.environ.items() if not k.startswith(dropped)} | own


def prepare() -> Path:
    """Have all of it; gives python.exe."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with step("packages of Debian", DEBIAN) as needed:
        if needed:
            debian()
    with step(
        "wheels", CARRIER, TESTED_WITH, ROOT / "pyproject.toml", ROOT / "constraints.txt"
    ) as needed:
        if needed:
            download()
    sources = [HERE / name for name in ("python_exe.c", "ucrt_complex.c", "pyconfig.h", "pe.py")]
    sources.append(mark("packages of Debian"))
    with step("interpreter", *sources, SETTINGS) as needed:
        if needed:
            interpreter()
    wheels = sorted(DOWNLOADS.glob("*.whl"))
    with step("packages of Python", *wheels, mark("interpreter")) as needed:
        if needed:
            install()
    return PYTHON / "python.exe"


@contextlib.contextmanager
def step(name: str, *made_of: object) -> Iterator[bool]:
    """Whether a step is to be done: once for each state of what it is made of."""
    done_in = mark(name)
    state = hashlib.sha256()
    for part in made_of:
        small = isinstance(part, Path) and part.suffix != ".whl"
        state.update(part.read_bytes() if small and isinstance(part, Path) else str(part).encode())
    done = done_in.exists() and done_in.read_text() == state.hexdigest()
    if not done:
        print(f"preparing {name} for Windows", file=sys.stderr, flush=True)
    yield not done
    done_in.write_text(state.hexdigest())


def mark(name: str) -> Path:
    """The file that says of what a step was made when it was done last."""
    return BUILD / f"{name.replace(' ', '-')}.done"


def run(*command: str | Path, cwd: Path = BUILD) -> None:
    """Run a program of this system."""
    subprocess.run([str(word) for word in command], check=True, cwd=cwd)


def wine(*command: str | Path, cwd: Path = BUILD, timeout: float = 600) -> None:
    """Run a program of Windows; its streams are pipes, as Wine 8 can stat no file it inherits."""
    words = [WINE, *map(str, command)]
    done = subprocess.run(
        words, check=False, cwd=cwd, timeout=timeout, capture_output=True, env=environment()
    )
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace")[-2000:]
        raise SystemExit(f"in Wine {' '.join(map(str, command))} failed:\n{said}")


def debian() -> None:
    """The standard library and the headers of Debian's Python 3.11."""
    folder = BUILD / "debian"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    run("apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *DEBIAN, cwd=folder)
    for package in folder.glob("*.deb"):
        run("dpkg", "-x", package, folder)
        package.unlink()
    shutil.rmtree(INCLUDE, ignore_errors=True)
    shutil.copytree(folder / "usr" / "include" / "python3.11", INCLUDE)
    shutil.copy(HERE / "pyconfig.h", INCLUDE)


def download() -> None:
    """The wheels that mwagent needs on Windows, with all that these need, and Windows' Python."""
    DOWNLOADS.mkdir(exist_ok=True)
    asked = asked_for()
    seen: set[str] = set()
    fetch(CARRIER)
    while asked:
        wanted = {
            canonicalize_name(one.name): str(one).partition(";")[0]
            for one in asked
            if one.marker is None or one.marker.evaluate(dict(WINDOWS))
        }
        wanted = {name: word for name, word in wanted.items() if name not in seen}
        if not wanted:
            break
        fetch(*wanted.values())
        seen |= set(wanted)
        asked = [one for name in wanted for one in requirements(name)]


def fetch(*words: str) -> None:
    """Download wheels for Windows' Python 3.11, in the versions of constraints.txt."""
    target = ("--only-binary=:all:", "--platform=win_amd64", "--python-version=311", "--no-deps")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    constraints = ROOT / "constraints.txt"
    run(*pip, "download", "-q", *target, "-c", constraints, "-d", DOWNLOADS, *words, cwd=ROOT)


def wheel(name: str) -> Path:
    """The wheel of a package that was downloaded last."""
    spelled = re.sub("[-_.]", "_", name)
    found = [
        file
        for file in DOWNLOADS.glob("*.whl")
        if re.sub("[-_.]", "_", file.name.split("-")[0]).lower() == spelled.lower()
    ]
    return max(found, key=lambda file: file.stat().st_mtime)


def requirements(name: str) -> list[Requirement]:
    """What a package needs by the metadata of its wheel."""
    with zipfile.ZipFile(wheel(name)) as archive:
        file = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(file).decode())
    return [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]


def interpreter() -> None:
    """A folder with Windows' Python as its installer makes it, and Wine's files."""
    shutil.rmtree(PYTHON, ignore_errors=True)
    libraries, modules = PYTHON / "DLLs", PYTHON / "Lib"
    libraries.mkdir(parents=True)
    with zipfile.ZipFile(wheel("panda3d")) as archive:
        for file in archive.namelist():
            path = Path(file)
            if path.parent.name != "deploy_libs" or path.name.startswith("api-ms"):
                continue
            beside = path.name.lower() in ("python311.dll", "vcruntime140.dll")
            standard = path.suffix == ".pyd" and "." not in path.stem
            if beside or standard or path.suffix == ".dll":
                target = PYTHON if beside else libraries
                (target / path.name).write_bytes(archive.read(file))
    shutil.copytree(
        BUILD / "debian" / "usr" / "lib" / "python3.11",
        modules,
        ignore=shutil.ignore_patterns(
            "*.so", "config-*", "EXTERNALLY-MANAGED", "sitecustomize.py", "dist-packages", "test"
        ),
    )
    (modules / "site-packages").mkdir(exist_ok=True)
    shutil.copytree(BUILD / "debian" / "usr" / "share" / "tcltk", PYTHON / "tcl")
    for script in (PYTHON / "tcl").glob("t*8.6/*.tcl"):
        # Debian's are of another patch level than the DLLs.
        text = script.read_text(encoding="utf-8")
        text = re.sub(r"(package require) -exact (Tcl|Tk)\s+8\.6\.\d+", r"\1 \2 8.6", text)
        script.write_text(text, encoding="utf-8")
    dll = PYTHON / "python311.dll"
    run(GCC, "-municode", "-O1", "-s", HERE / "python_exe.c", dll, "-o", PYTHON / "python.exe")
    define("python3", PYTHON / "python3.dll", [dll], exports(dll), lambda name: f"python311.{name}")
    boot()
    ucrt()


def boot() -> None:
    """Make Wine's folder anew."""
    shutil.rmtree(PREFIX, ignore_errors=True)
    wine("wineboot", "--init")
    for key, name, value in SETTINGS:
        wine("reg", "add", f"HKCU\\Software\\{key}", "/v", name, "/d", value, "/f")
    run("env", f"WINEPREFIX={PREFIX}", "wineserver", "-w")


def ucrt() -> None:
    """A ucrtbase.dll with complex numbers, which passes all else on to Wine's."""
    system = PREFIX / "drive_c" / "windows" / "system32"
    own = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll")
    shutil.copy(own, system / "ucrtwine.dll")
    source = HERE / "ucrt_complex.c"
    ours = complex_functions(source.read_text(encoding="utf-8"))
    names = [*exports(own), *sorted(ours - set(exports(own)))]
    define(
        "ucrtbase",
        system / "ucrtbase.dll",
        ["-O2", "-fno-builtin", source],
        names,
        lambda name: f"s_{name}" if name in ours else f'"ucrtwine.{name}"',
    )


def define(
    name: str,
    target: Path,
    parts: Sequence[str | Path],
    names: Sequence[str],
    to: Callable[[str], str],
) -> None:
    """Link a DLL that forwards names."""
    definition = BUILD / f"{name}.def"
    definition.write_text(forwarding(f"{name}.dll", names, to))
    target.unlink(missing_ok=True)
    run(GCC, "-shared", "-s", "-static-libgcc", *parts, definition, "-o", target)


def install() -> None:
    """Unpack the downloaded packages, which is all that pip does with a wheel, in less time."""
    for file in DOWNLOADS.glob("*.whl"):
        if not file.name.startswith("panda3d"):
            with zipfile.ZipFile(file) as archive:
                archive.extractall(PYTHON / "Lib" / "site-packages")


def asked_for() -> list[Requirement]:
    """What mwagent and its tests need on Windows at first hand."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = map(Requirement, (*project["dependencies"], *TESTED_WITH))
    return [one for one in words if one.marker is None or one.marker.evaluate(dict(WINDOWS))]


if __name__ == "__main__":
    prepare()
