"""What may be pressed beside a board: nothing but what is known to begin or go on with a game.

One rule for every press that is not on a cell. What is pressed lies in the window that is played,
or in a dialog of it, and says in words that were read with certainty that it begins a round or
chooses an easy level; or it is the yellow face. In a dialog it may refuse as well, where that
cannot be read the other way, and agree where all that the dialog says is understood. What says
anything else is not pressed, and what says nothing is not either. Nothing changes that by waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from mwagent.player.views.view import Region, Under, View
from mwagent.player.views.windows import Point, within
from mwagent.player.views.wording import (
    agrees,
    begins_round,
    is_harmless,
    names_button,
    names_hand,
    names_menu,
    refuses,
    refuses_only,
    tells_to_click,
)
from mwagent.vision.capture import Shot
from mwagent.vision.header.faces import FACES, faces_in
from mwagent.vision.header.words import Label, read_labels

SEEN: Final = 60
"""Pixels above and below a point, and four times those to its sides, in which its label lies."""


def permits(
    view: View, at: tuple[float, float], *, field: bool = False, hand: bool = False
) -> bool:
    """Whether a point may be pressed that is on no cell of a board.

    With `field` it is one to write in that asks for a size; with `hand` it chooses what clicks do.
    """
    point: Point = (int(at[0]), int(at[1]))
    under = view.under(point)
    if not under.ours or under.leads:
        return False
    if field:
        return True
    if not under.words and (names_button(under.signs) or shows_face(view, point)):
        return True
    words = under.words or written_at(view, point)
    if hand:
        return names_hand(words) in ("opens", "switches")
    drawn = not under.words and (names_menu(words) or tells_to_click(words))
    if begins_round(words) or drawn:
        return True
    if not under.dialog or not (refuses(words) or agrees(words)):
        return False
    # What is agreed to tells of an end, or asks for a round; what is refused may say anything.
    about = _about(view, under, point)
    return refuses_only(words, about) or (agrees(words) and is_harmless(about))


def said_at(view: View, at: tuple[float, float]) -> str:
    """All that the dialog at a point says beside it; "" where something in it cannot be read."""
    point: Point = (int(at[0]), int(at[1]))
    return _about(view, view.under(point), point)


def _about(view: View, under: Under, at: Point) -> str:
    """All that a dialog says but for the label at a point; "" where something cannot be read."""
    drawn = under.pictures or ((under.client,) if under.client and not under.about else ())
    said = (label for region in drawn for label in labels_in(view, region))
    lines = [text for text, box in said if not within(box, at)]
    return "\n".join((under.about, *lines)) if all(lines) else ""


def shows_face(view: View, at: Point) -> bool:
    """Whether a yellow face is drawn at a point."""
    for shot, x, y in shown_at(view, at):
        left, top = max(0, x - SEEN), max(0, y - SEEN)
        part = shot.picture[top : y + SEEN, left : x + SEEN]
        return any(within(box, (x - left, y - top)) for box in faces_in(part, *FACES))
    return False


def written_at(view: View, at: Point) -> str:
    """The label that is drawn at a point, "" where there is none or where it cannot be read."""
    for shot, x, y in shown_at(view, at):
        # Whole blocks of pixels: in one of them each, large letters are as they were found.
        left, top = max(0, x // 4 - SEEN) * 4, max(0, (y - SEEN) // 4 * 4)
        part = np.ascontiguousarray(shot.picture[top : y + SEEN, left : x + 4 * SEEN])
        inside = [label for label in read_labels(part) if within(label.box, (x - left, y - top))]
        return min(inside, key=_area).text if inside else ""
    return ""


def labels_in(view: View, region: Region) -> list[tuple[str, Region]]:
    """What is drawn in a region, in mouse coordinates, from top to bottom; "" what is not read."""
    found = []
    middle = int(region[0] + region[2]) // 2, int(region[1] + region[3]) // 2
    for shot, *_ in shown_at(view, middle):
        left, top = (max(0, round(side)) for side in shot.to_pixel(*region[:2]))
        right, foot = (round(side) for side in shot.to_pixel(*region[2:]))
        for label in read_labels(np.ascontiguousarray(shot.picture[top:foot, left:right])):
            x0, y0, x1, y1 = label.moved(left, top).box
            found.append((label.text, (*shot.to_screen(x0, y0), *shot.to_screen(x1, y1))))
    return found


def shown_at(view: View, at: Point) -> Iterator[tuple[Shot, int, int]]:
    """Pictures of monitors that show a point, and the pixel (x, y) there."""
    for shot in view.pictures():
        x, y = shot.to_pixel(*at)
        height, width = shot.picture.shape[:2]
        if 0 <= x < width and 0 <= y < height:
            yield shot, round(x), round(y)


def _area(label: Label) -> int:
    x0, y0, x1, y1 = label.box
    return (x1 - x0) * (y1 - y0)
