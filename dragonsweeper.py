"""Stands for the link `dragonsweeper` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

entry.door("dragonsweeper", __name__)
