"""Stands for the link `dragonsweeper` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

__path__ = entry.linked("dragonsweeper", __name__)
