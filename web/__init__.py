"""The page: a Minesweeper to play and to ask about, served on this machine."""

import minefield  # noqa: F401 - before numpy, which it keeps to one thread
from web.boards import page_mines
from web.limits import Limits
from web.live import Live
from web.server import PageServer, PortError, make_server, serve

__all__ = ["Limits", "Live", "PageServer", "PortError", "make_server", "page_mines", "serve"]
