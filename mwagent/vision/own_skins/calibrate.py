"""`python -m vision calibrate`: make a skin from a user's own screen."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import ending
from mwagent.minefield.arguments import Parser
from mwagent.minefield.arguments import number as decimal
from mwagent.minefield.command import FAILED, say, warn
from mwagent.minefield.levels import LEAST_PLAYED, MOST_PLAYED
from mwagent.vision.capture import grab
from mwagent.vision.known.locate import NOT_FOUND
from mwagent.vision.known.skins import (
    Skin,
    SkinError,
    known_skins,
    load_skin,
    own_names,
    skin_folders,
)
from mwagent.vision.lattice import Lattice
from mwagent.vision.mark import mark
from mwagent.vision.own_skins.teaching import (
    Lesson,
    Sample,
    draft_skin,
    drop_draft,
    keep_draft,
    make_room,
    missing,
)
from mwagent.vision.own_skins.trial import Marks, examine
from mwagent.vision.patience import patience, patient_look
from mwagent.vision.picture import Picture
from mwagent.vision.pictures import PictureError, load_picture, save_picture
from mwagent.vision.reading import SYMBOLS, UNKNOWN, BoardNotFoundError, Reading
from mwagent.vision.unknown.board import read_unknown

EXAMPLES = """examples:
  python -m vision calibrate shot.png --name mysite          learn the look of a screenshot
  python -m vision calibrate --name mysite                   learn from the screen, now
  python -m vision calibrate a.png b.png c.png --name mysite learn from several at once
  python -m vision calibrate d.png --name mysite --add       learn what was not shown before
  python -m vision calibrate shot.png --name mysite --at 10,60,154,204 --size 9x9
                                                             where the board was not found

The skin is kept in ~/.config/mwagent/templates/NAME and known to every command from then on."""

SMALLEST_CELL = 6
"""Pixels a cell must have each way to be read where it is said to be."""
LISTED = 40
"""The number of looks that are listed at most."""

HELP = """corrections:
  c 2        the cells of look c are 2
  4,7 F      the cell in row 4, column 7 is F, and so are all cells that look like it; rows and
             columns count from 0
  show       print the boards again        looks   list the looks again
  save       keep the skin (or just press Enter)
  quit       leave without keeping anything
