"""Boards as people paste them: read back as they are, refused or asked about, never otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.entry import main as run
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    BoardFormatError,
    Click,
    Game,
    dumps,
    key_board,
)
from mwagent.minefield.boardtext import NotationError, read


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """Positions of games: some cells opened with their openings, some mines flagged or shown."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 7))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    mines = rng.random((rows, cols)) < draw(st.sampled_from([0.0, 0.15, 0.3, 0.6]))
    if mines.all():
        mines[0, 0] = False
    game = Game.from_key(key_board(mines))
    safe = np.argwhere(~mines)
    for row, col in safe[rng.permutation(len(safe))[: draw(st.integers(0, 6))]]:
        if game.board[int(row), int(col)] == HIDDEN:
            game.play(Click((int(row), int(col))))
    cells = game.board.cells.copy()
    cells[mines & (rng.random(mines.shape) < draw(st.sampled_from([0.0, 0.5, 1.0])))] = draw(
        st.sampled_from([FLAG, MINE])
    )
    return Board(cells)


class Alphabet(NamedTuple):
    """The signs of an open cell without number, a flag, a mine shown and a closed cell."""

    zero: str
    flag: str
    mine: str
    hidden: str
    ones: Sequence[str] = "12345678"

    def of(self, code: int) -> str:
        return (self.zero, *self.ones, self.flag, self.mine, self.hidden)[code]


KEYCAPS = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣"]
SHORT = [f":{n}:" for n in ["one", "two", "three", "four", "five", "six", "seven", "eight"]]
ALPHABETS = (
    Alphabet("0", "F", "*", "#"),
    Alphabet(".", "F", "*", "x"),
    Alphabet(".", "F", "*", "#"),
    Alphabet("0", "F", "*", "."),
    Alphabet(" ", "F", "*", "#"),
    Alphabet(" ", "!", "@", "?"),
    Alphabet("0", "F", "M", " "),
    Alphabet("-", "F", "*", "."),
    Alphabet(".", "F", "*", "-"),
    Alphabet("_", "P", "X", "."),
    Alphabet("0", "F", "x", "*"),
    Alphabet("B", "F", "X", "E"),
    Alphabet("░", "F", "*", "█"),
    Alphabet("·", "⚑", "*", "■"),
    Alphabet("□", "⚑", "✱", "■"),
    Alphabet("⬜", "🚩", "💣", "⬛", KEYCAPS),
    Alphabet("⬛", "🚩", "💥", "⬜", KEYCAPS),
    Alphabet("0️⃣", "🚩", "💣", "🟦", KEYCAPS),
    Alphabet("🟫", "🚩", "💣", "🟩", KEYCAPS),
    Alphabet(":zero:", ":triangular_flag_on_post:", ":bomb:", ":black_large_square:", SHORT),
    Alphabet(":white_large_square:", ":flag:", ":boom:", ":blue_square:", SHORT),
)
NUMBERS = (
    Alphabet("0", "9", "10", "11"),
    Alphabet("0", "11", "-1", "10"),
    Alphabet("0", "-2", "9", "-1"),
)
Rows = list[list[str]]
Layout = Callable[[Rows], list[str]]


def framed(rows: Rows) -> list[str]:
    line = "+" + "---+" * len(rows[0])
    return [line, *("|" + "|".join(f" {c} " for c in row) + "|" for row in rows), line]


def markdown(rows: Rows) -> list[str]:
    head = "| | " + " | ".join(map(str, range(len(rows[0])))) + " |"
    body = [f"| {n} | " + " | ".join(row) + " |" for n, row in enumerate(rows)]
    return [head, "|---" * (len(rows[0]) + 1) + "|", *body]


def stripped(rows: Rows) -> list[str]:
    """Without blanks at the ends of lines, but for the last, which shows how wide the board is."""
    lines = ["".join(row) for row in rows]
    return [*(line.rstrip() for line in lines[:-1]), lines[-1]]


def labelled(rows: Rows) -> list[str]:
    head = "    " + " ".join(str(n % 10) for n in range(len(rows[0])))
    return [head, *(f"{n:2}  " + " ".join(row) for n, row in enumerate(rows))]


