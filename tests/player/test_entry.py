"""The one command that leads to all others."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mwagent import entry, solvers


def test_an_unknown_command_gets_a_list_of_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert entry.main(["foo"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("mwagent: there is no command 'foo'; there are ")
    assert all(name in told for name in entry.COMMANDS)


REFUSED = {
    "replay": ["/no.log"],
    "convert": ["/no.csv", "out.mine"],
    "analyse": ["/no.csv"],
    "explain": ["/no.csv", "0,0"],
    "puzzles": ["--no-such"],
    "deal": ["9x9/81"],
    "solvers": ["--no-such"],
    "read": ["/no.png"],
    "skins": ["--no-such"],
    "key": ["/no.csv"],
    "arena": ["/no.csv"],
    "perfect": ["--no-such"],
    "shapes": ["octagons"],
    "page": ["--no-such"],
    "coach": ["--video", "/no.webm", "--games", "/no.sqlite"],
    "games": ["--no-such"],
    "dragonsweeper": ["bench", "--ledger", "/no/folder/x.sqlite"],
    "completion": ["csh"],
    "doctor": ["--no-such"],
    "forget-permission": ["--no-such"],
}
"""What each command answers with a sentence."""


@pytest.mark.parametrize(("name", "words"), REFUSED.items(), ids=REFUSED)
def test_every_command_names_itself_as_it_was_called(
    name: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    known = entry.COMMANDS[name]

    def told(run: Callable[[], int]) -> str:
        with contextlib.suppress(SystemExit):
            assert run() not in (0, None)
        return capsys.readouterr().err.splitlines()[-1]

    module, _, function = known.target.partition(":")
    command = getattr(importlib.import_module(module), function)
    called = f"python -m {known.module.split()[0]}"
    assert told(lambda: command([*known.first, *words])).startswith(called)
    spelling = {each.module: f"mwagent {called}" for called, each in entry.COMMANDS.items()}
    monkeypatch.setattr("mwagent.minefield.command._spellings", spelling)
    assert told(lambda: entry.main([name, *words])).startswith(f"mwagent {name}: ")


def test_every_command_is_among_those_that_name_themselves() -> None:
    assert set(REFUSED) == set(entry.COMMANDS) - {"solve"}


@pytest.mark.skipif(os.name != "posix", reason="there is no /dev/full here")
def test_what_goes_wrong_beside_the_games_is_said_in_the_name_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "key.csv"
    path.write_text("#mines 1\n#first_bloc 0,0\n1,1\n1,10\n")
    assert entry.main(["key", str(path), "-S", "best", "--log", "/dev/full", "--json"]) == 0
    assert capsys.readouterr().err.startswith("mwagent key: /dev/full: the log of this session")


@pytest.mark.parametrize(
    "words", [["-S", "NAME", "{}"], ["{}", "-S", "NAME"], ["{}", "--solver=NAME"], ["-SNAME", "{}"]]
)
def test_the_solver_of_one_step_is_named_anywhere(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.csv"
    path.write_text("#mines 1\n1,11\n")
    given = [word.format(path).replace("NAME", "linearsolver") for word in words]
    assert entry.main(["solve", *given, "max_vars=3"]) == 0
    assert capsys.readouterr().out == "0,1,1\n"


POSIX = pytest.mark.skipif(os.name != "posix", reason="there is a screen")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("-S nosuch", "nosuch"),
        ("-S mcdfssolver max_vars=many", "max_vars"),
        ("-S mcdfssolver colour=red", "colour"),
        ("--games 0", "--games"),
        ("-m 0", "-m"),
        ("-D -3", "-D"),
        ("--demo huge", "huge"),
        ("--demo --browser x.org", "--browser"),
        pytest.param("-D0", "--browser URL", marks=POSIX),
    ],
)
def test_a_player_that_cannot_begin_says_why(
    words: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    code: object = None
    try:
        code = entry.main([*words.split(), "--log", str(tmp_path / "run.log")])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert sentence in capsys.readouterr().err.splitlines()[-1]


def test_the_help_of_the_player_lists_every_solver_with_its_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="0"):
        entry.main(["--help"])
    told = capsys.readouterr().out
    assert all(name in told for name in solvers.names())
    assert all(option in told for name in solvers.names() for option in solvers.options(name))
    assert "mwagent -m99 -Smcsatsolver" in told and "exit codes" in told
