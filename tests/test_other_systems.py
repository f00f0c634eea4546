"""Every module can be imported on the systems that tests do not run on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from testbed.folders import ROOT

PROGRAM = """
import importlib, os, pkgutil, signal, sys

def modules():
    found = [m.name for m in pkgutil.walk_packages(["mwagent"], "mwagent.")]
    return [name for name in found if "training" not in name and "train_" not in name]

def all_imported():
    for name in names:
        importlib.import_module(name)

names = modules()
assert len(names) > 150, names
all_imported()  # and so all libraries, which know how to tell systems apart
for name in [name for name in sys.modules if name.partition(".")[0] == "mwagent"]:
    if not name.endswith(("._engine", "._core")):
        del sys.modules[name]

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"fcntl", "resource", "termios", "pwd", "grp", "Xlib"}:
            raise ImportError(name)

sys.meta_path.insert(0, Missing())
for name in ("fcntl", "resource", "termios", "pwd", "grp"):
    sys.modules.pop(name, None)
for name in [name for name in sys.modules if name.partition(".")[0] == "Xlib"]:
    del sys.modules[name]
del os.sched_getaffinity
if sys.argv[1] == "win32":
    del os.killpg, os.geteuid, os.getuid, os.fork, os.setsid
    del signal.SIGKILL, signal.SIGALRM, signal.SIGHUP
sys.platform = sys.argv[1]
all_imported()

from mwagent.solvers.best import cores
assert cores() >= 1
"""


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_every_module_can_be_imported(system: str) -> None:
    command = [sys.executable, "-c", PROGRAM, system]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