LAYOUTS: dict[str, Layout] = {
    "solid": lambda rows: ["".join(row) for row in rows],
    "stripped": stripped,
    "spaced": lambda rows: [" ".join(row) for row in rows],
    "double": lambda rows: [line for row in rows for line in ("".join(row), "")],
    "indented": lambda rows: ["    " + "".join(row) for row in rows],
    "commas": lambda rows: [",".join(row) for row in rows],
    "tabs": lambda rows: ["\t".join(row) for row in rows],
    "bars": lambda rows: ["|" + "|".join(row) + "|" for row in rows],
    "sides": lambda rows: ["|" + "".join(row) + "|" for row in rows],
    "framed": framed,
    "markdown": markdown,
    "plain markdown": lambda rows: [
        "| " + " | ".join(rows[0]) + " |",
        "|---" * len(rows[0]) + "|",
        *("| " + " | ".join(row) + " |" for row in rows[1:]),
    ],
    "row labels": lambda rows: [f"{n} {' '.join(row)}" for n, row in enumerate(rows)],
    "row labels from 1": lambda rows: [f"{n} | {''.join(row)}" for n, row in enumerate(rows, 1)],
    "letters": lambda rows: [f"{chr(97 + n)}: {' '.join(row)}" for n, row in enumerate(rows)],
    "head": lambda rows: [" ".join(map(str, range(len(rows[0])))), *(" ".join(r) for r in rows)],
    "head and labels": labelled,
    "sized": lambda rows: [f"{len(rows)} {len(rows[0])}", *("".join(row) for row in rows)],
    "fenced": lambda rows: ["```", *("".join(row) for row in rows), "```"],
    "json": lambda rows: [json.dumps(rows, ensure_ascii=False)],
    "python": lambda rows: [f"board = {rows}"],
    "strings": lambda rows: [json.dumps(["".join(row) for row in rows], ensure_ascii=False)],
}
OF_NUMBERS: dict[str, Layout] = {
    "csv": lambda rows: [",".join(row) for row in rows],
    "json": lambda rows: [json.dumps([list(map(int, row)) for row in rows])],
    "lines of json": lambda rows: json.dumps([list(map(int, row)) for row in rows], indent=1).split(
        "\n"
    ),
    "numpy": lambda rows: str(np.array([list(map(int, row)) for row in rows])).split("\n"),
    "repr": lambda rows: repr(np.array([list(map(float, row)) for row in rows])).split("\n"),
    "aligned": lambda rows: ["".join(f"{c:>3}" for c in row) for row in rows],
}


def written(board: Board, alphabet: Alphabet, layout: Layout, end: str = "\n") -> str:
    return end.join(layout([[alphabet.of(code) for code in row] for row in board.cells.tolist()]))


def check(text: str, board: Board) -> None:
    try:
        found = read(text)
    except BoardFormatError as error:
        assert "\n" not in str(error)
    else:
        assert found.board == board, f"{found.notation} of\n{text}"


