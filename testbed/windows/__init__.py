"""Windows without Windows: its Python in Debian's Wine, from packages of Debian and PyPI alone."""
