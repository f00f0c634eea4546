"""What `python -m vision skins` does: list the known skins, show them, forget learned ones."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.arguments import Parser
from mwagent.vision import own_skins
from mwagent.vision.grid.cells import COMPARED
from mwagent.vision.known.skins import (
    Skin,
    SkinError,
    known_skins,
    learned_folder,
    own_names,
    resized,
)
from mwagent.vision.mark import bgr
from mwagent.vision.pictures import save_picture
from mwagent.vision.reading import SYMBOLS

EXAMPLES: Final = """examples:
  python -m vision skins                      what is known, and where it comes from
  python -m vision skins --show skins.png     a picture of every tile of every skin
  python -m vision skins --forget NAME        forget a skin that was learned
  python -m vision skins --forget-learned     forget all of these

A skin is learned when a game in a look that nobody knew is won. Learned skins lie in the user's
cache folder; those in ~/.config/mwagent/templates are known as well."""
TILE: Final = 2 * COMPARED
"""Pixels of a tile in the picture."""
GAP: Final = 4
TITLE: Final = 24
"""Height of the line above the tiles of a skin, in pixels."""


def main(words: Sequence[str] | None = None) -> int:
    """List, show or forget skins; gives the exit code. Raises MinefieldError."""
    options = _parser().parse_args(words)
    names = own_skins.learned() if options.forget_learned else options.forget
    if options.forget or options.forget_learned:
        for name in names:
            own_skins.forget(name)
            print(f"forgot {name}")
        if not names:
            print("nothing was learned")
        return 0
    skins = sorted(known_skins(), key=_origin)
    if options.json:
        print(json.dumps([_facts(skin) for skin in skins]))
    else:
        _print(skins)
    if options.show is not None:
        save_picture(options.show, sheet(skins))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser("vision skins", "List the skins that boards are recognised by.", EXAMPLES)
    parser.add_argument("--show", type=Path, metavar="OUT", help="draw their tiles to a file")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    parser.add_argument(
        "--forget", nargs="+", metavar="NAME", default=[], help="remove learned skins"
    )
    parser.add_argument("--forget-learned", action="store_true", help="remove all learned skins")
    return parser


def _origin(skin: Skin) -> str:
    if skin.name in own_skins.learned():
        return "learned"
    return "built in" if skin.name in own_names() else "yours"


def _facts(skin: Skin) -> dict[str, object]:
    return {
        "name": skin.name,
        "origin": _origin(skin),
        "symbols": _symbols(skin),
        "tiles": len(skin.tiles),
    }


def _symbols(skin: Skin) -> str:
    return "".join(symbol for symbol in SYMBOLS if symbol in skin.symbols)


def _print(skins: Sequence[Skin]) -> None:
    from rich.console import Console
    from rich.text import Text

    from mwagent.minefield.tables import show_table

    console = Console()
    rows = [[skin.name, _origin(skin), _symbols(skin)] for skin in skins]
    show_table(console, "", ("skin", "origin", "cells it knows"), rows, words=3)
    if own_skins.learned():
        console.print(Text(f"learned skins are in {learned_folder()}"), soft_wrap=True)


def sheet(skins: Sequence[Skin]) -> NDArray[np.uint8]:
    """Draw every tile of every skin, a line each under its name, (height, width, 3) uint8 BGR."""
    if not skins:
        raise SkinError("no skin is known")
    step = TILE + GAP
    widest = max(len(skin.tiles) for skin in skins)
    wide = max(widest * step + GAP, 14 * max(len(skin.name) for skin in skins))
    picture = np.full((len(skins) * (TITLE + step) + GAP, wide, 3), bgr("white"), np.uint8)
    for number, skin in enumerate(skins):
        top = number * (TITLE + step)
        where, font = (GAP, top + TITLE - 6), cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(picture, skin.name, where, font, 0.5, bgr("black"), 1, cv2.LINE_AA)
        order = sorted(range(len(skin.tiles)), key=lambda i: SYMBOLS.index(skin.symbols[i]))
        for place, tile in enumerate(order):
            left, y = GAP + place * step, top + TITLE
            picture[y : y + TILE, left : left + TILE] = resized(skin.tiles[tile], TILE, TILE)
    return picture
