"""Windows without Windows: its Python in Debian's Wine, from packages of Debian and PyPI alone."""

import ctypes

_load = getattr(ctypes, "WinDLL", None)
IN_WINE = _load is not None and hasattr(_load("ntdll"), "wine_get_version")
"""Whether this is Windows' Python in Wine, which lacks some of what Windows has."""
