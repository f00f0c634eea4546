"""The page's files and links: it reads and writes what Python does, with the same engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mwagent.formats import ReplayError, boards, links, rawvf
from mwagent.minefield import Board, BoardFormatError, key_board
from mwagent.minefield.boardtext import NotationError, write
from testbed.folders import ROOT
from testbed.nodejs import Scripts

Formats = Callable[..., Any]

# Calls one of the functions of reader.js; a position travels as lists, bytes as lists of numbers.
CALL = """
async ([name, ...words]) => {
    const module = await import("/formats/reader.js");
    const inward = (x) => x?.cells ? {...x, cells: Uint8Array.from(x.cells)}
        : Array.isArray(x) ? Uint8Array.from(x) : x;
    try {
        const out = await module[name](...words.map(inward));
        return out?.cells ? {...out, cells: [...out.cells]}
            : out instanceof Uint8Array ? [...out] : out;
    } catch (error) {
        if (error.name !== "FormatError") throw error;
        return {wrong: error.message, choices: error.choices};
    }
}
"""


@pytest.fixture(scope="module")
def call(scripts: Scripts) -> Formats:
    """Run one of the page's functions: call("readBoard", text, "it")."""
    return lambda *words: scripts.evaluate(CALL, list(words))


def position(board: Board, **more: Any) -> dict[str, Any]:
    """A board as the page keeps it."""
    rows, cols = board.shape
    first = None if board.first is None else board.first[0] * cols + board.first[1]
    cells = board.cells.ravel().tolist()
    return {"rows": rows, "cols": cols, "mines": board.mines, "first": first, "cells": cells} | more


@pytest.mark.parametrize(
    "board",
    [
        Board.parse("mines 4\nF2##\n12F#\n0###"),
        Board(Board.parse("F2##\n12F#").cells, None, (1, 3)),
        key_board(np.eye(3, 9, dtype=bool), (2, 8)),
    ],
)
def test_a_position_is_written_and_read_as_python_does(call: Formats, board: Board) -> None:
    for kind in ("csv", "mine", "mbf", *links.KINDS):
        try:
            data = write(board, kind)
        except BoardFormatError as error:
            assert call("writeBoard", position(board), kind) == {"wrong": str(error), "choices": []}
            continue
        assert call("writeBoard", position(board), kind) == [*data]
        read = boards.parse(data, f"a.{kind}")
        assert call("readBoardFile", [*data], f"a.{kind}") == position(read, said="")


def test_links_are_read_as_python_does(call: Formats) -> None:
    for example in json.loads((ROOT / "tests/formats/links.json").read_text("utf-8")):
        try:
            told = position(links.parse(example["text"]), said="")
        except BoardFormatError as error:
            told = {"wrong": str(error), "choices": []}
        assert call("readBoard", example["text"], "the link") == told


def test_what_could_be_several_boards_is_asked(call: Formats) -> None:
    with pytest.raises(NotationError) as caught:
        boards.parse(b"*..\n*.*\n...", "a.txt")
    told = call("readBoardFile", [*b"*..\n*.*\n..."], "a.txt")
    assert told["choices"] == caught.value.choices
    assert str(caught.value).startswith(told["wrong"])
    assert call("readBoard", "*..\n*.*\n...", "it", "map")["said"] == "read as map"


REPLAYED = """async (texts) => {
    const { parseRawvf, writeRawvf } = await import("/formats/rawvf.js");
    const read = async (text) => {
        const record = await parseRawvf(text, "it");
        return {...record, key: [...record.key], again: writeRawvf(record)};
    };
    const refused = ({ message }) => ({ wrong: message });
    return Promise.all(texts.map((text) => read(text).catch(refused)));
}"""


def test_replays_are_read_and_written_as_python_does(scripts: Scripts) -> None:
    shared = json.loads((ROOT / "tests/formats/rawvf.json").read_text("utf-8"))
    raw = "\n".join(shared["replay"])
    texts = [raw.replace("won", "boom"), raw.replace("0*0", "0*"), raw]
    *_, wrong, told = scripts.evaluate(REPLAYED, texts)
    with pytest.raises(ReplayError) as refused:
        rawvf.parse(texts[1])
    said = str(refused.value).replace("row 0", "row 1")  # the page counts from 1
    assert wrong == {"wrong": f"it: {said}"}
    game = rawvf.parse(raw)
    moves = [(move["kind"], divmod(move["cell"], 3), move["seconds"]) for move in told["moves"]]
    assert moves == [(move.kind, move.cell, move.seconds) for move in game.moves]
    assert (told["rows"], told["cols"], told["title"]) == (2, 3, game.name)
    assert np.array_equal(np.reshape(told["key"], game.shape), game.key)
    assert tuple(map(tuple, told["pointer"])) == game.pointer
    assert rawvf.parse(told["again"]).moves == game.moves
