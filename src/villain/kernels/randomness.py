"""Random numbers: SplitMix64, whose state is one number that the caller gives and gets back."""

from typing import Any

import numpy as np
import numpy.typing as npt

from villain.kernels.compiled import kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def next_random(state: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the new state and 64 random bits [splitmix]."""
    state = state + _STEP
    z = (state ^ (state >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return state, z ^ (z >> _31)


@kernel
def shuffle_first(deck: npt.NDArray[np.integer[Any]], count: int, state: np.uint64) -> np.uint64:
    """Draw so many cards to the front of a deck, which may be in any order; the new state."""
    for i in range(count):
        state, bits = next_random(state)
        j = i + np.int64((bits >> _32) * np.uint64(len(deck) - i) >> _32)
        deck[i], deck[j] = deck[j], deck[i]
    return state
