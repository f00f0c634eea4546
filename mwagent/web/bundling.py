"""Join the scripts of the first page into one.

The page is written as some fifty small modules, and works as it is. Yet each file that a browser
asks for costs it a few milliseconds of processor time, several times that on a phone: so what is
served and built has the modules of Play in one file, without their comments. Nothing else about
them changes: each keeps its own scope, is evaluated in the order of the imports, and at its own
address stands a module that hands out the same things, for the modes that are loaded later.

Modules that another document or a worker needs as well stay files of their own, without comments.
"""

from __future__ import annotations

import posixpath
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from mwagent.minefield import MinefieldError

ENTRY: Final = "app/page.js"
"""The script of the first page: what it imports is joined."""
OTHERS: Final = (
    "dragonsweeper/page.js",
    "dragonsweeper/worker.js",
    "engine/worker.js",
    "rules/shaped.js",
    "train/worker.js",
)
"""Scripts of other documents, and of workers; what a worker imports late is named beside it."""
JOINED: Final = "app/joined.js"

_IMPORT: Final = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)";\n', re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_REMARK: Final = re.compile(r"^ *(?://.*|/\*\*.*\*/)\n|^ +", re.MULTILINE)

Read = Callable[[str], str]
"""Gives the text of a file of the page, by its path."""


class JoinError(MinefieldError):
    """A module of the page is written in a way that cannot be joined with others."""


def joined(read: Read, names: Iterable[str]) -> dict[str, str]:
    """The files that differ from the page's sources once it is joined: path and text.

    `names` are all files there are. Raises JoinError, and what `read` raises.
    """
    apart = set[str]()
    for other in OTHERS:
        apart |= set(in_order(other, read))
    inside = [name for name in in_order(ENTRY, read) if name != ENTRY and name not in apart]
    modules = {name: _parse(name, read) for name in inside}
    files = {name: _plain(read(name)) for name in sorted(apart)}
    script = _all_of(modules)
    # A page that is open while another version takes its place is not to mix the two unseen.
    build = f"build_{zlib.crc32(script.encode()):x}"
    files[JOINED] = f"export const {build} = true;\n{script}"
    for name, module in modules.items():
        files[name] = (
            f'import {{ {_scope(name)}, {build} }} from "{_way(name, JOINED)}";\n'
            f"export const {{ {', '.join(module.names)} }} = {_scope(name)};\n"
        )
    entry = _parse(ENTRY, read)
    needed = [_scope(name) for name in entry.imports if name in modules]
    files[ENTRY] = (
        f'import {{ {", ".join(needed)} }} from "{_way(ENTRY, JOINED)}";\n'
        + _from_outside(ENTRY, [name for name in entry.imports if name not in modules])
        + "\n".join([*entry.uses, entry.body])
    )
    files["index.html"] = _preloading(
        read("index.html"), {JOINED, *in_order(ENTRY, read)} - {ENTRY, *inside}
    )
    files["sw.js"] = _keeping(read("sw.js"), inside, read, {*names, *files})
    return files


@dataclass(frozen=True, slots=True)
class _Module:
    """A module in its parts: whom it imports, what of them, its own text, what it hands out."""

    imports: list[str]
    uses: list[str]
    body: str
    names: list[str]


def in_order(name: str, read: Read) -> list[str]:
    """A module and all it imports, each after those it imports itself."""
    done: dict[str, None] = {}
    waiting: list[str] = []

    def visit(one: str) -> None:
        if one in done:
            return
        if one in waiting:
            raise JoinError(f"{one} and {waiting[-1]} import each other; no order suits both")
        waiting.append(one)
        for match in _IMPORT.finditer(read(one)):
            visit(_place(one, match[3]))
        waiting.pop()
        done[one] = None

    visit(name)
    return list(done)


def _parse(name: str, read: Read) -> _Module:
    """The parts of a module."""
    text = read(name)
    imports, uses = [], []
    for whole, some, path in _IMPORT.findall(text):
        imports.append(_place(name, path))
        taken = whole or "{" + some.replace(" as ", ": ") + "}"
        uses.append(f"const {taken} = {_scope(imports[-1])};")
    body = _IMPORT.sub("", text)
    names = [found for _, found in _EXPORT.findall(body)]
    body = _EXPORT.sub(r"\1", body)
    for kind in ("import", "export"):
        if odd := re.search(rf"^{kind}\b.*", body, re.MULTILINE):
            raise JoinError(f"{name}: '{odd[0]}' is no {kind} that can be joined")
    if "import.meta" in body:
        raise JoinError(f"{name}: import.meta would tell of another file")
    body = _LATER.sub(lambda late: f'import("{_way(JOINED, _place(name, late[1]))}")', body)
    return _Module(imports, uses, body, names)


def _all_of(modules: dict[str, _Module]) -> str:
    """The script that holds them all."""
    outside = {name for module in modules.values() for name in module.imports} - modules.keys()
    parts = [_from_outside(JOINED, sorted(outside))]
    for name, module in modules.items():
        inner = _plain("\n".join([*module.uses, module.body]))
        given = ", ".join(module.names)
        parts += [f"// {name}\nexport const {_scope(name)} = (() => {{\n", inner]
        parts.append(f"return {{ {given} }};\n}})();\n")
    return "".join(parts)


def _plain(text: str) -> str:
    """A text without lines of comment and indents, unless a string may go over lines."""
    one_line = all(line.count("`") % 2 == 0 for line in text.splitlines())
    return _REMARK.sub("", text) if one_line else text


def _from_outside(name: str, imports: Iterable[str]) -> str:
    return "".join(f'import * as {_scope(one)} from "{_way(name, one)}";\n' for one in imports)


def _preloading(html: str, needed: Iterable[str]) -> str:
    """The first page, asking at once for all that its script imports."""
    lines = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in sorted(needed))
    return html.replace("</head>\n", f"{lines}</head>\n", 1)


