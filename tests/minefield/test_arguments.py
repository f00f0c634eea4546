"""Arguments of commands: what is no number, or no value at all, gets one sentence."""

from __future__ import annotations

import contextlib

import pytest

from mwagent import __version__
from mwagent.entry import COMMANDS, main
from mwagent.minefield.arguments import Parser, natural, positive, seconds


def parser() -> Parser:
    words = Parser("example", "An example.")
    words.add_argument("-m", "--mines", type=int)
    words.add_argument("--share", type=float)
    words.add_argument("--port", type=natural)
    words.add_argument("--workers", type=positive)
    words.add_argument("--pause", type=seconds)
    words.add_argument("--log")
    words.add_argument("--flag", action="store_true")
    words.add_argument("options", nargs="*")
    return words


@pytest.mark.parametrize(
    "word",
    [
        *("--mines=1_0", "--mines=٣", "--mines= 3", "--mines=" + "9" * 5000, "-m1e3", "--port=1_0"),
        *("--share=1e400", "--share=nan", "--share=inf", "--share=1_0", "--port=-1"),
        *("--workers=-1", "--workers=0", "--pause=inf", "--pause=nan", "--pause=-1"),
        *("--pause=1_0", "--pause= 3", "--pause=٣"),
        *("--mines=--", "--log=--", "--share=--", "--flag=--", "-m--", "--lo=--"),
    ],
)
@pytest.mark.parametrize("parse", [Parser.parse_args, Parser.parse_intermixed_args])
def test_what_is_no_value_ends_in_one_sentence(
    word: str, parse: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(parse)
    with pytest.raises(SystemExit) as ended:
        parse(parser(), [word])
    assert ended.value.code == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("python -m example: error: argument ")
    assert len(told) < 150


def test_plain_values_are_taken() -> None:
    words = ["--mines=-3", "--share=2.5e-1", "--port", "0", "--log", "a--", "x", "--", "--log=--"]
    found = parser().parse_args(words)
    assert (found.mines, found.share, found.port, found.log) == (-3, 0.25, 0, "a--")
    assert found.options == ["x", "--log=--"]


def test_every_command_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        Parser("vision", "Read a board.").parse_args(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"mwagent {__version__}\n")


@pytest.mark.parametrize("name", ["", "arena bench", *COMMANDS])
def test_the_help_of_every_command_fits_a_terminal(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with contextlib.suppress(SystemExit):
        main([*name.split(), "--help"])
    told = capsys.readouterr().out
    assert told.startswith("usage:") and max(map(len, told.splitlines())) <= 80
