"""`python -m web`: serve the practice page."""

from __future__ import annotations

import argparse
import sys
import webbrowser

from minefield import MinefieldError
from web.server import make_server

EXAMPLES = """examples:
  python -m web                    serve on port 8642 of this machine
  python -m web --open             and open it in the browser
  python -m web --port 0           on any free port

the address takes ?level=beginner|intermediate|expert|COLSxROWS/MINES, ?rule=safe|open|any,
?seed=TEXT (the same board every time), ?marks=1 (question marks), ?easychord=1 (left click on a
number chords), ?zoom=0.5..8, ?theme=classic|night"""


def main(arguments: list[str] | None = None) -> int:
    """Serve the page until Ctrl-C; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m web",
        description="Serve the Minesweeper practice page.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--port", type=int, default=8642, help="port, 0 for a free one (%(default)s)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    options = parser.parse_args(arguments)
    try:
        server = make_server(options.host, options.port)
    except MinefieldError as error:
        print(f"python -m web: {error}", file=sys.stderr)
        return error.exit_code
    with server:
        print(f"Minesweeper is at {server.url} (Ctrl-C ends it)", flush=True)
        if options.open:
            webbrowser.open(server.url)
        try:
            server.serve_forever(0.1)
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
