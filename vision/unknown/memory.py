"""What looks meant in earlier pictures of the same game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.grid.alike import SPOT
from vision.reading import Reading

SAME_LOOK: Final = 4.0
"""Grey levels, root mean square, by which a look may differ from one seen before."""


@dataclass(slots=True)
class Memory:
    """Looks and their meanings; `vectors` and `symbols` are parallel lists."""

    vectors: list[NDArray[np.float32]] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)

    def recall(self, look: NDArray[np.float32]) -> str | None:
        """The meaning of a look seen before, by its vector."""
        if not self.vectors:
            return None
        apart = np.stack(self.vectors) - look
        miss = (apart**2).mean(axis=1)
        best = int(miss.argmin())
        same = miss[best] < SAME_LOOK**2 and abs(apart[best]).max() < SPOT
        return self.symbols[best] if same else None

    def keep(self, look: NDArray[np.float32], symbol: str) -> None:
        """Keep a meaning; what was known stays."""
        if self.recall(look) is None:
            self.vectors.append(look)
            self.symbols.append(symbol)

    def learn(self, reading: Reading) -> None:
        """Keep what is beyond doubt in a reading that was accepted."""
        for look, symbol in reading.lessons:
            self.keep(look, symbol)
