"""Copying inside kernels, which compiles in a moment."""

from typing import Any

import numpy.typing as npt

from villain.kernels.compiled import borrowing_kernel


@borrowing_kernel
def copy_row(before: npt.NDArray[Any], after: npt.NDArray[Any]) -> None:
    """Copy numbers of one array into another that is as long and no part of it.

    What NumPy does for ``after[:] = before`` allows for arrays that overlap and for different
    shapes, with a message; that takes a third of a second to compile, each time it is written.
    """
    for place in range(len(before)):
        after[place] = before[place]
