"""Serve the page on a port of this machine."""

from __future__ import annotations

import errno
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import quote

from mwagent.minefield import MinefieldError
from mwagent.web.guard import is_loopback, own_names
from mwagent.web.limits import Limits
from mwagent.web.live import Live

if TYPE_CHECKING:
    from uvicorn import Server

HOME: Final = "127.0.0.1"
"""The name under which browsers keep what is played here."""
BACKLOG: Final = 512
"""Connections that may wait to be accepted."""
LAST_WORDS: Final = 1
"""Seconds that requests under way have when the server is stopped."""
SHORTEST_TOKEN: Final = 12
"""Least number of characters of a token."""


class PortError(MinefieldError):
    """The address to serve on cannot be had."""


class PortInUseError(PortError):
    """Another program listens on that port."""


class TokenError(MinefieldError):
    """Other machines could use the server without a token, or with one that is too short."""


class PageServer:
    """A server listening on `host` and `port`; port 0 takes a free one.

    Browsers may call it from now on, and are answered once it runs. `url` is its address, ending in
    a slash, and `invitation` the same with the token, if it has one.

    `token` is what a browser needs to be answered; with a `host` that other machines can reach
    there must be one. `live` is a game to be watched, and `games` the file of watched games, if
    there is one. Raises PortInUseError or PortError when the port is in use, not permitted, or the
    host is not this machine's, and TokenError.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        token: str | None = None,
        limits: Limits | None = None,
        live: Live | None = None,
        games: Path | None = None,
    ):
        if token is None and not is_loopback(host):
            raise TokenError(
                f"other machines can reach {host or 'all addresses'}: add --token, so that only "
                f"those who have it are answered, or leave --host out"
            )
        if token is not None and (len(token) < SHORTEST_TOKEN or not token.isascii()):
            raise TokenError(
                f"a token has at least {SHORTEST_TOKEN} plain characters; leave it out after "
                f"--token to have one made up"
            )
        self._door = _listen(host, port)
        self._host = host
        self._token = token
        self._limits = limits or Limits()
        self._live = live
        self._games = games
        self._server: Server | None = None
        self._stopped = False

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._door.getsockname()[1])

    @property
    def url(self) -> str:
        """The page's address, ending in a slash."""
        everywhere = {"": HOME, "0.0.0.0": HOME, "::": "localhost"}
        name = everywhere.get(self._host, self._host)
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}/"

    @property
    def invitation(self) -> str:
        """The address to open in a browser, with the token."""
        return (
            self.url if self._token is None else f"{self.url}?token={quote(self._token, safe='')}"
        )

    def run(self) -> None:
        """Answer requests until `stop`, or Ctrl-C in the main thread (raises KeyboardInterrupt)."""
        # Half of a program's start, and only who serves needs it: `mwagent.web.serve` does it in a
        # thread.
        import uvicorn

        from mwagent.web.app import make_app
        from mwagent.web.connections import Connection

        home = HOME if self._host in ("", "0.0.0.0", HOME) else None
        names = own_names(self._host)
        app = make_app(names, self._token, self._limits, self._live, self._games, home=home)
        answering = type("Connection", (Connection,), {"most": self._limits.connections})
        config = uvicorn.Config(
            app,
            http=answering,
            log_config=None,
            # It would print how every request ended that was under way; web.app prints real faults.
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            backlog=BACKLOG,
            timeout_graceful_shutdown=LAST_WORDS,
        )
        self._server = uvicorn.Server(config)
        self._server.should_exit = self._stopped
        try:
            self._server.run(sockets=[self._door])
        finally:
            self.close()

    def stop(self) -> None:
        """Let `run` return soon; may be called from any thread, and before it runs."""
        self._stopped = True
        if self._live is not None:
            self._live.close()
        if self._server is not None:
            self._server.should_exit = True

    def close(self) -> None:
        """Stop listening."""
        self._door.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # With its protocol named, asyncio sends at once (TCP_NODELAY), and not 40 ms later.
        door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            # On Windows "reuse" would let two servers share one port.
            if sys.platform != "win32":
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind((host, port))
            door.listen(BACKLOG)
        except BaseException:
            door.close()
            raise
        return door
    except (OSError, OverflowError) as error:
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            raise PortInUseError(
                f"cannot serve on {host} port {port}: it is in use; choose another with --port, "
                f"or take any free one with --port 0"
            ) from None
        said = str(error).rstrip(".")
        why = f"{said}; --host takes an address of this machine, --port 0 to 65535"
        if code == errno.EACCES:
            why = "it is not permitted; choose one above 1023 with --port"
        raise PortError(f"cannot serve on {host} port {port}: {why}") from None


@contextmanager
def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    token: str | None = None,
    limits: Limits | None = None,
    live: Live | None = None,
    games: Path | None = None,
) -> Iterator[str]:
    """Serve the page from a thread for as long as the block runs; gives its address.

    The address can be called at once. What answers is imported meanwhile, in that thread, so that
    who starts a browser next does not wait for it.

    >>> from urllib.request import urlopen
    >>> with serve() as url:
    ...     b"Minesweeper" in urlopen(url).read()
    True
    """
    server = PageServer(host, port, token=token, limits=limits, live=live, games=games)
    thread = threading.Thread(target=server.run, name="page", daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.stop()
        thread.join()
