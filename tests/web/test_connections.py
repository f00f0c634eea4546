"""Whoever opens many connections, or leaves them half open, keeps the page from nobody."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from mwagent import web
from mwagent.web import Limits

pytestmark = pytest.mark.slow

MOST = 5


@pytest.fixture(scope="module")
def page() -> Iterator[str]:
    limits = Limits(connections=MOST, header_seconds=0.3, unread_seconds=0.3, upload_seconds=0.3)
    with web.serve(limits=limits) as url:
        urllib.request.urlopen(url, timeout=30).read()  # until it answers
        yield url


@contextmanager
def connected(url: str, said: bytes = b"") -> Iterator[socket.socket]:
    where = urlsplit(url)
    with socket.create_connection((where.hostname, where.port or 80), timeout=20) as line:
        line.sendall(said)
        yield line


def request(url: str, path: str = "", more: str = "") -> bytes:
    return f"GET /{path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\n{more}\r\n".encode()


def ended(line: socket.socket) -> bytes:
    """All that comes until the server closes the connection; a test that waits forever fails."""
    came = b""
    try:
        while part := line.recv(1 << 16):
            came += part
    except ConnectionResetError:
        pass
    return came


def told(line: socket.socket, words: bytes) -> None:
    """Wait until these words have come."""
    came = b""
    while words not in came:
        part = line.recv(1 << 16)
        assert part, came
        came += part


def test_half_open_requests_block_nobody(page: str, capfd: pytest.CaptureFixture[str]) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(connected(page, request(page)[:20])) for _ in range(60)]
        assert b"Minesweeper" in urllib.request.urlopen(page, timeout=20).read()
        for line in lines:
            assert ended(line) == b""
    assert capfd.readouterr().err == ""


def test_a_connection_under_way_outlasts_those_half_open(page: str) -> None:
    head = "Content-Type: image/png\r\nContent-Length: 9\r\nExpect: 100-continue\r\n"
    post = request(page, "api/read", head).replace(b"GET", b"POST")
    with ExitStack() as stack:
        line = stack.enter_context(connected(page, post))
        told(line, b" 100 ")  # it is under way
        for _ in range(3 * MOST):
            stack.enter_context(connected(page))
        told(line, b" 408 ")  # not closed, but told that it took too long


@pytest.mark.parametrize("said", [0, 20])
def test_a_request_has_to_arrive_in_time(said: int, page: str) -> None:
    with connected(page, request(page)[:said]) as line:
        assert ended(line) == b""


def test_so_has_the_second_one(page: str) -> None:
    with connected(page, request(page, "nothing")) as line:
        told(line, b"no such page")
        line.sendall(request(page)[:20])
        assert ended(line) == b""


@pytest.mark.slow
def test_an_answer_has_to_be_read_in_time(page: str) -> None:
    many = 2000
    with connected(page) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        with pytest.raises(ConnectionError):
            while True:
                line.sendall(request(page) * many)
