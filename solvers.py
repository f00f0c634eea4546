"""Stands for the link `solvers` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

entry.door("solvers", __name__)
