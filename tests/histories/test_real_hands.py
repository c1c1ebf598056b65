"""Other people's hands, straight from their archives: how many are taken, and why not the rest.

The IRC database has its test in ``test_irc.py``, the hands against DeepStack and the logs of the
competition, line by line, in ``test_acpc.py``.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from villain.histories.files.archives import Member, Trouble, members
from villain.histories.files.pieces import Piece, pieces
from villain.histories.formats.format import RefusedError, read_hand
from villain.histories.formats.registry import FORMATS

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data"))
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA"),
]

EVERY = 60
"""One file of so many is read in the ordinary tests."""


def results(piece: Piece) -> Iterator[str]:
    """For each hand of a piece ``taken``, or why not."""
    for _, text, wrong in piece.blocks():
        try:
            if wrong:
                raise RefusedError(*wrong)
            read_hand(FORMATS[piece.form], text, piece.context)
            yield "taken"
        except RefusedError as error:
            yield error.reason
