"""A page with a game amid which boxes come up that are not the game; what is pressed is noted.

With each round another kind of box, for a moment. Words and places are drawn by the seed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from testbed.strange_words import strange

BOUGHT: Final = 'note({} ? "fine: refused" : "trap: answered")'
KINDS: Final = {
    "buttons": "box(button(0) + button(1) + button(2))",
    "roles": 'box(labels.map((one) => `<span role=button tabindex=0>${one}</span>`).join(" "))',
    "whatever takes clicks": "box(`<div style='cursor:pointer;padding:40px'>${labels[0]}</div>`)",
    "a link": "box(`<a href='https://example.net/'>${labels[0]}</a> ${button(1)}`)",
    "a modal dialog": "dialog(`<p>${labels[3]}</p>` + button(0) + button(1))",
    "a dialog in focus": "dialog(`<p>${labels[3]}</p><button autofocus>${labels[0]}</button>`)",
    "a field in focus": "box(`<textarea></textarea>${button(0)}`).firstChild.focus()",
    "a frame": "box(`<iframe srcdoc='${button(0)}' width=200 height=160></iframe>`)",
    "a button over the board": "box(button(0)).firstChild.style.padding = '80px 60px'",
    "a question": 'note(confirm(labels[0] + "?") ? "trap: agreed" : "fine: refused")',
    "a prompt": 'note(prompt(labels[0], labels[1]) === null ? "fine: refused" : "trap: answered")',
    "a link laid over the board": 'laid("<a href=#shop></a>")',
    "a ground laid over the board": "laid('')",
    "links in the cells": "linked()",
    "a link around the board": "wrapped()",
    "a banner that slides": "slide(button(0) + button(1))",
    "a question to keep": "asked('Keep your best times?', 'Yes', 'No')",
    "a question to cancel": "asked('Cancel your order?', 'Cancel')",
    "a prompt to buy": BOUGHT.format("prompt('How many mines do you want to buy?', '10') === null"),
    "a prompt to delete": BOUGHT.format("prompt('Delete board number', '1') === null"),
    "a ticked box at the end": "agreement('<label>and pay <input type=checkbox checked></label>')",
    "a drawn line at the end": "agreement('<p class=drawn></p>')",
    "a box at the end": "box(`<p>${labels[3]}</p>` + button(0) + button(1))",
    "a question at the end": 'note(confirm(labels[0]) ? "trap: agreed" : "fine: refused")',
}
"""What is done to bring up each kind; `labels` are the words of a round."""
STAYS: Final = 1500
"""Milliseconds that a box stays."""
PAGE: Final = Path(__file__).with_suffix(".html")


def chosen(parts: Sequence[str]) -> list[str]:
    """The kinds that have one of some words in their names; all without words."""
    return [name for name in KINDS if not parts or any(part in name for part in parts)]


def boxes(
    seed: int, kinds: Sequence[str] = (), more: Mapping[str, str] | None = None, stays: int = STAYS
) -> str:
    """The text of a page: one round for each kind of box whose name has one of some words.

    With `more` its kinds come up instead. Each box stays for that many milliseconds.
    """
    draw = random.Random(seed)
    words = [[strange(draw).replace("'", "’") for _ in range(4)] for _ in KINDS]
    come = {name: KINDS[name] for name in chosen(kinds)} if more is None else more
    ways = ", ".join(f"{json.dumps(name)}: () => {way}" for name, way in come.items())
    filled = (
        PAGE.read_text("utf-8").replace("WORDS", json.dumps(words)).replace("BESIDE", strange(draw))
    )
    filled = filled.replace("SEED", str(seed + 1)).replace("STAYS", str(stays))
    return filled.replace("KINDS", f"{{{ways}}}")
