"""Stands for the link `solvers` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

__path__ = entry.linked("solvers", __name__)
