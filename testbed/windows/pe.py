"""Names that a DLL exports, and definitions of DLLs that pass such names on to another."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable
from pathlib import Path


def exports(dll: Path) -> list[str]:
    """Names that a 64-bit DLL exports, by its table of exports (Microsoft's PE format)."""
    data = dll.read_bytes()
    (header,) = struct.unpack_from("<I", data, 60)
    count, optional = struct.unpack_from("<H12xH", data, header + 6)
    sections = [
        struct.unpack_from("<8xIIII", data, header + 24 + optional + 40 * number)
        for number in range(count)
    ]

    def at(address: int) -> int:
        for size, base, raw, where in sections:
            if base <= address < base + max(size, raw):
                return int(address - base + where)
        raise ValueError(f"{dll} has no section at address {address:#x}")

    table = at(struct.unpack_from("<I", data, header + 24 + 112)[0])
    named, _, names = struct.unpack_from("<III", data, table + 24)
    starts = struct.unpack_from(f"<{named}I", data, at(names))
    return [data[at(start) : data.index(b"\0", at(start))].decode() for start in starts]


def forwarding(name: str, exported: Iterable[str], to: Callable[[str], str]) -> str:
    """The .def file of a DLL whose names are those of others, as `to` says of each."""
    lines = [f'  "{symbol}" = {to(symbol)}' for symbol in exported]
    return "\n".join([f"LIBRARY {name}", "EXPORTS", *lines, ""])


def complex_functions(source: str) -> set[str]:
    """The names that ucrt_complex.c defines, each with `s_` before it.

    >>> sorted(complex_functions("D s_cpow(D a, D b) {} ONE(conj)"))
    ['conj', 'conjf', 'conjl', 'cpow']
    """
    found = set(re.findall(r"\bs_(\w+)\(", source))
    for name in re.findall(r"(?:ONE|REAL)\((c\w+)\)", source):
        found |= {name, f"{name}f", f"{name}l"}
    return found
