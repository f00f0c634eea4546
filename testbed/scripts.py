"""Scripts of `benchmarks/`, for tests that run a short version of them."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

from testbed.folders import ROOT

FOLDER = ROOT / "benchmarks"


def benchmark(name: str) -> ModuleType:
    """Import `benchmarks/NAME.py`."""
    if name in sys.modules:
        return sys.modules[name]
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))  # they import one another
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
