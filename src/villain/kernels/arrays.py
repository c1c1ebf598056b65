"""The arrays that go in and out of kernels."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

CardArray: TypeAlias = npt.NDArray[np.uint8]
RankArray: TypeAlias = npt.NDArray[np.int16]
FloatArray: TypeAlias = npt.NDArray[np.float64]
SingleArray: TypeAlias = npt.NDArray[np.float32]
CountArray: TypeAlias = npt.NDArray[np.int64]
BitsArray: TypeAlias = npt.NDArray[np.uint64]
DealArray: TypeAlias = npt.NDArray[np.int32]
"""Rows of holdings, one a player, as places in a list of holdings."""
