"""Stands for the link `vision` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

__path__ = entry.linked("vision", __name__)
