"""Where the checkout is, and the folder of facts and data that may lie beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
"""The checkout."""

SHARED: Final = ROOT.parent / "shared"
"""Facts and data beside the checkout; tests that need them are skipped where it is missing."""
