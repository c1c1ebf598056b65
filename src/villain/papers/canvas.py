"""A page to draw on, written as a picture at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Axes = Any
"""Matplotlib's, which is loaded only where something is drawn."""


@contextmanager
def canvas(
    path: Path, rows: int = 1, columns: int = 1, *, size: tuple[float, float] = (8, 4.5)
) -> Iterator[npt.NDArray[Any]]:
    """Axes by row and column; what is drawn on them is saved."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False)
    try:
        for one in axes.flat:
            one.spines[["top", "right"]].set_visible(False)
        yield np.asarray(axes)
        figure.savefig(path, dpi=150)
    finally:
        pyplot.close(figure)
