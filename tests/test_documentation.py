"""Examples in the documents run, and the site of the documents has what its list names."""

from __future__ import annotations

import argparse
import ast
import doctest
import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mwagent.solvers import names, registry
from testbed import installed
from testbed.folders import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


def _with_examples() -> list[Path]:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(path for path in files if BLOCK.search(path.read_text("utf-8")))


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What examples register is forgotten."""
    for name in names():
        registry.solver_class(name)
    monkeypatch.setattr(registry, "_SOLVERS", dict(registry._SOLVERS))


@pytest.mark.parametrize("path", _with_examples(), ids=lambda path: path.name)
def test_the_examples_of_a_document_run(path: Path) -> None:
    text = path.read_text("utf-8")
    space: dict[str, Any] = {"__name__": "example"}
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if ">>>" in found[1]:
            test = doctest.DocTestParser().get_doctest(found[1], space, path.name, str(path), line)
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(test, clear_globs=False)
            assert runner.failures == 0
            space = test.globs
        else:
            exec(compile("\n" * line + found[1], str(path), "exec"), space)


def test_the_solver_of_the_documents_plays() -> None:
    from mwagent import Game, levels, play

    space: dict[str, Any] = {"__name__": "example"}
    exec(BLOCK.findall((ROOT / "docs" / "solvers.md").read_text("utf-8"))[-1], space)
    assert play(Game(levels.LEVELS["beginner"], seed=5), space["TopLeft"]()).stage == "lost"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_shows_pictures(path: Path) -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    pictures = 0
    cells = json.loads(path.read_text("utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [] and cell["execution_count"] is None, "clear its outputs"
        pictures += "<svg" in _shown("".join(cell["source"]), space)
    assert pictures >= 4


def _shown(source: str, space: dict[str, Any]) -> str:
    """Run a cell; what a notebook shows of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), space)
    if not isinstance(last, ast.Expr):
        return ""
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    for name in ("_repr_html_", "_repr_svg_", "__repr__"):
        if hasattr(value, name):
            return str(getattr(value, name)())
    return ""


def test_every_document_is_in_the_list_of_the_site() -> None:
    listed = set(re.findall(r": ([\w/]+\.(?:md|ipynb))$", (ROOT / "mkdocs.yml").read_text(), re.M))
    docs = ROOT / "docs"
    files = [*docs.rglob("*.md"), *docs.rglob("*.ipynb")]
    assert listed == {path.relative_to(docs).as_posix() for path in files}


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for folder in ("", "docs", "mwagent/web/package", "example_boards"):
        for path in (ROOT / folder).glob("*.md" if folder != "docs" else "**/*.md"):
            text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
            links = re.findall(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"", text)
            targets = {(one or other).partition("#")[0] for one, other in links} - {""}
            broken += [
                f"{path.relative_to(ROOT)}: {target}"
                for target in sorted(targets)
                if "://" not in target and not (path.parent / target).exists()
            ]
    assert broken == []


class _ParsedError(Exception):
    """The arguments of a command were understood."""


FIGURES = sorted(
    set(
        re.findall(
            r"`python -m (benchmarks\.[^`]*)`", (ROOT / "docs/figures.md").read_text("utf-8")
        )
    )
)


@pytest.mark.parametrize("command", FIGURES)
def test_a_command_behind_a_figure_takes_its_arguments(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, *arguments = command.split()
    parse = argparse.ArgumentParser.parse_args

    def only_parse(self: argparse.ArgumentParser, *given: Any) -> None:
        parse(self, *given)
        raise _ParsedError

    monkeypatch.setattr("sys.argv", [module, *arguments])
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", only_parse)
    with pytest.raises(_ParsedError):
        importlib.import_module(module).main()


def test_the_trial_of_a_wheel_runs_every_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert sorted(installed.commands(readme)) == sorted(installed.TRIALS)
