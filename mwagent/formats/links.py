"""Boards and positions in links and game IDs, of the page and of other programs.

The page reads the same ones (`web/static/formats/links.js`), in the same words. Facts are from
running and reading JSMinesweeper (https://github.com/DavidNHill/JSMinesweeper), the PTT calculator
(https://github.com/PTTACGfans/Minesweeper-ZiNi-Calculator), LlamaSweeper
(https://github.com/hwatson381/LlamaSweeper), and Simon Tatham's description of his game IDs.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl

import numpy as np
from numpy.typing import NDArray

from mwagent.formats.boards import mines_of
from mwagent.formats.errors import check_size, quoted
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    BoardFormatError,
    Cell,
    cells_where,
    key_board,
    neighbours,
)

LETTERS: Final = "abcdefghiFMH"
"""Our own links: a letter for each cell code, with the length of its run before it."""
BASE62: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
RUNS: Final = tuple(zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True))
"""JSMinesweeper's signs and how many digits of BASE62 each has for the lengths of its runs."""
SIZES: Final = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
"""Rows and columns by `b=` of the PTT calculator."""
BASE32: Final = "0123456789abcdefghijklmnopqrstuv"
_ID: Final = re.compile(r"(\d{1,4})x(\d{1,4})(n[\d.]+%?a?#|[n\d.%a]*:)(.*)", re.ASCII | re.DOTALL)
_LAYOUT: Final = re.compile(r"(?:(\d{1,4}),(\d{1,4}),([mu]?)|([mu]))([0-9a-f]+)", re.ASCII)


def is_link(text: str) -> bool:
    """Whether a text looks like a link or a game ID, and not like rows of a board.

    >>> is_link("https://llamasweeper.com/#/game/board-editor?b=1&m=0"), is_link("1##")
    (True, False)
    """
    line = text.strip()
    one = "\n" not in line
    return one and bool(re.match(r"https?://|\?[a-z]+=|b=\d+&m=", line) or _ID.fullmatch(line))


def parse(text: str, name: str = "the link") -> Board:
    """Read a link or a game ID.

    Those that say where all mines are give the solved board, `first` the cell where its game
    begins. Raises BoardFormatError.

    >>> print(parse("3x3:0,0,u008"))
    mines 1
    000
    011
    01*
    """
    line = text.strip()
    if found := _ID.fullmatch(line):
        return _of_tatham(found, name)
    asked = dict(parse_qsl(line.partition("?")[2].partition("#")[0] or line))
    for needed, read in READERS:
        if needed <= asked.keys():
            return read(asked, name)
    raise BoardFormatError(
        f"{name}: this link holds no board; those of mwagent's page, of JSMinesweeper (?board= and "
        f"?analysis=), the PTT calculator and LlamaSweeper (?b= and m=) do"
    )


def _of_position(asked: dict[str, str], name: str) -> Board:
    """Our own: COLSxROWS/MINES.RUNS."""
    found = re.fullmatch(
        r"(\d{1,3})x(\d{1,3})/(\d{1,5}|-)\.((?:\d{0,5}[a-iFMH])*)", asked["position"], re.ASCII
    )
    if found is None:
        raise BoardFormatError(f"{name}: ?position={quoted(asked['position'])} is no position")
    cols, rows = _sides(found[1], found[2], name)
    runs = re.findall(r"(\d*)([a-iFMH])", found[4])
    if sum(int(length or 1) for length, _ in runs) != rows * cols:
        raise BoardFormatError(f"{name}: its cells do not fill {rows} rows of {cols}")
    codes = [LETTERS.index(letter) for length, letter in runs for _ in range(int(length or 1))]
    return Board(np.reshape(codes, (rows, cols)), None if found[3] == "-" else int(found[3]))


