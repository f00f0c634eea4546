"""The colours of a board's numbers: each has its own in most games, or all have the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cluster import Look

_KNOWN: Final = 3
"""So many cells of a number tell its colour."""
_SAME: Final = 35.0
"""Glyphs of one number differ by no more grey levels in any channel, where they are crisp."""
_DEAR: Final = 2.5
"""Price of a number in a colour that is another's."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours (BGR) known of some numbers, by groups of looks and their numbers of cells."""

    numbers: tuple[str, ...]
    colours: NDArray[np.float32]
    groups: tuple[int, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, groups: Sequence[list[Look]], meaning: Sequence[str]) -> Palette:
        """What looks tell that are taken for numbers; one entry for each group of like looks."""
        numbers, colours, owners, counts = [], [], [], []
        for i, (group, symbol) in enumerate(zip(groups, meaning, strict=True)):
            known = [look for look in group if look.glyph is not None]
            count = [look.count for look in known]
            if symbol in "12345678" and sum(count) >= _KNOWN:
                own = [look.glyph.colour for look in known if look.glyph is not None]
                numbers.append(symbol)
                colours.append(np.average(np.stack(own), axis=0, weights=count))
                owners.append(i)
                counts.append(sum(count))
        stacked = np.array(colours, np.float32).reshape(-1, 3)
        return cls(tuple(numbers), stacked, tuple(owners), tuple(counts))

    def surcharge(self, number: int, look: Look, cells: int) -> dict[str, float]:
        """What numbers cost more for a glyph of group `number`, its colour being another's.

        `look` is one of that group, which has so many cells.
        """
        others = [k for k, owner in enumerate(self.groups) if owner != number]
        if look.glyph is None or not others:
            return {}
        apart = np.abs(self.colours - look.glyph.colour).max(axis=1)
        near = {self.numbers[k] for k in others if apart[k] < _SAME}
        seen = {self.numbers[k] for k in others}
        if len(seen) < 2:
            return {}
        if not near:
            # A number not seen yet may have any colour, those seen have their own.
            far = {
                self.numbers[k]
                for k in others
                if apart[k] > 2 * _SAME and self.counts[k] > 3 * cells
            }
            return dict.fromkeys(far, _DEAR)
        # In one colour for all, colours tell nothing.
        if len(near) > 1:
            return {}
        return {symbol: _DEAR for symbol in "12345678" if symbol not in near}
