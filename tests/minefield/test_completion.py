"""A shell that completes the commands, as it asks for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from testbed.folders import ROOT

ASK = """
eval "$({program} completion bash)"
ask() {{
    COMP_LINE="$*"; COMP_POINT=${{#COMP_LINE}}; COMP_TYPE=9
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _python_argcomplete {program} "${{COMP_WORDS[$COMP_CWORD]}}" before
    echo "${{COMPREPLY[@]}}"
}}
"""
TYPED = {
    "mwagent ar": "arena",
    "mwagent --spe": "--speed",
    "mwagent --speed na": "natural",
    "mwagent -S li": "linearsolver",
    "mwagent arena --mov": "--move-time",
    "mwagent arena --solvers mc": "mcdfssolver mcsatsolver",
    "mwagent arena bench --js": "--json",
    "mwagent analyse --jso": "--json",
    "mwagent dragonsweeper la": "lair",
}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_options_and_their_values(tmp_path: Path) -> None:
    program = tmp_path / "mwagent"
    code = "from mwagent.entry import script; script()"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{code}' \"$@\"\n")
    program.chmod(0o755)
    script = ASK.format(program="mwagent") + "".join(f"ask {typed}\n" for typed in TYPED)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    told = dict(zip(TYPED, map(str.strip, done.stdout.splitlines()), strict=True))
    assert told == TYPED


def test_a_shell_that_is_not_known_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    from mwagent.entry import completion_code

    with pytest.raises(SystemExit):
        completion_code(["csh"])
    assert "invalid choice: 'csh'" in capfd.readouterr().err
