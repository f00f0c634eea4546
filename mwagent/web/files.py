"""The files of the page, by the path of their address."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple

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


class Content(NamedTuple):
    """What a file holds: as it is, compressed by gzip where that helps, and an entity tag of it."""

    plain: bytes
    packed: bytes | None
    tag: str


class PageFile(NamedTuple):
    """A file of the page: its media type, and what gives what it holds now.

    `content` raises FileNotFoundError, and JoinError for what is made of sources (bundling.py).
    """

    media_type: str
    content: Callable[[], Content]


def _kept(path: Path) -> Content:
    return _content(path, path.stat().st_mtime_ns)


def _made(folder: Path, name: str) -> Content:
    # Of what is not joined the name counts alone: the worker that keeps files lists it.
    return _joined(
        folder,
        tuple(
            (path, path.stat().st_mtime_ns if path.suffix in {".js", ".html"} else 0)
            for path in sorted(folder.rglob("*.*"))
        ),
    )[name]


@lru_cache(maxsize=512)
def _content(path: Path, changed: int) -> Content:
    """What a file held at the time `changed`."""
    return _packed(path.read_bytes(), path.suffix)


def joined_folder(folder: Path) -> dict[str, str]:
    """`joined` of the sources in a folder."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.is_file()]
    return joined(lambda name: (folder / name).read_text(encoding="utf-8"), names)


@lru_cache(maxsize=2)
def _joined(folder: Path, sources: tuple[tuple[Path, int], ...]) -> dict[str, Content]:
    """The joined files of a folder with these files, whose sources were changed at these times."""
    files = joined_folder(folder)
    return {name: _packed(text.encode(), Path(name).suffix) for name, text in files.items()}


def _packed(plain: bytes, suffix: str) -> Content:
    packed = gzip.compress(plain, 9, mtime=0) if suffix in PACKED else None
    return Content(plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:12]}"')


def page_files(folders: Iterable[Path] = (STATIC,)) -> dict[str, PageFile]:
    """Every file that is handed out, by its path in the address.

    A page also stands for its folder: "" is the first page, "dragonsweeper/" the other.

    Only what is listed here is ever opened, so no address leads out of the folders. Of files with
    one name, that of the first folder counts.
    """
    found: dict[str, PageFile] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            kind = TYPES.get(path.suffix)
            if kind is not None and path.is_file():
                name = path.relative_to(folder).as_posix()
                found.setdefault(name, PageFile(kind, partial(_kept, path)))
        if (folder / ENTRY).exists():
            for name in sorted(joined_folder(folder)):
                content = partial(_made, folder, name)
                found[name] = PageFile(TYPES[Path(name).suffix], content)
    for name in [name for name in found if name.rpartition("/")[2] == "index.html"]:
        found[name.removesuffix("index.html")] = found[name]
    return found
