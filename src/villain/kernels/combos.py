"""The two cards of each of the 1,326 combos, the higher one apart from the lower one."""

import numpy as np

from villain.kernels.arrays import CardArray

_high, _low = np.tril_indices(52, -1)
HIGH_CARDS: CardArray = _high.astype(np.uint8)
LOW_CARDS: CardArray = _low.astype(np.uint8)
