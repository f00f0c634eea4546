"""Stands for the link `web` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

entry.door("web", __name__)
