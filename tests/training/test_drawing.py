"""Streets that several workers draw are those of their seeds, in order."""

import argparse
from functools import partial
from itertools import islice

import numpy as np
import pytest

from training.values.drawn_streets import add_drawing_options, draw_streets, drawn_until
from training.values.rivers import NO_LIMIT


@pytest.mark.parametrize("workers", ["1", "2"])
def test_streets_are_those_of_their_seeds(workers: str) -> None:
    parser = argparse.ArgumentParser()
    add_drawing_options(parser)
    options = parser.parse_args(["--workers", workers])
    options.seed, options.seconds = 3, 1000.0
    draw = partial(draw_streets, boards=1, pairs=1)
    drawn = list(islice(drawn_until(options, draw, [NO_LIMIT], 1), 3))
    assert [name for name, _, _ in drawn] == ["3000000", "3000001", "3000002"]
    for _, seed, streets in drawn:
        again = draw(seed)
        assert streets.boards == again.boards
        assert np.array_equal(streets.ranges, again.ranges)
