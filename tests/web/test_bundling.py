"""The scripts of the page in one: each keeps its scope, and what cannot be joined is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mwagent.web.bundling import ENTRY, JOINED, OTHERS, JoinError, joined
from mwagent.web.files import page_files

SOURCES = {
    **dict.fromkeys(OTHERS, ""),
    ENTRY: 'import { Shell } from "./shell.js";\n\nnew Shell();\n',
    "app/shell.js": (
        'import * as rules from "../game/rules.js";\n'
        'import { many as count } from "./words.js";\n'
        "const SIDE = 3;\n"
        "export class Shell {}\n"
        'export const later = () => import("./late.js");\n'
    ),
    "game/rules.js": "// The rules.\nconst SIDE = 4;\nexport async function play() {}\n",
    "app/words.js": "// Words.\nexport const many = 1;\n",
    "engine/worker.js": 'import { many } from "../app/words.js";\n',
    "index.html": "<head>\n</head>\n",
    "sw.js": (
        'const FIRST = [\n  "icon.svg",\n];\nconst USED = [\n  "rare/",\n];\nconst LATER = [\n];\n'
    ),
}


def test_modules_are_joined_in_the_order_of_their_imports() -> None:
    files = joined(SOURCES.__getitem__, SOURCES)
    first, _, script = files[JOINED].partition("\n")
    assert re.fullmatch(r"export const build_[0-9a-f]+ = true;", first)
    assert script == (
        'import * as app_words from "./words.js";\n'
        "// game/rules.js\n"
        "export const game_rules = (() => {\n"
        "const SIDE = 4;\n"
        "async function play() {}\n"
        "return { play };\n"
        "})();\n"
        "// app/shell.js\n"
        "export const app_shell = (() => {\n"
        "const rules = game_rules;\n"
        "const { many: count } = app_words;\n"
        "const SIDE = 3;\n"
        "class Shell {}\n"
        'const later = () => import("./late.js");\n'
        "return { Shell, later };\n"
        "})();\n"
    )


def test_what_was_compiled_since_is_kept_too(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert b"dragon.wasm" not in page_files([tmp_path])["sw.js"].content().plain
    (tmp_path / "game" / "dragon.wasm").write_bytes(b"")
    assert b"game/dragon.wasm" in page_files([tmp_path])["sw.js"].content().plain


def test_what_looks_like_a_comment_in_a_string_stays() -> None:
    text = "export const rules = `\n// none\n`;\n"
    assert "// none" in joined({**SOURCES, "game/rules.js": text}.__getitem__, SOURCES)[JOINED]


def test_every_module_is_still_at_its_address() -> None:
    files = joined(SOURCES.__getitem__, SOURCES)
    build = re.findall(r"^export const (build_\w+) = true;", files[JOINED])[0]
    assert files["game/rules.js"] == (
        f'import {{ game_rules, {build} }} from "../app/joined.js";\n'
        "export const { play } = game_rules;\n"
    ), "a page that another version has taken the place of does not get its parts"
    assert files[ENTRY].startswith('import { app_shell } from "./joined.js";\n')
    assert files["app/words.js"] == "export const many = 1;\n", "a worker needs it too"
    assert files["index.html"] == (
        '<head>\n<link rel="modulepreload" href="app/joined.js">\n'
        '<link rel="modulepreload" href="app/words.js">\n</head>\n'
    )


def test_the_service_worker_is_given_its_lists() -> None:
    names = [*SOURCES, "icon.svg", "rare/words.json", "rare/engine.wasm", "late.css", "half.new"]
    lists = dict(
        re.findall(r"const (\w+) = \[\n(.*?)\];", joined(SOURCES.__getitem__, names)["sw.js"], re.S)
    )
    assert {which: re.findall(r'"(.+)"', kept) for which, kept in lists.items()} == {
        "FIRST": ["app/joined.js", "app/page.js", "app/words.js", "icon.svg"],
        "USED": ["rare/engine.wasm", "rare/words.json"],
        "LATER": [
            *("app/shell.js", "dragonsweeper/page.js", "dragonsweeper/worker.js"),
            *(
                "engine/worker.js",
                "game/rules.js",
                "late.css",
                "rules/shaped.js",
                "train/worker.js",
            ),
        ],
    }
    with pytest.raises(JoinError, match="no list FIRST"):
        joined({**SOURCES, "sw.js": "const LATER = [\n];\n"}.__getitem__, names)


@pytest.mark.parametrize(
    "text, said",
    [
        ("export default 3;\n", "'export default 3;' is no export"),
        ("export let count = 0;\n", "'export let count = 0;' is no export"),
        ('import "./words.js";\n', "is no import"),
        ("const here = import.meta.url;\n", "import.meta"),
        ('import { Shell } from "../app/shell.js";\n', "import each other"),
    ],
)
def test_what_cannot_be_joined_is_refused(text: str, said: str) -> None:
    with pytest.raises(JoinError, match=said):
        joined({**SOURCES, "game/rules.js": text}.__getitem__, SOURCES)
