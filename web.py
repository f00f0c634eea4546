"""Stands for the link `web` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

__path__ = entry.linked("web", __name__)