@settings(max_examples=1500, deadline=None)
@given(
    positions(),
    st.sampled_from(ALPHABETS),
    st.sampled_from(list(LAYOUTS)),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_in_any_notation_is_read_back_or_asked(
    board: Board, alphabet: Alphabet, layout: str, end: str
) -> None:
    check(written(board, alphabet, LAYOUTS[layout], end), board)


@settings(max_examples=500, deadline=None)
@given(positions(), st.sampled_from(NUMBERS), st.sampled_from(list(OF_NUMBERS)))
def test_numbers_in_lists_are_read_back_or_asked(
    board: Board, numbers: Alphabet, layout: str
) -> None:
    check(written(board, numbers, OF_NUMBERS[layout]), board)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("..1xx\n..2xx\n113xx\nxxxxx\nxxxxx", "001##\n002##\n113##\n#####\n#####"),
        ("?1 1?\n11 11\n     \n11 11\n?1 1?", "#101#\n11011\n00000\n11011\n#101#"),
        ("0 # # #\n1 1 2 1\n2 0 0 0", "###\n121\n000"),
        ("  A B C\n1 1 2 #\n2 1 # #\n3 1 2 #", "12#\n1##\n12#"),
        ("10\n1###\n1###\n1###\n1###", "mines 10\n1###\n1###\n1###\n1###"),
        ("[[ 0  1 10]\n [ 0  2 10]\n [ 0  1 11]]", "01#\n02#\n01F"),
        (":one::one:\n:one::black_large_square:", "11\n1#"),
        ("||:one:||||:bomb:||\n||:one:||||:one:||", "1*\n11"),
        ("0️⃣1️⃣⬛\n0️⃣2️⃣⬛\n0️⃣1️⃣⬛", "01#\n02#\n01#"),
        ("| | A | B |\n|-|-|-|\n| 1 | 1 | # |\n| 2 | 1 | # |", "1#\n1#"),
        ("[1][2][#]\n[1][#][#]", "12#\n1##"),
        ("┌─┬─┐\n│1│#│\n├─┼─┤\n│1│#│\n└─┴─┘", "1#\n1#"),
        ('[["B","1","E"],["B","1","M"],["B","1","1"]]', "01#\n01*\n011"),
    ],
)
def test_boards_of_others_are_read(text: str, board: str) -> None:
    assert read(text).board == Board.parse(board)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("*..\n*.*\n...", {"star-mine+dot-closed": "*##\n*#*\n###", "map": "*31\n*3*\n121"}),
        ("1,11\n1,1", {"codes": "1#\n11", "toollib": "1F\n11"}),
        (":one:||:bomb:||", {"spoilers-shown": "1*", "spoilers-closed": "1#"}),
    ],
)
def test_what_could_be_several_boards_is_asked(text: str, choices: dict[str, str]) -> None:
    with pytest.raises(NotationError) as caught:
        read(text, "a.txt")
    assert set(caught.value.choices) == set(choices)
    assert "--notation" in str(caught.value) and "a.txt" in str(caught.value)
    for notation, board in choices.items():
        assert read(text, notation=notation).board == Board.parse(board)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1##\n1#\n", "line 2: this row has 2 cells, the first row has 3"),
        ("1##\n1q#", r"line 2, cell \(1, 1\): 'q' is no cell"),
        ("99\n1#\n##", "no board can look like this"),
        ("0..\n...", "an odd board"),
        ("[[1, 2, ..., 3]]", "not all there"),
        ("\n \n", "no board in an empty text"),
        ("\udcff", "line 1, column 1: this is no text in UTF-8"),
    ],
)
def test_what_is_no_board_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BoardFormatError, match=says) as caught:
        read(text)
    assert "\n" not in str(caught.value)


@given(positions(), st.booleans())
def test_what_we_write_is_read_without_a_question_where_the_total_is_told(
    board: Board, csv: bool
) -> None:
    told = Board(board.cells, int(np.isin(board.cells, (FLAG, MINE)).sum()))
    found = read(dumps(told) if csv else str(told))
    assert (found.board, found.is_plain) == (told, True)


def test_every_command_asks_and_takes_a_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.txt"
    path.write_text("*..\n*.*\n...")
    commands = [["solve", path], ["analyse", path], ["explain", path, "0,1"]]
    for words in [*commands, ["convert", path, tmp_path / "board.csv"]]:
        told = [*map(str, words)]
        assert run(told) == 2
        assert "--notation star-mine+dot-closed" in capsys.readouterr().err
        assert run([*told, "--notation", "star-mine+dot-closed"]) == 0
        assert "read as star-mine+dot-closed, 3 rows of 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("? ? ?\n? 0 ?\n? ? ?", "###\n#0#\n###"),
        ("???0", "###0"),
        ("# # #\n# 2 1\n\n# 1 .\n# 1 .", "###\n#21\n#10\n#10"),
        ("##1\n##1\n\n##1\n111\n", "##1\n##1\n##1\n111"),
        ("+-+-+\n|1|#|\n+-+-+\n|1|#|\n+-+-+", "1#\n1#"),
    ],
)
def test_what_players_write_needs_no_notation(text: str, board: str) -> None:
    assert read(text).board == Board.parse(board)