def _of_board(asked: dict[str, str], name: str) -> Board:
    """Our own board, COLSxROWS.BITS, or JSMinesweeper's WIDTHxHEIGHTxMINES with seed and start."""
    text = asked["board"]
    if found := re.fullmatch(r"(\d{1,3})x(\d{1,3})\.([\w-]*)", text, re.ASCII):
        cols, rows = _sides(found[1], found[2], name)
        packed = base64.urlsafe_b64decode(found[3] + "=" * (-len(found[3]) % 4))
        if len(packed) != (rows * cols + 7) // 8 or len(found[3]) % 4 == 1:
            raise BoardFormatError(f"{name}: its cells do not fill {rows} rows of {cols}")
        bits = np.unpackbits(np.frombuffer(packed, np.uint8))[: rows * cols]
        start = re.fullmatch(r"(\d{1,3}),(\d{1,3})", asked.get("start", ""), re.ASCII)
        first = (int(start[1]), int(start[2])) if start else None
        return _key(bits.reshape(rows, cols).astype(bool), first, name)
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})x(\d{1,6})", text, re.ASCII)
    if found is None:
        raise BoardFormatError(f"{name}: ?board={quoted(text)} is no board")
    cols, rows = _sides(found[1], found[2], name)
    mines, seed, start_at = int(found[3]), asked.get("seed", "0"), asked.get("start", "")
    if mines >= rows * cols:
        raise BoardFormatError(f"{name}: {mines} mines leave no cell of {rows * cols} to open")
    numbers = all(re.fullmatch(r"\d{1,16}", number, re.ASCII) for number in (seed, start_at))
    if not numbers or not int(seed):
        return Board.hidden(rows, cols, mines)  # the board is dealt when a cell is opened
    if int(start_at) >= rows * cols:
        raise BoardFormatError(f"{name}: ?start={start_at} is no cell of the board")
    old = asked.get("rng") == "old"
    return _dealt((rows, cols), mines, int(seed), int(start_at), old)


def _dealt(shape: tuple[int, int], mines: int, seed: int, start: int, old: bool) -> Board:
    """The board that JSMinesweeper deals where "opening on start" is off, as it is at first."""
    cells = [cell for cell in range(shape[0] * shape[1]) if cell != start]
    draw = _small_random(seed, old)
    for last in range(len(cells) - 1, 0, -1):
        other = draw() * (last + 1) >> 32
        cells[last], cells[other] = cells[other], cells[last]
    mask = np.zeros(shape[0] * shape[1], bool)
    mask[cells[:mines]] = True
    return key_board(mask.reshape(shape), divmod(start, shape[1]))


def _small_random(seed: int, old: bool) -> Callable[[], int]:
    """Bob Jenkins' small generator, begun as JSMinesweeper does: numbers of 32 bits."""
    low = seed & 0xFFFFFFFF
    state = [0xF1EA5EED, low, low if old else seed >> 32, low]

    def draw() -> int:
        a, b, c, d = state
        e = (a - (b << 27 | b >> 5)) & 0xFFFFFFFF
        a = b ^ (c << 17 | c >> 15) & 0xFFFFFFFF
        state[:] = a, (c + d) & 0xFFFFFFFF, (d + e) & 0xFFFFFFFF, (a + e) & 0xFFFFFFFF
        return state[3]

    for _ in range(20):
        draw()
    return draw


def _of_analysis(asked: dict[str, str], name: str) -> Board:
    """JSMinesweeper's position: its size and mines in BASE62, and runs of cells.

    Numbers are less by the flags (F) and known mines (I) around them, but not by other flags (O).
    """
    text = asked["analysis"]
    if len(text) < 8 or not set(text) <= set(BASE62):
        raise BoardFormatError(f"{name}: ?analysis={quoted(text)} is no position")
    cols, rows, mines = (_number(part) for part in (text[:2], text[2:4], text[4:8]))
    cols, rows = _sides(str(cols), str(rows), name)
    signs, digits = "", {}
    at = iter(BASE62)
    for sign, count in RUNS:
        digits.update(
            {digit: (sign, n, count) for n, digit in enumerate(itertools.islice(at, count))}
        )
    for sign, run in itertools.groupby(text[8:], key=lambda digit: digits[digit][0]):
        length = 0
        for digit in run:
            _, value, count = digits[digit]
            length = length + 1 if count == 1 else min(length * count + value, rows * cols + 1)
        signs += sign * length
    if len(signs) != rows * cols:
        raise BoardFormatError(f"{name}: its cells do not fill {rows} rows of {cols}")
    meaning = {"I": HIDDEN, "H": HIDDEN, "F": FLAG, "O": FLAG}
    cells = np.reshape([meaning.get(sign, "012345678".find(sign)) for sign in signs], (rows, cols))
    for place, sign in enumerate(signs):
        if sign in "IF":
            for cell in neighbours(divmod(place, cols), (rows, cols)):
                cells[cell] += cells[cell] < FLAG
    if (np.isin(list(signs), list("012345678")).reshape(rows, cols) & (cells > 8)).any():
        raise BoardFormatError(f"{name}: it has a number above 8")
    return Board(cells, mines)


