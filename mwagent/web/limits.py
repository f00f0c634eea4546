"""What one request may cost: bytes, pixels, cells, seconds."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; beyond one of them the answer is a 4xx with one sentence.

    `upload_bytes` is the size of a request's body, `pixels` the area of a picture, `side` the rows
    or columns of a board. `seconds` is the time a worker process has for one request before it is
    killed, `read_seconds` that for a picture, `memory_bytes` its address space, and
    `upload_seconds` the time a body may take to arrive. At most `workers` requests are worked on at
    once while `waiting` others wait, and of more than `connections` at once some are closed
    (connections.py).
    """

    upload_bytes: int = 20_000_000
    pixels: int = 20_000_000
    side: int = 250
    seconds: float = 30.0
    read_seconds: float = 12.0
    memory_bytes: int = 4_000_000_000
    upload_seconds: float = 30.0
    workers: int = min(4, os.cpu_count() or 2)
    waiting: int = 256
    connections: int = 200
