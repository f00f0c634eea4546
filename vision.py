"""Stands for the link `vision` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

entry.door("vision", __name__)
