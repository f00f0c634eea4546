"""Serve the page on a loopback port."""

from __future__ import annotations

import errno
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from minefield import MinefieldError

STATIC: Final = Path(__file__).resolve().parent / "static"


class PortError(MinefieldError):
    """The address to serve on cannot be had."""


class PageHandler(SimpleHTTPRequestHandler):
    """Hands out the files of the page, always fresh, and says nothing about it."""

    protocol_version = "HTTP/1.1"
    # Some systems' own tables call scripts plain text, and browsers then refuse to run them.
    extensions_map: Final = {  # type: ignore[misc]
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
    }

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, directory=str(STATIC), **kwargs)

    def end_headers(self) -> None:
        """Forbid old copies: the page must be the one that is installed."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


class PageServer(ThreadingHTTPServer):
    """The page's server; its threads end with the program."""

    daemon_threads = True
    # On Windows "reuse" would let two servers share one port.
    allow_reuse_address = sys.platform != "win32"

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about browsers that went away; anything else is told as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        """The page's address, ending in a slash."""
        host, port = self.server_address[:2]
        shown = host.decode() if isinstance(host, bytes | bytearray) else host
        return f"http://{'localhost' if shown in ('', '0.0.0.0') else shown}:{port}/"


def make_server(host: str = "127.0.0.1", port: int = 0) -> PageServer:
    """Make a server listening on `host` and `port`; port 0 takes a free one.

    Raises PortError when the port is in use, not permitted, or the host is not this machine's.
    """
    try:
        return PageServer((host, port), PageHandler)
    except (OSError, OverflowError) as error:
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            why = "it is in use; choose another with --port, or leave it out to take a free one"
        elif code == errno.EACCES:
            why = "it is not permitted; choose one above 1023 with --port"
        else:
            why = f"{error}; --host takes an address of this machine, --port 0 to 65535"
        raise PortError(f"cannot serve on {host} port {port}: {why}") from None


@contextmanager
def serve(host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serve the page from a thread for as long as the block runs; gives its address.

    >>> from urllib.request import urlopen
    >>> with serve() as url:
    ...     b"Minesweeper" in urlopen(url).read()
    True
    """
    server = make_server(host, port)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
