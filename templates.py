"""Stands for the link `templates` in a checkout that Git made without links, as on Windows."""

from mwagent import entry

__path__ = entry.linked("templates", __name__)
