import numpy as np
from numpy.typing import NDArray

def probabilities(
    cells: NDArray[np.int8], mines: int, trust_flags: bool, work: int
) -> tuple[int, bool, float, NDArray[np.float64]]: ...
