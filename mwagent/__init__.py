"""The player: finds a board on the screen, and plays it by mouse."""

import sys
from pathlib import Path

# Where this package is installed, the others lie in a folder within it: see docs/design.md.
_PACKAGES = Path(__file__).with_name("_packages")
if _PACKAGES.is_dir():
    sys.path.insert(0, str(_PACKAGES))

import minefield  # noqa: E402, F401 - before numpy, which it keeps to one thread
