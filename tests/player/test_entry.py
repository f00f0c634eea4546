"""The one command that leads to all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from mwagent import entry
from mwagent.minefield.spelling import spelled


def test_an_unknown_command_gets_a_list_of_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert entry.main(["foo"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("mwagent: there is no command 'foo'; there are ")
    assert all(name in told for name in entry.COMMANDS)


@pytest.mark.parametrize(
    "words", [["-S", "NAME", "{}"], ["{}", "-S", "NAME"], ["{}", "--solver=NAME"], ["-SNAME", "{}"]]
)
def test_the_solver_of_one_step_is_named_anywhere(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.csv"
    path.write_text("1,11\n")
    given = [word.format(path).replace("NAME", "linearsolver") for word in words]
    assert entry.main(["solve", *given, "max_vars=3"]) == 0
    assert capsys.readouterr().out == "0,1,1\n"


def test_messages_name_the_command_as_the_user_called_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"vision": "mwagent read", "mwagent": "mwagent"}
    monkeypatch.setattr("mwagent.minefield.spelling._spellings", names)
    assert spelled("python -m vision") == "mwagent read"
    assert entry.main(["read", "/no/such.png"]) == 2
    assert capsys.readouterr().err.startswith("mwagent read: /no/such.png: ")
    for words in (["analyse", "/no.csv"], ["key", "/no.csv"], ["solve", "-S", "none", "/no.csv"]):
        assert entry.main(words) == 2
        assert capsys.readouterr().err.startswith(f"mwagent {words[0]}: ")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert entry.main(["read"]) == 2
    assert "which needs no screen: mwagent --browser" in capsys.readouterr().err