symbols: 0-8 open, # hidden, F flag, * mine, X exploded mine, W wrong flag, ? question mark,
~ leave it out"""


def main(words: Sequence[str] | None = None) -> int:
    """Show what is found, ask for corrections, save a skin; gives the exit code.

    Raises MinefieldError where there is no board, no picture, or no skin can be made of them.
    """
    options = _parser().parse_args(words)
    try:
        return _run(options)
    except KeyboardInterrupt:
        ending.told()
        say("\nnothing was saved")
        return ending.exit_code()


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        "vision calibrate",
        "Learn how the cells of your Minesweeper look, from screenshots of it.",
        f"{HELP}\n\n{EXAMPLES}",
    )
    parser.add_argument(
        "pictures", nargs="*", type=Path, help="screenshots; without any, the screen is grabbed"
    )
    parser.add_argument("--name", required=True, help="what to call the skin")
    parser.add_argument(
        "--folder",
        type=Path,
        default=skin_folders()[-1],
        metavar="DIR",
        help="where skins are kept (default ~/.config/mwagent/templates)",
    )
    parser.add_argument("--mark", type=Path, metavar="OUT", help="draw what was found to a file")
    parser.add_argument("--add", action="store_true", help="add to the skin of that name")
    parser.add_argument("--replace", action="store_true", help="replace the skin of that name")
    parser.add_argument("--yes", action="store_true", help="ask nothing: save what was found")
    parser.add_argument(
        "--at", type=_box, metavar="X0,Y0,X1,Y1", help="where the board lies, in pixels"
    )
    parser.add_argument("--size", type=_size, metavar="ROWSxCOLS", help="its size, with --at")
    return parser


def _box(text: str) -> tuple[float, float, float, float]:
    try:
        x0, y0, x1, y1 = (decimal(side.strip()) for side in text.split(","))
    except (ValueError, argparse.ArgumentTypeError):
        raise argparse.ArgumentTypeError(f"{text!r} is not X0,Y0,X1,Y1, four numbers") from None
    if not (x0 < x1 and y0 < y1):
        raise argparse.ArgumentTypeError(f"{text!r} is not X0,Y0,X1,Y1, left and top first")
    return x0, y0, x1, y1


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,9})[xX]([0-9]{1,9})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not ROWSxCOLS, such as 9x9")
    rows, cols = int(found[1]), int(found[2])
    if not all(LEAST_PLAYED <= side <= MOST_PLAYED for side in (rows, cols)):
        raise argparse.ArgumentTypeError(
            f"a board of {rows} rows and {cols} columns is not looked for; each may be "
            f"{LEAST_PLAYED} to {MOST_PLAYED}"
        )
    return rows, cols


def _run(options: argparse.Namespace) -> int:
    folder = _skin_folder(options)
    lesson = Lesson.of(_samples(options))
    try:
        # Nobody corrects a board to hear then that it cannot be saved.
        make_room(folder)
        return _teach(options, folder, lesson)
    finally:
        drop_draft(folder)


def _teach(options: argparse.Namespace, folder: Path, lesson: Lesson) -> int:
    """Ask for corrections, and keep the skin if it reads the pictures well."""
    _show(lesson)
    _show_looks(lesson)
    drawn = options.mark is None or _mark(lesson, options.mark)
    if not options.yes and not _ask(lesson):
        print("nothing was saved")
        return 0 if drawn else FAILED
    before = load_skin(folder) if options.add and (folder / "skin.toml").exists() else None
    by = f"`python -m vision calibrate --name {folder.name}`"
    skin = draft_skin(folder, lesson, before, by=by)
    marks = examine(lesson, skin)
    keep_draft(folder)
    known_skins.cache_clear()
    print(f"saved {len(skin.tiles)} tiles to {folder}")
    _tell_how_sure(lesson, skin, marks)
    return 0 if drawn else FAILED


def _skin_folder(options: argparse.Namespace) -> Path:
    """The folder of the skin; refuses to overwrite one unasked."""
    if re.fullmatch(r"[A-Za-z0-9][\w .-]*", options.name) is None:
        raise SkinError(f"{options.name!r} is no name for a skin; use letters, digits and dashes")
    if options.name.casefold() in {name.casefold() for name in own_names()}:
        raise SkinError(
            f"{options.name!r} is the name of a skin that comes with the program; choose another"
        )
    folder: Path = options.folder.expanduser() / options.name
    if (folder / "skin.toml").exists() and not (options.add or options.replace):
        raise SkinError(f"{folder}: there is a skin of that name; give --add or --replace")
    return folder


def _samples(options: argparse.Namespace) -> list[Sample]:
    """What is read on every picture before anybody corrects it."""
    if (options.at is None) != (options.size is None):
        raise SkinError("--at needs --size, and --size needs --at: where the board lies, how large")
    names = [str(file) for file in options.pictures] or ["the screen"]
    pictures = [load_picture(file) for file in options.pictures]
    if not options.pictures:
        pictures = [shot.picture for shot in grab()]
        names = [f"monitor {number}" for number in range(1, len(pictures) + 1)]
    samples = []
    for name, picture in zip(names, pictures, strict=True):
        if options.at is not None:
            readings = [_read_at(picture, options.at, options.size)]
        else:
            readings = patient_look(picture)
        if readings:
            samples.append(Sample(name, picture, readings[0]))
        elif options.pictures:
            raise BoardNotFoundError(f"{name}: {NOT_FOUND}, or say where it is: --at and --size")
    if not samples:
        raise BoardNotFoundError(f"{NOT_FOUND}, or say where it is: --at and --size")
    return samples


def _read_at(
    picture: NDArray[np.uint8], box: tuple[float, float, float, float], size: tuple[int, int]
) -> Reading:
    x0, y0, x1, y1 = box
    rows, cols = size
    height, width = picture.shape[:2]
    if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        raise SkinError(f"--at {box}: the picture is {width} x {height} pixels")
    lattice = Lattice(x0, y0, (x1 - x0) / cols, (y1 - y0) / rows, rows, cols)
    if min(lattice.pitch_x, lattice.pitch_y) < SMALLEST_CELL:
        raise SkinError(
            f"--at and --size: {rows} x {cols} cells in {x1 - x0:g} x {y1 - y0:g} pixels are too "
            f"small to be read; a cell needs {SMALLEST_CELL} pixels each way"
        )
    with patience(f"still reading {rows} x {cols} cells"):
        return read_unknown(Picture(picture), lattice)


def _show(lesson: Lesson) -> None:
    """Print every board, rows and columns numbered."""
    for number, sample in enumerate(lesson.samples):
        lattice = sample.reading.lattice
        print(
            f"{sample.name}: {lattice.rows} x {lattice.cols} cells of "
            f"{lattice.pitch_x:.2f} x {lattice.pitch_y:.2f} pixels, {sample.reading.skin}"
        )
        print(
            "    " + "".join(str(col // 10) if col % 10 == 0 else " " for col in _columns(sample))
        )
        print("    " + "".join(str(col % 10) for col in _columns(sample)))
        for row, symbols in enumerate(lesson.rows(number)):
            print(f"{row:3} {symbols}")
        print()


def _columns(sample: Sample) -> range:
    return range(sample.reading.lattice.cols)


def _show_looks(lesson: Lesson) -> None:
    """Print the looks: letter, what they are taken for, how often, how sure, where first."""
    print("looks:")
    letters = list(dict.fromkeys(kind.letter for kind in lesson.kinds))
    for letter in letters[:LISTED]:
        kinds = lesson.called(letter)
        symbols = "".join(dict.fromkeys(kind.symbol for kind in kinds))
        cells = sum(len(kind.cells) for kind in kinds)
        where = lesson.place(int(kinds[0].cells[0]))
        least = min(kind.sure for kind in kinds)
        sure = "not understood" if symbols == UNKNOWN else f"sure {100 * least:.0f} %"
        print(f"  {letter:3} {symbols}  {cells:4} times  {sure:15} {where}")
    if len(letters) > LISTED:
        print(f"  and {len(letters) - LISTED} more; correct those by ROW,COLUMN SYMBOL")


def _mark(lesson: Lesson, out: Path) -> bool:
    """Draw what was found: into OUT, and OUT-2, OUT-3... for further pictures.

    What cannot be written is reported on standard error, and does not stop the lesson; returns
    whether all was written.
    """
    for number, sample in enumerate(lesson.samples):
        file = out if number == 0 else out.with_stem(f"{out.stem}-{number + 1}")
        try:
            save_picture(file, mark(sample.picture, sample.reading))
        except PictureError as error:
            warn(str(error))
            return False
        print(f"drawn into {file}")
    return True


def _ask(lesson: Lesson) -> bool:
    """Take corrections until the user saves (True) or leaves (False)."""
    print("correct with LOOK SYMBOL (c 2) or ROW,COLUMN SYMBOL (4,7 F); Enter saves, ? helps")
    while True:
        try:
            line = input("> ").strip()
        except EOFError:
            return False
        if line in ("", "save", "s"):
            return True
        if line in ("quit", "q"):
            return False
        if line == "show":
            _show(lesson)
        elif line == "looks":
            _show_looks(lesson)
        elif line in ("help", "?", "h"):
            print(HELP)
        else:
            print(_correct(lesson, line))


def _correct(lesson: Lesson, line: str) -> str:
    """Carry out one correction; returns what to say about it."""
    found = re.fullmatch(
        r"(?:([a-z]+)|(?:([0-9]{1,9}):)?([0-9]{1,9})\s*,\s*([0-9]{1,9}))\s*(\S)", line
    )
    if found is None or found[5].upper() not in SYMBOLS:
        return f"{line!r} is not understood; type ? for help"
    symbol = found[5].upper()
    if found[1] is not None:
        kinds = lesson.called(found[1])
    else:
        kind = lesson.kind_at(int(found[2] or 1), int(found[3]), int(found[4]))
        kinds = [] if kind is None else [kind]
    if not kinds:
        return (
            f"there is no {line[: found.start(5)].strip()}; `looks` and `show` tell what there is"
        )
    before = "".join(dict.fromkeys(kind.symbol for kind in kinds))
    for kind in kinds:
        kind.symbol, kind.sure = symbol, 1.0
    cells = sum(len(kind.cells) for kind in kinds)
    return f"look {kinds[0].letter}, {cells} cells: {before} is now {symbol}"


def _tell_how_sure(lesson: Lesson, skin: Skin, marks: Sequence[Marks]) -> None:
    """Print how the pictures are read with the new skin, and what it does not know yet."""
    for sample, mark_ in zip(lesson.samples, marks, strict=True):
        sure = ""
        if mark_.reading is not None:
            now, then = mark_.reading.confidence.mean(), sample.reading.confidence.mean()
            sure = f"; mean confidence {100 * now:.0f} % (before: {100 * then:.0f} %)"
        print(f"{sample.name}: {mark_}{sure}")
    unseen = missing(skin)
    if unseen:
        print(
            f"not seen yet: {' '.join(unseen)}; give screenshots that show them with "
            f"--name {skin.name} --add"
        )
