"""The files of the page, by the path of their address."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from mwagent.web.bundling import ENTRY, joined

STATIC: Final = Path(__file__).resolve().parent / "static"
"""Where the page's own files lie."""
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types by ending: some systems' own tables call scripts plain text, and browsers then
refuse to run them."""


PACKED: Final = frozenset(
    {".css", ".csv", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest"}
)
"""Endings of what gets smaller when it is compressed."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds: as it is, compressed by gzip where that helps, and an entity tag of it."""

    plain: bytes
    packed: bytes | None
    tag: str


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page and its media type."""

    path: Path
    media_type: str

    def content(self) -> Content:
        """What the file holds now. Raises FileNotFoundError."""
        return _content(self.path, self.path.stat().st_mtime_ns)


@dataclass(frozen=True, slots=True)
class JoinedFile:
    """A file of the page that is made of its sources (bundling.py)."""

    folder: Path
    name: str
    media_type: str
    sources: tuple[Path, ...]

    def content(self) -> Content:
        """What the file holds now. Raises FileNotFoundError and JoinError."""
        stamp = tuple(path.stat().st_mtime_ns for path in self.sources)
        return _joined(self.folder, stamp)[self.name]


@lru_cache(maxsize=512)
def _content(path: Path, changed: int) -> Content:
    """What a file held at the time `changed`."""
    return _packed(path.read_bytes(), path.suffix)


def joined_folder(folder: Path) -> dict[str, str]:
    """`joined` of the sources in a folder."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.is_file()]
    return joined(lambda name: (folder / name).read_text(encoding="utf-8"), names)


@lru_cache(maxsize=2)
def _joined(folder: Path, changed: tuple[int, ...]) -> dict[str, Content]:
    """The joined files of a folder whose sources were changed at these times."""
    files = joined_folder(folder)
    return {name: _packed(text.encode(), Path(name).suffix) for name, text in files.items()}


def _packed(plain: bytes, suffix: str) -> Content:
    packed = gzip.compress(plain, 9, mtime=0) if suffix in PACKED else None
    return Content(plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:12]}"')


def page_files(folders: Iterable[Path] = (STATIC,)) -> dict[str, PageFile | JoinedFile]:
    """Every file that is handed out, by its path in the address.

    A page also stands for its folder: "" is the first page, "dragonsweeper/" the other.

    Only what is listed here is ever opened, so no address leads out of the folders. Of files with
    one name, that of the first folder counts.
    """
    found: dict[str, PageFile | JoinedFile] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            kind = TYPES.get(path.suffix)
            if kind is not None and path.is_file():
                found.setdefault(path.relative_to(folder).as_posix(), PageFile(path, kind))
        if (folder / ENTRY).exists():
            found |= _joined_files(folder)
    for name in [name for name in found if name.rpartition("/")[2] == "index.html"]:
        found[name.removesuffix("index.html")] = found[name]
    return found


def _joined_files(folder: Path) -> dict[str, JoinedFile]:
    """What is made of the scripts of a folder, by its path."""
    sources = (folder / "index.html", *sorted(folder.rglob("*.js")))
    return {
        name: JoinedFile(folder, name, TYPES[Path(name).suffix], sources)
        for name in sorted(joined_folder(folder))
    }
