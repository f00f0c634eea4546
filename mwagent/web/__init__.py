"""The page: a Minesweeper to play and to ask about, served on this machine."""

from mwagent.solvers.noguess import page_mines
from mwagent.web.limits import Limits
from mwagent.web.live import Live
from mwagent.web.server import PageServer, PortError, serve

__all__ = ["Limits", "Live", "PageServer", "PortError", "page_mines", "serve"]
