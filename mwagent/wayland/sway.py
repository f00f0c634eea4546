"""The windows of a sway desktop, by its own protocol, sway-ipc(7); no other one tells of them."""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

MAGIC: Final = b"i3-ipc"
GET_TREE: Final = 4
HEADER: Final = struct.Struct("=6sII")


class SwayWindow(NamedTuple):
    """A window in sight: its title, rectangle, process, number, and the name of its program."""

    title: str
    region: tuple[int, int, int, int]
    process: int
    number: int
    program: str
    focused: bool
    belongs: bool


def windows() -> list[SwayWindow]:
    """The windows in sight, the lowest first; none where the desktop is not sway."""
    path = os.environ.get("SWAYSOCK")
    if not path:
        return []
    try:
        with socket.socket(socket.AF_UNIX) as line, line.makefile("rb") as answers:
            line.connect(path)
            line.sendall(HEADER.pack(MAGIC, 0, GET_TREE))
            _, length, _ = HEADER.unpack(answers.read(HEADER.size))
            return list(_shown(json.loads(answers.read(length))))
    except (OSError, ValueError, struct.error):
        return []


def _shown(node: dict[str, Any]) -> Iterator[SwayWindow]:
    """The windows of a node of the tree that are visible, those that float last."""
    for child in (*node.get("nodes", ()), *node.get("floating_nodes", ())):
        yield from _shown(child)
    if not node.get("pid") or not node.get("visible"):
        return
    box, own = node["rect"], node.get("window_properties") or {}
    yield SwayWindow(
        str(node.get("name") or ""),
        (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]),
        int(node["pid"]),
        int(node["id"]),
        str(node.get("app_id") or own.get("class") or "").lower(),
        bool(node.get("focused")),
        own.get("transient_for") is not None,
    )
