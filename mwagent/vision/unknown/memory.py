"""What clusters meant in earlier pictures of the same game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.grid.alike import OFF_GROUND, SPOT
from mwagent.vision.reading import Reading

SAME_LOOK: Final = 4.0
"""Grey levels, root mean square, by which a cluster may differ from one seen before."""


@dataclass(slots=True)
class Memory:
    """Looks and their meanings; `vectors` and `symbols` are parallel lists."""

    vectors: list[NDArray[np.float32]] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)

    def recall(self, cluster: NDArray[np.float32]) -> str | None:
        """The meaning of a cluster seen before, by its vector."""
        if not self.vectors:
            return None
        distance = np.stack(self.vectors) - cluster
        miss = (distance**2).mean(axis=1)
        best = int(miss.argmin())
        same = miss[best] < SAME_LOOK**2 and abs(distance[best]).max() < _spot(cluster)
        return self.symbols[best] if same else None

    def keep(self, cluster: NDArray[np.float32], symbol: str) -> None:
        """Keep a meaning; what was known stays."""
        if self.recall(cluster) is None:
            self.vectors.append(cluster)
            self.symbols.append(symbol)

    def learn(self, reading: Reading) -> None:
        """Keep what is beyond doubt in a reading that was accepted."""
        for cluster, symbol in reading.lessons:
            self.keep(cluster, symbol)


def _spot(cluster: NDArray[np.float32]) -> float:
    """Grey levels by which any spot of a cluster may differ: of pale digits, half their contrast.

    `cluster` (n,) are colours of pixels, blue, green and red in turn.
    """
    pixels = cluster.reshape(-1, 3)
    contrast = float(abs(pixels - np.median(pixels, axis=0)).max())
    return min(SPOT, contrast / 2) if contrast > OFF_GROUND else SPOT
