"""Streams cut into pieces of whole hands, in bounded memory."""

from collections.abc import Iterator
from typing import NamedTuple

from villain.hands.files.streams import ArchiveError, Readable
from villain.hands.formats.format import MOST_OF_A_HAND

SIZE_OF_A_CHUNK = 4 * 1024**2


class FileChunk(NamedTuple):
    """Whole hands of a file, as they stand there, and the line at which they begin.

    Or, with ``too_long``, no data but the line at which a hand without end begins.
    """

    line: int
    data: bytes
    too_long: bool = False


def chunks(
    stream: Readable,
    marks: tuple[bytes, ...],
    head: bytes = b"",
    size: int = SIZE_OF_A_CHUNK,
    most: int = MOST_OF_A_HAND,
) -> Iterator[FileChunk]:
    """Cut a stream into pieces of about ``size`` bytes, each after the line break of a mark.

    ``head`` has been read before and comes first. Where there is no mark in ``size`` nor in
    ``most`` bytes, all up to the next mark is left out. If the stream raises an `ArchiveError`,
    what came before is given out first.
    """
    overlap = max(map(len, marks), default=1) - 1
    limit = max(size, most)
    line, buffer, searched, dropping = 1, head, 0, False
    broken = None
    while True:
        have = len(buffer)
        try:
            data = stream.read(max(min(max(size, 2 * have), limit + 1) - have, 1))
        except ArchiveError as error:
            broken, data = error, b""
        if not data:
            break
        buffer += data
        if dropping:
            places = [place for mark in marks if (place := buffer.find(mark)) >= 0]
            cut = min(places) + 1 if places else max(len(buffer) - overlap, 0)
            line += buffer.count(b"\n", 0, cut)
            buffer, dropping = buffer[cut:], not places
        if dropping or len(buffer) < size:
            continue
        last = -1
        for mark in marks:
            last = max(last, buffer.rfind(mark, max(searched - overlap, last, 0)))
        if last >= 0:
            piece, buffer = buffer[: last + 1], buffer[last + 1 :]
            yield FileChunk(line, piece)
            line += piece.count(b"\n")
        elif len(buffer) > limit:
            yield FileChunk(line, b"", too_long=True)
            dropping = True
        searched = 0 if dropping else len(buffer)
    if buffer and not dropping:
        yield FileChunk(line, buffer)
    if broken:
        raise broken
