"""The coach cannot touch anything: nothing that it imports knows a mouse or a keyboard."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import mwagent

ROOT = Path(mwagent.__file__).parent.parent
HANDS = {"pyautogui", "Xlib", "pynput", "mouse", "keyboard"}
TOUCHING = {
    *("mouse", "keyboard", "touchscreen", "click", "dblclick", "press", "tap", "fill", "check"),
    *("type", "drag_to", "insert_text", "dispatch_event"),
}


def file_of(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


def stubs(module: str) -> dict[str, str]:
    """The modules that the names of a front door come from, which are imported when first used."""
    file = file_of(module)
    door = file.with_suffix(".pyi") if file and file.name == "__init__.py" else None
    if door is None or not door.is_file():
        return {}
    return {
        alias.name: f"{module}.{node.module}" if node.module else f"{module}.{alias.name}"
        for node in ast.walk(ast.parse(door.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }


def imports(module: str) -> Iterator[str]:
    """What a module imports when it runs, the names behind front doors too."""
    file = file_of(module)
    if file is None:
        return
    tree = ast.parse(file.read_text("utf-8"))
    typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            behind = stubs(node.module)
            for alias in node.names:
                yield behind.get(alias.name, f"{node.module}.{alias.name}")


def reached() -> set[str]:
    """Every module that the coach may come to import, and every name of other packages."""
    coach = ROOT / "mwagent" / "coach"
    todo = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in coach.rglob("*.py")
    ]
    seen: set[str] = set()
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        parts = module.split(".")
        todo += [*imports(module), *(".".join(parts[:n]) for n in range(1, len(parts)))]
    return seen


def test_no_mouse_code_is_imported() -> None:
    found = reached()
    assert {"mwagent.belief.seen_board", "mwagent.player.views.tab_pictures"} <= found
    assert {module for module in found if module.split(".")[0] in HANDS} == set()
    hands = {"mouse", "x11_hand", "pyautogui_hand", "tab_presses", "tab", "screen", "seat_hand"}
    assert {f"mwagent.player.views.{name}" for name in hands} & found == set()


def test_no_page_is_touched() -> None:
    for file in (ROOT / "mwagent" / "coach").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            assert not isinstance(node, ast.Attribute) or node.attr not in TOUCHING, (
                f"{file.name}:{node.lineno} calls {node.attr}"
            )
