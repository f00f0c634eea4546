"""The package for JavaScript, installed from its archive, answers what Python answers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from mwagent.minefield import Board, Click, FirstClick, Game, Level, random_mines
from mwagent.solvers import analyse, explain, no_guess
from mwagent.web import page_mines
from mwagent.web.build import BuildError
from mwagent.web.npm import SOURCES, pack
from testbed.folders import ROOT
from testbed.nodejs import node
from testbed.plainserver import serve_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NODE = node()
Run = Callable[..., Any]
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node from version 20 on")
README = (SOURCES / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package is installed, as npm lays it out."""
    folder = tmp_path_factory.mktemp("project")
    try:
        archive = pack(folder)
    except BuildError as error:
        pytest.skip(str(error))
    # Python 3.11.2, which Debian 12 has, knows no filters for archives.
    subprocess.run(["tar", "xf", archive, "-C", folder], check=True)
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules" / "mwagent")
    return folder


@pytest.fixture
def run(project: Path) -> Run:
    """Runs a script in node, which prints JSON; `given` is what it finds in `given`."""

    def run(script: str, given: object = None) -> Any:
        (project / "given.json").write_text(json.dumps(given), encoding="utf-8")
        head = 'import given from "./given.json" with { type: "json" };\n'
        (project / "script.mjs").write_text(head + script, encoding="utf-8")
        command = [NODE or "", "--no-warnings", "script.mjs"]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def positions() -> list[Board]:
    """Positions of games begun, on boards of several sizes."""
    boards = []
    for seed in range(12):
        level = [Level(9, 9, 10), Level(16, 30, 99), Level(5, 7, 9)][seed % 3]
        game = Game.from_mines(random_mines(level, seed, (2, 2), FirstClick.OPEN))
        game.play(Click((2, 2)))
        for cell in analyse(game.board).safe[: seed // 3]:
            game.play(Click(cell))
        boards.append(game.board)
    return boards


@needs_node
def test_analyses_and_explanations_are_those_of_python(run: Run) -> None:
    boards = positions()
    cells = [tuple(map(int, np.argwhere(board.cells == 11)[0])) for board in boards]
    given = [
        {"text": str(board), "mines": board.mines, "cell": cell}
        for board, cell in zip(boards, cells, strict=True)
    ]
    told = run(
        """
        import { load, parse, print } from "mwagent";
        const engine = await load();
        console.log(JSON.stringify(given.map(({ text, mines, cell }) => {
            const rows = text.split("\\n").filter((line) => !line.startsWith("mines")).join("\\n");
            const position = parse(rows, mines);
            const { probability, safe, exact, best } = engine.analyse(position);
            const { verdict } = engine.explain({ ...position, cell });
            return { probability: [...probability], safe, exact, best: best.cell, verdict,
                     same: print(position) === rows.trim() };
        })));
        """,
        given,
    )
    for board, cell, one in zip(boards, cells, told, strict=True):
        known = analyse(board)
        chances = np.array([np.nan if p is None else p for p in one["probability"]])
        np.testing.assert_allclose(
            chances, known.mine_probability.ravel(), rtol=0, atol=1e-12, equal_nan=True
        )
        assert {tuple(each) for each in one["safe"]} == set(known.safe)
        assert (one["exact"], one["same"]) == (known.exact, True)
        assert tuple(one["best"]) == known.decide().best
        assert one["verdict"] == explain(board, cell).verdict


@needs_node
def test_boards_and_games_are_those_of_the_seed(run: Run) -> None:
    levels = [(16, 16, 99), (16, 30, 99), (9, 9, 35)]
    told = run(
        """
        import { Game, load, noGuessBoard } from "mwagent";
        const engine = await load();
        const boards = given.map(([rows, cols, mines]) => {
            const order = { rows, cols, mines, first: [3, 4], seed: "x" };
            const { mines: mined, made } = noGuessBoard(engine, order);
            const game = new Game({ rows, cols, mines }, { mined });
            game.open([3, 4]);
            let guesses = 0;
            while (game.stage === "ongoing") {
                const { best } = engine.analyse(game.position);
                guesses += best.why === "proof" ? 0 : 1;
                game.open(best.cell);
            }
            return { mined: [...mined], made, guesses, stage: game.stage };
        });
        const game = new Game({ rows: 9, cols: 9, mines: 10 }, { seed: "a", rule: "open" });
        game.flag([0, 0]);
        game.open([4, 4]);
        const seen = [...game.position.cells];
        console.log(JSON.stringify({ boards, seen, undone: game.undo() }));
        """,
        levels,
    )
    for (rows, cols, mines), one in zip(levels, told["boards"], strict=True):
        board = no_guess(Level(rows, cols, mines), "x", (3, 4))
        assert one["mined"] == board.mines.ravel().astype(int).tolist()
        assert (one["made"], one["guesses"], one["stage"]) == (board.made, 0, "won")
    game = Game.from_mines(page_mines(Level(9, 9, 10), "a", (4, 4), FirstClick.OPEN))
    game.play(Click((4, 4)))
    cells = game.board.cells.copy()
    cells[0, 0] = 9 if cells[0, 0] == 11 else cells[0, 0]
    assert told["seen"] == cells.ravel().tolist()
    assert told["undone"]


NEVER = "{ rows: 9, cols: 9, mines: 79, first: [0, 0], seed: 1, seconds: 0.02 }"
REFUSED = {
    "parse('')": "there is no board in an empty text",
    "parse('12\\n1')": "row 1 has 1 cells, the first row has 2",
    "parse('1z')": "'z' at row 0, column 1 is no cell; use 0-8 open, # hidden, F flag, * mine",
    "new Game({ rows: 2, cols: 2, mines: 4 })": "there is no board of 2x2 cells with 4 mines",
    "new Game({ rows: 2, cols: 2, mines: 1 }).open([2, 0])": (
        "row 2, column 0 is no cell of a board of 2x2"
    ),
    "engine.analyse({ rows: 2, cols: 2, cells: [1] })": "a board of 2x2 has 4 cells, not 1",
    "engine.analyse(null)": "a question is an object, not null",
    "engine.analyse({ rows: 1, cols: 3, cells: 'abc' })": "cells are an array of codes, not abc",
    "engine.explain({ rows: 1, cols: 1, cells: [11], cell: 5 })": (
        "row undefined, column undefined is no cell of a board of 1x1"
    ),
    "rules.analyse({ rules: [{ cells: 'ab', mines: 1 }] })": (
        "the cells of a rule are an array, not ab"
    ),
    "rules.analyse({ rules: [], density: '0.2' , cells: ['a'] })": (
        "density and priors are numbers between 0 and 1"
    ),
    "rules.analyse({ rules: [] }, 0)": "seconds are a time above 0, not 0",
    "rules.analyse({ rules: [{ cells: ['a'], mines: 1 }], mines: 2 ** 40 }).contradiction.total": (
        "no error: true"
    ),
    f"noGuessBoard(engine, {NEVER})": (
        "no board that needs no guess was found in 0.02 s; ask for fewer mines, or give it more "
        "time"
    ),
}


@needs_node
def test_what_cannot_be_is_refused_in_a_sentence(run: Run) -> None:
    tries = ",\n".join(f"() => {call}" for call in REFUSED)
    told = run(f"""
        import {{ EngineError, Game, load, loadRules, noGuessBoard, parse }} from "mwagent";
        const engine = await load(), rules = await loadRules();
        const said = (ask) => {{
            try {{ return `no error: ${{JSON.stringify(ask())}}`; }}
            catch (error) {{ return error instanceof EngineError ? error.message : String(error); }}
        }};
        console.log(JSON.stringify([{tries}].map(said)));
    """)
    assert dict(zip(REFUSED, told, strict=True)) == REFUSED


@needs_node
def test_it_runs_in_a_worker_of_node(project: Path, run: Run) -> None:
    (project / "worker.mjs").write_text(
        """
        import { parentPort } from "node:worker_threads";
        import { load, parse } from "mwagent";
        parentPort.postMessage((await load()).analyse(parse("1##", 1)).mines);
        """,
        encoding="utf-8",
    )
    told = run("""
        import { Worker } from "node:worker_threads";
        const worker = new Worker(new URL("worker.mjs", import.meta.url));
        worker.once("message", (mines) => console.log(JSON.stringify(mines)));
    """)
    assert told == [[0, 1]]


@needs_node
def test_the_examples_of_the_readme_run(project: Path) -> None:
    examples = re.findall(r"```js\n(.*?)```", README, re.DOTALL)
    said = []
    for example in examples:
        (project / "example.mjs").write_text(example, encoding="utf-8")
        done = subprocess.run(
            [NODE or "", "example.mjs"], cwd=project, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    first, second, third = said
    assert first.splitlines()[-1] == "mine"
    assert second.startswith("won mended\n") and "#" not in second
    assert third.splitlines() == ["[ 'a' ]", "2"]


@needs_node
def test_every_name_has_its_types(run: Run) -> None:
    names = run('console.log(JSON.stringify(Object.keys(await import("mwagent"))));')
    types = (SOURCES / "index.d.ts").read_text("utf-8")
    declared = re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)
    assert sorted(names) == sorted(declared)


def test_typescript_takes_the_types(project: Path) -> None:
    compiler = ROOT / "node_modules/.bin/tsc"
    if not compiler.exists():
        pytest.skip("no npm here; `npm ci` installs what checks scripts")
    (project / "typed.ts").write_text(
        """
        import { Game, load, loadRules, noGuessBoard, parse, print } from "mwagent";
        import { EngineClient } from "mwagent/client";
        const engine = await load();
        const told = engine.analyse(parse("1##", 1));
        const chance: number = told.trouble === null ? told.probability[1] : 0;
        const level = { rows: 9, cols: 9, mines: 10 };
        const board = noGuessBoard(engine, { ...level, first: [0, 0], seed: 1 });
        const made: "uniform" | "mended" = board.made;
        const text: string = print(new Game(level).position);
        const rules = (await loadRules()).analyse({ rules: [{ cells: ["a"], mines: 1 }] });
        const best: string | null = rules.contradiction === null ? rules.best : null;
        const client = new EngineClient();
        const asked: Promise<unknown> = client.explain({ ...parse("1##"), cell: [0, 1] });
        // @ts-expect-error -- a cell is a pair
        engine.explain({ ...parse("1##"), cell: 1 });
        export { asked, best, chance, made, text };
        """,
        encoding="utf-8",
    )
    examples = re.findall(r"```js.*?\n(.*?)```", README, re.DOTALL)
    names = ["typed.ts", *(f"example{i}.ts" for i in range(len(examples)))]
    for name, example in zip(names[1:], examples, strict=True):
        (project / name).write_text(example, encoding="utf-8")
    words = "--strict --noEmit --target es2022 --module nodenext --moduleResolution nodenext"
    (project / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    done = subprocess.run(
        [compiler, *words.split(), *names],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_same_files_give_the_same_archive(project: Path, tmp_path: Path) -> None:
    [archive] = project.glob("*.tgz")
    assert pack(tmp_path).read_bytes() == archive.read_bytes()


def test_npm_installs_the_archive(project: Path, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm here")
    [archive] = project.glob("*.tgz")
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    words = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", str(archive)]
    done = subprocess.run([npm, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    installed = tmp_path / "node_modules/mwagent"
    unpacked = project / "node_modules/mwagent"
    names = {path.relative_to(unpacked) for path in unpacked.rglob("*") if path.is_file()}
    assert names == {path.relative_to(installed) for path in installed.rglob("*") if path.is_file()}
    told = json.loads((installed / "package.json").read_text("utf-8"))
    assert "dependencies" not in told


@pytest.mark.browser
def test_it_runs_in_a_page(project: Path, chromium: Browser) -> None:
    names = {"mwagent": "index.js", "mwagent/client": "engine/client.js", "#bytes": "bytes.js"}
    imports = {name: f"./node_modules/mwagent/{file}" for name, file in names.items()}
    (project / "index.html").write_text(
        f'<!doctype html><script type="importmap">{json.dumps({"imports": imports})}</script>',
        encoding="utf-8",
    )
    [example] = re.findall(r"```js browser\n(.*?)```", README, re.DOTALL)
    with serve_folder(project) as (address, _):
        page = chromium.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(address)
        told = page.evaluate("""async () => {
            const { load, loadRules, parse } = await import("mwagent");
            const rules = await loadRules();
            const { mines } = rules.analyse({ rules: [{ cells: ["a"], mines: 1 }] });
            return [(await load()).analyse(parse("1##", 1)).mines, mines];
        }""")
        assert told == [[[0, 1]], ["a"]]
        page.add_script_tag(content=example, type="module")
        page.wait_for_function("true")
        page.wait_for_event("console", timeout=20_000) if not said else None
        assert said, "the example of the README printed nothing"
        page.close()
