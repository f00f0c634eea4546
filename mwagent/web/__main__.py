"""`mwagent page`: serve the page."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import secrets
import sys
import urllib.request
import webbrowser
from typing import TextIO

from mwagent.gamebook import default_path
from mwagent.minefield import command, signals
from mwagent.minefield.arguments import Parser, natural
from mwagent.web.server import HOME, PageServer, PortInUseError

PORT = 8642
"""Number of the port that is tried first."""
NEXT_PORTS = 50
"""Number of further ports that are tried where the first is in use."""
PROBED = 2.0
"""Seconds for which it is waited whether a port in use serves this page."""
EXAMPLES = """examples:
  python -m mwagent page                    serve on port 8642 of this machine
  python -m mwagent page --open             and open it in the browser
  python -m mwagent page --port 0           on any free port
  python -m mwagent page --host 0.0.0.0 --token
                                            let others in who have the token that is printed

the address takes ?level=beginner|intermediate|expert|COLSxROWS/MINES, ?rule=safe|open|any,
?seed=TEXT (the same board every time), ?marks=1 (question marks), ?easychord=1 (left click on a
number chords), ?noguess=1 (boards that need no guess), ?zoom=0.5..8,
?theme=classic|night|contrast|auto; what programs can ask is in docs/page.md"""


def _run(options: argparse.Namespace) -> int:
    server = _server(options)
    if server is None:
        return 0
    _say(f"Minesweeper is at {server.invitation} (Ctrl-C ends it)")
    if options.open:
        webbrowser.open(server.invitation)
    try:
        server.run()
    except KeyboardInterrupt:
        signals.told()
        _say("")
        # Ctrl-C is how a server is ended.
        return 0 if signals.exit_code() == signals.INTERRUPTED else signals.exit_code()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        "mwagent page", "Serve the Minesweeper page, and what it needs Python for.", EXAMPLES
    )
    parser.option(
        "--port",
        f"port, 0 for a free one (default: {PORT}, or the next that is free)",
        type=natural,
    )
    parser.option(
        "--host HOST",
        "address to listen on (%(default)s); with one that other machines can reach, --token "
        "is needed",
        default=HOME,
    )
    parser.option(
        "--token TEXT",
        "answer only who has this token; without TEXT one is made up",
        nargs="?",
        const="",
    )
    parser.option("--open", "open the page in the browser")
    return parser


def _server(options: argparse.Namespace) -> PageServer | None:
    """What is to serve; None where a page of this machine is there already, and was opened."""
    token = secrets.token_urlsafe(18) if options.token == "" else options.token
    games = default_path()
    if options.port is not None:
        return PageServer(options.host, options.port, token=token, games=games)
    for port in range(PORT, PORT + NEXT_PORTS):
        with contextlib.suppress(PortInUseError):
            server = PageServer(options.host, port, token=token, games=games)
            if port != PORT:
                _say(f"port {PORT} is in use; this is the next one that is free", sys.stderr)
            return server
        if port == PORT and options.host == HOME and token is None and _serves_page(port):
            url = f"http://{HOME}:{PORT}/"
            _say(f"Minesweeper is at {url} already, with the games that were played there")
            if options.open:
                webbrowser.open(url)
            return None
    return PageServer(options.host, 0, token=token, games=games)


def _serves_page(port: int) -> bool:
    """Whether what listens on a port is a server of this page that needs no token."""
    try:
        with urllib.request.urlopen(f"http://{HOME}:{port}/api", timeout=PROBED) as answer:
            return bool(json.load(answer).get("name") == "mwagent")
    except (OSError, ValueError, http.client.HTTPException, AttributeError):
        return False


def _say(text: str, where: TextIO | None = None) -> None:
    """Print a line; that nobody can read it is no reason not to serve."""
    stream = sys.stdout if where is None else where
    try:
        print(text, file=stream, flush=True)
    except OSError:
        # A pipe that was closed, or a full disk: nothing is left to be flushed at the end.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


main = command.main_of("mwagent page", lambda words: _run(_parser().parse_args(words)))

if __name__ == "__main__":
    command.leave(main())