def _keeping(worker: str, inside: list[str], read: Read, names: Iterable[str]) -> str:
    """The service worker with its lists: what is joined is kept first, and its parts later.

    What is kept first and was not joined may import parts by their own addresses: those modules
    are kept first as well.
    """
    first = {ENTRY, *listed(worker, "FIRST")}
    for name in [name for name in first if name.endswith(".js")]:
        first.update(in_order(name, read))
    first = {JOINED, *first} - set(inside)
    for name in [name for name in first - {ENTRY, JOINED} if name.endswith(".js")]:
        first.update(_place(name, way) for *_, way in _IMPORT.findall(read(name)))
    starts = tuple(listed(worker, "USED"))
    used = {name for name in names if name.startswith(starts)}
    later = {name for name in names if name != "sw.js" and not name.endswith((".html", ".new"))}
    for which, kept in (("FIRST", first), ("USED", used), ("LATER", later - first - used)):
        lines = "".join(f'  "{name}",\n' for name in sorted(kept))
        worker = _list(which).sub(f"const {which} = [\n{lines}];", worker)
    return worker


def listed(worker: str, which: str) -> list[str]:
    """What a list of the service worker has as it is written."""
    found = _list(which).search(worker)
    if found is None:
        raise JoinError(f"sw.js has no list {which}")
    return re.findall(r'"(.+?)"', found[0])


def _list(which: str) -> re.Pattern[str]:
    return re.compile(rf"^const {which} = \[[^\]]*\];", re.MULTILINE)


def _scope(name: str) -> str:
    """What a module is called in the script that holds it."""
    return re.sub(r"\W", "_", name.removesuffix(".js"))


def _place(name: str, path: str) -> str:
    """The module that `name` means by a path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _way(name: str, other: str) -> str:
    """How `name` calls another module."""
    way = posixpath.relpath(other, posixpath.dirname(name))
    return way if way.startswith(".") else f"./{way}"
