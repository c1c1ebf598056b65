"""Readers of the crowd kept in little space: pickled without windows, which are built again.

A window is up to 2 MB, and follows from the few thousand bytes of a player's last decisions. What
is kept often, as tables in the browser are after every hand, is kept without. Once a player's
decisions are more than a window spans, what lay before them is lost to it; so whatever must go on
exactly as it would have is pickled whole.
"""

import io
import pickle
from functools import lru_cache
from typing import Any, NamedTuple

from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.window import Windows


class _WindowlessPickler(pickle.Pickler):
    def reducer_override(self, thing: object) -> Any:  # noqa: ANN401
        if isinstance(thing, Windows):
            return Windows, (thing.most,)
        return NotImplemented


def pickled_without_windows(thing: object) -> bytes:
    """Anything pickled; readers within have to build their windows again."""
    file = io.BytesIO()
    _WindowlessPickler(file, pickle.HIGHEST_PROTOCOL).dump(thing)
    return file.getvalue()


class Likeness(NamedTuple):
    """One player as a reader knows him, in some thousand bytes."""

    name: str
    content: bytes

    @staticmethod
    def of(reader: CrowdReader, name: str) -> "Likeness":
        """The likeness of a player whom the reader knows."""
        return Likeness(name, pickled_without_windows(reader.alone_with(name)))

    def reader(self) -> CrowdReader:
        """A reader that knows him, and nobody else; all share his window until they learn."""
        return _reader_of(self).clone()


@lru_cache(maxsize=64)
def _reader_of(likeness: Likeness) -> CrowdReader:
    reader: CrowdReader = pickle.loads(likeness.content)
    player = reader.player(likeness.name)
    assert player is not None
    reader.introduce(likeness.name, player)
    return reader
