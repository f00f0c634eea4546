"""Keys that begin a round, or turn a page before it, as what is played says itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mwagent.belief import Location, same_shots
from mwagent.player.play import EFFECT
from mwagent.player.rounds.buttons import around
from mwagent.player.rounds.firm_press import MOST_PRESSED
from mwagent.player.views import CLOCK, View, await_stillness, named_key, speaks_of_deals
from mwagent.vision.header.words import find_labels, find_painted


def press_named(view: View, location: Location | None) -> Iterator[str]:
    """Type a key that what is played names, and again as long as another text names it then.

    Yields what was typed, each time.
    """
    told = bool(named_keys(view, location, drawn=False))
    for named in sorted(named_keys(view, location, drawn=not told)):
        for _ in range(2 * MOST_PRESSED):
            before = view.pictures()
            if not view.key(named):
                break
            yield f"the key {named.removeprefix('Key').upper()}"
            shown = (view.pictures() for _ in view.clock.ticks(EFFECT, 0.02))
            if all(same_shots(now, before, CLOCK) for now in shown):
                break
            await_stillness(view)
            if named not in named_keys(view, location, drawn=not told):
                break


def named_keys(view: View, location: Location | None, *, drawn: bool = True) -> set[str]:
    """The keys by which a round begins as what is played says, on a page or above its board.

    It may be named for the next text; none that speaks of deals is gone on from. Where a page says
    nothing, it may have `drawn` it, as programs do. Without a board an easy level may be chosen.
    """
    levels = location is None
    told = naming = view.text().splitlines() if view.alone else []
    for shot in view.pictures() if drawn else ():
        if location is None or location.monitor == shot.monitor:
            left, top, right, foot = around(view, shot, location)
            part = np.ascontiguousarray(shot.picture[top:foot, left:right])
            for label in (one for find in (find_labels, find_painted) for one in find(part)):
                lines = [label.text, *label.text.splitlines()]
                told = [*told, *lines]
                x, y = shot.to_screen(*label.moved(left, top).centre)
                # Other windows name keys of their own.
                if any(named_key(text, True, levels) for text in lines):
                    naming = [*naming, *lines] if view.under((int(x), int(y))).ours else naming
    onward = not speaks_of_deals("\n".join(told))
    keys = {named_key(text, onward, levels) for text in naming}
    # No letter is typed into a field that has the keyboard.
    return {f"Key{key.upper()}" if view.alone and len(key) == 1 else key for key in keys - {""}}