def _of_ptt(asked: dict[str, str], name: str) -> Board:
    """Of the PTT calculator and LlamaSweeper: the size, and five cells a digit of base 32."""
    size, mines = asked["b"], asked["m"]
    if not re.fullmatch(r"\d{1,6}", size, re.ASCII) or not set(mines) <= set(BASE32):
        raise BoardFormatError(f"{name}: ?b={quoted(size)} and m={quoted(mines)} are no board")
    half = len(size) // 2
    rows, cols = SIZES.get(size) or _sides(size[half:], size[:half] or "0", name)
    wanted = -(-rows * cols // 5)
    if len(mines) != wanted:
        raise BoardFormatError(
            f"{name}: m= has {len(mines)} signs, {rows} rows of {cols} take {wanted}"
        )
    bits = [BASE32.index(sign) >> place & 1 for sign in mines for place in (4, 3, 2, 1, 0)]
    return _key(np.array(bits[: rows * cols], bool).reshape(rows, cols), None, name)


READERS: Final = (
    ({"position"}, _of_position),
    ({"analysis"}, _of_analysis),
    ({"b", "m"}, _of_ptt),
    ({"board"}, _of_board),
)
"""What a link has to have, and what reads it; an analysis comes with a board of its size."""


def _of_tatham(line: re.Match[str], name: str) -> Board:
    """A game ID of Simon Tatham's Mines: WxHnMINES:COL,ROW,mHEX, the bits masked after an m."""
    width, height, rest, told = line.groups()
    cols, rows = _sides(width, height, name)
    found = _LAYOUT.fullmatch(told)
    if rest.endswith("#") or told.startswith("r"):
        raise BoardFormatError(
            f"{name}: this names a game by a seed, of which Mines makes its board once a cell is "
            f"opened; give the game ID that it shows after that"
        )
    if found is None or len(found[5]) != (rows * cols + 3) // 4:
        raise BoardFormatError(
            f"{name}: {quoted(told)} is no layout of {rows} rows of {cols}, which is such as "
            f"0,0,m and {(rows * cols + 3) // 4} signs of 0-9 and a-f"
        )
    data = bytearray.fromhex(found[5] + "0" * (len(found[5]) % 2))
    if "m" in (found[3], found[4]):
        _mask(data, rows * cols, (1, 0))
    bits = np.unpackbits(np.frombuffer(bytes(data), np.uint8))[: rows * cols].astype(bool)
    first = None if found[1] is None else (int(found[2]), int(found[1]))
    return _key(bits.reshape(rows, cols), first, name)


def _mask(data: bytearray, bits: int, halves: tuple[int, int]) -> None:
    """Change each half of the bytes by SHA-1 of the other, in this order, as Mines does.

    Bits after the last cell stay 0.
    """
    middle = len(data) // 2
    parts = slice(None, middle), slice(middle, None)
    for half in halves:
        seed, length = bytes(data[parts[1 - half]]), len(data[parts[half]])
        stream = b"".join(
            hashlib.sha1(seed + str(n).encode(), usedforsecurity=False).digest()
            for n in range(-(-length // 20))
        )
        data[parts[half]] = bytes(a ^ b for a, b in zip(data[parts[half]], stream, strict=False))
        if bits % 8:
            data[-1] &= 0xFF << (8 - bits % 8) & 0xFF


def _sides(cols: str, rows: str, name: str) -> tuple[int, int]:
    if int(rows) < 1 or int(cols) < 1:
        raise BoardFormatError(f"{name}: a board has at least one row and one column")
    check_size(int(rows), int(cols), name)
    return int(cols), int(rows)


def _key(mines: NDArray[np.bool_], first: Cell | None, name: str) -> Board:
    if first and not (first[0] < mines.shape[0] and first[1] < mines.shape[1]):
        raise BoardFormatError(f"{name}: its first cell lies off the board")
    return key_board(mines, first)


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 62 + BASE62.index(digit)
    return value


def write(board: Board, kind: str) -> str:
    """Write a board as a link or game ID of one of KINDS.

    Raises BoardFormatError where it cannot hold this one.

    >>> write(parse("3x3:0,0,u008"), "ptt")
    'https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=33&m=02'
    """
    return KINDS[kind](board)


def _as_position(board: Board) -> str:
    runs = (
        f"{length if length > 1 else ''}{LETTERS[code]}"
        for code, length in ((c, len(list(run))) for c, run in itertools.groupby(board.cells.flat))
    )
    mines = "-" if board.mines is None else board.mines
    return f"?position={board.shape[1]}x{board.shape[0]}/{mines}.{''.join(runs)}#analyse"


def _as_analysis(board: Board) -> str:
    rows, cols = board.shape
    if board.mines is None:
        raise BoardFormatError("a link of JSMinesweeper needs the number of mines; give it first")
    text, digits, at = "", {}, iter(BASE62)
    for sign, count in RUNS:
        digits[sign] = list(itertools.islice(at, count))
    for sign, run in itertools.groupby(_signs(board)):
        length, base, part = len(list(run)), len(digits[sign]), ""
        if base == 1:
            part, length = digits[sign][0] * length, 0
        while length:
            length, digit = divmod(length, base)
            part = digits[sign][digit] + part
        text += part
    size = "".join(
        BASE62[number // 62**place % 62]
        for number, places in ((cols, 2), (rows, 2), (board.mines, 4))
        for place in reversed(range(places))
    )
    where = "https://davidnhill.github.io/JSMinesweeper/index.html"
    return f"{where}?board={cols}x{rows}x{board.mines}&analysis={size}{text}"


def _signs(board: Board) -> list[str]:
    """A sign of RUNS for each cell.

    Flags are written as they are (O), but not in the first cell, where JSMinesweeper would lose it:
    that one is an F, and the numbers around it are less by one.
    """
    cells = board.cells.copy()
    signs = np.array(list("012345678OOH"))
    around = [cell for cell in neighbours((0, 0), board.shape) if cells[cell] < FLAG]
    less = cells[0, 0] in (FLAG, MINE) and all(cells[cell] for cell in around)
    for cell in around if less else ():
        cells[cell] -= 1
    told: list[str] = signs[cells].ravel().tolist()
    return ["F", *told[1:]] if less else told


def _as_ptt(board: Board) -> str:
    rows, cols = board.shape
    digits = max(len(str(rows)), len(str(cols)))
    sizes = {size: name for name, size in SIZES.items()}
    size = sizes.get((rows, cols)) or f"{cols:0{digits}}{rows:0{digits}}"
    bits = [*mines_of(board, "such a link").flat, *[False] * (-rows * cols % 5)]
    mines = (
        sum(bit << 4 - n for n, bit in enumerate(bits[i : i + 5])) for i in range(0, len(bits), 5)
    )
    return f"b={size}&m={''.join(BASE32[five] for five in mines)}"


def _as_tatham(board: Board) -> str:
    mines = mines_of(board, "such a game ID")
    rows, cols = board.shape
    zeros = cells_where((board.cells == 0) & ~mines) or cells_where(~mines)
    if not zeros:
        raise BoardFormatError("such a game ID names a cell to begin with, and all have mines")
    row, col = board.first or zeros[0]
    data = bytearray(np.packbits(mines.ravel()).tobytes())
    _mask(data, rows * cols, (0, 1))
    signs = data.hex()[: (rows * cols + 3) // 4]
    return f"{cols}x{rows}n{int(mines.sum())}:{col},{row},m{signs}"


KINDS: Final[dict[str, Callable[[Board], str]]] = {
    "page": _as_position,
    "jsminesweeper": _as_analysis,
    "ptt": lambda board: (
        f"https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?{_as_ptt(board)}"
    ),
    "llamasweeper": lambda board: f"https://llamasweeper.com/#/game/zini-explorer?{_as_ptt(board)}",
    "tatham": _as_tatham,
}
"""What boards are written as: links of our page (from its address on), and those of others."""
