"""Stands for the link `virtual` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

entry.door("virtual", __name__)
