"""The page: a Minesweeper to play, served on this machine."""

import minefield  # noqa: F401 - before numpy, which it keeps to one thread
from web.boards import page_mines
from web.server import PortError, make_server, serve

__all__ = ["PortError", "make_server", "page_mines", "serve"]
